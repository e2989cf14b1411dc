//! Which Qt libraries are mapped into the process. Read from the linker's own list: asking `dlopen` with
//! `RTLD_NOLOAD` for a library that is not there would search the disk and leave a stale `dlerror` behind.

use super::loader;
use libc::{PATH_MAX, RTLD_LAZY, RTLD_NOLOAD, c_int, c_ulonglong, c_void, dl_phdr_info, size_t};
use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The libraries that hold the functions we stand before.
#[derive(Clone, Copy)]
pub(super) enum Module {
    Core,
    Gui,
    Widgets,
}

impl Module {
    fn file_names(self) -> [(u32, &'static [u8]); 2] {
        match self {
            Module::Core => [(5, b"libQt5Core.so.5"), (6, b"libQt6Core.so.6")],
            Module::Gui => [(5, b"libQt5Gui.so.5"), (6, b"libQt6Gui.so.6")],
            Module::Widgets => [(5, b"libQt5Widgets.so.5"), (6, b"libQt6Widgets.so.6")],
        }
    }
}

/// A mapped Qt library, held for as long as this lives.
pub(super) struct Library {
    pub(super) major: u32,
    handle: *mut c_void,
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: the handle came from `dlopen` and is closed once.
        unsafe { libc::dlclose(self.handle) };
    }
}

impl Library {
    /// The address of a symbol in it.
    pub(super) fn symbol(&self, name: &CStr) -> Option<*const c_void> {
        Some(loader::symbol(self.handle, name)?.cast_const())
    }

    fn has_application(&self) -> bool {
        let Some(instance) = self.symbol(c"_ZN16QCoreApplication4selfE") else { return false };
        // SAFETY: `QCoreApplication::self` is one pointer, atomic or plain, in every Qt 5 and 6.
        !unsafe { instance.cast::<*const c_void>().read_volatile() }.is_null()
    }
}

/// The QtCore of this process. Where both majors are mapped: the one with an application, else the first in link order.
pub(super) fn qt() -> Option<Library> {
    match find(Module::Core) {
        [Some(first), Some(second)] if second.has_application() && !first.has_application() => Some(second),
        [first, second] => first.or(second),
    }
}

/// The address of `symbol` in the mapped library of `module`. Both majors mangle the names alike, so it is looked up
/// in that library and not in the global scope, where a Qt loaded with `RTLD_LOCAL` would not be found either.
pub(super) fn real(module: Module, symbol: &CStr) -> Option<*const c_void> {
    let major = qt()?.major;
    let library = find(module).into_iter().flatten().find(|library| library.major == major)?;
    library.symbol(symbol)
}

/// The address of `symbol` that code at `caller` means: in the mapped library of `module`, and where both majors are
/// mapped, in the one that the caller's own library is linked with.
pub(super) fn meant_by(caller: *const c_void, module: Module, symbol: &CStr) -> Option<*const c_void> {
    let found = match find(module) {
        [Some(only), None] => only.symbol(symbol),
        _ => None,
    };
    found.or_else(|| loader::symbol_for(caller, symbol))
}

/// Whether both majors have ever been seen together.
pub(super) fn seen_both() -> bool {
    SEEN_BOTH.load(Ordering::Acquire)
}

static SEEN_BOTH: AtomicBool = AtomicBool::new(false);

/// A number that changes with every library that comes or goes, and is never 0.
pub(super) fn generation() -> u64 {
    let mut generation: u64 = 0;
    // SAFETY: the callback has the type asked for, and `generation` outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(read_generation), (&raw mut generation).cast()) };
    generation
}

unsafe extern "C" fn read_generation(info: *mut dl_phdr_info, _size: size_t, data: *mut c_void) -> c_int {
    // SAFETY: the linker passes a valid record, and `generation` a number of this type.
    unsafe { *data.cast::<u64>() = (*info).dlpi_adds + ((*info).dlpi_subs << 32) };
    1
}

