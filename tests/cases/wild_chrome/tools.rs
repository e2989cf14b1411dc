//! Qt's own tools, on both versions.

use super::{Desk, file_with};
use qtmcp_tests::{Home, on_both, qt_dir};

on_both! {
    async fn linguist_translates_and_saves(qt: Qt) {
        let home = Home::new();
        let file = home.dir().join("app.ts");
        std::fs::write(&file, TRANSLATIONS).unwrap();
        let desk = Desk::open_in(home, qt_dir(qt, "QT_INSTALL_BINS").join("linguist"), &[file.to_str().unwrap()]).await;
        desk.click("treeitem \"Quit\"").await;
        desk.set("textbox \"Translation to", "Beenden").await;
        desk.click("button \"Done\"").await;
        desk.sees("1/2").await;
        desk.click("button \"Save All\"").await;
        let saved = file_with(&file, "<translation>Beenden</translation>").await;
        assert!(saved.contains("<translation type=\"unfinished\"></translation>"), "{saved}");
        desk.leave_by_menu("File > Exit").await;
    }

    async fn designer_makes_a_form_and_saves_it(qt: Qt) {
        let desk = Desk::open(qt_dir(qt, "QT_INSTALL_BINS").join("designer"), &[]).await;
        desk.click("treeitem \"Widget\"").await;
        desk.click("button \"Create\"").await;
        let name = desk.find("objectName value").await;
        let cell = desk.app.call("read_page", qtmcp_tests::json!({"ref_id": name})).await;
        panic!("{cell}");
    }
}

const TRANSLATIONS: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>MainWindow</name>
    <message>
        <source>Open file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
"#;
