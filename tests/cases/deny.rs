//! `QTMCP_DENY`: what a person wants left alone is not there for any tool, and stays as it is.

use qtmcp_tests::{
    Code, Events, Home, Launch, Picture, Place, TestApp, Value, gallery, json, launch, on_both, on_path, qml_gallery,
    succeed,
};

/// What hidden places are painted with.
const COVER: [u8; 3] = [0x60, 0x60, 0x60];

/// Pixels of pictures are those of the screen.
fn denying(app: Launch, patterns: &str) -> Launch {
    app.env("QTMCP_DENY", patterns).env("QTMCP_FIT", "full").env("QTMCP_SCREEN", "1600x1200")
}

/// Every answer that shows much at once, as one text.
async fn everything(app: &TestApp) -> String {
    let mut all = String::new();
    for (method, params) in [
        ("getObjectTree", json!({"depth": 50})),
        ("read_page", json!({"filter": "all", "max_chars": 200_000})),
        ("get_page_text", json!({"max_chars": 200_000})),
        ("tabs_context", json!({})),
        ("computer", json!({"action": "screenshot", "marks": true})),
        ("status", json!({})),
    ] {
        let mut answer = app.call(method, params).await;
        answer["screenshot"] = Value::Null;
        all += &answer.to_string();
    }
    all
}

async fn not_found(app: &TestApp, method: &str, params: Value) {
    let (code, message, _) = app.fault(method, params.clone()).await;
    assert_eq!(code, Code::NotFound, "{method} {params}: {message}");
}

fn middle([x, y, width, height]: Place) -> (i64, i64) {
    ((x + width / 2.0) as i64, (y + height / 2.0) as i64)
}

async fn screenshot(app: &TestApp) -> Picture {
    let answer = app.call("computer", json!({"action": "screenshot"})).await;
    Picture::encoded(&answer["screenshot"]["data"])
}

