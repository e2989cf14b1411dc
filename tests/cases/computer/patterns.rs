//! The specification's usage patterns 1, 2 and 5, call for call, and its protocol example as it is written there.

use qtmcp_tests::{Computer, Launch, Qt, json, on_both, small};

/// The form of the patterns: a window of 640×480 at the corner of the screen.
fn form(qt: Qt) -> Launch {
    small(qt, "addressform").args(["--pattern"])
}

/// Where the form shows whether it was submitted, and in which colour.
const SIGN: (u32, u32) = (335, 275);
const NOT_YET: [u8; 3] = [0x1f, 0x6f, 0xeb];
const SUBMITTED: [u8; 3] = [0x2d, 0xa4, 0x4e];

on_both! {
    async fn pattern_1_a_screenshot_comes_first_and_the_form_is_filled_by_coordinate(qt: Qt) {
        let computer = Computer::open(form(qt)).await;
        let first = computer.act(json!({"action": "screenshot"})).await.picture();
        let clicked = computer.act(json!({"action": "left_click", "coordinate": [200, 150]})).await;
        assert!(clicked.text.starts_with("left_click at (200, 150): textbox "), "{}", clicked.text);
        computer.act(json!({"action": "type", "text": "John Doe"})).await;
        computer.act(json!({"action": "key", "text": "Tab"})).await;
        let last = computer.act(json!({"action": "type", "text": "john@example.com"})).await.picture();
        assert_eq!(computer.get("nameInput", "text").await, "John Doe");
        assert_eq!(computer.get("emailInput", "text").await, "john@example.com");
        assert_eq!((first.width, first.height), (last.width, last.height), "the screen stays as large as it was");
        assert!(first != last, "what was typed is to be seen");
    }

    async fn pattern_2_a_click_is_verified_by_looking(qt: Qt) {
        let computer = Computer::open(form(qt)).await;
        assert_eq!(computer.look().await.at(SIGN.0, SIGN.1), NOT_YET);
        let clicked = computer.act(json!({"action": "left_click", "coordinate": [300, 250]})).await;
        assert!(clicked.text.starts_with("left_click at (300, 250): button \"Submit\" ["), "{}", clicked.text);
        assert_eq!(clicked.picture().at(SIGN.0, SIGN.1), SUBMITTED, "the answer's own picture shows it");
        assert_eq!(computer.look().await.at(SIGN.0, SIGN.1), SUBMITTED);
        computer.said("SUBMIT |").await;
    }

    async fn pattern_5_tree_and_picture_go_together(qt: Qt) {
        let computer = Computer::open(form(qt)).await;
        let page = computer.call("read_page", json!({})).await;
        let number = |class: &str, name: &str| {
            let refs = page["refs"].as_object().unwrap();
            let found = refs.iter().find(|(_, about)| about["class"] == class && about["name"] == name);
            found.unwrap_or_else(|| panic!("no {class} \"{name}\" in {page}")).0.parse::<u64>().unwrap()
        };
        let (name, submit) = (number("QLineEdit", "nameInput"), number("QPushButton", "Submit"));
        let before = computer.look().await;
        // The tree says where each is, in pixels of the picture.
        let about = &page["refs"][submit.to_string()];
        let at = [about["x"].as_u64().unwrap(), about["y"].as_u64().unwrap()];
        let hovered = computer.quietly(json!({"action": "mouse_move", "coordinate": at})).await;
        assert_eq!(hovered, format!("mouse_move at ({}, {}): button \"Submit\" [{submit}]", at[0], at[1]));
        computer.call("form_input", json!({"ref": name, "value": "John Doe"})).await;
        computer.call("click", json!({"ref": submit})).await;
        let after = computer.look().await;
        assert_eq!((before.at(SIGN.0, SIGN.1), after.at(SIGN.0, SIGN.1)), (NOT_YET, SUBMITTED));
        computer.said("SUBMIT John Doe|").await;
    }

    async fn the_protocol_example_is_answered_as_it_is_written(qt: Qt) {
        let computer = Computer::open(form(qt)).await;
        let request = r#"{
            "jsonrpc": "2.0",
            "id": 1,
            "method": "computer",
            "params": {
                "action": "left_click",
                "coordinate": [450, 200]
            }
        }"#;
        let answer = computer.client.call_raw(request).await.unwrap();
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(1)));
        let result = &answer["result"];
        assert_eq!(result["success"], true, "{answer}");
        let shot = result["screenshot"].as_object().unwrap();
        assert_eq!((&shot["type"], &shot["media_type"]), (&json!("base64"), &json!("image/png")));
        assert!(shot["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
        assert_eq!(shot.len(), 3, "nothing else is in it");
    }
}
