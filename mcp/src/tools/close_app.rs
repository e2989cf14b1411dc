//! `close_app`: ends an app as a person would, or by force.

use crate::server::Server;
use qtmcp_tool::{Effect, Fault, Response, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Close an app's windows so that it ends; if it asks about unsaved work, that is reported and nothing is lost. An app
/// that others started is only disconnected.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CloseApp {
    /// Number from list_apps; the selected one without it.
    app: Option<u32>,
    /// End it even if it asks: unsaved work is lost.
    #[serde(default)]
    force: bool,
}

impl Tool<Server> for CloseApp {
    const NAME: &'static str = "close_app";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, server: &Server) -> Result<Response, Fault> {
        let app = server.app(self.app).await?;
        let told = match app.end().await {
            // One that only lost its connection is there, and there is no other way to end it.
            Some(_) if app.has_process().await => app.end_it().await,
            Some(end) => end,
            None if self.force || app.command.is_none() => app.end_it().await,
            None => app.close().await?,
        };
        Ok(Response::json(json!({"app": app.number, "program": app.program, "closed": told})))
    }
}
