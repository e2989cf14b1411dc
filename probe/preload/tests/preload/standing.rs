//! The functions of Qt that libqtmcp.so stands before without starting anything: message handlers go to the probe, and
//! for Qt Quick accessibility counts as read for as long as the probe runs.

use crate::bed::{Bed, Qt, run};
use std::path::PathBuf;
use std::process::Command;

const HEARD: &str = "heard one\nmine came back\n";

/// Whether the stand-in for the probe was asked twice, each time about the function of this Qt.
fn asked_in(bed: &Bed, qt: Qt) -> bool {
    let notes = bed.notes();
    let library = format!("libQt{}Core.so", qt.major());
    let asked: Vec<_> = notes.lines().filter(|line| !line.starts_with("start ")).collect();
    asked.len() == 2 && asked.iter().all(|line| line.contains(&library))
}

fn active(bed: &Bed, qt: Qt) -> PathBuf {
    let gui = format!("-lQt{}Gui", qt.major());
    bed.compile("active.cpp", qt, "active", &["-Wl,--no-as-needed", &gui, "-ldl"])
}

/// One of Qt Quick's libraries by its name, a QML plugin linked with it, a library beside that which is not, and one of
/// an app which is.
fn libraries(bed: &Bed, qt: Qt) -> [PathBuf; 4] {
    for dir in ["qml/Things", "app"] {
        std::fs::create_dir_all(bed.path(dir)).unwrap();
    }
    let name = format!("Qt{}QuickThings", qt.major());
    let linked = [
        "-shared",
        "-Wl,--no-as-needed",
        &format!("-L{}", bed.path("").display()),
        &format!("-l{name}"),
        "-Wl,-rpath,$ORIGIN/../..:$ORIGIN/..",
    ];
    let library = |file: &str, flags: &[&str]| bed.compile("asks.cpp", Qt::None, file, flags);
    [
        library(&format!("lib{name}.so"), &["-shared"]),
        library("qml/Things/libthingsplugin.so", &linked),
        library("qml/Things/libother.so", &["-shared"]),
        library("app/libapp.so", &linked),
    ]
}

fn answers(command: &mut Command) -> String {
    let (code, stdout, stderr) = run(command);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    stdout
}

#[test]
fn the_probe_is_asked_before_a_message_handler_is_installed() {
    let bed = Bed::new("handler");
    for qt in Qt::EACH {
        let program = bed.compile("handler.cpp", qt, "handler", &[]);
        let plain = run(&mut bed.plain(&program));
        assert_eq!(plain, (Some(qt.major()), HEARD.into(), "two\n".into()));
        assert_eq!(run(&mut bed.preloaded(&program)), plain);
        assert!(asked_in(&bed, qt));
        // What it answers is what is called.
        let elsewhere = run(bed.preloaded(&program).env("PROBE_INSTALLS_NOTHING", "1"));
        assert_eq!(elsewhere, (Some(qt.major()), "another came back\n".into(), "one\ntwo\n".into()));
        assert!(asked_in(&bed, qt));
    }
}

#[test]
fn in_a_fork_it_is_asked_too() {
    let bed = Bed::new("handler_fork");
    for qt in Qt::EACH {
        let program = bed.compile("handler.cpp", qt, "handler", &[]);
        let plain = run(bed.plain(&program).arg("fork"));
        assert_eq!(run(bed.preloaded(&program).arg("fork")), plain);
        assert!(asked_in(&bed, qt));
    }
}

#[test]
fn switched_off_or_without_a_probe_a_handler_goes_straight_to_qt() {
    let bed = Bed::new("handler_off");
    let program = bed.compile("handler.cpp", Qt::Six, "handler", &[]);
    let plain = run(&mut bed.plain(&program));
    assert_eq!(run(bed.preloaded(&program).env("QTMCP_ENABLED", "0")), plain);
    assert_eq!(bed.notes(), "");
    std::fs::remove_file(bed.path("libqtmcp-probe.so")).unwrap();
    let (code, stdout, stderr) = run(&mut bed.preloaded(&program));
    assert_eq!((code, stdout), (plain.0, plain.1));
    assert!(stderr.starts_with("qtmcp: the probe cannot be loaded: ") && stderr.ends_with("\ntwo\n"), "{stderr}");
}

#[test]
fn with_both_majors_mapped_a_handler_goes_to_its_callers_own() {
    let bed = Bed::new("handler_both");
    let host = bed.compile("host.c", Qt::None, "host", &["-pthread"]);
    let five = bed.compile("handler.cpp", Qt::Five, "five.so", &["-shared"]);
    let six = bed.compile("handler.cpp", Qt::Six, "six.so", &["-shared"]);
    for (order, qt) in [([&five, &six], Qt::Six), ([&six, &five], Qt::Five)] {
        let ran = run(bed.preloaded(&host).args(order));
        assert_eq!(ran, (Some(qt.major()), HEARD.into(), "two\n".into()));
        assert!(asked_in(&bed, qt));
    }
}

#[test]
fn only_qt_quick_is_told_that_accessibility_is_read() {
    let bed = Bed::new("active");
    for qt in Qt::EACH {
        let program = active(&bed, qt);
        let [quick, plugin, unlinked, elsewhere] = libraries(&bed, qt);
        let ask = |command: &mut Command| answers(command.args([&quick, &plugin, &unlinked, &elsewhere]));
        // The program, each library twice, then all of them in a fork, which has no probe.
        let none = "no no, no no, no no, no no, no no, fork: no no no no no";
        assert_eq!(ask(&mut bed.plain(&program)), none);
        assert_eq!(ask(&mut bed.preloaded(&program)), "no no, yes yes, yes yes, no no, no no, fork: no no no no no");
        assert_eq!(ask(bed.preloaded(&program).env("QTMCP_ENABLED", "0")), none);
        assert_eq!(ask(bed.preloaded(&program).env("PROBE_FAILS", "1")), none);
    }
}

#[test]
fn libraries_that_come_where_qt_quick_was_are_not_taken_for_it() {
    let bed = Bed::new("active_unloaded");
    for qt in Qt::EACH {
        let program = active(&bed, qt);
        let [quick, _, unlinked, _] = libraries(&bed, qt);
        let mut command = bed.preloaded(&program);
        command.arg(&quick).arg("close").arg(&unlinked).arg("close").arg(&quick);
        assert_eq!(answers(&mut command), "no no, yes yes, no no, yes yes, fork: no no");
    }
}

#[test]
fn where_qt_itself_says_yes_everybody_hears_it_in_forks_too() {
    let bed = Bed::new("active_read");
    for qt in Qt::EACH {
        let name = format!("libQt{0}Gui.so.{0}", qt.major());
        let soname = format!("-Wl,-soname,{name}");
        let gui = bed.compile("active.cpp", Qt::None, &name, &["-shared", "-DGUI", &soname]);
        let flags = ["-Wl,--no-as-needed", gui.to_str().unwrap(), "-Wl,-rpath,$ORIGIN", "-ldl"];
        let program = bed.compile("active.cpp", qt, "active", &flags);
        let [quick, _, unlinked, _] = libraries(&bed, qt);
        let all = "yes yes, yes yes, yes yes, fork: yes yes yes";
        assert_eq!(answers(bed.plain(&program).args([&quick, &unlinked])), all);
        assert_eq!(answers(bed.preloaded(&program).args([&quick, &unlinked])), all);
    }
}
