//! `app_status`: how an app is, what it wrote, and the screens it is on.

use crate::app::App;
use crate::server::Server;
use crate::words;
use qtmcp_tool::{Effect, Fault, Response, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// How an app is: running or how it ended, whether it answers, its screens, its last output, and events of your
/// subscriptions since the last time.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AppStatus {
    /// Number from list_apps; the selected one without it.
    app: Option<u32>,
}

impl Tool<Server> for AppStatus {
    const NAME: &'static str = "app_status";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, server: &Server) -> Result<Response, Fault> {
        let app = server.app(self.app).await?;
        let mut status = summary(&app, server.selected_number()).await;
        status["mode"] = json!(server.mode());
        if app.is_connected() {
            let live =
                app.status().await.unwrap_or_else(|fault| json!({"responsive": false, "problem": fault.message}));
            if let Some(title) = live["title"].as_str() {
                status["title"] = json!(words::title(title));
            }
            for name in ["platform", "responsive", "problem", "blockedMs", "screen", "screens"] {
                if live.get(name).is_some_and(|value| !value.is_null()) {
                    status[name] = live[name].clone();
                }
            }
        }
        let output = app.output().await.unwrap_or_default();
        for (name, text) in [("stdout", output.0), ("stderr", output.1)] {
            if !text.is_empty() {
                status[name] = json!(text);
            }
        }
        let (events, dropped) = app.take_events();
        if !events.is_empty() {
            let told = |event: &qtmcp_client::Event| json!({"type": event.kind, "data": event.data});
            status["events"] = events.iter().map(told).collect();
        }
        if dropped > 0 {
            status["eventsDropped"] = json!(dropped);
        }
        Ok(Response::json(status))
    }
}

/// An app in one line of JSON.
pub(super) async fn summary(app: &App, selected: Option<u32>) -> Value {
    let end = app.end().await;
    let mut summary = json!({
        "app": app.number,
        "program": app.program,
        "pid": app.pid,
        "qtVersion": app.qt_version,
        "running": end.is_none(),
        "selected": selected == Some(app.number),
    });
    if let Some(end) = end {
        summary["end"] = json!(end);
    }
    if app.command.is_none() {
        summary["startedByOthers"] = json!(true);
    }
    summary
}
