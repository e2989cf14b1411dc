//! Whole pages in both dialects, as files: `tests/golden`. `UPDATE_EXPECT=1` writes them anew.

use crate::testing::page;
use crate::{Dialect, ElementId, Filter, ObjectId, Page, PageText, View, Window, WindowKind, page_text, render};
use expect_test::{ExpectFile, expect_file};
use qtmcp_vision::Rect;
use std::collections::HashMap;

const SPECIFICATION: &str = include_str!("../tests/golden/specification.tree");
const PATTERN: &str = include_str!("../tests/golden/pattern.tree");
const ADDRESS_BOOK: &str = include_str!("../tests/golden/address_book.tree");
const SETTINGS: &str = include_str!("../tests/golden/settings.tree");

fn check(fixture: &str, dialect: Dialect, view: View, expected: ExpectFile) {
    let (page, _) = page(fixture);
    expected.assert_eq(&(render(&page, dialect, &view).text + "\n"));
}

fn check_text(page: &Page, dialect: Dialect, expected: ExpectFile) {
    let wanted = PageText { url: "qt://app/window/1", full: &HashMap::new(), max_chars: 50_000 };
    expected.assert_eq(&(page_text(page, dialect, &wanted) + "\n"));
}

#[test]
fn the_specifications_page_comes_out_as_the_specification_has_it() {
    let everything = View::default();
    check(SPECIFICATION, Dialect::Qt, everything, expect_file!["../tests/golden/specification.qt.txt"]);
    check(SPECIFICATION, Dialect::Chrome, everything, expect_file!["../tests/golden/specification.chrome.txt"]);
    let (page, _) = page(SPECIFICATION);
    check_text(&page, Dialect::Qt, expect_file!["../tests/golden/specification.qt.page.txt"]);
    check_text(&page, Dialect::Chrome, expect_file!["../tests/golden/specification.chrome.page.txt"]);
}

#[test]
fn the_form_of_the_specifications_patterns() {
    check(PATTERN, Dialect::Qt, View::default(), expect_file!["../tests/golden/pattern.qt.txt"]);
    check(PATTERN, Dialect::Chrome, View::default(), expect_file!["../tests/golden/pattern.chrome.txt"]);
}

#[test]
fn a_dialog_before_a_window_with_a_table() {
    check(ADDRESS_BOOK, Dialect::Qt, View::default(), expect_file!["../tests/golden/address_book.qt.txt"]);
    check(ADDRESS_BOOK, Dialect::Chrome, View::default(), expect_file!["../tests/golden/address_book.chrome.txt"]);
    let (page, _) = page(ADDRESS_BOOK);
    check_text(&page, Dialect::Qt, expect_file!["../tests/golden/address_book.qt.page.txt"]);
}

#[test]
fn controls_of_every_kind() {
    check(SETTINGS, Dialect::Qt, View::default(), expect_file!["../tests/golden/settings.qt.txt"]);
    check(SETTINGS, Dialect::Chrome, View::default(), expect_file!["../tests/golden/settings.chrome.txt"]);
    let (page, _) = page(SETTINGS);
    check_text(&page, Dialect::Qt, expect_file!["../tests/golden/settings.qt.page.txt"]);
}

#[test]
fn only_what_one_can_act_on() {
    let view = View { filter: Filter::Interactive, ..View::default() };
    check(SETTINGS, Dialect::Qt, view, expect_file!["../tests/golden/settings.interactive.qt.txt"]);
    check(SETTINGS, Dialect::Chrome, view, expect_file!["../tests/golden/settings.interactive.chrome.txt"]);
}

#[test]
fn hidden_elements_when_asked_for() {
    let view = View { filter: Filter::All, ..View::default() };
    check(SETTINGS, Dialect::Qt, view, expect_file!["../tests/golden/settings.all.qt.txt"]);
    check(SETTINGS, Dialect::Chrome, view, expect_file!["../tests/golden/settings.all.chrome.txt"]);
}

#[test]
fn a_window_that_was_not_read_is_a_line() {
    let (mut page, _) = page(PATTERN);
    let id = ObjectId { slot: 99, generation: 1 };
    let bounds = Rect { x: 10.0, y: 10.0, width: 400.0, height: 300.0 };
    let (kind, title) = (WindowKind::Dialog, "Settings \"2\"".to_owned());
    let window = Window { id, title, kind, active: false, modal: false, blocked_by: None, parent: None, bounds };
    page.windows.push((9, window));
    let view = View { depth: Some(0), ..View::default() };
    expect_file!["../tests/golden/other_window.qt.txt"].assert_eq(&(render(&page, Dialect::Qt, &view).text + "\n"));
    expect_file!["../tests/golden/other_window.chrome.txt"]
        .assert_eq(&(render(&page, Dialect::Chrome, &view).text + "\n"));
}

#[test]
fn a_full_text_that_was_read_apart_stands_in_the_page_text() {
    let (page, _) = page(ADDRESS_BOOK);
    let notes = page.tree.nodes().iter().find(|node| node.name == "Notes").unwrap();
    let full: HashMap<ElementId, String> = [(notes.element, "All of it.\nTwo lines.".to_owned())].into();
    assert_eq!(crate::long_texts(&page), [notes.element]);
    let wanted = PageText { url: "", full: &full, max_chars: 50_000 };
    let text = page_text(&page, Dialect::Qt, &wanted);
    assert!(text.contains("\nAll of it.\nTwo lines."), "{text}");
    assert!(!text.contains("Call before"), "{text}");
}
