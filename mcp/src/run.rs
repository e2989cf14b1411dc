//! `qtmcp run`: becomes the app, with the probe in it.

use clap::Args;
use qtmcp_client::Libraries;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// What shells answer when there is no such program.
const NOT_FOUND: u8 = 127;
/// What shells answer when there is one that cannot be run.
const NOT_EXECUTABLE: u8 = 126;

/// Start an application with the probe in it
///
/// The application takes the place of this command: its output, its exit code and the signals sent to it are its own.
/// The probe's first line on stderr says where it listens. A program without Qt runs as it would without the probe.
#[derive(Args)]
#[command(after_help = "Examples:
  qtmcp run -- designer
  qtmcp run --port 9999 -- ./myapp --its-own-option
  QT_QPA_PLATFORM=offscreen qtmcp run -- python3 app.py

The variables QTMCP_BIND, QTMCP_MODE and QTMCP_LOG_LEVEL reach the probe as well.")]
pub(crate) struct Run {
    /// The port to listen on: a number, or `auto` for a free one
    ///
    /// Without it, QTMCP_PORT decides, and otherwise a free port is taken.
    #[arg(long, value_name = "PORT")]
    port: Option<Port>,

    /// The application and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "APP")]
    app: Vec<OsString>,
}

impl Run {
    /// Answers only when the app could not be started.
    pub(crate) fn run(self) -> ExitCode {
        let Some((program, arguments)) = self.app.split_first() else { return ExitCode::FAILURE };
        let preload = Libraries::find().and_then(|found| found.ld_preload(std::env::var_os("LD_PRELOAD").as_deref()));
        let preload = match preload {
            Ok(preload) => preload,
            Err(error) => {
                eprintln!("qtmcp: {error}");
                return ExitCode::FAILURE;
            }
        };
        let mut command = Command::new(program);
        command.args(arguments).env("LD_PRELOAD", preload);
        if let Some(port) = self.port {
            command.env("QTMCP_PORT", port.to_string());
        } else if std::env::var_os("QTMCP_PORT").is_none_or(|port| port.is_empty()) {
            command.env("QTMCP_PORT", Port::Auto.to_string());
        }
        let (code, message) = explain(program, &become_app(command));
        eprintln!("qtmcp: {message}");
        ExitCode::from(code)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Port {
    Auto,
    Fixed(u16),
}

impl std::str::FromStr for Port {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(0) => Ok(Port::Auto),
            Ok(number) => Ok(Port::Fixed(number)),
            Err(_) if text.eq_ignore_ascii_case("auto") => Ok(Port::Auto),
            Err(_) => Err("a port is a number up to 65535, or `auto`"),
        }
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Port::Auto => f.write_str("auto"),
            Port::Fixed(number) => number.fmt(f),
        }
    }
}

#[cfg(unix)]
fn become_app(mut command: Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(&mut command)
}

#[cfg(not(unix))]
fn become_app(_command: Command) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "starting applications with the probe works on Linux only so far")
}

fn explain(program: &OsStr, error: &io::Error) -> (u8, String) {
    let name = program.to_string_lossy();
    let has_path = name.contains('/');
    match error.kind() {
        io::ErrorKind::NotFound if has_path && Path::new(program).exists() => {
            (NOT_EXECUTABLE, format!("`{name}` cannot be run: the interpreter it asks for is not there"))
        }
        io::ErrorKind::NotFound if has_path => (NOT_FOUND, format!("there is no program `{name}`")),
        io::ErrorKind::NotFound => (NOT_FOUND, format!("there is no program `{name}` in PATH")),
        io::ErrorKind::PermissionDenied => (NOT_EXECUTABLE, format!("`{name}` is not executable")),
        _ => (NOT_EXECUTABLE, format!("`{name}` cannot be run: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_a_number_or_auto() {
        let port = |text: &str| text.parse::<Port>().ok();
        assert_eq!(port("9999"), Some(Port::Fixed(9999)));
        assert_eq!([port("auto"), port("AUTO"), port("0")], [Some(Port::Auto); 3]);
        assert_eq!([port("65536"), port("-1"), port(""), port("http")], [None; 4]);
    }
}
