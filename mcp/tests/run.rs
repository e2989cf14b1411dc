//! `qtmcp run` as a user meets it: what the app gets, what comes back, and what is said when it cannot start.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// A directory of the test's own, with an empty libqtmcp.so in it.
fn libraries(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run").join(test);
    std::fs::create_dir_all(&dir).unwrap();
    let dir = dir.canonicalize().unwrap();
    let output = dir.join("libqtmcp.so");
    assert!(Command::new("cc").args(["-shared", "-x", "c", "/dev/null", "-o"]).arg(output).status().unwrap().success());
    dir
}

fn qtmcp(libraries: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qtmcp"));
    command.args(arguments).env_remove("LD_PRELOAD").env_remove("QTMCP_PORT").env("QTMCP_LIB_DIR", libraries);
    command
}

fn output(command: &mut Command) -> (ExitStatus, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status, text(output.stdout), text(output.stderr))
}

#[test]
fn the_app_gets_the_probe_its_arguments_and_a_port() {
    let dir = libraries("given");
    let preload = dir.join("libqtmcp.so");
    let preload = preload.display();
    let show = r#"echo "$LD_PRELOAD $QTMCP_PORT $*""#;
    let shown = |command: &mut Command| output(command).1;

    let run = ["run", "--", "sh", "-c", show, "sh", "--port", "1", "a b"];
    assert_eq!(shown(&mut qtmcp(&dir, &run)), format!("{preload} auto --port 1 a b\n"));
    assert_eq!(shown(qtmcp(&dir, &run).env("QTMCP_PORT", "7")), format!("{preload} 7 --port 1 a b\n"));
    let with_port = ["run", "--port", "9", "sh", "-c", show];
    assert_eq!(shown(qtmcp(&dir, &with_port).env("QTMCP_PORT", "7")), format!("{preload} 9 \n"));
    let without_port = ["run", "--port", "off", "sh", "-c", show];
    assert_eq!(shown(&mut qtmcp(&dir, &without_port)), format!("{preload} off \n"));
    let preloading = output(qtmcp(&dir, &with_port).env("LD_PRELOAD", "libm.so.6"));
    assert_eq!(preloading.1, format!("{preload}:libm.so.6 9 \n"));
}

#[test]
fn output_exit_code_and_signals_are_the_apps_own() {
    let dir = libraries("own");
    let (status, stdout, stderr) =
        output(&mut qtmcp(&dir, &["run", "--", "sh", "-c", "echo out; echo err >&2; exit 42"]));
    assert_eq!((status.code(), stdout.as_str(), stderr.as_str()), (Some(42), "out\n", "err\n"));
    assert_eq!(output(&mut qtmcp(&dir, &["run", "--", "sh", "-c", "kill -TERM $$"])).0.signal(), Some(15));
}

#[test]
fn a_program_that_cannot_run_is_explained_with_the_code_of_a_shell() {
    let dir = libraries("cannot");
    let plain = dir.join("plain");
    std::fs::write(&plain, "text").unwrap();
    let script = dir.join("script");
    std::fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    let (plain, script) = (plain.to_str().unwrap(), script.to_str().unwrap());
    for (program, code, message) in [
        ("no-such-program", 127, "there is no program `no-such-program` in PATH".to_owned()),
        ("./no-such-program", 127, "there is no program `./no-such-program`".to_owned()),
        (plain, 126, format!("`{plain}` is not executable")),
        (script, 126, format!("`{script}` cannot be run: the interpreter it asks for is not there")),
    ] {
        let (status, stdout, stderr) = output(&mut qtmcp(&dir, &["run", "--", program]));
        assert_eq!((status.code(), stdout, stderr), (Some(code), String::new(), format!("qtmcp: {message}\n")));
    }
}

#[test]
fn missing_libraries_are_named() {
    let (status, _, stderr) = output(&mut qtmcp(Path::new("/nowhere"), &["run", "--", "true"]));
    assert_eq!((status.code(), stderr.as_str()), (Some(1), "qtmcp: there is no libqtmcp.so in /nowhere\n"));
}

#[test]
fn the_help_shows_how_to_begin() {
    let nowhere = Path::new("");
    assert!(output(&mut qtmcp(nowhere, &["--version"])).1.starts_with("qtmcp 0."));
    assert!(output(&mut qtmcp(nowhere, &["--help"])).1.contains("qtmcp run -- ./myapp"));
    let help = output(&mut qtmcp(nowhere, &["run", "--help"])).1;
    assert!(help.contains("Usage: qtmcp run [OPTIONS] <APP>...") && help.contains("qtmcp run -- designer"), "{help}");
    assert_eq!(output(&mut qtmcp(nowhere, &["run"])).0.code(), Some(2));
}
