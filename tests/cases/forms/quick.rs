//! The QML Controls: the form of the QML gallery and its page of other controls.

use super::quick;
use qtmcp_tests::{Code, Value, json, on_both};

on_both! {
    async fn text_is_typed_into_fields_and_areas(qt: Qt) {
        let form = quick(qt, "controls").await;
        let signals = form.sets("mailField", "a@b", "", "a@b").await;
        let typed = [
            "textEdited(\"a\")", "textChanged(\"a\")", "textEdited(\"a@\")", "textChanged(\"a@\")",
            "textEdited(\"a@b\")", "textChanged(\"a@b\")",
        ];
        assert_eq!(signals, typed);
        form.set("mailField", "").await;
        let by_hand = form.signals_of("mailField", async {
            form.call("sendKeys", json!({"id": "mailField", "text": "a@b"})).await;
        });
        assert_eq!(by_hand.await, typed);
        form.sets("memoArea", "one\n\ttwo", "Two\nlines", "one\n\ttwo").await;
        let answer = form.set("secretField", "hunter2").await;
        assert_eq!((&answer["value"], &answer["length"]), (&Value::Null, &json!(7)), "{answer}");
        assert_eq!(form.get("secretField", "text").await, "••••••••");
    }

    async fn fields_that_refuse_say_what_they_have(qt: Qt) {
        let form = quick(qt, "controls").await;
        let answer = form.set("numberField", "abc").await;
        assert_eq!(answer["refused"], "\"abc\"", "{answer}");
        form.set("numberField", 77).await;
        assert_eq!(form.get("numberField", "text").await, "77");
        let (code, message) = form.refuses("readOnlyField", "x").await;
        assert_eq!(code, Code::Unsupported, "{message}");
        assert!(message.contains("read-only"), "{message}");
        assert_eq!(form.refuses("disabledField", "x").await.0, Code::Disabled);
    }

    async fn numbers_are_typed_and_committed(qt: Qt) {
        let form = quick(qt, "form").await;
        let signals = form.sets("ageSpin", 42, 30, 42).await;
        assert_eq!(signals, ["valueModified(42)"]);
        assert_eq!(form.get("ageSpin", "value").await, 42);
        let (code, message) = form.refuses("ageSpin", 151).await;
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("0 to 150"), "{message}");
    }

    async fn options_are_chosen_in_the_list(qt: Qt) {
        let form = quick(qt, "form").await;
        let signals = form.sets("colourCombo", "Blue", "Red", "Blue").await;
        assert_eq!(signals, ["activated(2)"]);
        assert_eq!(form.get("colourCombo", "currentIndex").await, 2);
        let (code, message) = form.refuses("colourCombo", "Pink").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("\"Red\", \"Green\", \"Blue\""), "{message}");
        let signals = form.sets("cityCombo", "Tokyo", "Paris", "Tokyo").await;
        assert!(signals.contains(&"activated(1)".to_owned()), "{signals:?}");
        form.sets("cityCombo", "Bern", "Tokyo", "Bern").await;
        assert_eq!(form.get("cityCombo", "editText").await, "Bern");
    }

    async fn switches_boxes_and_radio_buttons_are_clicked(qt: Qt) {
        let form = quick(qt, "controls").await;
        let signals = form.sets("wifiSwitch", true, false, true).await;
        assert_eq!(signals, ["toggled(true)", "clicked()"]);
        form.set("wifiSwitch", false).await;
        let by_hand = form.signals_of("wifiSwitch", async { drop(form.click("wifiSwitch").await) });
        assert_eq!(by_hand.await, signals);
        for (value, before, after) in [
            (json!(true), json!("mixed"), json!(true)),
            (json!("mixed"), json!(true), json!("mixed")),
            (json!(false), json!("mixed"), json!(false)),
        ] {
            form.sets("triCheck", value, before, after).await;
        }
        assert_eq!(form.sets("fastRadio", true, false, true).await, ["toggled(true)"]);
        assert_eq!(form.get("slowRadio", "checked").await, false);
        assert_eq!(form.refuses("fastRadio", false).await.0, Code::BadArgument);
        form.sets("boldButton", true, false, true).await;
    }

    async fn handles_are_moved(qt: Qt) {
        let form = quick(qt, "controls").await;
        let signals = form.sets("gainSlider", 2.5, 0, 2.5).await;
        assert!(signals.ends_with(&["moved(2.5)".to_owned(), "pressedChanged(false)".to_owned()]), "{signals:?}");
        let signals = form.sets("levelDial", 7, 0, 7).await;
        assert!(signals.contains(&"moved(7)".to_owned()), "{signals:?}");
        let (code, message) = form.refuses("gainSlider", 11).await;
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("-10 to 10"), "{message}");
        let answer = form.set("hourTumbler", 5).await;
        assert_eq!(form.get("hourTumbler", "currentIndex").await, 5, "{answer}");
        let both = form.signals_of("rangeSlider", async { drop(form.set("rangeSlider", "30, 60").await) }).await;
        assert_eq!(both, ["first.moved(30)", "second.moved(60)"]);
        for (value, moved) in [(70, "second.moved(70)"), (40, "first.moved(40)")] {
            let nearer = form.signals_of("rangeSlider", async { drop(form.set("rangeSlider", value).await) }).await;
            assert_eq!(nearer, [moved]);
        }
    }

    async fn a_button_to_be_held_is_held_and_let_go(qt: Qt) {
        let form = quick(qt, "controls").await;
        for on in [true, false] {
            let signals = form.sets("holdButton", on, !on, on).await;
            assert_eq!(signals, ["pressed()".to_owned(), "released()".to_owned(), format!("clicked({on})")]);
        }
        assert_eq!(form.stdout().matches("HELD holdButton").count(), 1);
    }

    async fn secrets_are_told_to_be_there_and_no_more(qt: Qt) {
        let form = quick(qt, "custom").await;
        for dialect in ["qt", "chrome"] {
            let page = form.call("read_page", json!({"filter": "all", "dialect": dialect})).await.to_string();
            let text = form.call("get_page_text", json!({"dialect": dialect})).await.to_string();
            let found = form.call("find", json!({"query": "Pa55", "dialect": dialect})).await.to_string();
            for told in [&page, &text, &found] {
                let is_told = |secret| told.contains(secret);
                assert!(!["s3cret-", "wrapped-", "older-", "oldest-", "4711"].into_iter().any(is_told), "{told}");
            }
            if dialect == "qt" {
                // The field alone, the item around one and what is in it, and the two boxes.
                assert_eq!(page.matches("password, filled").count(), 5, "{page}");
            }
        }
        form.set("secretField", "").await;
        let page = form.call("read_page", json!({"filter": "all"})).await.to_string();
        assert_eq!(page.matches("password, filled").count(), 4, "{page}");
    }

    async fn tabs_are_chosen(qt: Qt) {
        let form = quick(qt, "pages").await;
        let answer = form.set("swipeTabs", "Sent").await;
        assert_eq!(form.get("swipeTabs", "currentIndex").await, 1, "{answer}");
        assert_eq!(form.get("swipeView", "currentIndex").await, 1);
    }

    async fn rows_are_selected_by_a_click(qt: Qt) {
        let form = quick(qt, "rows").await;
        let answer = form.set("shoppingList", "Apples").await;
        assert_eq!(answer["success"], true, "{answer}");
        assert!(form.stdout().contains("ROW 2 Apples"), "{}", form.stdout());
    }
}
