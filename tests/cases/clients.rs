//! Many clients at once: each gets its own replies and events and nobody else's.

use qtmcp_tests::{Client, PATIENCE, RawSocket, TestApp, eventually, gallery, json, launch, on_both, succeed};
use std::time::Duration;
use tokio::task::JoinSet;

/// As many as the gallery has buttons on its scroll page.
const CLIENTS: usize = 100;

/// The most that a probe serves at a time.
const PLACES: usize = 128;

const ROUNDS: usize = 5;

async fn connected(app: &TestApp) -> Client {
    Client::connect(&app.url).await.unwrap()
}

/// One client's work: titles for a button of its own, which only it has subscribed to.
async fn drive(number: usize, client: Client) {
    let button = format!("scrollButton{number}");
    let subscribed = json!({"id": button, "signals": ["windowTitleChanged"]});
    let subscribed = succeed(&client, "subscribeSignals", subscribed).await;
    assert_eq!(subscribed["subscriptionId"], "sub_1", "numbers are each client's own");
    let mut events = client.events();
    for round in 0..ROUNDS {
        let title = format!("client {number} round {round}");
        // Raw text, so that all clients use the very same ids.
        let set = json!({"id": button, "property": "windowTitle", "value": title});
        let request = json!({"jsonrpc": "2.0", "id": round, "method": "setProperty", "params": set});
        let reply = client.call_raw(request.to_string()).await.unwrap();
        assert_eq!((&reply["id"], &reply["result"]["newValue"]), (&json!(round), &json!(title)), "{reply}");
        let get = json!({"id": button, "property": "windowTitle"});
        assert_eq!(succeed(&client, "getProperty", get).await["value"], title);
        let event = tokio::time::timeout(PATIENCE, events.recv()).await.unwrap().unwrap();
        assert_eq!(
            (&event.data["args"], &event.data["subscriptionId"]),
            (&json!([title]), &json!("sub_1")),
            "{event:?}"
        );
        assert!(event.data["object"].as_str().unwrap().ends_with(&format!("#{button}")), "{event:?}");
    }
    // A last exchange through the GUI thread brings whatever else was on its way.
    succeed(&client, "getProperty", json!({"id": button, "property": "windowTitle"})).await;
    assert!(events.try_recv().is_err(), "an event too many");
    assert!(client.next_raw(Duration::ZERO).await.is_err(), "a reply too many");
}

on_both! {
    async fn a_hundred_clients_see_only_what_is_theirs(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_TIMEOUT_MS", "20000")).await;
        let mut driving = JoinSet::new();
        for number in 1..=CLIENTS {
            driving.spawn(drive(number, connected(&app).await));
        }
        while let Some(driven) = driving.join_next().await {
            driven.unwrap();
        }
        // The mode, too, is each client's own.
        let (one, other) = (connected(&app).await, connected(&app).await);
        succeed(&one, "setMode", json!({"mode": "all"})).await;
        assert_eq!(succeed(&one, "getMode", json!({})).await["mode"], "all");
        assert_eq!(succeed(&other, "getMode", json!({})).await["mode"], "native");
        // So are subscriptions: one client cannot end another's.
        succeed(&one, "subscribeSignals", json!({"id": "okButton", "signals": ["windowTitleChanged"]})).await;
        assert!(other.call("unsubscribeSignals", json!({"subscriptionId": "sub_1"})).await.is_err());
        app.set("okButton", "windowTitle", json!("still heard")).await;
        assert_eq!(one.next_event(PATIENCE).await.unwrap().data["args"], json!(["still heard"]));
        assert!(other.next_event(Duration::ZERO).await.is_err());
    }

    async fn one_signal_reaches_all_who_asked(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_TIMEOUT_MS", "20000")).await;
        let mut clients = Vec::new();
        for nth in 0..CLIENTS {
            let client = connected(&app).await;
            if nth % 2 == 0 {
                succeed(&client, "subscribeSignals", json!({"id": "okButton", "signals": ["windowTitleChanged"]})).await;
            }
            clients.push(client);
        }
        for round in 0..3 {
            app.set("okButton", "windowTitle", json!(format!("round {round}"))).await;
        }
        for (nth, client) in clients.iter().enumerate() {
            if nth % 2 == 0 {
                for round in 0..3 {
                    let event = client.next_event(PATIENCE).await.unwrap();
                    assert_eq!(event.data["args"], json!([format!("round {round}")]));
                }
            }
            succeed(client, "ping", json!({})).await;
            assert!(client.next_event(Duration::ZERO).await.is_err(), "client {nth} got an event too many");
        }
    }

    async fn clients_that_ask_at_once_all_hear_that_the_app_is_well(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut clients = Vec::new();
        for _ in 0..50 {
            clients.push(connected(&app).await);
        }
        eventually("all fifty to hear it in the same moment", async || {
            let mut asking = JoinSet::new();
            for client in clients.clone() {
                asking.spawn(async move { succeed(&client, "status", json!({})).await["responsive"] == true });
            }
            asking.join_all().await.into_iter().all(|is_responsive| is_responsive).then_some(())
        })
        .await;
    }

    async fn one_client_too_many_is_refused_and_the_others_are_served(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut clients = Vec::new();
        // The app's own client has one of the places.
        for _ in 1..PLACES {
            clients.push(connected(&app).await);
        }
        let refused = Client::connect(&app.url).await.map(drop).unwrap_err().to_string();
        assert!(refused.contains("(503)") && refused.contains("All 128 connections are taken"), "{refused}");
        for client in &clients {
            assert_eq!(succeed(client, "ping", json!({})).await["pong"], true);
        }
        clients.pop().unwrap().close().await;
        let late = eventually("a place", async || Client::connect(&app.url).await.ok()).await;
        assert_eq!(succeed(&late, "getProperty", json!({"id": "okButton", "property": "objectName"})).await["value"], "okButton");
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn clients_that_vanish_give_their_places_back(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let slow = json!({"id": 1, "method": "waitFor", "params": {"id": "nobody", "state": "visible", "timeoutMs": 60000}});
        let subscribe = json!({"id": 2, "method": "subscribeLifecycle"});
        for nth in 0..3 * PLACES {
            let mut socket = eventually("a place", async || {
                let mut socket = RawSocket::tcp(&app.url).await;
                socket.handshake(&[]).await.starts_with("HTTP/1.1 101 ").then_some(socket)
            })
            .await;
            match nth % 4 {
                // With a call under way, with a subscription, in the middle of a frame, and right after the handshake.
                0 => socket.send_text(&slow.to_string()).await.unwrap(),
                1 => {
                    socket.send_text(&subscribe.to_string()).await.unwrap();
                    // An object may come before the reply does.
                    let mut reply = socket.next_json().await;
                    while reply["method"] == "event" {
                        reply = socket.next_json().await;
                    }
                    assert_eq!(reply["result"]["success"], true, "{reply}");
                }
                2 => socket.send(&[0x81, 0xff, 0, 0]).await.unwrap(),
                _ => {}
            }
        }
        let mut clients = Vec::new();
        for _ in 1..PLACES {
            clients.push(eventually("a place", async || Client::connect(&app.url).await.ok()).await);
        }
        for client in &clients {
            assert_eq!(succeed(client, "ping", json!({})).await["pong"], true);
        }
        assert_eq!(app.get("okButton", "objectName").await, "okButton");
    }
}
