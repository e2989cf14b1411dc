//! The tool definitions agents read, kept as a golden file (`UPDATE_EXPECT=1` rewrites it) and short; and every parameter
//! that the tools of Claude in Chrome have is shown by ours of the same name.

use qtmcp_chrome::TOOLS;
use serde_json::Value;
use std::collections::BTreeSet;

fn definitions() -> Value {
    TOOLS.iter().filter(|tool| tool.listed).map(|tool| tool.definition(tool.name)).collect()
}

#[test]
fn the_definitions_are_the_golden_ones() {
    let text = serde_json::to_string_pretty(&definitions()).unwrap() + "\n";
    expect_test::expect_file!["golden/tools.json"].assert_eq(&text);
}

#[test]
fn all_definitions_together_stay_below_6_kb() {
    let size = definitions().to_string().len();
    assert!(size < 6_000, "{size} bytes");
}

#[test]
fn every_tool_says_what_it_is_for_and_takes_an_object_of_known_members() {
    for tool in TOOLS {
        assert!(!tool.description().is_empty(), "{}", tool.name);
        assert_eq!(tool.input_schema()["type"], "object", "{}", tool.name);
        assert_eq!(tool.documented_schema()["additionalProperties"], false, "{}", tool.name);
    }
}

#[test]
fn every_parameter_of_the_browsers_tools_is_shown() {
    let browsers = [
        ("tabs_context_mcp", "createIfEmpty"),
        ("navigate", "url tabId"),
        ("read_page", "tabId filter depth ref_id max_chars"),
        ("find", "query tabId"),
        ("form_input", "ref value tabId"),
        ("get_page_text", "tabId"),
        (
            "computer",
            "action tabId coordinate start_coordinate region text duration scroll_direction scroll_amount repeat ref \
             modifiers scale save_to_disk",
        ),
        ("browser_batch", "actions"),
        ("read_console_messages", "tabId pattern onlyErrors clear limit"),
        ("resize_window", "width height tabId"),
        ("file_upload", "paths ref tabId"),
    ];
    for (name, parameters) in browsers {
        let tool = TOOLS.iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("there is no {name}"));
        let schema = tool.input_schema();
        let known: BTreeSet<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        let missing: Vec<&str> = parameters.split_whitespace().filter(|parameter| !known.contains(parameter)).collect();
        assert!(missing.is_empty(), "{name} does not take {missing:?}");
    }
}

#[test]
fn every_parameter_of_the_specification_is_shown_and_the_same_are_required() {
    let specified = [
        ("read_page", "include_invisible", ""),
        ("form_input", "ref value", "ref value"),
        ("click", "ref button", "ref"),
        ("get_page_text", "", ""),
        ("navigate", "action target", ""),
        ("find", "query", "query"),
        ("tabs_context", "", ""),
        ("read_console_messages", "level limit", ""),
    ];
    for (name, parameters, required) in specified {
        let tool = TOOLS.iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("there is no {name}"));
        let schema = tool.input_schema();
        for parameter in parameters.split_whitespace() {
            assert!(schema["properties"][parameter].is_object(), "{name} does not take {parameter}");
        }
        let needed = schema["required"].as_array().cloned().unwrap_or_default();
        let needed: BTreeSet<&str> = needed.iter().filter_map(Value::as_str).collect();
        assert_eq!(needed, required.split_whitespace().collect(), "{name}");
    }
}

#[test]
fn what_models_are_not_shown_is_documented() {
    let unlisted: Vec<&str> = TOOLS.iter().filter(|tool| !tool.listed).map(|tool| tool.name).collect();
    assert_eq!(unlisted, ["tabs_context_mcp"]);
    for tool in TOOLS.iter().filter(|tool| !["tabs_context_mcp", "browser_batch"].contains(&tool.name)) {
        assert!(tool.input_schema()["properties"].get("dialect").is_none(), "{}", tool.name);
        assert!(tool.documented_schema()["properties"]["dialect"].is_object(), "{}", tool.name);
    }
    let read_only: Vec<&str> =
        TOOLS.iter().filter(|tool| tool.annotations()["readOnlyHint"] == true).map(|tool| tool.name).collect();
    let expected = "read_page find get_page_text tabs_context tabs_context_mcp read_console_messages wait_for";
    assert_eq!(read_only, expected.split_whitespace().collect::<Vec<_>>());
}
