//! Windows and objects that go in the middle of what is done to them: by a timer, by the call itself, by being looked at.
//! Every call is answered, and the app ends with its own code.

use qtmcp_tests::{
    CallError, Code, OnScreen, PATIENCE, Qt, TestApp, Value, code, eventually, json, launch, on_both, small, succeed,
};

const MORTAL: i32 = 31;
const MORTAL_QUICK: i32 = 33;

async fn mortal(qt: Qt) -> TestApp {
    // Debug builds on a busy machine have more to do here than anywhere else: a widget comes and goes each millisecond.
    let app = launch(small(qt, "mortal").screen(1400, 900).env("QTMCP_TIMEOUT_MS", "20000")).await;
    app.appears("menuWindow").await;
    app
}

/// A call that may find its object gone, and may fail in no other way.
async fn dare(app: &TestApp, method: &str, params: Value) -> Result<Value, Code> {
    match app.client.call_within(PATIENCE, method, params.clone()).await {
        Ok(answer) => Ok(answer),
        Err(CallError::Rpc { fault: Some(fault), .. }) => {
            let is_gone = matches!(fault.code, Code::NotFound | Code::StaleRef | Code::NotVisible | Code::Covered);
            assert!(is_gone || fault.code == Code::BlockedByDialog, "{method} {params}: {fault}");
            Err(fault.code)
        }
        other => panic!("{method} {params}: {other:?}\n{}", app.stderr()),
    }
}

/// Does it once for sure: what went comes again.
async fn insist(app: &TestApp, method: &str, params: Value) -> Value {
    eventually(&format!("{method} {params}"), async || dare(app, method, params.clone()).await.ok()).await
}

async fn quit(mut app: TestApp, expected: i32) {
    let _ = app.client.call_within(PATIENCE, "click", json!({"id": "quitButton"})).await;
    let status = app.wait_exit(PATIENCE).await.unwrap();
    assert_eq!(code(status), expected, "{}", app.stderr());
}

/// Waits until the object that went is there again.
async fn reborn(app: &TestApp) {
    let there = json!({"id": "mortal", "state": "exists", "timeoutMs": PATIENCE.as_millis() as u64});
    app.call("waitFor", there).await;
}

