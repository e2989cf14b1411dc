//! `click` on widgets: the events a person's hand would cause, in their order, and a refusal where no hand could reach.

use qtmcp_tests::{Code, Events, Qt, TestApp, Value, gallery, json, launch, on_both, qml_gallery};

async fn lab(qt: Qt) -> TestApp {
    let app = launch(gallery(qt).args(["--tab", "input lab"])).await;
    app.appears("inputLab").await;
    app
}

async fn form(qt: Qt) -> TestApp {
    let app = launch(gallery(qt)).await;
    app.appears("formPage").await;
    app
}

/// What the lab has seen, without what it saw before; the log is empty then.
async fn take_log(app: &TestApp) -> Vec<String> {
    let log = app.get("inputLab", "eventLog").await;
    app.call("invokeMethod", json!({"id": "inputLab", "method": "clearLog"})).await;
    log.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

async fn size(app: &TestApp, id: &str) -> (i64, i64) {
    let local = &app.call("getGeometry", json!({"id": id})).await["local"];
    (local["width"].as_i64().unwrap(), local["height"].as_i64().unwrap())
}

/// The middle as Qt counts it.
async fn middle(app: &TestApp, id: &str) -> String {
    let (width, height) = size(app, id).await;
    format!("{},{}", (width - 1) / 2, (height - 1) / 2)
}

on_both! {
    async fn the_pointer_comes_presses_and_releases(qt: Qt) {
        let app = lab(qt).await;
        app.click("clearLogButton").await;
        take_log(&app).await;
        let answer = app.click("inputLab").await;
        assert_eq!((&answer["success"], &answer["settled"]), (&json!(true), &json!("quiet")), "{answer}");
        let at = middle(&app, "inputLab").await;
        let expected = [
            "enter".to_owned(),
            format!("move {at}"),
            "focus in".to_owned(),
            format!("press left {at}"),
            format!("release left {at}"),
        ];
        assert_eq!(take_log(&app).await, expected);
        app.click("clearLogButton").await;
        assert_eq!(
            app.get("inputLab", "eventLog").await,
            json!([]),
            "leaving and losing the focus come before the press"
        );
        assert_eq!(app.get("inputLab", "focus").await, false);
    }

    async fn a_position_counts_from_the_top_left(qt: Qt) {
        let app = lab(qt).await;
        let (width, height) = size(&app, "inputLab").await;
        take_log(&app).await;
        for (x, y) in [(0, 0), (17, 5), (width - 1, height - 1)] {
            app.call("click", json!({"id": "inputLab", "position": {"x": x, "y": y}})).await;
            let log = take_log(&app).await;
            assert!(log.ends_with(&[format!("press left {x},{y}"), format!("release left {x},{y}")]), "{log:?}");
        }
        app.call("click", json!({"id": "inputLab", "position": "center"})).await;
        let at = middle(&app, "inputLab").await;
        assert!(take_log(&app).await.contains(&format!("press left {at}")));
        for (x, y) in [(width, 0), (0, height), (-1, 5)] {
            let (code, message, _) = app.fault("click", json!({"id": "inputLab", "position": {"x": x, "y": y}})).await;
            assert_eq!(code, Code::BadArgument, "{message}");
            assert!(message.contains(&format!("{width}×{height}")), "{message}");
        }
        assert_eq!(take_log(&app).await, [""; 0]);
    }

    async fn buttons_counts_and_modifiers_arrive(qt: Qt) {
        let app = lab(qt).await;
        let seen = async |more: Value| {
            let mut click = json!({"id": "inputLab", "position": {"x": 8, "y": 9}});
            click.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            take_log(&app).await;
            app.call("click", click).await;
            let log = take_log(&app).await;
            let pressed = ["press", "release", "double"];
            log.into_iter().filter(|line| pressed.iter().any(|kind| line.starts_with(kind))).collect::<Vec<_>>()
        };
        assert_eq!(seen(json!({"button": "middle"})).await, ["press middle 8,9", "release middle 8,9"]);
        let double = ["press left 8,9", "release left 8,9", "double left 8,9", "release left 8,9"];
        assert_eq!(seen(json!({"count": 2})).await, double);
        let triple = [&double[..], &["press left 8,9", "release left 8,9"]].concat();
        assert_eq!(seen(json!({"count": 3})).await, triple);
        assert_eq!(seen(json!({"count": 2, "button": "middle"})).await[2], "double middle 8,9");
        for _ in 0..2 {
            let single = ["press left 8,9", "release left 8,9"];
            assert_eq!(seen(json!({})).await, single, "two clicks, however quick, are no double click");
        }
        let held = ["press left 8,9 Ctrl+Shift", "release left 8,9 Ctrl+Shift"];
        assert_eq!(seen(json!({"modifiers": ["shift", "ctrl"]})).await, held);
        assert_eq!(seen(json!({"modifiers": "alt+meta"})).await[0], "press left 8,9 Alt+Meta");
        assert_eq!(seen(json!({})).await[0], "press left 8,9");
        assert_eq!(app.fault("click", json!({"id": "inputLab", "count": 4})).await.0, Code::BadArgument);
        assert_eq!(app.fault("click", json!({"id": "inputLab", "modifiers": ["hyper"]})).await.0, Code::BadArgument);
    }

    async fn a_right_click_opens_the_context_menu_and_its_actions_can_be_clicked(qt: Qt) {
        let app = lab(qt).await;
        let right = json!({"id": "inputLab", "button": "right", "position": {"x": 30, "y": 20}});
        app.call("click", right.clone()).await;
        app.appears("labMenu").await;
        let log = take_log(&app).await;
        assert!(
            log.contains(&"context menu 30,20".to_owned()) && log.contains(&"press right 30,20".to_owned()),
            "{log:?}"
        );
        assert_eq!(app.fault("click", json!({"id": "labMenu/labNothingAction"})).await.0, Code::Disabled);
        app.click("labMenu/labPasteAction").await;
        app.call("waitFor", json!({"id": "labMenu", "state": "gone"})).await;
        assert_eq!(take_log(&app).await.last().map(String::as_str), Some("action labPasteAction"));
        app.call("click", right).await;
        app.appears("labMenu").await;
        app.call("sendKeys", json!({"keys": "Escape"})).await;
        app.call("waitFor", json!({"id": "labMenu", "state": "gone"})).await;
        assert!(!take_log(&app).await.iter().any(|line| line.starts_with("action")));
    }

    async fn double_and_triple_clicks_select_in_a_line_edit(qt: Qt) {
        let app = form(qt).await;
        app.set("nameEdit", "text", json!("first second third")).await;
        let (_, height) = size(&app, "nameEdit").await;
        let at = json!({"x": 12, "y": height / 2});
        app.call("click", json!({"id": "nameEdit", "position": at, "count": 2})).await;
        assert_eq!(app.get("nameEdit", "selectedText").await, "first");
        app.call("click", json!({"id": "nameEdit", "position": at, "count": 3})).await;
        assert_eq!(app.get("nameEdit", "selectedText").await, "first second third");
        // Within Qt's double-click time, a third click at the same place would still count as one of the three.
        let beside = json!({"x": 70, "y": height / 2});
        app.call("click", json!({"id": "nameEdit", "position": beside})).await;
        assert_eq!(app.get("nameEdit", "hasSelectedText").await, false);
        app.call("click", json!({"id": "nameEdit", "position": at, "modifiers": ["shift"]})).await;
        assert_eq!(app.get("nameEdit", "hasSelectedText").await, true);
    }

    async fn every_usual_input_answers_to_a_click(qt: Qt) {
        let app = form(qt).await;
        app.click("agreeCheck").await;
        assert_eq!(app.get("agreeCheck", "checked").await, true);
        app.click("agreeCheck").await;
        assert_eq!(app.get("agreeCheck", "checked").await, false);
        app.click("triStateCheck").await;
        assert_eq!(app.get("triStateCheck", "checked").await, true);
        app.click("largeRadio").await;
        assert_eq!(app.get("largeRadio", "checked").await, true);
        assert_eq!(app.get("smallRadio", "checked").await, false);

        let (width, height) = size(&app, "ageSpin").await;
        app.call("click", json!({"id": "ageSpin", "position": {"x": width - 7, "y": 5}, "count": 2})).await;
        assert_eq!(app.get("ageSpin", "value").await, 32);
        app.call("click", json!({"id": "ageSpin", "position": {"x": width - 7, "y": height - 5}})).await;
        assert_eq!(app.get("ageSpin", "value").await, 31);

        let (width, height) = size(&app, "volumeSlider").await;
        let at = json!({"x": width * 9 / 10, "y": height / 2});
        app.call("click", json!({"id": "volumeSlider", "position": at})).await;
        assert_eq!(app.get("volumeSlider", "value").await, 60, "a click beside the handle is one page");
        app.call("click", json!({"id": "volumeSlider", "position": at, "button": "middle"})).await;
        let value = app.get("progressBar", "value").await.as_i64().unwrap();
        assert!((85..=95).contains(&value), "the middle button brings the handle here, not to {value}");

        app.click("submitButton").await;
        assert!(
            app.stdout().contains("SUBMIT ") && app.get("resultLabel", "text").await == "Submitted ",
            "{}",
            app.stdout()
        );
    }

    async fn the_items_of_a_combo_box_are_clicked_in_its_list(qt: Qt) {
        let app = form(qt).await;
        for (row, colour) in [(2, "Blue"), (1, "Green"), (0, "Red")] {
            app.click("colourCombo").await;
            let view =
                app.call("waitFor", json!({"className": "QComboBoxListView", "state": "visible"})).await["id"].clone();
            let (_, height) = size(&app, view.as_str().unwrap()).await;
            app.call("click", json!({"id": view, "position": {"x": 20, "y": height * (2 * row + 1) / 6}})).await;
            app.becomes("colourCombo", "currentText", json!(colour)).await;
        }
    }

    async fn menus_open_and_their_actions_trigger(qt: Qt) {
        let app = form(qt).await;
        let (code, _, next) = app.fault("click", json!({"id": "menuBar/fileMenu/saveAction"})).await;
        assert_eq!(code, Code::NotVisible);
        assert!(next.contains("menu"), "{next}");
        app.click("menuBar/fileMenu").await;
        app.appears("fileMenu").await;
        app.click("QApplication/QMainWindow/menuBar/QMenu#fileMenu/QAction#saveAction").await;
        app.call("waitFor", json!({"id": "fileMenu", "state": "hidden"})).await;
        assert_eq!(app.stdout().matches("ACTION saveAction\n").count(), 1);

        app.click("fileMenu").await;
        app.click("fileMenu/exportMenu").await;
        app.appears("exportMenu").await;
        app.click("fileMenu/exportMenu/exportPngAction").await;
        assert_eq!(app.get("fileMenu", "visible").await, false);
        assert!(app.stdout().contains("ACTION exportPngAction\n"));

        app.click("editMenu").await;
        assert_eq!(app.fault("click", json!({"id": "editMenu/undoAction"})).await.0, Code::Disabled);
        app.click("wordWrapAction").await;
        assert_eq!(app.get("wordWrapAction", "checked").await, false);

        app.click("toolBar/newAction").await;
        assert_eq!(app.stdout().matches("ACTION newAction\n").count(), 1);
    }

    async fn a_tab_is_clicked_on_its_bar(qt: Qt) {
        let app = form(qt).await;
        let (_, height) = size(&app, "tabBar").await;
        let mut x = 5;
        while app.get("tabs", "currentIndex").await != 1 {
            assert!(x < 300, "no tab changes the page");
            app.call("click", json!({"id": "tabBar", "position": {"x": x, "y": height / 2}})).await;
            x += 15;
        }
        app.appears("smallTable").await;
        assert_eq!(app.get("formPage", "visible").await, false);
    }

    async fn what_lies_outside_the_view_is_scrolled_to(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "scroll"])).await;
        for number in [100, 1, 57] {
            app.click(&format!("scrollButton{number}")).await;
            assert_eq!(app.get("scrollResult", "text").await, format!("Button {number} clicked"));
        }
    }

    async fn unreachable_objects_are_refused_by_name_and_nothing_happens(qt: Qt) {
        let app = form(qt).await;
        let code = async |id: &str| app.fault("click", json!({"id": id})).await.0;
        assert_eq!(code("hiddenButton").await, Code::NotVisible);
        assert_eq!(code("canvas").await, Code::NotVisible);
        assert_eq!(code("disabledButton").await, Code::Disabled);
        assert_eq!(code("formPage/QVBoxLayout").await, Code::Unsupported);
        assert_eq!(code("bigModel").await, Code::Unsupported);
        assert_eq!(code("sizeGroup").await, Code::Unsupported);
        assert_eq!(code("submitBotton").await, Code::NotFound);
        app.set("formPage", "enabled", json!(false)).await;
        assert_eq!(code("submitButton").await, Code::Disabled);
        app.set("formPage", "enabled", json!(true)).await;

        app.show_page("inputLabPage").await;
        let (code, message, next) = app.fault("click", json!({"id": "coveredButton"})).await;
        assert_eq!(code, Code::Covered);
        assert!(message.contains("coveredButton") && message.contains("QLabel#cover"), "{message}");
        assert!(!next.is_empty());
        assert!(!app.stdout().contains("COVERED") && !app.stdout().contains("SUBMIT"), "{}", app.stdout());
        app.set("cover", "visible", json!(false)).await;
        app.click("coveredButton").await;
        assert!(app.stdout().contains("COVERED"));
    }

    async fn an_open_popup_is_named_and_stays(qt: Qt) {
        let app = form(qt).await;
        app.click("fileMenu").await;
        app.appears("fileMenu").await;
        let (code, message, next) = app.fault("click", json!({"id": "okButton"})).await;
        assert_eq!(code, Code::Covered);
        assert!(message.contains("QMenu#fileMenu"), "{message}");
        assert!(next.contains("Escape"), "{next}");
        assert_eq!(app.get("fileMenu", "visible").await, true);
        app.call("sendKeys", json!({"keys": "Escape"})).await;
        app.click("okButton").await;
        assert_eq!(app.stdout().lines().filter(|line| *line == "OK").count(), 1);
    }

    async fn the_focus_goes_where_a_person_clicks(qt: Qt) {
        let app = form(qt).await;
        app.click("nameEdit").await;
        assert_eq!(app.get("nameEdit", "focus").await, true);
        app.click("nameLabel").await;
        assert_eq!(app.get("nameEdit", "focus").await, true, "a label takes no focus");
        app.click("notesEdit").await;
        assert_eq!(
            (app.get("nameEdit", "focus").await, app.get("notesEdit", "focus").await),
            (json!(false), json!(true))
        );
        app.call("click", json!({"id": "ageSpin", "position": {"x": 10, "y": 10}})).await;
        assert_eq!(app.get("ageSpin", "focus").await, true);
    }

    async fn a_click_in_another_window_makes_it_the_active_one(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "dialogs"])).await;
        app.click("nonModalButton").await;
        app.becomes("nonModalDialog", "isActiveWindow", json!(true)).await;
        app.click("okButton").await;
        app.becomes("mainWindow", "isActiveWindow", json!(true)).await;
        assert_eq!(app.get("nonModalDialog", "isActiveWindow").await, false);
        app.click("nonModalDialog").await;
        app.becomes("nonModalDialog", "isActiveWindow", json!(true)).await;
        app.call("invokeMethod", json!({"id": "mainWindow", "method": "showMinimized"})).await;
        assert_eq!(app.fault("click", json!({"id": "okButton"})).await.0, Code::NotVisible);
        app.click("nonModalCloseButton").await;
        app.call("waitFor", json!({"id": "nonModalDialog", "state": "gone"})).await;
        assert_eq!(app.fault("click", json!({"id": "nonModalCloseButton"})).await.0, Code::NotFound);
        // The only window there is: a click brings it back.
        app.click("okButton").await;
        app.becomes("mainWindow", "minimized", json!(false)).await;
    }

    async fn siblings_are_told_apart_by_their_number(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "list"])).await;
        app.click("siblings/QPushButton[2]").await;
        app.click("siblings/QPushButton[0]").await;
        assert!(app.stdout().ends_with("SIBLING Three\nSIBLING One\n"), "{}", app.stdout());
    }

    async fn modifiers_choose_among_the_rows_of_a_list(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "list"])).await;
        app.set("listWidget", "selectionMode", json!("ExtendedSelection")).await;
        let mut events = Events::of(&app.client);
        app.call("subscribeSignals", json!({"id": "listWidget", "signals": ["itemSelectionChanged"]})).await;
        for (y, modifiers) in [(10, json!([])), (60, json!(["shift"])), (10, json!(["ctrl"]))] {
            app.call("click", json!({"id": "listWidget", "position": {"x": 30, "y": y}, "modifiers": modifiers})).await;
            assert_eq!(events.next_signal().await.0, "itemSelectionChanged");
        }
    }

    async fn every_usual_qml_control_answers_to_a_click(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        app.appears("formPage").await;
        for id in ["agreeCheck", "nightSwitch", "largeRadio"] {
            app.click(id).await;
            assert_eq!(app.get(id, "checked").await, true, "{id}");
        }
        assert_eq!(app.get("smallRadio", "checked").await, false);
        let (width, height) = size(&app, "volumeSlider").await;
        app.call("click", json!({"id": "volumeSlider", "position": {"x": width * 9 / 10, "y": height / 2}})).await;
        let value = app.get("volumeSlider", "value").await.as_f64().unwrap();
        assert!((80.0..=98.0).contains(&value), "{value}");
        let (width, height) = size(&app, "ageSpin").await;
        app.call("click", json!({"id": "ageSpin", "position": {"x": width - 8, "y": height / 4}})).await;
        assert_eq!(app.get("ageSpin", "value").await, 31);
        app.click("colourCombo").await;
        let blue = json!({"className": "MenuItem", "text": "Blue", "state": "visible"});
        let blue = app.call("waitFor", blue).await["id"].clone();
        app.click(blue.as_str().unwrap()).await;
        app.becomes("colourCombo", "currentText", json!("Blue")).await;
        app.click("submitButton").await;
        assert!(
            app.stdout().contains(r#""size":"Large""#) && app.stdout().contains(r#""colour":"Blue""#),
            "{}",
            app.stdout()
        );
    }

    async fn qml_items_get_positions_buttons_and_hover(qt: Qt) {
        let app = launch(qml_gallery(qt).args(["--tab", "canvas"])).await;
        app.appears("canvas").await;
        assert_eq!(app.get("hoverLabel", "text").await, "away");
        for (button, x, y) in [("left", 30, 20), ("right", 0, 0), ("middle", 200, 99)] {
            app.call("click", json!({"id": "canvas", "button": button, "position": {"x": x, "y": y}})).await;
            assert!(app.stdout().ends_with(&format!("CANVAS {x} {y} {button}\n")), "{}", app.stdout());
            assert_eq!(app.get("canvasStatus", "text").await, format!("release {x} {y}"));
        }
        assert_eq!(app.get("hoverLabel", "text").await, "hover");
        let mut events = Events::of(&app.client);
        app.call("subscribeSignals", json!({"id": "canvasArea", "signals": ["clicked", "doubleClicked"]})).await;
        app.call("click", json!({"id": "canvas", "count": 2})).await;
        assert_eq!(
            (events.next_signal().await.0, events.next_signal().await.0),
            ("clicked".into(), "doubleClicked".into())
        );
        app.click("canvas").await;
        app.click("canvas").await;
        assert_eq!((events.next_signal().await.0, events.next_signal().await.0), ("clicked".into(), "clicked".into()));
        let tab =
            app.call("waitFor", json!({"className": "TabButton", "text": "Flick", "state": "visible"})).await["id"]
                .clone();
        app.click(tab.as_str().unwrap()).await;
        app.appears("flickPage").await;
        for number in [60, 1, 33] {
            app.click(&format!("flickButton{number}")).await;
            assert_eq!(app.get("flickResult", "text").await, format!("Button {number} clicked"));
        }
    }

    async fn qml_menus_open_and_their_items_trigger(qt: Qt) {
        let app = launch(qml_gallery(qt).args(["--tab", "dialogs"])).await;
        app.appears("menuArea").await;
        app.call("click", json!({"id": "menuArea", "button": "right", "position": {"x": 40, "y": 30}})).await;
        app.becomes("contextMenu", "visible", json!(true)).await;
        app.click("copyItem").await;
        app.becomes("dialogResult", "text", json!("menu copy")).await;
        app.becomes("contextMenu", "visible", json!(false)).await;
        let file =
            app.call("waitFor", json!({"className": "MenuBarItem", "text": "File", "state": "visible"})).await["id"]
                .clone();
        app.click(file.as_str().unwrap()).await;
        let save =
            app.call("waitFor", json!({"className": "MenuItem", "text": "Save", "state": "visible"})).await["id"]
                .clone();
        app.click(save.as_str().unwrap()).await;
        assert!(app.stdout().contains("ACTION saveAction\n"), "{}", app.stdout());
    }

    async fn unreachable_qml_items_are_refused_by_name_and_nothing_happens(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        app.appears("formPage").await;
        let code = async |params: Value| app.fault("click", params).await.0;
        assert_eq!(code(json!({"id": "hiddenButton"})).await, Code::NotVisible);
        assert_eq!(code(json!({"id": "canvas"})).await, Code::NotVisible);
        assert_eq!(code(json!({"id": "disabledButton"})).await, Code::Disabled);
        assert_eq!(code(json!({"id": "backend"})).await, Code::Unsupported);
        assert_eq!(code(json!({"id": "submitBotton"})).await, Code::NotFound);
        assert_eq!(code(json!({"id": "submitButton", "position": {"x": 2000, "y": 2}})).await, Code::BadArgument);
        let tab = app.call("waitFor", json!({"className": "TabButton", "text": "Dialogs"})).await["id"].clone();
        app.click(tab.as_str().unwrap()).await;
        app.click("popupButton").await;
        app.appears("popupCloseButton").await;
        let (code, message, _) = app.fault("click", json!({"id": "countButton"})).await;
        assert_eq!(code, Code::Covered, "{message}");
        assert!(message.contains("hintPopup"), "{message}");
        app.click("popupCloseButton").await;
        app.becomes("dialogResult", "text", json!("popup closed")).await;
        app.click("countButton").await;
        assert_eq!(app.get("backend", "counter").await, 1);
    }
}
