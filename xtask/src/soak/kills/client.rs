//! A client of the WebSocket is killed with a key or a button down, or in the middle of a drag: all of it comes up.

use super::lab::{Lab, middle_of};
use super::{Worst, until};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::soak::Row;
use crate::socket::Socket;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::Instant;
use tokio::process::{Child, Command};

pub(super) async fn with_something_held(layout: &Layout, qt: Qt, rounds: usize) -> Result<Row> {
    let mut lab = Lab::start(layout, qt).await?;
    let mut worst = Worst::default();
    for round in 0..rounds {
        lab.clear().await?;
        let [x, y] = lab.middle;
        let mut client = if round.is_multiple_of(2) {
            holding(layout, &lab.url, &[[x, y], [x + 9.0, y + 9.0]])?
        } else {
            call(layout, &lab.url, "computer", &json!({"action": "hold_key", "text": "shift+a", "duration": 30}))?
        };
        lab.is_held().await.with_context(|| format!("round {round}"))?;
        client.kill().await?;
        let killed = Instant::now();
        lab.is_let_go().await.with_context(|| format!("round {round}"))?;
        worst.since(killed);
        lab.is_well().await?;
    }
    let what = format!("kill -9 of a WebSocket client with a button or keys held, {rounds} times");
    Ok(Row::new(what, format!("the app lives on; let go each time, {worst}"), true))
}

pub(super) async fn in_the_middle_of_a_drag(layout: &Layout, qt: Qt, rounds: usize) -> Result<Row> {
    let mut gallery = Gallery::start(layout, qt, Preload::Probe, &["--page", "drag"])?;
    let url = gallery.url()?;
    let mut socket = Socket::connect(&url).await?;
    socket.call("waitFor", json!({"id": "grip", "state": "visible"})).await?;
    let (from, to) = (middle_of(&mut socket, "grip").await?, middle_of(&mut socket, "taker").await?);
    let mut worst = Worst::default();
    for round in 0..rounds {
        let way = [from, [from[0] + 8.0, from[1]], [from[0] + 16.0, from[1]], [from[0] + 24.0, from[1]], to];
        let mut client = holding(layout, &url, &way)?;
        gallery.line("ENTER taker").with_context(|| format!("round {round}"))?;
        client.kill().await?;
        let killed = Instant::now();
        let ended = gallery.line("DRAG ends ").with_context(|| format!("round {round}"))?;
        worst.since(killed);
        // What the app is told of the mouse's buttons when the drag is over.
        ensure!(ended.starts_with("nothing buttons 0"), "round {round}: the drag ended with {ended}");
        until("an app that answers", async || Ok(socket.call("ping", json!({})).await.is_ok().then_some(()))).await?;
    }
    let what = format!("kill -9 of a WebSocket client in the middle of a drag, {rounds} times");
    Ok(Row::new(what, format!("nothing is dropped, no button is down; over each time, {worst}"), true))
}

/// A client that presses the button at the first of these places, moves on to the last, and stays there.
fn holding(layout: &Layout, url: &str, way: &[[f64; 2]]) -> Result<Child> {
    let computer = |input: Value| json!({"name": "computer", "input": input});
    let mut actions: Vec<_> =
        way.iter().map(|place| computer(json!({"action": "mouse_move", "coordinate": place}))).collect();
    actions.insert(1, computer(json!({"action": "left_mouse_down"})));
    // The longest that one wait takes.
    actions.extend(std::iter::repeat_n(computer(json!({"action": "wait", "duration": 10})), 6));
    call(layout, url, "browser_batch", &json!({"actions": actions}))
}

fn call(layout: &Layout, url: &str, method: &str, arguments: &Value) -> Result<Child> {
    let mut command = Command::new(layout.product("bin/qtmcp"));
    command.args(["call", "--app", url, "--mode", "chrome", "--timeout", "60", method, &arguments.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    command.spawn().context("cannot start `qtmcp call`")
}
