//! An app that something watches while it runs: AddressSanitizer, or valgrind.

use crate::layout::{Layout, Qt};
use anyhow::{Context, Result, bail};
use qtmcp_client::Client;
use serde_json::{Value, json};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// All takes ten times as long under valgrind, and longer on a busy machine.
pub(super) const PATIENCE: Duration = Duration::from_secs(300);
const POLL: Duration = Duration::from_millis(20);

/// How an app is started.
pub(super) struct Watch<'a> {
    /// The probe's libraries.
    pub(super) libraries: &'a Path,
    /// What is preloaded before the probe.
    pub(super) preload: Option<&'a Path>,
    /// What runs the app: a program and its arguments.
    pub(super) runner: &'a [String],
    /// More variables.
    pub(super) settings: &'a [(&'a str, &'a str)],
    /// Where the watcher, and the app's own output, go: names of files begin with this.
    pub(super) reports: &'a Path,
}

/// A running app; dropping it ends it.
pub(super) struct Watched {
    child: Child,
    url: String,
}

impl Watched {
    pub(super) async fn start(layout: &Layout, qt: Qt, app: &str, watch: &Watch<'_>) -> Result<Self> {
        let program = layout.apps(qt).join(app);
        let announce = watch.reports.with_extension("announce");
        // An answer of an earlier start is no answer.
        let _ = std::fs::remove_file(&announce);
        let mut command = match watch.runner {
            [] => Command::new(&program),
            [runner, arguments @ ..] => {
                let mut command = Command::new(runner);
                command.args(arguments).arg(&program);
                command
            }
        };
        let output = File::create(watch.reports.with_extension("output"))?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        // Qt 5 renders QML offscreen in software only.
        command.env("QT_QPA_PLATFORM", "offscreen").env("QT_QUICK_BACKEND", "software");
        let probe = watch.libraries.join("libqtmcp.so").into_os_string();
        let mut preload = watch.preload.map(|first| first.as_os_str().to_owned()).unwrap_or_default();
        preload.push(if preload.is_empty() { "" } else { ":" });
        preload.push(probe);
        command.env("LD_PRELOAD", preload).env("QTMCP_PORT", "auto").env("QTMCP_ANNOUNCE", &announce);
        command.env("QTMCP_SCREEN", "1400x900").env("QTMCP_TIMEOUT_MS", PATIENCE.as_millis().to_string());
        command.envs(watch.settings.iter().copied());
        let mut child = command.spawn().with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let url = announced(&announce, &mut child).await;
        if url.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        Ok(Self { child, url: url? })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Clicks Quit, and answers with how the app ended.
    pub(super) async fn quit(self) -> Result<ExitStatus> {
        let client = Client::connect(&self.url).await?;
        // The reply may be lost with the app.
        let _ = client.call_within(PATIENCE, "click", json!({"id": "quitButton"})).await;
        self.end(PATIENCE).await
    }

    /// Waits for its end.
    pub(super) async fn end(mut self, patience: Duration) -> Result<ExitStatus> {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            tokio::time::sleep(POLL).await;
        }
        bail!("the app did not end within {} s", patience.as_secs())
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn announced(announce: &Path, child: &mut Child) -> Result<String> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Ok(text) = std::fs::read_to_string(announce) {
            let _ = std::fs::remove_file(announce);
            let said: Value = serde_json::from_str(&text)?;
            return said["url"].as_str().map(ToOwned::to_owned).context("the probe has no port");
        }
        if let Some(status) = child.try_wait()? {
            bail!("the app ended with {status} before its probe was up");
        }
        tokio::time::sleep(POLL).await;
    }
    bail!("the probe did not announce itself within {} s", PATIENCE.as_secs())
}

/// An empty directory for the reports of one run.
pub(super) fn reports(layout: &Layout, name: &str, qt: Qt) -> Result<PathBuf> {
    let directory = layout.target(format!("soak/{name}-qt{}", qt.major()));
    if directory.exists() {
        std::fs::remove_dir_all(&directory)?;
    }
    std::fs::create_dir_all(&directory)?;
    Ok(directory)
}
