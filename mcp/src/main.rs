//! The `qtmcp` command. Each subcommand is a file with its arguments and its `run`; here is only the list of them.

mod run;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Drive Qt applications from outside: inspect their widgets and QML items, click, type, take screenshots.
///
/// `qtmcp run -- myapp` starts any Qt 5 or Qt 6 application with a probe in it. The probe answers JSON-RPC on a
/// WebSocket whose address it prints on stderr when it starts.
#[derive(Parser)]
#[command(version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Run(command) => command.run(),
    }
}
