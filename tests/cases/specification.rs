//! The specification's own examples, replayed: each answer has at least the fields written there, of the same kinds.

use qtmcp_tests::{Events, Value, gallery, json, launch, on_both};

/// Whether `found` has all that `sample` has, of the same JSON types. An array's first element stands for all.
fn is_like(found: &Value, sample: &Value) -> bool {
    match (found, sample) {
        (Value::Object(found), Value::Object(sample)) => {
            sample.iter().all(|(name, sample)| found.get(name).is_some_and(|found| is_like(found, sample)))
        }
        (Value::Array(found), Value::Array(sample)) => match sample.first() {
            Some(sample) => !found.is_empty() && found.iter().all(|found| is_like(found, sample)),
            None => true,
        },
        // A property's value may be anything.
        (_, Value::String(any)) if any == "any" => true,
        _ => std::mem::discriminant(found) == std::mem::discriminant(sample),
    }
}

const SUBMIT: &str = "QMainWindow/centralWidget/#tabs/#qt_tabwidget_stackedwidget/formPage/QPushButton#submitButton";

/// Method, parameters with this app's ids, and the specification's answer.
fn examples() -> Vec<(&'static str, Value, Value)> {
    let id = "QMainWindow/centralWidget/QPushButton#submit";
    vec![
        (
            "findByObjectName",
            json!({"name": "submitButton"}),
            json!({"objects": [{"id": id, "className": "QPushButton"}]}),
        ),
        (
            "findByClassName",
            json!({"className": "QPushButton"}),
            json!({"objects": [{"id": id, "className": "QPushButton"}]}),
        ),
        (
            "getObjectTree",
            json!({"root": null, "depth": 3}),
            json!({"tree": {"id": "QApplication", "className": "QApplication", "children": [
                {"id": "QApplication/QMainWindow", "className": "QMainWindow", "objectName": "", "children": []},
            ]}}),
        ),
        (
            "getObjectInfo",
            json!({"id": SUBMIT}),
            json!({
                "id": id, "className": "QPushButton", "objectName": "submit",
                "inheritance": ["QPushButton", "QAbstractButton", "QWidget", "QObject"],
                "isWidget": true, "visible": true, "enabled": true,
                "geometry": {"x": 100, "y": 200, "width": 80, "height": 30},
                "globalPosition": {"x": 500, "y": 400},
            }),
        ),
        (
            "listProperties",
            json!({"id": SUBMIT}),
            json!({"properties": [{"name": "text", "type": "QString", "value": "any", "writable": true}]}),
        ),
        ("getProperty", json!({"id": SUBMIT, "property": "text"}), json!({"value": "Submit"})),
        (
            "setProperty",
            json!({"id": SUBMIT, "property": "text", "value": "Click Me"}),
            json!({"success": true, "newValue": "Click Me"}),
        ),
        (
            "listMethods",
            json!({"id": SUBMIT}),
            json!({"methods": [{"name": "click", "signature": "click()", "returnType": "void", "parameters": []}]}),
        ),
        (
            "invokeMethod",
            json!({"id": SUBMIT, "method": "click", "args": []}),
            json!({"success": true, "result": null}),
        ),
        (
            "listSignals",
            json!({"id": SUBMIT}),
            json!({"signals": [{"name": "clicked", "signature": "clicked(bool)", "parameters": []}]}),
        ),
        ("click", json!({"id": SUBMIT, "button": "left", "position": "center"}), json!({"success": true})),
        ("click", json!({"id": SUBMIT, "position": {"x": 10, "y": 5}}), json!({"success": true})),
        ("sendKeys", json!({"id": "QLineEdit#nameEdit", "text": "Hello World"}), json!({"success": true})),
        (
            "screenshot",
            json!({"id": SUBMIT, "format": "png"}),
            json!({"success": true, "format": "png", "width": 800, "height": 600, "data": "iVBORw0KGgoAAAANSUhEUgAA"}),
        ),
        (
            "screenshot",
            json!({}),
            json!({"success": true, "format": "png", "width": 800, "height": 600, "data": "iVBORw0KGgoAAAANSUhEUgAA"}),
        ),
        (
            "getGeometry",
            json!({"id": SUBMIT}),
            json!({
                "local": {"x": 10, "y": 20, "width": 100, "height": 30},
                "global": {"x": 510, "y": 320, "width": 100, "height": 30},
                "visible": true, "enabled": true,
            }),
        ),
    ]
}

on_both! {
    async fn every_example_is_answered_with_its_fields(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (method, params, sample) in examples() {
            let answer = app.call(method, params).await;
            assert!(is_like(&answer, &sample), "{method}\nfound {answer:#}\nspecified {sample:#}");
        }
        assert_eq!(app.get("nameEdit", "text").await, "Hello World");
        assert_eq!(app.get(SUBMIT, "text").await, "Click Me");
        let text = r#"{"jsonrpc": "2.0", "id": 1, "method": "findByObjectName", "params": {"name": "submitButton"}}"#;
        let reply = app.client.call_raw(text).await.unwrap();
        assert_eq!((&reply["jsonrpc"], &reply["id"]), (&json!("2.0"), &json!(1)));
        assert_eq!(reply["result"]["objects"][0]["className"], "QPushButton");
    }

    async fn every_event_has_its_fields(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut events = Events::of(&app.client);
        let asked = json!({"id": SUBMIT, "signals": ["clicked", "pressed", "released"]});
        let subscribed = app.call("subscribeSignals", asked).await;
        assert!(is_like(&subscribed, &json!({"success": true, "subscriptionId": "sub_1"})), "{subscribed}");
        app.click(SUBMIT).await;
        for signal in ["pressed", "released", "clicked"] {
            let event = events.next().await;
            let sample = json!({"subscriptionId": "sub_1", "object": "QMainWindow", "signal": "clicked", "args": []});
            assert!(event.kind == "signalEmitted" && is_like(&event.data, &sample), "{event:?}");
            assert_eq!(
                (&event.data["signal"], &event.data["object"]),
                (&json!(signal), &json!(app.path(SUBMIT).await))
            );
        }
        let ended = app.call("unsubscribeSignals", json!({"subscriptionId": subscribed["subscriptionId"]})).await;
        assert!(is_like(&ended, &json!({"success": true})), "{ended}");

        app.call("subscribeLifecycle", json!({"className": "QDialog"})).await;
        app.show_page("dialogsPage").await;
        app.click("nonModalButton").await;
        let created = events.next().await;
        let sample = json!({"id": "QMainWindow/QDialog#newDialog", "className": "QDialog", "objectName": "newDialog"});
        assert!(created.kind == "objectCreated" && is_like(&created.data, &sample), "{created:?}");
        app.click("nonModalCloseButton").await;
        let destroyed = events.next().await;
        assert!(destroyed.kind == "objectDestroyed" && is_like(&destroyed.data, &json!({"id": "x"})), "{destroyed:?}");
        assert_eq!(destroyed.data["id"], created.data["id"]);
    }
}
