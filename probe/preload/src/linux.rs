//! When to look for Qt, and what to do once it is there. Three moments are needed: our constructor sees a program that
//! links Qt, `dlopen` sees one that loads it later, and `exec` sees the rest.

mod accessibility;
mod asker;
mod console;
mod drag;
mod loader;
mod log;
mod mapped;
mod owner;
mod settings;
mod standin;
mod trampoline;

use libc::{c_char, c_int, c_void};
use log::complain;
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering};

/// Only linked, or switched off: nothing happens on its own.
const DORMANT: u32 = 0;
/// Preloaded, and Qt has not been seen yet.
const WATCHING: u32 = 1;
/// A thread is loading the probe; what the probe loads itself comes through our `dlopen` in this state.
const STARTING: u32 = 2;
const RUNNING: u32 = 3;
const FAILED: u32 = 4;
const STOPPED: u32 = 5;
/// The child of a fork of a probed process: the probe's threads are not in it.
const FORKED: u32 = 6;

static STATE: AtomicU32 = AtomicU32::new(DORMANT);
static PROBE_STOP: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
static PROBE_STAND_IN: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

type ProbeStart = unsafe extern "C" fn(u32, *const c_char) -> i32;
type ProbeStop = unsafe extern "C" fn();
type ProbeStandIn = unsafe extern "C" fn(*const c_void) -> *const c_void;

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn() = constructor;

extern "C" fn constructor() {
    loader::remember_own_dir();
    // An app that links us decides for itself when to start.
    if settings::preloaded() && settings::enabled() {
        owner::follow();
        STATE.store(WATCHING, Ordering::Release);
        look();
    }
}

/// Starts the probe if Qt has come since the last look.
fn look() {
    if STATE.load(Ordering::Acquire) == WATCHING && mapped::changed() && mapped::qt().is_some() {
        start(WATCHING);
    }
}

/// Starts the probe, for an app that links this library; include/qtmcp.h has the contract.
#[unsafe(no_mangle)]
extern "C" fn qtmcp_start() -> c_int {
    if !settings::enabled() {
        return libc::EPERM;
    }
    match STATE.load(Ordering::Acquire) {
        RUNNING => 0,
        STARTING => libc::EALREADY,
        STOPPED => libc::ECANCELED,
        FORKED => libc::ECHILD,
        idle => start(idle),
    }
}

/// Stops the probe for good; include/qtmcp.h has the contract.
#[unsafe(no_mangle)]
extern "C" fn qtmcp_stop() {
    if STATE.compare_exchange(RUNNING, STOPPED, Ordering::AcqRel, Ordering::Acquire).is_err() {
        return;
    }
    let stop = PROBE_STOP.load(Ordering::Acquire);
    if !stop.is_null() {
        // SAFETY: the address of the probe's `qtmcp_probe_stop`, which has this type and is never unloaded.
        unsafe { std::mem::transmute::<*mut c_void, ProbeStop>(stop)() };
    }
}

/// Claims the one start from the state `idle`; answers with 0 or an errno.
fn start(idle: u32) -> c_int {
    let Some(qt) = mapped::qt() else { return libc::ENODEV };
    if STATE.compare_exchange(idle, STARTING, Ordering::AcqRel, Ordering::Acquire).is_err() {
        return libc::EALREADY;
    }
    // Registered before the probe's own handlers, so that ours is the first to run in the child.
    static FORK_WATCHED: AtomicBool = AtomicBool::new(false);
    if !FORK_WATCHED.swap(true, Ordering::AcqRel) {
        // SAFETY: the handler only stores to an atomic, which is allowed in the child of a fork.
        unsafe { libc::pthread_atfork(None, None, Some(in_forked_child)) };
    }
    console::remember(&qt);
    let errno = load_probe(qt.major);
    STATE.store(if errno == 0 { RUNNING } else { FAILED }, Ordering::Release);
    errno
}

extern "C" fn in_forked_child() {
    STATE.store(FORKED, Ordering::Release);
}

fn load_probe(major: u32) -> c_int {
    let Some((dir, path)) = loader::probe_paths() else {
        complain(&[c"cannot tell which directory libqtmcp.so is in"]);
        return libc::ENOENT;
    };
    let handle = loader::open(path, libc::RTLD_NOW | libc::RTLD_LOCAL);
    if handle.is_null() {
        complain(&[c"the probe cannot be loaded: ", loader::last_error()]);
        return libc::ENOENT;
    }
    let Some(start) = loader::symbol(handle, c"qtmcp_probe_start") else {
        complain(&[path, c" is not a QtMCP probe"]);
        return libc::ENOENT;
    };
    let remember = |slot: &AtomicPtr<c_void>, name| {
        slot.store(loader::symbol(handle, name).unwrap_or(ptr::null_mut()), Ordering::Release);
    };
    remember(&PROBE_STOP, c"qtmcp_probe_stop");
    remember(&PROBE_STAND_IN, c"qtmcp_probe_stand_in");
    // SAFETY: `start` is the probe's entry point, which has this type; `dir` lives as long as the process.
    match unsafe { std::mem::transmute::<*mut c_void, ProbeStart>(start)(major, dir.as_ptr()) } {
        0 => 0,
        // The probe says on stderr what is wrong.
        _ => libc::EIO,
    }
}

/// Runs before each `dlopen`: finds what earlier ones brought in, then hands over to the real one.
extern "C" fn before_dlopen(_caller: *const c_void) -> *const c_void {
    look();
    loader::real_dlopen()
}

extern "C" fn before_core_exec(caller: *const c_void) -> *const c_void {
    before_exec(mapped::Module::Core, c"_ZN16QCoreApplication4execEv", caller)
}

extern "C" fn before_gui_exec(caller: *const c_void) -> *const c_void {
    before_exec(mapped::Module::Gui, c"_ZN15QGuiApplication4execEv", caller)
}

extern "C" fn before_widgets_exec(caller: *const c_void) -> *const c_void {
    before_exec(mapped::Module::Widgets, c"_ZN12QApplication4execEv", caller)
}

fn before_exec(module: mapped::Module, symbol: &CStr, caller: *const c_void) -> *const c_void {
    look();
    match mapped::real(module, symbol).or_else(|| loader::symbol_for(caller, symbol)) {
        Some(real) => real,
        None => {
            complain(&[c"no library has ", symbol]);
            no_exec as *const c_void
        }
    }
}

/// Stands in for an `exec` that is nowhere to be found; Qt's own answers -1 when it cannot run.
extern "C" fn no_exec() -> c_int {
    -1
}
