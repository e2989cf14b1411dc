//! Fields that have an opinion of their own: completers, validators, masks; and the inputs of the other pages.

use super::widgets;
use qtmcp_tests::{Value, eventually, json, on_both};

on_both! {
    async fn a_completer_offers_and_is_not_left_open(qt: Qt) {
        let form = widgets(qt, "fields").await;
        let signals = form.sets("countryEdit", "G", "", "G").await;
        assert_eq!(signals, ["textEdited(\"G\")", "textChanged(\"G\")"]);
        let windows = form.call("tabs_context", json!({})).await;
        assert_eq!(windows["windows"].as_array().unwrap().len(), 1, "{windows}");
        form.sets("countryEdit", "Greece", "G", "Greece").await;
        form.sets("shortEdit", "abc", "", "abc").await;
    }

    async fn a_validator_and_a_mask_have_their_say(qt: Qt) {
        let form = widgets(qt, "fields").await;
        let answer = form.set("numberEdit", "abc").await;
        assert_eq!(answer["refused"], "\"abc\"", "{answer}");
        assert_eq!(answer["value"], form.get("numberEdit", "text").await, "{answer}");
        form.sets("numberEdit", 77, answer["value"].clone(), "77").await;
        let answer = form.set("phoneEdit", "5551234").await;
        assert_eq!(form.get("phoneEdit", "text").await, "555-1234", "{answer}");
        let answer = form.set("shortEdit", "abcdefgh").await;
        assert_eq!((&answer["value"], &answer["refused"]), (&json!("abcde"), &json!("\"abcdefgh\"")), "{answer}");
        assert!(answer["text"].as_str().unwrap().contains("it has \"abcde\" now"), "{answer}");
    }

    async fn other_choices_and_numbers_are_set(qt: Qt) {
        let form = widgets(qt, "fields").await;
        form.sets("plainCombo", "Large", form.get("plainCombo", "currentText").await, "Large").await;
        form.sets("digitsSpin", 5, form.get("digitsSpin", "value").await, 5).await;
        form.sets("scrollBar", 20, form.get("scrollBar", "value").await, 20).await;
    }

    async fn buttons_and_groups_that_can_be_checked_are(qt: Qt) {
        let form = widgets(qt, "buttons").await;
        form.sets("boldButton", true, false, true).await;
        assert!(form.stdout().contains("BOLD on"));
        let signals = form.sets("advancedGroup", true, false, true).await;
        assert_eq!(signals.len(), 2, "{signals:?}");
        assert!(form.stdout().contains("GROUP on"));
        form.sets("verboseCheck", true, false, true).await;
    }

    async fn pages_of_stacks_and_tool_boxes_are_chosen(qt: Qt) {
        let form = widgets(qt, "containers").await;
        let answer = form.set("stack", "Account").await;
        assert_eq!(form.get("stack", "currentIndex").await, 1, "{answer}");
        let answer = form.set("toolBox", "Colours").await;
        assert_eq!(form.get("toolBox", "currentIndex").await, 1, "{answer}");
        let answer = form.set("innerTabBar", "Beta").await;
        assert_eq!((&answer["previous"], &answer["value"]), (&json!("Alpha"), &json!("Beta")), "{answer}");
        form.sets("areaCheck30", true, false, true).await;
        assert!(form.stdout().contains("CHECK areaCheck30 on"), "it is brought into view first");
    }

    async fn widgets_in_a_scene_are_set(qt: Qt) {
        let form = widgets(qt, "graphics").await;
        let edit = form.part("QLineEdit", "Type in the scene").await;
        let answer = form.call("form_input", json!({"ref": edit, "value": "in a scene"})).await;
        assert_eq!(answer["value"], "in a scene", "{answer}");
        assert!(form.stdout().contains("PROXY in a scene"));
    }

    async fn a_choice_in_a_scene_is_made(qt: Qt) {
        let form = widgets(qt, "graphics").await;
        let combo = form.part("QComboBox", "proxyCombo").await;
        let answer = form.call("form_input", json!({"ref": combo, "value": "Two"})).await;
        assert_eq!((&answer["previous"], &answer["value"]), (&json!("One"), &json!("Two")), "{answer}");
    }

    async fn a_calendar_takes_a_date(qt: Qt) {
        let form = widgets(qt, "fields").await;
        let signals = form.sets("calendar", "2026-03-09", "2026-01-15", "2026-03-09").await;
        assert!(signals.contains(&"selectionChanged()".to_owned()), "{signals:?}");
        assert_eq!(form.get("calendar", "selectedDate").await, "2026-03-09");
    }

    async fn a_colour_is_set_in_its_dialog(qt: Qt) {
        let form = widgets(qt, "fields").await;
        form.click("colourButton").await;
        form.appears("colourDialog").await;
        let page = form.call("read_page", json!({})).await;
        let refs = page["refs"].as_object().unwrap();
        let is_red = |about: &Value| about["name"].as_str().is_some_and(|name| name.starts_with("Red"));
        let (red, _) = refs.iter().rfind(|(_, about)| is_red(about)).unwrap();
        let answer = form.call("form_input", json!({"ref": red, "value": 17})).await;
        assert_eq!(answer["value"], 17, "{answer}");
        let html = refs.iter().find(|(_, about)| about["class"] == "QLineEdit").unwrap().0;
        let answer = form.call("form_input", json!({"ref": html, "value": "#123456"})).await;
        assert_eq!(answer["value"], "#123456", "{answer}");
        form.call("sendKeys", json!({"keys": "Return"})).await;
        eventually("the colour", async || form.stdout().contains("COLOUR #123456").then_some(())).await;
    }

    async fn a_completer_in_a_dialog_closes_and_the_dialog_does_not(qt: Qt) {
        let form = widgets(qt, "form").await;
        form.show_page("dialogsPage").await;
        form.click("fileDialogButton").await;
        form.appears("fileDialog").await;
        let number = form.number("fileNameEdit").await;
        let answer = form.call("form_input", json!({"ref": number, "value": "/et"})).await;
        assert_eq!(answer["value"], "/et", "{answer}");
        let windows = form.call("tabs_context", json!({})).await;
        let has = |kind: &str| windows["windows"].as_array().unwrap().iter().any(|window| window["kind"] == kind);
        assert!(has("dialog") && !has("popup"), "{windows}");
    }
}
