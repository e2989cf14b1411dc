//! Texts of the app that try to look like lines of ours, or hold what nobody should read.

use qtmcp_tests::{OnScreen, Page, first_line, gallery, json, on_both, text};
use std::collections::BTreeSet;

/// What cannot be seen and turns what can.
fn is_unseen(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
        || (character.is_control() && character != '\n')
}

on_both! {
    async fn no_text_of_the_app_forges_an_element_or_hides_one(qt: Qt) {
        let page = Page::more(qt, "hostile").await;
        for dialect in ["qt", "chrome"] {
            let read = page.call("read_page", json!({"dialect": dialect})).await;
            let tree = read["tree"].as_str().unwrap();
            assert!(!tree.contains("s3cret"), "{tree}");
            assert!(!tree.chars().any(is_unseen), "{dialect}");
            assert!(tree.len() < 50_000, "{} bytes", tree.len());
            // Every ref that stands outside quotes is one that was given, once in the tree.
            let given: BTreeSet<String> = read["refs"].as_object().unwrap().keys().cloned().collect();
            let (open, close) = if dialect == "qt" { ("[", "]") } else { ("[ref_", "]") };
            let part = tree.split("\nInteractive elements:").next().unwrap();
            let mut named = BTreeSet::new();
            for line in part.lines() {
                for piece in outside_quotes(line).split(open).skip(1) {
                    let number = piece.split(close).next().unwrap().to_owned();
                    if number.chars().all(|c| c.is_ascii_digit()) {
                        assert!(given.contains(&number), "{number} was not given: {line}");
                        assert!(named.insert(number), "twice: {line}");
                    }
                }
            }
            assert!(named.len() > 10, "{tree}");
        }
        let text = page.call("get_page_text", json!({})).await;
        let text = text["text"].as_str().unwrap();
        assert!(!text.contains("s3cret") && !text.chars().any(|c| is_unseen(c) && c != '\t'), "{text}");
    }

    async fn what_has_a_hostile_name_can_be_clicked_and_a_typed_secret_is_not_repeated(qt: Qt) {
        // Higher than the screen that Qt 5 has offscreen.
        let page = Page::open(gallery(qt).args(["--page", "hostile"]).screen(1200, 1000)).await;
        let (x, y) = page.middle("quotesButton").await;
        let clicked = page.call("computer", json!({"action": "left_click", "coordinate": [x, y]})).await;
        assert_eq!(clicked["success"], true);
        assert_eq!(first_line(&clicked).matches("QPushButton").count(), 1, "{clicked}");
        let (x, y) = page.middle("secretEdit").await;
        page.call("computer", json!({"action": "triple_click", "coordinate": [x, y]})).await;
        let typed = page.call("computer", json!({"action": "type", "text": "n3w-secret"})).await;
        assert!(!typed.to_string().contains("n3w-secret"), "{typed}");
        assert!(text(&typed).starts_with("Typed 10 characters into "), "{typed}");
    }
}

/// A line without what stands in quotes; a backslash takes the next character's meaning.
fn outside_quotes(line: &str) -> String {
    let (mut outside, mut inside, mut escaped) = (String::new(), false, false);
    for character in line.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => inside = !inside,
            _ if !inside => outside.push(character),
            _ => {}
        }
    }
    outside
}
