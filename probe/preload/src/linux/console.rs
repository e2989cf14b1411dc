//! Before the app installs a handler for its messages: the probe's own stays in Qt, and what the app asks for goes to the
//! probe, which calls the app's handler as Qt would.

use super::mapped::{self, Library, Module};
use super::{FORKED, PROBE_STAND_IN, ProbeStandIn, STATE, complain, look};
use libc::c_void;
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A function of Qt that installs a handler.
struct Installer {
    symbol: &'static CStr,
    /// Where it is in the Qt that has the probe.
    remembered: AtomicPtr<c_void>,
}

impl Installer {
    const fn new(symbol: &'static CStr) -> Self {
        Self { symbol, remembered: AtomicPtr::new(ptr::null_mut()) }
    }
}

static NEWER: Installer = Installer::new(c"_Z22qInstallMessageHandlerPFv9QtMsgTypeRK18QMessageLogContextRK7QStringE");
/// The older kind, which only Qt 5 still has.
static OLDER: Installer = Installer::new(c"_Z18qInstallMsgHandlerPFv9QtMsgTypePKcE");

/// Takes note of where they are, for forks. The probe keeps this Qt loaded.
pub(super) fn remember(qt: &Library) {
    for installer in [&NEWER, &OLDER] {
        let found = qt.symbol(installer.symbol).map_or(ptr::null_mut(), <*const c_void>::cast_mut);
        installer.remembered.store(found, Ordering::Release);
    }
}

pub(super) extern "C" fn before_install_message_handler(caller: *const c_void) -> *const c_void {
    stand_in(&NEWER, caller)
}

pub(super) extern "C" fn before_install_msg_handler(caller: *const c_void) -> *const c_void {
    stand_in(&OLDER, caller)
}

/// Qt's own function, or what the probe wants called in its place. The probe is told which one is meant, since it is in
/// one Qt only and knows whether it listens.
fn stand_in(installer: &Installer, caller: *const c_void) -> *const c_void {
    look();
    let Some(real) = in_fork(installer).or_else(|| mapped::meant_by(caller, Module::Core, installer.symbol)) else {
        complain(&[c"no library has ", installer.symbol]);
        return nothing_installed as *const c_void;
    };
    let ask = PROBE_STAND_IN.load(Ordering::Acquire);
    if ask.is_null() {
        return real;
    }
    // SAFETY: the address of the probe's `qtmcp_probe_stand_in`, which has this type and is never unloaded.
    unsafe { std::mem::transmute::<*mut c_void, ProbeStandIn>(ask)(real) }
}

/// In a fork the linker must not be asked: a thread that is not here may have held its lock.
fn in_fork(installer: &Installer) -> Option<*const c_void> {
    if STATE.load(Ordering::Acquire) != FORKED || mapped::seen_both() {
        return None;
    }
    let remembered = installer.remembered.load(Ordering::Acquire);
    (!remembered.is_null()).then_some(remembered.cast_const())
}

/// Takes the place of a function that is nowhere to be found.
extern "C" fn nothing_installed(_handler: *const c_void) -> *const c_void {
    ptr::null()
}
