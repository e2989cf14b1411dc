//! `cargo xtask bench`: what the probe costs, each figure beside its floor, measured in the same run; and how large the
//! pages are that it tells agents.

mod floor;
mod held;
mod life;
mod pages;
mod pictures;
mod served;
mod sizes;
mod table;
mod turns;

use crate::build::{self, Apps, Profile};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::packages::Group;
use crate::socket::Socket;
use crate::{setup, step};
use anyhow::{Context, Result, ensure};
use floor::bare_request;
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use table::{Limit, Row, Table, Unit};

pub(crate) use floor::BareServer;

#[derive(clap::Args)]
pub(crate) struct Bench {
    /// Fail when a figure is past its limit.
    #[arg(long)]
    check: bool,
    /// Also write the table as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure on one Qt version only.
    #[arg(long, conflicts_with = "sizes")]
    qt: Option<Qt>,
    /// Instead of times, how large `read_page` is beside other ways to write the same pages.
    #[arg(long)]
    sizes: bool,
    /// Measure what was built before, without building it anew.
    #[arg(long)]
    built: bool,
}

impl Bench {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        if self.sizes {
            self.prepare(layout, &[Group::Build, Group::Demo, Group::Test, Group::Apps], Apps::All)?;
            eprintln!("bench: sizes");
            let sizes = runtime()?.block_on(sizes::measure(layout))?;
            return self.report(&sizes, &sizes.to_json(), &sizes.over_limit());
        }
        if cfg!(debug_assertions) {
            return self.run_optimised(layout);
        }
        self.prepare(layout, &[Group::Build, Group::Demo], Apps::Widgets)?;
        let runtime = runtime()?;
        let mut table = Table::default();
        for qt in Qt::ALL.into_iter().filter(|qt| self.qt.is_none_or(|wanted| wanted == *qt)) {
            eprintln!("bench: Qt {}", qt.major());
            // Waking a sleeping core costs more than a call does, and which core a thread sits on is chance: on one core
            // the floor and the app are alike in that.
            let all_cores = allowed_cores()?;
            stay_on("0")?;
            let measured = runtime.block_on(async {
                measure_calls(layout, qt, &mut table).await?;
                pages::measure(layout, qt, &mut table).await?;
                pictures::measure(layout, qt, &mut table).await?;
                served::measure(layout, qt, &mut table).await
            });
            stay_on(&all_cores)?;
            measured?;
            runtime.block_on(held::measure(layout, qt, &mut table))?;
            measure_life(layout, qt, &mut table)?;
        }
        self.report(&table, &table.to_json(), &table.over_limit())
    }

    fn prepare(&self, layout: &Layout, groups: &[Group], apps: Apps) -> Result<()> {
        if self.built {
            return Ok(());
        }
        setup::ensure(layout, groups)?;
        build::build(layout, Profile::Release, apps)
    }

    fn report(&self, table: &impl Display, json: &Value, over: &[String]) -> Result<()> {
        // The table is this command's output; all else goes to stderr.
        write!(std::io::stdout(), "{table}")?;
        if let Some(file) = &self.json {
            std::fs::write(file, format!("{json:#}\n")).with_context(|| format!("cannot write {}", file.display()))?;
        }
        ensure!(!self.check || over.is_empty(), "past the limit: {}", over.join(", "));
        Ok(())
    }

    /// Unoptimised, the floor and the measuring itself would be slow and every ratio flattering.
    fn run_optimised(self, layout: &Layout) -> Result<()> {
        let mut command = Command::new("cargo");
        command.current_dir(layout.root()).args(["run", "--quiet", "--release", "--package", "xtask", "--", "bench"]);
        command.args(self.check.then_some("--check")).args(self.built.then_some("--built"));
        if let Some(file) = &self.json {
            command.arg("--json").arg(std::path::absolute(file)?);
        }
        if let Some(qt) = self.qt {
            command.args(["--qt", &qt.major().to_string()]);
        }
        step::show(&mut command)
    }
}

/// Round trips: the same socket code against the app and against a server that does nothing.
async fn measure_calls(layout: &Layout, qt: Qt, table: &mut Table) -> Result<()> {
    let bare = floor::start()?;
    let mut bare = Socket::connect(&bare.url).await.map(|socket| (socket, bare))?;
    let gallery = Gallery::start(layout, qt, Preload::Probe, &[])?;
    let mut app = Socket::connect(&gallery.url()?).await?;

    let button = app.id_of("okButton").await?;

    let calls = [
        ("ping", "ping", json!({}), 5000, Some(Limit::Times(1.2))),
        ("getProperty", "getProperty", json!({"id": button, "property": "text"}), 5000, Some(Limit::Times(1.5))),
        ("listProperties", "listProperties", json!({"id": button}), 1000, None),
        ("getObjectTree, whole", "getObjectTree", json!({"depth": 100}), 100, None),
        ("click, settled", "click", json!({"id": button}), 40, None),
    ];
    for (name, method, params, count, limit) in calls {
        let request = turns::request(method, &params);
        let reply = turns::try_out(&mut app, &request).await?;
        // The floor carries as many bytes both ways, so that only the work differs.
        let floor = bare_request(request.len(), reply.len());
        let sockets = &mut [&mut bare.0, &mut app];
        let [floor, times] = turns::time(sockets, [(0, &floor), (1, &request)], count).await?;
        table.push(Row::measured(name, qt, Unit::Microseconds, &times, &floor, limit));
    }
    Ok(())
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// Which cores this process may use, as `taskset` writes them.
fn allowed_cores() -> Result<String> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let cores = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    Ok(cores.context("the kernel does not tell which cores may be used")?.trim().to_owned())
}

/// Keeps this thread, and the programs it starts from now on, on these cores.
fn stay_on(cores: &str) -> Result<()> {
    let mut command = Command::new("taskset");
    command.args(["--cpu-list", "--pid", cores, &std::process::id().to_string()]);
    let output = command.output().context("cannot run taskset")?;
    ensure!(output.status.success(), "taskset: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// Start-up, memory and objects, with the probe and without.
fn measure_life(layout: &Layout, qt: Qt, table: &mut Table) -> Result<()> {
    const STARTS: usize = 15;
    let (mut plain, mut probed) = (life::Figures::default(), life::Figures::default());
    for _ in 0..STARTS {
        life::measure(layout, qt, Preload::Nothing, &mut plain)?;
        life::measure(layout, qt, Preload::Probe, &mut probed)?;
    }
    let row =
        |name, unit, with: &[f64], without: &[f64], limit| Row::measured(name, qt, unit, with, without, Some(limit));
    table.push(row("start-up", Unit::Milliseconds, &probed.start_up_ms, &plain.start_up_ms, Limit::Above(3.0)));
    table.push(row("memory, resident", Unit::Megabytes, &probed.resident_mb, &plain.resident_mb, Limit::Above(5.0)));
    // The best start of each: what other programs take from this one can only add.
    let best = |times: &[f64]| [times.iter().copied().fold(f64::INFINITY, f64::min)];
    let (with, without) = (&best(&probed.object_ns), &best(&plain.object_ns));
    table.push(row("20,000 objects, each", Unit::Nanoseconds, with, without, Limit::Times(1.5)));
    table.push(row("an object's life", Unit::Nanoseconds, with, without, Limit::Above(150.0)));
    Ok(())
}
