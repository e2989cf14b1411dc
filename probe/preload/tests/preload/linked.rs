//! libqtmcp.so linked by an application: nothing happens until it asks, and the answers are those of qtmcp.h.

use crate::bed::{Bed, Qt, run};
use std::path::PathBuf;

fn embedding(bed: &Bed, source: &str, qt: Qt) -> PathBuf {
    let search = format!("-L{}", bed.path("").display());
    bed.compile(source, qt, "embed", &["-Wl,--no-as-needed", &search, "-lqtmcp", "-Wl,-rpath,$ORIGIN"])
}

fn codes(bed: &Bed, program: &PathBuf, steps: &[&str], variables: &[(&str, &str)]) -> String {
    run(bed.plain(program).args(steps).envs(variables.iter().copied())).1
}

#[test]
fn linking_alone_starts_nothing() {
    let bed = Bed::new("linking");
    for qt in Qt::EACH {
        let program = embedding(&bed, "embed.cpp", qt);
        assert_eq!(run(bed.plain(&program).arg("app")).0, Some(0));
        assert_eq!(bed.notes(), "");
    }
}

#[test]
fn it_starts_before_or_after_the_application_object_and_stops_for_good() {
    let bed = Bed::new("starting");
    for qt in Qt::EACH {
        let program = embedding(&bed, "embed.cpp", qt);
        assert_eq!(codes(&bed, &program, &["start", "app", "start"], &[]), "0\n0\n");
        assert_eq!(bed.notes(), bed.one_start(qt));
        assert_eq!(
            codes(&bed, &program, &["stop", "app", "start", "stop", "stop", "start"], &[]),
            format!("0\n{}\n", libc::ECANCELED)
        );
        assert_eq!(bed.notes(), bed.one_start(qt) + "stop\n");
    }
}

#[test]
fn under_the_preload_too_it_starts_once() {
    let bed = Bed::new("linked_and_preloaded");
    let program = embedding(&bed, "embed.cpp", Qt::Six);
    assert_eq!(run(bed.preloaded(&program).args(["start", "app"])).1, "0\n");
    assert_eq!(bed.notes(), bed.one_start(Qt::Six));
}

#[test]
fn each_refusal_has_its_code() {
    let bed = Bed::new("refusals");
    let program = embedding(&bed, "embed.cpp", Qt::Five);
    assert_eq!(codes(&bed, &program, &["start"], &[("QTMCP_ENABLED", "0")]), format!("{}\n", libc::EPERM));
    assert_eq!(bed.notes(), "");
    // A failed start may be tried again.
    assert_eq!(codes(&bed, &program, &["start", "start"], &[("PROBE_FAILS", "1")]), format!("{0}\n{0}\n", libc::EIO));
    assert_eq!(bed.notes(), bed.one_start(Qt::Five).repeat(2));
    std::fs::remove_file(bed.path("libqtmcp-probe.so")).unwrap();
    assert_eq!(codes(&bed, &program, &["start"], &[]), format!("{}\n", libc::ENOENT));
}

#[test]
fn without_qt_there_is_no_such_device() {
    let bed = Bed::new("no_device");
    let program = embedding(&bed, "embed.c", Qt::None);
    assert_eq!(run(&mut bed.plain(program)).0, Some(libc::ENODEV));
}
