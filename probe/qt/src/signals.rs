//! Signals the clients listen to: a number for each connection, and the listener behind it.

use crate::abi::{Core, FillArguments};
use crate::values::{Collector, object_id};
use crate::{fork, process};
use qtmcp_tool::{Listener, Value};
use rustc_hash::FxHashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// All connections of this process.
#[derive(Default)]
pub(crate) struct Signals {
    listeners: RwLock<FxHashMap<u64, Listener>>,
    last: AtomicU64,
}

impl Signals {
    /// A number for `listener`, to be connected with.
    pub(crate) fn add(&self, listener: Listener) -> u64 {
        let slot = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.listeners.write().unwrap_or_else(PoisonError::into_inner).insert(slot, listener);
        slot
    }

    pub(crate) fn remove(&self, slot: u64) {
        let listener = self.listeners.write().unwrap_or_else(PoisonError::into_inner).remove(&slot);
        // Dropped here, outside the lock: what a listener owns may end other connections.
        drop(listener);
    }

    fn get(&self, slot: u64) -> Option<Listener> {
        self.listeners.read().unwrap_or_else(PoisonError::into_inner).get(&slot).cloned()
    }
}

/// Ends a connection when dropped, on whichever thread.
pub(crate) struct Connected {
    pub(crate) slot: u64,
    pub(crate) core: &'static Core,
}

impl Drop for Connected {
    fn drop(&mut self) {
        if fork::in_child() {
            return;
        }
        let Some(engine) = process::engine() else { return };
        // From here on emissions go nowhere. Qt tells the sender that it was disconnected, which may be the app's own
        // code, so that happens in the app's thread.
        engine.signals.remove(self.slot);
        let (core, slot) = (self.core, self.slot);
        // SAFETY: on the GUI thread; a slot that is gone already is nothing.
        engine.later(move || unsafe { (core.disconnect)(slot) });
    }
}

/// Called by C++ on the thread that emitted.
pub(crate) unsafe extern "C" fn signal_emitted(slot: u64, fill: FillArguments, data: *mut c_void) {
    if fork::in_child() {
        return;
    }
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let Some(engine) = process::engine() else { return };
        let Some(listener) = engine.signals.get(slot) else { return };
        let resolve = |address: usize| engine.tracker.get(address).map(object_id);
        let mut collector = Collector::new(&resolve);
        // SAFETY: C++ asked for this call, within which `data` is valid; the sink outlives it.
        unsafe { fill(data, &collector.sink()) };
        let arguments = match collector.into_value() {
            Value::List(arguments) => arguments,
            other => vec![other],
        };
        listener(arguments);
    }));
}
