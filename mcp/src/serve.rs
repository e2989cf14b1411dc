//! `qtmcp serve`: the MCP server, on stdio or HTTP.

use crate::allowed::Allowed;
use crate::app::AppCommand;
use crate::console::Stop;
use crate::exit::Exit;
use crate::handler::Handler;
use crate::policy::Policy;
use crate::server::Server;
use crate::{console, http, options, stdio, target};
use clap::Args;
use qtmcp_tool::{Access, Mode};
use std::sync::Arc;
use tokio::signal::unix::{SignalKind, signal};

/// Let an AI agent drive a Qt application: an MCP server on stdio
///
/// Starts the application with a probe in it and serves its tools. The application ends with the server. Without an
/// application the agent is asked to launch one, or to select one that runs.
#[derive(Args)]
#[command(after_help = "Examples:
  qtmcp serve -- kcalc
  qtmcp serve --mode chrome -- ./myapp --its-own-option
  qtmcp serve --connect ws://127.0.0.1:9999
  qtmcp serve --http 127.0.0.1:8765 -- designer
  qtmcp serve --access read --connect kcalc
  qtmcp serve --allow-launch kcalc --allow-launch featherpad

`qtmcp config claude-desktop -- kcalc` prints the configuration for Claude Desktop.")]
pub(crate) struct Serve {
    /// Which tools to offer
    ///
    /// Without it, QTMCP_MODE decides, and otherwise it is `native`. The agent can change it with the tool `set_mode`.
    #[arg(long, value_name = "MODE", value_parser = options::mode_parser())]
    mode: Option<Mode>,

    /// Serve streamable HTTP at this address, or port of 127.0.0.1, instead of stdio
    ///
    /// On loopback your own programs get in; everybody else, and on other addresses everybody, needs the token of
    /// http-<pid>.json in the registry directory, or QTMCP_TOKEN. QTMCP_AUTH changes who does.
    #[arg(long, value_name = "ADDRESS")]
    http: Option<http::Address>,

    /// Let web pages of this origin in, such as http://localhost:6274, or http://localhost:* for every port; may be repeated
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,

    /// How much the agent may do: `read` looks only, `act` does what a person could, `full` everything
    ///
    /// Without it, QTMCP_ACCESS decides, and otherwise it is `full`; of both the lesser holds.
    #[arg(long, value_name = "LEVEL", value_parser = options::access_parser())]
    access: Option<Access>,

    /// Let the agent launch this program too: a name in PATH or a path, or '*' for every program; may be repeated
    ///
    /// Several can be given with commas between them. The application named behind -- may always be launched again.
    #[arg(long, value_name = "PROGRAM", value_delimiter = ',')]
    allow_launch: Vec<String>,

    /// Drive an application that runs with the probe already: its process id, program, window title, or address
    #[arg(long, value_name = "PID|PROGRAM|TITLE|URL", conflicts_with = "app")]
    connect: Option<String>,

    /// What tests of the protocol itself need
    #[arg(long, hide = true)]
    fixtures: bool,

    /// The application and its arguments in one, as a shell would read them; none when it is empty
    ///
    /// For desktop extensions, whose settings are single texts.
    #[arg(long = "app", value_name = "COMMAND", hide = true, conflicts_with_all = ["app", "connect"])]
    command: Option<String>,

    /// The application and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "APP")]
    app: Vec<String>,
}

impl Serve {
    pub(crate) fn run(self) -> Result<Exit, Stop> {
        let mode = self.mode.map_or_else(mode_of_environment, Ok)?;
        let connect = self.connect.as_deref().map(|wanted| target::address(Some(wanted))).transpose()?;
        let command = self.app_command()?;
        for missing in Allowed::missing(&self.allow_launch) {
            console::note(format!("--allow-launch {missing}: there is no such program"));
        }
        let policy = Policy::read(self.access, Allowed::new(command.as_ref(), &self.allow_launch))?;
        let server = Arc::new(Server::new(mode, command, policy));
        // One thread: the work is done in the app, and a call is then not handed from thread to thread.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Stop::failure(format!("no event loop: {error}")))?;
        let ended = runtime.block_on(self.serve(server, connect));
        // A read of stdin cannot be ended; nobody waits for it.
        runtime.shutdown_background();
        ended.map(|()| Exit::Success).map_err(|error| Stop::failure(error.to_string()))
    }

    /// The application of the command line, if there is one.
    fn app_command(&self) -> Result<Option<AppCommand>, Stop> {
        let app = match &self.command {
            Some(command) => shlex::split(command)
                .ok_or_else(|| Stop::failure("--app: a quotation mark in it is never closed".to_owned()))?,
            None => self.app.clone(),
        };
        let mut app = app.into_iter();
        Ok(app.next().map(|program| AppCommand { program, args: app.collect(), ..AppCommand::default() }))
    }

    async fn serve(self, server: Arc<Server>, connect: Option<String>) -> Result<(), Box<dyn std::error::Error>> {
        server.begin(connect);
        let handler = Handler::new(Arc::clone(&server), self.fixtures);
        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        let signalled = async {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        };
        let served = match self.http {
            Some(address) => http::serve(address, self.allow_origin, handler, signalled).await.map_err(Into::into),
            None => tokio::select! {
                served = stdio::serve(handler) => served,
                () = signalled => Ok(()),
            },
        };
        server.end().await;
        served
    }
}

fn mode_of_environment() -> Result<Mode, Stop> {
    match std::env::var("QTMCP_MODE").ok().filter(|mode| !mode.is_empty()) {
        Some(mode) => mode.parse().map_err(|error| Stop::usage(format!("QTMCP_MODE: {error}"))),
        None => Ok(Mode::default()),
    }
}
