//! Back and forward, and what is no place to go to.

use super::{Place, first_line, text};
use qtmcp_tests::{Code, gallery, json, on_both, qml_gallery};

on_both! {
    async fn back_and_forward_are_the_apps_buttons(qt: Qt) {
        let place = Place::page(qt, "containers").await;
        let (code, message) = place.refuses("back", "").await;
        assert_eq!(code, Code::Disabled);
        assert!(message.starts_with("\"Back\" [") && message.contains("no way back now"), "{message}");
        // "Next" could be pressed, but it is not what is called forward here.
        let (code, message) = place.refuses("forward", "").await;
        assert_eq!(code, Code::Disabled);
        assert!(message.starts_with("\"Forward\" ["), "{message}");
        assert!(!place.stdout().contains("STACK "), "{}", place.stdout());
        place.press("QPushButton", "Next").await;
        place.said("STACK Account").await;
        let went = place.go("back", "").await;
        assert!(first_line(&went).starts_with("Went back with \"Back\" ["), "{went}");
        assert!(went.contains("\"welcomeEdit\""), "{went}");
        place.said("STACK Welcome").await;
        let went = text(&place.call("navigate", json!({"url": "forward", "tabId": 1, "dialect": "chrome"})).await);
        assert_eq!(first_line(&went), "Navigated forward");
        assert_eq!(place.times("STACK Account"), 2);
        let went = text(&place.call("navigate", json!({"url": "back", "tabId": 1, "dialect": "chrome"})).await);
        assert_eq!(first_line(&went), "Navigated back");
        assert_eq!(place.times("STACK Welcome"), 2);
    }

    async fn the_pages_of_a_wizard_are_turned(qt: Qt) {
        let place = Place::page(qt, "wizard").await;
        place.call("click", json!({"id": "wizardButton"})).await;
        place.appears("wizard").await;
        place.go("forward", "").await;
        place.said("WIZARD step Details").await;
        place.go("back", "").await;
        place.becomes("introStep", "visible", json!(true)).await;
    }

    async fn a_shortcut_of_the_app_is_used_where_there_is_no_button(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        place.set("preferencesAction", "shortcut", json!("Alt+Left")).await;
        let went = place.go("back", "").await;
        assert_eq!(first_line(&went), "Went back with the app's shortcut.");
        place.said("ACTION preferencesAction").await;
        place.set("preferencesAction", "enabled", json!(false)).await;
        assert_eq!(place.refuses("back", "").await.0, Code::Unsupported);
    }

    async fn where_there_is_no_way_nothing_is_touched(qt: Qt) {
        let place = Place::open(gallery(qt).args(["--tab", "tree"])).await;
        // With the focus on the tabs, the keys for back and forward would turn them.
        place.press("Tab", "Tree").await;
        for direction in ["back", "forward"] {
            let (code, message) = place.refuses(direction, "").await;
            assert_eq!(code, Code::Unsupported);
            assert!(message.contains(&format!("no way {direction}")), "{message}");
        }
        assert_eq!(place.get("tabs", "currentIndex").await, 2);
    }

    async fn qml_goes_back_by_its_button_and_by_its_shortcut(qt: Qt) {
        let place = Place::quick(qt, "pages").await;
        let (code, message) = place.refuses("back", "").await;
        assert_eq!(code, Code::Disabled, "{message}");
        assert_eq!(place.refuses("forward", "").await.0, Code::Unsupported);
        assert_eq!(place.get("swipeTabs", "currentIndex").await, 0);
        place.press("Button", "To the Kitchen").await;
        let went = place.go("back", "").await;
        assert!(first_line(&went).starts_with("Went back with \"Back\" ["), "{went}");
        assert!(went.contains("Label \"This is Hall\""), "{went}");
        place.said("BACK to Hall").await;
        place.press("Button", "To the Garden").await;
        place.set("backButton", "visible", json!(false)).await;
        let went = place.go("back", "").await;
        assert_eq!(first_line(&went), "Went back with the app's shortcut.");
        assert_eq!(place.times("BACK to Hall"), 2);
    }

    async fn a_qml_stack_without_a_button_goes_back_by_a_page(qt: Qt) {
        let place = Place::open(qml_gallery(qt).args(["--tab", "stack"])).await;
        assert_eq!(place.refuses("back", "").await.0, Code::Unsupported);
        place.press("Button", "Push").await;
        place.press("Button", "Push").await;
        assert_eq!(place.get("stackView", "depth").await, 3);
        let went = place.go("back", "").await;
        assert_eq!(first_line(&went), "Went back by one page of the stack.");
        assert!(went.contains("Label \"Level 2\""), "{went}");
        assert_eq!(place.get("stackView", "depth").await, 2);
        assert_eq!(first_line(&place.go_as_chrome("back", "").await), "Navigated back");
        assert_eq!(place.refuses("back", "").await.0, Code::Unsupported);
        assert_eq!(place.refuses("forward", "").await.0, Code::Unsupported);
    }

    async fn addresses_and_half_a_request_are_refused(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        let requests = [
            (json!({"url": "https://example.org/", "tabId": 1}), "cannot go to `https://example.org/`"),
            (json!({"url": "example.org"}), "an app has no addresses"),
            (json!({}), "action or url is missing"),
            (json!({"action": "menu"}), "target is missing"),
            (json!({"action": "tab", "target": " "}), "target is missing"),
            (json!({"action": "menu", "target": " > "}), "the menu path is empty"),
            (json!({"action": "sideways"}), "expected one of `back`, `forward`, `tab`, `menu`"),
            (json!({"path": "File"}), "unknown field `path`"),
        ];
        for (request, why) in requests {
            let (code, message, next) = place.fault("navigate", request.clone()).await;
            assert_eq!(code, Code::BadArgument, "{request}: {message}");
            assert!(message.contains(why) && !next.is_empty(), "{request}: {message} {next}");
        }
    }
}
