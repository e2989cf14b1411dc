//! Qt's own hooks: told of each object that comes or goes, and of the application's start. Whoever had them before us is
//! still told.

use crate::tracker::Tracker;
use crate::{fork, parts, process};
use std::cell::Cell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Places in `qtHookData`, as Qt documents them for tools like this one.
const VERSION: usize = 0;
const SIZE: usize = 1;
const ADD_OBJECT: usize = 3;
const REMOVE_OBJECT: usize = 4;
const STARTUP: usize = 5;

/// The version of the layout from which on these places hold.
const KNOWN_VERSION: usize = 1;

static TRACKER: LazyLock<Tracker> = LazyLock::new(Tracker::new);
static TABLE: AtomicPtr<AtomicUsize> = AtomicPtr::new(std::ptr::null_mut());
static BEFORE: [AtomicUsize; 6] = [const { AtomicUsize::new(0) }; 6];

thread_local! {
    static OURS: Cell<bool> = const { Cell::new(false) };
}

pub(crate) fn tracker() -> &'static Tracker {
    &TRACKER
}

/// Runs `make` such that the objects it makes stay unknown: they are the probe's own.
pub(crate) fn as_ours<R>(make: impl FnOnce() -> R) -> R {
    let before = OURS.replace(true);
    let made = make();
    OURS.set(before);
    made
}

/// Puts our hooks in front; `false` when this Qt's table has another shape.
pub(crate) fn install(major: u32) -> bool {
    let table = parts::symbol(&format!("libQt{major}Core.so.{major}"), c"qtHookData").cast::<AtomicUsize>();
    if table.is_null() {
        return false;
    }
    // SAFETY: Qt's table has at least the two numbers that tell its version and size; Qt reads and writes it as
    // pointer-sized words, and so do we.
    let (version, size) =
        unsafe { ((*table.add(VERSION)).load(Ordering::Relaxed), (*table.add(SIZE)).load(Ordering::Relaxed)) };
    if version < KNOWN_VERSION || size <= STARTUP {
        return false;
    }
    TABLE.store(table, Ordering::Release);
    LazyLock::force(&TRACKER);
    for (place, hook) in ours() {
        // SAFETY: the place is within the size that the table states.
        let before = unsafe { (*table.add(place)).swap(hook, Ordering::AcqRel) };
        BEFORE[place].store(if before == hook { 0 } else { before }, Ordering::Release);
    }
    true
}

/// Gives the hooks back to whoever had them, unless somebody came after us and chains to us.
pub(crate) fn uninstall() {
    let table = TABLE.swap(std::ptr::null_mut(), Ordering::AcqRel);
    if table.is_null() {
        return;
    }
    for (place, hook) in ours() {
        let before = BEFORE[place].load(Ordering::Acquire);
        // SAFETY: as in `install`.
        let _ = unsafe { (*table.add(place)).compare_exchange(hook, before, Ordering::AcqRel, Ordering::Relaxed) };
    }
}

fn ours() -> [(usize, usize); 3] {
    let add: unsafe extern "C" fn(*mut c_void) = object_added;
    let remove: unsafe extern "C" fn(*mut c_void) = object_removed;
    let start: unsafe extern "C" fn() = application_started;
    [(ADD_OBJECT, add as usize), (REMOVE_OBJECT, remove as usize), (STARTUP, start as usize)]
}

unsafe extern "C" fn object_added(object: *mut c_void) {
    if !fork::in_child() && !OURS.get() {
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let tracked = TRACKER.insert(object as usize);
            if let Some(engine) = process::engine()
                && engine.lifecycle.is_active()
            {
                engine.lifecycle.created(tracked);
            }
        }));
    }
    chain(ADD_OBJECT, object);
}

unsafe extern "C" fn object_removed(object: *mut c_void) {
    if !fork::in_child() {
        let _ = catch_unwind(AssertUnwindSafe(|| {
            if let Some(tracked) = TRACKER.remove(object as usize)
                && let Some(engine) = process::engine()
                && engine.lifecycle.is_active()
            {
                engine.lifecycle.destroyed(tracked);
            }
        }));
    }
    chain(REMOVE_OBJECT, object);
}

unsafe extern "C" fn application_started() {
    if !fork::in_child() {
        let _ = catch_unwind(process::application_started);
    }
    let before = BEFORE[STARTUP].load(Ordering::Acquire);
    if before != 0 {
        // SAFETY: the place held a start-up callback before ours.
        unsafe { std::mem::transmute::<usize, unsafe extern "C" fn()>(before)() };
    }
}

fn chain(place: usize, object: *mut c_void) {
    let before = BEFORE[place].load(Ordering::Acquire);
    if before != 0 {
        // SAFETY: the place held a callback of this type before ours.
        unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(*mut c_void)>(before)(object) };
    }
}
