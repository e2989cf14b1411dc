//! The built tree runs on other machines: nothing in it needs a newer C or C++ library than the oldest distributions we
//! run on have, another library than those, or a directory of the machine it was built on.

use crate::abi::elf::{Library, qt_module};
use qtmcp_tests::product;
use std::path::{Path, PathBuf};

/// The newest versions that may be asked for: those of RHEL 9 and, for C++, of Ubuntu 22.04 and Debian 12.
const NEWEST: [(&str, [u32; 3]); 4] =
    [("GLIBC", [2, 34, 0]), ("GLIBCXX", [3, 4, 30]), ("CXXABI", [1, 3, 13]), ("GCC", [12, 0, 0])];

/// Every program and library that is shipped. The desktop part is built for one machine and left out.
fn files() -> Vec<PathBuf> {
    let lib = product("lib/libqtmcp.so");
    let libraries = lib.parent().unwrap().read_dir().unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = libraries.filter(|path| path.extension().is_some_and(|kind| kind == "so")).collect();
    files.retain(|path| !path.ends_with("libqtmcp-desktop.so"));
    files.push(product("bin/qtmcp"));
    assert!(files.len() >= 11, "{files:?}");
    files
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// `None` for a version that is a name and no number, such as `GLIBC_PRIVATE`.
fn parse(version: &str) -> Option<(&str, [u32; 3])> {
    let (library, numbers) = version.rsplit_once('_')?;
    let mut parsed = [0; 3];
    for (place, number) in parsed.iter_mut().zip(numbers.split('.')) {
        *place = number.parse().ok()?;
    }
    Some((library, parsed))
}

#[test]
fn no_file_needs_a_newer_c_or_cpp_library_than_old_distributions_have() {
    for path in files() {
        let library = Library::read(&path);
        assert!(!library.versions.is_empty(), "{}: no versions were read", name(&path));
        for version in &library.versions {
            if version.starts_with("Qt_") {
                continue;
            }
            let (of, number) = parse(version).unwrap_or_else(|| panic!("{} needs {version}", name(&path)));
            let newest = NEWEST.iter().find(|(library, _)| *library == of).map(|(_, newest)| *newest);
            let symbols: Vec<_> = library
                .wanted
                .iter()
                .filter(|wanted| wanted.symbol.version.as_ref() == Some(version))
                .map(|wanted| &wanted.symbol.name)
                .collect();
            assert!(newest.is_some_and(|newest| number <= newest), "{} needs {version} for {symbols:?}", name(&path));
        }
    }
}

#[test]
fn no_file_needs_another_library_than_those_of_c_cpp_and_qt() {
    const C: [&str; 5] = ["libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"];
    for path in files() {
        let name = name(&path);
        let is_part = name.starts_with("libqtmcp-qt");
        for needed in Library::read(&path).needed {
            let of_part = needed == "libstdc++.so.6" || qt_module(&needed).is_some();
            assert!(C.contains(&needed.as_str()) || is_part && of_part, "{name} needs {needed}");
        }
    }
}

#[test]
fn no_file_has_libraries_searched_for_in_directories_of_its_own() {
    for path in files() {
        assert_eq!(Library::read(&path).run_paths, Vec::<String>::new(), "{}", name(&path));
    }
}

#[test]
fn versions_are_compared_as_numbers() {
    assert_eq!(parse("GLIBC_2.4"), Some(("GLIBC", [2, 4, 0])));
    assert!(parse("GLIBC_2.4").unwrap().1 < parse("GLIBC_2.34").unwrap().1);
    assert_eq!(parse("GLIBC_PRIVATE"), None);
    assert_eq!(parse("Qt_6").map(|(of, _)| of), Some("Qt"));
}
