//! The WebSocket server: a thread of its own, so that it answers while the GUI thread does not.

use crate::connection;
use crate::engine::Engine;
use crate::fork::ClosedInChildren;
use crate::lifecycle::Lifecycle;
use crate::owner::Watch;
use crate::registry::{self, Socket};
use crate::settings::Settings;
use serde_json::json;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// Clients at once; more wait in the listener's queue.
const MAX_CONNECTIONS: usize = 128;

/// How long [`Running::stop`] waits for the thread.
const STOP_WITHIN: Duration = Duration::from_secs(2);

/// The server's thread.
pub(crate) struct Running {
    stop: oneshot::Sender<()>,
    stopped: Receiver<()>,
}

impl Running {
    /// Closes the listener and all connections.
    pub(crate) fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.stopped.recv_timeout(STOP_WITHIN);
    }
}

/// Starts the thread. It takes no signals: those are the app's.
pub(crate) fn start(engine: Arc<Engine>, settings: Settings, owner: Option<Watch>) -> Option<Running> {
    let (stop, stopping) = oneshot::channel();
    let (ended, stopped) = mpsc::channel();
    let run = move || {
        let runtime = match tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build() {
            Ok(runtime) => runtime,
            Err(error) => return tracing::error!("not listening: {error}"),
        };
        *engine.runtime.write().unwrap_or_else(PoisonError::into_inner) = Some(runtime.handle().clone());
        runtime.block_on(async {
            owner.map(|owner| tokio::spawn(owner.serve()));
            tokio::select! {
                () = serve(Arc::clone(&engine), settings) => {}
                _ = stopping => write_what_is_answered().await,
            }
        });
        *engine.runtime.write().unwrap_or_else(PoisonError::into_inner) = None;
        drop(runtime);
        let _ = ended.send(());
    };
    match without_signals(|| std::thread::Builder::new().name("qtmcp".to_owned()).spawn(run)) {
        Ok(_) => Some(Running { stop, stopped }),
        Err(error) => {
            tracing::error!("not listening: {error}");
            None
        }
    }
}

/// Lets the tasks that can go on do so for a few rounds: what the GUI thread has done is on its way to its client then.
/// What still waits for that thread, which waits for us, is left.
async fn write_what_is_answered() {
    const ROUNDS: u32 = 32;
    for _ in 0..ROUNDS {
        tokio::task::yield_now().await;
    }
}

/// A thread inherits the mask of the one that makes it.
fn without_signals<R>(make: impl FnOnce() -> R) -> R {
    // SAFETY: both sets are plain memory that the calls fill before they are read.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let made = make();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        made
    }
}

async fn serve(engine: Arc<Engine>, settings: Settings) {
    tokio::spawn(Lifecycle::serve(Arc::clone(&engine)));
    let Some(doors) = Doors::open(&settings).await else { return std::future::pending().await };
    // SAFETY: `version` may be called on any thread and answers a C string that is never freed.
    let version = unsafe { crate::values::c_string((engine.parts.core.version)()) };
    doors.announce(&settings, &version);
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let client = Client { engine: Arc::clone(&engine), settings: settings.clone(), place };
        match doors.accept().await {
            Ok(Accepted::Tcp(stream)) => {
                // Small replies must not wait for the acknowledgement of the ones before.
                let _ = stream.set_nodelay(true);
                tokio::spawn(client.serve(stream));
            }
            Ok(Accepted::Unix(stream)) => drop(tokio::spawn(client.serve(stream))),
            Err(error) => {
                // Out of descriptors, most likely: the app's business, which passes.
                tracing::warn!("a connection could not be taken: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

struct Client {
    engine: Arc<Engine>,
    settings: Settings,
    place: OwnedSemaphorePermit,
}

impl Client {
    async fn serve(self, stream: impl connection::Stream) {
        connection::serve(stream, &self.engine, &self.settings).await;
        drop(self.place);
    }
}

/// Where clients come in; at least one of them is there.
struct Doors {
    tcp: Option<(TcpListener, SocketAddr, ClosedInChildren)>,
    socket: Option<Socket>,
}

enum Accepted {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Doors {
    async fn open(settings: &Settings) -> Option<Self> {
        let socket = match &settings.registry {
            Some(directory) => match Socket::open(directory).await {
                Ok(socket) => Some(socket),
                Err(error) => {
                    tracing::warn!("without a Unix socket in {}: {error}", directory.display());
                    None
                }
            },
            None => None,
        };
        let mut tcp = None;
        if let Some(port) = settings.port {
            let wanted = SocketAddr::new(settings.bind, port);
            match listen(wanted).await {
                Ok(listening) => tcp = Some(listening),
                Err(error) => {
                    let rest = socket.as_ref().map_or_else(String::new, |socket| {
                        format!(" The app is reached by unix:{} alone.", socket.path().display())
                    });
                    tracing::error!(
                        "not listening on {wanted}: {error}. Set QTMCP_PORT to a free port, or to auto.{rest}"
                    );
                }
            }
        } else if socket.is_none() {
            tracing::error!("not listening: QTMCP_PORT is off, and there is no Unix socket either");
        }
        (tcp.is_some() || socket.is_some()).then_some(Self { tcp, socket })
    }

    /// Tells on stderr, in the registry, and to whoever launched the app, where the probe listens.
    fn announce(&self, settings: &Settings, version: &str) {
        let url = self.tcp.as_ref().map(|(_, address, _)| format!("ws://{address}"));
        let socket = self.socket.as_ref().map(Socket::path);
        let (pid, mode) = (std::process::id(), settings.mode.as_str());
        let place = match (&url, socket) {
            (Some(url), _) => Some(url.clone()),
            // A fixed port that is taken has been told of, and this with it.
            (None, Some(socket)) if settings.port.is_none() => Some(format!("unix:{}", socket.display())),
            _ => None,
        };
        if let Some(place) = place {
            tracing::info!("listening on {place} (Qt {version}, pid {pid}, {mode} mode)");
        }
        if let Some(Err(error)) = self.socket.as_ref().map(|socket| socket.announce(url.clone(), version)) {
            tracing::warn!("not in the registry: {error}");
        }
        let Some(file) = &settings.announce else { return };
        let probe = env!("CARGO_PKG_VERSION");
        let socket = socket.and_then(Path::to_str);
        let text = json!({"pid": pid, "url": url, "socket": socket, "qtVersion": version, "version": probe});
        if let Err(error) = registry::write_whole(file, &text) {
            tracing::warn!("{}: {error}", file.display());
        }
    }

    async fn accept(&self) -> io::Result<Accepted> {
        let tcp = async {
            match &self.tcp {
                Some((listener, ..)) => listener.accept().await.map(|(stream, _)| Accepted::Tcp(stream)),
                None => std::future::pending().await,
            }
        };
        let unix = async {
            match &self.socket {
                Some(socket) => socket.accept().await.map(Accepted::Unix),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            accepted = tcp => accepted,
            accepted = unix => accepted,
        }
    }
}

async fn listen(wanted: SocketAddr) -> io::Result<(TcpListener, SocketAddr, ClosedInChildren)> {
    let listener = TcpListener::bind(wanted).await?;
    let address = listener.local_addr()?;
    let closed_in_children = ClosedInChildren::new(&listener);
    Ok((listener, address, closed_in_children))
}
