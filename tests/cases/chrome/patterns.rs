//! The specification's usage patterns 3 to 6, call for call.

use qtmcp_tests::{Code, Page, Picture, json, on_both, text};

/// The picture in the shape the specification has for it.
fn picture(answer: &qtmcp_tests::Value) -> Picture {
    let shot = &answer["screenshot"];
    assert_eq!((&shot["type"], &shot["media_type"]), (&json!("base64"), &json!("image/png")));
    Picture::of(&json!({"data": shot["data"], "width": answer["width"], "height": answer["height"]}))
}

on_both! {
    async fn pattern_3_the_tree_is_read_and_the_form_filled_by_reference(qt: Qt) {
        let page = Page::pattern(qt).await;
        let read = page.call("read_page", json!({})).await;
        let tree = read["tree"].as_str().unwrap();
        let number = |line: &str| {
            let found = tree.lines().find(|shown| shown.contains(line)).unwrap_or_else(|| panic!("no {line} in:\n{tree}"));
            let digits = found.split_once('[').unwrap().1.split_once(']').unwrap().0;
            digits.parse::<u64>().unwrap()
        };
        assert!(tree.starts_with("[1] QMainWindow \"My App\" (640x480)\n"), "{tree}");
        let (name, email) = (number("QLineEdit \"nameInput\" (editable"), number("QLineEdit \"emailInput\" (editable"));
        let submit = number("QPushButton \"Submit\" (clickable");
        assert_eq!(page.call("form_input", json!({"ref": name, "value": "John Doe"})).await["success"], true);
        assert_eq!(page.call("form_input", json!({"ref": email, "value": "john@example.com"})).await["success"], true);
        assert_eq!(page.call("click", json!({"ref": submit})).await["success"], true);
        page.said("SUBMIT John Doe|john@example.com").await;
    }

    async fn pattern_4_the_submit_button_is_found_by_words_and_clicked(qt: Qt) {
        let page = Page::pattern(qt).await;
        let found = page.call("find", json!({"query": "submit button"})).await;
        let best = &found["matches"][0];
        assert_eq!((&best["class"], &best["text"]), (&json!("QPushButton"), &json!("Submit")), "{found}");
        assert!(best["confidence"].as_f64().unwrap() >= 0.95, "{found}");
        page.call("click", json!({"ref": best["ref"]})).await;
        page.said("SUBMIT |").await;
    }

    async fn pattern_5_the_tree_is_verified_by_pictures(qt: Qt) {
        let page = Page::pattern(qt).await;
        let (name, submit) = (page.number("QLineEdit", "nameInput").await, page.number("QPushButton", "Submit").await);
        let before = page.call("computer", json!({"action": "screenshot"})).await;
        assert!(picture(&before).colours() > 10);
        page.call("form_input", json!({"ref": name, "value": "John Doe"})).await;
        page.call("click", json!({"ref": submit})).await;
        let after = page.call("computer", json!({"action": "screenshot"})).await;
        assert_eq!((&before["width"], &before["height"]), (&after["width"], &after["height"]));
        assert_ne!(before["screenshot"]["data"], after["screenshot"]["data"], "the name is to be seen");
        page.said("SUBMIT John Doe|").await;
    }

    async fn pattern_6_a_painted_widget_is_clicked_by_coordinate(qt: Qt) {
        let page = Page::pattern(qt).await;
        let canvas = page.number("CustomCanvas", "canvas").await;
        let (code, message, next) = page.fault("click", json!({"ref": canvas})).await;
        assert_eq!(code, Code::Unsupported);
        assert!(message.starts_with("Element not interactable: "), "{message}");
        assert!(message.contains("use computer with coordinate (400, 300)"), "{message}");
        assert!(next.contains("`computer`"), "{next}");
        picture(&page.call("computer", json!({"action": "screenshot"})).await);
        let clicked = page.call("computer", json!({"action": "left_click", "coordinate": [400, 300]})).await;
        assert!(text(&clicked).starts_with(&format!("Clicked at (400, 300) on [{canvas}] CustomCanvas")), "{clicked}");
        page.said("CANVAS 70 29").await;
    }
}
