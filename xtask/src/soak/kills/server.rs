//! The server is killed: an app that it launched ends, an app that it was connected to lives on with nothing held down.

use super::lab::Lab;
use super::{Worst, until};
use crate::layout::{Layout, Qt};
use crate::mcp::Mcp;
use crate::process;
use crate::soak::Row;
use anyhow::{Context, Result};
use serde_json::json;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::process::Command;

/// An app takes this long to come up.
const LONGEST_START: Duration = Duration::from_millis(300);

/// A server that is killed while its app starts, at another moment each time.
pub(super) async fn with_its_app(layout: &Layout, qt: Qt, rounds: usize) -> Result<Row> {
    let gallery = layout.apps(qt).join("gallery");
    let mut worst = Worst::default();
    for round in 0..rounds {
        let mark = format!("QTMCP_SOAK={}-{}-{round}", std::process::id(), qt.major());
        let (name, value) = mark.split_once('=').context("a mark")?;
        let mut server = Command::new(layout.product("bin/qtmcp"));
        server.args(["serve", "--mode", "all", "--"]).arg(&gallery);
        server.env(name, value).env("QT_QPA_PLATFORM", "offscreen").env_remove("LD_PRELOAD");
        server.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut server = server.spawn().context("cannot start `qtmcp serve`")?;
        // From when there is another process, most likely not even of the app's program yet, until the app is up.
        until(&format!("round {round}: an app"), async || Ok((process::with_variable(&mark).len() > 1).then_some(())))
            .await?;
        tokio::time::sleep(LONGEST_START * u32::try_from(round)? / u32::try_from(rounds)?).await;
        server.kill().await?;
        let killed = Instant::now();
        until(&format!("round {round}: the end of the app"), async || {
            Ok(process::with_variable(&mark).is_empty().then_some(()))
        })
        .await?;
        worst.since(killed);
    }
    let what = format!("kill -9 of the server while its app starts, {rounds} times at another moment");
    Ok(Row::new(what, format!("no app outlives it; gone after {worst}"), true))
}

/// A server with a button held down, and then one in the middle of holding a key.
pub(super) async fn with_an_app_of_others(layout: &Layout, qt: Qt, rounds: usize) -> Result<Row> {
    let mut lab = Lab::start(layout, qt).await?;
    let mut worst = Worst::default();
    for round in 0..rounds {
        lab.clear().await?;
        let mut server = Mcp::start(layout, ["--mode", "chrome", "--connect", &lab.url]).await?;
        let [x, y] = lab.middle;
        if round.is_multiple_of(2) {
            server.tool("computer", &json!({"action": "mouse_move", "coordinate": [x, y]})).await?;
            server.tool("computer", &json!({"action": "left_mouse_down"})).await?;
            server.tool("computer", &json!({"action": "mouse_move", "coordinate": [x + 9.0, y + 9.0]})).await?;
        } else {
            server.begin("computer", &json!({"action": "hold_key", "text": "a", "duration": 30})).await?;
        }
        lab.is_held().await.with_context(|| format!("round {round}"))?;
        server.kill().await?;
        let killed = Instant::now();
        lab.is_let_go().await.with_context(|| format!("round {round}"))?;
        worst.since(killed);
        lab.is_well().await?;
    }
    let what =
        format!("kill -9 of a server with a button or a key held in an app it only connected to, {rounds} times");
    Ok(Row::new(what, format!("the app lives on; let go each time, {worst}"), true))
}
