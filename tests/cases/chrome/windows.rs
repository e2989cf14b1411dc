//! Windows as tabs: which there are, which is modal and what it blocks; reading, resizing and typing into one of several.

use qtmcp_tests::{Code, Page, Value, eventually, gallery, json, on_both, qml_gallery, text};

fn titled<'a>(context: &'a Value, title: &str) -> &'a Value {
    let windows = context["windows"].as_array().unwrap();
    windows.iter().find(|window| window["title"] == title).unwrap_or_else(|| panic!("no {title} in {context}"))
}

on_both! {
    async fn a_modal_dialog_is_active_and_says_what_it_blocks(qt: Qt) {
        let page = Page::tab(qt, "dialogs").await;
        let before = page.call("tabs_context", json!({})).await;
        let main = before["activeWindow"].clone();
        assert_eq!(before["windows"].as_array().unwrap().len(), 1, "{before}");
        assert_eq!((&before["windows"][0]["modal"], &before["windows"][0]["active"]), (&json!(false), &json!(true)));
        assert_eq!(before["windows"][0]["size"].as_array().unwrap().len(), 2);

        page.call("click", json!({"id": "nestedButton"})).await;
        page.appears("outerDialog").await;
        page.call("click", json!({"id": "openInnerButton"})).await;
        page.appears("innerDialog").await;
        let context = page.call("tabs_context", json!({})).await;
        let windows = context["windows"].as_array().unwrap();
        assert_eq!(windows.len(), 3, "{context}");
        let inner = &windows[0];
        assert_eq!((&inner["kind"], &inner["modal"], &inner["id"]), (&json!("dialog"), &json!(true), &context["activeWindow"]));
        assert_eq!(inner.get("blockedBy"), None, "{context}");
        assert_eq!(inner["blocks"].as_array().unwrap().len(), 2, "{context}");
        for window in &windows[1..] {
            assert_eq!(window["blockedBy"], inner["id"], "{context}");
        }
        assert!(text(&context).contains(&format!("blocked by [{}]", inner["id"])), "{context}");
        let (code, message, _) = page.fault("computer", json!({"action": "left_click", "ref": main})).await;
        assert_eq!(code, Code::BlockedByDialog, "{message}");
    }

    async fn the_browsers_form_lists_windows_as_tabs(qt: Qt) {
        let page = Page::open(gallery(qt).args(["--page", "fields", "--page", "buttons"])).await;
        let tabs = page.call("tabs_context_mcp", json!({"createIfEmpty": true})).await;
        let mut listed: Vec<(&str, &str)> = tabs["availableTabs"].as_array().unwrap().iter()
            .map(|tab| (tab["title"].as_str().unwrap(), tab["url"].as_str().unwrap())).collect();
        listed.sort_unstable();
        assert_eq!(listed, [("Buttons", "app://gallery/buttons"), ("Fields", "app://gallery/fields")]);
        assert_eq!(tabs["tabGroupId"], 1);
    }

    async fn each_of_several_windows_is_read_searched_and_typed_into_by_its_id(qt: Qt) {
        let page = Page::open(gallery(qt).args(["--page", "fields", "--page", "refs"])).await;
        let context = page.call("tabs_context", json!({})).await;
        let (fields, refs) = (titled(&context, "Fields")["id"].clone(), titled(&context, "Refs")["id"].clone());
        let read = async |id: &Value| page.call("read_page", json!({"tabId": id})).await["tree"].as_str().unwrap().to_owned();
        assert!(read(&fields).await.contains("countryEdit") || read(&fields).await.contains("Country"));
        assert!(!read(&refs).await.contains("Country"));
        let there = page.call("find", json!({"query": "country field", "tabId": fields})).await;
        let country = there["matches"][0]["ref"].clone();
        let here = page.call("find", json!({"query": "country field", "tabId": refs})).await;
        assert_eq!(here["matches"], json!([]), "{here}");
        let anywhere = page.call("find", json!({"query": "country field"})).await;
        assert_eq!(anywhere["matches"][0]["ref"], country, "{anywhere}");

        page.call("computer", json!({"action": "left_click", "ref": country})).await;
        page.call("computer", json!({"action": "type", "text": "Xy", "tabId": fields})).await;
        page.becomes("countryEdit", "text", json!("Xy")).await;
        // The window that is not active is brought to the front for its keys.
        page.call("click", json!({"id": "relabelButton"})).await;
        assert_eq!(page.call("tabs_context", json!({})).await["activeWindow"], refs);
        page.call("computer", json!({"action": "type", "text": "z", "tabId": fields})).await;
        page.becomes("countryEdit", "text", json!("Xyz")).await;
        assert_eq!(page.call("tabs_context", json!({})).await["activeWindow"], fields);
        let (code, message, _) = page.fault("computer", json!({"action": "type", "text": "x", "tabId": 4711})).await;
        assert_eq!((code, &*message), (Code::NotFound, "There is no window with id 4711 now."));
    }

    async fn a_window_gets_another_size_and_says_when_it_cannot(qt: Qt) {
        let page = Page::pattern(qt).await;
        let id = page.call("tabs_context", json!({})).await["activeWindow"].clone();
        let resized = page.call("resize_window", json!({"width": 700, "height": 500, "tabId": id, "dialect": "chrome"})).await;
        assert_eq!(text(&resized), format!("Successfully resized window containing tab {id} to 700x500 pixels"));
        let context = page.call("tabs_context", json!({})).await;
        assert_eq!(titled(&context, "My App")["size"], json!([700, 500]));
        page.set("QMainWindow", "minimumWidth", json!(650)).await;
        let refused = page.call("resize_window", json!({"width": 10, "height": 480})).await;
        assert_eq!((&refused["width"], &refused["height"]), (&json!(650), &json!(480)), "{refused}");
        assert!(text(&refused).contains("asked for 10x480"), "{refused}");
        assert_eq!(page.fault("resize_window", json!({"width": 0, "height": 5})).await.0, Code::BadArgument);
    }

    async fn qml_windows_and_their_dialogs_are_windows_and_pages_too(qt: Qt) {
        let page = Page::open(qml_gallery(qt).args(["--page", "menus"])).await;
        page.press("Button", "Second window").await;
        let context = eventually("the second window", async || {
            let context = page.call("tabs_context", json!({})).await;
            (context["windows"].as_array().unwrap().len() == 2).then_some(context)
        })
        .await;
        let shown = page.tree("qt").await;
        assert!(shown.contains("another window"), "{context}\n{shown}");
    }
}
