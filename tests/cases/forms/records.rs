//! Lists, trees and tables: items are selected and checked, cells edited in whatever editor they have.

use super::widgets;
use qtmcp_tests::{Code, json, on_both};

on_both! {
    async fn an_item_is_selected_by_its_text_or_row(qt: Qt) {
        let form = widgets(qt, "records").await;
        let signals = form.signals_of("recordsTable", async {
            let answer = form.set("recordsTable", "Zoe").await;
            assert_eq!(answer["value"], "Zoe", "{answer}");
        });
        let signals = signals.await;
        assert!(signals.contains(&"clicked(2,0)".to_owned()), "{signals:?}");
        assert!(signals.iter().any(|signal| signal.starts_with("selectionChanged")), "{signals:?}");
        let answer = form.set("recordsTable", 1).await;
        assert_eq!((&answer["previous"], &answer["value"]), (&json!("Zoe"), &json!("Mia")), "{answer}");
        let (code, message) = form.refuses("recordsTable", "Nobody").await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("\"Mia\""), "{message}");
    }

    async fn a_cell_is_edited_as_by_hand(qt: Qt) {
        let form = widgets(qt, "records").await;
        let cell = form.part("Cell", "Mia").await;
        let changed = form.signals_of("recordsModel", async {
            let answer = form.call("form_input", json!({"ref": cell, "value": "Mia Lu"})).await;
            assert_eq!((&answer["previous"], &answer["value"]), (&json!("Mia"), &json!("Mia Lu")), "{answer}");
            assert_eq!(answer["refused"], json!(null), "{answer}");
        });
        assert_eq!(changed.await, ["itemChanged(0,0,\"Mia Lu\")"]);
        let again = form.call("form_input", json!({"ref": cell, "value": "Mia"})).await;
        assert_eq!(again["previous"], "Mia Lu", "the ref follows its cell: {again}");
    }

    async fn a_cell_with_a_choice_or_a_number_is_edited(qt: Qt) {
        let form = widgets(qt, "records").await;
        let city = form.part("Cell", "Lima").await;
        let changed = form.signals_of("recordsModel", async {
            let answer = form.call("form_input", json!({"ref": city, "value": "Tokyo"})).await;
            assert_eq!((&answer["previous"], &answer["value"]), (&json!("Lima"), &json!("Tokyo")), "{answer}");
        });
        assert_eq!(changed.await, ["itemChanged(2,1,\"Tokyo\")"]);
        let age = form.part("Cell", "27").await;
        let answer = form.call("form_input", json!({"ref": age, "value": 28})).await;
        assert_eq!(answer["value"], "28", "{answer}");
        let (code, message, _) = form.fault("form_input", json!({"ref": city, "value": "Atlantis"})).await;
        assert_eq!(code, Code::NotFound, "{message}");
        assert!(message.contains("Available options"), "{message}");
        let answer = form.call("form_input", json!({"ref": age, "value": 29})).await;
        assert_eq!(answer["value"], "29", "no editor is left open: {answer}");
    }

    async fn items_are_checked_at_their_box(qt: Qt) {
        let form = widgets(qt, "records").await;
        let row = form.part("Row", "Mia").await;
        let changed = form.signals_of("recordsModel", async {
            let answer = form.call("form_input", json!({"ref": row, "value": false})).await;
            assert_eq!((&answer["previous"], &answer["value"]), (&json!(true), &json!(false)), "{answer}");
        });
        assert_eq!(changed.await, ["itemChanged(0,2,\"\",unchecked)"]);
    }

    async fn an_item_of_a_list_is_checked_and_selected(qt: Qt) {
        let form = widgets(qt, "records").await;
        let list = form.number("recordsList").await;
        let page = form.call("read_page", json!({"ref_id": list})).await;
        let refs = page["refs"].as_object().unwrap();
        let (number, about) = refs.iter().find(|(_, about)| about["class"] == "Item").unwrap();
        let changed = form.signals_of("recordsList", async {
            let answer = form.call("form_input", json!({"ref": number, "value": true})).await;
            assert_eq!(answer["value"], true, "{answer}");
        });
        let changed = changed.await;
        let is_checked = |signal: &String| signal.starts_with("itemChanged(") && signal.ends_with(",checked)");
        assert!(changed.iter().any(is_checked), "{changed:?}");
        let answer = form.call("form_input", json!({"ref": number, "value": "selected"})).await;
        assert_eq!(answer["value"], about["name"], "{answer}");
    }

    async fn an_item_of_a_tree_is_found_along_its_path_checked_and_edited(qt: Qt) {
        let form = widgets(qt, "records").await;
        let group = form.part("Cell", "Group 3").await;
        let answer = form.set("recordsTree", "Group 2 > Team 2.1 > Person 2.1.3").await;
        assert_eq!(answer["value"], "Person 2.1.3", "{answer}");
        let person = form.part("Cell", "Person 2.1.3").await;
        let changed = form.signals_of("recordsTree", async {
            let answer = form.call("form_input", json!({"ref": person, "value": true})).await;
            assert_eq!((&answer["previous"], &answer["value"]), (&json!(false), &json!(true)), "{answer}");
        });
        let changed = changed.await;
        assert!(changed.contains(&"itemChanged(\"Person 2.1.3\",checked,0)".to_owned()), "{changed:?}");
        let answer = form.call("form_input", json!({"ref": person, "value": "Ada"})).await;
        assert_eq!((&answer["previous"], &answer["value"]), (&json!("Person 2.1.3"), &json!("Ada")), "{answer}");
        let (code, message, _) = form.fault("form_input", json!({"ref": group, "value": true})).await;
        assert_eq!(code, Code::Disabled, "{message}");
    }

    async fn an_item_of_a_list_is_edited(qt: Qt) {
        let form = widgets(qt, "records").await;
        let task = form.part("Item", "Task 2").await;
        let answer = form.call("form_input", json!({"ref": task, "value": "Buy milk"})).await;
        assert_eq!((&answer["previous"], &answer["value"]), (&json!("Task 2"), &json!("Buy milk")), "{answer}");
        let focus = form.call("read_page", json!({"filter": "interactive"})).await;
        assert!(!focus["tree"].as_str().unwrap().contains("QExpandingLineEdit"), "no editor is left open");
    }
}
