//! Telling clients that something has changed: what is seen, once it has come to rest, and what the app says. While
//! nobody has asked, nothing is watched; while nothing changes, nothing wakes.

use crate::abi::Core;
use crate::engine::Engine;
use crate::fork::ClosedInChildren;
use crate::settle::{self, settle};
use qtmcp_tool::{Change, ChangeListener, Code, Connection, Fault};
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::task::AbortHandle;

/// Between two tellings: an app that never rests is told of five times a second.
const PAUSE: Duration = Duration::from_millis(200);

/// Rung on whichever thread something happens, in a signal handler too: writing to it takes neither memory nor lock. It is
/// never closed, since then its number could come to mean a file of the app's.
static BELL: OnceLock<(OwnedFd, ClosedInChildren)> = OnceLock::new();
static HAS_STIRRED: AtomicBool = AtomicBool::new(false);
static IS_WORD_AWAITED: AtomicBool = AtomicBool::new(false);
static HAS_SPOKEN: AtomicBool = AtomicBool::new(false);

/// Who wants to know.
#[derive(Default)]
pub(crate) struct Changes {
    listeners: Mutex<Listeners>,
}

#[derive(Default)]
struct Listeners {
    last_number: u64,
    all: Vec<(u64, ChangeListener)>,
    serving: Option<AbortHandle>,
}

impl Changes {
    /// Adds a listener until the connection is dropped.
    pub(crate) fn watch(engine: &Arc<Engine>, listener: ChangeListener) -> Result<Connection, Fault> {
        let bell =
            bell().map_err(|error| Fault::new(Code::Internal, format!("No changes can be watched: {error}.")))?;
        let mut listeners = engine.changes.listeners();
        listeners.last_number += 1;
        let number = listeners.last_number;
        listeners.all.push((number, listener));
        if listeners.serving.is_none()
            && let Some(runtime) = &*engine.runtime.read().unwrap_or_else(PoisonError::into_inner)
        {
            listeners.serving = Some(runtime.spawn(serve(Arc::clone(engine), bell)).abort_handle());
        }
        Ok(Box::new(Watching { number, engine: Arc::downgrade(engine) }))
    }

    /// There is another application, whose events are not watched yet.
    pub(crate) fn application_came(&self) {
        if self.listeners().serving.is_some() {
            stirred();
        }
    }

    fn tell(&self, change: Change) {
        let listeners: Vec<_> = self.listeners().all.iter().map(|(_, listener)| Arc::clone(listener)).collect();
        for listener in listeners {
            listener(change);
        }
    }

    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is seen has changed; from the GUI thread.
pub(crate) fn stirred() {
    HAS_STIRRED.store(true, Ordering::Release);
    ring();
}

/// The app has said something; from any thread, and from signal handlers.
pub(crate) fn spoken() {
    if IS_WORD_AWAITED.load(Ordering::Relaxed) && IS_WORD_AWAITED.swap(false, Ordering::AcqRel) {
        HAS_SPOKEN.store(true, Ordering::Release);
        ring();
    }
}

fn ring() {
    if let Some((bell, _)) = BELL.get() {
        let one = 1_u64;
        // SAFETY: the number is read and outlives the call. A bell that rings already may refuse, which is as well.
        unsafe { libc::write(bell.as_raw_fd(), (&raw const one).cast(), size_of::<u64>()) };
    }
}

fn bell() -> std::io::Result<&'static OwnedFd> {
    if let Some((bell, _)) = BELL.get() {
        return Ok(bell);
    }
    // SAFETY: numbers only.
    let made = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
    if made < 0 {
        return Err(std::io::Error::last_os_error());
    }
    // SAFETY: the call has just made the descriptor, for us alone.
    let made = unsafe { OwnedFd::from_raw_fd(made) };
    let closed_in_children = ClosedInChildren::new(&made);
    let (bell, _) = BELL.get_or_init(|| (made, closed_in_children));
    Ok(bell)
}

/// Tells the listeners, for as long as there are any.
async fn serve(engine: Arc<Engine>, bell: &'static OwnedFd) {
    // SAFETY: the bell is never closed.
    let Ok(bell) = (unsafe { AsyncFd::register_with_interest(bell.as_fd(), Interest::READABLE) }) else { return };
    let mut counting = Counting { engine: Arc::clone(&engine), application: None };
    await_change(engine.parts.core, true);
    IS_WORD_AWAITED.store(true, Ordering::Release);
    loop {
        counting.begin();
        let Ok(mut rung) = bell.readable().await else { return };
        let mut count = 0_u64;
        // SAFETY: the number is written and outlives the call.
        unsafe { libc::read(bell.get_ref().as_raw_fd(), (&raw mut count).cast(), size_of::<u64>()) };
        rung.clear_ready();
        // What changes from here on is told of the next time; what has changed before is there for whoever looks now.
        if HAS_SPOKEN.swap(false, Ordering::AcqRel) {
            IS_WORD_AWAITED.store(true, Ordering::Release);
            engine.changes.tell(Change::Console);
        }
        if HAS_STIRRED.swap(false, Ordering::AcqRel) {
            counting.begin();
            settle(&engine).await;
            await_change(engine.parts.core, true);
            engine.changes.tell(Change::Page);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn await_change(core: &Core, on: bool) {
    // SAFETY: may be called on any thread.
    unsafe { (core.await_change)(on) };
}

/// Has the events of the application that there is now counted; of one after the other, if need be.
struct Counting {
    engine: Arc<Engine>,
    /// How many had gone when this one came.
    application: Option<u64>,
}

impl Counting {
    fn begin(&mut self) {
        let application = self.engine.gone_count();
        if self.application == Some(application) || !self.engine.has_application() {
            return;
        }
        self.application = Some(application);
        let engine = Arc::clone(&self.engine);
        self.engine.later(move || settle::watch(&engine, true));
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        if self.application == Some(self.engine.gone_count()) {
            let engine = Arc::clone(&self.engine);
            self.engine.later(move || settle::watch(&engine, false));
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
        let mut listeners = engine.changes.listeners();
        listeners.all.retain(|(number, _)| *number != self.number);
        if listeners.all.is_empty()
            && let Some(serving) = listeners.serving.take()
        {
            serving.abort();
            IS_WORD_AWAITED.store(false, Ordering::Release);
            await_change(engine.parts.core, false);
        }
    }
}
