//! What is not set, and what is said then.

use super::widgets;
use qtmcp_tests::{Code, json, on_both};

on_both! {
    async fn a_wrong_option_lists_the_options_and_leaves_the_list_closed(qt: Qt) {
        let form = widgets(qt, "form").await;
        let (code, message) = form.refuses("colourCombo", "Pink").await;
        assert_eq!(code, Code::NotFound);
        assert_eq!(message, r#"Option "Pink" not found. Available options: "Red", "Green", "Blue"."#);
        assert_eq!(form.get("colourCombo", "currentText").await, "Red");
        let windows = form.call("tabs_context", json!({})).await;
        assert_eq!(windows["windows"].as_array().unwrap().len(), 1, "{windows}");
    }

    async fn a_list_to_choose_from_but_not_to_type_in_says_what_it_has(qt: Qt) {
        let form = widgets(qt, "fields").await;
        let (code, message) = form.refuses("readOnlyCombo", "x").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("\"Small\", \"Medium\", \"Large\""), "{message}");
        form.sets("readOnlyCombo", "Large", "Small", "Large").await;
    }

    async fn read_only_disabled_and_hidden_say_so(qt: Qt) {
        let form = widgets(qt, "fields").await;
        for id in ["readOnlyEdit", "readOnlyText"] {
            let (code, message) = form.refuses(id, "x").await;
            assert_eq!(code, Code::Unsupported, "{id}: {message}");
            assert!(message.contains("read-only"), "{id}: {message}");
        }
        for id in ["disabledEdit", "disabledCombo"] {
            let (code, message) = form.refuses(id, "Large").await;
            assert_eq!(code, Code::Disabled, "{id}: {message}");
        }
        form.set("placeholderEdit", "x").await;
        let number = form.number("placeholderEdit").await;
        form.app.set("placeholderEdit", "visible", json!(false)).await;
        let (code, message, _) = form.fault("form_input", json!({"ref": number, "value": "y"})).await;
        assert_eq!(code, Code::NotVisible, "{message}");
    }

    async fn numbers_out_of_range_name_the_range(qt: Qt) {
        let form = widgets(qt, "form").await;
        for value in [json!(500), json!("-1")] {
            let (code, message) = form.refuses("ageSpin", value).await;
            assert_eq!(code, Code::BadArgument);
            assert!(message.contains("0 to 150"), "{message}");
        }
        assert_eq!(form.get("ageSpin", "value").await, 30);
    }

    async fn values_of_the_wrong_kind_say_what_fits(qt: Qt) {
        let form = widgets(qt, "form").await;
        assert_eq!(form.refuses("nameEdit", true).await.0, Code::BadArgument);
        assert_eq!(form.refuses("agreeCheck", "perhaps").await.0, Code::BadArgument);
        assert_eq!(form.refuses("volumeSlider", "loud").await.0, Code::BadArgument);
        assert_eq!(form.refuses("submitButton", "x").await.0, Code::Unsupported);
        let check = form.number("agreeCheck").await;
        let chrome = json!({"ref": check, "value": "perhaps", "dialect": "chrome"});
        assert_eq!(form.fault("form_input", chrome).await.1, "Checkbox requires a boolean value (true/false)");
        let label = form.number("resultLabel").await;
        let chrome = json!({"ref": label, "value": "x", "dialect": "chrome"});
        assert_eq!(form.fault("form_input", chrome).await.1, "Element type \"QLabel\" is not a supported form input");
    }

    async fn a_dialog_in_front_is_named(qt: Qt) {
        let form = widgets(qt, "form").await;
        let name = form.number("nameEdit").await;
        form.call("sendKeys", json!({"keys": "F1"})).await;
        form.appears("aboutBox").await;
        let (code, message, _) = form.fault("form_input", json!({"ref": name, "value": "x"})).await;
        assert_eq!(code, Code::BlockedByDialog, "{message}");
        assert_eq!(form.get("nameEdit", "text").await, "");
    }
}
