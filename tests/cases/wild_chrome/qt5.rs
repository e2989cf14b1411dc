//! Applications on Debian's Qt 5.

use super::{Desk, file_with};
use qtmcp_tests::{Home, eventually, json};
use std::io::Write;
use std::process::{Command, Stdio};

#[tokio::test]
async fn featherpad_opens_a_file_and_saves_it_under_another_name() {
    let desk = Desk::open("featherpad", &[]).await;
    let (old, new) = (desk.file("old.txt"), desk.file("new.txt"));
    std::fs::write(&old, "first\n").unwrap();
    let opened = desk.click("button \"Open\"").await;
    assert!(opened.contains("Opened dialog \"Open file...\""), "{opened}");
    desk.choose(&old).await;
    desk.window("old.txt").await;
    let typed = desk.set("textbox", "second line\nschöne dritte ✓").await;
    assert!(typed.contains("(previous: \"first"), "{typed}");
    desk.menu("File > Save As").await;
    desk.choose(&new).await;
    let saved = file_with(&new, "second").await;
    assert_eq!(saved.trim_end_matches('\n'), "second line\nschöne dritte ✓");
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "first\n");
    desk.leave_by_menu("File > Quit").await;
}

#[tokio::test]
async fn keepassxc_makes_a_database_with_an_entry() {
    let desk = Desk::open("keepassxc", &[]).await;
    desk.click("button \"Create new database\"").await;
    desk.set("textbox \"Database name field\"", "Vault").await;
    desk.click("button \"Continue\"").await;
    desk.sees("Encryption Settings").await;
    desk.click("button \"Continue\"").await;
    desk.sees("Database Credentials").await;
    let fields = desk.secrets().await;
    assert_eq!(desk.find("repeat password field").await, fields[1]);
    for field in fields {
        let set = desk.set_number(field, "correct horse 9").await;
        assert!(!set.contains("horse"), "{set}");
    }
    desk.click("button \"Done\"").await;
    desk.window("Save database as").await;
    let database = desk.file("Vault.kdbx");
    desk.choose(&database).await;
    desk.window("Vault - KeePassXC").await;

    desk.click("button \"New Entry…\"").await;
    desk.set("textbox \"Title field\"", "Mail").await;
    desk.set("combobox \"Username field\"", "ada").await;
    desk.set_number(desk.secrets().await[0], "s3cret").await;
    desk.click("button \"OK\"").await;
    let entry = eventually("the entry in the file", async || {
        let entry = entry_of(&database, "correct horse 9", "Mail");
        entry.contains("UserName: ada").then_some(entry)
    })
    .await;
    assert!(entry.contains("Password: s3cret"), "{entry}");
    // Until the app is done with saving, it does not quit.
    desk.window("Vault - KeePassXC").await;
    desk.number("button \"New Entry…\"").await;
    desk.leave_by_menu("Database > Quit").await;
}

/// What KeePassXC's own tool for the command line finds.
fn entry_of(database: &std::path::Path, password: &str, title: &str) -> String {
    let mut tool = Command::new("keepassxc-cli");
    let tool = tool.args(["show", "--quiet", "--show-protected"]).arg(database).arg(title);
    let mut child = tool.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let _ = writeln!(child.stdin.take().unwrap(), "{password}");
    String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned()
}

#[tokio::test]
async fn qbittorrent_takes_a_setting() {
    let desk = Desk::open("qbittorrent", &[]).await;
    let agreed = desk.click("button \"I Agree\"").await;
    assert!(agreed.contains("Closed alert \"Legal notice\""), "{agreed}");
    desk.window("qBittorrent").await;
    desk.menu("Tools > Preferences").await;
    desk.click("listitem \"Speed\"").await;
    let set = desk.set("spinbutton \"Upload\"", 55).await;
    assert!(set.starts_with("Set number input to 55 (previous: 0)"), "{set}");
    desk.click("button \"OK\"").await;
    file_with(&desk.file("config/qBittorrent/qBittorrent.conf"), "GlobalUPSpeedLimit=55").await;
    desk.leave_by_menu("File > Exit").await;
}

#[tokio::test]
async fn kwrite_edits_and_saves() {
    let home = Home::new();
    let note = home.dir().join("note.md");
    std::fs::write(&note, "alpha\n").unwrap();
    let desk = Desk::open_in(home, "kwrite", &[note.to_str().unwrap()]).await;
    // The editor is a class of its own, which only its accessibility describes.
    let editor = desk.number("textbox \"note.md\"").await;
    desk.app.call("computer", json!({"action": "left_click", "ref": editor})).await;
    desk.keys("ctrl+End").await;
    desk.app.call("computer", json!({"action": "type", "text": "ömega\n"})).await;
    let saved = desk.click("button \"Save\"").await;
    assert!(saved.contains("window \"note.md\""), "{saved}");
    assert_eq!(file_with(&note, "mega").await, "alpha\nömega\n");
    desk.leave_by_menu("File > Quit").await;
}
