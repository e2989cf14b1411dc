//! `qtmcp doctor`: what it says of real programs of every kind, of the installation and of what is around them.

use super::programs::{build_string, compiled, linked_with, patched, script, set_mode};
use super::{gallery_in, qtmcp, registry};
use qtmcp_tests::{Home, Qt, Run, Value, built, environment, eventually, is_alive, json, on_both, on_path, product};
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;

/// What the doctor says, as JSON, with its exit code checked against it.
async fn diagnosed(doctor: Run, arguments: &[&str]) -> Value {
    let ended = doctor.args(["doctor", "--json"]).args(arguments).end().await;
    let report: Value = serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {ended:?}"));
    let has_problem = !found(&report, "problem").is_empty();
    assert_eq!((ended.code, &report["ok"]), (i32::from(has_problem), &json!(!has_problem)), "{report}");
    for finding in report["findings"].as_array().unwrap() {
        let has_advice = finding["next"].as_str().is_some_and(|next| !next.is_empty());
        assert!(finding["level"] == "good" || has_advice, "every fault says what to do: {finding}");
    }
    report
}

/// The codes at one level.
fn found<'a>(report: &'a Value, level: &str) -> Vec<&'a str> {
    let findings = report["findings"].as_array().unwrap().iter().filter(|finding| finding["level"] == level);
    findings.map(|finding| finding["code"].as_str().unwrap()).collect()
}

fn text<'a>(report: &'a Value, code: &str) -> &'a str {
    let finding = report["findings"].as_array().unwrap().iter().find(|finding| finding["code"] == code);
    finding.and_then(|finding| finding["text"].as_str()).unwrap_or_else(|| panic!("no {code}: {report}"))
}

/// What the doctor says of a program of this home.
async fn of(home: &Home, program: impl AsRef<Path>) -> Value {
    diagnosed(qtmcp(home, &[]), &[program.as_ref().to_str().unwrap()]).await
}

/// That one thing is wrong with a program, and which.
async fn fails(home: &Home, program: impl AsRef<Path>, code: &str) -> Value {
    let report = of(home, &program).await;
    assert_eq!(found(&report, "problem"), [code], "{}: {report}", program.as_ref().display());
    report
}

on_both! {
    async fn an_apps_qt_is_told_with_version_and_place(qt: Qt) {
        let home = Home::new();
        let app = gallery_in(&home, qt).await;
        let report = of(&home, built(qt, "gallery")).await;
        assert_eq!(found(&report, "problem"), Vec::<&str>::new(), "{report}");
        let expected = format!("Qt {} (Core, Gui, Widgets) from /", app.qt_version);
        assert!(text(&report, "qt").starts_with(&expected), "{report}");
    }

    async fn what_is_well_is_proven_by_a_try(qt: Qt) {
        let home = Home::new();
        let gallery = built(qt, "gallery");
        let report = diagnosed(qtmcp(&home, &[]).without("QT_QPA_PLATFORM"), &[gallery.to_str().unwrap(), "--try"]).await;
        let said = text(&report, "try");
        assert!(said.contains("the probe answers"), "{said}");
        let pid = said.trim_end_matches(')').rsplit(' ').next().unwrap().parse().unwrap();
        assert!(!is_alive(pid), "it was ended");
    }

    async fn running_apps_are_listed(qt: Qt) {
        let home = Home::new();
        assert!(text(&diagnosed(qtmcp(&home, &[]), &[]).await, "registry").starts_with("no app is running"));
        let app = gallery_in(&home, qt).await;
        let wanted = format!("{}  gallery", app.pid);
        let report = diagnosed(qtmcp(&home, &[]), &[]).await;
        assert!(text(&report, "registry").contains(&wanted), "{report}");
    }
}

