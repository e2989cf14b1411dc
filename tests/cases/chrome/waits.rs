//! `wait_for`: what comes late, what goes, what never comes.

use qtmcp_tests::{Client, Code, Page, json, on_both, text};
use std::time::{Duration, Instant};

on_both! {
    async fn a_text_that_comes_late_and_goes_again_is_waited_for(qt: Qt) {
        let page = Page::more(qt, "buttons").await;
        page.call("click", json!({"id": "loadButton"})).await;
        let came = page.call("wait_for", json!({"text": "loaded at"})).await;
        assert!(text(&came).contains("QLabel \"Loaded at last\""), "{came}");
        assert_eq!(came["ref"], page.number("QLabel", "Loaded at last").await);
        assert!(came["elapsedMs"].as_u64().unwrap() > 100, "{came}");
        page.call("click", json!({"id": "unloadButton"})).await;
        page.call("wait_for", json!({"textGone": "Loaded at last"})).await;
        assert!(!page.shows("QLabel", "Loaded at last").await);
        let label = came["ref"].clone();
        page.call("wait_for", json!({"ref": label, "state": "hidden"})).await;
        page.call("click", json!({"id": "loadButton"})).await;
        let again = page.call("wait_for", json!({"ref": label, "state": "visible", "dialect": "chrome"})).await;
        assert!(text(&again).contains(&format!("[ref_{label}] is visible.")), "{again}");
    }

    async fn an_element_is_waited_for_by_what_it_is_called(qt: Qt) {
        let page = Page::quick(qt, "menus").await;
        let later = page.call("find", json!({"query": "later button"})).await["matches"][0]["ref"].clone();
        page.call("click", json!({"ref": later})).await;
        let came = page.call("wait_for", json!({"element": "later label"})).await;
        assert!(came["ref"].is_u64(), "{came}");
    }

    async fn a_window_that_opens_and_closes_is_waited_for(qt: Qt) {
        let page = Page::tab(qt, "dialogs").await;
        let waiting = page.call("wait_for", json!({"window": "modal"}));
        let (opened, _) = tokio::join!(waiting, page.call("click", json!({"id": "modalButton"})));
        assert!(opened["ref"].is_u64(), "{opened}");
        let waiting = page.call("wait_for", json!({"windowGone": "modal"}));
        let (closed, _) = tokio::join!(waiting, page.call("computer", json!({"action": "key", "text": "Escape"})));
        assert_eq!(closed["success"], true);
    }

    async fn what_never_comes_times_out_and_says_what_there_is(qt: Qt) {
        let page = Page::tab(qt, "form").await;
        let began = Instant::now();
        let (code, message, next) = page.fault("wait_for", json!({"text": "Submti", "timeoutMs": 300})).await;
        assert!(began.elapsed() >= Duration::from_millis(300));
        assert_eq!(code, Code::Timeout);
        assert!(message.starts_with("Waited 300 ms for the text \"submti\"; nearest now: "), "{message}");
        assert!(message.contains("QPushButton \"Submit\""), "{message}");
        assert!(next.contains("`read_page`"), "{next}");
        let disabled = json!({"element": "disabled button", "state": "enabled", "timeoutMs": 100});
        let (code, message, _) = page.fault("wait_for", disabled).await;
        assert_eq!(code, Code::Timeout);
        assert!(message.contains("is disabled now."), "{message}");
        let (_, message, _) = page.fault("wait_for", json!({"window": "Report", "timeoutMs": 50})).await;
        assert!(message.contains("the windows now: window \""), "{message}");
        let (code, _, _) = page.fault("wait_for", json!({"text": "a", "timeoutMs": 600_000})).await;
        assert_eq!(code, Code::BadArgument);
    }

    async fn the_end_of_a_long_log_is_seen(qt: Qt) {
        let page = Page::tab(qt, "form").await;
        let log: String = (0..1000).map(|line| format!("building {line}\n")).collect();
        page.set("codeEdit", "plainText", json!(log + "BUILD FINISHED")).await;
        let came = page.call("wait_for", json!({"text": "build finished"})).await;
        assert!(text(&came).contains("QPlainTextEdit"), "{came}");
    }

    async fn others_are_served_while_a_client_waits_and_after_it_has_gone(qt: Qt) {
        let page = Page::tab(qt, "form").await;
        let other = Client::connect(&page.url).await.unwrap();
        tokio::select! {
            _ = other.call("wait_for", json!({"text": "never ever"})) => panic!("it came"),
            () = async {
                for _ in 0..20 {
                    page.call("tabs_context", json!({})).await;
                }
            } => {}
        }
        drop(other);
        assert_eq!(page.call("wait_for", json!({"text": "submit"})).await["success"], true);
        assert_eq!(page.call("status", json!({})).await["responsive"], true);
    }
}
