//! `select_app`: which app the tools act on.

use super::app_status::summary;
use crate::server::{Server, others};
use qtmcp_tool::{Code, Effect, Fault, Response, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

/// Choose the app that the tools act on: one of this server's by `app`, or one that others started by `pid`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelectApp {
    /// Number from list_apps.
    app: Option<u32>,
    /// Process from list_apps' others.
    pid: Option<u32>,
}

impl Tool<Server> for SelectApp {
    const NAME: &'static str = "select_app";
    const EFFECT: Effect = Effect::Acts;
    const LEAST: Effect = Effect::Reads;
    const DESTRUCTIVE: bool = false;

    /// It changes the server, and no app.
    fn effect(&self) -> Effect {
        Effect::Reads
    }

    async fn run(self, server: &Server) -> Result<Response, Fault> {
        let app = match (self.app, self.pid) {
            (Some(number), None) => server.select(number).await?,
            (None, Some(pid)) => match server.apps().iter().find(|app| app.pid == pid && app.is_connected()) {
                Some(known) => server.select(known.number).await?,
                None => server.connect(&address(server, pid)?).await?,
            },
            _ => return Err(Fault::new(Code::BadArgument, "select_app takes either app or pid.")),
        };
        Ok(Response::json(summary(&app, server.selected_number()).await))
    }
}

fn address(server: &Server, pid: u32) -> Result<String, Fault> {
    let entry = others(server).into_iter().find(|entry| entry.pid == pid);
    let address = entry.map(|entry| entry.address());
    address.ok_or_else(|| Fault::new(Code::NotFound, format!("No app with a probe has the pid {pid}.")))
}
