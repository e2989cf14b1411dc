//! Closing an app's windows as a window manager does, and ending an app step by step.

use qtmcp_client::How;
use qtmcp_tests::{
    Launch, PATIENCE, TestApp, Value, built, code, eventually, gallery, is_alive, json, launch, on_both, qml_gallery,
    small,
};
use std::time::Duration;

/// Enough for an app that does what it is asked, and not waited for in vain for long.
const TIME: Duration = Duration::from_secs(5);
const BRIEFLY: Duration = Duration::from_millis(300);

async fn modified(app: &TestApp) {
    app.appears("letter").await;
    app.set("letterEdit", "text", json!("Dear Ada")).await;
}

fn titles(answer: &Value) -> Vec<&str> {
    answer["open"].as_array().unwrap().iter().map(|open| open["title"].as_str().unwrap()).collect()
}

on_both! {
    async fn an_app_ends_when_its_windows_are_closed(qt: Qt) {
        for app in [gallery(qt), qml_gallery(qt), gallery(qt).args(["--page", "Fields", "--page", "Records"])] {
            let mut app = launch(app).await;
            eventually("a window", async || {
                let open = app.call("closeWindows", json!({"ask": true})).await;
                (!titles(&open).is_empty()).then_some(())
            })
            .await;
            // It may be gone before it can answer.
            let _ = app.client.call("closeWindows", json!({})).await;
            assert_eq!(code(app.wait_exit(PATIENCE).await.unwrap()), 0, "{}", app.stderr());
        }
    }

    async fn unsaved_work_is_told_and_not_lost(qt: Qt) {
        let mut app = launch(small(qt, "editor").args(["--two"])).await;
        modified(&app).await;
        let answer = app.call("closeWindows", json!({})).await;
        let asking = answer["open"].as_array().unwrap().iter().find(|open| open["modal"] == true).unwrap();
        assert_eq!(
            (&asking["title"], &asking["kind"], &asking["text"]),
            (&json!("Unsaved work"), &json!("dialog"), &json!("Save the changes to Letter?")),
            "{answer}"
        );
        let buttons: Vec<&str> = asking["buttons"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert!(["Save", "Discard", "Cancel"].iter().all(|name| buttons.iter().any(|known| known.contains(name))), "{buttons:?}");
        assert!(titles(&answer).contains(&"Letter"), "{answer}");
        let text = answer["text"].as_str().unwrap();
        assert!(text.contains("It asks: ") && text.contains("Save the changes to Letter?"), "{text}");
        assert_eq!(app.times("CLOSE letter outside"), 1, "as a window manager does it: {}", app.stdout());
        assert_eq!(app.times("CLOSE letter inside"), 0, "{}", app.stdout());

        // Only asking closes nothing, the question least of all.
        assert_eq!(titles(&app.call("closeWindows", json!({"ask": true})).await), titles(&answer));
        assert_eq!(app.stdout().matches("ANSWER").count(), 0);
        // Called again it closes the question, which is no answer, and is asked anew.
        let again = app.call("closeWindows", json!({})).await;
        assert!(titles(&again).contains(&"Unsaved work"), "{again}");
        assert_eq!(app.times("ANSWER other"), 1, "{}", app.stdout());

        let page = app.call("find", json!({"query": "Discard button"})).await;
        let discard = page["matches"][0]["ref"].clone();
        app.call("click", json!({"ref": discard})).await;
        app.said("ANSWER discard").await;
        let _ = app.client.call("closeWindows", json!({})).await;
        assert_eq!(code(app.wait_exit(PATIENCE).await.unwrap()), 0);
    }

    async fn a_window_that_refuses_stays_and_the_others_go(qt: Qt) {
        let app = launch(small(qt, "editor").args(["--two", "--refuse"])).await;
        app.appears("letter").await;
        let answer = app.call("closeWindows", json!({})).await;
        assert_eq!(titles(&answer).len(), 2, "{answer}");
        assert_eq!((app.times("CLOSE letter outside"), app.times("CLOSE notes outside")), (1, 1), "each is asked once");
        assert_eq!(answer["running"], true);
    }

    async fn an_app_that_outlives_its_windows_is_told_so(qt: Qt) {
        let app = launch(small(qt, "editor").args(["--stay"])).await;
        app.appears("letter").await;
        let answer = app.call("closeWindows", json!({})).await;
        assert_eq!(answer, json!({"open": [], "running": true, "text": ""}));
        assert_eq!(app.call("closeWindows", json!({})).await, answer, "with none there is none to close");
        let told = app.call("callTool", json!({"name": "closeWindows"})).await;
        assert_eq!(told["content"][0]["text"], "No window is open, and the app runs on.");
    }

    async fn an_open_dialog_is_closed_before_its_parent(qt: Qt) {
        let mut app = launch(gallery(qt)).await;
        app.show_page("dialogsPage").await;
        app.click("modalButton").await;
        app.appears("modalDialog").await;
        let _ = app.client.call("closeWindows", json!({})).await;
        assert_eq!(code(app.wait_exit(PATIENCE).await.unwrap()), 0, "{}", app.stderr());
        assert!(app.stdout().contains("DIALOG modal rejected"), "{}", app.stdout());
    }

    async fn an_app_is_ended_by_the_gentlest_means_that_works(qt: Qt) {
        let mut app = launch(small(qt, "editor")).await;
        assert_eq!(app.ended(), None);
        app.appears("letter").await;
        let ended = app.end_politely(TIME, TIME).await.unwrap();
        assert_eq!((ended.how, code(ended.status)), (How::Windows, 0));
        let ended = app.end_politely(TIME, TIME).await.unwrap();
        assert_eq!((ended.how, code(ended.status)), (How::Already, 0));
        assert_eq!(app.ended(), Some(ended.status));

        let mut app = launch(small(qt, "editor")).await;
        modified(&app).await;
        let ended = app.end_politely(BRIEFLY, TIME).await.unwrap();
        assert_eq!((ended.how, code(ended.status)), (How::Terminated, -libc::SIGTERM), "{ended}");

        let mut app = launch(small(qt, "editor").args(["--deaf"])).await;
        modified(&app).await;
        let ended = app.end_politely(BRIEFLY, BRIEFLY).await.unwrap();
        assert_eq!((ended.how, code(ended.status)), (How::Killed, -libc::SIGKILL), "{ended}");
    }

    async fn an_app_behind_a_script_is_ended_with_it(qt: Qt) {
        let script = |rest: &str| {
            let app = built(qt, "editor");
            Launch::new("sh").args(["-c", "\"$0\" $1; exit 5", app.to_str().unwrap(), rest]).platform("offscreen")
        };
        let mut app = launch(script("")).await;
        assert_ne!(app.child_pid(), Some(app.pid));
        app.appears("letter").await;
        let ended = app.end_politely(TIME, TIME).await.unwrap();
        assert_eq!((ended.how, code(ended.status)), (How::Windows, 5));

        let mut app = launch(script("--deaf")).await;
        modified(&app).await;
        let ended = app.end_politely(BRIEFLY, BRIEFLY).await.unwrap();
        assert_eq!(ended.how, How::Killed, "the script ended, but the app did not");
        assert!(!is_alive(app.pid));

        let app = launch(script("")).await;
        let pid = app.pid;
        drop(app);
        eventually("the end of the app behind the script", async || (!is_alive(pid)).then_some(())).await;
    }
}
