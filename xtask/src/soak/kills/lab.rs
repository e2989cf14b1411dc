//! An app that tells of every press and every release.

use super::until;
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::socket::Socket;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// The gallery on its page for input, and somebody who looks on.
pub(super) struct Lab {
    gallery: Gallery,
    socket: Socket,
    pub(super) url: String,
    /// The middle of what takes the input.
    pub(super) middle: [f64; 2],
}

/// How often something went down and came up.
#[derive(Debug, Default, PartialEq, Eq)]
struct Strokes {
    down: usize,
    up: usize,
}

impl Lab {
    pub(super) async fn start(layout: &Layout, qt: Qt) -> Result<Self> {
        let mut gallery = Gallery::start(layout, qt, Preload::Probe, &["--tab", "input lab"])?;
        gallery.ignore_output();
        let url = gallery.url()?;
        let mut socket = Socket::connect(&url).await?;
        socket.call("waitFor", json!({"id": "inputLab", "state": "visible"})).await?;
        let middle = middle_of(&mut socket, "inputLab").await?;
        let mut lab = Self { gallery, socket, url, middle };
        lab.socket.call("click", json!({"id": "inputLab"})).await?;
        Ok(lab)
    }

    /// Forgets what there was, all of which must be up again.
    pub(super) async fn clear(&mut self) -> Result<()> {
        let strokes = self.strokes().await?;
        ensure!(strokes.down == strokes.up, "{strokes:?}");
        self.socket.call("invokeMethod", json!({"id": "inputLab", "method": "clearLog"})).await.map(drop)
    }

    /// Waits until something is held down.
    pub(super) async fn is_held(&mut self) -> Result<()> {
        let held = until("something that is held", async || {
            let strokes = self.strokes().await?;
            Ok((strokes.down > 0).then_some(strokes))
        });
        let strokes = held.await?;
        ensure!(strokes.up < strokes.down, "it is up again before its time: {strokes:?}");
        Ok(())
    }

    /// Waits until everything has come up.
    pub(super) async fn is_let_go(&mut self) -> Result<()> {
        until("all to come up", async || {
            let strokes = self.strokes().await?;
            Ok((strokes.down > 0 && strokes.down == strokes.up).then_some(()))
        })
        .await
    }

    /// Whether the app is well.
    pub(super) async fn is_well(&mut self) -> Result<()> {
        ensure!(self.gallery.is_running()?, "the app has ended");
        let text = self.socket.call("getProperty", json!({"id": "okButton", "property": "text"})).await?;
        ensure!(text["value"] == "OK", "the app answers {text}");
        Ok(())
    }

    async fn strokes(&mut self) -> Result<Strokes> {
        let log = self.socket.call("getProperty", json!({"id": "inputLab", "property": "eventLog"})).await?;
        Ok(strokes(log["value"].as_array().context("no event log")?))
    }
}

/// Where the middle of an object is on the app's screen.
pub(super) async fn middle_of(socket: &mut Socket, id: &str) -> Result<[f64; 2]> {
    let place = socket.call("getGeometry", json!({"id": id})).await?["global"].take();
    let middle = |at: &str, size: &str| Some((place[at].as_f64()? + place[size].as_f64()? / 2.0).floor());
    let middle = middle("x", "width").zip(middle("y", "height"));
    middle.map(|(x, y)| [x, y]).with_context(|| format!("{id} is nowhere: {place}"))
}

fn strokes(log: &[Value]) -> Strokes {
    let mut strokes = Strokes::default();
    for line in log.iter().filter_map(Value::as_str).filter(|line| !line.ends_with(" repeated")) {
        // A second press soon after the first is a double click to Qt.
        let is_down = ["press ", "double ", "key press "].iter().any(|begin| line.starts_with(begin));
        let is_up = ["release ", "key release "].iter().any(|begin| line.starts_with(begin));
        strokes.down += usize::from(is_down);
        strokes.up += usize::from(is_up);
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_itself_is_one_stroke() {
        let log = ["press left 1,2", "release left 1,2", "double left 1,2", "move 3,4", "key press A text \"a\""];
        let repeated = ["key press A text \"a\" repeated", "key release A text \"a\" repeated"];
        let log: Vec<Value> = log.into_iter().chain(repeated).map(Value::from).collect();
        assert_eq!(strokes(&log), Strokes { down: 3, up: 1 });
    }
}
