//! The methods every connection has, whatever its mode: is it alive, how is the app, which tools are there.

use crate::call_tool::CallTool;
use crate::changes::{SubscribeChanges, UnsubscribeChanges};
use crate::windows::CloseWindows;
use crate::{Code, Effect, Fault, Mode, Monitor, Permits, Response, Session, Tool, ToolDef, tools};
use qtmcp_vision::Rect;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The methods of every connection.
pub const CONNECTION_TOOLS: &[ToolDef] = tools![
    advice;
    Ping,
    Status,
    GetMode,
    SetMode,
    ListTools,
    CallTool,
    CloseWindows,
    SubscribeChanges,
    UnsubscribeChanges,
];

fn advice(code: Code) -> &'static str {
    match code {
        Code::BadArgument => "Call listTools for the parameters.",
        _ => "Call status to see how the app is.",
    }
}

/// Answers at once, even while the app's user interface is blocked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Ping {}

impl Tool for Ping {
    const NAME: &'static str = "ping";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, _: &Session) -> Result<Response, Fault> {
        Ok(Response::json(json!({"pong": true})))
    }
}

/// How the app is: versions, process, platform plugin, its title and screens, and whether its GUI thread answers or for how
/// long it has not.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Status {}

impl Tool for Status {
    const NAME: &'static str = "status";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let status = session.app().status().await;
        Ok(Response::json(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "toolkit": status.toolkit,
            "qtVersion": status.toolkit_version,
            "pid": status.pid,
            "platform": status.platform,
            "hasApplication": status.has_application,
            "responsive": status.blocked_for.is_none() && status.has_application,
            "blockedMs": status.blocked_for.map(|blocked| u64::try_from(blocked.as_millis()).unwrap_or(u64::MAX)),
            "objects": status.object_count,
            "mode": session.mode(),
            "access": session.access().as_str(),
            "program": status.program,
            "title": status.title,
            "screens": status.monitors.map(|monitors| monitors.iter().map(monitor).collect::<Vec<_>>()),
            "screen": status.screen.map(|screen| {
                json!({"width": screen.area.width, "height": screen.area.height, "ratio": screen.ratio})
            }),
        })))
    }
}

fn monitor(monitor: &Monitor) -> Value {
    let Rect { x, y, width, height } = monitor.area;
    let (name, ratio, is_primary) = (&monitor.name, monitor.ratio, monitor.is_primary);
    json!({"name": name, "x": x, "y": y, "width": width, "height": height, "ratio": ratio, "primary": is_primary})
}

/// The mode of this connection.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GetMode {}

impl Tool for GetMode {
    const NAME: &'static str = "getMode";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        Ok(Response::json(json!({"mode": session.mode()})))
    }
}

/// Change the mode of this connection; the answer names the tools it now lists.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SetMode {
    /// `native`, `computer_use`, `chrome` or `all`.
    mode: Mode,
}

impl Tool for SetMode {
    const NAME: &'static str = "setMode";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        session.set_mode(self.mode);
        let offered = session.catalog().offered(self.mode, session.access());
        let tools: Vec<_> = offered.map(|(name, _)| name).collect();
        Ok(Response::json(json!({"success": true, "mode": self.mode, "tools": tools})))
    }
}

/// Names, descriptions and parameter schemas of the tools in this connection's mode, or in the one given.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListTools {
    /// List this mode's tools instead.
    mode: Option<Mode>,
}

impl Tool for ListTools {
    const NAME: &'static str = "listTools";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let mode = self.mode.unwrap_or_else(|| session.mode());
        let describe = |(name, tool): (&str, &ToolDef)| json!({"name": name, "description": tool.description(), "inputSchema": tool.input_schema()});
        let (catalog, access) = (session.catalog(), session.access());
        let tools: Vec<_> = catalog.offered(mode, access).map(describe).collect();
        let connection = catalog.connection_tools().filter(|tool| tool.is_offered(access));
        let connection: Vec<_> = connection.map(|tool| describe((tool.name, tool))).collect();
        Ok(Response::json(json!({"mode": mode, "tools": tools, "connection": connection})))
    }
}
