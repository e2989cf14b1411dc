//! Programs run to their end, with the probe or without, so that the two can be compared.

use crate::{Libraries, PATIENCE};
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// A program to run: [`Run::plain`] or [`Run::probed`], then arguments and variables, then [`Run::end`].
pub struct Run {
    command: Command,
}

/// How a program ended and what it wrote.
#[derive(Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code, or the negative number of the signal that ended it.
    pub code: i32,
    /// All of stdout.
    pub stdout: String,
    /// All of stderr.
    pub stderr: String,
}

impl Run {
    /// A program as it is.
    #[must_use]
    pub fn plain(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        command.env("QT_QPA_PLATFORM", "offscreen").env_remove("LD_PRELOAD");
        Self { command }
    }

    /// A program with the probe preloaded, on a free port.
    #[must_use]
    pub fn probed(program: impl AsRef<OsStr>) -> Self {
        Self::plain(program).env("LD_PRELOAD", product("lib/libqtmcp.so")).env("QTMCP_PORT", "auto")
    }

    /// More arguments.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.command.args(args);
        self
    }

    /// A variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Starts it and leaves it running, its stdin held open.
    #[must_use]
    pub fn start(mut self) -> Child {
        self.command.stdin(Stdio::piped());
        self.command.spawn().unwrap_or_else(|error| panic!("{:?}: {error}", self.command))
    }

    /// Runs it to its end.
    pub async fn end(mut self) -> Ended {
        let output = timeout(PATIENCE, self.command.output()).await;
        let output = output.unwrap_or_else(|_| panic!("{:?} does not end", self.command));
        let output = output.unwrap_or_else(|error| panic!("{:?}: {error}", self.command));
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Ended { code: code(output.status), stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }
}

/// The exit code, or the negative number of the signal that ended the process.
#[must_use]
pub fn code(status: ExitStatus) -> i32 {
    status.code().or(status.signal().map(|signal| -signal)).unwrap_or(i32::MIN)
}

/// A file of the built product, such as `bin/qtmcp`.
#[must_use]
pub fn product(file: &str) -> PathBuf {
    let libraries = Libraries::find().unwrap_or_else(|error| panic!("{error}"));
    let file = libraries.dir().parent().unwrap_or(libraries.dir()).join(file);
    assert!(file.exists(), "{} is missing: run `cargo xtask build` first", file.display());
    file
}