on_both! {
    async fn a_window_goes_by_the_press_the_release_the_click_or_a_moment_after(qt: Qt) {
        let app = mortal(qt).await;
        for _ in 0..3 {
            for name in ["press", "release", "click", "settle"] {
                let window = format!("{name}Window");
                app.call("subscribeSignals", json!({"id": window, "signals": ["destroyed"]})).await;
                insist(&app, "click", json!({"id": format!("{name}Button")})).await;
                while app.client.next_event(PATIENCE).await.unwrap().data["signal"] != "destroyed" {}
                app.appears(&window).await;
            }
        }
        quit(app, MORTAL).await;
    }

    async fn a_window_goes_while_it_is_typed_into(qt: Qt) {
        let app = mortal(qt).await;
        for _ in 0..5 {
            app.appears("typeWindow").await;
            let (code, message, _) = app.fault("sendKeys", json!({"id": "typeEdit", "text": "abcdef"})).await;
            assert_eq!(code, Code::NotFound, "{message}");
            assert!(message.contains("3 of 6"), "{message}");
            // What was to be typed after its end went nowhere, least of all into the window that came after it.
            eventually("an empty field", async || {
                let text = dare(&app, "getProperty", json!({"id": "typeEdit", "property": "text"})).await.ok()?;
                (text["value"] == "").then_some(())
            })
            .await;
        }
        quit(app, MORTAL).await;
    }

    async fn a_window_goes_under_the_mouse_that_drags_in_it(qt: Qt) {
        let app = mortal(qt).await;
        app.call("setMode", json!({"mode": "computer_use"})).await;
        for _ in 0..5 {
            let drag = json!({"action": "left_click_drag", "start_coordinate": [960, 240], "coordinate": [1020, 260]});
            succeed(&app.client, "computer", drag).await;
            // From a window with a drag of Qt's own to one that goes when something is dragged over it.
            let drop = json!({"action": "left_click_drag", "start_coordinate": [1200, 240], "coordinate": [760, 400]});
            succeed(&app.client, "computer", drop).await;
        }
        // No button is held: a move is only a move.
        succeed(&app.client, "computer", json!({"action": "mouse_move", "coordinate": [960, 240]})).await;
        app.call("setMode", json!({"mode": "native"})).await;
        quit(app, MORTAL).await;
    }

    async fn a_window_goes_while_a_picture_of_all_is_taken(qt: Qt) {
        let app = mortal(qt).await;
        for _ in 0..10 {
            app.call("screenshot", json!({})).await;
            dare(&app, "screenshot", json!({"id": "paintWindow"})).await.ok();
            dare(&app, "screenshot", json!({"id": "paintVictim"})).await.ok();
        }
        quit(app, MORTAL).await;
    }

    async fn a_dialog_and_a_menu_go_in_the_handlers_of_what_is_chosen_in_them(qt: Qt) {
        let app = mortal(qt).await;
        for _ in 0..3 {
            insist(&app, "click", json!({"id": "dialogButton"})).await;
            dare(&app, "click", json!({"id": "acceptButton"})).await.ok();
            insist(&app, "click", json!({"id": "menuButton"})).await;
            dare(&app, "click", json!({"id": "goAction"})).await.ok();
        }
        quit(app, MORTAL).await;
    }

    async fn an_object_goes_by_its_own_members(qt: Qt) {
        let app = mortal(qt).await;
        for _ in 0..5 {
            // A getter is asked once, and its answer is the last.
            let read = insist(&app, "getProperty", json!({"id": "mortal", "property": "lastLook"})).await;
            assert_eq!(read["value"], 7, "{read}");
            // Nobody is left to say what the value then is.
            reborn(&app).await;
            let (code, message, _) = app.fault("setProperty", json!({"id": "mortal", "property": "value", "value": -1})).await;
            assert_eq!((code, message.as_str()), (Code::NotFound, "The object is gone."));
            for method in ["die", "dieAndAnswer", "dieLater"] {
                reborn(&app).await;
                let answer = app.call("invokeMethod", json!({"id": "mortal", "method": method})).await;
                let expected = if method == "die" { json!(7) } else { Value::Null };
                assert_eq!(answer["result"], expected, "{method}: {answer}");
            }
            reborn(&app).await;
            app.call("listProperties", json!({"id": "mortal"})).await;
            app.call("findByProperty", json!({"className": "Mortal", "property": "lastLook", "value": 7})).await;
        }
        quit(app, MORTAL).await;
    }

    async fn a_model_is_filled_anew_or_goes_while_it_is_read(qt: Qt) {
        let app = mortal(qt).await;
        let roles = json!(["display", "edit", "toolTip", "user"]);
        for _ in 0..20 {
            // The app ends itself when an index from before is used.
            let page = app.call("getModelData", json!({"id": "fleetingModel", "roles": roles})).await;
            assert_eq!(page["rowCount"], 5, "{page}");
            let dying = dare(&app, "getModelData", json!({"id": "dyingModel", "roles": roles})).await;
            assert!(matches!(dying, Ok(_) | Err(Code::NotFound)), "{dying:?}");
        }
        quit(app, MORTAL).await;
    }

    async fn pages_are_read_while_what_is_on_them_comes_and_goes(qt: Qt) {
        let app = mortal(qt).await;
        app.call("setMode", json!({"mode": "chrome"})).await;
        let tabs = app.call("tabs_context_mcp", json!({})).await;
        let main = tabs["availableTabs"].as_array().unwrap().iter().find(|tab| tab["title"] == "Mortal").unwrap();
        for round in 0..10 {
            let page = app.call("read_page", json!({"filter": "all", "tabId": main["tabId"]})).await;
            let refs: Vec<u64> = page["refs"].as_object().unwrap().keys().map(|number| number.parse().unwrap()).collect();
            assert!(refs.len() > 10, "{page}");
            app.call("find", json!({"query": "leaf"})).await;
            app.call("get_page_text", json!({})).await;
            let number = refs[round * 7 % refs.len()];
            dare(&app, "computer", json!({"action": "hover", "ref": number})).await.ok();
            dare(&app, "read_page", json!({"ref_id": number})).await.ok();
        }
        app.call("setMode", json!({"mode": "native"})).await;
        quit(app, MORTAL).await;
    }

    async fn items_of_qml_go_while_they_are_read_clicked_and_typed_into(qt: Qt) {
        let quick = small(qt, "mortalquick").env("QT_QUICK_BACKEND", "software").env("QTMCP_TIMEOUT_MS", "20000");
        let app = launch(quick.screen(1400, 900)).await;
        app.appears("quitButton").await;
        for _ in 0..5 {
            insist(&app, "click", json!({"id": "clickButton"})).await;
            insist(&app, "click", json!({"id": "windowButton"})).await;
            insist(&app, "sendKeys", json!({"id": "typeField", "text": "abcdef"})).await;
            for (property, value) in [("lastLook", json!(7)), ("lastFlags", json!("AlignLeft|AlignTop"))] {
                let read = insist(&app, "getProperty", json!({"id": "mortal", "property": property})).await;
                assert_eq!(read["value"], value, "{read}");
            }
            insist(&app, "invokeMethod", json!({"id": "mortal", "method": "die"})).await;
            dare(&app, "setProperty", json!({"id": "mortal", "property": "value", "value": 3})).await.ok();
            dare(&app, "listProperties", json!({"id": "mortal"})).await.ok();
            app.call("getObjectTree", json!({"depth": 50})).await;
            app.call("getModelData", json!({"id": "rows"})).await;
            app.call("screenshot", json!({})).await;
        }
        app.call("setMode", json!({"mode": "chrome"})).await;
        for _ in 0..10 {
            app.call("read_page", json!({"filter": "all"})).await;
            app.call("find", json!({"query": "leaf"})).await;
        }
        app.call("setMode", json!({"mode": "native"})).await;
        quit(app, MORTAL_QUICK).await;
    }
}

/// Every library that users get: none of them can be asked for a fault.
#[test]
fn no_fault_is_planted_in_what_is_released() {
    let libraries = qtmcp_tests::Libraries::find().unwrap();
    let mut looked_at = 0;
    for entry in std::fs::read_dir(libraries.dir()).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|extension| extension == "so") {
            let bytes = std::fs::read(&file).unwrap();
            assert!(!bytes.windows(12).any(|word| word == b"qtmcpPlanted"), "{}", file.display());
            looked_at += 1;
        }
    }
    assert!(looked_at >= 10, "only {looked_at} libraries in {}", libraries.dir().display());
}
