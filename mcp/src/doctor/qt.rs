//! Which Qt a program has: as shared libraries, linked into it, to come later, or none.

use super::linker::Loaded;
use super::report::Report;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The oldest Qt that the probe knows.
const OLDEST: (u32, u32) = (5, 15);

/// A version as QtCore carries it in its build string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Build {
    pub(super) version: String,
    pub(super) is_static: bool,
}

/// Looks at the Qt among the libraries of a program; false if there is none. `majors` are those the probe has parts for.
pub(super) fn examine(report: &mut Report, loaded: &Loaded, majors: &[u32]) -> bool {
    let mut cores: Vec<_> =
        loaded.libraries.iter().filter_map(|(name, file)| Some((core(name)?, name, file))).collect();
    cores.sort_by_key(|(core, ..)| *core);
    for (core, name, file) in &cores {
        match core {
            Core::Four => report.problem(
                "qt4",
                format!("it is a Qt 4 program ({})", file.display()),
                "The probe needs Qt 5.15 or newer: port the app.",
            ),
            Core::Renamed => report.problem(
                "renamed_qt",
                format!("its QtCore has a name of its own: {name}"),
                "The probe finds Qt by the names libQt5Core.so.5 and libQt6Core.so.6: build Qt without -qtlibinfix.",
            ),
            Core::Known(major) => known(report, loaded, *major, file, majors),
        }
    }
    let known = cores.iter().filter(|(core, ..)| matches!(core, Core::Known(_))).count();
    if known > 1 {
        report.warning(
            "two_qts",
            "it loads Qt 5 and Qt 6 both",
            "The probe serves the one that has the application object.",
        );
    }
    !cores.is_empty()
}

/// Looks for Qt in a program that needs no Qt library.
pub(super) fn examine_without_libraries(report: &mut Report, program: &Path) {
    let bytes = fs::read(program).unwrap_or_default();
    if let Some(build) = builds(&bytes).into_iter().find(|build| build.is_static) {
        return report.problem(
            "static_qt",
            format!("Qt {} is linked into the program itself, not loaded as shared libraries", build.version),
            "Build the app with a shared Qt: the probe has no way into a static one.",
        );
    }
    if contains(&bytes, PYINSTALLER) {
        return report.good("late_qt", "a PyInstaller bundle: it unpacks its own Qt, which the probe waits for");
    }
    // Split, so that this program is not taken for one that loads Qt.
    let loads_later = [("libQt5", "Core.so"), ("libQt6", "Core.so"), ("libpy", "thon3")]
        .into_iter()
        .any(|(start, end)| contains(&bytes, format!("{start}{end}").as_bytes()));
    if loads_later {
        return report.warning(
            "late_qt",
            "it needs no Qt library when it starts but names one: the probe waits until it is loaded",
            "Add --try to see whether it is.",
        );
    }
    report.problem(
        "no_qt",
        "it has no Qt: no library it needs is one of Qt's, and none is linked into it",
        "If it only starts the app, name the app itself. Otherwise this is no Qt program.",
    );
}

/// What PyInstaller puts before its archive.
const PYINSTALLER: &[u8] = b"MEI\x0c\x0b\x0a\x0b\x0e";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Core {
    Known(u32),
    Renamed,
    Four,
}

fn core(library: &str) -> Option<Core> {
    match library {
        "libQt5Core.so.5" => Some(Core::Known(5)),
        "libQt6Core.so.6" => Some(Core::Known(6)),
        "libQtCore.so.4" => Some(Core::Four),
        other => {
            let rest = other.strip_prefix("libQt5Core").or_else(|| other.strip_prefix("libQt6Core"))?;
            // Not `libQt5Core5Compat.so`, which is a module of its own.
            (rest.starts_with(['.', '_', '-'])).then_some(Core::Renamed)
        }
    }
}

