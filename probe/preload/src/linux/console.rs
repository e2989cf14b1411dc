//! Before the app installs a handler for its messages: the probe's own stays in Qt, and what the app asks for goes to the
//! probe, which calls the app's handler as Qt would.

use super::mapped::{Library, Module};
use super::standin::Original;
use libc::c_void;
use std::ptr;

static NEWER: Original =
    Original::new(Module::Core, c"_Z22qInstallMessageHandlerPFv9QtMsgTypeRK18QMessageLogContextRK7QStringE");
/// The older kind, which only Qt 5 still has.
static OLDER: Original = Original::new(Module::Core, c"_Z18qInstallMsgHandlerPFv9QtMsgTypePKcE");

/// Takes note of where they are, for forks: a child may well install a handler.
pub(super) fn remember(core: &Library) {
    [&NEWER, &OLDER].into_iter().for_each(|installer| installer.remember(core));
}

pub(super) extern "C" fn before_install_message_handler(caller: *const c_void) -> *const c_void {
    NEWER.or_stand_in(caller, nothing_installed as *const c_void)
}

pub(super) extern "C" fn before_install_msg_handler(caller: *const c_void) -> *const c_void {
    OLDER.or_stand_in(caller, nothing_installed as *const c_void)
}

/// Takes the place of a function that is nowhere to be found.
extern "C" fn nothing_installed(_handler: *const c_void) -> *const c_void {
    ptr::null()
}
