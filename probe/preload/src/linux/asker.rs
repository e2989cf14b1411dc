//! Which library an address of code lies in, and whether that is one of Qt Quick's: its own, or a QML plugin linked with
//! them. Read from the linker's list alone, without a system call: a sandboxed process may ask.

use libc::{c_int, c_void, dl_phdr_info, size_t};
use std::ffi::CStr;
use std::slice;

const DYNAMIC: u32 = libc::PT_DYNAMIC;
const LOADED: u32 = libc::PT_LOAD;

/// The code from `start` to before `end`, all of one library.
#[derive(Clone, Copy)]
pub(super) struct Asker {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_quick: bool,
}

/// The library with this address. Code that no library holds, such as what a JIT makes, stands alone.
pub(super) fn at(address: usize) -> Asker {
    let mut search = Asker { start: address, end: address, is_quick: false };
    // SAFETY: the callback has the type asked for, and `search` outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(compare), (&raw mut search).cast()) };
    search
}

unsafe extern "C" fn compare(info: *mut dl_phdr_info, _size: size_t, data: *mut c_void) -> c_int {
    // SAFETY: the linker passes a valid record, and `at` its search, which nothing else refers to during the call.
    let (library, search) = unsafe { (&*info, &mut *data.cast::<Asker>()) };
    let Some((start, end)) = segment_with(library, search.start) else { return 0 };
    *search = Asker { start, end, is_quick: is_quick(library) };
    1
}

fn segments(library: &dl_phdr_info) -> &[libc::Elf64_Phdr] {
    if library.dlpi_phdr.is_null() {
        return &[];
    }
    // SAFETY: the linker's record of the program headers, which stay while its list is locked.
    unsafe { slice::from_raw_parts(library.dlpi_phdr, library.dlpi_phnum.into()) }
}

fn segment_with(library: &dl_phdr_info, address: usize) -> Option<(usize, usize)> {
    let loaded = segments(library).iter().filter(|segment| segment.p_type == LOADED);
    let mut ranges = loaded.map(|segment| {
        let start = (library.dlpi_addr as usize).wrapping_add(segment.p_vaddr as usize);
        (start, start.wrapping_add(segment.p_memsz as usize))
    });
    ranges.find(|(start, end)| (*start..*end).contains(&address))
}

fn is_quick(library: &dl_phdr_info) -> bool {
    if library.dlpi_name.is_null() {
        return false;
    }
    // SAFETY: the name of a mapped library is a C string, and cannot go while the linker's list is locked.
    let path = unsafe { CStr::from_ptr(library.dlpi_name) }.to_bytes();
    is_of_quick(path) || (is_among_plugins(path) && needs_quick(library))
}

/// Qt Quick, its templates, controls, layouts and whatever else belongs to it.
fn is_of_quick(path: &[u8]) -> bool {
    let file = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    file.starts_with(b"libQt5Quick") || file.starts_with(b"libQt6Quick")
}

/// Qt looks for QML plugins in directories of this name. An app's own library elsewhere is the app, though it may have
/// QML types.
fn is_among_plugins(path: &[u8]) -> bool {
    let mut parts = path.rsplit(|byte| *byte == b'/');
    parts.next();
    parts.any(|part| part == b"qml")
}

/// An entry of a library's dynamic section.
#[repr(C)]
struct Entry {
    tag: i64,
    value: u64,
}

const END: i64 = 0;
const NEEDED: i64 = 1;
const STRINGS: i64 = 5;
const STRINGS_LENGTH: i64 = 10;

fn needs_quick(library: &dl_phdr_info) -> bool {
    let Some(dynamic) = segments(library).iter().find(|segment| segment.p_type == DYNAMIC) else { return false };
    let base = library.dlpi_addr as usize;
    let first = base.wrapping_add(dynamic.p_vaddr as usize) as *const Entry;
    // SAFETY: the dynamic section is mapped, aligned for its entries, and this long.
    let entries = unsafe { slice::from_raw_parts(first, dynamic.p_memsz as usize / size_of::<Entry>()) };
    let entries = entries.iter().take_while(|entry| entry.tag != END);
    let value = |tag| entries.clone().find(|entry| entry.tag == tag).map(|entry| entry.value as usize);
    let (Some(strings), Some(length)) = (value(STRINGS), value(STRINGS_LENGTH)) else { return false };
    // Some linkers put the address there, others leave it relative to the library.
    let strings = if strings < base { base.wrapping_add(strings) } else { strings };
    // SAFETY: the string table is mapped for as long as the library, and this long.
    let strings = unsafe { slice::from_raw_parts(strings as *const u8, length) };
    entries.clone().filter(|entry| entry.tag == NEEDED).any(|entry| {
        let name = strings.get(entry.value as usize..).and_then(|rest| CStr::from_bytes_until_nul(rest).ok());
        name.is_some_and(|name| is_of_quick(name.to_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qt_quick_is_known_by_its_file_names() {
        for path in [
            &b"/usr/lib/libQt5Quick.so.5"[..],
            b"/opt/qt/lib/libQt6QuickTemplates2.so.6.4.2",
            b"libQt6QuickControls2Impl.so.6",
        ] {
            assert!(is_of_quick(path), "{}", path.escape_ascii());
        }
        for path in [
            &b""[..],
            b"/usr/lib/libQt6Widgets.so.6",
            b"/usr/lib/libQt6WebEngineQuick.so.6",
            b"/libQt6Quick/libapp.so",
            b"/usr/lib/libQt6Qml.so.6",
        ] {
            assert!(!is_of_quick(path), "{}", path.escape_ascii());
        }
    }

    #[test]
    fn qml_plugins_lie_in_a_directory_of_that_name() {
        assert!(is_among_plugins(b"/usr/lib/qt6/qml/QtQuick/Controls/libqtquickcontrols2plugin.so"));
        assert!(!is_among_plugins(b"/opt/qmlapp/libapp.so"));
        assert!(!is_among_plugins(b"/opt/app/qml"));
    }

    #[test]
    fn code_is_found_in_the_library_that_holds_it() {
        let here = code_is_found_in_the_library_that_holds_it as *const () as usize;
        let this_test = at(here);
        assert!((this_test.start..this_test.end).contains(&here));
        assert!(!this_test.is_quick);
        let libc = at(libc::getpid as *const () as usize);
        assert!(!(libc.start..libc.end).contains(&here));
    }

    #[test]
    fn what_no_library_holds_stands_alone() {
        let made = Box::new(0u8);
        let address = &raw const *made as usize;
        assert_eq!((at(address).start, at(address).end), (address, address));
    }
}
