//! Programs run to their end, with the probe or without, so that the two can be compared.

use crate::{Libraries, PATIENCE};
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use tokio::io::AsyncWriteExt;
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

    /// The built `qtmcp` with the built libraries, which knows of the apps in this registry only.
    #[must_use]
    pub fn qtmcp(registry: impl AsRef<OsStr>) -> Self {
        Self::qtmcp_within(registry, product("bin/qtmcp"), &[])
    }

    /// Another program that runs `qtmcp`, such as a shell.
    #[must_use]
    pub fn qtmcp_within(registry: impl AsRef<OsStr>, program: impl AsRef<OsStr>, args: &[&str]) -> Self {
        let command = Self::plain(program).args(args).env("QTMCP_LIB_DIR", product("lib"));
        command.env("QTMCP_REGISTRY", registry).without("QTMCP_PORT").without("NO_COLOR")
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

    /// A variable that it does not inherit.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Starts it and leaves it running, its stdin held open.
    #[must_use]
    pub fn start(mut self) -> Child {
        self.command.stdin(Stdio::piped());
        self.command.spawn().unwrap_or_else(|error| panic!("{:?}: {error}", self.command))
    }

    /// Runs it to its end.
    pub async fn end(self) -> Ended {
        self.end_with("").await
    }

    /// Runs it to its end with this on its stdin.
    pub async fn end_with(mut self, input: &str) -> Ended {
        if !input.is_empty() {
            self.command.stdin(Stdio::piped());
        }
        let failed = |command: &Command, error: std::io::Error| -> ! { panic!("{command:?}: {error}") };
        let mut child = self.command.spawn().unwrap_or_else(|error| failed(&self.command, error));
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes()).await.unwrap_or_else(|error| failed(&self.command, error));
        }
        let output = timeout(PATIENCE, child.wait_with_output()).await;
        let output = output.unwrap_or_else(|_| panic!("{:?} does not end", self.command));
        let output = output.unwrap_or_else(|error| failed(&self.command, error));
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