#[tokio::test]
async fn programs_of_the_distribution_are_understood_through_what_stands_before_them() {
    let home = Home::new();
    for (program, qt) in [("kcalc", "Qt 5.15"), ("designer", "Qt 5.15"), ("/usr/lib/qt6/bin/designer", "Qt 6.")] {
        let report = of(&home, program).await;
        assert!(text(&report, "qt").starts_with(qt), "{report}");
    }
    let wrapper = script(&home, "wrapper", "#!/bin/sh\nexport A=1\nexec env B=2 kcalc \"$@\"\n");
    let report = of(&home, &wrapper).await;
    assert!(
        text(&report, "wrapper").ends_with("starts kcalc") && text(&report, "qt").starts_with("Qt 5.15"),
        "{report}"
    );
    let unclear = of(&home, script(&home, "unclear", "#!/bin/bash\nexec \"$HERE/app\"\n")).await;
    assert_eq!((found(&unclear, "problem"), found(&unclear, "warning")), (vec![], vec!["wrapper"]), "{unclear}");
}

#[tokio::test]
async fn a_try_that_fails_is_a_problem() {
    let home = Home::new();
    let ends = script(&home, "ends", "#!/bin/bash\necho my last words >&2\nNOTHING=true\nexec \"$NOTHING\"\n");
    let report = diagnosed(qtmcp(&home, &[]), &["--try", ends.to_str().unwrap()]).await;
    assert_eq!(found(&report, "problem"), ["try"], "{report}");
    let said = text(&report, "try");
    assert!(said.contains("before a probe answered") && said.contains("my last words"), "{said}");
}

#[tokio::test]
async fn python_brings_its_qt_later_and_that_is_well() {
    let home = Home::new();
    let python = environment("pyside6-newest").join("bin/python");
    for program in [script(&home, "app.py", "#!/usr/bin/env python3\nimport PySide6\n"), python.clone()] {
        let report = of(&home, &program).await;
        assert_eq!(found(&report, "problem"), Vec::<&str>::new(), "{report}");
        assert!(text(&report, "late_qt").contains("the probe waits for that"), "{report}");
    }
    let app = script(
        &home,
        "window.py",
        "from PySide6.QtWidgets import QApplication, QLabel\na = QApplication([])\nw = QLabel('x')\nw.show()\na.exec()\n",
    );
    let report = diagnosed(qtmcp(&home, &[]), &["--try", "--", python.to_str().unwrap(), app.to_str().unwrap()]).await;
    assert!(text(&report, "try").contains("the probe answers (Qt 6."), "{report}");
}

#[tokio::test]
async fn what_cannot_be_run_is_told_apart() {
    let home = Home::new();
    fails(&home, "no-such-program", "no_program").await;
    fails(&home, "/no/such/program", "no_program").await;
    fails(&home, home.dir(), "no_program").await;
    let plain = home.dir().join("plain");
    fs::write(&plain, "text").unwrap();
    fails(&home, &plain, "not_executable").await;
    set_mode(&plain, 0o755);
    fails(&home, &plain, "no_program").await;
    let launcher = home.dir().join("app.desktop");
    fs::write(&launcher, "[Desktop Entry]\nName=App\nExec=kcalc --x %U\n").unwrap();
    let report = fails(&home, &launcher, "launcher").await;
    assert!(report.to_string().contains("qtmcp doctor -- kcalc --x\""), "{report}");
    let ended = Run::qtmcp(registry(&home)).args(["doctor", "no-such-program"]).end().await;
    assert_eq!(ended.code, 1);
    assert!(ended.stdout.contains("  ✗ there is no program `no-such-program` in PATH\n    → "), "{}", ended.stdout);
}

#[tokio::test]
async fn programs_that_have_no_qt_to_get_at_are_told_apart() {
    let home = Home::new();
    fails(&home, on_path("true").unwrap(), "no_qt").await;
    fails(&home, compiled(&home, "static", "", &["-static"]), "static_program").await;
    let static_qt = compiled(&home, "static-qt", &build_string("6.5.3", "static"), &[]);
    assert!(text(&fails(&home, static_qt, "static_qt").await, "static_qt").starts_with("Qt 6.5.3 "));
    let late = of(&home, compiled(&home, "late", "const char *qt = \"libQt6Core.so.6\";", &[])).await;
    assert_eq!((found(&late, "problem"), found(&late, "warning")), (vec![], vec!["late_qt"]), "{late}");
}

