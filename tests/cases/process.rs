//! What the environment says, and programs that are none of our business.

use qtmcp_tests::{
    Client, Launch, PATIENCE, Run, built, code, eventually, gallery, json, launch, on_both, on_path, product, small,
    succeed,
};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

/// The probe's own lines on stderr.
fn ours(stderr: &str) -> Vec<&str> {
    stderr.lines().filter(|line| line.starts_with("qtmcp: ")).collect()
}

#[tokio::test]
async fn programs_without_qt_are_untouched() {
    let programs: [(&str, &[&str]); 6] = [
        ("true", &[]),
        ("false", &[]),
        ("bash", &["-c", "echo out; echo err >&2; exit 3"]),
        ("python3", &["-c", "1"]),
        (
            "python3",
            &[
                "-c",
                "import json, ctypes, subprocess; print(subprocess.check_output(['echo', 'x'])); raise SystemExit(4)",
            ],
        ),
        ("sh", &["-c", "kill -TERM $$"]),
    ];
    for (program, arguments) in programs {
        let program = on_path(program).unwrap();
        let plain = Run::plain(&program).args(arguments).end().await;
        let probed = Run::probed(&program).args(arguments).env("QTMCP_LOG_LEVEL", "trace").end().await;
        assert_eq!(probed, plain, "{} {arguments:?}", program.display());
    }
}

