//! Apps that do what Qt allows and few expect: they run event loops while they are painted, take Qt's hooks for themselves,
//! eat events, throw exceptions, quit in the middle. They are driven in every mode, and end with their own code.

use qtmcp_tests::{
    CallError, Client, Code, PATIENCE, Qt, TestApp, code, eventually, gallery, json, launch, on_both, small, succeed,
};

const UNRULY: i32 = 32;

async fn unruly(qt: Qt, option: &str) -> TestApp {
    let app = launch(small(qt, "unruly").arg(option).env("QTMCP_TIMEOUT_MS", "20000")).await;
    app.appears("quitButton").await;
    app
}

/// Reads, types and clicks in each mode; `clicks` is how often `actButton` was clicked before.
async fn drive(app: &TestApp, clicks: usize) {
    let acted = async |count: usize| {
        eventually("the click", async || (app.times("CLICK actButton") == clicks + count).then_some(())).await;
    };
    app.call("getObjectTree", json!({})).await;
    app.click("actButton").await;
    acted(1).await;
    app.call("sendKeys", json!({"id": "edit", "text": "ab"})).await;
    app.becomes("edit", "text", json!("ab")).await;
    app.call("screenshot", json!({})).await;
    let [x, y, width, height] = app.place("actButton").await;

    let chrome = Client::connect(&app.url).await.unwrap();
    succeed(&chrome, "setMode", json!({"mode": "chrome"})).await;
    let page = succeed(&chrome, "read_page", json!({})).await;
    let refs = page["refs"].as_object().unwrap();
    let act =
        refs.iter().find(|(_, about)| about["name"] == "actButton").map(|(number, _)| number.parse::<u64>().unwrap());
    succeed(&chrome, "click", json!({"ref": act.unwrap()})).await;
    acted(2).await;
    assert!(succeed(&chrome, "get_page_text", json!({})).await["text"].as_str().unwrap().contains("actButton"));

    let computer = Client::connect(&app.url).await.unwrap();
    succeed(&computer, "setMode", json!({"mode": "computer_use"})).await;
    let seen = succeed(&computer, "computer", json!({"action": "screenshot"})).await;
    assert_eq!(seen["success"], true, "{seen}");
    let middle = [(x + width / 2.0) as u32, (y + height / 2.0) as u32];
    succeed(&computer, "computer", json!({"action": "left_click", "coordinate": middle})).await;
    acted(3).await;
}

async fn quit(mut app: TestApp) -> TestApp {
    let _ = app.client.call_within(PATIENCE, "click", json!({"id": "quitButton"})).await;
    let status = app.wait_exit(PATIENCE).await.unwrap();
    assert_eq!(code(status), UNRULY, "{}", app.stderr());
    app
}

