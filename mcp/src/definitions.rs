//! The tools as MCP lists them.

use crate::tools::SESSION_TOOLS;
use qtmcp_modes::CATALOG;
use qtmcp_tool::{Mode, ToolDef};
use rmcp::model::Tool;

/// The tools of a mode, and behind them the server's own.
pub(crate) fn tools(mode: Mode) -> Vec<Tool> {
    let of_mode = CATALOG.listed(mode).filter_map(|(name, tool)| definition(name, tool));
    of_mode.chain(SESSION_TOOLS.iter().filter_map(|tool| definition(tool.name, tool))).collect()
}

/// `None` only for a definition that would be no tool, which the tests of this file would show.
fn definition<S: ?Sized + Sync>(name: &str, tool: &ToolDef<S>) -> Option<Tool> {
    serde_json::from_value(tool.definition(name)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a mode's own tools cost in every conversation.
    fn bytes(mode: Mode) -> usize {
        let own = tools(mode).into_iter().filter(|tool| SESSION_TOOLS.iter().all(|known| known.name != tool.name));
        serde_json::to_string(&own.collect::<Vec<_>>()).unwrap().len()
    }

    #[test]
    fn a_modes_own_tools_are_few_bytes() {
        for (mode, most) in [(Mode::Chrome, 6_000), (Mode::ComputerUse, 3_000), (Mode::Native, 12_000)] {
            let bytes = bytes(mode);
            assert!(bytes < most, "{}: {bytes} bytes", mode.as_str());
        }
    }

    #[test]
    fn every_tool_is_listed_once_with_its_hints() {
        for mode in Mode::ALL {
            let tools = tools(mode);
            assert_eq!(tools.len(), CATALOG.listed(mode).count() + SESSION_TOOLS.len());
            assert!(tools.iter().all(|tool| tool.annotations.is_some() && tool.description.is_some()));
        }
    }
}
