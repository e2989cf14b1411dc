//! Whether anybody wants to hear of what the apps show. Apps are asked to tell only while somebody does.

use std::sync::Arc;
use tokio::sync::watch;

/// How many want to hear.
pub(crate) struct Watchers(Arc<watch::Sender<usize>>);

/// Somebody who wants to hear, until it is dropped.
pub(crate) struct Watching(Arc<watch::Sender<usize>>);

impl Watchers {
    /// Nobody yet.
    pub(crate) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }

    /// One more.
    pub(crate) fn begin(&self) -> Watching {
        self.0.send_modify(|count| *count += 1);
        Watching(Arc::clone(&self.0))
    }

    /// The number as it changes.
    pub(crate) fn count(&self) -> watch::Receiver<usize> {
        self.0.subscribe()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
