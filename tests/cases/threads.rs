//! Worker threads that make and destroy objects at full speed while clients look at the app.

use qtmcp_tests::{CallError, Client, Code, PATIENCE, TestApp, eventually, gallery, json, launch, on_both, succeed};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

async fn made_so_far(app: &TestApp) -> u64 {
    let text = app.get("counterLabel", "text").await;
    text.as_str().and_then(|text| text.split(' ').next()?.parse().ok()).unwrap_or_else(|| panic!("{text}"))
}

/// Calls these methods in turn until told to stop; answers how many calls there were.
async fn keep_calling(client: Client, calls: Vec<(&'static str, qtmcp_tests::Value)>, stop: Arc<AtomicBool>) -> u64 {
    let mut count = 0;
    while !stop.load(Ordering::Relaxed) {
        for (method, params) in &calls {
            succeed(&client, method, params.clone()).await;
            count += 1;
        }
    }
    count
}

on_both! {
    async fn clients_look_while_threads_churn(qt: Qt) {
        let mut app = launch(gallery(qt).args(["--tab", "threads", "--exit-code", "5"]).env("QTMCP_TIMEOUT_MS", "20000")).await;
        app.set("threadCountSpin", "value", json!(8)).await;
        app.call("invokeMethod", json!({"id": "startThreadsButton", "method": "click"})).await;
        let stop = Arc::new(AtomicBool::new(false));
        let looks = [
            vec![("getObjectTree", json!({"depth": 50}))],
            vec![("findByClassName", json!({"className": "QObject"})), ("findByClassName", json!({"className": "QPushButton"}))],
            vec![("status", json!({})), ("findByObjectName", json!({"name": "churn10"}))],
            vec![("subscribeLifecycle", json!({})), ("getObjectTree", json!({}))],
            vec![("subscribeLifecycle", json!({"className": "QWidget"})), ("unsubscribeLifecycle", json!({"subscriptionId": "sub_1"}))],
        ];
        let mut clients = Vec::new();
        for mut calls in looks {
            let client = Client::connect(&app.url).await.unwrap();
            // One subscription each for the whole time; the last client ends its own and begins another, over and over.
            if calls[0].0 == "subscribeLifecycle" {
                let (method, params) = calls.remove(0);
                succeed(&client, method, params).await;
            }
            if calls[0].0 == "unsubscribeLifecycle" {
                let stop = Arc::clone(&stop);
                clients.push(tokio::spawn(async move {
                    let mut number = 1;
                    while !stop.load(Ordering::Relaxed) {
                        succeed(&client, "unsubscribeLifecycle", json!({"subscriptionId": format!("sub_{number}")})).await;
                        succeed(&client, "subscribeLifecycle", json!({"className": "QWidget"})).await;
                        number += 1;
                    }
                    number
                }));
            } else {
                clients.push(tokio::spawn(keep_calling(client, calls, Arc::clone(&stop))));
            }
        }
        let begun = made_so_far(&app).await;
        eventually("fifty thousand objects", async || (made_so_far(&app).await > begun + 50_000).then_some(())).await;
        stop.store(true, Ordering::Relaxed);
        for client in clients {
            let calls = tokio::time::timeout(PATIENCE, client).await.expect("a client hangs").unwrap();
            assert!(calls > 0);
        }
        app.call("invokeMethod", json!({"id": "stopThreadsButton", "method": "click"})).await;
        assert_eq!(app.get("threadStateLabel", "text").await, "Stopped");
        assert_eq!(app.quit().await, 5, "{}", app.stderr());
    }

    async fn what_a_thread_makes_is_told_only_if_it_is_the_guis(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "threads"])).await;
        app.call("invokeMethod", json!({"id": "startThreadsButton", "method": "click"})).await;
        app.call("subscribeLifecycle", json!({})).await;
        eventually("objects made", async || (made_so_far(&app).await > 10_000).then_some(())).await;
        app.call("invokeMethod", json!({"id": "values", "method": "makeChild", "args": ["theOne"]})).await;
        // Objects of other threads come and go unseen, so this one is announced, and soon.
        loop {
            let event = app.client.next_event(PATIENCE).await.unwrap();
            let name = &event.data["objectName"];
            assert!(!name.as_str().is_some_and(|name| name.starts_with("churn")), "{event:?}");
            if event.kind == "objectCreated" && name == "theOne" {
                break;
            }
        }
    }

    async fn an_app_that_only_churns_answers_from_our_thread_and_ends_with_zero(qt: Qt) {
        let churning = gallery(qt).args(["--churn-threads", "8", "--churn-ms", "2000"]).env("QTMCP_TIMEOUT_MS", "100");
        let mut app = churning.launch().await.unwrap();
        let other = Client::connect(&app.url).await.unwrap();
        // There is no event loop here at all.
        for _ in 0..5 {
            assert_eq!(succeed(&app.client, "ping", json!({})).await["pong"], true);
            assert_eq!(succeed(&other, "status", json!({})).await["responsive"], false);
            match other.call("getObjectTree", json!({})).await {
                Err(CallError::Rpc { fault: Some(fault), .. }) => assert_eq!(fault.code, Code::AppBusy, "{fault}"),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(app.wait_exit(PATIENCE).await.unwrap().code(), Some(0), "{}", app.stderr());
        let made: u64 = app.stdout().trim().strip_prefix("CHURN_COUNT ").unwrap().parse().unwrap();
        assert!(made > 10_000, "{made}");
    }

    async fn an_app_that_quits_while_its_threads_churn_ends_with_its_code(qt: Qt) {
        for _ in 0..3 {
            let mut app = launch(gallery(qt).args(["--tab", "threads", "--exit-code", "9"])).await;
            app.call("subscribeLifecycle", json!({})).await;
            app.call("invokeMethod", json!({"id": "startThreadsButton", "method": "click"})).await;
            assert_eq!(app.quit().await, 9, "{}", app.stderr());
        }
    }
}
