//! `qtmcp serve` on stdio with a client that does nothing but write and read lines.

use crate::layout::Layout;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// A server and its client.
pub(crate) struct Mcp {
    stdin: ChildStdin,
    stdout: Lines<BufReader<ChildStdout>>,
    last_id: u64,
    child: Child,
}

impl Mcp {
    /// Starts the server with these arguments and says hello.
    pub(crate) async fn start(layout: &Layout, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Self> {
        let mut child = Command::new(layout.product("bin/qtmcp"))
            .arg("serve")
            .args(args)
            .env("QT_QPA_PLATFORM", "offscreen")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("cannot start `qtmcp serve`")?;
        let stdin = child.stdin.take().context("no stdin")?;
        let stdout = BufReader::new(child.stdout.take().context("no stdout")?).lines();
        let mut server = Self { stdin, stdout, last_id: 0, child };
        let client = json!({"name": "xtask", "version": env!("CARGO_PKG_VERSION")});
        let begin = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        server.call("initialize", begin).await?;
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        server.stdin.write_all(format!("{ready}\n").as_bytes()).await?;
        Ok(server)
    }

    /// A tool's result, which must be no error.
    pub(crate) async fn tool(&mut self, name: &str, arguments: &Value) -> Result<Value> {
        let result = self.call("tools/call", json!({"name": name, "arguments": arguments})).await?;
        ensure!(result["isError"] != true, "{name}: {}", result["content"]);
        Ok(result)
    }

    /// Sends a call of a tool, whose result [`Mcp::reply`] waits for.
    pub(crate) async fn begin(&mut self, name: &str, arguments: &Value) -> Result<()> {
        self.send("tools/call", json!({"name": name, "arguments": arguments})).await
    }

    /// A request's result.
    pub(crate) async fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        self.send(method, params).await?;
        self.reply().await.with_context(|| method.to_owned())
    }

    async fn send(&mut self, method: &str, params: Value) -> Result<()> {
        self.last_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        Ok(self.stdin.write_all(format!("{request}\n").as_bytes()).await?)
    }

    /// The result of the request that was sent last.
    pub(crate) async fn reply(&mut self) -> Result<Value> {
        loop {
            let line = self.stdout.next_line().await?.context("the server ended")?;
            let mut reply: Value = serde_json::from_str(&line)?;
            if reply["id"] == self.last_id {
                ensure!(reply["result"].is_object(), "{reply}");
                return Ok(reply["result"].take());
            }
        }
    }

    /// Kills it and waits for its end.
    pub(crate) async fn kill(mut self) -> Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Closes its stdin, by which it ends together with the apps it has launched.
    pub(crate) async fn end(mut self) -> Result<()> {
        drop(self.stdin);
        let status = self.child.wait().await?;
        ensure!(status.success(), "`qtmcp serve` ended with {status}");
        Ok(())
    }
}
