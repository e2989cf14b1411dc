//! Differences between small pages, as agents read them.

use super::*;
use crate::testing::{page, page_with};
use expect_test::{Expect, expect};

fn check(before: &str, after: &str, dialect: Dialect, expected: Expect) {
    let (before, refs) = page(before);
    let after = page_with(after, &refs);
    expected.assert_eq(&diff(&before, &after, dialect).lines().join("\n"));
}

const FORM: &str = r#"
    window "Form"
      text "Ready" id=2
      textbox "Name" id=3 value="" input=text states=focused
      checkbox "I agree" id=4 class=QCheckBox input=toggle states=checkable
      button "Send" id=5 states=disabled at=0,0,10,10"#;

#[test]
fn a_page_is_no_different_from_itself() {
    for fixture in
        [include_str!("../../tests/golden/settings.tree"), include_str!("../../tests/golden/address_book.tree"), FORM]
    {
        let (page, _) = page(fixture);
        assert!(diff(&page, &page, Dialect::Qt).is_empty());
    }
}

#[test]
fn values_states_texts_and_the_focus_are_told() {
    let after = r#"
        window "Form" id=1
          text "Sent" id=2
          textbox "Name" id=3 value="Ada" input=text
          checkbox "I agree" id=4 class=QCheckBox input=toggle states=checkable,checked,focused
          button "Send" id=5 at=5,5,20,20"#;
    check(
        FORM,
        after,
        Dialect::Chrome,
        expect![[r#"
        text "Sent" [ref_2] (was "Ready")
        textbox "Name" [ref_3] ="Ada" (was "")
        checkbox "I agree" [ref_4] checked
        button "Send" [ref_5] enabled
        focus: checkbox "I agree" [ref_4]"#]],
    );
    check(
        FORM,
        after,
        Dialect::Qt,
        expect![[r#"
        [2] text "Sent" (was "Ready")
        [3] textbox "Name": value="Ada" (was "")
        [4] QCheckBox "I agree": checked
        [5] button "Send": enabled
        focus: [4] QCheckBox "I agree""#]],
    );
}

#[test]
fn a_dialog_that_opened_is_one_line() {
    let after = format!(
        "dialog \"Sure?\" id=90 states=modal\n button \"Yes\" id=91 states=focused\n{}",
        FORM.replace("states=focused", "").trim_start()
    );
    let after = after.replace("window \"Form\"", "window \"Form\" id=1").replace("\n          ", "\n ");
    check(
        FORM,
        &after,
        Dialect::Chrome,
        expect![[r#"
        opened dialog "Sure?" [ref_6] modal
        focus: button "Yes" [ref_7]"#]],
    );
    let (before, refs) = page(FORM);
    let with_dialog = page_with(&after, &refs);
    assert_eq!(diff(&with_dialog, &before, Dialect::Qt).closed, [(6, "[6] dialog \"Sure?\" (modal)".to_owned())]);
}

#[test]
fn what_came_and_went_is_counted_by_place() {
    let before = "window\n group \"A\" id=2\n  text \"x\" id=3\n button \"B\" id=4";
    let after = r#"
        window
          group "A" id=2
            text "1" id=11
            text "2" id=12
            text "3" id=13
            text "4" id=14
          group "New" id=15
            button "C" id=16
            button "D" id=17"#;
    check(
        before,
        after,
        Dialect::Chrome,
        expect![[r#"
        + 4 elements in group "A" [ref_2]
        + group "New" [ref_9] with 2 elements: button "C" [ref_10], button "D" [ref_11]
        - text "x" [ref_3]
        - button "B" [ref_4]"#]],
    );
}

#[test]
fn a_gauge_that_shows_no_number_does_not_change_by_that() {
    let fixture = "window\n slider \"S\" id=2 gauge=NaN,0,NaN,1";
    check(fixture, fixture, Dialect::Qt, expect![""]);
}

#[test]
fn what_was_only_moved_neither_came_nor_went() {
    let before = "window\n group \"A\" id=2\n  text \"x\" id=3\n  text \"y\" id=4";
    let after = "window\n group \"B\" id=9\n  text \"x\" id=3\n  text \"z\" id=10";
    check(
        before,
        after,
        Dialect::Chrome,
        expect![[r#"
        + group "B" [ref_5] with 1 element
        - group "A" [ref_2] with 1 element"#]],
    );
}

#[test]
fn a_page_that_came_names_what_one_can_act_on() {
    let before = "window\n button \"A\" id=2";
    let mut after = String::from(before);
    after += "\n client id=3\n  client id=4 states=internal";
    for at in 0..4 {
        let _ = write!(
            after,
            "\n   group \"G{at}\" id=1{at}\n    textbox \"F{at}\" id=2{at}\n    button \"B{at}\" id=3{at}"
        );
    }
    check(
        before,
        &after,
        Dialect::Chrome,
        expect![[
            r#"+ 13 elements in window [ref_1]: textbox "F0" [ref_5], button "B0" [ref_6], textbox "F1" [ref_8], button "B1" [ref_9], textbox "F2" [ref_11], button "B2" [ref_12], …"#
        ]],
    );
    check(&after, before, Dialect::Chrome, expect!["- 13 elements in window [ref_1]"]);
}

#[test]
fn hiding_is_going_and_showing_is_coming() {
    let shown = "window\n button \"A\" id=2";
    let hidden = "window\n button \"A\" id=2 states=invisible";
    check(shown, hidden, Dialect::Qt, expect![[r#"- [2] button "A""#]]);
    check(hidden, shown, Dialect::Qt, expect![[r#"+ [2] button "A""#]]);
}

#[test]
fn scrolling_is_one_line_and_so_is_sorting() {
    let rows = |first: usize, order: &[usize]| {
        let rows: String = order.iter().map(|row| format!("\n  row \"R{row}\" id={}", 100 + row)).collect();
        format!("window\n table \"T\" id=2 grid=1204x2,{first},3{rows}")
    };
    check(
        &rows(0, &[0, 1, 2]),
        &rows(2, &[2, 3, 4]),
        Dialect::Chrome,
        expect![[r#"table "T" [ref_2] rows 3-5 of 1204 now shown"#]],
    );
    check(
        &rows(0, &[0, 1, 2]),
        &rows(0, &[2, 1, 0]),
        Dialect::Qt,
        expect![[r#"[2] table "T": rows in another order"#]],
    );
}

#[test]
fn rows_added_are_counted_and_named_while_they_are_few() {
    let before = "window\n list \"L\" id=2 grid=1x1,0,1\n  listitem \"a\" id=3";
    let after = "window\n list \"L\" id=2 grid=2x1,0,2\n  listitem \"a\" id=3\n  listitem \"b\" id=4";
    check(
        before,
        after,
        Dialect::Chrome,
        expect![[r#"
        list "L" [ref_2] 2 rows (was 1)
        + listitem "b" [ref_4]"#]],
    );
}

#[test]
fn what_became_disabled_with_its_container_is_counted() {
    let of = |states: &str| {
        format!("window\n group \"G\" id=2 {states}\n  button \"A\" id=3 {states}\n  button \"B\" id=4 {states}")
    };
    check(&of(""), &of("states=disabled"), Dialect::Qt, expect![[r#"[2] group "G": disabled, with 2 inside"#]]);
}

#[test]
fn a_secret_is_only_said_to_be_filled() {
    let of = |length: u32| format!("window\n textbox \"PIN\" id=2 states=password length={length}");
    check(&of(0), &of(4), Dialect::Chrome, expect![[r#"textbox "PIN" [ref_2] filled"#]]);
}

#[test]
fn every_change_has_a_line_or_is_counted() {
    let fixture = |changed: usize, removed: usize| {
        let mut text = String::from("window");
        for at in 0..60 {
            let value = if at < changed { "new" } else { "old" };
            if at < 60 - removed {
                let _ = write!(
                    text,
                    "\n group \"G{at}\" id={}\n  textbox \"F{at}\" id={} value={value}",
                    100 + at,
                    200 + at
                );
            }
        }
        text
    };
    for (changed, removed) in [(0, 0), (1, 0), (12, 0), (13, 0), (40, 0), (0, 1), (0, 3), (0, 30), (30, 20)] {
        let (before, refs) = page(&fixture(0, 0));
        let after = page_with(&fixture(changed, removed), &refs);
        let lines = diff(&before, &after, Dialect::Chrome).changed;
        assert!(lines.len() <= LINES + 1);
        let counted: usize = lines.iter().map(|line| counted(line)).sum();
        assert_eq!(counted, changed + removed * 2, "{changed} {removed} {lines:#?}");
    }
}

/// How many elements a line speaks for.
fn counted(line: &str) -> usize {
    let number = |text: &str| text.split(' ').find_map(|word| word.parse().ok()).unwrap_or(0);
    match line.split_once(" with ") {
        _ if line.starts_with('…') || line.contains(" elements in ") => number(line),
        Some((_, inside)) => 1 + number(inside),
        None => 1,
    }
}
