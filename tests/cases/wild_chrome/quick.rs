//! Applications made with QML.

use super::{Desk, file_with};
use qtmcp_tests::{Qt, json, qt_dir};

fn example(path: &str) -> std::path::PathBuf {
    qt_dir(Qt::Five, "QT_INSTALL_EXAMPLES").join("quickcontrols2").join(path)
}

#[tokio::test]
async fn contactlist_takes_a_new_contact() {
    let desk = Desk::open(example("contactlist/contactlist"), &[]).await;
    desk.click("button \"+\"").await;
    desk.set("textbox \"Full Name\"", "Zoe Zander").await;
    desk.set("textbox \"City\"", "Zell").await;
    let added = desk.click("button \"OK\"").await;
    assert!(added.contains("12 rows (was 11)"), "{added}");
    let list = desk.number("list").await;
    desk.set_number(list, "Zoe Zander").await;
    desk.number("listitem \"Zoe Zander").await;
    desk.leave_by_closing("ApplicationWindow").await;
}

#[tokio::test]
async fn the_controls_gallery_shows_the_page_chosen_and_keeps_its_style() {
    let desk = Desk::open(example("gallery/gallery"), &[]).await;
    desk.click("button \"drawer\"").await;
    desk.click("listitem \"CheckBox\"").await;
    let ticked = desk.set("checkbox \"Second\"", true).await;
    assert!(ticked.starts_with("Checkbox checked (previous: false)"), "{ticked}");
    desk.click("button \"menu\"").await;
    desk.click("menuitem \"Settings\"").await;
    desk.set("combobox \"Style\"", "Fusion").await;
    desk.click("button \"OK\"").await;
    let home = desk.leave_by_closing("ApplicationWindow").await;
    file_with(&home.dir().join("config/QtProject/Gallery.conf"), "style=Fusion").await;
}

#[tokio::test]
async fn ausweisapp_is_set_up_without_a_history() {
    let desk = Desk::open("AusweisApp2", &["--port", "0"]).await;
    desk.sees("Welcome to the AusweisApp2").await;
    desk.click("button \"Yes\"").await;
    desk.sees("save a history").await;
    let answered = desk.click("button \"No\"").await;
    assert!(answered.contains("window \"Card Readers\""), "{answered}");
    let settings = desk.file("config/Unknown Organization/AusweisApp2.conf");
    file_with(&settings, "[history]\nenable=false").await;
    desk.leave("invokeMethod", json!({"id": "QApplication", "method": "quit"})).await;
}
