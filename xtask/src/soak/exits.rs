//! Apps that end as soon as they have begun: each has the exit code it would have without the probe.

use super::{Length, Part, Row, Run};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use anyhow::{Result, ensure};

pub(super) const PART: Part = Part { name: "exits", run: Run::OnEachQt(exits) };

/// Ways to end early, with the exit code each must have.
const EXITS: [(&[&str], i32); 4] = [
    (&["--exit-after", "0", "--exit-code", "11"], 11),
    (&["--exit-after", "20", "--exit-code", "12"], 12),
    (&["--exit-after", "0", "--exit-code", "13", "--core"], 13),
    (&["--no-exec"], 7),
];

fn exits(layout: &Layout, qt: Qt, length: Length) -> Result<Vec<Row>> {
    let rounds = length.of(40, 1_000);
    for (count, (arguments, expected)) in EXITS.iter().cycle().take(rounds).enumerate() {
        let code = Gallery::start(layout, qt, Preload::Probe, arguments)?.exit_code()?;
        ensure!(code == Some(*expected), "{arguments:?} ended with {code:?} after {count} good ends");
    }
    Ok(vec![Row::new(format!("{rounds} apps that end at once"), "all with their own exit code", true)])
}
