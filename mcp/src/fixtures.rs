//! What the MCP project's conformance suite asks for by name: tools, resources and prompts with fixed answers, which
//! only `qtmcp serve --fixtures` offers. The server asks here first, and then itself.
#![expect(deprecated, reason = "the suite still asks for sampling and logging, which 2026-07-28 advises against")]

mod inputs;
mod prompts;
mod resources;
mod tools;

pub(crate) use prompts::{complete, get_prompt, prompts};
pub(crate) use resources::{is_resource, read_resource, resource_templates, resources};
pub(crate) use tools::{call_tool, tools};

use rmcp::ErrorData;
use rmcp::model::{ContentBlock, JsonObject, ServerCapabilities};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A picture of one red pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC";
/// Two samples of silence.
const WAV: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA==";

/// What a server with these can do besides.
pub(crate) fn extend(capabilities: &mut ServerCapabilities) {
    capabilities.completions = Some(JsonObject::new());
    capabilities.logging = Some(JsonObject::new());
}

/// The suite describes what it wants as JSON, and so it is written here too.
fn typed<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(format!("fixture: {error}"), None))
}

fn image() -> ContentBlock {
    ContentBlock::image(PNG, "image/png")
}

fn form(message: &str, properties: Value, required: &[&str]) -> Value {
    json!({"message": message, "requestedSchema": {"type": "object", "properties": properties, "required": required}})
}
