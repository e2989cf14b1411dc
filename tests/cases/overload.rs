//! Clients that send and never read: what waits for them is bounded, and they learn what they missed.

use qtmcp_tests::{RawSocket, TestApp, eventually, gallery, json, launch, memory, on_both};
use std::time::Duration;
use tokio::time::timeout;

/// The default of `QTMCP_MAX_MESSAGE_BYTES`.
const LIMIT_BYTES: u64 = 4 << 20;

/// Room for what the app itself needs meanwhile.
const SLACK_BYTES: u64 = 12 << 20;

const SUBSCRIPTIONS: usize = 50;

/// A client that hears of each new title as often as it has subscriptions. A title no window shows costs the app nothing.
async fn subscribed_to_titles(app: &TestApp) -> RawSocket {
    let mut socket = RawSocket::open(&app.url).await;
    let signal = json!({"id": "okButton", "signals": ["windowTitleChanged"]});
    let subscribe = json!({"id": 1, "method": "subscribeSignals", "params": signal});
    for _ in 0..SUBSCRIPTIONS {
        socket.send_text(&subscribe.to_string()).await.unwrap();
        assert_eq!(socket.next_json().await["result"]["success"], true);
    }
    socket
}

on_both! {
    async fn events_for_a_client_that_never_reads_are_counted_and_dropped(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut deaf = subscribed_to_titles(&app).await;
        app.set("okButton", "windowTitle", json!("first")).await;
        let before = memory(app.pid).resident_bytes;
        // Each of these is told fifty times: 100 MB in all, more than all buffers on the way hold.
        let rounds = 100;
        for round in 0..rounds {
            app.set("okButton", "windowTitle", json!(format!("{round:020000}"))).await;
        }
        let grown = memory(app.pid).resident_bytes.saturating_sub(before);
        assert!(grown < LIMIT_BYTES + SLACK_BYTES, "grew by {grown} bytes");

        // Once it reads again, nothing is told twice or made up: what came and what was dropped is all there was.
        let (mut came, mut dropped) = (0, 0);
        let all = SUBSCRIPTIONS as u64 * (rounds + 1);
        while came + dropped < all {
            let message = deaf.next_json().await;
            match message["params"]["type"].as_str() {
                Some("signalEmitted") => came += 1,
                Some("eventsDropped") => dropped += message["params"]["data"]["count"].as_u64().unwrap(),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(came + dropped, all);
        assert!(dropped > 0 && came > SUBSCRIPTIONS as u64, "{came} came, {dropped} were dropped");
        deaf.send_text(r#"{"id":"still","method":"ping"}"#).await.unwrap();
        assert_eq!(deaf.next_json().await["id"], "still");
    }

    async fn many_small_events_are_bounded_too(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let _deaf = subscribed_to_titles(&app).await;
        let before = memory(app.pid).resident_bytes;
        for round in 0..400 {
            app.set("okButton", "windowTitle", json!(round.to_string())).await;
        }
        let grown = memory(app.pid).resident_bytes.saturating_sub(before);
        assert!(grown < LIMIT_BYTES + SLACK_BYTES, "grew by {grown} bytes");
    }

    async fn replies_that_nobody_reads_stop_the_requests(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut deaf = RawSocket::open(&app.url).await;
        let before = memory(app.pid).resident_bytes;
        let request = r#"{"id":1,"method":"listTools"}"#;
        let mut sent: u64 = 0;
        // The probe leaves requests unread once too many answers wait, and then the sockets fill up.
        while let Ok(outcome) = timeout(Duration::from_secs(1), deaf.send_text(request)).await {
            outcome.unwrap();
            sent += 1;
            assert!(sent < 5_000_000, "the probe takes requests without end");
        }
        let grown = memory(app.pid).resident_bytes.saturating_sub(before);
        assert!(grown < LIMIT_BYTES + SLACK_BYTES, "grew by {grown} bytes after {sent} requests");
        assert_eq!(app.call("ping", json!({})).await["pong"], true, "others are served");
        assert!(deaf.next_json().await["result"]["tools"].is_array());
    }

    async fn a_client_that_leaves_with_everything_unread_leaves_nothing_behind(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for _ in 0..5 {
            let mut deaf = subscribed_to_titles(&app).await;
            for round in 0..20 {
                app.set("okButton", "windowTitle", json!(format!("{round:020000}"))).await;
                deaf.send_text(r#"{"id":1,"method":"listTools"}"#).await.unwrap();
            }
        }
        // Sockets beside the listener and the one of this test are closed again.
        let sockets = || {
            let descriptors = std::fs::read_dir(format!("/proc/{}/fd", app.pid)).unwrap().flatten();
            let links = descriptors.filter_map(|entry| std::fs::read_link(entry.path()).ok());
            links.filter(|link| link.to_string_lossy().starts_with("socket:")).count()
        };
        let one_more = RawSocket::open(&app.url).await;
        let with_one_more = eventually("the sockets to settle", async || {
            let count = sockets();
            (count < 10).then_some(count)
        })
        .await;
        drop(one_more);
        eventually("its socket to go", async || (sockets() < with_one_more).then_some(())).await;
    }
}
