//! What opens over a window is in the page and can be acted on: lists of combo boxes, context menus, menus and submenus,
//! nested dialogs, message boxes, tool tips; on Widgets and on QML.

use qtmcp_tests::{Code, Page, eventually, json, on_both, qml_gallery, text};

on_both! {
    async fn the_list_of_a_combo_box_opens_is_read_and_chosen_from(qt: Qt) {
        let page = Page::tab(qt, "form").await;
        let combo = page.call("find", json!({"query": "colour combo box"})).await["matches"][0]["ref"].clone();
        let opened = page.call("click", json!({"ref": combo})).await;
        assert!(opened["opened"].is_array(), "{opened}");
        assert!(text(&opened).contains("Green"), "{opened}");
        let (code, message, next) = page.fault("click", json!({"ref": page.number("QPushButton", "Submit").await})).await;
        assert_eq!(code, Code::Covered, "{message}");
        assert!(next.contains("Escape"), "{next}");
        let green = page.call("find", json!({"query": "Green"})).await["matches"][0]["ref"].clone();
        let chosen = page.call("click", json!({"ref": green})).await;
        assert!(chosen["closed"].is_array(), "{chosen}");
        assert_eq!(page.get("colourCombo", "currentText").await, "Green");
    }

    async fn a_context_menu_opens_by_the_right_button_and_its_submenu_by_a_click(qt: Qt) {
        let page = Page::more(qt, "buttons").await;
        let (x, y) = page.middle("contextArea").await;
        let opened = page.call("computer", json!({"action": "right_click", "coordinate": [x, y]})).await;
        assert!(text(&opened).contains("Opened") && text(&opened).contains("\"Copy\""), "{opened}");
        let paste = page.number("QAction", "Paste").await;
        let (code, message, _) = page.fault("click", json!({"ref": paste})).await;
        assert_eq!(code, Code::Disabled, "{message}");
        page.press("QMenu", "More").await;
        eventually("the submenu", async || page.shows("QAction", "Duplicate").await.then_some(())).await;
        let chosen = page.press("QAction", "Duplicate").await;
        page.said("ACTION duplicateAction").await;
        assert!(chosen["closed"].as_array().is_some_and(|closed| closed.len() == 2), "{chosen}");
    }

    async fn entries_of_closed_menus_are_found_and_said_to_be_hidden(qt: Qt) {
        let page = Page::tab(qt, "form").await;
        let found = page.call("find", json!({"query": "file menu save"})).await;
        let save = &found["matches"][0];
        assert_eq!((&save["text"], &save["hidden"]), (&json!("Save"), &json!(true)), "{found}");
        assert!(save["where"].as_str().unwrap().ends_with("\"File\""), "{found}");
        let (code, message, next) = page.fault("click", json!({"ref": save["ref"]})).await;
        assert_eq!(code, Code::NotVisible, "{message}");
        assert!(next.contains("menu"), "{next}");
        page.press("QMenu", "File").await;
        eventually("the menu", async || page.shows("QAction", "Save").await.then_some(())).await;
        page.call("click", json!({"ref": save["ref"]})).await;
        page.said("ACTION saveAction").await;
    }

    async fn nested_dialogs_and_message_boxes_are_pages_of_their_own(qt: Qt) {
        let page = Page::tab(qt, "dialogs").await;
        page.call("click", json!({"id": "nestedButton"})).await;
        page.appears("outerDialog").await;
        let open = page.call("find", json!({"query": "open inner"})).await["matches"][0]["ref"].clone();
        let opened = page.call("click", json!({"ref": open})).await;
        assert!(opened["opened"].is_array(), "{opened}");
        let (code, message, next) = page.fault("click", json!({"ref": open})).await;
        assert_eq!(code, Code::BlockedByDialog);
        assert!(message.contains("is covered by dialog \""), "{message}");
        assert!(next.contains("`read_page`"), "{next}");
        page.call("computer", json!({"action": "key", "text": "Escape"})).await;
        page.call("computer", json!({"action": "key", "text": "Escape"})).await;
        eventually("no dialog", async || {
            let context = page.call("tabs_context", json!({})).await;
            (context["windows"].as_array().unwrap().len() == 1).then_some(())
        })
        .await;
        page.call("click", json!({"id": "questionButton"})).await;
        page.appears("questionBox").await;
        let yes = page.call("find", json!({"query": "yes button"})).await["matches"][0]["ref"].clone();
        let answered = page.call("click", json!({"ref": yes})).await;
        assert!(answered["closed"].is_array(), "{answered}");
        page.said("DIALOG question yes").await;
    }

    async fn hovering_shows_the_tool_tip(qt: Qt) {
        let page = Page::more(qt, "buttons").await;
        let button = page.call("find", json!({"query": "hover button"})).await["matches"][0]["ref"].clone();
        let hovered = page.call("computer", json!({"action": "hover", "ref": button, "dialect": "chrome"})).await;
        assert!(text(&hovered).starts_with(&format!("Hovered over element ref_{button}")), "{hovered}");
        let tip = page.get("hoverButton", "toolTip").await;
        assert!(text(&hovered).contains(tip.as_str().unwrap()), "{hovered}");
    }

    async fn hovering_shows_the_tool_tip_of_a_qml_control(qt: Qt) {
        // Offscreen, Qt has no hover effects unless it is told to.
        let app = qml_gallery(qt).args(["--page", "menus"]).env("QT_QUICK_CONTROLS_HOVER_ENABLED", "1");
        let page = Page::open(app).await;
        let button = page.number("Button", "Hover here").await;
        let hovered = page.call("computer", json!({"action": "hover", "ref": button})).await;
        assert!(text(&hovered).starts_with(&format!("Hovered over [{button}] Button \"Hover here\".")), "{hovered}");
        assert!(text(&hovered).contains("A tool tip that explains"), "{hovered}");
        assert!(page.shows("ToolTip", "A tool tip that explains").await);
    }

    async fn qml_menus_dialogs_and_combo_lists_are_in_the_page(qt: Qt) {
        let page = Page::quick(qt, "menus").await;
        let menu = page.call("find", json!({"query": "menu button"})).await["matches"][0]["ref"].clone();
        page.call("click", json!({"ref": menu})).await;
        let cut = eventually("the menu", async || {
            let found = page.call("find", json!({"query": "Cut"})).await;
            found["matches"][0]["ref"].as_u64()
        })
        .await;
        page.call("click", json!({"ref": cut})).await;
        eventually("the choice", async || page.stdout().contains("MENU ").then_some(())).await;
        let ask = page.call("find", json!({"query": "ask button"})).await["matches"][0]["ref"].clone();
        page.call("click", json!({"ref": ask})).await;
        let cancel = eventually("the dialog", async || {
            let found = page.call("find", json!({"query": "cancel button"})).await;
            found["matches"][0]["ref"].as_u64()
        })
        .await;
        page.call("click", json!({"ref": cancel})).await;
    }
}
