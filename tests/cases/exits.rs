//! However an app ends, it ends as it would without the probe.

use qtmcp_tests::{
    Client, Code, Ended, PATIENCE, Run, built, code, eventually, gallery, json, launch, on_both, succeed,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Everything the probe itself says, left out.
fn own_words(ended: Ended) -> Ended {
    let stderr =
        ended.stderr.lines().filter(|line| !line.starts_with("qtmcp: ")).map(|line| format!("{line}\n")).collect();
    Ended { stderr, ..ended }
}

on_both! {
    async fn codes_and_output_are_the_apps_own(qt: Qt) {
        let gallery = built(qt, "gallery");
        let runs: [(&[&str], i32); 7] = [
            (&["--exit-after", "50"], 0),
            (&["--exit-after", "50", "--exit-code", "42"], 42),
            (&["--exit-after", "0", "--exit-code", "255"], 255),
            (&["--exit-after", "50", "--exit-code", "3", "--print-messages"], 3),
            (&["--exit-after", "50", "--exit-code", "4", "--core"], 4),
            (&["--exit-after", "50", "--exit-code", "5", "--gui-thread"], 5),
            (&["--no-exec"], 7),
        ];
        for (arguments, expected) in runs {
            let plain = Run::plain(&gallery).args(arguments).end().await;
            let probed = Run::probed(&gallery).args(arguments).end().await;
            assert_eq!(probed.code, expected, "{arguments:?}: {}", probed.stderr);
            assert_eq!(own_words(probed), plain, "{arguments:?}");
        }
    }

    async fn an_own_message_handler_hears_what_it_would(qt: Qt) {
        let arguments = ["--print-messages", "--exit-after", "50"];
        let plain = Run::plain(built(qt, "gallery")).args(arguments).end().await;
        let own = gallery(qt).args(["--print-messages", "--exit-code", "6"]).env("QTMCP_LOG_LEVEL", "debug");
        let mut app = launch(own).await;
        app.call("getObjectTree", json!({})).await;
        app.call("invokeMethod", json!({"id": "values", "method": "warn", "args": ["é 日本語"]})).await;
        assert_eq!(app.quit().await, 6, "{}", app.stderr());
        assert!(plain.stdout.contains("HANDLER: gallery started\n"), "{}", plain.stdout);
        assert_eq!(app.stdout(), plain.stdout + "HANDLER: é 日本語\nACTION quitAction\n");
        assert!(app.stderr().lines().all(|line| line.starts_with("qtmcp: ")), "{}", app.stderr());
    }

    async fn a_signal_ends_the_app_as_ever(qt: Qt) {
        for signal in [libc::SIGTERM, libc::SIGKILL, libc::SIGINT, libc::SIGABRT] {
            let mut app = launch(gallery(qt)).await;
            app.call("getObjectTree", json!({})).await;
            Run::plain("sh").args(["-c", &format!("kill -{signal} {}", app.pid)]).end().await;
            assert_eq!(code(app.wait_exit(PATIENCE).await.unwrap()), -signal);
        }
    }

    async fn thirty_immediate_exits_have_the_right_code(qt: Qt) {
        let gallery = built(qt, "gallery");
        let runs: [(&[&str], i32); 3] = [
            (&["--exit-after", "0", "--exit-code", "11", "--core"], 11),
            (&["--exit-after", "0", "--exit-code", "12"], 12),
            (&["--no-exec"], 7),
        ];
        for round in 0..30 {
            let (arguments, expected) = runs[round % runs.len()];
            let ended = Run::probed(&gallery).args(arguments).end().await;
            assert_eq!(ended.code, expected, "round {round}, {arguments:?}: {}", ended.stderr);
        }
    }

    async fn an_app_that_quits_under_load_ends_with_its_code(qt: Qt) {
        for _ in 0..5 {
            let mut app = launch(gallery(qt).args(["--exit-code", "21"])).await;
            let mut load = tokio::task::JoinSet::new();
            let made = Arc::new(AtomicUsize::new(0));
            for nth in 0..8 {
                let (client, made) = (Client::connect(&app.url).await.unwrap(), Arc::clone(&made));
                load.spawn(async move {
                    let calls = [
                        ("getObjectTree", json!({})),
                        ("subscribeLifecycle", json!({})),
                        ("findByClassName", json!({"className": "QWidget"})),
                        ("screenshot", json!({})),
                        ("subscribeSignals", json!({"id": "okButton", "signals": ["windowTitleChanged"]})),
                        ("setProperty", json!({"id": "okButton", "property": "windowTitle", "value": "x"})),
                    ];
                    // Until the connection is gone with the app.
                    for (method, params) in calls.iter().cycle().skip(nth) {
                        if client.call(method, params.clone()).await.is_err() && client.closed().is_some() {
                            return;
                        }
                        made.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            eventually("the load", async || (made.load(Ordering::Relaxed) > 50).then_some(())).await;
            assert_eq!(app.quit().await, 21, "{}", app.stderr());
            tokio::time::timeout(PATIENCE, load.join_all()).await.expect("clients end with the app");
        }
    }

    async fn calls_while_the_app_goes_down_end(qt: Qt) {
        let mut app = launch(gallery(qt).args(["--exit-code", "8"])).await;
        let waiting = app.client.clone();
        let wait = json!({"id": "nobody", "state": "visible", "timeoutMs": 60_000});
        let waiting = tokio::spawn(async move { waiting.call("waitFor", wait).await });
        assert_eq!(app.quit().await, 8, "{}", app.stderr());
        assert!(tokio::time::timeout(PATIENCE, waiting).await.expect("it ends").unwrap().is_err());
    }

    async fn a_second_application_is_served_like_the_first(qt: Qt) {
        let mut app = launch(gallery(qt).args(["--two-apps", "--exit-after", "800", "--exit-code", "13"])).await;
        app.call("subscribeSignals", json!({"id": "okButton", "signals": ["windowTitleChanged"]})).await;
        app.call("subscribeLifecycle", json!({"className": "QDialog"})).await;
        app.set("okButton", "windowTitle", json!("first")).await;
        // Between the two there is none, and calls say so; none of them hangs or takes the app down.
        eventually("the second application", async || {
            match app.client.call_within(Duration::from_secs(10), "getProperty", json!({"id": "okButton", "property": "windowTitle"})).await {
                Ok(answer) => (answer["value"] == "").then_some(()),
                Err(qtmcp_tests::CallError::Rpc { fault: Some(fault), .. }) => {
                    assert!(matches!(fault.code, Code::NoWindow | Code::NotFound), "{fault}");
                    None
                }
                other => panic!("{other:?}"),
            }
        })
        .await;
        assert!(app.stdout().contains("APP 2"));
        eventually("its event loop", async || {
            let status = succeed(&app.client, "status", json!({})).await;
            (status["responsive"] == true).then_some(())
        })
        .await;
        let heard = |event: &qtmcp_tests::Event| event.kind == "signalEmitted";
        while !heard(&app.client.next_event(PATIENCE).await.unwrap()) {}
        app.call("subscribeSignals", json!({"id": "okButton", "signals": ["windowTitleChanged"]})).await;
        assert_eq!(app.set("okButton", "windowTitle", json!("second")).await, "second");
        let event = app.client.next_event(PATIENCE).await.unwrap();
        assert_eq!(event.data["args"], json!(["second"]), "{event:?}");
        assert_eq!(app.quit().await, 13, "{}", app.stderr());
    }

    async fn a_gui_in_another_thread_is_served(qt: Qt) {
        let mut app = launch(gallery(qt).args(["--gui-thread", "--exit-code", "14"])).await;
        assert_eq!(app.set("nameEdit", "text", json!("Ada")).await, "Ada");
        app.call("invokeMethod", json!({"id": "submitButton", "method": "click"})).await;
        eventually("its word", async || app.stdout().contains("SUBMIT").then_some(())).await;
        assert_eq!(app.quit().await, 14, "{}", app.stderr());
    }

    async fn an_app_without_a_gui_is_served_as_far_as_it_goes(qt: Qt) {
        let app = launch(gallery(qt).args(["--core"])).await;
        let status = app.call("status", json!({})).await;
        assert_eq!((&status["responsive"], &status["platform"]), (&json!(true), &json!("")), "{status}");
        let tree = app.call("getObjectTree", json!({})).await;
        assert_eq!(tree["tree"]["className"], "QCoreApplication", "{tree}");
        assert_eq!(app.set("coreChild", "objectName", json!("renamed")).await, "renamed");
        app.call("subscribeLifecycle", json!({})).await;
        for (method, params) in [
            ("click", json!({"id": "renamed"})),
            ("sendKeys", json!({"id": "renamed", "text": "x"})),
            ("screenshot", json!({})),
            ("screenshot", json!({"id": "renamed"})),
        ] {
            let (code, message, next) = app.fault(method, params.clone()).await;
            assert!(matches!(code, Code::NoWindow | Code::Unsupported), "{method} {params}: {code} {message}");
            assert!(!next.is_empty(), "{method} {params}");
        }
    }
}
