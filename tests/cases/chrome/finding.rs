//! `find` on living pages: what a person would call an element, and the element that is meant.

use qtmcp_tests::{Page, json, on_both, qml_gallery};

/// What is said, and the role and the beginning of the name of what is meant.
type Case = (&'static str, &'static str, &'static str);

const FORM: &[Case] = &[
    ("name field", "textbox", "Name"),
    ("the password", "textbox", "Password"),
    ("notes box", "textbox", "Notes"),
    ("code editor", "textbox", "Code"),
    ("age", "spinbutton", "Age"),
    ("price field", "spinbutton", "Price"),
    ("colour dropdown", "combobox", "Colour"),
    ("city", "combobox", "City"),
    ("agree checkbox", "checkbox", "I agree"),
    ("medium size", "radio", "Medium"),
    ("volume slider", "slider", "Volume"),
    ("date and time", "spinbutton", "Date and time"),
    ("submit button", "button", "Submit"),
    ("send the form", "button", "Submit"),
    ("clear everything", "button", "Clear"),
    ("new", "button", "New"),
    ("open a file", "button", "Open"),
    ("file menu", "menuitem", "File"),
    ("dialogs tab", "tab", "Dialogs"),
    ("ok button", "button", "OK"),
];

const QML_FORM: &[Case] = &[
    ("name field", "textbox", "Name"),
    ("age", "spinbutton", "Age"),
    ("colour dropdown", "combobox", "Colour"),
    ("agree checkbox", "checkbox", "I agree"),
    ("medium", "radio", "Medium"),
    ("volume slider", "slider", "Volume"),
    ("submit button", "button", "Submit"),
    ("list tab", "tab", "List"),
];

/// The queries whose first answer is not what was meant, with that answer.
async fn misses(page: &Page, cases: &[Case]) -> Vec<String> {
    let mut misses = Vec::new();
    for (query, role, name) in cases {
        let found = page.call("find", json!({"query": query})).await;
        let first = &found["matches"][0];
        let is_it = first["role"] == *role && first["text"].as_str().is_some_and(|text| text.starts_with(name));
        if !is_it {
            misses.push(format!("{query}: {first}"));
        }
    }
    misses
}

on_both! {
    async fn a_form_of_widgets_is_found_by_what_people_say(qt: Qt) {
        let page = Page::tab(qt, "Form").await;
        assert_eq!(misses(&page, FORM).await, Vec::<String>::new());
        let nothing = page.call("find", json!({"query": "purple elephant"})).await;
        assert_eq!(nothing["matches"], json!([]));
    }

    async fn a_form_in_qml_is_found_by_what_people_say(qt: Qt) {
        let page = Page::open(qml_gallery(qt)).await;
        assert_eq!(misses(&page, QML_FORM).await, Vec::<String>::new());
    }
}
