//! Password fields, in native mode: no property, method, signal or search tells what one holds, also not once it is shown.

use super::vault::{Kind, MASK};
use qtmcp_tests::{Code, Events, Qt, TestApp, Value, json, launch, on_both};

const HELD: &str = "Tr0ub4dor&3";

async fn open(kind: Kind, qt: Qt) -> TestApp {
    let app = launch(kind.launch(qt).args(["--text", HELD])).await;
    app.appears("pictured").await;
    app
}

/// What there is to say about an object and everything in it.
async fn all_told(app: &TestApp, id: &str) -> String {
    let tree = app.call("getObjectTree", json!({"root": id, "depth": 50})).await;
    let mut told = tree.to_string();
    for object in ids(&tree["tree"]) {
        told += &app.call("listProperties", json!({"id": object})).await.to_string();
        told += &app.call("getObjectInfo", json!({"id": object})).await.to_string();
    }
    told
}

fn ids(tree: &Value) -> Vec<String> {
    let children = tree["children"].as_array().into_iter().flatten();
    let own = tree["id"].as_str().map(str::to_owned);
    own.into_iter().chain(children.flat_map(ids)).collect()
}

on_both! {
    async fn what_a_field_holds_is_in_no_property(qt: Qt) {
        for kind in Kind::ALL {
            let app = open(kind, qt).await;
            assert_eq!(app.get("pictured", "text").await, MASK, "{kind:?}");
            assert_eq!(app.get("pictured", "placeholderText").await, "Password", "{kind:?}");
            let told = all_told(&app, "vault").await;
            let at = told.find(HELD).map(|at| told[at.saturating_sub(300)..at + 40].to_owned());
            assert_eq!((at, told.contains(MASK)), (None, true), "{kind:?}");
        }
    }

    async fn a_field_that_is_shown_later_stays_a_secret(qt: Qt) {
        for kind in Kind::ALL {
            let app = open(kind, qt).await;
            app.click("eyeButton").await;
            app.becomes("pictured", "echoMode", json!("Normal")).await;
            assert_eq!(app.get("pictured", "text").await, MASK, "{kind:?}");
            assert_eq!(app.get("pictured", "displayText").await, MASK, "{kind:?}");
            let tree = app.call("read_page", json!({})).await["tree"].as_str().unwrap().to_owned();
            assert!(!tree.contains(HELD), "{kind:?}: {tree}");
            assert!(tree.lines().any(|line| line.contains("password, filled")), "{kind:?}: {tree}");
            // By the agent itself.
            let other = if matches!(kind, Kind::Widgets) { "noEcho" } else { "bareInput" };
            app.set(other, "echoMode", json!(0)).await;
            assert_eq!(app.get(other, "text").await, MASK, "{kind:?}");
        }
    }

    async fn a_guess_is_not_confirmed(qt: Qt) {
        for kind in Kind::ALL {
            let app = open(kind, qt).await;
            for exact in [true, false] {
                let found = app.call("findByText", json!({"text": HELD, "exact": exact})).await;
                assert_eq!(found["objects"], json!([]), "{kind:?}: {found}");
            }
            for property in ["text", "displayText"] {
                let found = app.call("findByProperty", json!({"property": property, "value": HELD})).await;
                assert_eq!(found["objects"], json!([]), "{kind:?}: {found}");
            }
            let wait = json!({"id": "pictured", "property": "text", "value": HELD, "timeoutMs": 50});
            assert_eq!(app.fault("waitFor", wait).await.0, Code::Timeout, "{kind:?}");
        }
    }

    async fn a_write_is_answered_with_its_length(qt: Qt) {
        for kind in Kind::ALL {
            let app = open(kind, qt).await;
            assert_eq!(app.set("pictured", "text", json!("n3w-p4ssword")).await, "12 characters", "{kind:?}");
            let (_, message, _) = app.fault("setProperty", json!({
                "id": "pictured", "property": "text", "value": {"never": "n3w-p4ssword"},
            })).await;
            assert!(!message.contains("n3w-p4ssword"), "{kind:?}: {message}");
            let typed = app.call("sendKeys", json!({"id": "pictured", "text": "more"})).await;
            assert!(!typed.to_string().contains("more"), "{kind:?}: {typed}");
        }
    }

    async fn signals_of_a_field_and_of_what_is_in_it_tell_nothing(qt: Qt) {
        let app = open(Kind::Widgets, qt).await;
        let mut events = Events::of(&app.client);
        let inner = app.call("findByClassName", json!({"className": "QWidgetLineControl"})).await;
        let inner = inner["objects"].as_array().unwrap().iter().map(|object| object["id"].as_str().unwrap().to_owned());
        let inner = inner.filter(|id| id.contains("pictured")).collect::<Vec<_>>();
        for id in inner.iter().map(String::as_str).chain(["pictured"]) {
            let signal = if id == "pictured" { "textEdited" } else { "textChanged" };
            app.call("subscribeSignals", json!({"id": id, "signals": [signal]})).await;
        }
        app.call("sendKeys", json!({"id": "pictured", "text": "xyz"})).await;
        let mut seen = 0;
        while seen < 3 {
            let (_, args) = events.next_signal().await;
            assert_eq!(args, json!([MASK]), "{args}");
            seen += 1;
        }
    }

    async fn what_a_component_hands_on_of_its_field_is_not_told_however_short(qt: Qt) {
        let app = launch(Kind::Quick.launch(qt).args(["--text", "ab"])).await;
        app.appears("secretBox").await;
        for property in ["text", "secret"] {
            assert_eq!(app.get("secretBox", property).await, MASK, "{property}");
        }
    }

    async fn whoever_wants_to_see_it_says_so(qt: Qt) {
        for kind in Kind::ALL {
            let app = launch(kind.launch(qt).args(["--text", HELD]).env("QTMCP_REVEAL", "1")).await;
            app.appears("pictured").await;
            assert_eq!(app.get("pictured", "text").await, HELD, "{kind:?}");
            let found = app.call("findByText", json!({"text": HELD, "exact": true})).await;
            assert!(found["objects"].as_array().is_some_and(|found| found.len() > 2), "{kind:?}: {found}");
            let tree = app.call("read_page", json!({})).await["tree"].as_str().unwrap().to_owned();
            assert!(tree.contains(HELD), "{kind:?}: {tree}");
        }
    }

    async fn a_component_is_not_asked_through_what_is_in_it(qt: Qt) {
        let app = open(Kind::Quick, qt).await;
        let tree = app.call("getObjectTree", json!({"root": "secretBox", "depth": 50})).await;
        for inner in ids(&tree["tree"]).iter().skip(1) {
            let (code, message, _) = app.fault("getProperty", json!({"id": inner, "property": "secret"})).await;
            assert_eq!(code, Code::NotFound, "{inner}: {message}");
        }
        assert_eq!(app.get("secretBox", "secret").await, MASK);
    }
}
