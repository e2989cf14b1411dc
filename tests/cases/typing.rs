//! `sendKeys` on widgets: text in any script, keys and sequences, each arriving as if a person had typed it.

use qtmcp_tests::{Code, Events, Qt, TestApp, Value, eventually, gallery, json, launch, on_both, qml_gallery};

async fn form(qt: Qt) -> TestApp {
    // Passwords are typed too, and looked at.
    let app = launch(gallery(qt).env("QTMCP_REVEAL", "1")).await;
    app.appears("formPage").await;
    app
}

async fn write(app: &TestApp, id: &str, text: &str) {
    let answer = app.call("sendKeys", json!({"id": id, "text": text})).await;
    assert_eq!(answer["success"], true, "{answer}");
}

async fn press(app: &TestApp, id: &str, keys: &str) {
    app.call("sendKeys", json!({"id": id, "keys": keys})).await;
}

async fn has_focus(app: &TestApp, id: &str) -> bool {
    app.get(id, "focus").await == true
}

on_both! {
    async fn text_of_any_script_arrives_as_it_is(qt: Qt) {
        let app = form(qt).await;
        let texts = [
            "Hello World",
            "é 日本語 € 🎉",
            "👩‍👩‍👧‍👦 🇨🇭 👍🏽 ❤️",
            "e\u{301}o\u{308}",
            "שלום مرحبا",
            "Ελληνικά Ünïcödé ß ẞ ı İ",
            "ABC xyz 0189",
            r##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##,
            "Ctrl+A, Del",
            "𝔘𠮷",
        ];
        for text in texts {
            for (id, property) in [("nameEdit", "text"), ("codeEdit", "plainText")] {
                app.set(id, property, json!("")).await;
                write(&app, id, text).await;
                assert_eq!(app.get(id, property).await, text, "in {id}");
            }
        }
        write(&app, "passwordEdit", "pässwörd🔑").await;
        assert_eq!(app.get("passwordEdit", "text").await, "pässwörd🔑");
    }

    async fn the_app_sees_every_character_on_its_own(qt: Qt) {
        let app = form(qt).await;
        let mut events = Events::of(&app.client);
        app.call("subscribeSignals", json!({"id": "nameEdit", "signals": ["textEdited", "returnPressed"]})).await;
        write(&app, "nameEdit", "aÉ🎉\n").await;
        for expected in ["a", "aÉ", "aÉ🎉"] {
            assert_eq!(events.next_signal().await, ("textEdited".to_owned(), json!([expected])));
        }
        assert_eq!(events.next_signal().await, ("returnPressed".to_owned(), json!([])));
    }

    async fn keys_come_with_their_names_text_and_modifiers(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "input lab"])).await;
        let typed = async |send: Value| {
            app.call("invokeMethod", json!({"id": "inputLab", "method": "clearLog"})).await;
            app.call("sendKeys", send).await;
            let log = app.get("inputLab", "eventLog").await;
            let lines = log.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned());
            lines.filter(|line| line.starts_with("key") || line.starts_with("input")).collect::<Vec<_>>()
        };
        press(&app, "inputLab", "Shift").await;
        assert!(has_focus(&app, "inputLab").await);
        assert_eq!(
            typed(json!({"text": "aB"})).await,
            [
                "key press A text \"a\"",
                "key release A text \"a\"",
                "key press B text \"B\" Shift",
                "key release B text \"B\" Shift",
            ]
        );
        let chord = typed(json!({"keys": "ctrl+shift+x"})).await;
        let press_and_release = ["key press X text \"\" Ctrl+Shift", "key release X text \"\" Ctrl+Shift"];
        assert_eq!(chord.len(), 6, "{chord:?}");
        assert_eq!(chord[2..4], press_and_release, "{chord:?}");
        assert!(chord[0].starts_with("key press") && chord[5].starts_with("key release"), "{chord:?}");
        for (keys, name) in
            [("F5", "F5"), ("Page_Down", "PgDown"), ("Esc", "Esc"), ("BackSpace", "Backspace"), ("plus", "+")]
        {
            let log = typed(json!({"keys": keys})).await;
            assert!(log[0].starts_with(&format!("key press {name} text")), "{keys}: {log:?}");
            assert!(log[1].starts_with(&format!("key release {name} text")), "{keys}: {log:?}");
        }
        typed(json!({"text": "é日🎉\t"})).await;
        assert_eq!(app.get("inputLab", "typed").await, "é日🎉\t");
    }

    async fn line_ends_and_tabs_do_what_their_keys_do(qt: Qt) {
        let app = form(qt).await;
        write(&app, "codeEdit", "if a:\n\treturn é\r\nend").await;
        assert_eq!(app.get("codeEdit", "plainText").await, "if a:\n\treturn é\nend");
        assert!(has_focus(&app, "codeEdit").await);
        write(&app, "notesEdit", "one\ntwo\tthree").await;
        assert_eq!(app.get("notesEdit", "plainText").await, "one\ntwo");
        assert!(has_focus(&app, "codeEdit").await, "this editor lets Tab move on");
        write(&app, "nameEdit", "Ada\tsecret").await;
        assert_eq!(app.get("nameEdit", "text").await, "Ada");
        assert_eq!(app.get("passwordEdit", "text").await, "secret");
        press(&app, "passwordEdit", "Shift+Tab").await;
        assert!(has_focus(&app, "nameEdit").await);
    }

    async fn sequences_edit_select_and_copy(qt: Qt) {
        let app = form(qt).await;
        write(&app, "nameEdit", "one two").await;
        press(&app, "nameEdit", "Home, Shift+Right, Shift+Right").await;
        assert_eq!(app.get("nameEdit", "selectedText").await, "on");
        press(&app, "nameEdit", "End, Ctrl+Shift+Left").await;
        assert_eq!(app.get("nameEdit", "selectedText").await, "two");
        press(&app, "nameEdit", "ctrl+c Backspace").await;
        assert_eq!(app.get("nameEdit", "text").await, "one ");
        press(&app, "cityCombo", "Ctrl+A ctrl+v").await;
        assert_eq!(app.get("cityCombo", "currentText").await, "two");
        press(&app, "nameEdit", "Ctrl+Z").await;
        assert_eq!(app.get("nameEdit", "text").await, "one two");
        app.call("sendKeys", json!({"id": "nameEdit", "text": " and more", "keys": "Ctrl+A, Del"})).await;
        assert_eq!(app.get("nameEdit", "text").await, "");
    }

    async fn shortcuts_and_mnemonics_reach_the_window(qt: Qt) {
        let app = form(qt).await;
        press(&app, "nameEdit", "Ctrl+S").await;
        assert_eq!(app.stdout().matches("ACTION saveAction\n").count(), 1);
        press(&app, "mainWindow", "Ctrl+,").await;
        assert!(app.stdout().contains("ACTION preferencesAction\n"));
        assert_eq!(app.get("nameEdit", "text").await, "");

        app.call("sendKeys", json!({"keys": "F1"})).await;
        app.appears("aboutBox").await;
        app.call("sendKeys", json!({"keys": "Escape"})).await;
        app.call("waitFor", json!({"id": "aboutBox", "state": "gone"})).await;

        app.call("sendKeys", json!({"keys": "Alt+F"})).await;
        app.appears("fileMenu").await;
        app.call("sendKeys", json!({"keys": "s"})).await;
        app.call("waitFor", json!({"id": "fileMenu", "state": "hidden"})).await;
        assert_eq!(app.stdout().matches("ACTION saveAction\n").count(), 2);

        app.call("sendKeys", json!({"keys": "Alt+N"})).await;
        assert!(has_focus(&app, "nameEdit").await, "the label's mnemonic leads to its buddy");
        app.call("sendKeys", json!({"keys": "Alt+S"})).await;
        eventually("a click by mnemonic", async || app.stdout().contains("SUBMIT ").then_some(())).await;
    }

    async fn other_inputs_take_keys_too(qt: Qt) {
        let app = form(qt).await;
        app.call("sendKeys", json!({"id": "ageSpin", "keys": "Ctrl+A"})).await;
        app.call("sendKeys", json!({"text": "4x5"})).await;
        press(&app, "ageSpin", "Return").await;
        assert_eq!(app.get("ageSpin", "value").await, 45, "letters are refused");
        press(&app, "ageSpin", "Up Up Down").await;
        assert_eq!(app.get("ageSpin", "value").await, 46);
        press(&app, "agreeCheck", "Space").await;
        assert_eq!(app.get("agreeCheck", "checked").await, true);
        press(&app, "volumeSlider", "Page_Up, Right").await;
        assert_eq!(app.get("volumeSlider", "value").await, 61);
        write(&app, "colourCombo", "g").await;
        assert_eq!(app.get("colourCombo", "currentText").await, "Green");
        press(&app, "cityCombo", "Ctrl+A").await;
        write(&app, "cityCombo", "Genève").await;
        assert_eq!(app.get("cityCombo", "currentText").await, "Genève");
        press(&app, "dateEdit", "Home Up").await;
        assert_eq!(app.get("dateEdit", "date").await, "2027-01-15");
        app.call("sendKeys", json!({"id": "shortcutEdit", "keys": "Ctrl+Shift+K"})).await;
        app.becomes("shortcutEdit", "keySequence", json!("Ctrl+Shift+K")).await;
        app.set("nameEdit", "inputMask", json!("99-99")).await;
        press(&app, "nameEdit", "Home").await;
        write(&app, "nameEdit", "1a2b34").await;
        assert_eq!(app.get("nameEdit", "text").await, "12-34");
    }

    async fn what_cannot_be_typed_into_is_refused_or_unchanged(qt: Qt) {
        let app = form(qt).await;
        let fault = async |send: Value| app.fault("sendKeys", send).await;
        let (code, message, _) = fault(json!({"id": "nameEdit", "text": "x", "keys": "Ctrl+Retrun"})).await;
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("Retrun") && message.contains("Return"), "{message}");
        assert_eq!(fault(json!({"id": "nameEdit"})).await.0, Code::BadArgument);
        assert_eq!(fault(json!({"id": "nameEdit", "keys": ""})).await.0, Code::BadArgument);
        assert_eq!(fault(json!({"id": "disabledButton", "keys": "Space"})).await.0, Code::Disabled);
        assert_eq!(fault(json!({"id": "hiddenButton", "text": "x"})).await.0, Code::NotVisible);
        assert_eq!(fault(json!({"id": "inputLab", "text": "x"})).await.0, Code::NotVisible);
        assert_eq!(fault(json!({"id": "nameLabel", "text": "x"})).await.0, Code::Unsupported);
        assert_eq!(fault(json!({"id": "bigModel", "text": "x"})).await.0, Code::Unsupported);
        assert_eq!(fault(json!({"id": "nameEdti", "text": "x"})).await.0, Code::NotFound);
        assert_eq!(app.get("nameEdit", "text").await, "");
        app.set("nameEdit", "readOnly", json!(true)).await;
        app.set("codeEdit", "readOnly", json!(true)).await;
        write(&app, "nameEdit", "no 🎉").await;
        write(&app, "codeEdit", "no 🎉").await;
        assert_eq!((app.get("nameEdit", "text").await, app.get("codeEdit", "plainText").await), (json!(""), json!("")));
    }

    async fn without_an_id_the_keys_go_where_the_focus_is(qt: Qt) {
        let app = form(qt).await;
        app.click("passwordEdit").await;
        app.call("sendKeys", json!({"text": "there"})).await;
        assert_eq!(app.get("passwordEdit", "text").await, "there");
        app.show_page("dialogsPage").await;
        app.click("nonModalButton").await;
        app.becomes("nonModalDialog", "isActiveWindow", json!(true)).await;
        app.show_page("formPage").await;
        write(&app, "nameEdit", "here").await;
        assert_eq!(app.get("nameEdit", "text").await, "here");
        app.becomes("mainWindow", "isActiveWindow", json!(true)).await;
        press(&app, "nonModalDialog", "Escape").await;
        app.call("waitFor", json!({"id": "nonModalDialog", "state": "gone"})).await;
    }

    async fn two_thousand_characters_go_in_at_once(qt: Qt) {
        let app = form(qt).await;
        let text: String = "The quick brown fox; ÄÖÜ 狐 🦊.".chars().cycle().take(2000).collect();
        for (id, property) in [("notesEdit", "plainText"), ("nameEdit", "text")] {
            write(&app, id, &text).await;
            assert_eq!(app.get(id, property).await, text, "in {id}");
        }
    }

    async fn an_app_that_stops_in_the_middle_is_told_how_far_the_keys_came(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "threads"]).env("QTMCP_TIMEOUT_MS", "400")).await;
        app.appears("busyButton").await;
        let (code, message, _) = app.fault("sendKeys", json!({"id": "busyButton", "keys": "Space Tab"})).await;
        assert_eq!(code, Code::Timeout, "{message}");
        assert!(message.contains("1 of 4 events"), "{message}");
        eventually("the end of the work", async || app.stdout().contains("BUSY end").then_some(())).await;
    }

    async fn the_editors_of_tables_take_text(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "table"])).await;
        let cell = async |id: &str, row: usize, column: usize| {
            let page = app.call("getModelData", json!({"id": id, "offset": row, "limit": 1})).await;
            page["rows"][0][column].clone()
        };
        app.call("click", json!({"id": "smallTable", "position": {"x": 60, "y": 40}, "count": 2})).await;
        let editor = app.call("waitFor", json!({"className": "QExpandingLineEdit", "state": "visible"})).await;
        app.call("sendKeys", json!({"id": editor["id"], "keys": "Ctrl+A"})).await;
        app.call("sendKeys", json!({"text": "Zoë 🎉\n"})).await;
        assert_eq!(cell("smallTable", 0, 0).await, "Zoë 🎉");

        app.call("sendKeys", json!({"id": "bigTable", "keys": "Ctrl+End, Left, Left, F2"})).await;
        app.call("sendKeys", json!({"keys": "Ctrl+A"})).await;
        app.call("sendKeys", json!({"text": "the last one\n"})).await;
        assert_eq!(cell("bigTable", 999_999, 1).await, "the last one");
        assert_eq!(cell("bigTable", 999_998, 1).await, "Item 999998");
    }

    async fn qml_fields_take_text_and_keys(qt: Qt) {
        let app = launch(qml_gallery(qt).env("QTMCP_REVEAL", "1")).await;
        app.appears("formPage").await;
        for text in ["é 日本語 € 🎉", "👩‍👩‍👧‍👦 ❤️ e\u{301}", r##"Aa!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##]
        {
            for id in ["nameEdit", "passwordEdit", "notesEdit"] {
                app.set(id, "text", json!("")).await;
                write(&app, id, text).await;
                assert_eq!(app.get(id, "text").await, text, "in {id}");
            }
        }
        press(&app, "nameEdit", "Ctrl+A, Del").await;
        write(&app, "nameEdit", "Ada\tsecret").await;
        assert_eq!(app.get("nameEdit", "text").await, "Ada");
        assert_eq!(app.get("passwordEdit", "activeFocus").await, true, "Tab moves on");
        press(&app, "notesEdit", "Ctrl+A, Del").await;
        write(&app, "notesEdit", "one\n\ttwo").await;
        assert_eq!(app.get("notesEdit", "text").await, "one\n\ttwo");
        press(&app, "nameEdit", "Home, Shift+Right, Shift+Right").await;
        assert_eq!(app.get("nameEdit", "selectedText").await, "Ad");
        press(&app, "nameEdit", "ctrl+c").await;
        press(&app, "cityCombo", "Ctrl+A ctrl+v").await;
        assert_eq!(app.get("cityCombo", "editText").await, "Ad");
        press(&app, "ageSpin", "Ctrl+A").await;
        app.call("sendKeys", json!({"text": "4x5\n"})).await;
        app.becomes("ageSpin", "value", json!(45)).await;
        press(&app, "agreeCheck", "Space").await;
        assert_eq!(app.get("agreeCheck", "checked").await, true);
        press(&app, "colourCombo", "Down Down").await;
        assert_eq!(app.get("colourCombo", "currentText").await, "Blue");
        app.call("sendKeys", json!({"keys": "Ctrl+S"})).await;
        assert!(app.stdout().contains("ACTION saveAction\n"));
        app.set("nameEdit", "readOnly", json!(true)).await;
        write(&app, "nameEdit", "no 🎉").await;
        assert_eq!(app.get("nameEdit", "text").await, "Ada");
        assert_eq!(app.fault("sendKeys", json!({"id": "disabledButton", "keys": "Space"})).await.0, Code::Disabled);
        assert_eq!(app.fault("sendKeys", json!({"id": "hiddenButton", "keys": "Space"})).await.0, Code::NotVisible);
    }

    async fn a_qml_field_tells_of_every_character(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        app.appears("formPage").await;
        let mut events = Events::of(&app.client);
        app.call("subscribeSignals", json!({"id": "nameEdit", "signals": ["textEdited", "accepted"]})).await;
        write(&app, "nameEdit", "aÉ🎉\n").await;
        for expected in ["textEdited", "textEdited", "textEdited", "accepted"] {
            assert_eq!(events.next_signal().await.0, expected);
        }
        let text: String = "狐 and a fox. ".chars().cycle().take(2000).collect();
        write(&app, "notesEdit", &text).await;
        assert_eq!(app.get("notesEdit", "text").await, text);
    }
}
