//! What ends without a word, again and again: the app in the middle of a call, the server, a client. The others hear of it
//! at once, nobody is left behind, and nothing stays pressed.

mod app;
mod client;
mod lab;
mod server;

use super::{Length, Part, Row, Run, block_on};
use crate::layout::{Layout, Qt};
use anyhow::{Result, bail};
use std::time::{Duration, Instant};

pub(super) const PART: Part =
    Part { name: "kills", run: Run::OnEachQt(|layout, qt, length| block_on(kills(layout, qt, length))) };

/// How long may go by until a caller hears that the app is gone.
const HEARD_WITHIN: Duration = Duration::from_secs(1);

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

async fn kills(layout: &Layout, qt: Qt, length: Length) -> Result<Vec<Row>> {
    let rounds = length.of(10, 100);
    Ok(vec![
        app::under_a_socket(layout, qt, rounds).await?,
        app::under_a_server(layout, qt, rounds).await?,
        server::with_its_app(layout, qt, rounds).await?,
        server::with_an_app_of_others(layout, qt, rounds).await?,
        client::with_something_held(layout, qt, rounds).await?,
        client::in_the_middle_of_a_drag(layout, qt, rounds).await?,
    ])
}

/// The longest of several waits.
#[derive(Default)]
struct Worst(Duration);

impl Worst {
    fn since(&mut self, began: Instant) {
        self.0 = self.0.max(began.elapsed());
    }
}

impl std::fmt::Display for Worst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} ms at worst", self.0.as_secs_f64() * 1e3)
    }
}

/// Looks again and again until `look` answers.
async fn until<R>(what: &str, mut look: impl AsyncFnMut() -> Result<Option<R>>) -> Result<R> {
    let give_up = Instant::now() + PATIENCE;
    while Instant::now() < give_up {
        if let Some(found) = look().await? {
            return Ok(found);
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    bail!("never came: {what}")
}

/// A moment that differs from round to round, so that the end comes at every stage of a call.
async fn a_moment(round: usize) {
    tokio::time::sleep(Duration::from_millis(round as u64 % 10 * 3)).await;
}
