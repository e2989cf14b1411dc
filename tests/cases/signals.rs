//! Signals and the comings and goings of objects arrive as events, to those who asked and for as long as they ask.

use qtmcp_tests::{Client, Code, Event, Events, TestApp, Value, gallery, json, launch, on_both, qml_gallery, succeed};

const VALUES: &str = "ValuesObject#values";

async fn subscribe(client: &Client, id: &str, signals: Value) -> String {
    let answer = succeed(client, "subscribeSignals", json!({"id": id, "signals": signals})).await;
    assert_eq!(answer["success"], true);
    answer["subscriptionId"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

async fn watch(client: &Client, arguments: Value) -> String {
    let answer = succeed(client, "subscribeLifecycle", arguments).await;
    assert_eq!(answer["success"], true);
    answer["subscriptionId"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// Whatever was under way has arrived once this has: another signal, subscribed to for this alone.
async fn up_to_now(app: &TestApp, client: &Client, events: &mut Events) -> Vec<Event> {
    let fence = subscribe(client, VALUES, json!(["plain"])).await;
    app.invoke(VALUES, "plain", json!([])).await;
    let mut came = Vec::new();
    loop {
        let event = events.next().await;
        if event.data["subscriptionId"] == fence && event.data["signal"] == "plain" {
            break;
        }
        came.push(event);
    }
    succeed(client, "unsubscribeSignals", json!({"subscriptionId": fence})).await;
    came
}

on_both! {
    async fn emissions_arrive_with_their_arguments(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let values = app.path(VALUES).await;
        let mut events = Events::of(&app.client);
        let subscription = subscribe(&app.client, VALUES, json!(["emitted", "notifyingValueChanged"])).await;
        app.invoke(VALUES, "emitSeveral", json!([7, "é 日本語 🎉"])).await;
        let event = events.next().await;
        assert_eq!(event.kind, "signalEmitted");
        let expected = json!({
            "subscriptionId": subscription, "object": values, "signal": "emitted",
            "signature": "emitted(int,QString,QObject*)", "args": [7, "é 日本語 🎉", values],
        });
        assert_eq!(event.data, expected);
        // A property's own signal comes once per change.
        app.set(VALUES, "notifyingValue", json!(5)).await;
        app.set(VALUES, "notifyingValue", json!(5)).await;
        app.set(VALUES, "notifyingValue", json!(6)).await;
        let changed = "notifyingValueChanged".to_owned();
        assert_eq!(events.next_signal().await, (changed.clone(), json!([5])));
        assert_eq!(events.next_signal().await, (changed, json!([6])));
    }

    async fn arguments_are_of_every_kind(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut events = Events::of(&app.client);
        for (id, signals) in [
            ("dateEdit", json!(["dateChanged"])),
            ("timeEdit", json!(["timeChanged"])),
            ("agreeCheck", json!(["toggled"])),
            ("colourCombo", json!(["currentTextChanged"])),
            ("priceSpin", json!(["valueChanged(double)"])),
            ("volumeSlider", json!(["rangeChanged"])),
            ("sizeGroup", json!(["buttonToggled(QAbstractButton*,bool)"])),
            ("nameEdit", json!(["selectionChanged"])),
            ("listWidget", json!(["currentItemChanged"])),
        ] {
            subscribe(&app.client, id, signals).await;
        }
        let expect = async |events: &mut Events, signal: &str, args: Value| {
            assert_eq!(events.next_signal().await, (signal.to_owned(), args));
        };
        app.set("dateEdit", "date", json!("2026-02-01")).await;
        expect(&mut events, "dateChanged", json!(["2026-02-01"])).await;
        app.set("timeEdit", "time", json!("10:15:00.000")).await;
        expect(&mut events, "timeChanged", json!(["10:15:00.000"])).await;
        app.set("agreeCheck", "checked", json!(true)).await;
        expect(&mut events, "toggled", json!([true])).await;
        app.set("colourCombo", "currentIndex", json!(2)).await;
        expect(&mut events, "currentTextChanged", json!(["Blue"])).await;
        app.set("priceSpin", "value", json!(2.25)).await;
        expect(&mut events, "valueChanged", json!([2.25])).await;
        app.set("volumeSlider", "maximum", json!(200)).await;
        expect(&mut events, "rangeChanged", json!([0, 200])).await;
        app.set("largeRadio", "checked", json!(true)).await;
        let mut toggled = [events.next_signal().await.1, events.next_signal().await.1];
        toggled.sort_by_key(|args| args[1].as_bool());
        let (small, large) = (app.path("smallRadio").await, app.path("largeRadio").await);
        assert_eq!(toggled, [json!([small, false]), json!([large, true])]);
        // Qt 5 knows nothing of this argument's type but its name.
        subscribe(&app.client, "sizeGroup", json!(["buttonPressed(QAbstractButton*)"])).await;
        app.invoke("sizeGroup", "buttonPressed(QAbstractButton*)", json!(["mediumRadio"])).await;
        expect(&mut events, "buttonPressed", json!([app.path("mediumRadio").await])).await;
        let wrong = json!({"id": "sizeGroup", "method": "buttonPressed(QAbstractButton*)", "args": ["nameEdit"]});
        let (code, message, _) = app.fault("invokeMethod", wrong).await;
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("QAbstractButton"), "{message}");
        app.set("nameEdit", "text", json!("text")).await;
        app.invoke("nameEdit", "selectAll", json!([])).await;
        expect(&mut events, "selectionChanged", json!([])).await;
        // A type that Qt itself cannot name the value of.
        app.set("listWidget", "currentRow", json!(3)).await;
        let (signal, args) = events.next_signal().await;
        assert_eq!((&*signal, args.as_array().unwrap().len()), ("currentItemChanged", 2));
        assert!(args[0]["unsupported"].as_str().is_some_and(|name| name.contains("QListWidgetItem")), "{args}");
    }

    async fn a_name_means_one_event_for_each_emission(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut events = Events::of(&app.client);
        subscribe(&app.client, "okButton", json!(["clicked", "clicked(bool)", "pressed", "released"])).await;
        for _ in 0..2 {
            app.click("okButton").await;
        }
        let came = up_to_now(&app, &app.client, &mut events).await;
        let names: Vec<_> = came.iter().map(|event| event.data["signal"].as_str().unwrap()).collect();
        assert_eq!(names, ["pressed", "released", "clicked", "pressed", "released", "clicked"]);
        let clicked = came.iter().filter(|event| event.data["signal"] == "clicked");
        assert!(clicked.into_iter().all(|event| event.data["args"] == json!([false])), "{came:?}");
        // A signature means that overload alone.
        subscribe(&app.client, "ageSpin", json!(["valueChanged(int)"])).await;
        app.set("ageSpin", "value", json!(31)).await;
        let came = up_to_now(&app, &app.client, &mut events).await;
        assert_eq!(came.iter().map(|event| &event.data["args"]).collect::<Vec<_>>(), [&json!([31])]);
    }

    async fn what_cannot_be_subscribed_to_says_so(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let fault =
            async |signals: Value| app.fault("subscribeSignals", json!({"id": "okButton", "signals": signals})).await;
        let (code, message, next) = fault(json!(["clicked", "presed"])).await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("`presed`") && message.contains("pressed"), "{message}");
        assert!(next.contains("listSignals"), "{next}");
        assert_eq!(fault(json!(["clicked(int)"])).await.0, Code::NotFound);
        assert_eq!(fault(json!(["click"])).await.0, Code::NotFound, "a slot is no signal");
        assert_eq!(fault(json!([])).await.0, Code::BadArgument);
        let nobody = json!({"id": "nobody", "signals": ["clicked"]});
        assert_eq!(app.fault("subscribeSignals", nobody).await.0, Code::NotFound);
        // Nothing of a list with a wrong name in it is kept.
        let mut events = Events::of(&app.client);
        app.click("okButton").await;
        assert_eq!(up_to_now(&app, &app.client, &mut events).await, []);
    }

    async fn emissions_of_all_threads_arrive_in_order(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let values = app.path(VALUES).await;
        let mut events = Events::of(&app.client);
        subscribe(&app.client, VALUES, json!(["emitted", "notifyingValueChanged"])).await;
        for number in 1..=60 {
            // With an object among its arguments, from another thread; and without, from the GUI thread.
            let method = if number % 2 == 0 { "emitFromThread" } else { "emitSeveral" };
            app.invoke(&values, method, json!([number, "x"])).await;
            app.set(&values, "notifyingValue", json!(number)).await;
        }
        for number in 1..=60 {
            assert_eq!(events.next_signal().await, ("emitted".to_owned(), json!([number, "x", values])));
            assert_eq!(events.next_signal().await, ("notifyingValueChanged".to_owned(), json!([number])));
        }
    }

    async fn unsubscribing_ends_it_and_only_ones_own(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut events = Events::of(&app.client);
        let first = subscribe(&app.client, VALUES, json!(["emitted"])).await;
        let second = subscribe(&app.client, VALUES, json!(["emitted"])).await;
        assert_ne!(first, second);
        let unsubscribed = app.call("unsubscribeSignals", json!({"subscriptionId": first})).await;
        assert_eq!(unsubscribed, json!({"success": true}));
        app.invoke(VALUES, "emitSeveral", json!([1, ""])).await;
        assert_eq!(events.next().await.data["subscriptionId"], second);
        let (code, message, _) = app.fault("unsubscribeSignals", json!({"subscriptionId": first})).await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains(&first), "{message}");

        // Another client has its own numbers, its own events, and no say in these.
        let other = Client::connect(&app.url).await.unwrap();
        let mut others = Events::of(&other);
        let refused = other.call("unsubscribeSignals", json!({"subscriptionId": second})).await;
        assert_eq!(refused.unwrap_err().fault_code(), Some(Code::NotFound));
        subscribe(&other, VALUES, json!(["emitted"])).await;
        app.invoke(VALUES, "emitSeveral", json!([2, ""])).await;
        assert_eq!(events.next_signal().await.1[0], 2);
        assert_eq!(others.next_signal().await.1[0], 2);
        app.call("unsubscribeSignals", json!({"subscriptionId": second})).await;
        app.invoke(VALUES, "emitSeveral", json!([3, ""])).await;
        assert_eq!(others.next_signal().await.1[0], 3);
        assert_eq!(up_to_now(&app, &app.client, &mut events).await, []);
        assert_eq!(others.so_far(), []);
    }

    async fn subscriptions_end_with_their_client_and_their_object(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for _ in 0..20 {
            let brief = Client::connect(&app.url).await.unwrap();
            subscribe(&brief, VALUES, json!(["emitted", "plain"])).await;
            app.invoke(VALUES, "emitSeveral", json!([1, ""])).await;
        }
        app.invoke(VALUES, "emitFromThread", json!([2, ""])).await;

        let mut events = Events::of(&app.client);
        let child = app.invoke(VALUES, "makeChild", json!(["brief"])).await;
        let child = child.as_str().unwrap();
        let subscription = subscribe(&app.client, child, json!(["destroyed", "objectNameChanged"])).await;
        app.set(child, "objectName", json!("renamed")).await;
        let event = events.next().await;
        // The object keeps the path it was subscribed to by, so that one can tell whose event it is.
        assert_eq!((&event.data["object"], &event.data["args"]), (&json!(child), &json!(["renamed"])));
        app.invoke(VALUES, "dropChild", json!(["renamed"])).await;
        assert_eq!(events.next_signal().await.0, "destroyed");
        app.call("unsubscribeSignals", json!({"subscriptionId": subscription})).await;
        assert_eq!(up_to_now(&app, &app.client, &mut events).await, []);
    }

    async fn two_hundred_signals_are_nothing_special(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut events = Events::of(&app.client);
        let mut count = 0;
        for id in
            ["okButton", "nameEdit", "ageSpin", "tabs", "smallTable", "treeView", "mainWindow", "notesEdit", VALUES]
        {
            let signals = app.call("listSignals", json!({"id": id})).await;
            let signatures: Vec<_> =
                signals["signals"].as_array().unwrap().iter().map(|signal| signal["signature"].clone()).collect();
            count += signatures.len();
            for signature in signatures {
                subscribe(&app.client, id, json!([signature])).await;
            }
        }
        // The rest by as many subscriptions to one signal.
        for _ in count..200 {
            subscribe(&app.client, VALUES, json!(["notifyingValueChanged"])).await;
        }
        let doubled = 200_usize.saturating_sub(count) + 1;
        app.set(VALUES, "notifyingValue", json!(1)).await;
        for _ in 0..doubled {
            assert_eq!(events.next_signal().await.0, "notifyingValueChanged");
        }
        app.click("okButton").await;
        let came = up_to_now(&app, &app.client, &mut events).await;
        assert!(came.iter().any(|event| event.data["signal"] == "clicked"), "{came:?}");
        app.invoke("tabs", "setCurrentIndex", json!([3])).await;
        app.appears("listPage").await;
    }

    async fn objects_are_announced_when_they_come_and_go(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "Dialogs"])).await;
        let mut events = Events::of(&app.client);
        // Off until asked for.
        app.invoke(VALUES, "makeChild", json!(["before"])).await;
        assert_eq!(up_to_now(&app, &app.client, &mut events).await, []);

        let subscription = watch(&app.client, json!({"className": "QDialog"})).await;
        app.click("nonModalButton").await;
        let id = app.path("nonModalDialog").await;
        let created = events.next().await;
        assert_eq!(created.kind, "objectCreated");
        assert_eq!(created.data["id"], id);
        assert_eq!(
            (&created.data["className"], &created.data["objectName"]),
            (&json!("QDialog"), &json!("nonModalDialog"))
        );
        assert_eq!(created.data["subscriptionId"], subscription);
        // As it was announced, whatever it is called by then.
        app.set("nonModalDialog", "objectName", json!("renamed")).await;
        app.invoke("renamed", "close", json!([])).await;
        let destroyed = events.next().await;
        assert_eq!(destroyed.kind, "objectDestroyed");
        assert_eq!(destroyed.data, json!({"id": id, "subscriptionId": subscription}));

        let ended = app.call("unsubscribeLifecycle", json!({"subscriptionId": subscription})).await;
        assert_eq!(ended, json!({"success": true}));
        app.click("nonModalButton").await;
        app.appears("nonModalDialog").await;
        assert_eq!(up_to_now(&app, &app.client, &mut events).await, []);
    }

    async fn lifecycle_events_are_filtered_by_class(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "Dialogs"])).await;
        let old = app.invoke(VALUES, "makeChild", json!(["old"])).await;
        let mut events = Events::of(&app.client);
        let everything = watch(&app.client, json!({})).await;
        let dialogs = watch(&app.client, json!({"className": ["QDialog", "QMenu"]})).await;
        let buttons = watch(&app.client, json!({"className": "QAbstractButton"})).await;
        app.click("modalButton").await;
        app.appears("dialogOkButton").await;
        let came = up_to_now(&app, &app.client, &mut events).await;
        let created = |subscription: &str| -> Vec<&str> {
            let mine = came.iter().filter(|event| event.data["subscriptionId"] == *subscription);
            let created = mine.filter(|event| event.kind == "objectCreated");
            created.map(|event| event.data["objectName"].as_str().unwrap()).collect()
        };
        assert_eq!(created(&dialogs), ["modalDialog"]);
        let (in_buttons, in_all) = (created(&buttons), created(&everything));
        assert!(in_buttons.contains(&"dialogOkButton") && in_buttons.contains(&"dialogCancelButton"), "{in_buttons:?}");
        assert!(!in_buttons.contains(&"dialogEdit") && !in_buttons.contains(&"modalDialog"), "{in_buttons:?}");
        assert!(in_all.contains(&"dialogEdit") && in_all.contains(&"modalDialog"), "{in_all:?}");

        app.click("dialogOkButton").await;
        app.call("waitFor", json!({"objectName": "modalDialog", "state": "gone"})).await;
        // One that was there before the subscription is known by the path it had.
        app.invoke(VALUES, "dropChild", json!(["old"])).await;
        let came = up_to_now(&app, &app.client, &mut events).await;
        let gone = |subscription: &str| -> Vec<&Value> {
            let mine = came.iter().filter(|event| event.data["subscriptionId"] == *subscription);
            mine.filter(|event| event.kind == "objectDestroyed").map(|event| &event.data["id"]).collect()
        };
        assert!(gone(&everything).contains(&&old), "{came:?}");
        assert_eq!(gone(&dialogs).len(), 1);
        assert!(gone(&dialogs)[0].as_str().unwrap().ends_with("QDialog#modalDialog"), "{came:?}");
        assert_eq!(gone(&buttons).len(), in_buttons.len());

        let wrong = app.client.call("subscribeLifecycle", json!({"className": 5})).await.unwrap_err();
        assert_eq!(wrong.fault_code(), Some(Code::BadArgument), "{wrong}");
    }

    async fn qml_signals_arrive_like_any_other(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let mut events = Events::of(&app.client);
        subscribe(&app.client, "nameField", json!(["accepted", "textChanged"])).await;
        subscribe(&app.client, "ageSpin", json!(["valueChanged"])).await;
        subscribe(&app.client, "canvas", json!(["drawn", "clicksChanged"])).await;
        subscribe(&app.client, "backend", json!(["counter_changed", "submitted"])).await;
        app.set("nameField", "text", json!("Ada")).await;
        assert_eq!(events.next_signal().await, ("textChanged".to_owned(), json!([])));
        app.invoke("nameField", "accepted", json!(["日本"])).await;
        assert_eq!(events.next_signal().await, ("accepted".to_owned(), json!(["日本"])));
        app.set("ageSpin", "value", json!(31)).await;
        assert_eq!(events.next_signal().await, ("valueChanged".to_owned(), json!([])));
        app.invoke("backend", "increment", json!([])).await;
        assert_eq!(events.next_signal().await, ("counter_changed".to_owned(), json!([])));
        app.click("submitButton").await;
        let (signal, args) = events.next_signal().await;
        assert_eq!(signal, "submitted");
        assert!(args[0].as_str().unwrap().contains("\"name\":\"Ada\""), "{args}");
        app.invoke("window", "openTab", json!(["Canvas"])).await;
        app.appears("canvas").await;
        app.call("click", json!({"id": "canvasArea", "position": {"x": 30, "y": 40}})).await;
        let mut came = [events.next_signal().await, events.next_signal().await];
        came.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(came[0], ("clicksChanged".to_owned(), json!([])));
        assert_eq!(came[1], ("drawn".to_owned(), json!([30.0, 40.0, "left"])));
    }

    async fn qml_items_are_announced_when_they_come_and_go(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        app.invoke("window", "openTab", json!(["Stack"])).await;
        app.appears("stackView").await;
        let mut events = Events::of(&app.client);
        watch(&app.client, json!({"className": "QQuickPane"})).await;
        app.click("pushButton").await;
        app.appears("level2").await;
        let created = events.next().await;
        assert_eq!((&*created.kind, &created.data["objectName"]), ("objectCreated", &json!("level2")), "{created:?}");
        app.click("popButton").await;
        let destroyed = events.next().await;
        assert_eq!((&*destroyed.kind, &destroyed.data["id"]), ("objectDestroyed", &created.data["id"]));
    }
}
