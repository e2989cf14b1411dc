//! Applications on Debian's Qt 6.

use super::{Desk, file_with};
use qtmcp_tests::{Code, eventually, json};

#[tokio::test]
async fn focuswriter_writes_and_saves() {
    let desk = Desk::open("focuswriter", &[]).await;
    // What it shows while it starts fades away over the page.
    let page = desk.number("textbox").await;
    eventually("a page that nothing covers", async || {
        let set = desk.app.client.call("form_input", json!({"ref": page, "value": "one two three"})).await;
        assert!(set.as_ref().err().is_none_or(|error| error.fault_code() == Some(Code::Covered)), "{set:?}");
        set.ok()
    })
    .await;
    desk.sees("Words: 3").await;
    desk.keys("ctrl+s").await;
    desk.set("combobox \"Files of type\"", "Plain Text (*.txt *.text)").await;
    let text = desk.file("words.txt");
    desk.choose(&text).await;
    file_with(&text, "one two three").await;
    desk.leave_by_keys("ctrl+q").await;
}

#[tokio::test]
async fn qt6ct_keeps_what_was_chosen_on_two_pages() {
    let desk = Desk::open("qt6ct", &[]).await;
    let chosen = desk.set("combobox \"Style\"", "Windows").await;
    assert!(chosen.starts_with("Selected option \"Windows\" in dropdown (previous: \"Fusion\")"), "{chosen}");
    desk.click("tab \"Interface\"").await;
    desk.set("spinbutton \"Cursor flash time\"", 500).await;
    desk.set("checkbox \"Menus have icons\"", false).await;
    let settings = desk.file("config/qt6ct/qt6ct.conf");
    desk.click("button \"Apply\"").await;
    let written = file_with(&settings, "style=Windows").await;
    for line in ["cursor_flash_time=500", "menus_have_icons=false"] {
        assert!(written.lines().any(|written| written == line), "{line} is not in\n{written}");
    }
    desk.leave_by_click("button \"OK\"").await;
}
