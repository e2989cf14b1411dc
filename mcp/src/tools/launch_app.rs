//! `launch_app`: starts an app with the probe in it.

use super::app_status::summary;
use crate::app::AppCommand;
use crate::server::Server;
use qtmcp_tool::{Code, Effect, Fault, Response, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Start a Qt application and select it. Without arguments: the last one again, or the one this server is for. Others only
/// if the person who started this server allows them.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaunchApp {
    /// Name in PATH, or a path.
    program: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    /// Environment variables.
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// Working directory.
    dir: Option<String>,
}

impl Tool<Server> for LaunchApp {
    const NAME: &'static str = "launch_app";
    const EFFECT: Effect = Effect::Acts;
    const DESTRUCTIVE: bool = false;

    async fn run(self, server: &Server) -> Result<Response, Fault> {
        let is_new = self.program.is_some();
        let command = match self.program {
            Some(program) => {
                let env = self.env.into_iter().collect();
                AppCommand { program, args: self.args, env, dir: self.dir }
            }
            None if !self.args.is_empty() || !self.env.is_empty() || self.dir.is_some() => {
                return Err(Fault::new(Code::BadArgument, "launch_app: program is missing."));
            }
            None => server.command().ok_or_else(|| {
                Fault::new(Code::BadArgument, "launch_app: program is missing; no app was launched before.")
            })?,
        };
        // What the person or an earlier call started may be started again as it was.
        let command = if is_new { server.policy.allowed.check(command)? } else { command };
        let app = server.launch(command).await?;
        Ok(Response::json(summary(&app, server.selected_number()).await))
    }
}
