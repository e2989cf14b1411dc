//! `cargo xtask bench`: what the probe costs, each figure beside its floor, measured in the same run.

mod floor;
mod life;
mod table;

use crate::build::{self, Apps, Profile};
use crate::gallery::{Gallery, Preload};
use crate::layout::{Layout, Qt};
use crate::packages::Group;
use crate::socket::Socket;
use crate::{setup, step};
use anyhow::{Context, Result, ensure};
use floor::bare_request;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
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
    #[arg(long)]
    qt: Option<Qt>,
}

impl Bench {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        if cfg!(debug_assertions) {
            return self.run_optimised(layout);
        }
        setup::ensure(layout, &[Group::Build, Group::Demo])?;
        build::build(layout, Profile::Release, Apps::Widgets)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut table = Table::default();
        for qt in Qt::ALL.into_iter().filter(|qt| self.qt.is_none_or(|wanted| wanted == *qt)) {
            eprintln!("bench: Qt {}", qt.major());
            // Waking a sleeping core costs more than a call does, and which core a thread sits on is chance: on one core
            // the floor and the app are alike in that.
            let all_cores = allowed_cores()?;
            stay_on("0")?;
            let measured = runtime.block_on(measure_calls(layout, qt, &mut table));
            stay_on(&all_cores)?;
            measured?;
            measure_life(layout, qt, &mut table)?;
        }
        // The table is this command's output; all else goes to stderr.
        write!(std::io::stdout(), "{table}")?;
        if let Some(file) = &self.json {
            std::fs::write(file, format!("{:#}\n", table.to_json()))
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        let over = table.over_limit();
        ensure!(!self.check || over.is_empty(), "past the limit: {}", over.join(", "));
        Ok(())
    }

    /// Unoptimised, the floor and the measuring itself would be slow and every ratio flattering.
    fn run_optimised(self, layout: &Layout) -> Result<()> {
        let mut command = Command::new("cargo");
        command.current_dir(layout.root()).args(["run", "--quiet", "--release", "--package", "xtask", "--", "bench"]);
        command.args(self.check.then_some("--check"));
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
    let window = app.id_of("mainWindow").await?;
    let size = json!({"width": 800, "height": 600});
    app.call("setProperty", json!({"id": window, "property": "size", "value": size})).await?;

    let calls = [
        ("ping", "ping", json!({}), 5000, Some(Limit::Times(1.2))),
        ("getProperty", "getProperty", json!({"id": button, "property": "text"}), 5000, Some(Limit::Times(1.5))),
        ("listProperties", "listProperties", json!({"id": button}), 1000, None),
        ("getObjectTree, whole", "getObjectTree", json!({"depth": 100}), 100, None),
        ("click, settled", "click", json!({"id": button}), 40, None),
        ("screenshot, 800×600", "screenshot", json!({"id": window}), 60, None),
    ];
    for (name, method, params, count, limit) in calls {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let reply = app.exchange(&request).await?;
        let parsed: Value = serde_json::from_str(&reply)?;
        ensure!(parsed.get("error").is_none(), "{method}: {}", parsed["error"]);
        // The floor carries as many bytes both ways, so that only the work differs.
        let floor_request = bare_request(request.len(), reply.len());
        let (mut floor_times, mut times) = (Vec::new(), Vec::new());
        // In turns, so that whatever else the machine does falls on both.
        const TURNS: usize = 10;
        for _ in 0..TURNS {
            time(&mut bare.0, &floor_request, count / TURNS, &mut floor_times).await?;
            time(&mut app, &request, count / TURNS, &mut times).await?;
        }
        let unit = Unit::Microseconds;
        table.push(Row::measured(name, qt, unit, &times, &floor_times, limit));
    }
    Ok(())
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

async fn time(socket: &mut Socket, request: &str, count: usize, times: &mut Vec<f64>) -> Result<()> {
    for _ in 0..count {
        let began = Instant::now();
        socket.exchange(request).await?;
        times.push(microseconds(began.elapsed()));
    }
    Ok(())
}

fn microseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
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
