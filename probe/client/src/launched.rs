//! An app that was launched: its process, its output, and the ways to its end.

use crate::output::Output;
use crate::tie::Held;
use crate::{Client, LaunchError, registry};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use serde_json::json;
use std::fmt;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;
use tokio::process::Child;
use tokio::time::{Instant, sleep, timeout_at};

/// How long the output of an app that ended is read on, in case a child of it holds the stream open.
pub(crate) const DRAIN: Duration = Duration::from_secs(1);

/// How often is looked whether a process has ended that somebody else started.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A running app. Dropping it kills the process that was started for it, and the one that has the probe.
pub struct LaunchedApp {
    /// The connection to its probe.
    pub client: Client,
    /// Where its probe listens.
    pub url: String,
    /// The Unix socket of its probe.
    pub socket: Option<PathBuf>,
    /// The process that has the probe: the one that was started, or one that it started in turn.
    pub pid: u32,
    /// The version of its Qt.
    pub qt_version: String,
    pub(crate) child: Child,
    pub(crate) stdout: Output,
    pub(crate) stderr: Output,
    pub(crate) inner: Option<Inner>,
    pub(crate) _tie: Option<Held>,
}

/// How an app was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It had ended before.
    Already,
    /// By closing its windows.
    Windows,
    /// By SIGTERM.
    Terminated,
    /// By SIGKILL.
    Killed,
}

/// The end of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What it took.
    pub how: How,
    /// How the process that was started ended.
    pub status: ExitStatus,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.status;
        match self.how {
            How::Already => write!(f, "had ended before ({status})"),
            How::Windows => write!(f, "closed its windows and ended ({status})"),
            How::Terminated => write!(f, "did not end with its windows and was terminated ({status})"),
            How::Killed => write!(f, "did not end when asked to and was killed"),
        }
    }
}

impl LaunchedApp {
    /// The process that was started; `None` once it has ended and been waited for.
    #[must_use]
    pub fn child_pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// What the app has written to stdout so far.
    #[must_use]
    pub fn stdout(&self) -> String {
        self.stdout.text()
    }

    /// What the app has written to stderr so far, the probe's own log among it.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// How the process that was started has ended; `None` while it runs. Does not wait.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Waits until the app ends. All of its output is there then.
    pub async fn wait_exit(&mut self, deadline: Duration) -> Result<ExitStatus, LaunchError> {
        let late = |_| LaunchError::StillRunning { after: deadline };
        let status = timeout_at(Instant::now() + deadline, self.both_end()).await.map_err(late)??;
        self.stdout.drain(DRAIN).await;
        self.stderr.drain(DRAIN).await;
        Ok(status)
    }

    /// Kills the app and waits for its end.
    pub async fn kill(&mut self) -> Result<ExitStatus, LaunchError> {
        self.send(Signal::KILL);
        self.child.start_kill()?;
        self.wait_exit(DRAIN).await
    }

    /// Ends the app as gently as it allows: its windows are closed, and it has until `windows` to end by that; then SIGTERM,
    /// and until `term`; then SIGKILL. What it asks about unsaved work is not answered: ask with `closeWindows` before.
    pub async fn end_politely(&mut self, windows: Duration, term: Duration) -> Result<Ended, LaunchError> {
        if self.ended().is_some() && !self.is_inner_running() {
            return Ok(Ended { how: How::Already, status: self.wait_exit(DRAIN).await? });
        }
        let give_up = Instant::now() + windows;
        // An app that ends by it has no time to answer, and one that hangs never does.
        let _ = self.client.call_within(windows, "closeWindows", json!({})).await;
        if let Ok(status) = self.wait_exit(give_up.saturating_duration_since(Instant::now())).await {
            return Ok(Ended { how: How::Windows, status });
        }
        self.send(Signal::TERM);
        if let Ok(status) = self.wait_exit(term).await {
            return Ok(Ended { how: How::Terminated, status });
        }
        Ok(Ended { how: How::Killed, status: self.kill().await? })
    }

    async fn both_end(&mut self) -> std::io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        while self.is_inner_running() {
            sleep(LOOK_EVERY).await;
        }
        Ok(status)
    }

    fn is_inner_running(&self) -> bool {
        self.inner.as_ref().is_some_and(Inner::is_running)
    }

    /// To the app, and to the process that was started for it, where that is another.
    fn send(&self, signal: Signal) {
        if let Some(inner) = &self.inner {
            inner.send(signal);
        }
        // Until it was waited for, the number is its own.
        if let Some(pid) = self.child.id().and_then(number) {
            let _ = rustix::process::kill_process(pid, signal);
        }
    }
}

impl Drop for LaunchedApp {
    fn drop(&mut self) {
        // The other one is killed by its own handle.
        if let Some(inner) = &self.inner {
            inner.send(Signal::KILL);
        }
    }
}

/// The process that has the probe, where it is not the one that was started but one behind a script.
pub(crate) struct Inner {
    pid: u32,
    start_time: Option<u64>,
    /// Means this process and never another; `None` on a system that has no such thing.
    process: Option<OwnedFd>,
}

impl Inner {
    pub(crate) fn new(pid: u32) -> Self {
        let process = number(pid).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        Self { pid, start_time: registry::start_time(pid), process }
    }

    fn is_running(&self) -> bool {
        self.start_time.is_some() && registry::start_time(self.pid) == self.start_time
    }

    fn send(&self, signal: Signal) {
        let _ = match (&self.process, number(self.pid)) {
            (Some(process), _) => pidfd_send_signal(process, signal),
            (None, Some(pid)) if self.is_running() => rustix::process::kill_process(pid, signal),
            _ => return,
        };
    }
}

fn number(pid: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(pid).ok()?)
}
