//! The gallery, or another test app, started with the probe or without.

use crate::layout::{Layout, Qt};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(2);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preload {
    Nothing,
    Probe,
}

/// A running gallery; dropping it ends it.
pub(crate) struct Gallery {
    child: Child,
    announce: PathBuf,
    stdout: Option<BufReader<ChildStdout>>,
}

impl Gallery {
    pub(crate) fn start(layout: &Layout, qt: Qt, preload: Preload, arguments: &[&str]) -> Result<Self> {
        Self::start_with(layout, qt, preload, arguments, &[])
    }

    /// As [`Gallery::start`], with settings of its own.
    pub(crate) fn start_with(
        layout: &Layout,
        qt: Qt,
        preload: Preload,
        arguments: &[&str],
        settings: &[(&str, &str)],
    ) -> Result<Self> {
        Self::start_app(layout, qt, "gallery", preload, arguments, settings)
    }

    /// As [`Gallery::start_with`], for another of the test apps.
    pub(crate) fn start_app(
        layout: &Layout,
        qt: Qt,
        app: &str,
        preload: Preload,
        arguments: &[&str],
        settings: &[(&str, &str)],
    ) -> Result<Self> {
        static STARTS: AtomicU32 = AtomicU32::new(0);
        let start = STARTS.fetch_add(1, Ordering::Relaxed);
        let announce = layout.target(format!("announce-{}-{start}", std::process::id()));
        // An answer of an earlier start is no answer.
        let _ = std::fs::remove_file(&announce);
        let program = layout.apps(qt).join(app);
        let mut command = Command::new(&program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Qt 5 renders QML offscreen in software only.
        command.env("QT_QPA_PLATFORM", "offscreen").env("QT_QUICK_BACKEND", "software");
        command.env_remove("LD_PRELOAD").envs(settings.iter().copied());
        if preload == Preload::Probe {
            command.env("LD_PRELOAD", layout.product("lib/libqtmcp.so"));
            command.env("QTMCP_PORT", "auto").env("QTMCP_ANNOUNCE", &announce);
        }
        let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let stdout = child.stdout.take().map(BufReader::new);
        Ok(Self { child, announce, stdout })
    }

    /// Where the probe listens, once it does.
    pub(crate) fn url(&self) -> Result<String> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Ok(text) = std::fs::read_to_string(&self.announce)
                && let Some(url) = serde_json::from_str::<Value>(&text)?["url"].as_str()
            {
                return Ok(url.to_owned());
            }
            std::thread::sleep(POLL);
        }
        bail!("the probe did not announce itself within {} s", PATIENCE.as_secs())
    }

    /// The rest of the next line on its stdout that starts with `word`.
    pub(crate) fn line(&mut self, word: &str) -> Result<String> {
        let mut line = String::new();
        let stdout = self.stdout.as_mut().context("nobody reads the gallery's stdout")?;
        while stdout.read_line(&mut line)? > 0 {
            if let Some(rest) = line.strip_prefix(word) {
                return Ok(rest.trim().to_owned());
            }
            line.clear();
        }
        bail!("the gallery ended without saying {word}")
    }

    /// Reads its stdout and throws it away, so that the gallery never waits for a reader.
    pub(crate) fn ignore_output(&mut self) {
        if let Some(mut stdout) = self.stdout.take() {
            std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
        }
    }

    pub(crate) fn is_running(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }

    /// Waits for its end; `None` when a signal brought it.
    pub(crate) fn exit_code(mut self) -> Result<Option<i32>> {
        self.ignore_output();
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status.code());
            }
            std::thread::sleep(POLL);
        }
        bail!("the gallery did not end within {} s", PATIENCE.as_secs())
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The memory that is in use now.
    pub(crate) fn resident_mb(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes / 1024.0)
    }
}

impl Drop for Gallery {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.announce);
    }
}
