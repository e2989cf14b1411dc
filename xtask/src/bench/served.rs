//! What MCP adds: the same tool through `qtmcp serve` on stdio and straight over the WebSocket, in turns.

use super::table::{Limit, Row, Table, Unit};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::socket::Socket;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::Instant;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// The figure that must stay small: what a model waits for beyond the call itself.
const MOST_ADDED_US: f64 = 300.0;

/// Round trips with a client that does nothing but write and read lines, as the bare WebSocket does for its side.
pub(super) async fn measure(layout: &Layout, qt: Qt, table: &mut Table) -> Result<()> {
    let gallery = Gallery::start(layout, qt, Preload::Probe, &[])?;
    let mut socket = Socket::connect(&gallery.url()?).await?;
    let mut server = Server::start(layout, &gallery.url()?).await?;
    let calls = [
        ("getProperty", json!({"id": "okButton", "property": "text"}), 3000, Some(Limit::Above(MOST_ADDED_US))),
        ("read_page", json!({}), 500, Some(Limit::Above(MOST_ADDED_US))),
        ("qt_screenshot", json!({}), 100, None),
    ];
    for (tool, arguments, count, limit) in calls {
        let (mut over_mcp, mut over_socket) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let began = Instant::now();
            server.call("tools/call", json!({"name": tool, "arguments": arguments})).await?;
            over_mcp.push(microseconds(began));
            let began = Instant::now();
            socket.call("callTool", json!({"name": tool, "arguments": arguments, "mode": "all"})).await?;
            over_socket.push(microseconds(began));
        }
        let name = format!("MCP on stdio: {tool}");
        table.push(Row::measured(&name, qt, Unit::Microseconds, &over_mcp, &over_socket, limit));
    }
    Ok(())
}

fn microseconds(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1e6
}

struct Server {
    stdin: ChildStdin,
    stdout: Lines<BufReader<ChildStdout>>,
    last_id: u64,
    _child: Child,
}

impl Server {
    async fn start(layout: &Layout, app: &str) -> Result<Self> {
        let mut child = Command::new(layout.target("qtmcp/bin/qtmcp"))
            .args(["serve", "--mode", "all", "--connect", app])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("cannot start `qtmcp serve`")?;
        let stdin = child.stdin.take().context("no stdin")?;
        let stdout = BufReader::new(child.stdout.take().context("no stdout")?).lines();
        let mut server = Self { stdin, stdout, last_id: 0, _child: child };
        let client = json!({"name": "bench", "version": "1"});
        let begin = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        server.call("initialize", begin).await?;
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        server.stdin.write_all(format!("{ready}\n").as_bytes()).await?;
        Ok(server)
    }

    async fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        self.last_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        self.stdin.write_all(format!("{request}\n").as_bytes()).await?;
        loop {
            let line = self.stdout.next_line().await?.context("the server ended")?;
            let mut reply: Value = serde_json::from_str(&line)?;
            if reply["id"] == self.last_id {
                let is_fine = reply["result"].is_object() && reply["result"]["isError"] != true;
                ensure!(is_fine, "{method}: {reply}");
                return Ok(reply["result"].take());
            }
        }
    }
}
