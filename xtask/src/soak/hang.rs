//! An app whose GUI thread does nothing for half a minute: calls end at their deadline, `status` answers at once, and
//! afterwards all is as before and nothing that was given up has happened.

use super::{Length, Part, Row, Run, block_on};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use anyhow::{Context, Result, ensure};
use qtmcp_client::{CallError, Client, Code};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(super) const PART: Part =
    Part { name: "hang", run: Run::OnEachQt(|layout, qt, length| block_on(hang(layout, qt, length))) };

/// The deadline of a call.
const DEADLINE_MS: u64 = 500;
/// What an answer of our own thread takes on a busy machine at the most.
const AT_ONCE: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(60);

async fn hang(layout: &Layout, qt: Qt, length: Length) -> Result<Vec<Row>> {
    let hang_ms: u64 = length.of(5_000, 30_000);
    let settings = [("QTMCP_TIMEOUT_MS", "500")];
    let mut gallery = Gallery::start_with(layout, qt, Preload::Probe, &["--exit-code", "19"], &settings)?;
    gallery.ignore_output();
    let client = Client::connect(&gallery.url()?).await?;
    client.call_within(PATIENCE, "waitFor", json!({"id": "values", "state": "exists", "timeoutMs": 20_000})).await?;
    let before = get(&client).await?;

    let began = Instant::now();
    let sleep = json!({"id": "values", "method": "sleepMs", "args": [hang_ms]});
    expect(&client, "invokeMethod", sleep, Code::Timeout).await?;
    let (mut refused, mut slowest) = (0_u32, Duration::ZERO);
    while began.elapsed() < Duration::from_millis(hang_ms - 2 * DEADLINE_MS) {
        let asked = Instant::now();
        let status = client.call_within(AT_ONCE, "status", json!({})).await.context("status, while the app hangs")?;
        slowest = slowest.max(asked.elapsed());
        ensure!(status["blockedMs"].is_u64(), "the app hangs, and status says {status}");
        let late = json!({"id": "resultLabel", "property": "text", "value": "too late"});
        expect(&client, "setProperty", late, Code::AppBusy).await?;
        expect(&client, "click", json!({"id": "quitAction"}), Code::AppBusy).await?;
        refused += 2;
    }
    client.call_within(PATIENCE, "waitFor", json!({"id": "values", "state": "exists", "timeoutMs": 50_000})).await?;
    let took = began.elapsed().as_secs_f64();
    ensure!(get(&client).await? == before, "a call that was given up has run");
    client.call("setProperty", json!({"id": "resultLabel", "property": "text", "value": "in time"})).await?;
    ensure!(get(&client).await? == "in time", "the app does not do what it is told");
    let _ = client.call("invokeMethod", json!({"id": "quitAction", "method": "trigger"})).await;
    let code = gallery.exit_code()?;
    let what = format!("{} s without an event loop, calls with a deadline of {DEADLINE_MS} ms", hang_ms / 1000);
    let result = format!(
        "{refused} calls ended as app_busy, none ran late; status within {} ms; all well after {took:.1} s, exit code {code:?}",
        slowest.as_millis()
    );
    Ok(vec![Row::new(what, result, code == Some(19))])
}

async fn get(client: &Client) -> Result<Value> {
    let text = json!({"id": "resultLabel", "property": "text"});
    Ok(client.call("getProperty", text).await?["value"].take())
}

async fn expect(client: &Client, method: &str, params: Value, code: Code) -> Result<()> {
    match client.call_within(PATIENCE, method, params).await {
        Err(CallError::Rpc { fault: Some(fault), .. }) if fault.code == code => Ok(()),
        other => anyhow::bail!("{method} should fail with {code}, but: {other:?}"),
    }
}
