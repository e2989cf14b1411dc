//! The tools as MCP lists them.

use crate::tools::SESSION_TOOLS;
use qtmcp_modes::CATALOG;
use qtmcp_tool::{Access, Mode, Permits, ToolDef};
use rmcp::model::Tool;

/// The tools of a mode, and behind them the server's own, as far as there is something to be done with them.
pub(crate) fn tools(mode: Mode, access: Access) -> Vec<Tool> {
    let of_mode = CATALOG.offered(mode, access).filter_map(|(name, tool)| definition(name, tool));
    let own = SESSION_TOOLS.iter().filter(|tool| tool.is_offered(access));
    of_mode.chain(own.filter_map(|tool| definition(tool.name, tool))).collect()
}

/// `None` only for a definition that would be no tool, which the tests of this file would show.
fn definition<S: ?Sized + Sync + Permits>(name: &str, tool: &ToolDef<S>) -> Option<Tool> {
    serde_json::from_value(tool.definition(name)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a mode's own tools cost in every conversation.
    fn bytes(mode: Mode) -> usize {
        let own = tools(mode, Access::Full)
            .into_iter()
            .filter(|tool| SESSION_TOOLS.iter().all(|known| known.name != tool.name));
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
            let tools = tools(mode, Access::Full);
            assert_eq!(tools.len(), CATALOG.listed(mode).count() + SESSION_TOOLS.len());
            assert!(tools.iter().all(|tool| tool.annotations.is_some() && tool.description.is_some()));
        }
    }

    #[test]
    fn only_what_may_be_used_is_offered() {
        let names = |mode, access| {
            let tools = tools(mode, access).into_iter();
            tools.map(|tool| tool.name.into_owned()).collect::<Vec<_>>()
        };
        let read = names(Mode::All, Access::Read);
        for offered in
            ["read_page", "computer", "browser_batch", "getObjectTree", "list_apps", "select_app", "set_mode"]
        {
            assert!(read.iter().any(|name| name == offered), "{offered}");
        }
        let act = names(Mode::All, Access::Act);
        for acting in ["click", "qt_click", "form_input", "sendKeys", "navigate", "launch_app", "close_app"] {
            assert!(!read.iter().any(|name| name == acting) && act.iter().any(|name| name == acting), "{acting}");
        }
        for altering in ["setProperty", "invokeMethod"] {
            assert!(!act.iter().any(|name| name == altering), "{altering}");
        }
        assert_eq!(act.len() + 2, names(Mode::All, Access::Full).len());
    }
}
