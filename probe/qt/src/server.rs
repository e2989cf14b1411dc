//! The WebSocket server: a thread of its own, so that it answers while the GUI thread does not.

use crate::app::QtApp;
use crate::connection;
use crate::engine::Engine;
use crate::fork::ClosedInChildren;
use crate::lifecycle::Lifecycle;
use crate::settings::Settings;
use qtmcp_tool::App;
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot};

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
pub(crate) fn start(engine: Arc<Engine>, settings: Settings) -> Option<Running> {
    let (stop, stopping) = oneshot::channel();
    let (ended, stopped) = mpsc::channel();
    let run = move || {
        let runtime = match tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build() {
            Ok(runtime) => runtime,
            Err(error) => return tracing::error!("not listening: {error}"),
        };
        *engine.runtime.write().unwrap_or_else(PoisonError::into_inner) = Some(runtime.handle().clone());
        runtime.block_on(async {
            tokio::select! {
                () = serve(Arc::clone(&engine), settings) => {}
                _ = stopping => {}
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
    let wanted = SocketAddr::new(settings.bind, settings.port);
    let listener = match TcpListener::bind(wanted).await {
        Ok(listener) => listener,
        Err(error) => {
            tracing::error!("not listening on {wanted}: {error}. Set QTMCP_PORT to a free port, or to auto.");
            return std::future::pending().await;
        }
    };
    let _closed_in_children = ClosedInChildren::new(&listener);
    let Ok(address) = listener.local_addr() else { return };
    let app: Arc<dyn App> = Arc::new(QtApp(Arc::clone(&engine)));
    // SAFETY: `version` may be called on any thread and answers a C string that is never freed.
    let version = unsafe { crate::values::c_string((engine.parts.core.version)()) };
    let pid = std::process::id();
    let mode = settings.mode.as_str();
    tracing::info!("listening on ws://{address} (Qt {version}, pid {pid}, {mode} mode)");
    if let Some(file) = &settings.announce {
        announce(file, &address, &version);
    }
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let (engine, app, settings) = (Arc::clone(&engine), Arc::clone(&app), settings.clone());
                tokio::spawn(async move {
                    connection::serve(stream, &engine, app, &settings).await;
                    drop(place);
                });
            }
            Err(error) => {
                // Out of descriptors, most likely: the app's business, which passes.
                tracing::warn!("a connection could not be taken: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Tells whoever launched the app where the probe listens. The file appears whole or not at all.
fn announce(file: &Path, address: &SocketAddr, qt_version: &str) {
    let text = json!({
        "pid": std::process::id(),
        "url": format!("ws://{address}"),
        "qtVersion": qt_version,
        "version": env!("CARGO_PKG_VERSION"),
    });
    let mut temporary = file.as_os_str().to_owned();
    temporary.push(".part");
    let written = std::fs::write(&temporary, text.to_string()).and_then(|()| std::fs::rename(&temporary, file));
    if let Err(error) = written {
        tracing::warn!("{}: {error}", file.display());
    }
}
