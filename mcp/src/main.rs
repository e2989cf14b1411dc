//! The `qtmcp` command. Each subcommand is a file with its arguments and its `run`; here is only the list of them.

mod allowed;
mod app;
mod bounded;
mod call;
mod completions;
mod config;
mod connection;
mod console;
mod definitions;
mod doctor;
mod events;
mod exit;
mod fixtures;
mod handler;
mod http;
mod inspect;
mod launching;
mod options;
mod policy;
mod progress;
mod resources;
mod run;
mod serve;
mod server;
mod stdio;
mod target;
mod tools;
mod watching;
mod words;

use clap::{Parser, Subcommand};
use exit::exit_codes;
use std::process::ExitCode;

/// Let an AI agent, or a script, use any Qt 5 or Qt 6 application: read its window, click, type, take pictures.
///
/// qtmcp starts the application with a probe in it and is its MCP server; the application itself needs no change.
#[derive(Parser)]
#[command(version, disable_help_subcommand = true, max_term_width = 120, after_help = concat!("Examples:
  qtmcp config claude-code --write -- ./myapp    Claude Code gets tools for myapp
  qtmcp doctor ./myapp                           can myapp be driven, and if not why
  qtmcp run -- ./myapp & qtmcp inspect           see its window as an agent does

`qtmcp COMMAND --help` tells more, with examples.

", exit_codes!()))]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// In the order in which one needs them.
#[derive(Subcommand)]
enum Command {
    Config(config::Config),
    Serve(serve::Serve),
    Run(run::Run),
    Inspect(inspect::Inspect),
    Call(call::Call),
    Doctor(doctor::Doctor),
    Completions(completions::Completions),
}

fn main() -> ExitCode {
    let ended = match Arguments::parse().command {
        Command::Config(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Inspect(command) => command.run(),
        Command::Call(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Completions(command) => command.run::<Arguments>(),
    };
    console::end(ended).into()
}
