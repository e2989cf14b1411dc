//! Computer Use mode: an app as a screen, and the methods by which an agent loop on the Messages API uses it. This crate
//! knows neither Qt nor the transport, nor any other mode: it calls their tools by name.

mod computer;
mod definitions;
#[cfg(test)]
mod testing;
mod toolset;

use qtmcp_tool::{Code, ToolDef, tools};

/// The tools of Computer Use mode.
pub const TOOLS: &[ToolDef] = tools![advice; computer::Computer];

/// What an agent loop calls on every connection, whatever its mode; no mode lists them.
pub const AGENT_LOOP_TOOLS: &[ToolDef] = tools![loop_advice; toolset::ToolUse, definitions::ToolDefinitions];

/// The next call after each kind of fault; tool names stand in backticks.
fn advice(code: Code) -> &'static str {
    match code {
        Code::BadArgument => "Correct the argument and call `computer` again.",
        Code::UnknownRef | Code::StaleRef => {
            "Call `computer` with action screenshot and marks true for the numbers there are."
        }
        Code::NotFound | Code::Ambiguous | Code::NotVisible => {
            "Call `computer` with action screenshot to see what there is."
        }
        Code::Disabled => "Do first what enables it; `computer` with action screenshot shows what there is.",
        Code::Covered => "Act on what covers it first, or close that.",
        Code::BlockedByDialog => "Answer the dialog first: `computer` with action screenshot shows it.",
        Code::NoWindow => "Wait until the app shows a window: `computer` with action wait.",
        Code::NotConnected => "Start the app with the probe in it, then connect.",
        Code::AppGone => "Start the app again and connect anew.",
        Code::AppBusy => "Call `status` to see for how long the app has been blocked, then try again.",
        Code::Timeout => "Call `computer` with action screenshot to see what there is, or wait longer.",
        Code::Unsupported => "Use another place or another action of `computer`.",
        Code::Denied => "The access rules of this server forbid it; ask whoever runs it.",
        Code::Internal => "Call `status`; if the app is well, try once more.",
    }
}

/// The next call of whoever writes the loop; what the model does wrong is in the answer of `toolUse`.
fn loop_advice(code: Code) -> &'static str {
    match code {
        Code::BadArgument => "Call `listTools` for the parameters.",
        _ => "Call `status` to see how the app is.",
    }
}
