//! What MCP adds: the same tool through `qtmcp serve` on stdio and straight over the WebSocket, in turns.

use super::table::{Limit, Row, Table, Unit};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::mcp::Mcp;
use crate::socket::Socket;
use anyhow::Result;
use serde_json::json;
use std::time::Instant;

/// The figure that must stay small: what a model waits for beyond the call itself.
const MOST_ADDED_US: f64 = 300.0;

/// Round trips with a client that does nothing but write and read lines, as the bare WebSocket does for its side.
pub(super) async fn measure(layout: &Layout, qt: Qt, table: &mut Table) -> Result<()> {
    let gallery = Gallery::start(layout, qt, Preload::Probe, &[])?;
    let mut socket = Socket::connect(&gallery.url()?).await?;
    let mut server = Mcp::start(layout, ["--mode", "all", "--connect", &gallery.url()?]).await?;
    let calls = [
        ("getProperty", json!({"id": "okButton", "property": "text"}), 3000, Some(Limit::Above(MOST_ADDED_US))),
        ("read_page", json!({}), 500, Some(Limit::Above(MOST_ADDED_US))),
        ("qt_screenshot", json!({}), 100, None),
    ];
    for (tool, arguments, count, limit) in calls {
        let (mut over_mcp, mut over_socket) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let began = Instant::now();
            server.tool(tool, &arguments).await?;
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
