//! `cargo xtask soak`: keeps calling a busy app for a while, with clients that come and go, and looks whether it lives,
//! answers, and stops growing.

use crate::build::{self, Apps, Profile};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::packages::Group;
use crate::setup;
use crate::socket::Socket;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::time::{Duration, Instant};

/// A leak of this much during the second half is reported; caches fill in the first.
const MOST_GROWTH_MB: f64 = 8.0;

#[derive(clap::Args)]
pub(crate) struct Soak {
    /// For how long, for each Qt version.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// One Qt version only.
    #[arg(long)]
    qt: Option<Qt>,
}

impl Soak {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        setup::ensure(layout, &[Group::Build, Group::Demo])?;
        build::build(layout, Profile::Release, Apps::Widgets)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        for qt in Qt::ALL.into_iter().filter(|qt| self.qt.is_none_or(|wanted| wanted == *qt)) {
            runtime.block_on(soak(layout, qt, Duration::from_secs(self.seconds)))?;
        }
        Ok(())
    }
}

async fn soak(layout: &Layout, qt: Qt, length: Duration) -> Result<()> {
    let major = qt.major();
    let mut gallery = Gallery::start(layout, qt, Preload::Probe, &["--tab", "Threads"])?;
    gallery.ignore_output();
    let url = gallery.url()?;
    // Threads that make and delete objects all the while.
    let mut starter = Socket::connect(&url).await?;
    starter.call("waitFor", json!({"id": "#startThreadsButton", "state": "visible"})).await?;
    starter.call("click", json!({"id": "#startThreadsButton"})).await?;
    let began = Instant::now();
    let mut half_way_mb = None;
    let (mut rounds, mut shown) = (0_u64, began);
    while began.elapsed() < length {
        // A new client each round: connecting and leaving is part of the load.
        round(&url).await.with_context(|| format!("Qt {major}, round {rounds}"))?;
        rounds += 1;
        ensure!(gallery.is_running()?, "Qt {major}: the gallery ended in round {rounds}");
        if half_way_mb.is_none() && began.elapsed() > length / 2 {
            half_way_mb = Some(gallery.resident_mb()?);
        }
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            eprintln!("  soak, Qt {major}: {:.0} s, {rounds} rounds", began.elapsed().as_secs_f64());
        }
    }
    let grown = gallery.resident_mb()? - half_way_mb.unwrap_or(0.0);
    eprintln!("  soak, Qt {major}: {rounds} rounds, {grown:+.1} MB in the second half");
    ensure!(half_way_mb.is_some() && grown < MOST_GROWTH_MB, "Qt {major}: memory grew by {grown:.1} MB");
    Ok(())
}

async fn round(url: &str) -> Result<()> {
    let mut app = Socket::connect(url).await?;
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
