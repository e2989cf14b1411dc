//! The dynamic linker's own functions, reached past our own `dlopen`, and where this library lies on disk.

use libc::{Dl_info, PATH_MAX, RTLD_LAZY, RTLD_NEXT, RTLD_NOLOAD, c_char, c_int, c_void};
use std::cell::UnsafeCell;
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

type Dlopen = unsafe extern "C" fn(*const c_char, c_int) -> *mut c_void;

const PROBE_FILE: &CStr = c"/libqtmcp-probe.so";

/// The `dlopen` that the process would have without us.
pub(super) fn real_dlopen() -> *const c_void {
    static REAL: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
    let known = REAL.load(Ordering::Acquire);
    if !known.is_null() {
        return known;
    }
    // SAFETY: a lookup by name; RTLD_NEXT is right here because libc is always in the global scope.
    let found = unsafe { libc::dlsym(RTLD_NEXT, c"dlopen".as_ptr()) };
    if found.is_null() {
        return no_dlopen as *const c_void;
    }
    REAL.store(found, Ordering::Release);
    found
}

unsafe extern "C" fn no_dlopen(_file: *const c_char, _flags: c_int) -> *mut c_void {
    ptr::null_mut()
}

/// Opens a library with the real `dlopen`.
pub(super) fn open(path: &CStr, flags: c_int) -> *mut c_void {
    // SAFETY: `real_dlopen` answers with a function of this type, and `path` is a C string.
    unsafe { std::mem::transmute::<*const c_void, Dlopen>(real_dlopen())(path.as_ptr(), flags) }
}

/// The address of a symbol in the library of `handle` or those it needs.
pub(super) fn symbol(handle: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the handle is open, or one of the linker's special values.
    let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// The address that code at `caller` would have without us, for a Qt under another file name: the caller's own
/// library first, then what comes after us in the global scope.
pub(super) fn symbol_for(caller: *const c_void, name: &CStr) -> Option<*const c_void> {
    let own = |handle| symbol(handle, name).filter(|address| !is_ours(*address));
    let handle = match file_of(caller) {
        Some(file) => open(file, RTLD_LAZY | RTLD_NOLOAD),
        None => ptr::null_mut(),
    };
    let in_caller = if handle.is_null() { None } else { own(handle) };
    in_caller.or_else(|| own(RTLD_NEXT)).map(<*mut c_void>::cast_const)
}

/// What the linker says about its last failure.
pub(super) fn last_error() -> &'static CStr {
    // SAFETY: dlerror has no preconditions.
    let message = unsafe { libc::dlerror() };
    if message.is_null() {
        return c"the dynamic linker does not say why";
    }
    // SAFETY: a C string of this thread, valid until its next call of the linker; it is printed before that.
    unsafe { CStr::from_ptr(message) }
}

/// Our directory and the probe's path in it; `None` where the linker could not tell.
pub(super) fn probe_paths() -> Option<(&'static CStr, &'static CStr)> {
    // SAFETY: written by the constructor only, before any other code of this library can run.
    let (dir, probe) = unsafe { (&*OWN_DIR.0.get(), &*PROBE_PATH.0.get()) };
    let (dir, probe) = (CStr::from_bytes_until_nul(dir).ok()?, CStr::from_bytes_until_nul(probe).ok()?);
    (!dir.is_empty()).then_some((dir, probe))
}

/// Called by the constructor: a path in `LD_PRELOAD` may be relative, and the app may change its directory later.
pub(super) fn remember_own_dir() {
    let Some(file) = file_of(remember_own_dir as *const c_void) else { return };
    let mut absolute = [0u8; PATH_MAX as usize];
    // SAFETY: realpath writes at most PATH_MAX bytes, its terminator among them.
    if unsafe { libc::realpath(file.as_ptr(), absolute.as_mut_ptr().cast()) }.is_null() {
        return;
    }
    let Some(end) = absolute.iter().rposition(|byte| *byte == b'/') else { return };
    // A library in the root directory has the directory "/".
    let Some(dir) = absolute.get(..end.max(1)) else { return };
    // SAFETY: the constructor is the only writer, and nothing reads before it is done.
    let (own_dir, probe_path) = unsafe { (&mut *OWN_DIR.0.get(), &mut *PROBE_PATH.0.get()) };
    if let (Some(room), Some(base)) = (own_dir.get_mut(..dir.len()), absolute.get(..end)) {
        room.copy_from_slice(dir);
        let tail = PROBE_FILE.to_bytes_with_nul();
        for (slot, byte) in probe_path.iter_mut().zip(base.iter().chain(tail)) {
            *slot = *byte;
        }
    }
}

struct Path(UnsafeCell<[u8; PATH_MAX as usize + 32]>);

// SAFETY: written by the constructor alone, before anything reads.
unsafe impl Sync for Path {}

static OWN_DIR: Path = Path(UnsafeCell::new([0; PATH_MAX as usize + 32]));
static PROBE_PATH: Path = Path(UnsafeCell::new([0; PATH_MAX as usize + 32]));

fn is_ours(address: *mut c_void) -> bool {
    base_of(address) == base_of(is_ours as *const c_void)
}

fn base_of(address: *const c_void) -> *mut c_void {
    info_of(address).map_or(ptr::null_mut(), |info| info.dli_fbase)
}

fn file_of(address: *const c_void) -> Option<&'static CStr> {
    let name = info_of(address)?.dli_fname;
    // SAFETY: the linker's name of a mapped library; libraries whose code is on the stack stay mapped.
    (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) })
}

fn info_of(address: *const c_void) -> Option<Dl_info> {
    let mut info = Dl_info {
        dli_fname: ptr::null(),
        dli_fbase: ptr::null_mut(),
        dli_sname: ptr::null(),
        dli_saddr: ptr::null_mut(),
    };
    // SAFETY: dladdr takes any address and fills the record.
    (unsafe { libc::dladdr(address, &raw mut info) } != 0).then_some(info)
}
