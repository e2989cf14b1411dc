//! Every tool of every mode, for whoever lists or runs them: the probe, the MCP server, the documentation.

use qtmcp_tool::{Catalog, Mode};

/// Every tool there is.
pub const CATALOG: Catalog = Catalog {
    modes: &[
        (Mode::Native, qtmcp_native::TOOLS),
        (Mode::ComputerUse, qtmcp_computer_use::TOOLS),
        (Mode::Chrome, qtmcp_chrome::TOOLS),
    ],
    beside: qtmcp_computer_use::AGENT_LOOP_TOOLS,
};

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names(mode: Mode) -> Vec<&'static str> {
        CATALOG.listed(mode).map(|(name, _)| name).collect()
    }

    #[test]
    fn among_all_tools_no_name_stands_twice_and_natives_ways_have_names_of_their_own() {
        let all = names(Mode::All);
        let mut unique = all.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), all.len(), "{all:?}");
        for name in ["click", "computer", "qt_click", "qt_screenshot", "getObjectTree", "read_page"] {
            assert!(all.contains(&name), "{name}");
        }
        assert!(!all.contains(&"screenshot"));
        assert!(names(Mode::Native).contains(&"click"));
    }

    #[test]
    fn each_name_among_all_tools_means_the_tool_it_is_listed_for() {
        for (name, tool) in CATALOG.listed(Mode::All) {
            let found = CATALOG.find(Mode::All, name, &json!({}));
            assert!(found.is_some_and(|found| std::ptr::eq(found, tool)), "{name}");
        }
    }

    #[test]
    fn a_tool_of_another_mode_names_that_mode() {
        assert_eq!(CATALOG.elsewhere(Mode::Native, "read_page"), Some(Mode::Chrome));
        assert_eq!(CATALOG.elsewhere(Mode::Chrome, "getObjectTree"), Some(Mode::Native));
        assert_eq!(CATALOG.elsewhere(Mode::Chrome, "qt_click"), Some(Mode::All));
        assert_eq!(CATALOG.elsewhere(Mode::Chrome, "click"), None);
        assert_eq!(CATALOG.elsewhere(Mode::Chrome, "no_such_tool"), None);
    }
}
