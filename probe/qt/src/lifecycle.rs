//! Objects that come and go, told to those who asked: collected on any thread, handed over on the GUI thread.

use crate::engine::Engine;
use crate::tracker::Tracked;
use crate::values::object_id;
use qtmcp_tool::{Connection, LifecycleListener, Patience};
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// More than this between two turns of the GUI thread is counted and not kept.
const KEPT: usize = 100_000;

/// A turn comes soon or the app is blocked; what is collected waits for it all the same.
const TURN: Duration = Duration::from_secs(3600);

/// Watchers and what they have not been told yet.
#[derive(Default)]
pub(crate) struct Lifecycle {
    /// Looked at by the hooks before anything else.
    active: AtomicBool,
    pending: Mutex<Pending>,
    listeners: Mutex<Vec<(u64, Arc<dyn LifecycleListener>)>>,
    last_listener: AtomicU64,
    wake: Notify,
}

#[derive(Default)]
struct Pending {
    created: Vec<Tracked>,
    destroyed: Vec<Tracked>,
    dropped: u64,
}

impl Lifecycle {
    pub(crate) fn is_active(&self) -> bool {
        self.active.load(Ordering::Relaxed)
    }

    /// From the hooks, on any thread.
    pub(crate) fn created(&self, object: Tracked) {
        self.note(|pending| &mut pending.created, object);
    }

    /// From the hooks, on any thread.
    pub(crate) fn destroyed(&self, object: Tracked) {
        self.note(|pending| &mut pending.destroyed, object);
    }

    fn note(&self, list: impl FnOnce(&mut Pending) -> &mut Vec<Tracked>, object: Tracked) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = pending.created.len() + pending.destroyed.len();
        if kept < KEPT {
            list(&mut pending).push(object);
        } else {
            pending.dropped += 1;
        }
        drop(pending);
        if kept == 0 {
            self.wake.notify_one();
        }
    }

    /// Tells of what was collected while there was no application to tell it in.
    pub(crate) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Adds a watcher until the connection is dropped.
    pub(crate) fn watch(engine: &Arc<Engine>, listener: Arc<dyn LifecycleListener>) -> Connection {
        let lifecycle = &engine.lifecycle;
        let number = lifecycle.last_listener.fetch_add(1, Ordering::Relaxed) + 1;
        let mut listeners = lifecycle.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.push((number, listener));
        lifecycle.active.store(true, Ordering::Relaxed);
        Box::new(Watching { number, engine: Arc::downgrade(engine) })
    }

    /// Hands over what was collected, for as long as the clients' thread runs.
    pub(crate) async fn serve(engine: Arc<Engine>) {
        loop {
            engine.lifecycle.wake.notified().await;
            let handing = Arc::clone(&engine);
            let job = Box::new(move |ui: &mut dyn qtmcp_tool::Ui| handing.lifecycle.hand_over(ui));
            // Without an application nothing is told; what was collected is told once there is one again.
            let _ = engine.visit(Instant::now() + TURN, Patience::UntilDone, job).await;
        }
    }

    fn hand_over(&self, ui: &mut dyn qtmcp_tool::Ui) {
        let pending = std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        // What came and went in between was never there for anyone.
        let gone: FxHashSet<Tracked> = pending.destroyed.iter().copied().collect();
        let came: FxHashSet<Tracked> = pending.created.iter().copied().collect();
        let created: Vec<_> = pending.created.into_iter().filter(|one| !gone.contains(one)).map(object_id).collect();
        let destroyed: Vec<_> =
            pending.destroyed.into_iter().filter(|one| !came.contains(one)).map(object_id).collect();
        let listeners: Vec<_> = {
            let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
            listeners.iter().map(|(_, listener)| Arc::clone(listener)).collect()
        };
        for listener in listeners {
            listener.changed(ui, &created, &destroyed, pending.dropped);
        }
    }
}

struct Watching {
    number: u64,
    engine: Weak<Engine>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let Some(engine) = self.engine.upgrade() else { return };
        let lifecycle = &engine.lifecycle;
        let mut listeners = lifecycle.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|(number, _)| *number != self.number);
        if listeners.is_empty() {
            lifecycle.active.store(false, Ordering::Relaxed);
            *lifecycle.pending.lock().unwrap_or_else(PoisonError::into_inner) = Pending::default();
        }
    }
}
