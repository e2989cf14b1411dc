//! How the server and its apps end: politely, together, and with nothing on stdout but MCP.

use super::{app_pid, gallery};
use qtmcp_tests::{
    Mcp, PATIENCE, Qt, Serve, Signal, built, code, eventually, is_alive, json, kill, kill_group, launch, on_both,
    product, qml_gallery,
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
        let closed = mcp.call("close_app", json!({"force": true})).await.structure;
        let told = closed["closed"].as_str().unwrap();
        assert!(told.starts_with("was terminated; it had asked: \"Save changes to the document?\" ("), "{told}");
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

#[tokio::test]
async fn a_call_under_way_is_answered_after_stdin_has_closed() {
    let mut server = raw(&["--mode", "native", "--", built(Qt::Six, "gallery").to_str().unwrap()], Stdio::null());
    let mut stdin = server.stdin.take().unwrap();
    let params =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let arguments = json!({"id": "okButton", "property": "text"});
    let call = json!({"name": "getProperty", "arguments": arguments});
    let wait = json!({"name": "waitFor", "arguments": {"id": "nobody", "timeoutMs": 60000}});
    for (id, method, params) in [(0, "initialize", params), (1, "tools/call", call), (2, "tools/call", wait)] {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        stdin.write_all(format!("{request}\n").as_bytes()).await.unwrap();
    }
    drop(stdin);
    let output = tokio::time::timeout(PATIENCE, server.wait_with_output()).await.unwrap().unwrap();
    let written = String::from_utf8(output.stdout).unwrap();
    assert!(written.contains("&Ok") || written.contains("OK"), "{written}");
    assert_eq!(code(output.status), 0);
}

#[tokio::test]
async fn a_stderr_that_nobody_reads_harms_neither_the_server_nor_its_end() {
    let mut server = raw(&["--mode", "native", "--", "no-such-program"], Stdio::piped());
    drop(server.stderr.take());
    let mut stdin = server.stdin.take().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let params =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let ask = json!({"name": "getObjectTree", "arguments": {}});
    let launch = json!({"name": "launch_app", "arguments": {"program": built(Qt::Six, "gallery")}});
    let requests = [(0, "initialize", params), (1, "tools/call", ask), (2, "tools/call", launch)];
    let mut replies = Vec::new();
    for (id, method, params) in requests {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        stdin.write_all(format!("{request}\n").as_bytes()).await.unwrap();
        replies.push(tokio::time::timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap());
    }
    assert!(replies[1].contains("There is no program `no-such-program`"), "{}", replies[1]);
    assert!(replies[2].contains("\\\"running\\\":true"), "{}", replies[2]);
    drop(stdin);
    let ended = tokio::time::timeout(PATIENCE, server.wait()).await.unwrap().unwrap();
    assert_eq!(code(ended), 0);
}

/// A terminal sends Ctrl+C to every process of its foreground group.
#[tokio::test]
async fn ctrl_c_is_for_the_server_and_the_app_ends_by_its_windows() {
    let script = "\"$0\" \"$@\"; true";
    let mut server = Command::new("setsid")
        .args(["sh", "-c", script])
        .arg(product("bin/qtmcp"))
        .args(["serve", "--mode", "native", "--"])
        .arg(built(Qt::Six, "unsaved"))
        .env("QT_QPA_PLATFORM", "offscreen")
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
    let ask = json!({"name": "app_status", "arguments": {}});
    for (id, method, params) in [(0, "initialize", params), (1, "tools/call", ask)] {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        stdin.write_all(format!("{request}\n").as_bytes()).await.unwrap();
        tokio::time::timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
    }
    kill_group(server.id().unwrap(), Signal::INT);
    let mut said = String::new();
    server.stderr.take().unwrap().read_to_string(&mut said).await.unwrap();
    assert!(said.contains("unsaved (app 1) ended with exit code 0"), "{said}");
}

fn raw(args: &[&str], stderr: Stdio) -> tokio::process::Child {
    let mut command = Command::new(product("bin/qtmcp"));
    command.arg("serve").args(args).env("QT_QPA_PLATFORM", "offscreen");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr).kill_on_drop(true).spawn().unwrap()
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
