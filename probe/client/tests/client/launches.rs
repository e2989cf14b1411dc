//! Launches of shell scripts that do what a probe would: announce where they listen.

use crate::server::{self, PATIENCE};
use qtmcp_client::{Launch, LaunchError, LaunchedApp, Libraries};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// An empty libqtmcp.so, so that nothing but the script answers.
fn libraries(test: &str) -> Libraries {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("client").join(test);
    std::fs::create_dir_all(&dir).unwrap();
    let output: PathBuf = dir.join("libqtmcp.so");
    assert!(Command::new("cc").args(["-shared", "-x", "c", "/dev/null", "-o"]).arg(output).status().unwrap().success());
    Libraries::in_dir(dir).unwrap()
}

fn script(test: &str, text: &str) -> Launch {
    Launch::new("sh").args(["-c", text]).env_remove("LD_PRELOAD").libraries(libraries(test)).deadline(PATIENCE)
}

/// A script that announces the server and goes on with `rest`.
async fn announcing(test: &str, rest: &str) -> Launch {
    let url = server::start().await;
    let announce = r#"printf '{"pid":%d,"url":"%s","qtVersion":"6.4.2","version":"0.1.0"}' $$ $URL > $QTMCP_ANNOUNCE.new
mv $QTMCP_ANNOUNCE.new $QTMCP_ANNOUNCE
"#;
    script(test, &format!("{announce}{rest}")).env("URL", url)
}

async fn ended(app: &mut LaunchedApp) -> ExitStatus {
    app.wait_exit(PATIENCE).await.unwrap()
}

#[tokio::test]
async fn a_launched_app_is_connected_and_its_output_and_exit_code_are_there() {
    let launch = announcing("whole", "echo out; echo err >&2; exit 3").await;
    let mut app = launch.launch().await.unwrap();
    assert_eq!(app.client.call("echo", json!({"a": 1})).await, Ok(json!({"a": 1})));
    assert_eq!(app.qt_version, "6.4.2");
    assert_eq!(ended(&mut app).await.code(), Some(3));
    assert_eq!((app.stdout().as_str(), app.stderr().as_str()), ("out\n", "err\n"));
}

#[tokio::test]
async fn the_app_gets_the_probe_a_free_port_and_its_platform() {
    let show = r#"echo "$QTMCP_PORT $QT_QPA_PLATFORM $EXTRA $LD_PRELOAD""#;
    let preload = libraries("variables").dir().join("libqtmcp.so");
    let preload = preload.display();

    let mut app = announcing("variables", show).await.platform("offscreen").env("EXTRA", "x").launch().await.unwrap();
    ended(&mut app).await;
    assert_eq!(app.stdout(), format!("auto offscreen x {preload}\n"));

    let launch = announcing("variables", show).await.env("QTMCP_PORT", "4242").env("LD_PRELOAD", "libm.so.6");
    let mut app = launch.env_remove("QT_QPA_PLATFORM").env_remove("EXTRA").launch().await.unwrap();
    ended(&mut app).await;
    assert_eq!(app.stdout(), format!("4242   {preload}:libm.so.6\n"));
}

#[tokio::test]
async fn an_app_that_ends_early_is_told_with_its_stderr() {
    let error = script("early", "echo 'no display' >&2; exit 3").launch().await.err().unwrap();
    assert!(matches!(&error, LaunchError::Ended { status, .. } if status.code() == Some(3)));
    assert_eq!(
        error.to_string(),
        "`sh` ended with exit status: 3 before a probe answered from it; its stderr:\nno display"
    );
}

#[tokio::test]
async fn an_app_without_a_probe_is_told_and_killed() {
    let launch = script("silent", "echo $$ >&2; exec sleep 600").deadline(Duration::from_millis(300));
    let error = launch.launch().await.err().unwrap();
    let LaunchError::Silent { stderr, .. } = &error else { panic!("{error}") };
    until_gone(stderr.trim()).await;
}

#[tokio::test]
async fn a_program_that_is_not_there_cannot_start() {
    let launch = Launch::new("no-such-program").libraries(libraries("absent"));
    let error = launch.launch().await.err().unwrap();
    assert!(error.to_string().starts_with("cannot start `no-such-program`: "), "{error}");
}

#[tokio::test]
async fn waiting_for_an_app_that_runs_on_says_so_and_kill_ends_it() {
    let mut app = announcing("killed", "exec sleep 600").await.launch().await.unwrap();
    assert_eq!(app.child_pid(), Some(app.pid));
    let error = app.wait_exit(Duration::from_millis(20)).await.unwrap_err();
    assert_eq!(error.to_string(), "the app still runs after 20ms");
    assert_eq!(app.kill().await.unwrap().code(), None);
    assert_eq!(app.child_pid(), None);
}

#[tokio::test]
async fn dropping_an_app_kills_it() {
    let app = announcing("dropped", "exec sleep 600").await.launch().await.unwrap();
    let pid = app.pid.to_string();
    drop(app);
    until_gone(&pid).await;
}

#[tokio::test]
async fn an_app_that_writes_much_does_not_block() {
    let much = "head -c 5000000 /dev/zero | tr '\\0' x; echo done";
    let mut app = announcing("much", much).await.launch().await.unwrap();
    assert!(ended(&mut app).await.success());
    let stdout = app.stdout();
    assert!(stdout.starts_with("[the first ") && stdout.ends_with("xdone\n") && stdout.len() < 2_000_000);
}

async fn until_gone(pid: &str) {
    let alive = || Path::new("/proc").join(pid).exists();
    let deadline = tokio::time::Instant::now() + PATIENCE;
    while alive() {
        assert!(tokio::time::Instant::now() < deadline, "process {pid} still runs");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
