//! `cargo xtask soak`: keeps an app with busy threads under many clients that come and go, and looks whether it lives,
//! answers, and stops growing; then starts and ends apps in a row, and looks at their exit codes.

use crate::build::{self, Apps, Profile};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::packages::Group;
use crate::setup;
use crate::socket::Socket;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::{JoinSet, LocalSet};

/// A leak of this much during the second half is reported; caches fill in the first.
const MOST_GROWTH_MB: f64 = 8.0;

/// Clients at once.
const CLIENTS: usize = 8;

/// How much of the time goes into starting and ending apps: one part in so many.
const EXITS_SHARE: u32 = 4;

/// Ways to end early, with the exit code each must have.
const EXITS: [(&[&str], i32); 4] = [
    (&["--exit-after", "0", "--exit-code", "11"], 11),
    (&["--exit-after", "20", "--exit-code", "12"], 12),
    (&["--exit-after", "0", "--exit-code", "13", "--core"], 13),
    (&["--no-exec"], 7),
];

#[derive(clap::Args)]
pub(crate) struct Soak {
    /// For how long, for each Qt version.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// Less than a minute in all.
    #[arg(long, conflicts_with = "seconds")]
    short: bool,
    /// One Qt version only.
    #[arg(long)]
    qt: Option<Qt>,
}

impl Soak {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        setup::ensure(layout, &[Group::Build, Group::Demo])?;
        build::build(layout, Profile::Release, Apps::Widgets)?;
        let length = Duration::from_secs(if self.short { 24 } else { self.seconds });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        for qt in Qt::ALL.into_iter().filter(|qt| self.qt.is_none_or(|wanted| wanted == *qt)) {
            let exits = length / EXITS_SHARE;
            LocalSet::new().block_on(&runtime, load(layout, qt, length - exits))?;
            exit(layout, qt, exits)?;
        }
        Ok(())
    }
}

/// Clients that come and go while the app's threads make and delete objects.
async fn load(layout: &Layout, qt: Qt, length: Duration) -> Result<()> {
    let major = qt.major();
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
        ended?.with_context(|| format!("Qt {major}, round {rounds}"))?;
        rounds += 1;
        // A new client each round: connecting and leaving is part of the load.
        clients.spawn_local(round(Rc::clone(&url)));
        ensure!(gallery.is_running()?, "Qt {major}: the gallery ended in round {rounds}");
        if half_way_mb.is_none() && began.elapsed() > length / 2 {
            half_way_mb = Some(gallery.resident_mb()?);
        }
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            eprintln!("  soak, Qt {major}: {:.0} s, {rounds} rounds", began.elapsed().as_secs_f64());
        }
    }
    // Those under way vanish without a word; the app must not mind.
    clients.shutdown().await;
    starter.call("click", json!({"id": "#stopThreadsButton"})).await?;
    starter.call("waitFor", json!({"id": "#threadStateLabel", "property": "text", "value": "Stopped"})).await?;
    let grown = gallery.resident_mb()? - half_way_mb.unwrap_or(0.0);
    eprintln!("  soak, Qt {major}: {rounds} rounds, {grown:+.1} MB in the second half");
    ensure!(half_way_mb.is_some() && grown < MOST_GROWTH_MB, "Qt {major}: memory grew by {grown:.1} MB");
    Ok(())
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

/// Apps that end as soon as they have begun.
fn exit(layout: &Layout, qt: Qt, length: Duration) -> Result<()> {
    let (began, major) = (Instant::now(), qt.major());
    let mut count = 0;
    for (arguments, expected) in EXITS.iter().cycle() {
        let code = Gallery::start(layout, qt, Preload::Probe, arguments)?.exit_code()?;
        ensure!(code == Some(*expected), "Qt {major}: {arguments:?} ended with {code:?} after {count} good ends");
        count += 1;
        if began.elapsed() > length {
            break;
        }
    }
    eprintln!("  soak, Qt {major}: {count} ends with the right code");
    Ok(())
}