on_both! {
    async fn a_hidden_object_is_not_there_by_any_way_of_looking(qt: Qt) {
        let place = launch(denying(gallery(qt), "")).await.place("okButton").await;
        let app = launch(denying(gallery(qt), "QPushButton#okButton")).await;
        let all = everything(&app).await;
        assert!(!all.contains("okButton") && all.contains("nameEdit"), "{all}");
        for id in ["okButton", "#okButton", "QPushButton#okButton"] {
            not_found(&app, "getObjectInfo", json!({"id": id})).await;
            not_found(&app, "getProperty", json!({"id": id, "property": "text"})).await;
            not_found(&app, "setProperty", json!({"id": id, "property": "text", "value": "x"})).await;
            not_found(&app, "invokeMethod", json!({"id": id, "method": "click"})).await;
            not_found(&app, "subscribeSignals", json!({"id": id, "signals": ["clicked"]})).await;
            not_found(&app, "click", json!({"id": id})).await;
            not_found(&app, "screenshot", json!({"id": id})).await;
            not_found(&app, "getGeometry", json!({"id": id})).await;
            not_found(&app, "sendKeys", json!({"id": id, "text": "x"})).await;
        }
        for (method, params) in [
            ("findByObjectName", json!({"name": "okButton"})),
            ("findByText", json!({"text": "OK", "exact": true})),
            ("findByProperty", json!({"property": "objectName", "value": "okButton"})),
        ] {
            let found = app.call(method, params).await;
            assert!(!found.to_string().contains("okButton"), "{method}: {found}");
        }
        let found = app.call("find", json!({"query": "OK button"})).await;
        assert!(!found.to_string().contains("\"OK\""), "{found}");
        // In the picture there is a flat place, and around it the window.
        let picture = screenshot(&app).await;
        let [x, y, width, height] = place.map(|number| number as u32);
        for (x, y) in [(x, y), (x + width / 2, y + height / 2), (x + width - 1, y + height - 1)] {
            assert_eq!(picture.at(x, y), COVER, "{x} {y}");
        }
        assert_ne!(picture.at(x - 3, y - 3), COVER);
        let window = app.place("QMainWindow").await;
        let alone = Picture::of(&app.call("screenshot", json!({"id": "QMainWindow"})).await);
        let (at_x, at_y) = middle(place);
        assert_eq!(alone.at((at_x - window[0] as i64) as u32, (at_y - window[1] as i64) as u32), COVER);
    }

    async fn what_is_in_a_hidden_object_is_hidden_with_it(qt: Qt) {
        let app = launch(denying(gallery(qt), "#formPage, #bigTable")).await;
        let all = everything(&app).await;
        assert!(!all.contains("nameEdit") && !all.contains("agreeCheck") && all.contains("okButton"), "{all}");
        not_found(&app, "getProperty", json!({"id": "nameEdit", "property": "text"})).await;
        let waited = json!({"id": "nameEdit", "timeoutMs": 300});
        assert!([Code::NotFound, Code::Timeout].contains(&app.fault("waitFor", waited).await.0));
    }

    async fn the_model_of_a_hidden_view_is_hidden_too(qt: Qt) {
        let app = launch(denying(gallery(qt), "QTableView#bigTable, QTableWidget")).await;
        for id in ["bigTable", "bigModel", "smallTable"] {
            not_found(&app, "getModelData", json!({"id": id})).await;
        }
        // A base class stands for what is derived from it.
        assert!(!app.call("findByClassName", json!({"className": "QTableWidget"})).await.to_string().contains("smallTable"));
    }

    async fn input_that_would_go_to_a_hidden_element_is_denied_and_not_sent(qt: Qt) {
        let open = launch(denying(gallery(qt), "")).await;
        let (button, name) = (open.place("okButton").await, open.place("nameEdit").await);
        drop(open);
        let app = launch(denying(gallery(qt).args(["--log-signals"]), "#okButton, #nameEdit")).await;
        screenshot(&app).await;
        for action in ["left_click", "double_click", "right_click", "mouse_move", "scroll"] {
            let (x, y) = middle(button);
            let mut params = json!({"action": action, "coordinate": [x, y]});
            if action == "scroll" {
                params["scroll_direction"] = json!("down");
                params["scroll_amount"] = json!(1);
            }
            let (code, message, _) = app.fault("computer", params).await;
            assert_eq!(code, Code::Denied, "{action}: {message}");
            assert!(message.contains("an element that QTMCP_DENY hides") && !message.contains("OK"), "{message}");
        }
        let (from, to) = (app.place("passwordEdit").await, middle(name));
        let (x, y) = middle(from);
        let dragged = json!({"action": "left_click_drag", "start_coordinate": [x, y], "coordinate": [to.0, to.1]});
        assert_eq!(app.fault("computer", dragged).await.0, Code::Denied);
        // Keys go to what has the focus.
        app.click("passwordEdit").await;
        app.call("sendKeys", json!({"keys": "Shift+Tab"})).await;
        for params in [json!({"text": "x"}), json!({"keys": "Return"})] {
            let (code, message, _) = app.fault("sendKeys", params).await;
            assert_eq!(code, Code::Denied, "{message}");
        }
        assert_eq!(app.fault("computer", json!({"action": "type", "text": "x"})).await.0, Code::Denied);
        // What is not hidden is used as ever, and nothing is left pressed.
        app.click("passwordEdit").await;
        app.click("agreeCheck").await;
        assert_eq!(app.get("agreeCheck", "checked").await, true);
        assert!(!app.stdout().contains("okButton") && !app.stdout().contains("nameEdit textChanged"), "{}", app.stdout());
    }

    async fn a_hidden_dialog_shows_nothing_of_itself(qt: Qt) {
        let app = launch(denying(gallery(qt), "#modalDialog")).await;
        let mut events = Events::of(&app.client);
        succeed(&app.client, "subscribeLifecycle", json!({"className": ["QDialog", "QPushButton"]})).await;
        app.show_page("dialogsPage").await;
        let opened = app.call("click", json!({"id": "modalButton"})).await;
        assert!(!opened.to_string().contains("modalDialog"), "{opened}");
        let all = everything(&app).await;
        assert!(!all.contains("modalDialog") && !all.contains("\"A modal dialog\""), "{all}");
        // It takes the input of the others, and that is all that is told.
        let (code, message, _) = app.fault("click", json!({"id": "modalButton"})).await;
        assert_eq!(code, Code::Denied, "{message}");
        let told: Vec<String> = events.so_far().into_iter().map(|event| event.data.to_string()).collect();
        assert!(told.iter().all(|event| !event.contains("modalDialog")), "{told:?}");
    }

    async fn a_hidden_property_is_neither_read_nor_set_nor_listened_to(qt: Qt) {
        let app = launch(denying(gallery(qt), "QLineEdit#nameEdit.text, .toolTip")).await;
        app.call("sendKeys", json!({"id": "nameEdit", "text": "Ada"})).await;
        let properties = app.call("listProperties", json!({"id": "nameEdit"})).await.to_string();
        assert!(!properties.contains("\"text\"") && properties.contains("placeholderText"), "{properties}");
        assert!(!properties.contains("toolTip\""), "{properties}");
        not_found(&app, "getProperty", json!({"id": "nameEdit", "property": "text"})).await;
        not_found(&app, "setProperty", json!({"id": "nameEdit", "property": "text", "value": "x"})).await;
        not_found(&app, "invokeMethod", json!({"id": "nameEdit", "method": "setText", "args": ["x"]})).await;
        not_found(&app, "subscribeSignals", json!({"id": "nameEdit", "signals": ["textChanged"]})).await;
        let waited = json!({"id": "nameEdit", "property": "text", "value": "Ada", "timeoutMs": 50});
        assert!([Code::NotFound, Code::Timeout].contains(&app.fault("waitFor", waited).await.0));
        for (method, params) in [
            ("findByProperty", json!({"property": "text", "value": "Ada"})),
            ("findByText", json!({"text": "Ada", "exact": true})),
        ] {
            let found = app.call(method, params).await;
            assert!(!found.to_string().contains("nameEdit"), "{method}: {found}");
        }
        for (method, params) in [("read_page", json!({"filter": "all"})), ("get_page_text", json!({}))] {
            let shown = app.call(method, params).await.to_string();
            assert!(!shown.contains("=\\\"Ada\\\"") && !shown.contains("\"value\":\"Ada\""), "{method}: {shown}");
        }
        // Others have theirs.
        assert_eq!(app.get("passwordEdit", "objectName").await, "passwordEdit");
        assert!(app.call("listProperties", json!({"id": "okButton"})).await.to_string().contains("\"text\""));
    }

    async fn qml_items_are_hidden_by_name_by_id_and_in_pictures(qt: Qt) {
        let place = launch(denying(qml_gallery(qt), "")).await.place("ageSpin").await;
        let app = launch(denying(qml_gallery(qt), "#ageSpin, #passwordField, #nightSwitch")).await;
        app.appears("formPage").await;
        let all = everything(&app).await;
        assert!(!all.contains("ageSpin") && !all.contains("nightSwitch") && all.contains("nameInput"), "{all}");
        not_found(&app, "getProperty", json!({"id": "ageSpin", "property": "value"})).await;
        not_found(&app, "getProperty", json!({"id": "#passwordField", "property": "text"})).await;
        let (x, y) = middle(place);
        assert_eq!(screenshot(&app).await.at(x as u32, y as u32), COVER);
        let (code, message, _) = app.fault("computer", json!({"action": "left_click", "coordinate": [x, y]})).await;
        assert_eq!(code, Code::Denied, "{message}");
        app.click("agreeCheck").await;
    }
}

/// An app that nobody here wrote.
#[tokio::test]
async fn keys_of_kcalc_can_be_hidden() {
    let kcalc = on_path("kcalc").expect("kcalc");
    let home = Home::new();
    let app = launch(denying(home.launch(kcalc).platform("offscreen"), "#pbDivision, KCalcDisplay")).await;
    app.call("waitFor", json!({"className": "QMainWindow", "state": "visible", "timeoutMs": 20_000})).await;
    let all = everything(&app).await;
    assert!(!all.contains("pbDivision") && !all.contains("KCalcDisplay"), "{all}");
    not_found(&app, "invokeMethod", json!({"id": "pbDivision", "method": "click"})).await;
}
