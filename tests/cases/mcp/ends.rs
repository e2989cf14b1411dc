//! How the server and its apps end: politely, together, and with nothing on stdout but MCP.

use super::{app_pid, gallery};
use qtmcp_tests::{
    Mcp, PATIENCE, Qt, Serve, Signal, built, code, eventually, is_alive, json, kill, launch, on_both, product,
    qml_gallery,
};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;

async fn ends(pid: u32) {
    eventually(&format!("the end of process {pid}"), async || (!is_alive(pid)).then_some(())).await;
}

async fn with_text_in_it(mcp: &Mcp) {
    let name = mcp.find("name field").await;
    mcp.call("form_input", json!({"ref": name, "value": "unsaved"})).await;
}

on_both! {
    async fn closing_stdin_ends_the_server_and_its_app(qt: Qt) {
        let mcp = gallery(qt, "chrome", "form").start().await;
        with_text_in_it(&mcp).await;
        let (server, app) = (mcp.pid(), app_pid(&mcp).await);
        mcp.close().await;
        ends(app).await;
        ends(server).await;
    }

    async fn a_killed_server_leaves_no_orphan(qt: Qt) {
        let mcp = gallery(qt, "chrome", "form").start().await;
        with_text_in_it(&mcp).await;
        let app = app_pid(&mcp).await;
        kill(mcp.pid(), Signal::KILL);
        ends(app).await;
    }

    async fn a_killed_server_leaves_no_orphan_behind_a_wrapper(qt: Qt) {
        let script = format!("{} --tab form; true", built(qt, "gallery").display());
        let mcp = Serve::new(["--mode", "chrome", "--", "sh", "-c", &script]).start().await;
        with_text_in_it(&mcp).await;
        let app = app_pid(&mcp).await;
        kill(mcp.pid(), Signal::KILL);
        ends(app).await;
    }

    async fn an_app_that_is_only_connected_to_outlives_the_server(qt: Qt) {
        let theirs = launch(qml_gallery(qt)).await;
        let mcp = Serve::new(["--mode", "chrome", "--connect", &theirs.url]).start().await;
        mcp.call("read_page", json!({})).await;
        let server = mcp.pid();
        kill(server, Signal::KILL);
        ends(server).await;
        assert_eq!(theirs.call("ping", json!({})).await["pong"], true);
    }

    async fn a_question_about_unsaved_work_is_reported_first(qt: Qt) {
        let program = built(qt, "unsaved").into_os_string();
        let mcp = Serve::new(["--mode".into(), "chrome".into(), "--".into(), program]).start().await;
        let edit = mcp.find("document text").await;
        mcp.call("form_input", json!({"ref": edit, "value": "worth keeping"})).await;
        let app = app_pid(&mcp).await;
        let asks = mcp.fail("close_app", json!({}), "blocked_by_dialog").await;
        for said in ["Save changes", "Discard", "Cancel", "force true"] {
            assert!(asks.text.contains(said), "{said}: {}", asks.text);
        }
        assert!(is_alive(app));
        let cancel = mcp.find("cancel button").await;
        mcp.call("click", json!({"ref": cancel})).await;
        assert!(mcp.call("read_page", json!({})).await.text.contains("worth keeping"));

        mcp.fail("close_app", json!({}), "blocked_by_dialog").await;
        let discard = mcp.find("discard button").await;
        mcp.ask("click", json!({"ref": discard})).await.unwrap();
        ends(app).await;
        let closed = mcp.call("close_app", json!({})).await.structure;
        assert_eq!(closed["closed"], "ended with exit code 0", "{closed}");
    }

    async fn force_ends_an_app_that_asks(qt: Qt) {
        let program = built(qt, "unsaved").into_os_string();
        let mcp = Serve::new(["--mode".into(), "chrome".into(), "--".into(), program]).start().await;
        let edit = mcp.find("document text").await;
        mcp.call("form_input", json!({"ref": edit, "value": "not worth keeping"})).await;
        let app = app_pid(&mcp).await;
        mcp.call("close_app", json!({"force": true})).await;
        assert!(!is_alive(app));
        mcp.fail("read_page", json!({}), "app_gone").await;
    }

    async fn an_app_that_ignores_sigterm_is_killed(qt: Qt) {
        let script = "trap '' TERM; exec \"$0\"";
        let app = built(qt, "nowindow");
        let args = ["--mode", "native", "--", "sh", "-c", script, app.to_str().unwrap()];
        let mcp = Serve::new(args).start().await;
        let (server, app) = (mcp.pid(), app_pid(&mcp).await);
        mcp.close().await;
        ends(app).await;
        ends(server).await;
    }
}

#[tokio::test]
async fn sigterm_ends_the_server_and_its_app() {
    let server = gallery(Qt::Six, "chrome", "form").on_http().await;
    let client = server.client(qtmcp_tests::Era::Initialize).await;
    let app = app_pid(&client).await;
    assert_eq!(server.terminate().await, 0);
    ends(app).await;
    let mcp = gallery(Qt::Six, "chrome", "form").start().await;
    let (pid, app) = (mcp.pid(), app_pid(&mcp).await);
    kill(pid, Signal::TERM);
    ends(app).await;
    ends(pid).await;
}

/// The raw bytes, since a client would skip what is no message.
#[tokio::test]
async fn stdout_carries_nothing_but_mcp() {
    let script = "echo early; echo early >&2; exec \"$0\" --own-handler --print-messages --tab console";
    let mut server = Command::new(product("bin/qtmcp"))
        .args(["serve", "--mode", "native", "--", "sh", "-c", script])
        .arg(built(Qt::Six, "gallery"))
        .env("QT_QPA_PLATFORM", "offscreen")
        .env("QTMCP_LOG_LEVEL", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut stdin = server.stdin.take().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let params =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let call = |name: &str, arguments: qtmcp_tests::Value| json!({"name": name, "arguments": arguments});
    let requests = [
        ("initialize", params),
        ("tools/list", json!({})),
        ("tools/call", call("invokeMethod", json!({"id": "values", "method": "warn", "args": ["a warning"]}))),
        ("tools/call", call("screenshot", json!({}))),
        ("tools/call", call("app_status", json!({}))),
        ("no/such", json!({})),
    ];
    let mut status = String::new();
    for (id, (method, params)) in requests.into_iter().enumerate() {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        stdin.write_all(format!("{request}\n").as_bytes()).await.unwrap();
        if id == 0 {
            let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            stdin.write_all(format!("{told}\n").as_bytes()).await.unwrap();
        }
        let line = tokio::time::timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
        let reply: qtmcp_tests::Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!((&reply["jsonrpc"], &reply["id"]), (&json!("2.0"), &json!(id)), "{line}");
        if id == 4 {
            status = reply["result"]["structuredContent"].to_string();
        }
    }
    for kept in ["early", "HANDLER", "a warning"] {
        assert!(status.contains(kept), "{kept}: {status}");
    }
    drop(stdin);
    let mut rest = String::new();
    lines.into_inner().read_to_string(&mut rest).await.unwrap();
    assert_eq!(rest, "");
    let ended = tokio::time::timeout(PATIENCE, server.wait()).await.unwrap().unwrap();
    assert_eq!(code(ended), 0);
}
