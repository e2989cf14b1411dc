//! Methods are listed and called: arguments and results of every type, overloads, and calls that do not come back soon.

use qtmcp_tests::{Code, TestApp, Value, eventually, gallery, json, launch, on_both, qml_gallery};

const VALUES: &str = "ValuesObject#values";

async fn listed(app: &TestApp, method: &str, id: &str) -> Vec<Value> {
    let listed = app.call(method, json!({"id": id})).await;
    let kind = if method == "listSignals" { "signals" } else { "methods" };
    listed[kind].as_array().unwrap_or_else(|| panic!("{listed}")).clone()
}

fn named<'a>(listed: &'a [Value], signature: &str) -> &'a Value {
    let found = listed.iter().find(|entry| entry["signature"] == signature);
    found.unwrap_or_else(|| panic!("{signature} is not among {listed:#?}"))
}

/// An echo method with what goes in and what comes out.
fn echoes() -> Vec<(&'static str, Value, Value)> {
    let same = |method, value: Value| (method, value.clone(), value);
    vec![
        same("echoBool", json!(true)),
        same("echoInt", json!(i32::MIN)),
        same("echoUInt", json!(u32::MAX)),
        same("echoLongLong", json!(9_007_199_254_740_993_i64)),
        same("echoULongLong", json!(u64::MAX)),
        same("echoDouble", json!(0.1)),
        same("echoDouble", json!("NaN")),
        ("echoDouble", json!(2), json!(2.0)),
        same("echoFloat", json!(0.5)),
        same("echoString", json!("é 日本語 € 🎉\n")),
        same("echoStringList", json!(["a", "", "ü"])),
        same("echoVariantList", json!([1, "two", [3.5], {"four": null}])),
        same("echoVariantMap", json!({"a": {"b": [1, true]}})),
        same("echoVariant", json!("text")),
        same("echoVariant", json!([1, 2])),
        same("echoVariant", json!(null)),
        same("echoByteArray", json!("AAFxdG1jcP8=")),
        same("echoColor", json!("#80102030")),
        ("echoColor", json!("blue"), json!("#0000ff")),
        same("echoSize", json!({"width": 1, "height": 2})),
        same("echoSizeF", json!({"width": 1.5, "height": 2.5})),
        same("echoPoint", json!({"x": -1, "y": 2})),
        same("echoPointF", json!({"x": 0.5, "y": -2.5})),
        same("echoRect", json!({"x": 1, "y": 2, "width": 3, "height": 4})),
        same("echoRectF", json!({"x": 0.5, "y": 1.5, "width": 2.5, "height": 3.5})),
        same("echoDate", json!("2024-02-29")),
        same("echoTime", json!("23:59:59.999")),
        same("echoDateTime", json!("2026-02-28T23:59:58.123Z")),
        same("echoUrl", json!("https://example.org/?q=1#top")),
        same("echoLevel", json!("High")),
        ("echoLevel", json!(1), json!("Low")),
        same("echoOptions", json!("Read|Execute")),
        ("echoOptions", json!(3), json!("Read|Write")),
        same("echoAlignment", json!("AlignRight|AlignBottom")),
        same("echoObject", json!(null)),
        same("echoWidget", json!(null)),
    ]
}

