//! Applications on Debian's Qt 6.

use super::{Seat, file_with};
use qtmcp_tests::{Home, Qt, Screen, json, qt_dir};

#[tokio::test]
async fn focuswriter_shows_its_menu_to_a_mouse_at_the_edge() {
    write_and_save(Seat::take("focuswriter", &[]).await).await;
}

#[tokio::test]
async fn focuswriter_shows_its_menu_to_a_mouse_at_the_edge_of_a_real_screen() {
    let screen = Screen::start();
    write_and_save(Seat::take_at(&screen, "focuswriter", &[]).await).await;
}

async fn write_and_save(seat: Seat) {
    seat.click("textbox").await;
    seat.types("one two – trois").await;
    // Its menu bar is above the edge until the mouse comes there.
    seat.computer.act(json!({"action": "mouse_move", "coordinate": [100, 0]})).await;
    seat.click("menuitem \"File\"").await;
    seat.click("menuitem \"Save\"").await;
    seat.click("combobox \"Files of type\"").await;
    seat.click("listitem \"Plain Text").await;
    let text = seat.save_as("words.txt").await;
    file_with(&text, "one two – trois").await;
    seat.leave_by_keys("ctrl+q").await;
}

#[tokio::test]
async fn qt6ct_keeps_what_was_chosen_on_two_pages() {
    let seat = Seat::take("qt6ct", &[]).await;
    seat.click("combobox \"Style\"").await;
    seat.click("listitem \"Windows\"").await;
    seat.click("tab \"Interface\"").await;
    seat.fill("spinbutton \"Cursor flash time\"", "500").await;
    seat.click("checkbox \"Menus have icons\"").await;
    let lines = seat.find("spinbutton \"Mouse wheel scroll lines\"").await.at;
    let turn = json!({"action": "scroll", "coordinate": lines, "scroll_direction": "up", "scroll_amount": 2});
    seat.computer.act(turn).await;
    seat.click("button \"Apply\"").await;
    let written = file_with(&seat.file("config/qt6ct/qt6ct.conf"), "style=Windows").await;
    for line in ["cursor_flash_time=500", "menus_have_icons=false", "wheel_scroll_lines=5"] {
        assert!(written.lines().any(|written| written == line), "{line} is not in\n{written}");
    }
    seat.leave_by_click("button \"OK\"").await;
}

#[tokio::test]
async fn linguist_translates_and_saves() {
    let home = Home::new();
    let file = home.dir().join("app.ts");
    std::fs::write(&file, TRANSLATIONS).unwrap();
    let program = qt_dir(Qt::Six, "QT_INSTALL_BINS").join("linguist");
    let seat = Seat::take_in(home, program, &[file.to_str().unwrap()]).await;
    seat.click("cell \"Quit\"").await;
    // The field is below the source text, out of sight.
    let source = seat.find("textbox \"Source text\"").await.at;
    let turn = json!({"action": "scroll", "coordinate": source, "scroll_direction": "down", "scroll_amount": 10});
    seat.computer.act(turn).await;
    seat.click("textbox \"Translation to").await;
    seat.types("Größe ändern").await;
    seat.keys("ctrl+Return").await;
    seat.keys("ctrl+s").await;
    let saved = file_with(&file, "<translation>Größe ändern</translation>").await;
    assert!(saved.contains("<translation type=\"unfinished\"></translation>"), "{saved}");
    seat.leave_by_menu("File", "Exit").await;
}

const TRANSLATIONS: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name>Window</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
"#;
