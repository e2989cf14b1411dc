//! Who gets in: tokens, users, web pages, host names, limits, slow and broken clients, other versions; over the WebSocket
//! and over HTTP alike.

mod auth;
mod command;
mod front;
mod limits;
mod slow;
mod sockets;
mod users;
mod versions;

use qtmcp_tests::{Home, PATIENCE, Qt, Run, Serve, TestApp, Value, built, json, launch};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const NOT_AUTHENTICATED: i64 = -32001;

/// The gallery in a home of its own, whose registry is [`registry`].
async fn at_home(qt: Qt, home: &Home, variables: &[(&str, &str)]) -> TestApp {
    let gallery = home.launch(built(qt, "gallery"));
    launch(variables.iter().fold(gallery, |gallery, (name, value)| gallery.env(name, value))).await
}

fn registry(home: &Home) -> PathBuf {
    home.dir().join("run/qtmcp")
}

/// What the app has written into the registry.
fn entry(home: &Home, pid: u32) -> Value {
    let file = registry(home).join(format!("{pid}.json"));
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

/// The app's token, from the registry.
fn token(home: &Home, app: &TestApp) -> String {
    entry(home, app.pid)["token"].as_str().unwrap().to_owned()
}

/// A request for a WebSocket, its headers as they are.
fn upgrade(target: &str, headers: &[&str]) -> String {
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    format!(
        "GET {target} HTTP/1.1\r\n{headers}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

/// An MCP request by hand, its headers as they are.
fn discover(headers: &[&str]) -> String {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    });
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}).to_string();
    let lines = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: server/discover"];
    post(&[&lines[..], headers].concat(), &body)
}

fn post(headers: &[&str], body: &str) -> String {
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    format!(
        "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         Content-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}",
        body.len()
    )
}

/// Sends bytes to where something listens and answers with the status and all that came back; of a WebSocket the head.
async fn answer(url: &str, request: impl AsRef<[u8]>) -> (u16, String) {
    let mut stream = TcpStream::connect(address(url)).await.unwrap();
    // What is refused early may be closed before all of it is sent.
    let _ = stream.write_all(request.as_ref()).await;
    let mut bytes = Vec::new();
    let reading = async {
        while !(bytes.starts_with(b"HTTP/1.1 101 ") && bytes.ends_with(b"\r\n\r\n")) {
            match stream.read_u8().await {
                Ok(byte) => bytes.push(byte),
                Err(_) => return,
            }
        }
    };
    tokio::time::timeout(PATIENCE, reading).await.unwrap_or_else(|_| panic!("{url} does not end its answer"));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default(), text)
}

/// The address in a URL of either kind.
fn address(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or(rest)
}

/// `qtmcp serve` without an app, in a home of its own.
fn serve(home: &Home) -> Serve {
    let serve = Serve::new(Vec::<String>::new());
    home.variables().into_iter().fold(serve, |serve, (name, value)| serve.env(name, value))
}

/// A way to run something as another user, for who may become anybody. Who may not is told.
fn nobody() -> Option<Run> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
    if !is_root {
        eprintln!("NOT TESTED: only root can become another user");
    }
    is_root.then(|| Run::plain("setpriv").args(["--reuid=65534", "--regid=65534", "--clear-groups"]))
}