on_both! {
    async fn methods_and_signals_are_listed_with_their_parameters(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let methods = listed(&app, "listMethods", VALUES).await;
        for entry in &methods {
            let parameters = entry["parameters"].as_array().unwrap();
            assert!(entry["name"].is_string() && entry["returnType"].is_string(), "{entry}");
            assert!(parameters.iter().all(|it| it["name"].is_string() && it["type"].is_string()), "{entry}");
            let types: Vec<_> = parameters.iter().map(|parameter| parameter["type"].as_str().unwrap()).collect();
            assert_eq!(entry["signature"], format!("{}({})", entry["name"].as_str().unwrap(), types.join(",")));
        }
        let int_int = named(&methods, "combine(int,int)");
        assert_eq!((&int_int["returnType"], &int_int["kind"]), (&json!("QString"), &json!("method")));
        assert_eq!(int_int["parameters"], json!([{"name": "a", "type": "int"}, {"name": "b", "type": "int"}]));
        let open = named(&methods, "openModalDialog()");
        assert_eq!((&open["returnType"], &open["kind"]), (&json!("int"), &json!("slot")));
        assert!(methods.iter().all(|entry| entry["name"] != "emitted"), "signals are not among the methods");
        let click = listed(&app, "listMethods", "okButton").await;
        let expected =
            json!({"name": "click", "signature": "click()", "returnType": "void", "parameters": [], "kind": "slot"});
        assert_eq!(*named(&click, "click()"), expected);

        let signals = listed(&app, "listSignals", VALUES).await;
        assert_eq!(
            *named(&signals, "emitted(int,QString,QObject*)"),
            json!({"name": "emitted", "signature": "emitted(int,QString,QObject*)", "parameters": [
                {"name": "number", "type": "int"},
                {"name": "text", "type": "QString"},
                {"name": "object", "type": "QObject*"},
            ]})
        );
        assert_eq!(named(&signals, "plain()")["parameters"], json!([]));
        assert!(signals.iter().all(|entry| entry["name"] != "echoInt"), "methods are not among the signals");
        let button = listed(&app, "listSignals", "okButton").await;
        assert_eq!(named(&button, "clicked(bool)")["parameters"], json!([{"name": "checked", "type": "bool"}]));
    }

    async fn arguments_and_results_are_of_every_type(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (method, argument, expected) in echoes() {
            let answer = app.call("invokeMethod", json!({"id": VALUES, "method": method, "args": [argument]})).await;
            assert_eq!(answer, json!({"success": true, "result": expected}), "{method}({argument})");
        }
        let font =
            app.invoke(VALUES, "echoFont", json!([{"family": "DejaVu Sans", "pointSize": 9, "bold": true}])).await;
        assert_eq!(
            (&font["family"], &font["pointSize"], &font["bold"]),
            (&json!("DejaVu Sans"), &json!(9.0), &json!(true))
        );
        for (method, path) in
            [("echoObject", "okButton"), ("echoObject", "values"), ("echoWidget", "QMainWindow/centralWidget")]
        {
            assert_eq!(app.invoke(VALUES, method, json!([path])).await, app.path(path).await);
        }
        let all = json!([1, "x", 2.5, true, [1], {"a": 1}]);
        assert_eq!(app.invoke(VALUES, "countArguments", all).await, 6);
    }

    async fn overloads_are_chosen_by_count_and_type(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (method, args, expected) in [
            ("combine", json!([5]), "int 5"),
            ("combine", json!([1, 2]), "int,int 3"),
            ("combine", json!([1.5, 2]), "double,double 3.5"),
            ("combine", json!([1, 2.25]), "double,double 3.25"),
            ("combine", json!(["a", "b"]), "QString,QString ab"),
            // Too wide for an int.
            ("combine", json!([4_000_000_000_u32, 1]), "double,double 4e+09"),
            ("combine(double,double)", json!([1, 2]), "double,double 3"),
            ("combine(int)", json!([7]), "int 7"),
            ("combine( int , int )", json!([3, 4]), "int,int 7"),
            ("combine(const QString &, const QString &)", json!(["c", "d"]), "QString,QString cd"),
            ("optional", json!([1]), "1 2 3"),
            ("optional", json!([1, 5]), "1 5 3"),
            ("optional", json!([1, 5, 9]), "1 5 9"),
        ] {
            assert_eq!(app.invoke(VALUES, method, args.clone()).await, expected, "{method} {args}");
        }
    }

    async fn wrong_arguments_are_refused_before_anything_is_called(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (method, args, says) in [
            ("combine", json!([]), "combine(int)"),
            ("combine", json!([1, 2, 3]), "combine(double,double)"),
            ("combine(int,int)", json!([1]), "combine(int,int)"),
            ("echoInt", json!(["five"]), "int"),
            ("echoInt", json!([2.5]), "int"),
            ("echoBool", json!([1]), "bool"),
            ("echoDate", json!(["2026-02-30"]), "QDate"),
            ("echoLevel", json!(["Highest"]), "ValuesObject::Level"),
            ("echoWidget", json!(["values"]), "QWidget*"),
            ("echoIcon", json!(["icon.png"]), "QIcon"),
            ("combine", json!([{"a": 1}, []]), "combine("),
            ("makeChild", json!([5]), "QString"),
        ] {
            let arguments = json!({"id": VALUES, "method": method, "args": args});
            let (code, message, _) = app.fault("invokeMethod", arguments).await;
            assert_eq!(code, Code::BadArgument, "{method} {args}: {message}");
            assert!(message.contains(says), "{method} {args}: {message}");
        }
        let before = app.call("getObjectTree", json!({"root": VALUES})).await;
        assert_eq!(before["tree"]["children"], json!([]), "makeChild was called");
        let (code, message, next) = app.fault("invokeMethod", json!({"id": VALUES, "method": "echoInteger"})).await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("`echoInteger`") && message.contains("echoInt"), "{message}");
        assert!(next.contains("listMethods"), "{next}");
        let nobody = json!({"id": VALUES, "method": "echoObject", "args": ["nobody"]});
        assert_eq!(app.fault("invokeMethod", nobody).await.0, Code::NotFound);
    }

    async fn a_result_without_a_json_form_is_named(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let style = app.call("invokeMethod", json!({"id": VALUES, "method": "doNothing"})).await;
        assert_eq!(style, json!({"success": true, "result": null}));
        // The icon of a property goes in as the value it has: nothing but Qt can make one, so it is only read here.
        let pixmap = app.call("invokeMethod", json!({"id": "okButton", "method": "grab"})).await;
        assert_eq!((&pixmap["success"], &pixmap["unsupported"]), (&json!(true), &json!("QPixmap")), "{pixmap}");
    }

    async fn slots_of_widgets_do_what_they_say(qt: Qt) {
        let app = launch(gallery(qt)).await;
        app.invoke("nameEdit", "setText", json!(["Ada 日本"])).await;
        assert_eq!(app.get("nameEdit", "text").await, "Ada 日本");
        app.invoke("submitButton", "click", json!([])).await;
        app.becomes("resultLabel", "text", json!("Submitted Ada 日本")).await;
        app.invoke("tabs", "setCurrentIndex", json!([2])).await;
        app.appears("treePage").await;
        app.invoke("saveAction", "trigger", json!([])).await;
        eventually("the action on stdout", async || app.stdout().contains("ACTION saveAction").then_some(())).await;
        // A signal may be emitted like a slot is called.
        app.invoke("ageSpin", "valueChanged(int)", json!([3])).await;
    }

    async fn a_method_that_opens_a_modal_dialog_does_not_hold_the_reply(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let answer = app.call("invokeMethod", json!({"id": VALUES, "method": "openModalDialog"})).await;
        assert_eq!(answer, json!({"success": true, "result": null, "running": true}));
        app.appears("valuesDialog").await;
        assert_eq!(app.get("valuesDialog", "modal").await, true);
        // The app answers everything while its method is under way, other methods of that object too.
        assert_eq!(app.invoke(VALUES, "combine", json!([1, 2])).await, "int,int 3");
        let inner = app.call("invokeMethod", json!({"id": VALUES, "method": "openModalDialog"})).await;
        assert_eq!(inner["running"], true);
        for _ in 0..2 {
            let open = app.call("findByObjectName", json!({"name": "valuesDialogButton"})).await;
            let newest = open["objects"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
            app.click(&newest).await;
        }
        app.call("waitFor", json!({"objectName": "valuesDialog", "state": "gone"})).await;
        assert_eq!(app.invoke(VALUES, "sleepMs", json!([1])).await, 1);
    }

    async fn the_client_may_vanish_while_its_method_runs_a_dialog(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let other = qtmcp_tests::Client::connect(&app.url).await.unwrap();
        let answer = other.call("invokeMethod", json!({"id": VALUES, "method": "openModalDialog"})).await.unwrap();
        assert_eq!(answer["running"], true);
        drop(other);
        app.click("valuesDialogButton").await;
        app.call("waitFor", json!({"objectName": "valuesDialog", "state": "gone"})).await;
        assert_eq!(app.get(VALUES, "readOnlyValue").await, 11);
    }

    async fn objects_may_go_away_in_a_call_about_them(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let child = app.invoke(VALUES, "makeChild", json!(["brief"])).await;
        assert_eq!(app.invoke(VALUES, "dropChild", json!(["brief"])).await, true);
        assert_eq!(app.invoke(VALUES, "dropChild", json!(["brief"])).await, false);
        assert_eq!(app.fault("getObjectInfo", json!({"id": child})).await.0, Code::NotFound);
        // deleteLater takes effect once the call is over.
        let child = app.invoke(VALUES, "makeChild", json!(["later"])).await;
        app.invoke(child.as_str().unwrap(), "deleteLater", json!([])).await;
        app.call("waitFor", json!({"id": child, "state": "gone"})).await;
        // The dialog's `accept` ends its own event loop, and the object is gone when the next call comes.
        app.call("invokeMethod", json!({"id": VALUES, "method": "openModalDialog"})).await;
        app.appears("valuesDialog").await;
        app.invoke("valuesDialog", "accept", json!([])).await;
        app.call("waitFor", json!({"objectName": "valuesDialog", "state": "gone"})).await;
        app.invoke("nonModalButton", "click", json!([])).await;
        app.appears("nonModalDialog").await;
        app.invoke("nonModalDialog", "close", json!([])).await;
        app.call("waitFor", json!({"objectName": "nonModalDialog", "state": "gone"})).await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn qml_functions_are_methods(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let methods = listed(&app, "listMethods", "canvas").await;
        assert!(methods.iter().any(|entry| entry["name"] == "nameOf"), "{methods:#?}");
        assert_eq!(app.invoke("canvas", "nameOf", json!([2])).await, "right");
        app.invoke("window", "openTab", json!(["canvas"])).await;
        app.appears("canvasPage").await;
        // A JavaScript object comes as a map.
        let values = app.invoke("formPage", "values", json!([])).await;
        assert_eq!((&values["age"], &values["colour"], &values["agree"]), (&json!(30), &json!("Red"), &json!(false)));
        let signals = listed(&app, "listSignals", "canvas").await;
        let drawn = signals.iter().find(|entry| entry["name"] == "drawn").unwrap();
        let parameters: Vec<_> = drawn["parameters"].as_array().unwrap().iter().map(|it| it["type"].clone()).collect();
        assert_eq!(json!(parameters), json!(["double", "double", "QString"]));
    }

    async fn what_only_the_qml_engine_can_give_is_refused(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let pop = json!({"id": "stackView", "method": "pop", "args": [null]});
        assert_eq!(app.fault("invokeMethod", pop).await.0, Code::BadArgument);
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn rust_methods_are_called_like_any_other(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        assert_eq!(app.invoke("backend", "greet", json!(["日本"])).await, "Hello 日本");
        assert_eq!(app.invoke("backend", "increment", json!([])).await, 1);
        assert_eq!(app.invoke("backend", "increment", json!([])).await, 2);
        app.becomes("counterLabel", "text", json!("Counted to 2")).await;
        app.invoke("backend", "say", json!(["from outside"])).await;
        eventually("the line on stdout", async || app.stdout().contains("from outside").then_some(())).await;
        let wrong = json!({"id": "backend", "method": "greet", "args": [1, 2]});
        assert_eq!(app.fault("invokeMethod", wrong).await.0, Code::BadArgument);
    }
}
