//! The whole of the probe under valgrind: invalid reads and writes, uses of values that were never set, memory that nobody
//! can free any more. What has none of our frames in it is not ours. Each run first shows that it sees planted faults.

mod report;

use super::mortal::{self, App};
use super::watched::{PATIENCE, Watch, Watched, reports};
use super::{Length, Part, Row, Run, block_on};
use crate::layout::{Layout, Qt};
use crate::{build, step};
use anyhow::{Context, Result, ensure};
use qtmcp_client::Client;
use report::{Finding, findings};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::time::Instant;

pub(super) const PART: Part =
    Part { name: "memcheck", run: Run::OnEachQt(|layout, qt, length| block_on(memcheck(layout, qt, length))) };

/// What is planted, and the kind that valgrind has for it.
const PLANTED: [(&str, &str); 4] = [
    ("qtmcpPlantedRead", "InvalidRead"),
    ("qtmcpPlantedWrite", "InvalidWrite"),
    ("qtmcpPlantedBranch", "UninitCondition"),
    ("qtmcpPlantedLeak", "Leak_DefinitelyLost"),
];

async fn memcheck(layout: &Layout, qt: Qt, length: Length) -> Result<Vec<Row>> {
    ensure!(step::is_installed("valgrind"), "valgrind is missing: `cargo xtask setup test` installs it");
    let libraries = build::build_watched(layout, qt, "memcheck", &["-DQTMCP_PLANT_FAULT=ON"])?;
    let directory = reports(layout, "memcheck", qt)?;
    let run = Memcheck { layout, qt, libraries: &libraries, directory: &directory };
    let mut rows = run.planted().await?;
    // Blind, the rest would show nothing.
    ensure!(rows.iter().all(Row::is_good), "a planted fault was not reported: see {}", layout.short(&directory));
    for app in &mortal::APPS {
        rows.push(run.rounds(app, length.of(20, 300)).await?);
    }
    Ok(rows)
}

struct Memcheck<'a> {
    layout: &'a Layout,
    qt: Qt,
    libraries: &'a Path,
    directory: &'a Path,
}

impl Memcheck<'_> {
    async fn start(&self, app: &str, name: &str) -> Result<Watched> {
        let file = self.directory.join(name);
        let runner = [
            "valgrind",
            "--tool=memcheck",
            "--xml=yes",
            &format!("--xml-file={}.xml", file.display()),
            "--leak-check=full",
            "--show-leak-kinds=definite",
            "--track-origins=yes",
            "--num-callers=100",
            "--error-limit=no",
            "--child-silent-after-fork=yes",
            // Qt compiles regular expressions and QML while it runs.
            "--smc-check=all-non-file",
        ]
        .map(ToOwned::to_owned);
        let settings = [("QV4_FORCE_INTERPRETER", "1")];
        let watch =
            Watch { libraries: self.libraries, preload: None, runner: &runner, settings: &settings, reports: &file };
        Watched::start(self.layout, self.qt, app, &watch).await
    }

    fn findings(&self, name: &str) -> Result<Vec<Finding>> {
        let file = self.directory.join(name).with_extension("xml");
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        findings(&text).with_context(|| format!("{} is not whole", file.display()))
    }

    /// All planted faults in one run: none of them ends the app under valgrind.
    async fn planted(&self) -> Result<Vec<Row>> {
        let app = self.start(mortal::APPS[0].name, "planted").await?;
        let client = Client::connect(app.url()).await?;
        for (fault, _) in PLANTED {
            // There is no such property, which is the answer; the fault is what happens on the way.
            let asked = json!({"id": "quitButton", "property": fault});
            let _ = client.call_within(PATIENCE, "getProperty", asked).await;
        }
        app.quit().await?;
        let found = self.findings("planted")?;
        let rows = PLANTED.map(|(fault, kind)| {
            let is_seen = found.iter().any(|finding| finding.kind == kind && finding.is_in("commitPlanted"));
            Row::new(format!("planted {fault}"), if is_seen { kind } else { "not reported" }, is_seen)
        });
        Ok(rows.into())
    }

    async fn rounds(&self, app: &'static App, count: usize) -> Result<Row> {
        let began = Instant::now();
        let running = self.start(app.name, app.name).await?;
        let outcomes = mortal::rounds(running.url(), app, count).await?;
        let status = running.quit().await?;
        let found = self.findings(app.name)?;
        let (ours, others): (Vec<_>, Vec<_>) = found.into_iter().partition(Finding::is_ours);
        let (of_compiler, ours): (Vec<_>, Vec<_>) = ours.into_iter().partition(Finding::is_of_the_compiler);
        let what = format!("{count} rounds with {}", app.name);
        let seconds = began.elapsed().as_secs_f64();
        let mut result = format!(
            "{} ours, {} of the compiler in safe Rust, {} of others, exit code {:?}, {}, in {seconds:.0} s",
            ours.len(),
            of_compiler.len(),
            others.len(),
            status.code(),
            mortal::told(&outcomes)
        );
        if let Some(first) = ours.first() {
            result = format!("{first}; see {}; {result}", self.layout.short(self.directory));
        }
        Ok(Row::new(what, result, ours.is_empty() && status.code() == Some(app.code)))
    }
}