on_both! {
    async fn a_program_without_qt_sees_the_environment_it_was_given(qt: Qt) {
        let ended = Run::probed(built(qt, "plain")).end().await;
        let expected = format!("plain {}\n", product("lib/libqtmcp.so").display());
        assert_eq!((ended.code, ended.stdout, ended.stderr), (0, expected, String::new()));
    }

    async fn one_line_at_start_says_where(qt: Qt) {
        let app = launch(gallery(qt)).await;
        app.call("getObjectTree", json!({})).await;
        let stderr = app.stderr();
        let lines = ours(&stderr);
        assert_eq!(lines.len(), 1, "{stderr}");
        let expected = format!("qtmcp: listening on {} (Qt {}, pid {}, native mode)", app.url, app.qt_version, app.pid);
        assert_eq!(lines[0], expected);
        assert!(app.url.starts_with("ws://127.0.0.1:"), "only this machine reaches it: {}", app.url);
    }

    async fn the_log_can_be_silenced(qt: Qt) {
        for level in ["error", "warn"] {
            let app = launch(gallery(qt).env("QTMCP_LOG_LEVEL", level)).await;
            app.call("getObjectTree", json!({})).await;
            assert_eq!(ours(&app.stderr()), Vec::<&str>::new());
        }
    }

    async fn what_a_setting_means_is_told_when_it_is_nonsense(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_MODE", "crome").env("QTMCP_TIMEOUT_MS", "soon")).await;
        let stderr = app.stderr();
        assert_eq!(ours(&stderr).len(), 3, "{stderr}");
        assert!(stderr.contains("QTMCP_MODE=crome") && stderr.contains("QTMCP_TIMEOUT_MS=soon"), "{stderr}");
        assert_eq!(app.call("getMode", json!({})).await["mode"], "native");
    }

    async fn words_that_nobody_reads_do_not_end_the_app(qt: Qt) {
        let (reader, stderr) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(built(qt, "gallery"));
        // It says nothing on stderr itself.
        command.args(["--churn-threads", "1", "--churn-ms", "50"]).stdout(Stdio::null()).stderr(stderr);
        command.env("LD_PRELOAD", product("lib/libqtmcp.so")).env("QTMCP_PORT", "auto").env("QTMCP_MODE", "nonsense");
        let ended = tokio::time::timeout(PATIENCE, command.kill_on_drop(true).status()).await.unwrap().unwrap();
        assert_eq!(code(ended), 0, "it has complained about the mode, on the app's own thread");
    }

    async fn a_free_port_is_picked_on_request(qt: Qt) {
        for port in ["auto", "0"] {
            let one = launch(gallery(qt).env("QTMCP_PORT", port)).await;
            let other = launch(gallery(qt).env("QTMCP_PORT", port)).await;
            assert_ne!(one.url, other.url);
            assert_eq!(one.call("status", json!({})).await["pid"], one.pid);
            assert_eq!(other.call("status", json!({})).await["pid"], other.pid);
        }
    }

    async fn a_fixed_port_is_used_and_a_taken_one_is_logged(qt: Qt) {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = taken.local_addr().unwrap().port().to_string();
        let arguments = ["--exit-after", "300", "--exit-code", "17"];
        let ended = Run::probed(built(qt, "gallery")).args(arguments).env("QTMCP_PORT", &port).end().await;
        assert_eq!(ended.code, 17);
        let lines = ours(&ended.stderr);
        assert_eq!(lines.len(), 1, "{}", ended.stderr);
        assert!(lines[0].starts_with("qtmcp: error: not listening on 127.0.0.1:") && lines[0].contains(&port), "{}", lines[0]);
        drop(taken);
        let app = launch(gallery(qt).env("QTMCP_PORT", &port)).await;
        assert_eq!(app.url, format!("ws://127.0.0.1:{port}"));
    }

    async fn another_address_can_be_bound(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_BIND", "127.0.0.2")).await;
        assert!(app.url.starts_with("ws://127.0.0.2:"), "{}", app.url);
        let app = launch(gallery(qt).env("QTMCP_BIND", "::1")).await;
        assert!(app.url.starts_with("ws://[::1]:"), "{}", app.url);
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn it_can_be_switched_off(qt: Qt) {
        let gallery = built(qt, "gallery");
        let arguments = ["--exit-after", "50", "--exit-code", "18"];
        let plain = Run::plain(&gallery).args(arguments).end().await;
        assert_eq!(Run::probed(&gallery).args(arguments).env("QTMCP_ENABLED", "0").end().await, plain);
    }

    async fn the_command_runs_an_app_as_itself(qt: Qt) {
        let gallery = built(qt, "gallery");
        let run = |arguments: &[&str]| {
            Run::plain(product("bin/qtmcp")).env("QTMCP_LIB_DIR", product("lib")).args(["run", "--"]).args([&gallery]).args(arguments)
        };
        let ended = run(&["--exit-after", "50", "--exit-code", "19"]).end().await;
        let plain = Run::plain(&gallery).args(["--exit-after", "50", "--exit-code", "19"]).end().await;
        assert_eq!((ended.code, &ended.stdout), (19, &plain.stdout));
        assert_eq!(ours(&ended.stderr).len(), 1, "{}", ended.stderr);

        // It prints where it listens, and is the app: killing the one kills the other.
        let mut running = run(&[]).start();
        let mut lines = BufReader::new(running.stderr.take().unwrap()).lines();
        let url = loop {
            let line = tokio::time::timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().expect("a line with the port");
            if let Some(rest) = line.strip_prefix("qtmcp: listening on ") {
                break rest.split(' ').next().unwrap().to_owned();
            }
        };
        let client = Client::connect(&url).await.unwrap();
        assert_eq!(succeed(&client, "status", json!({})).await["pid"], running.id().unwrap());
        running.kill().await.unwrap();
        eventually("the end of the connection", async || client.closed()).await;
    }

    async fn a_program_of_ones_own_can_be_launched_with_a_relative_path(qt: Qt) {
        let forker = built(qt, "forker");
        let (dir, name) = (forker.parent().unwrap(), forker.file_name().unwrap());
        let relative = std::path::Path::new(".").join(name);
        let app = launch(Launch::new(relative).platform("offscreen").current_dir(dir)).await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
        drop(app);
        launch(small(qt, "forker")).await;
    }
}

#[tokio::test]
async fn the_command_says_what_it_cannot_run() {
    let run = |program: &str| {
        Run::plain(product("bin/qtmcp")).env("QTMCP_LIB_DIR", product("lib")).args(["run", "--", program])
    };
    for (program, code) in [("nowhere-to-be-found", 127), ("/nowhere/at/all", 127), ("/etc/passwd", 126), ("/", 126)] {
        let ended = run(program).end().await;
        assert_eq!((ended.code, ended.stdout.as_str()), (code, ""), "{program}: {}", ended.stderr);
        assert!(ended.stderr.starts_with("qtmcp: ") && ended.stderr.contains(program), "{}", ended.stderr);
    }
    assert_eq!(run("false").end().await.code, 1);
    assert_eq!(run("true").end().await.code, 0);
}
