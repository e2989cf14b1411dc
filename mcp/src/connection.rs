//! What one client's connection has of its own: the resources it wants to hear of, and the calls it has under way.

use crate::watching::Watching;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// One connection; it is over when this is dropped.
pub(crate) struct Connection {
    heard: Mutex<Heard>,
    calls: Arc<AtomicUsize>,
    is_open: watch::Sender<()>,
}

#[derive(Default)]
struct Heard {
    resources: HashSet<String>,
    /// Held while there are any.
    watching: Option<Watching>,
    is_told: bool,
}

/// A call under way, until it is dropped.
pub(crate) struct Call(Arc<AtomicUsize>);

impl Drop for Call {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Connection {
    /// A connection whose calls are counted in `calls`.
    pub(crate) fn new(calls: Arc<AtomicUsize>) -> Self {
        Self { heard: Mutex::default(), calls, is_open: watch::Sender::new(()) }
    }

    /// Counts one more call.
    pub(crate) fn begin_call(&self) -> Call {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Call(Arc::clone(&self.calls))
    }

    /// Changes no more once the connection is over.
    pub(crate) fn end(&self) -> watch::Receiver<()> {
        self.is_open.subscribe()
    }

    /// True once: for whoever is to tell this client what changes.
    pub(crate) fn begin_telling(&self) -> bool {
        !std::mem::replace(&mut self.heard().is_told, true)
    }

    /// This client wants to hear of a resource.
    pub(crate) fn hear(&self, uri: String, watching: Watching) {
        let mut heard = self.heard();
        heard.resources.insert(uri);
        heard.watching.get_or_insert(watching);
    }

    /// It does not any more.
    pub(crate) fn hear_no_more(&self, uri: &str) {
        let mut heard = self.heard();
        heard.resources.remove(uri);
        if heard.resources.is_empty() {
            heard.watching = None;
        }
    }

    /// Whether it wants to hear of this one.
    pub(crate) fn hears(&self, uri: &str) -> bool {
        self.heard().resources.contains(uri)
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
