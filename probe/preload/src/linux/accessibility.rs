//! Whether somebody reads the app by its accessibility: the probe does. QML items keep what they need for that only where
//! the answer is yes from the start. Nothing is switched on in Qt, so no bridge to a screen reader is made.

use super::mapped::{self, Module};
use super::{FORKED, RUNNING, STARTING, STATE, look};
use libc::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

pub(super) extern "C" fn before_is_active(caller: *const c_void) -> *const c_void {
    look();
    match STATE.load(Ordering::Acquire) {
        STARTING | RUNNING => yes as *const c_void,
        // A screen reader's connection stayed with the parent, and the linker must not be asked in a fork.
        FORKED => no as *const c_void,
        _ => real(caller),
    }
}

/// Qt's own function. Items and views ask often, so it is looked up again only when libraries came or went.
fn real(caller: *const c_void) -> *const c_void {
    static REAL: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
    static FOUND_AT: AtomicU64 = AtomicU64::new(0);
    let now = mapped::generation();
    if FOUND_AT.load(Ordering::Acquire) == now {
        return REAL.load(Ordering::Acquire);
    }
    let found = mapped::meant_by(caller, Module::Gui, c"_ZN11QAccessible8isActiveEv").unwrap_or(no as *const c_void);
    REAL.store(found.cast_mut(), Ordering::Release);
    FOUND_AT.store(now, Ordering::Release);
    found
}

extern "C" fn yes() -> bool {
    true
}

extern "C" fn no() -> bool {
    false
}
