//! A call that is cancelled ends: what waits stops waiting, what types stops typing, and what is held is let go.

use qtmcp_tests::{Client, PATIENCE, TestApp, Value, eventually, gallery, json, launch, on_both, succeed};
use std::time::Duration;

/// The most calls of one client that are under way at a time.
const PLACES: usize = 64;

fn wait_for_ever(id: usize) -> String {
    let params = json!({"id": "nobody", "state": "visible", "timeoutMs": 600_000});
    json!({"id": id, "method": "waitFor", "params": params}).to_string()
}

fn cancel(id: impl Into<Value>) -> String {
    json!({"method": "cancel", "params": {"id": id.into()}}).to_string()
}

async fn text(app: &TestApp) -> String {
    app.get("notesEdit", "plainText").await.as_str().unwrap().to_owned()
}

on_both! {
    async fn a_cancelled_call_is_not_answered_and_gives_its_place_back(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = Client::connect(&app.url).await.unwrap();
        for id in 0..PLACES {
            client.send_text(wait_for_ever(id)).await.unwrap();
        }
        // All places are taken, and yet it is heard.
        client.send_text(cancel(7)).await.unwrap();
        let pong = client.call_raw(r#"{"id": "after", "method": "ping"}"#).await.unwrap();
        assert_eq!(pong["id"], "after", "the reply to the cancelled call, if there were one, would come first: {pong}");
        // As a request it is answered, with whether there was such a call.
        let request = |id: usize| json!({"id": "c", "method": "cancel", "params": {"id": id}}).to_string();
        assert_eq!(client.call_raw(request(8)).await.unwrap()["result"], json!({"cancelled": true}));
        assert_eq!(client.call_raw(request(8)).await.unwrap()["result"], json!({"cancelled": false}));
        client.send_text(cancel("8")).await.unwrap();
        client.send_text(r#"{"method": "cancel"}"#).await.unwrap();
        assert_eq!(succeed(&client, "ping", json!({})).await["pong"], true);
    }

    async fn a_call_that_nobody_waits_for_any_more_is_cancelled(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = Client::connect(&app.url).await.unwrap();
        let wait = json!({"id": "nobody", "state": "visible", "timeoutMs": 600_000});
        for _ in 0..3 * PLACES {
            let dropped = tokio::time::timeout(Duration::from_millis(1), client.call("waitFor", wait.clone())).await;
            assert!(dropped.is_err());
        }
        // Had they gone on, no place would be left for this one.
        assert_eq!(client.call_within(PATIENCE, "ping", json!({})).await.unwrap()["pong"], true);
    }

    async fn typing_stops_in_the_middle(qt: Qt) {
        let app = launch(gallery(qt)).await;
        app.click("notesEdit").await;
        let long = "abcdefghij".repeat(2_000);
        let typing = app.client.call("sendKeys", json!({"id": "notesEdit", "text": long}));
        {
            tokio::pin!(typing);
            let begun = async {
                let other = Client::connect(&app.url).await.unwrap();
                eventually("a first part of it", async || {
                    let read = succeed(&other, "getProperty", json!({"id": "notesEdit", "property": "plainText"})).await;
                    (read["value"].as_str().unwrap().len() > 20).then_some(())
                })
                .await;
            };
            tokio::select! {
                done = &mut typing => panic!("it was done before it could be cancelled: {done:?}"),
                () = begun => {}
            }
        }
        let mut before = text(&app).await;
        eventually("its end", async || {
            let now = text(&app).await;
            let has_stopped = now == before;
            before = now;
            has_stopped.then_some(())
        })
        .await;
        assert!(before.len() < long.len(), "all of it was typed");
        assert!(long.starts_with(&before));
    }

    async fn a_button_that_is_held_comes_up(qt: Qt) {
        let app = launch(gallery(qt)).await;
        app.show_page("inputLabPage").await;
        let events = async || app.get("inputLab", "eventLog").await.as_array().unwrap().clone();
        let has = async |what: &str| events().await.iter().any(|line| line.as_str().unwrap().starts_with(what));
        app.click("inputLab").await;
        app.invoke("inputLab", "clearLog", json!([])).await;
        {
            let hold = json!({"action": "hold_key", "text": "a", "duration": 60});
            let client = Client::connect(&app.url).await.unwrap();
            let holding = client.call_within(PATIENCE * 3, "computer", hold);
            tokio::pin!(holding);
            tokio::select! {
                done = &mut holding => panic!("{done:?}"),
                () = eventually("a key that is down", async || has("key press A").await.then_some(())) => {}
            }
            assert!(!has("key release A").await);
        }
        eventually("the key to come up", async || has("key release A").await.then_some(())).await;
    }
}
