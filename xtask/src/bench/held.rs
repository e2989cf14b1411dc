//! How long the app's GUI thread is held at a stretch while a page is read that takes much longer, as the app itself
//! sees it.

use super::pages::{ALL, Shown};
use super::table::{Limit, Row, Table, Unit};
use crate::layout::{Layout, Qt};
use crate::socket::Socket;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Longer than this, a person notices.
const LONGEST_MS: f64 = 50.0;

const READS: usize = 10;

const HEART: &str = "#heartbeat";

pub(super) async fn measure(layout: &Layout, qt: Qt, table: &mut Table) -> Result<()> {
    let mut app = Shown::start(layout, qt, "nodesPage", &["--nodes", "100000", "--heartbeat"]).await?;
    let reads = [("default cap", json!({})), ("all", json!({"dialect": "chrome", "max_chars": ALL}))];
    for (what, params) in reads {
        let (mut busy, mut idle) = (Gaps::default(), Gaps::default());
        for _ in 0..READS {
            let took = busy.reading(&mut app.socket, &params).await?;
            // As long a while without a call: what the machine and the app itself do.
            idle.waiting(&mut app.socket, took).await?;
        }
        let name = format!("GUI thread held, 100,000 nodes, {what}");
        let unit = Unit::Milliseconds;
        table.push(Row::measured(&format!("{name}, by the clock"), qt, unit, &busy.wall_ms, &idle.wall_ms, None));
        // What the thread itself worked: other programs cannot add to that, so it can be checked on any machine.
        let limit = Some(Limit::Never(LONGEST_MS));
        table.push(Row::measured(&format!("{name}, its own work"), qt, unit, &busy.cpu_ms, &idle.cpu_ms, limit));
    }
    Ok(())
}

/// The longest gap of each stretch.
#[derive(Default)]
struct Gaps {
    wall_ms: Vec<f64>,
    cpu_ms: Vec<f64>,
}

impl Gaps {
    async fn reading(&mut self, app: &mut Socket, params: &Value) -> Result<Duration> {
        reset(app).await?;
        let began = Instant::now();
        app.call("read_page", params.clone()).await?;
        let took = began.elapsed();
        self.note(app).await?;
        Ok(took)
    }

    async fn waiting(&mut self, app: &mut Socket, time: Duration) -> Result<()> {
        reset(app).await?;
        tokio::time::sleep(time).await;
        self.note(app).await
    }

    async fn note(&mut self, app: &mut Socket) -> Result<()> {
        for (property, gaps) in [("longestMs", &mut self.wall_ms), ("longestCpuMs", &mut self.cpu_ms)] {
            let got = app.call("getProperty", json!({"id": HEART, "property": property})).await?;
            gaps.push(got["value"].as_f64().with_context(|| format!("{property} is {got}"))?);
        }
        Ok(())
    }
}

async fn reset(app: &mut Socket) -> Result<()> {
    app.call("invokeMethod", json!({"id": HEART, "method": "reset"})).await.map(drop)
}
