//! Windows as tabs: listing, turning to, closing and going to them, and the block that tells of them.

use super::Loop;
use serde_json::json;

#[test]
fn windows_are_told_as_the_tabs_of_a_browser_and_exactly_one_is_active() {
    let client = Loop::new();
    let content = client.content("browser", "list_tabs", json!({}));
    let (main, other) = (client.give("#main").to_string(), client.give("#other").to_string());
    let state = json!({"type": "browser_state", "tabs": [
        {"tab_id": main, "title": "Main", "url": "app://gallery/main", "active": true},
        {"tab_id": other, "title": "Other", "url": "app://gallery/other"},
    ]});
    assert_eq!(content, [state]);
}

#[test]
fn a_window_that_a_deed_opened_is_told() {
    let client = Loop::new();
    client.app.during_sleep(1, |app| app.show("#dialog", true));
    let content = client.content("browser", "wait", json!({"duration": 1}));
    let dialog = client.give("#dialog").to_string();
    let state = content.last().unwrap();
    assert_eq!(state["state_changes"], json!([{"type": "tab_opened", "tab_id": dialog}]), "{content:?}");
    assert_eq!((&state["tabs"][0]["tab_id"], &state["tabs"][0]["active"]), (&json!(dialog), &json!(true)));
}

#[test]
fn a_window_is_brought_to_the_front_by_its_id_or_its_address() {
    let client = Loop::new();
    let (main, other) = (client.give("#main"), client.give("#other"));
    let state = client.content("browser", "switch_tab", json!({"tab_id": other.to_string()}));
    assert_eq!((state.len(), &state[0]["type"]), (1, &json!("browser_state")));
    assert_eq!(client.app.take_input(), "raise QMainWindow#other\n");
    client.content("browser", "switch_tab", json!({"tab_id": format!("ref_{main}")}));
    assert_eq!(client.app.take_input(), "", "it is in front already");
    let went = client.texts("browser", "navigate", json!({"url": "app://gallery/other"}));
    assert!(went[0].starts_with("Navigated to app://gallery/"), "{went:?}");
    assert_eq!(client.app.take_input(), "raise QMainWindow#other\n");
    client.texts("browser", "key", json!({"text": "Return", "tab_id": other.to_string()}));
    assert!(client.app.take_input().starts_with("raise QMainWindow#other\n"), "keys go to the window they are for");
    let page = &client.texts("browser", "read_page", json!({"tab_id": other.to_string()}))[0];
    assert!(page.contains("Other") && client.app.take_input().is_empty(), "reading moves nothing: {page}");
}

#[test]
fn what_is_no_window_or_no_address_is_said() {
    let client = Loop::new();
    for id in ["4711", "main", ""] {
        let said = client.error("browser", "switch_tab", json!({"tab_id": id}));
        assert!(said.contains("list_tabs"), "{said}");
    }
    let said = client.error("browser", "screenshot", json!({"tab_id": "4711"}));
    assert_eq!(said, "No tab with id: 4711. Call list_tabs for those there are.");
    for url in ["https://example.org", "reload", "app://gallery/nothing"] {
        let said = client.error("browser", "navigate", json!({"url": url}));
        assert!(said.starts_with("unsupported: ") && said.contains(url) && said.contains("list_tabs"), "{said}");
    }
    let said = client.error("browser", "navigate", json!({"url": " Back"}));
    assert!(said.contains("no way back"), "{said}");
    let documents = json!({"target": {"type": "ref", "ref": "ref_1"}, "document_ids": ["doc_1"]});
    assert!(client.error("browser", "file_upload", documents).contains("give paths"));
}

#[test]
fn a_window_blocked_by_a_dialog_is_not_turned_to() {
    let client = Loop::new();
    let main = client.give("#main");
    client.app.show("#dialog", true);
    for member in ["switch_tab", "close_tab"] {
        let said = client.error("browser", member, json!({"tab_id": main.to_string()}));
        let expected =
            "window \"Main\" is blocked by dialog \"Really?\". Answer the dialog first: `read_page` shows it.";
        assert_eq!(said, expected);
    }
    assert_eq!(client.app.take_input(), "");
}

#[test]
fn a_window_is_closed_unless_it_is_the_last_or_the_app_keeps_it() {
    let client = Loop::new();
    let (main, other) = (client.give("#main").to_string(), client.give("#other").to_string());
    let said = client.error("browser", "close_tab", json!({"tab_id": other}));
    assert!(said.starts_with("The app did not close window \"Other\"."), "{said}");
    assert!(client.app.take_input().contains("invoke close()"));
    client.app.before_visit(3, |app| app.show("#other", false));
    let state = client.content("browser", "close_tab", json!({"tab_id": other}));
    assert_eq!((state.len(), state[0]["tabs"].as_array().unwrap().len()), (1, 1));
    let _ = client.app.take_input();
    let said = client.error("browser", "close_tab", json!({"tab_id": main}));
    assert!(said.starts_with("unsupported: window \"Main\" is the app's last window"), "{said}");
    assert_eq!(client.app.take_input(), "", "nothing was closed");
}

#[test]
fn an_app_without_a_window_has_no_tabs() {
    let client = Loop::new();
    for window in ["#main", "#other"] {
        client.app.show(window, false);
    }
    let state = client.content("browser", "list_tabs", json!({}));
    assert_eq!(state, [json!({"type": "browser_state", "tabs": []})]);
}
