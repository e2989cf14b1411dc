//! Clients that come and go while the app's threads make and delete objects: it lives, answers, and stops growing.

use super::{Length, Part, Row, Run, block_on};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::socket::Socket;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

pub(super) const PART: Part =
    Part { name: "load", run: Run::OnEachQt(|layout, qt, length| block_on(load(layout, qt, length))) };

/// A leak of this much during the second half is reported; caches fill in the first.
const MOST_GROWTH_MB: f64 = 8.0;

/// Clients at once.
const CLIENTS: usize = 8;

async fn load(layout: &Layout, qt: Qt, length: Length) -> Result<Vec<Row>> {
    let length = Duration::from_secs(length.of(18, 240));
    let mut gallery = Gallery::start(layout, qt, Preload::Probe, &["--tab", "Threads"])?;
    gallery.ignore_output();
    let url: Rc<str> = gallery.url()?.into();
    let mut starter = Socket::connect(&url).await?;
    starter.call("waitFor", json!({"id": "#startThreadsButton", "state": "visible"})).await?;
    starter.call("click", json!({"id": "#startThreadsButton"})).await?;
    let mut clients = JoinSet::new();
    (0..CLIENTS).for_each(|_| drop(clients.spawn_local(round(Rc::clone(&url)))));
    let began = Instant::now();
    let mut half_way_mb = None;
    let (mut rounds, mut shown) = (0_u64, began);
    while began.elapsed() < length {
        let ended = clients.join_next().await.context("no client")?;
        ended?.with_context(|| format!("round {rounds}"))?;
        rounds += 1;
        // A new client each round: connecting and leaving is part of the load.
        clients.spawn_local(round(Rc::clone(&url)));
        ensure!(gallery.is_running()?, "the gallery ended in round {rounds}");
        if half_way_mb.is_none() && began.elapsed() > length / 2 {
            half_way_mb = Some(gallery.resident_mb()?);
        }
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            eprintln!("  {:.0} s, {rounds} rounds", began.elapsed().as_secs_f64());
        }
    }
    // Those under way vanish without a word; the app must not mind.
    clients.shutdown().await;
    starter.call("click", json!({"id": "#stopThreadsButton"})).await?;
    starter.call("waitFor", json!({"id": "#threadStateLabel", "property": "text", "value": "Stopped"})).await?;
    let grown = gallery.resident_mb()? - half_way_mb.context("no round in the second half")?;
    let what = format!("{rounds} rounds of {CLIENTS} clients at once on an app with busy threads");
    let result = format!("{grown:+.1} MB in the second half (limit {MOST_GROWTH_MB} MB)");
    Ok(vec![Row::new(what, result, grown < MOST_GROWTH_MB)])
}

async fn round(url: Rc<str>) -> Result<()> {
    let mut app = Socket::connect(&url).await?;
    let button = app.id_of("okButton").await?;
    app.call("subscribeSignals", json!({"id": button, "signals": ["clicked"]})).await?;
    app.call("subscribeLifecycle", json!({})).await?;
    app.call("getObjectTree", json!({"depth": 100})).await?;
    app.call("listProperties", json!({"id": button})).await?;
    app.call("setProperty", json!({"id": button, "property": "text", "value": "é 日本語 🎉"})).await?;
    app.call("click", json!({"id": button})).await?;
    app.call("screenshot", json!({})).await?;
    app.call("ping", json!({})).await.map(drop)
}
