//! The tool definitions agents read, kept as a golden file (`UPDATE_EXPECT=1` rewrites it) and short.

use qtmcp_native::TOOLS;
use serde_json::Value;

fn definitions() -> Value {
    TOOLS.iter().filter(|tool| tool.listed).map(|tool| tool.definition(tool.name)).collect()
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
        assert_eq!(tool.input_schema()["type"], "object", "{}", tool.name);
        assert_eq!(tool.documented_schema()["additionalProperties"], false, "{}", tool.name);
    }
}

#[test]
fn what_acts_or_alters_is_called_destructive_and_the_rest_reads() {
    let acting: Vec<&str> =
        TOOLS.iter().filter(|tool| tool.annotations()["readOnlyHint"] != true).map(|tool| tool.name).collect();
    assert_eq!(acting, ["setProperty", "invokeMethod", "click", "sendKeys"]);
    assert!(TOOLS.iter().all(|tool| acting.contains(&tool.name) == (tool.annotations()["destructiveHint"] == true)));
}
