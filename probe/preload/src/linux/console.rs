//! Before the app installs a handler for its messages: the probe's own stays in Qt, and what the app asks for goes to the
//! probe, which calls the app's handler as Qt would.

use super::mapped::{self, Module};
use super::{PROBE_STAND_IN, ProbeStandIn, complain, look};
use libc::c_void;
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::Ordering;

pub(super) extern "C" fn before_install_message_handler(caller: *const c_void) -> *const c_void {
    stand_in(c"_Z22qInstallMessageHandlerPFv9QtMsgTypeRK18QMessageLogContextRK7QStringE", caller)
}

/// The older kind, which only Qt 5 still has.
pub(super) extern "C" fn before_install_msg_handler(caller: *const c_void) -> *const c_void {
    stand_in(c"_Z18qInstallMsgHandlerPFv9QtMsgTypePKcE", caller)
}

/// Qt's own function, or what the probe wants called in its place. The probe is told which one is meant, since it is in
/// one Qt only and knows whether it listens.
fn stand_in(symbol: &CStr, caller: *const c_void) -> *const c_void {
    look();
    let Some(real) = mapped::meant_by(caller, Module::Core, symbol) else {
        complain(&[c"no library has ", symbol]);
        return nothing_installed as *const c_void;
    };
    let ask = PROBE_STAND_IN.load(Ordering::Acquire);
    if ask.is_null() {
        return real;
    }
    // SAFETY: the address of the probe's `qtmcp_probe_stand_in`, which has this type and is never unloaded.
    unsafe { std::mem::transmute::<*mut c_void, ProbeStandIn>(ask)(real) }
}

/// Takes the place of a function that is nowhere to be found.
extern "C" fn nothing_installed(_handler: *const c_void) -> *const c_void {
    ptr::null()
}
