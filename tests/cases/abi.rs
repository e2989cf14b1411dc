//! One payload serves every Qt of a major version: whatever our libraries want from Qt, each Qt we can lay hands on
//! exports, and our libraries themselves export no more than their entry points.

pub(crate) mod elf;

use elf::{Library, Symbol, qt_module};
use qtmcp_tests::{Libraries, Qt, environment, on_both, qt_dir};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The parts of one Qt version, and the modules of Qt that each may need: those that are there whenever it is loaded.
const PARTS: [(&str, &[&str]); 4] = [
    ("", &["Core"]),
    ("-gui", &["Core", "Gui"]),
    ("-widgets", &["Core", "Gui", "Widgets"]),
    ("-quick", &["Core", "Gui", "Qml", "Quick"]),
];

fn ours(name: &str) -> Library {
    let libraries = Libraries::find().unwrap();
    Library::read(&libraries.dir().join(name))
}

fn part(qt: Qt, suffix: &str) -> Library {
    ours(&format!("libqtmcp-qt{}{suffix}.so", qt.major()))
}

/// Where the libraries of the Qt that a Python environment brings are.
fn in_python(environment_name: &str) -> PathBuf {
    let lib = environment(environment_name).join("lib");
    let mut pythons = lib.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let found = pythons.find_map(|python| Some(python.join("site-packages/PySide6/Qt/lib")).filter(|dir| dir.is_dir()));
    found.unwrap_or_else(|| panic!("no Qt in {}", lib.display()))
}

/// Every symbol of those libraries of Qt and of those they need in turn, as the dynamic linker searches them.
fn exports(dir: &Path, libraries: &[String]) -> BTreeSet<Symbol> {
    let mut exports = BTreeSet::new();
    let (mut open, mut seen) = (libraries.to_vec(), BTreeSet::new());
    while let Some(name) = open.pop() {
        if qt_module(&name).is_some() && seen.insert(name.clone()) {
            let library = Library::read(&dir.join(&name));
            exports.extend(library.exported);
            open.extend(library.needed);
        }
    }
    exports
}

/// Whether the dynamic linker would find it. Debian's QtQuick has no versions, so what is linked with it asks for none,
/// and is content with the symbol of any.
fn is_met(wanted: &Symbol, exports: &BTreeSet<Symbol>) -> bool {
    match wanted.version {
        Some(_) => exports.contains(wanted),
        None => exports.range(wanted..).next().is_some_and(|found| found.name == wanted.name),
    }
}

/// Holds every part of one major version against one Qt.
fn check(qt: Qt, dir: &Path) {
    for (suffix, _) in PARTS {
        let part = part(qt, suffix);
        let exports = exports(dir, &part.needed);
        let from_qt: Vec<_> = part
            .wanted
            .iter()
            // What has a version of another library is that library's; what has none could be anybody's.
            .filter(|wanted| wanted.library.as_deref().is_none_or(|library| qt_module(library).is_some()))
            .collect();
        assert!(from_qt.len() > 20, "{suffix}: {} symbols from Qt are too few to be true", from_qt.len());
        let missing: Vec<_> = from_qt.iter().filter(|wanted| !is_met(&wanted.symbol, &exports)).collect();
        assert!(missing.is_empty(), "{} lacks for the part `{suffix}`: {missing:#?}", dir.display());
    }
}

on_both! {
    async fn debians_qt_has_all_that_the_parts_want(qt: Qt) {
        check(qt, &qt_dir(qt, "QT_INSTALL_LIBS"));
    }

    async fn the_parts_want_nothing_that_belongs_to_one_minor_version(qt: Qt) {
        let public = format!("Qt_{}", qt.major());
        for (suffix, _) in PARTS {
            for wanted in part(qt, suffix).wanted {
                if let Some(version) = wanted.symbol.version.filter(|version| version.starts_with("Qt_")) {
                    assert_eq!(version, public, "{} in the part `{suffix}`", wanted.symbol.name);
                }
            }
        }
    }

    async fn a_part_needs_only_modules_that_are_there_when_it_is_loaded(qt: Qt) {
        for (suffix, allowed) in PARTS {
            let part = part(qt, suffix);
            let needed = part.qt_modules();
            assert!(needed.contains(allowed[allowed.len() - 1]), "the part `{suffix}` needs only {needed:?}");
            let too_many: Vec<_> = needed.iter().filter(|module| !allowed.contains(module)).collect();
            assert!(too_many.is_empty(), "the part `{suffix}` also needs {too_many:?}");
        }
    }

    async fn a_part_exports_its_entry_point_alone(qt: Qt) {
        for (suffix, _) in PARTS {
            assert_exports(&part(qt, suffix), &["qtmcp_part"]);
        }
    }
}

#[test]
fn pyside_6_5_has_all_that_the_qt6_parts_want() {
    check(Qt::Six, &in_python("pyside6-6.5"));
}

#[test]
fn pyside_6_8_has_all_that_the_qt6_parts_want() {
    check(Qt::Six, &in_python("pyside6-6.8"));
}

#[test]
fn the_newest_pyside_has_all_that_the_qt6_parts_want() {
    check(Qt::Six, &in_python("pyside6-newest"));
}

#[test]
fn the_preload_and_the_engine_need_no_qt() {
    for name in ["libqtmcp.so", "libqtmcp-probe.so"] {
        let library = ours(name);
        assert_eq!(library.qt_modules(), BTreeSet::new(), "{name}");
        // Nor C++, whose runtime a program may not have.
        let allowed = ["libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"];
        let other: Vec<_> = library.needed.iter().filter(|needed| !allowed.contains(&needed.as_str())).collect();
        assert!(other.is_empty(), "{name} needs {other:?}");
        let mangled = library.wanted.iter().find(|wanted| wanted.symbol.name.starts_with("_ZN"));
        assert_eq!(mangled, None, "{name}");
    }
}

#[test]
fn the_preload_and_the_engine_export_what_they_must() {
    assert_exports(
        &ours("libqtmcp.so"),
        &[
            // In the way of the program: the loader, and the three ways to start an event loop.
            "dlopen",
            "_ZN12QApplication4execEv",
            "_ZN15QGuiApplication4execEv",
            "_ZN16QCoreApplication4execEv",
            // What installs a message handler, Qt 5's older kind among them, and what asks for screen readers.
            "_Z22qInstallMessageHandlerPFv9QtMsgTypeRK18QMessageLogContextRK7QStringE",
            "_Z18qInstallMsgHandlerPFv9QtMsgTypePKcE",
            "_ZN11QAccessible8isActiveEv",
            // What drags things, and what it asks of the platform.
            "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEE",
            "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEES2_",
            "_ZNK13QPlatformDrag14ownsDragObjectEv",
            "_ZN13QPlatformDrag10cancelDragEv",
            // For programs that link it.
            "qtmcp_start",
            "qtmcp_stop",
        ],
    );
    let entries = ["qtmcp_probe_start", "qtmcp_probe_stop", "qtmcp_probe_stand_in"];
    assert_exports(&ours("libqtmcp-probe.so"), &entries);
}

fn assert_exports(library: &Library, expected: &[&str]) {
    let exported: BTreeSet<_> = library.exported.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(exported, expected.iter().copied().collect());
}
