//! libqtmcp.so in `LD_PRELOAD`: programs without Qt stay as they are, programs with Qt get the probe once, whichever
//! way their Qt comes in.

use crate::bed::{Bed, Qt, library, run};
use std::process::Command;

#[test]
fn programs_without_qt_are_untouched() {
    let bed = Bed::new("without_qt");
    let commands: [(&str, &[&str]); 5] = [
        ("true", &[]),
        ("false", &[]),
        ("bash", &["-c", "echo out; echo err >&2; (exit 3)"]),
        ("python3", &["-c", "1"]),
        ("/usr/bin/python3", &["-c", "import ctypes, json, sqlite3, ssl; print('loaded'); raise SystemExit(4)"]),
    ];
    for (program, arguments) in commands {
        let plain = run(bed.plain(program).args(arguments));
        assert_eq!(run(bed.preloaded(program).args(arguments)), plain, "{program} {arguments:?}");
        assert_eq!(bed.notes(), "", "{program} {arguments:?}");
    }
}

#[test]
fn a_qt_program_gets_the_probe_once_and_keeps_its_exit_code_and_output() {
    let bed = Bed::new("core");
    for qt in Qt::EACH {
        let program = bed.compile("core.cpp", qt, "core", &[]);
        assert_eq!(run(&mut bed.preloaded(&program)), (Some(7), "running\n".into(), String::new()));
        assert_eq!(bed.notes(), bed.one_start(qt));
    }
}

#[test]
fn a_wrapper_script_passes_the_probe_on() {
    let bed = Bed::new("wrapper");
    let program = bed.compile("core.cpp", Qt::Five, "core", &[]);
    let script = format!("true; {}; exit $?", program.display());
    assert_eq!(run(bed.preloaded("bash").args(["-c", &script])).0, Some(7));
    assert_eq!(bed.notes(), bed.one_start(Qt::Five));
}

#[test]
fn a_relative_path_in_ld_preload_works() {
    let bed = Bed::new("relative");
    let program = bed.compile("core.cpp", Qt::Six, "core", &[]);
    let ran = run(bed.plain(&program).env("LD_PRELOAD", "./libqtmcp.so").current_dir(bed.path("")));
    assert_eq!(ran, (Some(7), "running\n".into(), String::new()));
    assert_eq!(bed.notes(), bed.one_start(Qt::Six));
}

#[test]
fn python_gets_the_probe_whichever_application_it_runs() {
    let bed = Bed::new("python");
    for (module, class) in [("QtCore", "QCoreApplication"), ("QtGui", "QGuiApplication"), ("QtWidgets", "QApplication")]
    {
        let script = format!(
            "from PyQt5 import QtCore, {module}
app = {module}.{class}([])
QtCore.QTimer.singleShot(0, lambda: app.exit(7))
raise SystemExit(app.exec_())"
        );
        let ran = run(bed.preloaded("/usr/bin/python3").args(["-c", &script]).env("QT_QPA_PLATFORM", "offscreen"));
        assert_eq!(ran.0, Some(7), "{class}: {}", ran.2);
        assert_eq!(bed.notes(), bed.one_start(Qt::Five), "{class}");
    }
}

#[test]
fn a_plugin_that_brings_qt_along_is_seen_at_exec_and_runs_its_own_qt() {
    let bed = Bed::new("plugin");
    let host = bed.compile("host.c", Qt::None, "host", &["-pthread"]);
    for qt in Qt::EACH {
        let plugin = bed.compile("plugin.cpp", qt, "plugin.so", &["-shared"]);
        assert_eq!(run(bed.preloaded(&host).arg(plugin)), (Some(11 * qt.major()), String::new(), String::new()));
        assert_eq!(bed.notes(), bed.one_start(qt));
    }
}

#[test]
fn with_both_majors_mapped_each_application_runs_in_its_own() {
    let bed = Bed::new("both");
    let host = bed.compile("host.c", Qt::None, "host", &["-pthread"]);
    let five = bed.compile("plugin.cpp", Qt::Five, "five.so", &["-shared"]);
    let six = bed.compile("plugin.cpp", Qt::Six, "six.so", &["-shared"]);
    for (order, expected) in [([&five, &six], 66), ([&six, &five], 55)] {
        assert_eq!(run(bed.preloaded(&host).args(order)), (Some(expected), String::new(), String::new()));
        assert_eq!(bed.notes().lines().count(), 1);
    }
}

