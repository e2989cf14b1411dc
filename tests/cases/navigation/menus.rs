//! Menus by path.

use super::{Place, first_line};
use qtmcp_tests::{Code, gallery, json, on_both, qml_gallery};

on_both! {
    async fn an_item_is_chosen_through_submenus_whatever_its_mnemonics_ellipses_and_case(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        let chosen = place.go("menu", "File > Export > PDF").await;
        assert!(first_line(&chosen).starts_with("Chose File > Export > PDF… ["), "{chosen}");
        assert!(chosen.contains("QStatusBar \"PDF… triggered\" (was \"Ready\")"), "{chosen}");
        place.said("ACTION exportPdfAction").await;
        let chosen = place.go_as_chrome("menu", "file>&EXPORT>p&ng...").await;
        assert_eq!(first_line(&chosen), "Navigated to File > Export > PNG…");
        assert!(chosen.contains("status \"PNG… triggered\""), "{chosen}");
        place.said("ACTION exportPngAction").await;
        // A target alone is a menu path, and the beginning of a name is enough when no other begins so.
        let chosen = place.call("navigate", json!({"target": "Fil → Sav"})).await;
        assert!(chosen["text"].as_str().unwrap().starts_with("Chose File > Save ["), "{chosen}");
        place.said("ACTION saveAction").await;
    }

    async fn a_checkable_item_says_what_it_is_then(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        let off = place.go("menu", "Edit > Word wrap").await;
        assert!(first_line(&off).ends_with("], now not checked."), "{off}");
        assert_eq!(place.get("wordWrapAction", "checked").await, false);
        let on = place.go_as_chrome("menu", "Edit > Word wrap").await;
        assert_eq!(first_line(&on), "Navigated to Edit > Word wrap, now checked");
        assert_eq!(place.get("wordWrapAction", "checked").await, true);
    }

    async fn what_an_item_opens_is_told(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        let opened = place.go_as_chrome("menu", "Help > About").await;
        assert!(opened.contains("\nOpened alert \"About\" [ref_"), "{opened}");
        assert!(opened.contains("button \"OK\""), "{opened}");
        let (code, message) = place.refuses("menu", "File > Save").await;
        assert_eq!(code, Code::BlockedByDialog, "{message}");
        assert!(message.contains("\"About\"") && message.contains("no menu bar"), "{message}");
        place.key("Escape").await;
        place.go("menu", "File > Save").await;
        place.said("ACTION saveAction").await;
    }

    async fn what_cannot_be_chosen_says_why_and_leaves_no_menu_open(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        place.call("computer", json!({"action": "left_click", "ref": place.number("QLineEdit", "Name:").await})).await;
        let (code, message) = place.refuses("menu", "Edit > Undo").await;
        assert_eq!(code, Code::Disabled);
        assert!(message.starts_with("\"Undo\" [") && message.contains("in the menu \"Edit\" is disabled"), "{message}");
        let (code, message) = place.refuses("menu", "fil > Print").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.starts_with("There is no \"Print\" in the menu \"File\""), "{message}");
        assert!(message.contains("it has \"New\", \"Open…\", \"Save\", \"Export\", \"Quit\"."), "{message}");
        let (code, message) = place.refuses("menu", "Tools > Print").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("the menu bar; it has \"File\", \"Edit\", \"Help\"."), "{message}");
        // What is no menu is never chosen on the way to something below it.
        let (code, message) = place.refuses("menu", "File > Save > Copy").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("\"Save\"") && message.contains("has no menu of its own"), "{message}");
        assert_eq!(place.times("ACTION saveAction"), 0);
        assert_eq!(place.call("tabs_context", json!({})).await["windows"].as_array().map(Vec::len), Some(1));
        // Nor does the menu bar keep the keyboard.
        place.call("computer", json!({"action": "type", "text": "Ada"})).await;
        assert_eq!(place.get("nameEdit", "text").await, "Ada");
    }

    async fn an_ambiguous_beginning_names_the_items_and_keeps_them_in_view(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        let (code, message) = place.refuses("menu", "File > Export > P").await;
        assert_eq!(code, Code::Ambiguous);
        let png = place.number("QAction", "PNG…").await;
        assert!(message.contains("may be \"PDF…\" [") && message.contains(&format!("\"PNG…\" [{png}]")), "{message}");
        place.call("click", json!({"ref": png})).await;
        place.said("ACTION exportPngAction").await;
    }

    async fn menus_that_are_open_are_no_hindrance(qt: Qt) {
        let place = Place::open(gallery(qt)).await;
        let opened = place.go("menu", "File").await;
        assert!(first_line(&opened).starts_with("Chose File [") && opened.contains("Opened ["), "{opened}");
        place.go("menu", "Edit > Preferences").await;
        place.said("ACTION preferencesAction").await;
        place.go("menu", "File > Export").await;
        place.go("menu", "File > Export > PDF").await;
        place.said("ACTION exportPdfAction").await;
        // A path may begin in the menu that is open, also at an entry whose own menu is.
        place.go("menu", "File > Export").await;
        place.go("menu", "Export > PNG").await;
        place.said("ACTION exportPngAction").await;
    }

    async fn a_context_menu_that_is_open_is_gone_through_by_path(qt: Qt) {
        let place = Place::page(qt, "buttons").await;
        let (code, message) = place.refuses("menu", "More > Duplicate").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("\"Buttons\" has no menu bar"), "{message}");
        let area = place.call("getGeometry", json!({"id": "contextArea"})).await["global"].clone();
        let middle = |at: &str, size: &str| area[at].as_f64().unwrap() + (area[size].as_f64().unwrap() / 2.0).floor();
        let at = json!([middle("x", "width"), middle("y", "height")]);
        place.call("computer", json!({"action": "right_click", "coordinate": at})).await;
        let chosen = place.go("menu", "More > Duplicate").await;
        assert!(chosen.starts_with("Chose More > Duplicate ["), "{chosen}");
        place.said("ACTION duplicateAction").await;
        place.call("computer", json!({"action": "right_click", "coordinate": at})).await;
        let (code, message) = place.refuses("menu", "Delete").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("in the open menu; it has \"Cut\", \"Copy\", \"Paste\", \"More\"."), "{message}");
    }

    async fn a_qml_menu_bar_is_gone_through_by_path(qt: Qt) {
        let place = Place::open(qml_gallery(qt)).await;
        let chosen = place.go("menu", "file > &save…").await;
        assert!(first_line(&chosen).starts_with("Chose File > Save ["), "{chosen}");
        assert!(chosen.contains("Label \"Save triggered\" (was \"Ready\")"), "{chosen}");
        place.said("ACTION saveAction").await;
        let (code, message) = place.refuses("menu", "File > Print").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("it has \"Save\", \"Quit\"."), "{message}");
        assert!(place.all("MenuItem", "Save").await.is_empty());
        let opened = place.go_as_chrome("menu", "File").await;
        assert_eq!(first_line(&opened), "Navigated to File");
        place.number("MenuItem", "Quit").await;
        place.go("menu", "File > Save").await;
        assert_eq!(place.times("ACTION saveAction"), 2);
    }

    async fn a_qml_menu_that_is_open_has_submenus_checks_and_disabled_items(qt: Qt) {
        let place = Place::quick(qt, "menus").await;
        let (code, message) = place.refuses("menu", "More > Export PDF").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("no menu bar") && message.contains("`click`"), "{message}");
        place.press("Button", "Menu").await;
        let chosen = place.go("menu", "more > export pdf").await;
        assert!(first_line(&chosen).starts_with("Chose More > Export PDF… ["), "{chosen}");
        place.said("MENU pdf").await;
        place.press("Button", "Menu").await;
        let chosen = place.go_as_chrome("menu", "Wrap").await;
        assert_eq!(first_line(&chosen), "Navigated to Wrap, now checked");
        place.said("MENU wrap true").await;
        place.press("Button", "Menu").await;
        let (code, message) = place.refuses("menu", "Paste").await;
        assert_eq!(code, Code::Disabled, "{message}");
        assert!(place.all("MenuItem", "Cut").await.is_empty());
    }
}
