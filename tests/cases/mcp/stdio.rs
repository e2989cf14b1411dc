//! Stdin, stdout and stderr as bytes, since a client would skip what is no message: nothing but MCP on stdout, and an end
//! that loses no answer.

use qtmcp_tests::{PATIENCE, Qt, Signal, Value, built, code, json, kill_group, product};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

type Request = (&'static str, Value);

/// A server with a client that only writes and reads lines.
struct ByHand {
    server: Child,
    stdin: Option<ChildStdin>,
    stdout: Lines<BufReader<ChildStdout>>,
    last_id: u64,
}

impl ByHand {
    fn start(command: &mut Command) -> Self {
        command.env("QT_QPA_PLATFORM", "offscreen").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.kill_on_drop(true).spawn().unwrap();
        let (stdin, stdout) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()).lines());
        Self { server, stdin, stdout, last_id: 0 }
    }

    async fn send(&mut self, (method, params): Request) {
        self.last_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        self.stdin.as_mut().unwrap().write_all(format!("{request}\n").as_bytes()).await.unwrap();
    }

    /// What is answered to a request; the next line must be just that.
    async fn ask(&mut self, request: Request) -> Value {
        self.send(request).await;
        let line = tokio::time::timeout(PATIENCE, self.stdout.next_line()).await.unwrap().unwrap().unwrap();
        let reply: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!((&reply["jsonrpc"], &reply["id"]), (&json!("2.0"), &json!(self.last_id)), "{line}");
        reply
    }

    /// Closes stdin; answers with what else came on stdout, and the exit code.
    async fn close(mut self) -> (String, i32) {
        self.stdin = None;
        let mut rest = String::new();
        self.stdout.into_inner().read_to_string(&mut rest).await.unwrap();
        let ended = tokio::time::timeout(PATIENCE, self.server.wait()).await.unwrap().unwrap();
        (rest, code(ended))
    }
}

fn serve(args: &[&str]) -> Command {
    let mut command = Command::new(product("bin/qtmcp"));
    command.arg("serve").args(args);
    command
}

fn hello() -> Request {
    let client = json!({"name": "t", "version": "1"});
    ("initialize", json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}))
}

fn call(name: &str, arguments: Value) -> Request {
    ("tools/call", json!({"name": name, "arguments": arguments}))
}

#[tokio::test]
async fn stdout_carries_nothing_but_mcp() {
    let script = "echo early; echo early >&2; exec \"$0\" --own-handler --print-messages --tab console";
    let mut command = serve(&["--mode", "native", "--", "sh", "-c", script]);
    let mut client = ByHand::start(command.arg(built(Qt::Six, "gallery")).env("QTMCP_LOG_LEVEL", "debug"));
    client.ask(hello()).await;
    client.ask(("tools/list", json!({}))).await;
    client.ask(call("invokeMethod", json!({"id": "values", "method": "warn", "args": ["a warning"]}))).await;
    client.ask(call("screenshot", json!({}))).await;
    let status = client.ask(call("app_status", json!({}))).await["result"]["structuredContent"].to_string();
    client.ask(("no/such", json!({}))).await;
    for kept in ["early", "HANDLER", "a warning"] {
        assert!(status.contains(kept), "{kept}: {status}");
    }
    assert_eq!(client.close().await, (String::new(), 0));
}

#[tokio::test]
async fn a_call_under_way_is_answered_after_stdin_has_closed() {
    let app = built(Qt::Six, "gallery");
    let mut client = ByHand::start(&mut serve(&["--mode", "native", "--", app.to_str().unwrap()]));
    client.send(hello()).await;
    client.send(call("getProperty", json!({"id": "nameEdit", "property": "objectName"}))).await;
    client.send(call("waitFor", json!({"id": "nobody", "timeoutMs": 60000}))).await;
    let (written, code) = client.close().await;
    assert!(written.contains("nameEdit"), "{written}");
    assert_eq!(code, 0);
}

#[tokio::test]
async fn a_stderr_that_nobody_reads_harms_neither_the_server_nor_its_end() {
    let words = ["--mode", "native", "--allow-launch", "*", "--", "no-such-program"];
    let mut client = ByHand::start(&mut serve(&words));
    drop(client.server.stderr.take());
    client.ask(hello()).await;
    let refused = client.ask(call("getObjectTree", json!({}))).await.to_string();
    assert!(refused.contains("There is no program `no-such-program`"), "{refused}");
    let launched = client.ask(call("launch_app", json!({"program": built(Qt::Six, "gallery")}))).await;
    assert_eq!(launched["result"]["structuredContent"]["running"], true, "{launched}");
    assert_eq!(client.close().await, (String::new(), 0));
}

/// A terminal sends Ctrl+C to every process of its foreground group.
#[tokio::test]
async fn ctrl_c_is_for_the_server_and_the_app_ends_by_its_windows() {
    let mut command = Command::new("setsid");
    command.args(["sh", "-c", "\"$0\" \"$@\"; true"]).arg(product("bin/qtmcp"));
    command.args(["serve", "--mode", "native", "--"]).arg(built(Qt::Six, "unsaved"));
    let mut client = ByHand::start(&mut command);
    client.ask(hello()).await;
    client.ask(call("app_status", json!({}))).await;
    kill_group(client.server.id().unwrap(), Signal::INT);
    let mut said = String::new();
    client.server.stderr.take().unwrap().read_to_string(&mut said).await.unwrap();
    assert!(said.contains("unsaved (app 1) ended with exit code 0"), "{said}");
}