#[test]
fn a_qt_under_another_file_name_still_runs() {
    let bed = Bed::new("renamed");
    let host = bed.compile("host.c", Qt::None, "host", &["-pthread"]);
    let qt = bed.compile("renamed.cpp", Qt::None, "libMyQt.so", &["-shared", "-Wl,-soname,libMyQt.so", "-DLIBRARY"]);
    let link = ["-shared", &format!("-L{}", bed.path("").display()), "-lMyQt", "-Wl,-rpath,$ORIGIN"];
    let plugin = bed.compile("renamed.cpp", Qt::None, "plugin.so", &link);
    assert!(qt.exists());
    assert_eq!(run(bed.preloaded(&host).arg(plugin)), (Some(42), String::new(), String::new()));
    assert_eq!(bed.notes(), "");
}

#[test]
fn many_threads_that_load_libraries_start_it_once() {
    let bed = Bed::new("threads");
    let host = bed.compile("host.c", Qt::None, "host", &["-pthread"]);
    let plugin = bed.compile("plugin.cpp", Qt::Six, "plugin.so", &["-shared"]);
    for _ in 0..20 {
        assert_eq!(run(bed.preloaded(&host).arg(&plugin).env("HOST_THREADS", "1")).0, Some(66));
        assert_eq!(bed.notes(), bed.one_start(Qt::Six));
    }
}

#[test]
fn a_fork_without_exec_is_left_alone() {
    let bed = Bed::new("fork");
    for qt in Qt::EACH {
        let program = bed.compile("fork.cpp", qt, "fork", &[]);
        assert_eq!(run(&mut bed.preloaded(&program)), (Some(9), String::new(), String::new()));
        assert_eq!(bed.notes(), bed.one_start(qt));
    }
}

#[test]
fn it_can_be_switched_off() {
    let bed = Bed::new("off");
    let program = bed.compile("core.cpp", Qt::Five, "core", &[]);
    for no in ["0", "false", "OFF", "no"] {
        let ran = run(bed.preloaded(&program).env("QTMCP_ENABLED", no));
        assert_eq!(ran, (Some(7), "running\n".into(), String::new()), "{no}");
        assert_eq!(bed.notes(), "", "{no}");
    }
    run(bed.preloaded(&program).env("QTMCP_ENABLED", "1"));
    assert_eq!(bed.notes(), bed.one_start(Qt::Five));
}

#[test]
fn a_missing_probe_costs_one_line_and_the_program_runs_on() {
    let bed = Bed::new("missing");
    let program = bed.compile("core.cpp", Qt::Six, "core", &[]);
    std::fs::remove_file(bed.path("libqtmcp-probe.so")).unwrap();
    let (code, stdout, stderr) = run(&mut bed.preloaded(&program));
    assert_eq!((code, stdout.as_str()), (Some(7), "running\n"));
    assert!(stderr.starts_with("qtmcp: the probe cannot be loaded: ") && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn a_dlopen_still_searches_along_its_callers_runpath() {
    let bed = Bed::new("runpath");
    std::fs::create_dir(bed.path("private")).unwrap();
    bed.compile("hidden.c", Qt::None, "private/libhidden.so", &["-shared"]);
    let flags = ["-Wl,--enable-new-dtags", "-Wl,-rpath,$ORIGIN/private"];
    let program = bed.compile("runpath.c", Qt::None, "runpath", &flags);
    let plain = run(&mut bed.plain(&program));
    assert!(plain.1.starts_with("clean\nlibnowhere.so: "), "{plain:?}");
    assert_eq!(run(&mut bed.preloaded(&program)), plain);
}

#[test]
fn only_what_is_meant_is_exported() {
    let (_, symbols, _) =
        run(Command::new("nm").args(["-D", "--defined-only", "--format=just-symbols"]).arg(library()));
    let expected = [
        "_Z18qInstallMsgHandlerPFv9QtMsgTypePKcE",
        "_Z22qInstallMessageHandlerPFv9QtMsgTypeRK18QMessageLogContextRK7QStringE",
        "_ZN11QAccessible8isActiveEv",
        "_ZN12QApplication4execEv",
        "_ZN13QPlatformDrag10cancelDragEv",
        "_ZN15QGuiApplication4execEv",
        "_ZN16QCoreApplication4execEv",
        "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEE",
        "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEES2_",
        "_ZNK13QPlatformDrag14ownsDragObjectEv",
        "dlopen",
        "qtmcp_start",
        "qtmcp_stop",
    ];
    assert_eq!(symbols.lines().collect::<Vec<_>>(), expected);
}
