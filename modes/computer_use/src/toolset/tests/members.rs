//! Members of both toolsets: the calls they become, the words they answer with, the words they refuse with.

use super::{Loop, error_text};
use crate::testing::Client;
use crate::toolset::Family;
use qtmcp_tool::{Code, Settled};
use serde_json::{Value as Json, json};

#[test]
fn each_member_of_the_computer_toolset_is_an_action_of_computer() {
    let client = Loop::new();
    for (name, input, words) in [
        ("left_click", json!({"coordinate": [10, 20], "text": "ctrl"}), "Clicked."),
        ("left_click", json!({}), "Clicked."),
        ("right_click", json!({"coordinate": [10.0, 20]}), "Right-clicked."),
        ("middle_click", json!({"coordinate": [1, 2]}), "Middle-clicked."),
        ("double_click", json!({"coordinate": [1, 2]}), "Double-clicked."),
        ("triple_click", json!({"coordinate": [1, 2]}), "Triple-clicked."),
        ("mouse_move", json!({"coordinate": [1, 2]}), "Moved the mouse."),
        ("left_click_drag", json!({"start_coordinate": [1, 2], "coordinate": [3, 4]}), "Dragged."),
        ("left_mouse_down", json!({}), "Left mouse button pressed."),
        ("left_mouse_up", json!({}), "Left mouse button released."),
        ("type", json!({"text": "Grüße"}), "Typed."),
        ("key", json!({"text": "ctrl+s", "repeat": 2}), "Pressed ctrl+s."),
        ("hold_key", json!({"text": "shift", "duration": 2}), "Held shift for 2s."),
        ("scroll", json!({"scroll_direction": "down", "scroll_amount": 3, "coordinate": [1, 2]}), "Scrolled down."),
        ("wait", json!({"duration": 1}), "Waited 1s."),
    ] {
        let texts = client.texts("computer", name, input.clone());
        assert_eq!(texts[0], words);
        let mut expected = input.clone();
        expected["action"] = json!(name);
        expected["screenshot"] = json!(false);
        let called: Json = serde_json::from_str(texts[1].rsplit("; ").next().unwrap()).unwrap();
        assert_eq!(plain(&called), plain(&expected), "{name}");
    }
    let position = client.texts("computer", "cursor_position", json!({}));
    assert_eq!(position, [r#"{"action":"cursor_position","screenshot":false}"#]);
}

/// Numbers without fractions, as they are equal.
fn plain(json: &Json) -> String {
    let mut members: Vec<String> =
        json.as_object().unwrap().iter().map(|(name, value)| format!("{name}={value}")).collect();
    members.sort();
    members.join(" ").replace(".0", "")
}

#[test]
fn the_computer_toolset_says_what_was_hit_and_whether_the_app_is_still_busy() {
    let client = Client::new("QApplication\n QMainWindow#main at=0,0,8,6\n  QPushButton#ok text=\"OK\" at=1,1,6,4");
    let block = json!({"toolset_name": "computer", "name": "left_click", "input": {"coordinate": [3, 3]}});
    let answer = client.respond("toolUse", block).unwrap().result;
    let told = format!("at (3, 3): button \"OK\" [{}]", client.give("#ok"));
    let expected = json!([{"type": "text", "text": "Clicked."}, {"type": "text", "text": told}]);
    assert_eq!((&answer["content"], &answer["is_error"]), (&expected, &json!(false)));
    client.app.settle_as(Settled::StillBusy("a timer".to_owned()));
    let block = json!({"toolset_name": "computer", "name": "key", "input": {"text": "Return"}});
    let answer = client.respond("toolUse", block).unwrap().result;
    let expected = json!([{"type": "text", "text": "Pressed Return."}, {"type": "text", "text": "The app is still busy (a timer)"}]);
    assert_eq!(answer["content"], expected);
    let block = json!({"toolset_name": "computer", "name": "left_click", "input": {"coordinate": [99999, 3]}});
    let said = error_text(&client.respond("toolUse", block).unwrap().result);
    assert!(said.starts_with("Coordinates 99999, 3 are out of bounds"), "{said}");
}

#[test]
fn pictures_are_blocks_of_their_own() {
    let client = Loop::new();
    let picture = json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "[1, 2]"}});
    for (name, input) in [("screenshot", json!({})), ("zoom", json!({"region": [0, 0, 4, 3]}))] {
        let content = client.content("computer", name, input);
        assert_eq!((content.len(), &content[0]), (1, &picture));
    }
    let shown = client.content("browser", "screenshot", json!({}));
    assert_eq!((&shown[0]["type"], &shown[0]["source"]["media_type"]), (&json!("image"), &json!("image/png")));
    assert!(shown[0]["source"]["data"].as_str().unwrap().starts_with("[137, 80, 78, 71"), "it is no PNG");
    assert_eq!((shown.len(), &shown[1]["type"]), (2, &json!("browser_state")));
}