#[tokio::test]
async fn a_qt_that_the_probe_does_not_know_is_named() {
    let home = Home::new();
    for (library, version, code) in [
        ("libQt5Core.so.5", "5.9.5", "old_qt"),
        ("libQtCore.so.4", "4.8.7", "qt4"),
        ("libQt6Core_mine.so.6", "6.4.2", "renamed_qt"),
    ] {
        let program = linked_with(&home, library, &build_string(version, "shared (dynamic)"));
        fails(&home, &program, code).await;
    }
    let program = linked_with(&home, "libQt6Core.so.6", &build_string("6.12.0", "shared (dynamic)"));
    let report = of(&home, &program).await;
    assert!(
        text(&report, "qt").starts_with("Qt 6.12.0 (Core) from ") && found(&report, "warning") == ["no_gui"],
        "{report}"
    );
    fs::remove_dir_all(home.dir().join("lib")).unwrap();
    // Without it the one of the system would be found.
    let program = linked_with(&home, "libnowhere.so.1", "");
    fs::rename(home.dir().join("lib"), home.dir().join("elsewhere")).unwrap();
    let report = fails(&home, &program, "missing_library").await;
    assert!(text(&report, "missing_library").starts_with("libnowhere.so.1, which "), "{report}");
    let path = home.dir().join("elsewhere");
    let elsewhere = diagnosed(qtmcp(&home, &[]).env("LD_LIBRARY_PATH", path), &[program.to_str().unwrap()]).await;
    assert_eq!(found(&elsewhere, "problem"), ["no_qt"], "the linker's variable counts: {elsewhere}");
}

#[tokio::test]
async fn packages_that_shut_the_probe_out_are_named() {
    let home = Home::new();
    let appimage = fails(&home, patched(&home, "App.AppImage", 8, b"AI\x02"), "appimage").await;
    assert!(appimage.to_string().contains("--appimage-extract"), "{appimage}");
    let export = home.dir().join("flatpak/exports/bin");
    fs::create_dir_all(&export).unwrap();
    let run = "#!/bin/sh\nexec /usr/bin/flatpak run --branch=stable org.kde.kcalc \"$@\"\n";
    fails(&home, script(&home, "flatpak/exports/bin/org.kde.kcalc", run), "flatpak").await;
    fails(&home, script(&home, "kcalc", run), "flatpak").await;
    let snap = patched(&home, "snap", 8, &[0]);
    symlink(&snap, home.dir().join("snapped")).unwrap();
    fails(&home, home.dir().join("snapped"), "snap").await;
    let unloads = "#!/bin/sh\nunset LD_PRELOAD\nexec kcalc\n";
    fails(&home, script(&home, "unloads", unloads), "wrapper_unloads").await;
}

#[tokio::test]
async fn programs_for_other_systems_are_named() {
    let home = Home::new();
    let arm = fails(&home, patched(&home, "arm", 18, &183_u16.to_le_bytes()), "wrong_architecture").await;
    assert!(text(&arm, "wrong_architecture").contains("64-bit ARM"), "{arm}");
    fails(&home, patched(&home, "small", 4, &[1]), "wrong_architecture").await;
    let linker = |path: &str| format!("-Wl,--dynamic-linker={path}");
    fails(&home, compiled(&home, "musl", "", &[&linker("/lib/ld-musl-x86_64.so.1")]), "musl").await;
    fails(&home, compiled(&home, "strange", "", &[&linker("/no/such/ld.so")]), "no_interpreter").await;
}

#[tokio::test]
async fn privileges_that_the_linker_distrusts_are_named() {
    let home = Home::new();
    let copy = home.dir().join("copy");
    fs::copy(built(Qt::Six, "gallery"), &copy).unwrap();
    set_mode(&copy, 0o4755);
    assert_eq!(found(&of(&home, &copy).await, "problem"), Vec::<&str>::new(), "it is this user's own");
    if fs::metadata(&copy).unwrap().uid() == 0 {
        std::os::unix::fs::chown(&copy, Some(1), Some(1)).unwrap();
        set_mode(&copy, 0o4755);
        assert!(text(&fails(&home, &copy, "privileges").await, "privileges").contains("setuid"));
        set_mode(&copy, 0o2755);
        assert!(text(&fails(&home, &copy, "privileges").await, "privileges").contains("setgid"));
    } else {
        assert!(found(&of(&home, on_path("su").unwrap()).await, "problem").contains(&"privileges"));
    }
}

