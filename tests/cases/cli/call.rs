//! `qtmcp call`: which app it finds, what it sends, what it prints, how it ends.

use super::{gallery_in, qtmcp};
use qtmcp_tests::{Ended, Home, Value, eventually, json, on_both};
use std::fs;

fn result(ended: &Ended) -> Value {
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {}", ended.stdout))
}

on_both! {
    async fn the_only_app_is_found_by_itself(qt: Qt) {
        let home = Home::new();
        let app = gallery_in(&home, qt).await;
        let ended = qtmcp(&home, &["call", "status"]).end().await;
        assert_eq!(result(&ended)["pid"], app.pid);
        assert!(ended.stdout.starts_with("{\n  \"version\"") && ended.stderr.is_empty(), "{ended:?}");
        let ended = qtmcp(&home, &["call", "ping", "--raw"]).end().await;
        assert_eq!(ended.stdout, "{\"pong\":true}\n");
    }

    async fn arguments_come_as_json_as_pairs_or_on_stdin(qt: Qt) {
        let home = Home::new();
        let app = gallery_in(&home, qt).await;
        let expected = app.call("getProperty", json!({"id": "okButton", "property": "text"})).await;
        let arguments = json!({"id": "okButton", "property": "text"}).to_string();
        for (words, input) in [
            (vec!["call", "getProperty", &arguments], ""),
            (vec!["call", "getProperty", "id=okButton", "property=text"], ""),
            (vec!["call", "getProperty", "-"], arguments.as_str()),
        ] {
            assert_eq!(result(&qtmcp(&home, &words).end_with(input).await), expected);
        }
        // Its definition says that a text is one though it looks like a number.
        let found = qtmcp(&home, &["call", "findByText", "text=7", "limit=1"]).end().await;
        assert_eq!(found.code, 0, "{}", found.stderr);
    }

    async fn an_act_by_ref_reaches_the_app(qt: Qt) {
        let home = Home::new();
        let app = gallery_in(&home, qt).await;
        let found = result(&qtmcp(&home, &["call", "find", "query=OK button"]).end().await);
        let reference = found["matches"][0]["ref"].to_string();
        let clicked = result(&qtmcp(&home, &["call", "click", &format!("ref={reference}")]).end().await);
        assert_eq!(clicked["success"], true, "{clicked}");
        let stale = app.fault("click", json!({"ref": 99_999})).await;
        let ended = qtmcp(&home, &["call", "click", "ref=99999"]).end().await;
        assert_eq!((ended.code, ended.stdout.as_str()), (1, ""));
        assert_eq!(ended.stderr, format!("qtmcp: {}: {}\n  next: {}\n", stale.0, stale.1, stale.2));
    }

    async fn the_mode_is_that_of_the_one_call(qt: Qt) {
        let home = Home::new();
        let _app = gallery_in(&home, qt).await;
        assert_eq!(result(&qtmcp(&home, &["call", "--mode", "chrome", "getMode"]).end().await), json!({"mode": "chrome"}));
        assert_eq!(result(&qtmcp(&home, &["call", "getMode"]).end().await), json!({"mode": "native"}));
    }

    async fn a_picture_goes_to_a_file_and_never_to_the_eye(qt: Qt) {
        let home = Home::new();
        let _app = gallery_in(&home, qt).await;
        let file = home.dir().join("shot.png");
        let name = file.to_str().unwrap();
        for words in [
            vec!["call", "screenshot", "--output", name],
            vec!["call", "--mode", "computer_use", "computer", "action=screenshot", "-o", name],
            vec!["call", "callTool", "{\"name\": \"qt_screenshot\"}", "-o", name],
        ] {
            let ended = qtmcp(&home, &words).end().await;
            let bytes = fs::read(&file).unwrap();
            assert!(bytes.starts_with(b"\x89PNG"), "{words:?}");
            assert!(ended.stdout.contains(&format!("({} bytes, written to {name})", bytes.len())), "{}", ended.stdout);
            fs::remove_file(&file).unwrap();
        }
        let shown = qtmcp(&home, &["call", "screenshot"]).end().await;
        assert!(shown.stdout.len() < 500 && shown.stdout.contains("`--output FILE` writes the picture"), "{}", shown.stdout);
        let raw = result(&qtmcp(&home, &["call", "screenshot", "--raw"]).end().await);
        assert!(raw["data"].as_str().is_some_and(|data| data.len() > 1000));
        let none = qtmcp(&home, &["call", "status", "-o", name]).end().await;
        assert_eq!(none.code, 1);
        assert!(!file.exists() && none.stderr.contains("no picture"), "{}", none.stderr);
    }

    async fn of_several_apps_one_is_chosen(qt: Qt) {
        let home = Home::new();
        let (one, other) = (gallery_in(&home, qt).await, gallery_in(&home, qt).await);
        let ended = qtmcp(&home, &["call", "status"]).end().await;
        assert_eq!((ended.code, ended.stdout.as_str()), (3, ""));
        for app in [&one, &other] {
            assert!(ended.stderr.contains(&format!("\n{:>7}  gallery", app.pid)), "{}", ended.stderr);
            let pid = app.pid.to_string();
            let socket = format!("unix:{}", app.socket.as_ref().unwrap().display());
            for name in [pid.as_str(), app.url.as_str(), socket.as_str()] {
                assert_eq!(result(&qtmcp(&home, &["call", "--app", name, "status"]).end().await)["pid"], app.pid);
            }
        }
        assert_eq!(qtmcp(&home, &["call", "--app", "gallery", "status"]).end().await.code, 3);
        drop(one);
        let part_of_title = ["call", "--app", "qtmcp gall", "status"];
        eventually("one app alone", async || {
            let ended = qtmcp(&home, &part_of_title).end().await;
            (ended.code == 0 && result(&ended)["pid"] == other.pid).then_some(())
        })
        .await;
    }

    async fn an_app_that_does_not_answer_in_time_is_told_apart(qt: Qt) {
        let home = Home::new();
        let _app = gallery_in(&home, qt).await;
        let wait = ["call", "--timeout", "0.3", "waitFor", "id=noSuchObject", "timeoutMs=15000"];
        let ended = qtmcp(&home, &wait).end().await;
        assert_eq!(ended.code, 4, "{}", ended.stderr);
        assert!(ended.stderr.contains("no reply to `waitFor`"), "{}", ended.stderr);
    }

    async fn wrong_calls_have_codes_of_their_own(qt: Qt) {
        let home = Home::new();
        let _app = gallery_in(&home, qt).await;
        for (words, code, said) in [
            (vec!["call", "no_such_method"], 1, "no_such_method"),
            (vec!["call", "getProperty", "id=okButton"], 1, "bad_argument"),
            (vec!["call", "click", "seven"], 2, "KEY=VALUE"),
            (vec!["call", "click", "{\"id\": "], 2, "not JSON"),
            (vec!["call", "--mode", "crome", "status"], 2, "crome"),
            (vec!["call", "--app", "no-such-app", "status"], 3, "gallery"),
            (vec!["call", "--app", "ws://127.0.0.1:1", "status"], 3, "ws://127.0.0.1:1"),
        ] {
            let ended = qtmcp(&home, &words).end().await;
            assert_eq!((ended.code, ended.stdout.as_str()), (code, ""), "{words:?}: {}", ended.stderr);
            assert!(ended.stderr.contains(said), "{words:?}: {}", ended.stderr);
        }
    }
}

#[tokio::test]
async fn without_an_app_it_says_how_to_start_one() {
    let home = Home::new();
    for command in ["call status", "inspect"] {
        let words: Vec<_> = command.split(' ').collect();
        let ended = qtmcp(&home, &words).end().await;
        assert_eq!((ended.code, ended.stdout.as_str()), (3, ""));
        assert!(ended.stderr.contains("`qtmcp run -- APP`"), "{}", ended.stderr);
    }
}