on_both! {
    async fn event_loops_inside_of_painting_change_nothing(qt: Qt) {
        let app = unruly(qt, "--paint").await;
        drive(&app, 0).await;
        // Pictures of it and of all, by two clients at once, while it paints itself all the time.
        let other = Client::connect(&app.url).await.unwrap();
        for _ in 0..5 {
            let (one, all) = tokio::join!(
                succeed(&other, "screenshot", json!({"id": "impatient"})),
                succeed(&app.client, "screenshot", json!({}))
            );
            assert_eq!((&one["success"], &all["success"]), (&json!(true), &json!(true)));
        }
        quit(app).await;
    }

    async fn hooks_that_an_app_takes_for_itself_are_called_and_nothing_dead_is_touched(qt: Qt) {
        let app = unruly(qt, "--hooks").await;
        drive(&app, 0).await;
        app.call("setMode", json!({"mode": "chrome"})).await;
        let page = app.call("read_page", json!({})).await;
        let number = |name: &str| {
            let refs = page["refs"].as_object().unwrap();
            let found = refs.iter().find(|(_, about)| about["name"] == name).map(|(number, _)| number.clone());
            found.unwrap_or_else(|| panic!("no {name} in {page}")).parse::<u64>().unwrap()
        };
        // The click puts the app's hooks in the place of ours; what goes then goes unseen.
        app.call("click", json!({"ref": number("actButton")})).await;
        let drop = number("dropButton");
        let dropping = app.client.call("click", json!({"ref": drop})).await;
        let is_fine = matches!(&dropping, Ok(_) | Err(CallError::Rpc { fault: Some(_), .. }));
        assert!(is_fine, "{dropping:?}");
        app.call("setMode", json!({"mode": "native"})).await;
        eventually("its end", async || {
            let _ = app.client.call("invokeMethod", json!({"id": "dropButton", "method": "click"})).await;
            let found = app.call("findByObjectName", json!({"name": "droppedButton"})).await;
            (found["objects"] == json!([])).then_some(())
        })
        .await;
        app.call("setMode", json!({"mode": "chrome"})).await;
        for arguments in [json!({"ref_id": number("droppedButton")}), json!({"ref_id": number("droppedButton"), "depth": 1})] {
            assert_eq!(app.fault("read_page", arguments).await.0, Code::StaleRef);
        }
        assert_eq!(app.fault("click", json!({"ref": number("droppedButton")})).await.0, Code::StaleRef);
        app.call("setMode", json!({"mode": "native"})).await;
        // And the app's own are called as ever.
        let app = quit(app).await;
        app.said("HOOKS called").await;
    }

    async fn a_message_handler_that_changes_all_the_time_hears_what_it_would(qt: Qt) {
        let app = unruly(qt, "--handler").await;
        drive(&app, 0).await;
        for line in ["SECOND click 1", "FIRST click 2", "SECOND click 3"] {
            app.said(line).await;
            assert_eq!(app.times(line), 1, "{}", app.stdout());
        }
        quit(app).await;
    }

    async fn filters_that_eat_events_eat_none_of_our_calls(qt: Qt) {
        let app = unruly(qt, "--eat").await;
        drive(&app, 0).await;
        // What the app keeps from its own button, it keeps from it still.
        app.click("deafButton").await;
        assert_eq!(app.times("CLICK deafButton"), 0);
        quit(app).await;
    }

    async fn exceptions_reach_the_app_where_it_catches_them_and_us_where_we_call(qt: Qt) {
        let app = unruly(qt, "--throw").await;
        drive(&app, 0).await;
        assert!(app.times("CAUGHT click") >= 3 && app.times("CAUGHT typing") >= 2, "{}", app.stdout());
        for method in ["fail", "failWithNumber"] {
            let (code, message, next) = app.fault("invokeMethod", json!({"id": "thrower", "method": method})).await;
            assert_eq!(code, Code::Internal, "{message}");
            assert!(message.contains("exception") && !next.is_empty(), "{message} {next}");
        }
        let write = json!({"id": "thrower", "property": "number", "value": 2});
        assert_eq!(app.fault("setProperty", write).await.0, Code::Internal);
        app.call("invokeMethod", json!({"id": "thrower", "method": "throwWhenRead", "args": [true]})).await;
        assert_eq!(app.get("thrower", "number").await, json!(null));
        let listed = app.call("listProperties", json!({"id": "thrower"})).await;
        assert_eq!(listed["properties"].as_array().map(Vec::len), Some(2), "{listed}");
        quit(app).await;
    }

    async fn an_app_that_quits_with_calls_of_every_mode_in_flight_answers_or_hangs_up(qt: Qt) {
        for _ in 0..3 {
            let mut app = launch(gallery(qt).args(["--exit-code", "22"])).await;
            let calls = [
                ("native", "waitFor", json!({"id": "nobody", "state": "visible", "timeoutMs": 60_000})),
                ("native", "screenshot", json!({})),
                ("native", "getObjectTree", json!({"depth": 50})),
                ("native", "invokeMethod", json!({"id": "values", "method": "sleepMs", "args": [300]})),
                ("native", "click", json!({"id": "okButton"})),
                ("native", "sendKeys", json!({"id": "nameEdit", "text": "a long text that takes a while"})),
                ("chrome", "read_page", json!({"filter": "all"})),
                ("chrome", "find", json!({"query": "button"})),
                ("chrome", "wait_for", json!({"text": "never there", "timeoutMs": 60_000})),
                ("computer_use", "computer", json!({"action": "left_click", "coordinate": [100, 100]})),
                ("computer_use", "computer", json!({"action": "wait", "duration": 20})),
                ("computer_use", "computer", json!({"action": "type", "text": "a long text that takes a while"})),
            ];
            let mut flying = tokio::task::JoinSet::new();
            for (mode, method, params) in calls {
                let client = Client::connect(&app.url).await.unwrap();
                succeed(&client, "setMode", json!({"mode": mode})).await;
                flying.spawn(async move {
                    let sent = client.call_within(PATIENCE, method, params).await;
                    // Answered, well or not, or hung up on: never left waiting.
                    assert!(!matches!(sent, Err(CallError::Timeout { .. })), "{mode} {method}: {sent:?}");
                });
            }
            assert_eq!(app.quit().await, 22, "{}", app.stderr());
            while let Some(ended) = tokio::time::timeout(PATIENCE, flying.join_next()).await.expect("every call ends") {
                ended.unwrap();
            }
        }
    }

    async fn an_app_of_a_hundred_thousand_objects_is_read_and_ends_well(qt: Qt) {
        // A debug build on a busy machine looks at so many for a while.
        let patience = PATIENCE * 5;
        let nodes = gallery(qt).args(["--nodes", "100000"]).env("QTMCP_TIMEOUT_MS", patience.as_millis().to_string());
        let mut app = launch(nodes).await;
        app.appears("nodesPage").await;
        let call = async |method: &str, params| app.client.call_within(patience, method, params).await.unwrap();
        let status = call("status", json!({})).await;
        assert!(status["objects"].as_u64().is_some_and(|objects| objects >= 100_000), "{status}");
        let found = call("findByObjectName", json!({"name": "nodeButton100"})).await;
        assert_eq!(found["objects"].as_array().map(Vec::len), Some(1), "{found}");
        call("getObjectTree", json!({"depth": 3})).await;
        call("setMode", json!({"mode": "chrome"})).await;
        call("find", json!({"query": "nodeButton"})).await;
        call("setMode", json!({"mode": "computer_use"})).await;
        call("computer", json!({"action": "screenshot"})).await;
        // The reply may be lost with the app.
        let _ = app.client.call_within(patience, "closeWindows", json!({})).await;
        assert_eq!(code(app.wait_exit(patience).await.unwrap()), 0, "{}", app.stderr());
    }
}