fn known(report: &mut Report, loaded: &Loaded, major: u32, core: &Path, majors: &[u32]) {
    let modules = modules(loaded, major);
    let version = version(core);
    let shown = version.clone().unwrap_or_else(|| major.to_string());
    let place = core.canonicalize().unwrap_or_else(|_| core.to_owned());
    let text =
        format!("Qt {shown} ({}) from {}", modules.iter().copied().collect::<Vec<_>>().join(", "), place.display());
    if version.as_deref().is_some_and(is_too_old) {
        let next = "The probe needs Qt 5.15 or newer: run the app with a newer Qt.";
        return report.problem("old_qt", text, next);
    }
    report.good("qt", text);
    if !majors.contains(&major) {
        report.problem(
            "missing_payload",
            format!("this installation has no parts for Qt {major}: libqtmcp-qt{major}.so is not there"),
            "Install the complete archive, or run `cargo xtask build` where Qt's development files are.",
        );
    }
    if !modules.contains("Gui") {
        report.warning(
            "no_gui",
            "it needs QtCore but not QtGui: it has no windows",
            "Native mode shows its objects and signals; there is nothing to click.",
        );
    }
}

/// The modules of interest that are among the libraries.
fn modules(loaded: &Loaded, major: u32) -> BTreeSet<&'static str> {
    let has = |module: &&str| loaded.libraries.contains_key(&format!("libQt{major}{module}.so.{major}"));
    ["Core", "Gui", "Widgets", "Quick", "Qml", "WebEngineCore"].into_iter().filter(has).collect()
}

/// The version of a QtCore: as it says itself, or as its file is called.
fn version(core: &Path) -> Option<String> {
    let said = fs::read(core).ok().and_then(|bytes| builds(&bytes).into_iter().next());
    said.map(|build| build.version).or_else(|| {
        let file = core.canonicalize().ok()?;
        let (_, version) = file.file_name()?.to_str()?.split_once(".so.")?;
        version.contains('.').then(|| version.to_owned())
    })
}

fn is_too_old(version: &str) -> bool {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap_or(0));
    let found: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    found < OLDEST
}

/// The build strings in a file: `Qt 6.4.2 (x86_64-little_endian-lp64 shared (dynamic) release build; by GCC 12.2.0)`.
fn builds(bytes: &[u8]) -> Vec<Build> {
    let starts = bytes.windows(3).enumerate().filter(|(_, window)| *window == b"Qt ");
    starts.filter_map(|(at, _)| build(&bytes[at + 3..])).collect()
}

fn build(bytes: &[u8]) -> Option<Build> {
    let text = &bytes[..bytes.iter().take(200).position(|byte| *byte == 0)?];
    let (version, rest) = std::str::from_utf8(text).ok()?.split_once(" (")?;
    let is_version =
        version.starts_with(['4', '5', '6']) && version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_build = rest.contains("_endian-") && rest.contains(" build");
    (is_version && is_build).then(|| Build { version: version.to_owned(), is_static: rest.contains(" static ") })
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_string_tells_version_and_linkage() {
        let shared = b"..\0Qt 6.4.2 (x86_64-little_endian-lp64 shared (dynamic) release build; by GCC 12.2.0)\0Qt 7\0";
        assert_eq!(builds(shared), [Build { version: "6.4.2".into(), is_static: false }]);
        let linked_in = b"Qt 5.15.2 (x86_64-little_endian-lp64 static release build; by GCC 9)\0";
        assert_eq!(builds(linked_in), [Build { version: "5.15.2".into(), is_static: true }]);
        assert_eq!(builds(b"Qt 5 is (a toolkit)\0Qt 6.4.2"), []);
    }

    #[test]
    fn qts_libraries_are_known_by_name() {
        assert_eq!(core("libQt6Core.so.6"), Some(Core::Known(6)));
        assert_eq!(core("libQtCore.so.4"), Some(Core::Four));
        assert_eq!(core("libQt6Core_conda.so.6"), Some(Core::Renamed));
        assert_eq!([core("libQt6Core5Compat.so.6"), core("libQt6Gui.so.6"), core("libc.so.6")], [None; 3]);
    }

    #[test]
    fn qt_before_5_15_is_too_old() {
        assert!(["4.8.7", "5.9.5", "5.14.2"].into_iter().all(is_too_old));
        assert!(!["5.15.0", "6.0.0", "6.12.1"].into_iter().any(is_too_old));
    }
}
