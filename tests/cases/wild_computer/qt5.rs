//! Applications on Debian's Qt 5.

use super::{Seat, file_with};
use qtmcp_tests::{Picture, eventually};
use std::path::Path;
use std::process::{Command, Stdio};

#[tokio::test]
async fn featherpad_keeps_what_is_typed_in_any_script() {
    let seat = Seat::take("featherpad", &[]).await;
    let text = "Grüße ✓ 日本語 😀\n\tça va?";
    seat.types(text).await;
    seat.keys("ctrl+s").await;
    let note = seat.save_as("note.txt").await;
    assert_eq!(file_with(&note, "Grüße").await.trim_end_matches('\n'), text);
    // The first word is typed over.
    seat.keys("ctrl+Home").await;
    seat.keys("ctrl+shift+Right").await;
    seat.types("Hallo ").await;
    seat.click("button \"Save\"").await;
    file_with(&note, "Hallo ✓").await;
    seat.leave_by_menu("File", "Quit").await;
}

#[tokio::test]
async fn keepassxc_makes_a_database_by_the_wizard() {
    let seat = Seat::take("keepassxc", &[]).await;
    seat.click("button \"Create new database\"").await;
    seat.fill("textbox \"Database name field\"", "Vault").await;
    seat.click("button \"Continue\"").await;
    seat.find("button \"Advanced Settings\"").await;
    seat.click("button \"Continue\"").await;
    seat.click("textbox \"Enter password\"").await;
    let typed = seat.types("correct horse 9").await;
    assert!(!typed.contains("horse"), "{typed}");
    seat.click("textbox \"Confirm password\"").await;
    seat.types("correct horse 9").await;
    let picture = seat.click("button \"Done\"").await;
    assert!(!has_hole(&picture), "the window behind the dialog shows what is behind it");
    let database = seat.save_as("Vault.kdbx").await;
    eventually("a database that opens", async || groups_of(&database, "correct horse 9")).await;
    // Until the app is done with saving, which only the title of its window tells, it does not quit.
    eventually("the end of saving", async || {
        let window = async |property| seat.computer.get("MainWindow", property).await;
        let is_saved = window("windowTitle").await == "Vault[*] - KeePassXC" && window("windowModified").await == false;
        is_saved.then_some(())
    })
    .await;
    seat.leave_by_menu("Database", "Quit").await;
}

/// Whether the colour of the empty screen, which its last pixel has, is in the window, which begins at the top left.
fn has_hole(picture: &Picture) -> bool {
    let empty = picture.at(picture.width - 1, picture.height - 1);
    let is_empty = |x: u32, y: u32| picture.at(x, y) == empty;
    let width = (10..picture.width).find(|x| is_empty(*x, 10)).unwrap();
    let height = (10..picture.height).find(|y| is_empty(10, *y)).unwrap();
    let stretch = |y: u32| (10..width - 20).all(|x| !(x..x + 20).all(|x| is_empty(x, y)));
    !(10..height).all(stretch)
}

/// What KeePassXC's own tool for the command line finds.
fn groups_of(database: &Path, password: &str) -> Option<String> {
    let mut tool = Command::new("keepassxc-cli");
    let tool = tool.args(["ls", "--quiet"]).arg(database);
    let mut child = tool.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), format!("{password}\n").as_bytes());
    let output = child.wait_with_output().unwrap();
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[tokio::test]
async fn qbittorrent_takes_a_setting() {
    let seat = Seat::take("qbittorrent", &[]).await;
    seat.click("button \"I Agree\"").await;
    seat.click("button \"Preferences\"").await;
    seat.click("listitem \"Speed\"").await;
    seat.fill("spinbutton \"Upload\"", "55").await;
    seat.click("button \"OK\"").await;
    file_with(&seat.file("config/qBittorrent/qBittorrent.conf"), "GlobalUPSpeedLimit=55").await;
    seat.leave_by_keys("ctrl+q").await;
}
