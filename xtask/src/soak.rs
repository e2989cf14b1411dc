//! `cargo xtask soak`: what takes too long for a test, or too many rounds. Each part is one file, and all tell their
//! findings in one table.

mod asan;
mod clients;
mod exits;
mod fuzz;
mod hang;
mod kills;
mod load;
mod memcheck;
mod memory;
mod mortal;
mod table;
mod watched;

use crate::build::{self, Apps, Profile};
use crate::layout::{Layout, Qt};
use crate::packages::Group;
use crate::setup;
use anyhow::{Result, ensure};
use std::io::Write;
use std::time::Instant;
use table::{Row, Table};

/// Every part, in the order in which they run.
const PARTS: &[Part] = &[
    load::PART,
    exits::PART,
    memory::PART,
    clients::PART,
    kills::PART,
    hang::PART,
    asan::PART,
    memcheck::PART,
    fuzz::PART,
];

/// One kind of endurance. An error is a finding like any other: it is told in the table, and the other parts still run.
struct Part {
    name: &'static str,
    run: Run,
}

/// How a part runs.
enum Run {
    /// Once for each Qt version.
    OnEachQt(fn(&Layout, Qt, Length) -> Result<Vec<Row>>),
    /// Once: no Qt is in it, or it chooses its own.
    Once(fn(&Layout, Length) -> Result<Vec<Row>>),
}

/// How long the parts take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// Some minutes in all: every part, with fewer rounds.
    Short,
    /// Every round that is promised.
    Whole,
}

impl Length {
    /// The one or the other.
    fn of<T>(self, short: T, whole: T) -> T {
        match self {
            Length::Short => short,
            Length::Whole => whole,
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct Soak {
    /// Some minutes in all, with fewer rounds.
    #[arg(long)]
    short: bool,
    /// This part only; may be given more than once.
    #[arg(long, value_name = "PART", value_parser = clap::builder::PossibleValuesParser::new(PARTS.iter().map(|part| part.name)))]
    only: Vec<String>,
    /// One Qt version only.
    #[arg(long)]
    qt: Option<Qt>,
    /// Use what was built before, without building it anew.
    #[arg(long)]
    built: bool,
}

impl Soak {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        if !self.built {
            setup::ensure(layout, &[Group::Build, Group::Demo, Group::Test, Group::Apps])?;
            build::build(layout, Profile::Release, Apps::All)?;
        }
        let length = if self.short { Length::Short } else { Length::Whole };
        let mut table = Table::default();
        for part in PARTS.iter().filter(|part| self.only.is_empty() || self.only.iter().any(|only| only == part.name)) {
            match part.run {
                Run::Once(run) => table.add(part.name, None, timed(part.name, || run(layout, length))),
                Run::OnEachQt(run) => {
                    for qt in Qt::ALL.into_iter().filter(|qt| self.qt.is_none_or(|wanted| wanted == *qt)) {
                        table.add(part.name, Some(qt), timed(part.name, || run(layout, qt, length)));
                    }
                }
            }
        }
        // The table is this command's output; all else goes to stderr.
        write!(std::io::stdout(), "{table}")?;
        ensure!(table.failures() == 0, "{} of the findings above are bad", table.failures());
        Ok(())
    }
}

fn timed<R>(name: &str, run: impl FnOnce() -> R) -> R {
    eprintln!("soak: {name}");
    let began = Instant::now();
    let found = run();
    eprintln!("soak: {name} took {:.0} s", began.elapsed().as_secs_f64());
    found
}

/// Runs a part's future, and what it spawns, on this thread.
fn block_on<R>(future: impl Future<Output = Result<R>>) -> Result<R> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    tokio::task::LocalSet::new().block_on(&runtime, future)
}