/// True when libraries were added since the last time this was asked.
pub(super) fn changed() -> bool {
    static SEEN: AtomicU64 = AtomicU64::new(0);
    let mut additions: c_ulonglong = 0;
    // SAFETY: the callback has the type asked for, and `additions` outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(read_additions), (&raw mut additions).cast()) };
    SEEN.swap(additions, Ordering::AcqRel) != additions
}

unsafe extern "C" fn read_additions(info: *mut dl_phdr_info, _size: size_t, data: *mut c_void) -> c_int {
    // SAFETY: the linker passes a valid record, and `changed` a counter of this type.
    unsafe { *data.cast::<c_ulonglong>() = (*info).dlpi_adds };
    1
}

fn find(module: Module) -> [Option<Library>; 2] {
    let mut search = Search { module, paths: [const { MappedPath { major: 0, path: [0; PATH_MAX as usize] } }; 2] };
    // SAFETY: the callback has the type asked for, and `search` outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut search).cast()) };
    if search.paths.iter().all(|found| found.major != 0) {
        SEEN_BOTH.store(true, Ordering::Release);
    }
    search.paths.map(|found| found.open())
}

struct Search {
    module: Module,
    paths: [MappedPath; 2],
}

/// Copied out of the linker's list, since a library must not be opened while the list is locked. Major 0: unused.
struct MappedPath {
    major: u32,
    path: [u8; PATH_MAX as usize],
}

impl MappedPath {
    fn open(&self) -> Option<Library> {
        let path = CStr::from_bytes_until_nul(&self.path).ok().filter(|_| self.major != 0)?;
        let handle = loader::open(path, RTLD_LAZY | RTLD_NOLOAD);
        (!handle.is_null()).then_some(Library { major: self.major, handle })
    }
}

unsafe extern "C" fn collect(info: *mut dl_phdr_info, _size: size_t, data: *mut c_void) -> c_int {
    // SAFETY: `find` passes its search, which nothing else refers to during the call.
    let search = unsafe { &mut *data.cast::<Search>() };
    // SAFETY: the linker passes a valid record.
    let name = unsafe { (*info).dlpi_name };
    if name.is_null() {
        return 0;
    }
    // SAFETY: the name of a mapped library is a C string, and cannot go while the linker's list is locked.
    let path = unsafe { CStr::from_ptr(name) }.to_bytes_with_nul();
    let Some(major) = major_of(path.strip_suffix(b"\0").unwrap_or(path), search.module) else { return 0 };
    let Some(free) = search.paths.iter_mut().find(|slot| slot.major == 0 || slot.major == major) else { return 0 };
    if free.major == 0
        && let Some(room) = free.path.get_mut(..path.len())
    {
        room.copy_from_slice(path);
        free.major = major;
    }
    0
}

fn major_of(path: &[u8], module: Module) -> Option<u32> {
    let file = path.rsplit(|byte| *byte == b'/').next()?;
    let matches = |name: &[u8]| file.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"."));
    module.file_names().into_iter().find(|(_, name)| matches(name)).map(|(major, _)| major)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qt_library_is_known_by_its_file_name() {
        assert_eq!(major_of(b"/usr/lib/libQt5Core.so.5", Module::Core), Some(5));
        assert_eq!(major_of(b"/opt/lib/libQt6Core.so.6.12.0", Module::Core), Some(6));
        assert_eq!(major_of(b"libQt6Widgets.so.6", Module::Widgets), Some(6));
    }

    #[test]
    fn other_libraries_are_not_qt() {
        for path in
            [&b""[..], b"/usr/lib/libc.so.6", b"/libQt5Core.so.5/x.so", b"libQt5Core.so.50", b"libQt6CoreX.so.6"]
        {
            assert_eq!(major_of(path, Module::Core), None);
        }
        assert_eq!(major_of(b"/usr/lib/libQt5Gui.so.5", Module::Core), None);
    }

    #[test]
    fn this_test_has_no_qt() {
        assert!(qt().is_none());
    }

    #[test]
    fn the_generation_stays_while_no_library_comes_or_goes() {
        assert_ne!(generation(), 0);
        assert_eq!(generation(), generation());
    }

    #[test]
    fn a_second_look_sees_no_change() {
        changed();
        assert!(!changed());
    }
}
