//! The app is killed in the middle of a call: who called hears of it, and a server starts it again when asked.

use super::{HEARD_WITHIN, Worst, a_moment};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::mcp::Mcp;
use crate::process;
use crate::soak::Row;
use crate::socket::Socket;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::time::Instant;

/// Calls that are not over by themselves: one waits, one has the GUI thread at work, one holds a key down.
fn endless(round: usize) -> (&'static str, Value) {
    match round % 3 {
        0 => ("waitFor", json!({"id": "nobody", "state": "visible", "timeoutMs": 60_000})),
        1 => ("invokeMethod", json!({"id": "values", "method": "sleepMs", "args": [60_000]})),
        _ => ("computer", json!({"action": "hold_key", "text": "a", "duration": 30})),
    }
}

pub(super) async fn under_a_socket(layout: &Layout, qt: Qt, rounds: usize) -> Result<Row> {
    let mut worst = Worst::default();
    for round in 0..rounds {
        let mut gallery = Gallery::start(layout, qt, Preload::Probe, &[])?;
        gallery.ignore_output();
        let mut socket = Socket::connect(&gallery.url()?).await?;
        socket.call("waitFor", json!({"id": "okButton", "state": "visible"})).await?;
        let (method, params) = endless(round);
        socket.send(&json!({"id": 1, "method": method, "params": params}).to_string()).await?;
        a_moment(round).await;
        process::kill(gallery.pid())?;
        let killed = Instant::now();
        while let Ok(text) = socket.receive().await {
            let message: Value = serde_json::from_str(&text)?;
            ensure!(message["id"] != 1, "round {round}: {method} was answered with {message}");
        }
        worst.since(killed);
    }
    let what = format!("kill -9 of the app in the middle of a call, {rounds} times, over the WebSocket");
    Ok(Row::new(what, format!("its client hears of it each time, {worst} (limit 1 s)"), worst.0 < HEARD_WITHIN))
}

pub(super) async fn under_a_server(layout: &Layout, qt: Qt, rounds: usize) -> Result<Row> {
    let gallery = layout.apps(qt).join("gallery");
    let gallery = gallery.to_str().context("the repository's path is not UTF-8")?;
    let mut server = Mcp::start(layout, ["--mode", "all", "--", gallery]).await?;
    let (mut worst, mut starts) = (Worst::default(), Worst::default());
    let mut before = 0;
    for round in 0..rounds {
        let began = Instant::now();
        let launched = server.tool("launch_app", &json!({})).await.with_context(|| format!("round {round}"))?;
        starts.since(began);
        let pid = launched["structuredContent"]["pid"].as_u64().with_context(|| format!("no process: {launched}"))?;
        let pid = u32::try_from(pid)?;
        ensure!(pid != before, "round {round}: the app that was killed");
        before = pid;
        server.tool("getProperty", &json!({"id": "okButton", "property": "text"})).await?;
        let (tool, arguments) = endless(round);
        server.begin(tool, &arguments).await?;
        a_moment(round).await;
        process::kill(pid)?;
        let killed = Instant::now();
        let reply = server.reply().await?;
        worst.since(killed);
        let code = &reply["structuredContent"]["code"];
        ensure!(reply["isError"] == true && code == "app_gone", "round {round}: {tool} was answered with {reply}");
    }
    server.end().await?;
    let what = format!("kill -9 of the app in the middle of a call, {rounds} times, through one `qtmcp serve`");
    let result = format!("`app_gone` each time, {worst} (limit 1 s); started again each time, {starts}");
    Ok(Row::new(what, result, worst.0 < HEARD_WITHIN))
}