#[test]
fn the_tool_before_the_toolsets_answers_with_text_and_the_screen() {
    let client = Loop::new();
    let input = json!({"action": "left_click", "coordinate": [1, 2]});
    let answer = client.call(json!({"name": "computer", "input": input})).unwrap();
    assert_eq!(answer["is_error"], false);
    assert_eq!(answer["content"][0], json!({"type": "text", "text": r#"{"action":"left_click","coordinate":[1,2]}"#}));
    assert_eq!(answer["content"][1]["source"]["data"], "[1, 2]");
    let wrong = client.call(json!({"name": "computer", "input": {"action": "fly"}})).unwrap();
    assert_eq!(error_text(&wrong), "Invalid action: fly");
}

#[test]
fn a_model_is_told_its_mistakes_in_the_toolsets_words() {
    let client = Loop::new();
    for (toolset, name, input, expected) in [
        ("computer", "left_click", json!({"coordinate": [1]}), "coordinate: expected [x, y]"),
        ("computer", "left_click", json!({"coordinate": [1, 2, 3]}), "coordinate: expected [x, y]"),
        ("computer", "left_click", json!({"coordinate": "1, 2"}), "coordinate: expected [x, y]"),
        ("computer", "mouse_move", json!({"coordinate": [1.5, 2]}), "coordinate: expected [x, y]"),
        ("computer", "mouse_move", json!({}), "coordinate: required"),
        ("computer", "left_click_drag", json!({"coordinate": [1, 2]}), "start_coordinate: required"),
        ("computer", "zoom", json!({"region": [1, 2]}), "region: expected [x0, y0, x1, y1]"),
        ("computer", "type", json!({"text": 7}), "text: expected a string"),
        ("computer", "key", json!({"text": "a", "repeat": 101}), "repeat: expected a whole number from 1 to 100"),
        ("computer", "key", json!({"text": "a", "repeat": 0}), "repeat: expected a whole number from 1 to 100"),
        ("computer", "wait", json!({"duration": "long"}), "duration: expected a whole number"),
        (
            "computer",
            "scroll",
            json!({"scroll_direction": "in", "scroll_amount": 1}),
            "scroll_direction: expected one of `up`, `down`, `left`, `right`",
        ),
        ("computer", "wait", json!([1]), "expected an object"),
        ("browser", "left_click", json!({}), "target: required"),
        ("browser", "left_click", json!({"target": {"type": "coordinate", "x": 1}}), "target.y: required"),
        ("browser", "left_click", json!({"target": {"type": "text"}}), "target.type: expected `ref` or `coordinate`"),
        (
            "browser",
            "scroll_to",
            json!({"target": {"type": "coordinate", "x": 1, "y": 2}}),
            "target.type: expected `ref`",
        ),
        (
            "browser",
            "form_input",
            json!({"target": {"type": "ref", "ref": "ref_1"}, "value": [1]}),
            "value: expected a string, a number, true or false",
        ),
        ("browser", "file_upload", json!({"target": {"type": "ref", "ref": "ref_1"}}), "paths: required"),
        ("browser", "read_page", json!({"filter": "some"}), "filter: expected `all` or `interactive`"),
    ] {
        let expected = format!("invalid input for {toolset} member '{name}': {expected}");
        assert_eq!(client.error(toolset, name, input), expected);
    }
    assert_eq!(client.app.take_input(), "");
}

#[test]
fn what_is_not_known_is_let_pass_in_an_input_and_said_of_a_name() {
    let client = Loop::new();
    assert_eq!(client.texts("computer", "wait", json!({"duration": 1, "why": "to see"}))[0], "Waited 1s.");
    assert_eq!(client.error("computer", "fly", json!({})), "Error: unknown computer toolset member 'fly'");
    assert_eq!(client.error("browser", "fl'y\n", json!({})), "Error: unknown browser toolset member 'fl y'");
    assert_eq!(
        client.error("robot", "fly", json!({})),
        "Error: unknown toolset 'robot'. There are computer and browser."
    );
    let bare = client.call(json!({"name": "left_click", "input": {}})).unwrap();
    assert!(error_text(&bare).starts_with("Error: unknown tool 'left_click'. "));
    assert_eq!(client.call(json!({"name": "computer", "inputs": {}})).unwrap_err().code, Code::BadArgument);
    assert_eq!(client.call(json!({"toolset_name": "computer"})).unwrap_err().code, Code::BadArgument);
}

#[test]
fn a_fault_says_what_happened_and_names_members_the_model_has() {
    let client = Loop::new();
    let said = client.error("computer", "left_click", json!({"coordinate": [3, 4], "text": "fail"}));
    assert_eq!(said, "The app has no window at (3, 4). Take a `screenshot` to see what there is.");
    for family in [Family::Computer, Family::Browser] {
        for code in Code::ALL {
            let advice = family.advice(*code);
            for name in advice.split('`').skip(1).step_by(2) {
                assert!(family.members().iter().any(|member| member.name == name), "{code} names `{name}`");
            }
        }
    }
}

#[test]
fn a_page_is_read_and_filled_through_the_browser_toolset() {
    let client = Loop::new();
    let (ok, edit, agree) = (client.give("#ok"), client.give("#edit"), client.give("#agree"));
    let page = &client.texts("browser", "read_page", json!({"filter": "interactive", "depth": 5}))[0];
    assert!(page.contains(&format!("button \"OK\" [ref_{ok}]")), "{page}");
    let part = &client.texts("browser", "read_page", json!({"ref": format!("ref_{ok}")}))[0];
    assert!(part.contains("\"OK\"") && !part.contains("Agree"), "{part}");
    assert!(client.texts("browser", "get_page_text", json!({}))[0].starts_with("Title: Main\n"));
    assert!(client.texts("browser", "find", json!({"query": "name field"}))[0].contains(&format!("ref_{edit}")));
    assert!(!client.texts("browser", "read_console", json!({}))[0].is_empty());
    let target = |number: u64| json!({"type": "ref", "ref": format!("ref_{number}")});
    let set = client.texts("browser", "form_input", json!({"target": target(edit), "value": "Ada"}));
    assert_eq!(set[0], format!("Set the value of ref_{edit}."));
    assert!(set[1].contains("\"Ada\""), "{set:?}");
    let checked = client.texts("browser", "form_input", json!({"target": target(agree), "value": true}));
    assert_eq!(checked[1], "Checkbox checked (previous: false)");
    client.app.take_input().clear();
    let clicked = client.texts("browser", "left_click", json!({"target": target(ok), "modifiers": "ctrl"}));
    assert_eq!(clicked[0], "Clicked.");
    assert!(client.app.take_input().contains("press Left 50,25 ctrl"));
    assert_eq!(
        client.texts("browser", "scroll_to", json!({"target": target(ok)}))[0],
        format!("Scrolled to ref_{ok}.")
    );
    assert_eq!(client.texts("browser", "hover", json!({"target": target(ok)}))[0], "Hovered.");
}

#[test]
fn the_mouse_and_the_keys_of_the_browser_toolset_reach_the_app() {
    let client = Loop::new();
    let at = |x: i64, y: i64| json!({"type": "coordinate", "x": x, "y": y});
    for (name, input, words, event) in [
        ("left_click", json!({"target": at(3, 4)}), "Clicked.", "press Left"),
        ("right_click", json!({"target": at(3, 4)}), "Right-clicked.", "press Right"),
        ("middle_click", json!({"target": at(3, 4)}), "Middle-clicked.", "press Middle"),
        ("double_click", json!({"target": at(3, 4)}), "Double-clicked.", "press Left"),
        ("triple_click", json!({"target": at(3, 4)}), "Triple-clicked.", "press Left"),
        ("mouse_move", json!({"target": at(3, 4)}), "Moved the mouse.", "move "),
        ("left_mouse_down", json!({"target": at(3, 4)}), "Mouse button pressed.", "press Left"),
        ("left_mouse_up", json!({"target": at(4, 4)}), "Mouse button released.", "release Left"),
        ("left_click_drag", json!({"from": at(3, 4), "target": at(6, 4)}), "Dragged.", "release Left"),
        ("scroll", json!({"target": at(3, 4), "scroll_direction": "up", "scroll_amount": 2}), "Scrolled up.", "wheel "),
        ("type", json!({"text": "a"}), "Typed.", "a"),
        ("key", json!({"text": "Return", "repeat": 2}), "Pressed Return.", "key down Return"),
        ("hold_key", json!({"text": "shift", "duration": 0.5}), "Held shift for 0.5s.", "key down Shift"),
        ("wait", json!({"duration": 0.5}), "Waited 0.5s.", ""),
    ] {
        let texts = client.texts("browser", name, input);
        assert_eq!(texts[0], words);
        let sent = client.app.take_input();
        assert!(sent.contains(event), "{name} sent {sent}");
    }
    assert!(client.error("browser", "wait", json!({"duration": 31})).contains("30"));
}

#[test]
fn a_ref_that_is_gone_or_never_was_is_stale() {
    let client = Loop::new();
    let ok = client.give("#ok");
    client.app.remove("#ok");
    for (number, input) in [(ok, format!("ref_{ok}")), (4711, "4711".to_owned())] {
        let said = client.error("browser", "left_click", json!({"target": {"type": "ref", "ref": input}}));
        let expected = format!(
            "Error: ref_{number} is stale or not found on the current page. Re-read the page to get fresh references."
        );
        assert_eq!(said, expected);
        assert_eq!(client.error("browser", "read_page", json!({"ref": input})), expected);
    }
}
