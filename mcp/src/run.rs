//! `qtmcp run`: becomes the app, with the probe in it.

use crate::console::Stop;
use crate::exit::Exit;
use clap::Args;
use qtmcp_client::Libraries;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::Path;
use std::process::Command;

/// Start an application with the probe in it
///
/// The application takes the place of this command: its output, its exit code and the signals sent to it are its own.
/// The probe listens in two places: on a TCP port of this machine, which its first line on stderr tells, and on a socket in
/// this user's own directory, where `qtmcp inspect`, `qtmcp call` and `qtmcp serve` find it by themselves. A program
/// without Qt runs as it would without the probe.
#[derive(Args)]
#[command(after_help = "Examples:
  qtmcp run -- designer
  qtmcp run --port 9999 -- ./myapp --its-own-option
  qtmcp run --port off -- ./myapp
  QT_QPA_PLATFORM=offscreen qtmcp run -- python3 app.py

The variables QTMCP_BIND, QTMCP_REGISTRY, QTMCP_MODE and QTMCP_LOG_LEVEL reach the probe as well. If no probe answers,
`qtmcp doctor -- APP` tells why.

The exit code is the app's. Before it has begun: 1 the probe's libraries are not there, 126 the program cannot be run,
127 there is no such program.")]
pub(crate) struct Run {
    /// The TCP port to listen on: a number, `auto` for a free one, or `off` for the socket alone
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
    pub(crate) fn run(self) -> Result<Exit, Stop> {
        let Some((program, arguments)) = self.app.split_first() else { return Err(Stop::usage("there is no app")) };
        let preload = Libraries::find().and_then(|found| found.ld_preload(std::env::var_os("LD_PRELOAD").as_deref()));
        let preload = preload.map_err(|error| Stop::failure(error.to_string()))?;
        let mut command = Command::new(program);
        command.args(arguments).env("LD_PRELOAD", preload);
        if let Some(port) = self.port {
            command.env("QTMCP_PORT", port.to_string());
        } else if std::env::var_os("QTMCP_PORT").is_none_or(|port| port.is_empty()) {
            command.env("QTMCP_PORT", Port::Auto.to_string());
        }
        Err(explain(program, &become_app(command)))
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Port {
    Auto,
    Off,
    Fixed(u16),
}

impl std::str::FromStr for Port {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(0) => Ok(Port::Auto),
            Ok(number) => Ok(Port::Fixed(number)),
            Err(_) if text.eq_ignore_ascii_case("auto") => Ok(Port::Auto),
            Err(_) if text.eq_ignore_ascii_case("off") => Ok(Port::Off),
            Err(_) => Err("a port is a number up to 65535, `auto` or `off`"),
        }
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Port::Auto => f.write_str("auto"),
            Port::Off => f.write_str("off"),
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

fn explain(program: &OsStr, error: &io::Error) -> Stop {
    let name = program.to_string_lossy();
    let has_path = name.contains('/');
    let (exit, message) = match error.kind() {
        io::ErrorKind::NotFound if has_path && Path::new(program).exists() => {
            (Exit::NotExecutable, format!("`{name}` cannot be run: the interpreter it asks for is not there"))
        }
        io::ErrorKind::NotFound if has_path => (Exit::NotFound, format!("there is no program `{name}`")),
        io::ErrorKind::NotFound => (Exit::NotFound, format!("there is no program `{name}` in PATH")),
        io::ErrorKind::PermissionDenied => (Exit::NotExecutable, format!("`{name}` is not executable")),
        _ => (Exit::NotExecutable, format!("`{name}` cannot be run: {error}")),
    };
    Stop::new(exit, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_a_number_or_a_word() {
        let port = |text: &str| text.parse::<Port>().ok();
        assert_eq!(port("9999"), Some(Port::Fixed(9999)));
        assert_eq!([port("auto"), port("AUTO"), port("0")], [Some(Port::Auto); 3]);
        assert_eq!(port("off"), Some(Port::Off));
        assert_eq!([port("65536"), port("-1"), port(""), port("http")], [None; 4]);
    }
}
