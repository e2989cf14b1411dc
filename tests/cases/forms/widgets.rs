//! The form of the Widgets gallery: one of every usual input.

use super::{Form, widgets};
use qtmcp_tests::{PATIENCE, Value, eventually, json, on_both};
use std::time::Instant;

/// What a person's gesture makes an input say, done through native mode's mouse and keyboard.
async fn by_hand(form: &Form, id: &str, gesture: &[(&str, Value)]) -> Vec<String> {
    form.signals_of(id, async {
        for (method, params) in gesture {
            form.call(method, params.clone()).await;
        }
    })
    .await
}

fn keys(id: &str, keys: &str, text: &str) -> [(&'static str, Value); 2] {
    [("sendKeys", json!({"id": id, "keys": keys})), ("sendKeys", json!({"text": text}))]
}

on_both! {
    async fn a_line_is_typed_as_by_hand(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.sets("nameEdit", "Adé", "", "Adé").await;
        let typed = [
            "textEdited(\"A\")", "textChanged(\"A\")", "textEdited(\"Ad\")", "textChanged(\"Ad\")",
            "textEdited(\"Adé\")", "textChanged(\"Adé\")",
        ];
        assert_eq!(signals, typed);
        form.set("nameEdit", "").await;
        assert_eq!(by_hand(&form, "nameEdit", &keys("nameEdit", "Ctrl+A", "Adé")).await, typed);
        assert_eq!(form.sets("nameEdit", 42, "Adé", "42").await.last().unwrap(), "textChanged(\"42\")");
        assert_eq!(form.sets("nameEdit", "", "42", "").await, ["textEdited(\"\")", "textChanged(\"\")"]);
        assert_eq!(form.get("nameEdit", "text").await, "");
        let answer = form.set("nameEdit", "two\nlines").await;
        assert_eq!(answer["value"], "two lines", "{answer}");
        assert_eq!(form.get("nameEdit", "focus").await, true);
    }

    async fn lines_are_typed_and_a_tab_stays_in_the_editor(qt: Qt) {
        let form = widgets(qt, "form").await;
        let text = "one\n\ttwo 日本🎉";
        for id in ["notesEdit", "codeEdit"] {
            let signals = form.sets(id, text, "", text).await;
            assert!(signals.iter().all(|signal| signal == "textChanged()"), "{signals:?}");
            assert_eq!(form.get(id, "plainText").await, text);
        }
        form.sets("notesEdit", "a\r\nb", text, "a\nb").await;
        form.sets("notesEdit", "", "a\nb", "").await;
    }

    async fn a_password_is_set_and_never_told(qt: Qt) {
        let form = widgets(qt, "form").await;
        let answer = form.set("passwordEdit", "hunter2").await;
        assert_eq!((&answer["value"], &answer["length"]), (&Value::Null, &json!(7)), "{answer}");
        assert!(!answer.to_string().contains("hunter2"), "{answer}");
        assert_eq!(form.get("passwordEdit", "text").await, "••••••••");
        form.invoke("submitButton", "click", json!([])).await;
        eventually("the password", async || form.stdout().contains("\"password\":\"hunter2\"").then_some(())).await;
    }

    async fn a_spin_box_takes_its_number(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.sets("ageSpin", 42, 30, 42).await;
        assert_eq!(signals, ["valueChanged(4)", "valueChanged(42)"]);
        form.set("ageSpin", 30).await;
        let gesture = [("sendKeys", json!({"id": "ageSpin", "keys": "Ctrl+A"})), ("sendKeys", json!({"text": "42"}))];
        assert_eq!(by_hand(&form, "ageSpin", &gesture).await, signals);
        assert_eq!(form.sets("ageSpin", "7", 42, 7).await, ["valueChanged(7)"]);
        form.sets("priceSpin", 12.25, 9.5, 12.25).await;
        assert_eq!(form.get("priceSpin", "value").await, 12.25);
        form.sets("priceSpin", 3, 12.25, 3).await;
    }

    async fn an_option_is_chosen_in_the_list(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.sets("colourCombo", "Blue", "Red", "Blue").await;
        let chosen =
            ["currentIndexChanged(2)", "currentTextChanged(\"Blue\")", "activated(2)", "textActivated(\"Blue\")"];
        assert_eq!(sorted(&signals), sorted(&chosen));
        form.set("colourCombo", "red").await;
        let gesture = [
            ("sendKeys", json!({"id": "colourCombo", "keys": "F4"})),
            ("sendKeys", json!({"keys": "Down, Down, Return"})),
        ];
        assert_eq!(by_hand(&form, "colourCombo", &gesture).await, signals);
        assert_eq!(form.sets("colourCombo", "Blue", "Blue", "Blue").await, [""; 0], "it is so already");
        form.sets("colourCombo", "gr", "Blue", "Green").await;
        let windows = form.call("tabs_context", json!({})).await;
        assert_eq!(windows["windows"].as_array().unwrap().len(), 1, "no list is left open: {windows}");
    }

    async fn an_editable_choice_is_chosen_or_typed(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.sets("cityCombo", "Tokyo", "Paris", "Tokyo").await;
        assert!(signals.contains(&"activated(1)".to_owned()), "{signals:?}");
        assert!(signals.contains(&"textActivated(\"Tokyo\")".to_owned()), "{signals:?}");
        let typed = form.signals_of("cityCombo.lineEdit", async {
            form.sets("cityCombo", "Par", "Tokyo", "Par").await;
        });
        let typed = typed.await;
        assert!(typed.iter().any(|signal| signal.starts_with("textEdited(\"P")), "{typed:?}");
        assert_eq!(form.get("cityCombo", "currentText").await, "Par");
        form.sets("cityCombo", "Bern", "Par", "Bern").await;
    }

    async fn boxes_are_switched_by_a_click(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.sets("agreeCheck", true, false, true).await;
        assert_eq!(sorted(&signals), sorted(&["toggled(true)", "stateChanged(2)", "clicked(true)"]));
        form.set("agreeCheck", false).await;
        assert_eq!(by_hand(&form, "agreeCheck", &[("click", json!({"id": "agreeCheck"}))]).await, signals);
        assert_eq!(form.sets("agreeCheck", "on", true, true).await, [""; 0]);
        for (value, before, after) in [
            (json!(true), json!("mixed"), json!(true)),
            (json!("mixed"), json!(true), json!("mixed")),
            (json!("unchecked"), json!("mixed"), json!(false)),
        ] {
            form.sets("triStateCheck", value, before, after).await;
        }
        assert_eq!(form.get("triStateCheck", "checked").await, false);
    }

    async fn a_radio_button_is_picked(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.sets("mediumRadio", true, false, true).await;
        assert_eq!(sorted(&signals), sorted(&["toggled(true)", "clicked(true)"]));
        assert_eq!(form.get("smallRadio", "checked").await, false);
        let (_, message) = form.refuses("mediumRadio", false).await;
        assert!(message.contains("another of its group"), "{message}");
        let picked = form.signals_of("sizeGroup", async { drop(form.set("largeRadio", "Large").await) }).await;
        assert_eq!(picked, ["buttonClicked(largeRadio)"]);
    }

    async fn sliders_and_dials_are_moved_as_by_their_handle(qt: Qt) {
        let form = widgets(qt, "form").await;
        for (id, before) in [("volumeSlider", 50), ("dial", 0)] {
            let signals = form.sets(id, 73, before, 73).await;
            let moved = ["sliderPressed()", "sliderMoved(73)", "valueChanged(73)", "sliderReleased()"];
            for signal in moved {
                assert!(signals.contains(&signal.to_owned()), "{id}: {signals:?}");
            }
            assert_eq!(form.get(id, "value").await, 73);
        }
        assert_eq!(form.get("progressBar", "value").await, 73, "the app saw it");
        let (_, message) = form.refuses("volumeSlider", 101).await;
        assert!(message.contains("0 to 100"), "{message}");
    }

    async fn dates_and_times_are_set(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.sets("dateEdit", "2027-12-24", "2026-01-15", "2027-12-24").await;
        assert!(signals.contains(&"dateChanged(2027-12-24)".to_owned()), "{signals:?}");
        form.sets("timeEdit", "17:45", "09:30", "17:45").await;
        form.sets("dateTimeEdit", "2027-12-24T17:45", "2026-01-15 09:30", "2027-12-24 17:45").await;
        let (_, message) = form.refuses("dateEdit", "tomorrow").await;
        assert!(message.contains("yyyy"), "it says how a date is written: {message}");
        assert_eq!(form.get("dateEdit", "date").await, "2027-12-24");
    }

    async fn a_key_combination_is_recorded(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.sets("shortcutEdit", "Ctrl+Shift+K", "", "Ctrl+Shift+K").await;
        assert!(signals.contains(&"keySequenceChanged(\"Ctrl+Shift+K\")".to_owned()), "{signals:?}");
        let saved = form.stdout().contains("ACTION saveAction");
        form.sets("shortcutEdit", "Ctrl+S", "Ctrl+Shift+K", "Ctrl+S").await;
        assert_eq!(form.stdout().contains("ACTION saveAction"), saved, "the shortcut itself is not triggered");
    }

    async fn a_long_text_is_typed_quickly(qt: Qt) {
        let form = widgets(qt, "form").await;
        let text = "All work and no play.\n".repeat(250);
        let begin = Instant::now();
        let answer = form.set("codeEdit", text.as_str()).await;
        assert_eq!(answer["value"], text, "{answer}");
        assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    }

    async fn a_tab_is_chosen(qt: Qt) {
        let form = widgets(qt, "form").await;
        let signals = form.signals_of("tabBar", async {
            let answer = form.set("tabBar", "Tree").await;
            assert_eq!((&answer["previous"], &answer["value"]), (&json!("Form"), &json!("Tree")), "{answer}");
        });
        assert_eq!(signals.await, ["currentChanged(2)"]);
        assert_eq!(form.get("tabs", "currentIndex").await, 2);
    }
}

fn sorted<T: AsRef<str>>(texts: &[T]) -> Vec<String> {
    let mut texts: Vec<String> = texts.iter().map(|text| text.as_ref().to_owned()).collect();
    texts.sort();
    texts
}
