//! The probe inside a Qt application: it knows Qt only through the C++ parts, so one build serves every version.

mod abi;
mod answer;
mod app;
mod caller;
mod calls;
mod changes;
mod connection;
mod console;
mod desktop;
mod engine;
mod face;
mod fork;
mod handshake;
mod hooks;
mod job;
mod keys;
mod lifecycle;
mod log;
mod owner;
mod parts;
mod policy;
mod presence;
mod process;
mod qml_ids;
mod registry;
mod server;
mod settings;
mod settle;
mod signals;
mod sync;
mod tracker;
mod ui;
mod values;
mod veil;

use std::ffi::{CStr, OsStr, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::panic::catch_unwind;
use std::path::PathBuf;

/// Answered when the probe failed in a way it has no number for.
const FAILED: i32 = 3;

/// Starts the probe for this major version of Qt, with the parts in `directory`. Answers 0 when it is in place; calling
/// it again changes nothing.
///
/// # Safety
/// `directory` is a C string, and QtCore of that version is in the process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn qtmcp_probe_start(qt_major: u32, directory: *const c_char) -> i32 {
    if directory.is_null() || fork::in_child() {
        return FAILED;
    }
    // SAFETY: a C string by the caller's promise.
    let directory = unsafe { CStr::from_ptr(directory) };
    let directory = PathBuf::from(OsStr::from_bytes(directory.to_bytes()));
    catch_unwind(|| process::start(qt_major, directory)).unwrap_or(FAILED)
}

/// What an app must call in the place of Qt's function at `real`, so that the probe keeps what it watches; `real` itself
/// where the probe has nothing to say. Any thread, in a fork too.
#[unsafe(no_mangle)]
pub extern "C" fn qtmcp_probe_stand_in(real: *const c_void) -> *const c_void {
    catch_unwind(|| process::engine().map(|engine| process::stand_in(engine, real))).ok().flatten().unwrap_or(real)
}

/// Stops the probe: no client, no listener, no hooks.
#[unsafe(no_mangle)]
pub extern "C" fn qtmcp_probe_stop() {
    if !fork::in_child() {
        let _ = catch_unwind(process::stop);
    }
}