#[tokio::test]
async fn an_incomplete_installation_is_told_by_its_missing_files() {
    let home = Home::new();
    let dir = home.dir().join("lib");
    fs::create_dir(&dir).unwrap();
    for file in fs::read_dir(product("lib")).unwrap().flatten() {
        symlink(file.path(), dir.join(file.file_name())).unwrap();
    }
    let examined = async || diagnosed(qtmcp(&home, &[]).env("QTMCP_LIB_DIR", &dir), &[]).await;
    assert_eq!(found(&examined().await, "problem"), Vec::<&str>::new());
    fs::remove_file(dir.join("libqtmcp-qt6-quick.so")).unwrap();
    let report = examined().await;
    assert_eq!(found(&report, "problem"), ["missing_payload"]);
    assert!(text(&report, "missing_payload").ends_with("it lacks libqtmcp-qt6-quick.so"), "{report}");

    for part in ["", "-gui", "-widgets"] {
        fs::remove_file(dir.join(format!("libqtmcp-qt6{part}.so"))).unwrap();
    }
    let report = examined().await;
    assert_eq!(
        (found(&report, "problem"), found(&report, "warning")),
        (vec![], vec!["one_qt"]),
        "only for Qt 5: {report}"
    );
    let gallery = built(Qt::Six, "gallery");
    let report = diagnosed(qtmcp(&home, &[]).env("QTMCP_LIB_DIR", &dir), &[gallery.to_str().unwrap()]).await;
    assert_eq!(found(&report, "problem"), ["missing_payload"], "{report}");
    let report = diagnosed(qtmcp(&home, &[]).env("QTMCP_LIB_DIR", "/nowhere"), &[]).await;
    assert_eq!(text(&report, "missing_payload"), "there is no libqtmcp.so in /nowhere");
}

#[tokio::test]
async fn a_port_that_is_taken_and_other_settings_are_told() {
    let home = Home::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let examined = async |name: &str, value: &str| diagnosed(qtmcp(&home, &[]).env(name, value), &[]).await;
    let report = examined("QTMCP_PORT", &port).await;
    assert_eq!(found(&report, "problem"), ["port"]);
    assert!(text(&report, "port").contains(&format!("port {port} ")), "{report}");
    drop(taken);
    eventually("a free port", async || {
        (found(&examined("QTMCP_PORT", &port).await, "problem").is_empty()).then_some(())
    })
    .await;
    for (name, value, code) in
        [("QTMCP_PORT", "many", "port"), ("QTMCP_BIND", "localhost", "bind"), ("QTMCP_ENABLED", "0", "disabled")]
    {
        assert_eq!(found(&examined(name, value).await, "problem"), [code]);
    }
    assert_eq!(found(&examined("QTMCP_REGISTRY", "off").await, "warning"), ["registry"]);
    let shared = home.dir().join("shared");
    fs::create_dir(&shared).unwrap();
    set_mode(&shared, 0o755);
    assert_eq!(found(&examined("QTMCP_REGISTRY", shared.to_str().unwrap()).await, "problem"), ["registry"]);
}

#[tokio::test]
async fn a_missing_display_is_no_problem_but_is_told() {
    let home = Home::new();
    let doctor = ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"].into_iter().fold(qtmcp(&home, &[]), Run::without);
    let report = diagnosed(doctor, &["kcalc"]).await;
    assert_eq!((found(&report, "problem"), found(&report, "warning")), (vec![], vec!["no_display"]), "{report}");
    assert!(report.to_string().contains("QT_QPA_PLATFORM=offscreen"), "{report}");
}
