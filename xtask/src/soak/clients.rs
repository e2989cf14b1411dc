//! Many clients at once, and clients that come back again and again: every call is answered once, with its own value, and
//! what a client takes from the app it gives back.

use super::{Length, Part, Row, Run, block_on};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::process::Holdings;
use crate::socket::Socket;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

pub(super) const PART: Part =
    Part { name: "clients", run: Run::OnEachQt(|layout, qt, length| block_on(clients(layout, qt, length))) };

const CLIENTS: usize = 100;
const CALLS: usize = 100;

/// A socket that its client has closed is closed here a moment later.
const PATIENCE: Duration = Duration::from_secs(10);

async fn clients(layout: &Layout, qt: Qt, length: Length) -> Result<Vec<Row>> {
    // On a slow machine ten thousand calls take longer than one call may.
    let mut gallery = Gallery::start_with(layout, qt, Preload::Probe, &[], &[("QTMCP_TIMEOUT_MS", "120000")])?;
    gallery.ignore_output();
    let url: Rc<str> = gallery.url()?.into();
    let mut socket = Socket::connect(&url).await?;
    socket.call("waitFor", json!({"id": "okButton", "state": "visible"})).await?;
    // By its path, which is found much sooner than a name.
    let values = socket.id_of("values").await?;
    let times = length.of(300, 1_000);
    Ok(vec![at_once(&url, &values).await?, again_and_again(&gallery, &url, &values, times).await?])
}

/// All clients send all their calls before they read a reply.
async fn at_once(url: &Rc<str>, values: &Value) -> Result<Row> {
    let mut sockets = Vec::new();
    for _ in 0..CLIENTS {
        sockets.push(Socket::connect(url).await?);
    }
    let began = Instant::now();
    let mut asking = JoinSet::new();
    for (client, socket) in sockets.into_iter().enumerate() {
        asking.spawn_local(ask(client, values.clone(), socket));
    }
    while let Some(asked) = asking.join_next().await {
        asked??;
    }
    let what = format!("{CLIENTS} clients at once, {CALLS} calls each, all sent before the first reply is read");
    let result = format!("each answered once with its own value, in {:.1} s", began.elapsed().as_secs_f64());
    Ok(Row::new(what, result, true))
}

async fn ask(client: usize, values: Value, mut socket: Socket) -> Result<()> {
    let mut unanswered = BTreeSet::new();
    for call in 0..CALLS {
        let word = format!("client {client} call {call}");
        let params = json!({"id": values, "method": "echoString", "args": [word]});
        socket.send(&json!({"id": word, "method": "invokeMethod", "params": params}).to_string()).await?;
        unanswered.insert(word);
    }
    while !unanswered.is_empty() {
        let text = socket.receive().await.with_context(|| format!("{} replies are lost", unanswered.len()))?;
        let reply: Value = serde_json::from_str(&text)?;
        let word = reply["id"].as_str().with_context(|| format!("client {client} got {reply}"))?;
        ensure!(unanswered.remove(word), "client {client} got what is not its own, or twice: {reply}");
        ensure!(reply["result"]["result"] == word, "the value of another call: {reply}");
    }
    // Whatever else was on its way to this client comes before the reply to this.
    let last: Value = serde_json::from_str(&socket.exchange(r#"{"id":"last","method":"ping"}"#).await?)?;
    ensure!(last["id"] == "last", "a reply too many: {last}");
    Ok(())
}

/// One client after the other; every other one leaves without a word.
async fn again_and_again(gallery: &Gallery, url: &str, values: &Value, times: usize) -> Result<Row> {
    let mut before = None;
    for nth in 0..times {
        if nth == times / 10 {
            before = Some(settled(gallery, None).await?);
        }
        let word = format!("visit {nth}");
        let mut socket = Socket::connect(url).await?;
        socket.call("subscribeSignals", json!({"id": "okButton", "signals": ["clicked"]})).await?;
        let echoed = socket.call("invokeMethod", json!({"id": values, "method": "echoString", "args": [word]})).await?;
        ensure!(echoed["result"] == word, "visit {nth} was answered {echoed}");
        if nth.is_multiple_of(2) {
            socket.close().await?;
        }
    }
    let before = before.context("too few visits")?;
    let after = settled(gallery, Some(before)).await?;
    let result = format!(
        "each answered with its own value; descriptors {} → {}, threads {} → {}",
        before.descriptors, after.descriptors, before.threads, after.threads
    );
    let is_flat = after.descriptors <= before.descriptors && after.threads <= before.threads;
    Ok(Row::new(format!("{times} clients one after the other"), result, is_flat))
}

/// What the app holds once it has noticed that the last client is gone.
async fn settled(gallery: &Gallery, before: Option<Holdings>) -> Result<Holdings> {
    let give_up = Instant::now() + PATIENCE;
    let mut last = Holdings::of(gallery.pid())?;
    loop {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let now = Holdings::of(gallery.pid())?;
        let is_still = (now.descriptors, now.threads) == (last.descriptors, last.threads);
        let is_flat = before.is_none_or(|before| now.descriptors <= before.descriptors);
        if is_still && is_flat || Instant::now() > give_up {
            return Ok(now);
        }
        last = now;
    }
}
