//! The Python SDK of the MCP project holds a whole conversation with the server, in both eras of the protocol, over stdio
//! and over HTTP. What is said and checked is in `mcp_python/conversation.py`.

use qtmcp_tests::{Home, PATIENCE, Qt, Serve, built, environment, is_alive, product};
use std::path::Path;
use std::process::{Output, Stdio};
use tokio::process::Command;
use tokio::time::timeout;

macro_rules! conversations {
    ($($name:ident: $talk:ident($era:expr, $qt:expr);)*) => {$(
        #[tokio::test]
        async fn $name() {
            $talk($era, $qt).await;
        }
    )*};
}

conversations! {
    python_talks_2025_11_25_over_stdio_qt5: over_stdio("legacy", Qt::Five);
    python_talks_2025_11_25_over_http_qt6: over_http("legacy", Qt::Six);
    python_talks_2026_07_28_over_stdio_qt6: over_stdio("modern", Qt::Six);
    python_talks_2026_07_28_over_http_qt5: over_http("modern", Qt::Five);
}

async fn over_http(era: &str, qt: Qt) {
    let server = Serve::new(["--".into(), built(qt, "gallery")]).on_http().await;
    let output = timeout(PATIENCE * 4, python().args([era, &server.url]).output()).await;
    let app = app_of(&held(&output.unwrap().unwrap()));
    assert!(is_alive(app), "the client is gone, and others may come");
    assert_eq!(server.terminate().await, 0);
    assert!(!is_alive(app), "the server is gone and the app is still there");
}

async fn over_stdio(era: &str, qt: Qt) {
    let home = Home::new();
    let mut python = python();
    python.envs(home.variables()).arg(era).arg(product("bin/qtmcp")).args(["serve", "--"]).arg(built(qt, "gallery"));
    let output = timeout(PATIENCE * 4, python.output()).await;
    let app = app_of(&held(&output.unwrap().unwrap()));
    assert!(!is_alive(app), "the client is gone and the app is still there");
}

fn python() -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/mcp_python/conversation.py");
    let mut python = Command::new(environment("mcp").join("bin/python"));
    // Nothing is to be left beside the script, and what the era has deprecated is still asked for.
    python.args(["-B", "-W", "ignore"]).arg(script).stdin(Stdio::null()).kill_on_drop(true);
    python
}

/// What the script said, when all its steps held.
fn held(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("11 steps held"), "{said}\n{errors}");
    said
}

/// The process of the app that the script says it drove.
fn app_of(said: &str) -> u32 {
    let pid = said.lines().find_map(|line| line.strip_prefix("app ")).unwrap();
    pid.parse().unwrap()
}
