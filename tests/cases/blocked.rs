//! An app whose GUI thread does nothing for a while: what needs it ends at its deadline, what does not answers at once.

use qtmcp_tests::{
    Client, Code, PATIENCE, RawSocket, TestApp, Value, eventually, gallery, json, launch, on_both, succeed,
};
use std::time::{Duration, Instant};

/// Ten times what an answer from our own thread takes on a busy machine, and far below the length of the block.
const AT_ONCE: Duration = Duration::from_secs(2);

/// Blocks the GUI thread. The call itself is under way then, and says so at its deadline.
async fn block(app: &TestApp, length_ms: u64) {
    let (code, message, _) =
        app.fault("invokeMethod", json!({"id": "values", "method": "sleepMs", "args": [length_ms]})).await;
    assert_eq!(code, Code::Timeout, "{message}");
    assert!(message.contains("still running"), "{message}");
}

async fn blocked_ms(client: &Client) -> Option<u64> {
    let status = client.call_within(AT_ONCE, "status", json!({})).await.unwrap();
    assert_eq!(status["responsive"], status["blockedMs"].is_null(), "{status}");
    status["blockedMs"].as_u64()
}

on_both! {
    async fn ten_seconds_of_silence(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_TIMEOUT_MS", "500")).await;
        let label = app.get("resultLabel", "text").await;
        let before = Instant::now();
        block(&app, 10_000).await;

        let other = Client::connect(&app.url).await.unwrap();
        let first = blocked_ms(&other).await.expect("blocked");
        let button = json!({"id": "okButton"});
        let with = |extra: Value| {
            let mut params = button.clone();
            params.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            params
        };
        let calls = [
            ("setProperty", json!({"id": "resultLabel", "property": "text", "value": "too late"})),
            ("invokeMethod", json!({"id": "values", "method": "makeChild", "args": ["tooLate"]})),
            ("invokeMethod", with(json!({"method": "click"}))),
            ("click", button.clone()),
            ("sendKeys", json!({"id": "nameEdit", "text": "too late"})),
            ("getProperty", with(json!({"property": "text"}))),
            ("listProperties", button.clone()),
            ("listMethods", button.clone()),
            ("listSignals", button.clone()),
            ("getObjectInfo", button.clone()),
            ("getGeometry", button.clone()),
            ("screenshot", json!({})),
            ("getObjectTree", json!({})),
            ("findByObjectName", json!({"name": "okButton"})),
            ("findByClassName", json!({"className": "QPushButton"})),
            ("findByText", json!({"text": "OK"})),
            ("getModelData", json!({"id": "bigTable"})),
            ("subscribeSignals", with(json!({"signals": ["windowTitleChanged"]}))),
            ("subscribeLifecycle", json!({})),
            ("waitFor", with(json!({"property": "text", "value": "x", "timeoutMs": 500}))),
        ];
        // All at once: calls of one client do not wait for each other.
        let mut waiting = tokio::task::JoinSet::new();
        for (method, params) in calls {
            let client = other.clone();
            waiting.spawn(async move { (method, client.call(method, params).await) });
        }
        // Meanwhile our own thread answers.
        let mut pings = 0;
        while !waiting.is_empty() {
            assert_eq!(other.call_within(AT_ONCE, "ping", json!({})).await.unwrap()["pong"], true);
            pings += 1;
            if let Some(ended) = waiting.try_join_next() {
                let (method, outcome) = ended.unwrap();
                let fault = match outcome {
                    Err(qtmcp_tests::CallError::Rpc { fault: Some(fault), .. }) => fault,
                    other => panic!("{method}: {other:?}"),
                };
                assert_eq!(fault.code, Code::AppBusy, "{method}: {fault}");
                assert!(!fault.next.is_empty(), "{method}: {fault}");
            }
        }
        assert!(pings > 0);
        assert!(before.elapsed() < Duration::from_secs(9), "the calls took until the block was over");
        let second = blocked_ms(&other).await.expect("still blocked");
        assert!(second > first, "{first} ms, then {second} ms");
        let tools = other.call_within(AT_ONCE, "listTools", json!({})).await.unwrap();
        assert!(tools["tools"].as_array().is_some_and(|tools| tools.len() > 10));
        eventually("nine seconds of it", async || (blocked_ms(&other).await? > 9000).then_some(())).await;
        eventually("the end of it", async || blocked_ms(&other).await.is_none().then_some(())).await;

        // Nothing of all that runs late.
        assert_eq!(app.get("resultLabel", "text").await, label);
        assert_eq!(app.get("nameEdit", "text").await, "");
        assert_eq!(app.fault("getObjectInfo", json!({"id": "tooLate"})).await.0, Code::NotFound);
        assert!(!app.stdout().contains("OK"), "{}", app.stdout());
        app.set("okButton", "windowTitle", json!("heard by nobody")).await;
        assert!(other.next_event(Duration::ZERO).await.is_err(), "a subscription that failed is none");

        // And everything works again.
        assert_eq!(app.set("resultLabel", "text", json!("in time")).await, "in time");
        succeed(&other, "subscribeSignals", json!({"id": "okButton", "signals": ["clicked"]})).await;
        app.call("invokeMethod", json!({"id": "okButton", "method": "click"})).await;
        assert_eq!(other.next_event(PATIENCE).await.unwrap().data["signal"], "clicked");
        eventually("the click", async || app.stdout().contains("OK").then_some(())).await;
    }

    async fn the_deadline_is_five_seconds_unless_told_otherwise(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let other = Client::connect(&app.url).await.unwrap();
        let sleep = json!({"id": "values", "method": "sleepMs", "args": [60_000]});
        app.client.send_text(json!({"method": "invokeMethod", "params": sleep}).to_string()).await.unwrap();
        eventually("the block", async || blocked_ms(&other).await).await;
        let began = Instant::now();
        let outcome = other.call("getProperty", json!({"id": "okButton", "property": "text"})).await;
        let took = began.elapsed();
        assert!(outcome.unwrap_err().to_string().contains("app_busy"));
        assert!(took >= Duration::from_millis(4900) && took < Duration::from_secs(20), "{took:?}");
    }

    async fn a_call_within_its_deadline_waits_for_a_short_block(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let other = Client::connect(&app.url).await.unwrap();
        let sleep = json!({"id": "values", "method": "sleepMs", "args": [1000]});
        app.client.send_text(json!({"method": "invokeMethod", "params": sleep}).to_string()).await.unwrap();
        eventually("the block", async || blocked_ms(&other).await).await;
        let set = json!({"id": "resultLabel", "property": "text", "value": "after all"});
        assert_eq!(succeed(&other, "setProperty", set).await["newValue"], "after all");
    }

    async fn what_a_client_asked_for_before_it_left_never_runs(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_TIMEOUT_MS", "20000")).await;
        let label = app.get("resultLabel", "text").await;
        let mut leaving = RawSocket::open(&app.url).await;
        let sleep = json!({"method": "invokeMethod", "params": {"id": "values", "method": "sleepMs", "args": [2000]}});
        leaving.send_text(&sleep.to_string()).await.unwrap();
        eventually("the block", async || blocked_ms(&app.client).await).await;
        let set = json!({"method": "setProperty", "params": {"id": "resultLabel", "property": "text", "value": "late"}});
        leaving.send_text(&set.to_string()).await.unwrap();
        // Once this is answered, what was sent before it has been read.
        leaving.send_text(r#"{"id": 1, "method": "ping"}"#).await.unwrap();
        assert_eq!(leaving.next_json().await["id"], 1);
        drop(leaving);
        assert_eq!(app.get("resultLabel", "text").await, label);
    }

    async fn a_click_that_blocks_the_app_still_answers(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "threads"]).env("QTMCP_TIMEOUT_MS", "20000")).await;
        app.set("busySpin", "value", json!(2)).await;
        assert_eq!(app.click("busyButton").await["success"], true);
        eventually("its first word", async || app.stdout().contains("BUSY start").then_some(())).await;
        assert_eq!(app.client.call_within(AT_ONCE, "ping", json!({})).await.unwrap()["pong"], true);
        app.becomes("busyLabel", "text", json!("Was busy for 2 s")).await;
        assert!(app.stdout().contains("BUSY end"));
    }
}
