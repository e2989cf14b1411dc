//! `list_apps`: the apps of this server, and those that announce themselves.

use super::app_status::summary;
use crate::server::{Server, others};
use crate::words;
use qtmcp_client::registry;
use qtmcp_tool::{Effect, Fault, Response, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// List this server's apps by number, and by pid the Qt apps with a probe that others started.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListApps {}

impl Tool<Server> for ListApps {
    const NAME: &'static str = "list_apps";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, server: &Server) -> Result<Response, Fault> {
        let selected = server.selected_number();
        let announced = registry::list();
        let mut apps = Vec::new();
        for app in server.apps() {
            let mut told = summary(&app, selected).await;
            let entry = announced.iter().find(|entry| entry.pid == app.pid && app.is_connected());
            if let Some(entry) = entry {
                told["title"] = json!(words::title(&entry.title));
            }
            apps.push(told);
        }
        let other = |entry: registry::Entry| {
            let (program, title) = (words::title(&entry.program), words::title(&entry.title));
            json!({"pid": entry.pid, "program": program, "title": title, "qtVersion": entry.qt_version})
        };
        let others: Vec<_> = others(server).into_iter().map(other).collect();
        Ok(Response::json(json!({"apps": apps, "others": others})))
    }
}
