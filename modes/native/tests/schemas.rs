//! The tool definitions agents read, kept as a golden file (`UPDATE_EXPECT=1` rewrites it) and short.

use qtmcp_native::TOOLS;
use qtmcp_tool::ToolDef;
use serde_json::{Value, json};

fn definitions() -> Value {
    let describe = |tool: &ToolDef| json!({"name": tool.name, "description": tool.description(), "inputSchema": tool.input_schema()});
    TOOLS.iter().map(describe).collect()
}

#[test]
fn the_definitions_are_the_golden_ones() {
    let text = serde_json::to_string_pretty(&definitions()).unwrap() + "\n";
    expect_test::expect_file!["golden/tools.json"].assert_eq(&text);
}

#[test]
fn all_definitions_together_stay_below_12_kb() {
    let size = definitions().to_string().len();
    assert!(size < 12_000, "{size} bytes");
}

#[test]
fn every_tool_says_what_it_is_for_and_takes_an_object() {
    for tool in TOOLS {
        assert!(!tool.description().is_empty(), "{}", tool.name);
        let schema = tool.input_schema();
        assert_eq!(schema["type"], "object", "{}", tool.name);
        assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
    }
}
