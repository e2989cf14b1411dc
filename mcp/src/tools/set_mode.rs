//! `set_mode`: which tools the server offers.

use crate::server::Server;
use qtmcp_modes::CATALOG;
use qtmcp_tool::{Effect, Fault, Mode, Response, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Change which tools this server offers: `chrome` (page with refs), `computer_use` (screenshots and coordinates), `native`
/// (Qt objects) or `all`. The answer names them.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetMode {
    mode: Mode,
}

impl Tool<Server> for SetMode {
    const NAME: &'static str = "set_mode";
    const EFFECT: Effect = Effect::Acts;
    const DESTRUCTIVE: bool = false;

    async fn run(self, server: &Server) -> Result<Response, Fault> {
        server.set_mode(self.mode);
        let tools: Vec<_> = CATALOG.listed(self.mode).map(|(name, _)| name).collect();
        let instructions = qtmcp_prompts::instructions(self.mode);
        Ok(Response::json(json!({"mode": self.mode, "tools": tools, "instructions": instructions})))
    }
}
