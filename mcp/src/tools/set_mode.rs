//! `set_mode`: which tools the server offers.

use crate::server::Server;
use qtmcp_modes::CATALOG;
use qtmcp_tool::{Effect, Fault, Mode, Permits, Response, Tool};
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
    const LEAST: Effect = Effect::Reads;
    const DESTRUCTIVE: bool = false;

    /// It changes the server, and no app.
    fn effect(&self) -> Effect {
        Effect::Reads
    }

    async fn run(self, server: &Server) -> Result<Response, Fault> {
        server.set_mode(self.mode);
        let tools: Vec<_> = CATALOG.offered(self.mode, server.access()).map(|(name, _)| name).collect();
        let instructions = qtmcp_prompts::instructions(self.mode, server.access());
        Ok(Response::json(json!({"mode": self.mode, "tools": tools, "instructions": instructions})))
    }
}
