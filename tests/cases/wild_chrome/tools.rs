//! Qt's own tools: Debian's for Qt 5 and Qt 6, and those that come with the newest Qt from Python's index.

use super::{Desk, file_with};
use qtmcp_tests::{Home, Qt, environment, json, qt_dir};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A test of each: `what_is_done: program;`, with the function of that name beside.
macro_rules! of_every_qt {
    ($($test:ident: $program:literal;)*) => {$(
        mod $test {
            use super::*;

            #[tokio::test]
            async fn qt5() {
                super::$test(&debians(Qt::Five, $program)).await;
            }

            #[tokio::test]
            async fn qt6() {
                super::$test(&debians(Qt::Six, $program)).await;
            }

            #[tokio::test]
            async fn newest_qt6() {
                super::$test(&newest($program)).await;
            }
        }
    )*};
}

of_every_qt! {
    linguist_translates_and_saves: "linguist";
    designer_makes_a_form_and_saves_it: "designer";
    assistant_learns_a_manual_and_opens_a_page_by_its_keyword: "assistant";
}

fn debians(qt: Qt, program: &str) -> PathBuf {
    qt_dir(qt, "QT_INSTALL_BINS").join(program)
}

fn newest(program: &str) -> PathBuf {
    let lib = environment("pyside6-newest").join("lib");
    let pythons = std::fs::read_dir(&lib).unwrap().map(|python| python.unwrap().path());
    let mut programs = pythons.map(|python| python.join("site-packages/PySide6").join(program));
    programs.find(|program| program.exists()).unwrap_or_else(|| panic!("no {program} in {}", lib.display()))
}

async fn linguist_translates_and_saves(program: &Path) {
    let home = Home::new();
    let file = home.dir().join("app.ts");
    std::fs::write(&file, TRANSLATIONS).unwrap();
    let desk = Desk::open_in(home, program, &[file.to_str().unwrap()]).await;
    let row = desk.row("Quit").await;
    desk.app.call("click", json!({"ref": row})).await;
    desk.set("textbox \"Translation to", "Beenden").await;
    desk.click("button \"Done\"").await;
    desk.sees("1/2").await;
    desk.click("button \"Save All\"").await;
    let saved = file_with(&file, "<translation>Beenden</translation>").await;
    assert!(saved.contains("<translation type=\"unfinished\"></translation>"), "{saved}");
    desk.leave_by_menu("File > Exit").await;
}

async fn designer_makes_a_form_and_saves_it(program: &Path) {
    let desk = Desk::open(program, &[]).await;
    desk.click("treeitem \"Widget\"").await;
    desk.click("button \"Create\"").await;
    // The property editor: names on the left, values on the right.
    for (property, value) in [("objectName", "LoginForm"), ("windowTitle", "Log in <now>")] {
        let editor = desk.view(&["Property", "Value"]).await;
        // Selecting a row brings it into view.
        desk.set_number(editor, property).await;
        let row = desk.row(property).await;
        let cells = desk.cells(row).await;
        desk.set_number(cells[1], value).await;
    }
    let form = desk.file("login.ui");
    desk.menu("File > Save As").await;
    desk.choose(&form).await;
    let saved = file_with(&form, "</ui>").await;
    assert!(saved.contains("<widget class=\"QWidget\" name=\"LoginForm\">"), "{saved}");
    assert!(saved.contains("<string>Log in &lt;now&gt;</string>"), "{saved}");
    desk.leave_by_menu("File > Quit").await;
}

async fn assistant_learns_a_manual_and_opens_a_page_by_its_keyword(program: &Path) {
    let home = Home::new();
    let manual = manual_in(home.dir());
    let desk = Desk::open_in(home, program, &[]).await;
    desk.menu("Edit > Preferences").await;
    desk.click("tab \"Documentation\"").await;
    desk.click("button \"Add...\"").await;
    let added = desk.choose(&manual).await;
    assert!(added.contains("listitem \"org.example.garden\""), "{added}");
    desk.click("button \"OK\"").await;
    desk.click("tab \"Index\"").await;
    desk.set("textbox \"Look for\"", "Wat").await;
    desk.number("listitem \"Watering\"").await;
    desk.keys("Return").await;
    // The list of open pages goes by the pages' own titles.
    desk.row("Twice a day").await;
    desk.leave_by_menu("File > Quit").await;
}

/// Makes a manual of two pages with Qt's own tool.
fn manual_in(dir: &Path) -> PathBuf {
    let write = |name: &str, content: &str| std::fs::write(dir.join(name), content).unwrap();
    write("manual.qhp", MANUAL);
    write("index.html", "<html><head><title>Garden</title></head><body><p>Pull the weeds.</p></body></html>");
    write("water.html", "<html><head><title>Twice a day</title></head><body><p>Water it.</p></body></html>");
    let manual = dir.join("garden.qch");
    let tool = qt_dir(Qt::Five, "QT_INSTALL_BINS").join("qhelpgenerator");
    let made = Command::new(tool).arg(dir.join("manual.qhp")).arg("-o").arg(&manual).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    manual
}

const MANUAL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<QtHelpProject version="1.0">
    <namespace>org.example.garden</namespace>
    <virtualFolder>doc</virtualFolder>
    <filterSection>
        <toc><section title="Garden manual" ref="index.html"/></toc>
        <keywords><keyword name="Watering" ref="water.html"/><keyword name="Weeding" ref="index.html"/></keywords>
        <files><file>index.html</file><file>water.html</file></files>
    </filterSection>
</QtHelpProject>
"#;

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
