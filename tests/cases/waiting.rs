//! Waiting for what is still to come: states, values and signals, each with a deadline.

use qtmcp_tests::{Code, TestApp, Value, gallery, json, launch, on_both, qml_gallery};
use std::time::{Duration, Instant};

const VALUES: &str = "ValuesObject#values";

async fn wait(app: &TestApp, arguments: Value) -> Value {
    let answer = app.call("waitFor", arguments).await;
    assert_eq!(answer["success"], true);
    assert!(answer["elapsedMs"].is_u64(), "{answer}");
    answer
}

/// Does something again and again, on the same connection, until what is waited for has come.
async fn wait_while(app: &TestApp, arguments: Value, mut act: impl AsyncFnMut(u32)) -> Value {
    let waiting = wait(app, arguments);
    tokio::pin!(waiting);
    let mut times = 0;
    loop {
        times += 1;
        tokio::select! {
            biased;
            answer = &mut waiting => return answer,
            () = act(times) => {}
        }
    }
}

on_both! {
    async fn states_are_waited_for(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "Dialogs"])).await;
        // What is so already is answered at once.
        let there = wait(&app, json!({"id": "okButton"})).await;
        assert_eq!(there["id"], app.path("okButton").await);
        for arguments in [
            json!({"id": "okButton", "state": "visible"}),
            json!({"id": "okButton", "state": "enabled"}),
            json!({"id": "undoAction", "state": "disabled"}),
            json!({"id": "hiddenButton", "state": "hidden"}),
            json!({"id": "nobody", "state": "gone"}),
            json!({"id": "nobody", "state": "hidden"}),
        ] {
            wait(&app, arguments).await;
        }
        // The wait begins before there is such an object.
        let (shown, _) = tokio::join!(
            wait(&app, json!({"id": "nonModalDialog/nonModalCloseButton", "state": "visible"})),
            app.click("nonModalButton"),
        );
        assert!(
            shown["id"].as_str().unwrap().ends_with("/QDialog#nonModalDialog/QPushButton#nonModalCloseButton"),
            "{shown}"
        );
        tokio::join!(wait(&app, json!({"id": "nonModalDialog", "state": "gone"})), app.click("nonModalCloseButton"));
        let disable = app.set("okButton", "enabled", json!(false));
        tokio::join!(wait(&app, json!({"id": "okButton", "state": "disabled"})), disable);
        let enable = app.set("okButton", "enabled", json!(true));
        tokio::join!(wait(&app, json!({"id": "okButton", "state": "enabled"})), enable);
        let hide = app.set("okButton", "visible", json!(false));
        tokio::join!(wait(&app, json!({"id": "okButton", "state": "hidden"})), hide);
    }

    async fn objects_are_waited_for_by_name_class_and_text(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "Dialogs"])).await;
        for arguments in [
            json!({"objectName": "nonModalDialog"}),
            json!({"objectName": "nonModalDialog", "state": "visible"}),
            json!({"className": "QDialog", "state": "visible"}),
            json!({"text": "the main window stays usable", "state": "visible"}),
            json!({"className": "QAbstractButton", "objectName": "nonModalCloseButton", "text": "close"}),
        ] {
            let (found, _) = tokio::join!(wait(&app, arguments.clone()), app.click("nonModalButton"));
            assert!(found["id"].as_str().unwrap().contains("/QDialog#nonModalDialog"), "{arguments}: {found}");
            let gone = wait(&app, json!({"className": "QDialog", "state": "gone"}));
            tokio::join!(gone, app.click("nonModalCloseButton"));
        }
    }

    async fn values_are_waited_for(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (property, value, written) in [
            ("intValue", json!(5), json!(5)),
            ("doubleValue", json!(3), json!(3)),
            ("stringValue", json!("日本"), json!("日本")),
            ("levelValue", json!("High"), json!(10)),
            ("optionsValue", json!(5), json!("Read|Execute")),
            ("colorValue", json!("#ff0000"), json!("red")),
            ("variantMapValue", json!({"b": [1], "a": 1}), json!({"a": 1, "b": [1]})),
            ("objectValue", json!("okButton"), json!("okButton")),
            ("objectValue", json!(null), json!(null)),
        ] {
            let (reached, now) = tokio::join!(
                wait(&app, json!({"id": VALUES, "property": property, "value": value})),
                app.set(VALUES, property, written),
            );
            assert_eq!(reached["value"], now, "{property}");
        }
        // On an object that is still to come.
        let later = wait(&app, json!({"id": "values/later", "property": "objectName", "value": "later"}));
        tokio::join!(later, app.invoke(VALUES, "makeChild", json!(["later"])));
    }

    async fn signals_are_waited_for_while_other_calls_cause_them(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let clicked = json!({"id": "okButton", "signal": "clicked"});
        let heard = wait_while(&app, clicked, async |_| drop(app.click("okButton").await)).await;
        assert_eq!(heard["args"], json!([false]), "{heard}");
        let emitted = json!({"id": VALUES, "signal": "emitted(int,QString,QObject*)"});
        let emit = async |times| drop(app.invoke(VALUES, "emitFromThread", json!([times, "x"])).await);
        let heard = wait_while(&app, emitted, emit).await;
        assert_eq!((&heard["args"][1], &heard["args"][2]), (&json!("x"), &json!(app.path(VALUES).await)));
        // On an object that is still to come.
        app.show_page("dialogsPage").await;
        let finished = json!({"id": "nonModalDialog", "signal": "finished", "timeoutMs": 20_000});
        let open_and_close = async |_| {
            app.click("nonModalButton").await;
            // Long enough for the wait to have seen the dialog, or else there is a next time.
            let _ = app.client.call("waitFor", json!({"id": "nobody", "timeoutMs": 300})).await;
            app.click("nonModalCloseButton").await;
            app.call("waitFor", json!({"id": "nonModalDialog", "state": "gone"})).await;
        };
        assert_eq!(wait_while(&app, finished, open_and_close).await["args"], json!([1]));
    }

    async fn what_does_not_come_ends_with_a_timeout_that_says_what_there_was(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (arguments, says) in [
            (json!({"id": "nobody"}), "nobody"),
            (json!({"id": "hiddenButton", "state": "visible"}), "hidden"),
            (json!({"id": "okButton", "state": "gone"}), "okButton"),
            (json!({"id": "okButton", "state": "disabled"}), "enabled"),
            (json!({"objectName": "nobody", "state": "visible"}), "no such object"),
            (json!({"className": "QWizard"}), "QWizard"),
            (json!({"text": "never written anywhere"}), "never written anywhere"),
            (json!({"className": "QMainWindow", "state": "gone"}), "mainWindow"),
            (json!({"id": VALUES, "property": "intValue", "value": 5}), "-7"),
            (json!({"id": "nobody", "property": "intValue", "value": 5}), "nobody"),
            (json!({"id": "okButton", "signal": "clicked"}), "no emission"),
            (json!({"id": "nobody", "signal": "clicked"}), "nobody"),
        ] {
            let mut arguments = arguments;
            arguments["timeoutMs"] = json!(150);
            let began = Instant::now();
            let (code, message, next) = app.fault("waitFor", arguments.clone()).await;
            assert_eq!(code, Code::Timeout, "{arguments}: {message}");
            assert!(began.elapsed() >= Duration::from_millis(150), "{arguments}: {:?}", began.elapsed());
            assert!(message.contains("150 ms") && message.contains(says), "{arguments}: {message}");
            assert!(next.contains("timeoutMs"), "{next}");
        }
        // The time given may be none at all: then it is a look.
        wait(&app, json!({"id": "okButton", "timeoutMs": 0})).await;
        assert_eq!(app.fault("waitFor", json!({"id": "nobody", "timeoutMs": 0})).await.0, Code::Timeout);
    }

    async fn what_can_never_come_is_refused_at_once(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (arguments, code) in [
            (json!({}), Code::BadArgument),
            (json!({"id": "okButton", "objectName": "okButton"}), Code::BadArgument),
            (json!({"id": "okButton", "property": "text"}), Code::BadArgument),
            (json!({"id": "okButton", "property": "text", "value": "x", "signal": "clicked"}), Code::BadArgument),
            (json!({"text": "OK", "signal": "clicked"}), Code::BadArgument),
            (json!({"id": "okButton", "state": "open"}), Code::BadArgument),
            (json!({"id": "okButton", "timeoutMs": 600_001}), Code::BadArgument),
            (json!({"id": "okButton", "timeoutMs": -1}), Code::BadArgument),
            (json!({"id": "okButton", "property": "txt", "value": "x"}), Code::NotFound),
            (json!({"id": "okButton", "signal": "clickd"}), Code::NotFound),
            (json!({"id": "QLabel", "property": "text", "value": "x"}), Code::Ambiguous),
        ] {
            let mut patient = arguments;
            if patient.get("timeoutMs").is_none() {
                patient["timeoutMs"] = json!(25_000);
            }
            let (found, message, _) = app.fault("waitFor", patient.clone()).await;
            assert_eq!(found, code, "{patient}: {message}");
        }
    }

    async fn many_waits_hold_up_nothing(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_MAX_IN_FLIGHT", "26")).await;
        let waits = (0..25).map(|number| {
            let client = app.client.clone();
            let arguments = json!({"id": VALUES, "property": "intValue", "value": number, "timeoutMs": 20_000});
            tokio::spawn(async move { client.call("waitFor", arguments).await })
        });
        let waits: Vec<_> = waits.collect();
        // The app is busy for a while in between, which a wait outlasts.
        assert_eq!(app.invoke(VALUES, "sleepMs", json!([300])).await, 300);
        for (number, waiting) in waits.into_iter().enumerate() {
            app.set(VALUES, "intValue", json!(number)).await;
            let answer = waiting.await.unwrap().unwrap_or_else(|error| panic!("{number}: {error}"));
            assert_eq!(answer["value"], number);
        }
    }

    async fn qml_is_waited_for_as_well(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let open = app.invoke("window", "openTab", json!(["Stack"]));
        tokio::join!(wait(&app, json!({"id": "stackView", "state": "visible"})), open);
        let (pushed, _) =
            tokio::join!(wait(&app, json!({"objectName": "level2", "state": "visible"})), app.click("pushButton"));
        assert!(pushed["id"].as_str().unwrap().starts_with(&app.path("stackView").await), "{pushed}");
        wait(&app, json!({"text": "depth 2", "state": "visible"})).await;
        let (counted, _) = tokio::join!(
            wait(&app, json!({"id": "counterLabel", "property": "text", "value": "Counted to 1"})),
            app.invoke("backend", "increment", json!([])),
        );
        assert_eq!(counted["value"], "Counted to 1");
        let changed = json!({"id": "backend", "signal": "counter_changed"});
        let heard =
            wait_while(&app, changed, async |_| drop(app.invoke("backend", "increment", json!([])).await)).await;
        assert_eq!(heard["args"], json!([]));
        let own = wait(&app, json!({"id": "window", "property": "appTitle", "value": "QtMCP gallery in QML"})).await;
        assert_eq!(own["value"], "QtMCP gallery in QML");
    }
}
