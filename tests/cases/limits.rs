//! What is kept has an end, at the number that was asked for: refs, events that nobody reads, lines of the console.

use qtmcp_tests::{Code, RawSocket, TestApp, gallery, json, launch, on_both, small};

/// The refs on the page now, in the order of their giving.
async fn refs(app: &TestApp) -> Vec<u64> {
    let page = app.call("read_page", json!({"filter": "all", "max_chars": 200_000})).await;
    let mut numbers: Vec<u64> =
        page["refs"].as_object().unwrap().keys().map(|number| number.parse().unwrap()).collect();
    numbers.sort_unstable();
    numbers
}

on_both! {
    async fn refs_past_the_limit_are_stale_and_their_numbers_are_nobodys(qt: Qt) {
        let all = {
            let app = launch(gallery(qt)).await;
            refs(&app).await
        };
        let most = all.len() as u64;
        // As many as there are: nothing is forgotten.
        let app = launch(gallery(qt).env("QTMCP_MAX_REFS", (most + 500).to_string())).await;
        let first = refs(&app).await;
        // Nothing that was known got another number.
        assert_eq!(refs(&app).await.last(), first.last());
        app.call("computer", json!({"action": "scroll_to", "ref": first[first.len() - 1]})).await;
        drop(app);
        // Half as many: the first of them are gone after one look, the window is not.
        let app = launch(gallery(qt).env("QTMCP_MAX_REFS", (most / 2).to_string())).await;
        refs(&app).await;
        let (code, message, next) = app.fault("click", json!({"ref": 2})).await;
        assert_eq!(code, Code::StaleRef, "{message}");
        assert!(message.contains("is too old") && next.contains("Read the page again"), "{message} {next}");
        app.call("resize_window", json!({"tabId": 1, "width": 900, "height": 700})).await;
        let again = refs(&app).await;
        assert!(again.iter().all(|number| *number == 1 || *number > most / 2), "{again:?}");
        assert_eq!(app.fault("click", json!({"ref": 2})).await.0, Code::StaleRef);
        assert_eq!(app.fault("click", json!({"ref": 99_999_999})).await.0, Code::UnknownRef);
    }

    async fn events_that_nobody_reads_are_dropped_past_the_limit_and_counted(qt: Qt) {
        const VALUES: &str = "ValuesObject#values";
        const EMITTED: u64 = 200;
        // More than the sockets hold, and no more than the limit; then a limit that the rest is past.
        for (most, is_past) in [(EMITTED, false), (50, true)] {
            let limits = [("QTMCP_MAX_EVENTS", most.to_string()), ("QTMCP_MAX_MESSAGE_BYTES", (64 << 20).to_string())];
            let app = limits.into_iter().fold(gallery(qt), |app, (name, value)| app.env(name, value));
            let app = launch(app).await;
            let mut slow = RawSocket::open(&app.url).await;
            let params = json!({"id": VALUES, "signals": ["emitted"]});
            let request = json!({"jsonrpc": "2.0", "id": 1, "method": "subscribeSignals", "params": params});
            slow.send_text(&request.to_string()).await.unwrap();
            assert_eq!(slow.next_json().await["id"], 1);
            let long = "x".repeat(100_000);
            for number in 0..EMITTED {
                app.invoke(VALUES, "emitSeveral", json!([number, long])).await;
            }
            let (mut came, mut dropped) = (0, 0);
            while came + dropped < EMITTED {
                let event = slow.next_json().await["params"].clone();
                match event["type"].as_str() {
                    Some("eventsDropped") => dropped += event["data"]["count"].as_u64().unwrap(),
                    _ => came += 1,
                }
            }
            assert_eq!(dropped > 0, is_past, "{came} came, {dropped} dropped");
        }
    }

    async fn the_console_keeps_as_many_lines_as_were_asked_for(qt: Qt) {
        for (said, kept, dropped) in [("many=5", 5, 0), ("many=6", 5, 1)] {
            let app = launch(small(qt, "talker").env("QTMCP_MAX_LOG_LINES", "5").arg(said)).await;
            let console = app.call("read_console_messages", json!({"limit": 1000})).await;
            assert_eq!(console["messages"].as_array().unwrap().len(), kept, "{console}");
            assert_eq!(console["dropped"], dropped, "{console}");
        }
    }

    async fn a_client_has_so_many_subscriptions_and_no_more(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let signal = json!({"id": "okButton", "signals": ["pressed"]});
        for _ in 0..1000 {
            app.call("subscribeSignals", signal.clone()).await;
        }
        let (code, message, _) = app.fault("subscribeSignals", signal.clone()).await;
        assert_eq!(code, Code::Unsupported, "{message}");
        app.call("unsubscribeSignals", json!({"subscriptionId": "sub_1"})).await;
        app.call("subscribeSignals", signal).await;
    }

    async fn the_answers_to_a_batch_are_kept_up_to_a_size(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let long = "x".repeat(4_000_000);
        app.set("nameEdit", "toolTip", json!(long)).await;
        let asked = json!({"id": "nameEdit", "property": "toolTip"});
        let batch: Vec<_> =
            (0..20).map(|id| json!({"jsonrpc": "2.0", "id": id, "method": "getProperty", "params": asked})).collect();
        let replies = app.client.call_raw(json!(batch).to_string()).await.unwrap();
        let replies = replies.as_array().unwrap();
        let answered = replies.iter().take_while(|reply| reply.get("result").is_some()).count();
        assert_eq!((replies.len(), answered), (20, 9), "eight of four million are within 32 MiB, and the ninth is past it");
        for reply in &replies[answered..] {
            assert!(reply["error"]["message"].as_str().unwrap().contains("send the rest anew"), "{reply}");
        }
    }
}
