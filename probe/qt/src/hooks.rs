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

/// What the two places for objects held when our hooks were last known to be called.
static KNOWN: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

thread_local! {
    static OURS: Cell<bool> = const { Cell::new(false) };
    /// Which of the hooks were called for objects of our own, a bit for each place.
    static HEARD: Cell<usize> = const { Cell::new(0) };
    /// The object that whoever had the hooks before us is being told of.
    static TELLING: Cell<*mut c_void> = const { Cell::new(std::ptr::null_mut()) };
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
    know(table);
    true
}

/// Sees to it that our hooks are called still: an app may put its own in their place and call nobody. `make_object` makes
/// one and deletes it. Answers whether objects may have come and gone unseen.
pub(crate) fn hold(make_object: impl FnOnce()) -> bool {
    let table = TABLE.load(Ordering::Acquire);
    if table.is_null() || held(table) == KNOWN.each_ref().map(|known| known.load(Ordering::Acquire)) {
        return false;
    }
    HEARD.set(0);
    as_ours(make_object);
    let unheard = |place: usize| HEARD.get() & (1 << place) == 0;
    let mut is_lost = false;
    for (place, hook) in ours().into_iter().filter(|(place, _)| *place != STARTUP && unheard(*place)) {
        // SAFETY: as in `install`.
        let before = unsafe { (*table.add(place)).swap(hook, Ordering::AcqRel) };
        BEFORE[place].store(if before == hook { 0 } else { before }, Ordering::Release);
        is_lost = true;
    }
    know(table);
    is_lost
}

fn know(table: *mut AtomicUsize) {
    for (known, now) in KNOWN.iter().zip(held(table)) {
        known.store(now, Ordering::Release);
    }
}

fn held(table: *mut AtomicUsize) -> [usize; 2] {
    // SAFETY: as in `install`.
    [ADD_OBJECT, REMOVE_OBJECT].map(|place| unsafe { (*table.add(place)).load(Ordering::Acquire) })
}

/// Notes that a hook was called, if it was for an object of our own.
fn hear(place: usize) -> bool {
    let is_ours = OURS.get();
    if is_ours {
        HEARD.set(HEARD.get() | 1 << place);
    }
    is_ours
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
    if !fork::in_child() && !hear(ADD_OBJECT) {
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
        hear(REMOVE_OBJECT);
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
    // Whoever comes back with the same object was put in front of us again, and calls us in turn.
    if before == 0 || TELLING.get() == object {
        return;
    }
    let outer = TELLING.replace(object);
    // SAFETY: the place held a callback of this type before ours.
    unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(*mut c_void)>(before)(object) };
    TELLING.set(outer);
}
