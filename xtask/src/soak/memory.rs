//! Clicks and snapshots without end: after the first thousand of each the app's memory, its descriptors and its threads
//! stay as they are.

use super::{Length, Part, Row, Run, block_on};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::process::Holdings;
use crate::socket::Socket;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(super) const PART: Part =
    Part { name: "memory", run: Run::OnEachQt(|layout, qt, length| block_on(memory(layout, qt, length))) };

/// What may be gained after the first rounds, in which caches fill.
const MOST_GROWTH: u64 = 2 << 20;

/// An app, and the button in it that is clicked: the object's name, and what it shows.
const APPS: [(&str, [&str; 2]); 2] = [("gallery", ["okButton", "OK"]), ("qml-gallery", ["submitButton", "Submit"])];

async fn memory(layout: &Layout, qt: Qt, length: Length) -> Result<Vec<Row>> {
    let (first, all) = length.of((300, 1_300), (1_000, 10_000));
    let window = (all - first) / 5;
    let mut rows = Vec::new();
    for (app, button) in APPS {
        let mut gallery = Gallery::start_app(layout, qt, app, Preload::Probe, &[], &[("QTMCP_SCREEN", "1280x960")])?;
        gallery.ignore_output();
        let mut hand = Hand::new(&gallery, button).await?;
        let (mut before, mut after) = (Lowest::default(), Lowest::default());
        let mut shown = Instant::now();
        for round in 0..all {
            hand.round(round).await.with_context(|| format!("{app}, round {round}"))?;
            let held = Holdings::of(gallery.pid())?;
            if (first..first + window).contains(&round) {
                before.see(held);
            } else if round >= all - window {
                after.see(held);
            }
            if shown.elapsed() > Duration::from_secs(30) {
                shown = Instant::now();
                eprintln!("  {app}: {round} rounds, {held:?}");
            }
        }
        let what = format!("{app}: {first}, then {} clicks and as many of each kind of snapshot", all - first);
        rows.push(compared(&what, before.0.zip(after.0).context("too few rounds")?));
    }
    Ok(rows)
}

/// The least that was held in a stretch of rounds. Pictures on their way and a garbage collector make single moments of
/// one app differ by tens of megabytes; what is leaked is held at the best of moments too.
#[derive(Default)]
struct Lowest(Option<Holdings>);

impl Lowest {
    fn see(&mut self, held: Holdings) {
        let lowest = self.0.unwrap_or(held);
        self.0 = Some(Holdings {
            anonymous_bytes: lowest.anonymous_bytes.min(held.anonymous_bytes),
            descriptors: lowest.descriptors.min(held.descriptors),
            threads: lowest.threads.min(held.threads),
        });
    }
}

fn compared(what: &str, (before, after): (Holdings, Holdings)) -> Row {
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let result = format!(
        "{:+.2} MiB to {:.1} (limit +{} MiB), descriptors {} → {}, threads {} → {}",
        mib(after.anonymous_bytes) - mib(before.anonymous_bytes),
        mib(after.anonymous_bytes),
        MOST_GROWTH >> 20,
        before.descriptors,
        after.descriptors,
        before.threads,
        after.threads,
    );
    let is_flat = after.descriptors <= before.descriptors && after.threads <= before.threads;
    Row::new(what, result, is_flat && after.anonymous_bytes <= before.anonymous_bytes + MOST_GROWTH)
}

/// One client that clicks a button in every way there is, and looks at the app in every way there is.
struct Hand {
    socket: Socket,
    clicks: [(&'static str, Value); 3],
}

impl Hand {
    async fn new(gallery: &Gallery, [button, name]: [&str; 2]) -> Result<Self> {
        let mut socket = Socket::connect(&gallery.url()?).await?;
        socket.call("waitFor", json!({"id": button, "state": "visible", "timeoutMs": 20_000})).await?;
        let page = socket.call("read_page", json!({"filter": "interactive"})).await?;
        let refs = page["refs"].as_object().context("read_page gave no refs")?;
        let found = refs.iter().find(|(_, about)| about["role"] == "button" && about["name"] == name);
        let (number, about) = found.with_context(|| format!("read_page shows no {name}"))?;
        let coordinate = [&about["x"], &about["y"]];
        let clicks = [
            ("click", json!({"id": button})),
            ("click", json!({"ref": number})),
            ("computer", json!({"action": "left_click", "coordinate": coordinate, "screenshot": false})),
        ];
        Ok(Self { socket, clicks })
    }

    async fn round(&mut self, round: usize) -> Result<()> {
        let (method, params) = self.clicks[round % self.clicks.len()].clone();
        self.socket.call(method, params).await?;
        self.socket.call("read_page", json!({})).await?;
        self.socket.call("read_page", json!({"dialect": "chrome"})).await?;
        self.socket.call("getObjectTree", json!({"depth": 100})).await?;
        self.socket.call("screenshot", json!({})).await.map(drop)
    }
}
