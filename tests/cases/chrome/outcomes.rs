//! What an act did is told with it: what opened and closed, what changed, where the focus is, what the app complained of.

use qtmcp_tests::{Page, json, on_both, text};

on_both! {
    async fn a_click_tells_what_it_changed(qt: Qt) {
        let page = Page::tab(qt, "form").await;
        let agree = page.call("find", json!({"query": "agree check box"})).await["matches"][0]["ref"].clone();
        let clicked = page.call("click", json!({"ref": agree})).await;
        assert_eq!((&clicked["success"], clicked["settled"].is_string()), (&json!(true), true));
        assert!(text(&clicked).contains("checked"), "{clicked}");
        assert!(clicked["changed"].to_string().contains(&format!("[{agree}]")), "{clicked}");
        let nothing = page.call("computer", json!({"action": "key", "text": "F9"})).await;
        assert_eq!(nothing.get("changed"), None, "{nothing}");
        assert_eq!(text(&nothing), "Pressed 1 key: F9.");
    }

    async fn typing_tells_the_value_and_tab_the_focus(qt: Qt) {
        let page = Page::pattern(qt).await;
        let (name, email) = (page.number("QLineEdit", "nameInput").await, page.number("QLineEdit", "emailInput").await);
        page.call("computer", json!({"action": "left_click", "ref": name})).await;
        let typed = page.call("computer", json!({"action": "type", "text": "Ada"})).await;
        assert!(text(&typed).starts_with(&format!("Typed \"Ada\" into [{name}] QLineEdit")), "{typed}");
        assert!(typed["changed"].to_string().contains("Ada"), "{typed}");
        let tabbed = page.call("computer", json!({"action": "key", "text": "Tab", "dialect": "chrome"})).await;
        assert!(tabbed["focus"].as_str().is_some_and(|focus| focus.contains(&format!("[ref_{email}]"))), "{tabbed}");
    }

    async fn what_opens_is_shown_with_its_content_and_what_closes_is_named(qt: Qt) {
        let page = Page::tab(qt, "dialogs").await;
        let button = page.call("find", json!({"query": "modal dialog button"})).await["matches"][0]["ref"].clone();
        let opened = page.call("click", json!({"ref": button})).await;
        assert_eq!(opened["opened"].as_array().map(Vec::len), Some(1), "{opened}");
        assert!(text(&opened).contains("QLineEdit"), "{opened}");
        let closed = page.call("computer", json!({"action": "key", "text": "Escape"})).await;
        assert_eq!(closed["closed"].as_array().map(Vec::len), Some(1), "{closed}");
    }

    async fn what_the_app_complains_of_is_told(qt: Qt) {
        let page = Page::more(qt, "console").await;
        let warn = page.call("find", json!({"query": "warning button"})).await["matches"][0]["ref"].clone();
        let warned = page.call("click", json!({"ref": warn})).await;
        assert_eq!(warned["warnings"].as_array().map(Vec::len), Some(1), "{warned}");
        assert!(text(&warned).contains("Console: "), "{warned}");
        let debug = page.call("find", json!({"query": "debug button"})).await["matches"][0]["ref"].clone();
        let said = page.call("click", json!({"ref": debug})).await;
        assert_eq!(said.get("warnings"), None, "{said}");
    }
}
