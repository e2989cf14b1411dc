//! The functions of Qt that libqtmcp.so stands before without starting anything: message handlers go to the probe, and
//! accessibility counts as read for as long as the probe runs.

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
    bed.compile("active.cpp", qt, "active", &["-Wl,--no-as-needed", &format!("-lQt{}Gui", qt.major())])
}

fn answers(command: &mut Command) -> String {
    let (code, stdout, stderr) = run(command);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    stdout.replace('\n', " ").trim_end().to_owned()
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
fn accessibility_counts_as_read_while_the_probe_runs() {
    let bed = Bed::new("active");
    for qt in Qt::EACH {
        let program = active(&bed, qt);
        assert_eq!(answers(&mut bed.plain(&program)), "no no no");
        // A fork has no probe.
        assert_eq!(answers(&mut bed.preloaded(&program)), "yes yes no");
        assert_eq!(answers(bed.preloaded(&program).env("QTMCP_ENABLED", "0")), "no no no");
        assert_eq!(answers(bed.preloaded(&program).env("PROBE_FAILS", "1")), "no no no");
    }
}
