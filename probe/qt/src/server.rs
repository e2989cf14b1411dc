//! The WebSocket server: a thread of its own, so that it answers while the GUI thread does not.

use crate::connection;
use crate::engine::Engine;
use crate::fork::ClosedInChildren;
use crate::handshake::{Newcomer, Stream};
use crate::lifecycle::Lifecycle;
use crate::owner::Watch;
use crate::registry::{self, Reached, Registered, Socket};
use crate::settings::{Settings, SocketPlace};
use qtmcp_guard::door::Door;
use qtmcp_guard::peer;
use qtmcp_guard::rules::Came;
use qtmcp_wire::registry::socket_file;
use serde_json::json;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::oneshot;

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
    match engine.veil.refusal.clone().map_or_else(|| settings.policy.begin(), Err) {
        Ok(Some(audit)) => {
            let closed_in_children = ClosedInChildren::new(&audit);
            let _ = engine.audit.set((Arc::new(audit), closed_in_children));
        }
        Ok(None) => {}
        Err(why) => {
            tracing::error!("not listening: {why}");
            return std::future::pending().await;
        }
    }
    let Some(doors) = Doors::open(&settings).await else { return std::future::pending().await };
    // SAFETY: `version` may be called on any thread and answers a C string that is never freed.
    let version = unsafe { crate::values::c_string((engine.parts.core.version)()) };
    let _registered = doors.announce(&settings, &version);
    let client = Arc::new(Client { engine, door: Door::new(settings.rules.limits.connections), settings });
    loop {
        match doors.accept().await {
            Ok(Accepted::Tcp(stream, came)) => {
                // Small replies must not wait for the acknowledgement of the ones before.
                let _ = stream.set_nodelay(true);
                let _ = peer::watch(&stream);
                Client::admit(&client, stream, came).await;
            }
            Ok(Accepted::Unix(stream)) => Client::admit(&client, stream, Came::Unix).await,
            Err(error) => {
                // Out of descriptors, most likely: the app's business, which passes.
                tracing::warn!("a connection could not be taken: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// What every client is served with.
struct Client {
    engine: Arc<Engine>,
    settings: Settings,
    door: Door,
}

impl Client {
    /// Serves one more, once there is room for him at the door.
    async fn admit(self: &Arc<Self>, stream: impl Stream + 'static, came: Came) {
        let who = self.settings.rules.who(&came);
        tracing::debug!("{who:?} came: {came:?}");
        let visitor = self.door.come(who).await;
        let this = Arc::clone(self);
        tokio::spawn(async move {
            let newcomer = Newcomer { came, who, visitor, engine: &this.engine, settings: &this.settings };
            connection::serve(stream, newcomer).await;
        });
    }
}

/// Where clients come in; at least one of them is there.
struct Doors {
    tcp: Option<(TcpListener, SocketAddr, ClosedInChildren)>,
    socket: Option<Socket>,
}

enum Accepted {
    Tcp(TcpStream, Came),
    Unix(UnixStream),
}

impl Doors {
    async fn open(settings: &Settings) -> Option<Self> {
        let place = match (&settings.socket, &settings.registry) {
            (SocketPlace::File(file), _) => Some(file.clone()),
            (SocketPlace::Registry, Some(directory)) => Some(socket_file(directory, std::process::id())),
            (SocketPlace::Registry, None) | (SocketPlace::Off, _) => None,
        };
        let socket = match place {
            Some(place) => match Socket::open(&place).await {
                Ok(socket) => Some(socket),
                Err(error) => {
                    tracing::warn!("without a Unix socket in {}: {error}", place.display());
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
    fn announce(&self, settings: &Settings, version: &str) -> Option<Registered> {
        let url = self.tcp.as_ref().map(|(_, address, _)| format!("ws://{}", reached_at(*address)));
        let socket = self.socket.as_ref().map(Socket::path);
        let (pid, mode) = (std::process::id(), settings.mode.as_str());
        let place = match (&url, socket) {
            (Some(_), _) => self.tcp.as_ref().map(|(_, address, _)| format!("ws://{address}")),
            // A fixed port that is taken has been told of, and this with it.
            (None, Some(socket)) if settings.port.is_none() => Some(format!("unix:{}", socket.display())),
            _ => None,
        };
        if let Some(place) = place {
            tracing::info!("listening on {place} (Qt {version}, pid {pid}, {mode} mode)");
        }
        let token = settings.rules.token.as_ref();
        let register = |directory: &PathBuf| {
            let reached = Reached { socket, url: url.clone(), token };
            let registered = Registered::new(directory, reached, version);
            registered.inspect_err(|error| tracing::warn!("not in the registry {}: {error}", directory.display())).ok()
        };
        let registered = settings.registry.as_ref().and_then(register);
        if let Some((_, address, _)) = &self.tcp {
            tell_of_token(settings, address.ip(), registered.as_ref());
        }
        if let Some(file) = &settings.announce {
            let probe = env!("CARGO_PKG_VERSION");
            let socket = socket.and_then(Path::to_str);
            let text = json!({"pid": pid, "url": url, "socket": socket, "qtVersion": version, "version": probe});
            if let Err(error) = registry::write_whole(file, &text) {
                tracing::warn!("{}: {error}", file.display());
            }
        }
        registered
    }

    async fn accept(&self) -> io::Result<Accepted> {
        let tcp = async {
            match &self.tcp {
                Some((listener, address, _)) => {
                    let (stream, theirs) = listener.accept().await?;
                    let came = Came::Tcp { bound: address.ip(), ours: stream.local_addr()?, theirs };
                    Ok(Accepted::Tcp(stream, came))
                }
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

/// The address that a client of this machine connects to, where all are listened on.
fn reached_at(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

/// Where everybody needs the token, the log says where to find it; what it is the log never says.
fn tell_of_token(settings: &Settings, bound: IpAddr, registered: Option<&Registered>) {
    let rules = &settings.rules;
    if let Some(warning) = rules.warning(bound) {
        tracing::warn!("{warning}");
    }
    if !rules.is_token_required(bound) || rules.is_token_given {
        return;
    }
    match registered {
        Some(registered) => tracing::info!("clients need the token in {}", registered.file().display()),
        None => tracing::warn!("clients need a token that nobody knows: set QTMCP_TOKEN"),
    }
}

async fn listen(wanted: SocketAddr) -> io::Result<(TcpListener, SocketAddr, ClosedInChildren)> {
    let listener = TcpListener::bind(wanted).await?;
    let address = listener.local_addr()?;
    let closed_in_children = ClosedInChildren::new(&listener);
    Ok((listener, address, closed_in_children))
}
