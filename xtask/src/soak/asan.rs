//! Apps whose windows and objects go while they are used, with the C++ parts under AddressSanitizer. Each run first shows
//! that it sees a fault of ours: the same parts have some that a client can ask for.

use super::mortal::{self, App};
use super::watched::{PATIENCE, Watch, Watched, reports};
use super::{Length, Part, Row, Run, block_on};
use crate::build;
use crate::layout::{Layout, Qt};
use anyhow::{Context, Result, ensure};
use qtmcp_client::Client;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

pub(super) const PART: Part =
    Part { name: "asan", run: Run::OnEachQt(|layout, qt, length| block_on(asan(layout, qt, length))) };

/// Without leaks: neither Qt nor the apps free everything at their end, and nobody asks Qt's allocations who holds them;
/// valgrind looks for ours. Deleting by another type's operator is what Qt's own destructors do.
const OPTIONS: &str = "detect_leaks=0:abort_on_error=1:new_delete_type_mismatch=0:log_path=";

/// How long an app takes to write its report and end.
const WRITING: Duration = Duration::from_secs(20);

/// What is planted, and the word by which it is reported.
const PLANTED: [(&str, &str); 2] =
    [("qtmcpPlantedRead", "heap-use-after-free"), ("qtmcpPlantedWrite", "heap-buffer-overflow")];

async fn asan(layout: &Layout, qt: Qt, length: Length) -> Result<Vec<Row>> {
    let libraries = build::build_watched(layout, qt, "asan", &["-DQTMCP_ASAN=ON", "-DQTMCP_PLANT_FAULT=ON"])?;
    let instrumented = instrumented(&libraries, qt)?;
    let runtime = runtime()?;
    let directory = reports(layout, "asan", qt)?;
    let run = Asan { layout, qt, libraries: &libraries, runtime: &runtime, directory: &directory };
    let mut rows = vec![Row::new("parts that call AddressSanitizer", instrumented.to_string(), instrumented == 4)];
    for (fault, word) in PLANTED {
        rows.push(run.planted(fault, word).await?);
    }
    // Blind, the rest would show nothing.
    ensure!(rows.iter().all(Row::is_good), "a planted fault was not reported: see {}", layout.short(&directory));
    for app in &mortal::APPS {
        rows.push(run.rounds(app, length.of(200, 10_000)).await?);
    }
    Ok(rows)
}

struct Asan<'a> {
    layout: &'a Layout,
    qt: Qt,
    libraries: &'a Path,
    runtime: &'a Path,
    directory: &'a Path,
}

impl Asan<'_> {
    async fn start(&self, app: &str, name: &str) -> Result<Watched> {
        let log = self.directory.join(name);
        let options = format!("{OPTIONS}{}", log.display());
        let settings = [("ASAN_OPTIONS", options.as_str())];
        let watch = Watch {
            libraries: self.libraries,
            preload: Some(self.runtime),
            runner: &[],
            settings: &settings,
            reports: &log,
        };
        Watched::start(self.layout, self.qt, app, &watch).await
    }

    /// A fault that is asked for ends the app, and the report names our own function.
    async fn planted(&self, fault: &str, word: &str) -> Result<Row> {
        let app = self.start(mortal::APPS[0].name, fault).await?;
        let client = Client::connect(app.url()).await?;
        let asked = json!({"id": "quitButton", "property": fault});
        let answer = client.call_within(PATIENCE, "getProperty", asked).await;
        let status = app.end(PATIENCE).await?;
        let report = self.reports(fault)?.concat();
        let is_seen = answer.is_err() && !status.success() && report.contains(word) && report.contains("commitPlanted");
        let result = if is_seen { word.to_owned() } else { format!("not reported; the app ended with {status}") };
        Ok(Row::new(format!("planted {fault}"), result, is_seen))
    }

    async fn rounds(&self, app: &'static App, count: usize) -> Result<Row> {
        let began = Instant::now();
        let running = self.start(app.name, app.name).await?;
        let played = mortal::rounds(running.url(), app, count).await;
        let ended = match &played {
            Ok(_) => running.quit().await,
            // A report is written before the app is gone.
            Err(_) => running.end(WRITING).await,
        };
        let found = self.reports(app.name)?;
        let what = format!("{count} rounds with {}", app.name);
        if let Some(report) = found.first() {
            let head = report.lines().find(|line| line.contains("ERROR")).unwrap_or_default();
            return Ok(Row::new(what, format!("{head}; see {}", self.layout.short(self.directory)), false));
        }
        let seconds = began.elapsed().as_secs_f64();
        Ok(match (played, ended) {
            (Ok(outcomes), Ok(status)) => {
                let (code, told) = (status.code(), mortal::told(&outcomes));
                let result = format!("no report, exit code {code:?}, {told}, in {seconds:.0} s");
                Row::new(what, result, code == Some(app.code))
            }
            (played, ended) => {
                let problem = played.err().map(|error| format!("{error:#}; ")).unwrap_or_default();
                Row::new(what, format!("{problem}the app ended thus: {ended:?}"), false)
            }
        })
    }

    /// AddressSanitizer adds the number of the process to the name it is given.
    fn reports(&self, name: &str) -> Result<Vec<String>> {
        let prefix = format!("{name}.");
        let mut found = Vec::new();
        for entry in fs::read_dir(self.directory)? {
            let file = entry?.path();
            let rest = file.file_name().and_then(|file| file.to_str()?.strip_prefix(&prefix)?.parse::<u32>().ok());
            if rest.is_some() {
                found.push(fs::read_to_string(file)?);
            }
        }
        Ok(found)
    }
}

/// How many of the parts for this Qt have calls of AddressSanitizer in them.
fn instrumented(libraries: &Path, qt: Qt) -> Result<usize> {
    let mut count = 0;
    for suffix in ["", "-gui", "-widgets", "-quick"] {
        let bytes = fs::read(libraries.join(format!("libqtmcp-qt{}{suffix}.so", qt.major())))?;
        count += usize::from(bytes.windows(13).any(|word| word == b"__asan_report"));
    }
    Ok(count)
}

/// The library that has to be there before all others: the one of the compiler that built the parts.
fn runtime() -> Result<PathBuf> {
    let output = Command::new("c++").arg("-print-file-name=libasan.so").output().context("cannot ask c++")?;
    let file = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    // Where there is none, the compiler answers with the bare name.
    ensure!(file.is_absolute(), "the compiler has no libasan.so");
    Ok(file.canonicalize()?)
}
