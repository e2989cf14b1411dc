//! The tool definition agents read, kept as a golden file (`UPDATE_EXPECT=1` rewrites it) and short, with every action and
//! parameter of Anthropic's tool and of the specification.

use qtmcp_computer_use::TOOLS;
use serde_json::{Value, json};

fn definitions() -> Value {
    TOOLS.iter().filter(|tool| tool.listed).map(|tool| tool.definition(tool.name)).collect()
}

#[test]
fn the_definition_is_the_golden_one() {
    let text = serde_json::to_string_pretty(&definitions()).unwrap() + "\n";
    expect_test::expect_file!["golden/tools.json"].assert_eq(&text);
}

#[test]
fn the_definition_stays_below_3_kb() {
    let size = definitions().to_string().len();
    assert!(size < 3_000, "{size} bytes");
}

#[test]
fn every_action_and_parameter_of_the_reference_is_there() {
    let definitions = definitions();
    let properties = &definitions[0]["inputSchema"]["properties"];
    let parameters =
        "action coordinate start_coordinate text key scroll_direction scroll_amount duration region direction amount";
    for parameter in parameters.split_whitespace() {
        assert!(properties.get(parameter).is_some(), "{parameter}");
    }
    let actions = "key type mouse_move left_click left_click_drag right_click middle_click double_click triple_click \
                   screenshot cursor_position left_mouse_down left_mouse_up scroll hold_key wait zoom";
    let known = properties["action"]["enum"].as_array().unwrap();
    for action in actions.split_whitespace() {
        assert!(known.contains(&json!(action)), "{action}");
    }
    assert_eq!(known.len(), 17);
}

#[test]
fn how_a_picture_is_encoded_is_documented_and_not_shown() {
    assert!(TOOLS[0].documented_schema()["properties"]["format"].is_object());
    assert_eq!(TOOLS[0].input_schema()["properties"].get("format"), None);
}
