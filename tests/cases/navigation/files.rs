//! File dialogs answered in one step.

use super::{Place, first_line, text};
use qtmcp_tests::{Code, Home, Qt, built, json, on_both};

/// The gallery on a tab, and a directory with two files.
async fn with_files(qt: Qt, tab: &str) -> (Place, Home) {
    let home = Home::new();
    for name in ["été.txt", "two words.txt"] {
        std::fs::write(home.dir().join(name), "found").unwrap();
    }
    (Place::open(home.launch(built(qt, "gallery")).args(["--tab", tab])).await, home)
}

fn path(home: &Home, name: &str) -> String {
    home.dir().join(name).to_str().unwrap().to_owned()
}

/// Opens the dialog of the menu, for one or several files that exist, or to save.
async fn open(place: &Place, property: &str, value: &str) {
    place.go("menu", "File > Open…").await;
    place.appears("openDialog").await;
    place.set("openDialog", property, json!(value)).await;
}

on_both! {
    async fn an_open_dialog_is_answered_with_a_path(qt: Qt) {
        let (place, home) = with_files(qt, "form").await;
        let file = path(&home, "été.txt");
        place.go("menu", "File > Open").await;
        let answered = text(&place.call("file_upload", json!({"paths": [file]})).await);
        assert_eq!(first_line(&answered), format!("Answered the file dialog with {file}."));
        assert!(answered.contains("Closed [") && answered.contains("QFileDialog \"Open a file\""), "{answered}");
        assert!(answered.contains(&format!("QStatusBar \"{file}\"")), "{answered}");
    }

    async fn a_ref_opens_the_dialog_first(qt: Qt) {
        let (place, home) = with_files(qt, "dialogs").await;
        let file = path(&home, "two words.txt");
        let opener = place.number("QPushButton", "File…").await;
        let request = json!({"paths": [file], "ref": format!("ref_{opener}"), "tabId": 1, "dialect": "chrome"});
        let answered = text(&place.call("file_upload", request).await);
        assert_eq!(first_line(&answered), format!("Uploaded 1 file(s): {file}"));
        assert!(answered.contains(&format!("accepted {file}")), "{answered}");
        place.said(&format!("DIALOG file accepted {file}")).await;
    }

    async fn several_files_go_into_a_dialog_that_takes_several(qt: Qt) {
        let (place, home) = with_files(qt, "form").await;
        let files = [path(&home, "été.txt"), path(&home, "two words.txt")];
        open(&place, "fileMode", "ExistingFile").await;
        let (code, message, next) = place.fault("file_upload", json!({"paths": files})).await;
        assert_eq!(code, Code::BadArgument, "{message}");
        assert!(message.contains("takes one path, not 2") && next.contains("`file_upload`"), "{message} {next}");
        place.set("openDialog", "fileMode", json!("ExistingFiles")).await;
        let chosen = place.call("file_upload", json!({"paths": files, "dialect": "chrome"})).await;
        assert_eq!(first_line(&text(&chosen)), format!("Uploaded 2 file(s): {}, {}", files[0], files[1]));
        assert!(text(&chosen).contains("Closed dialog \"Open a file\""), "{chosen}");
    }

    async fn a_path_that_is_not_there_is_told_in_the_dialogs_own_words(qt: Qt) {
        let (place, home) = with_files(qt, "form").await;
        let missing = path(&home, "missing.txt");
        open(&place, "fileMode", "ExistingFile").await;
        let answered = text(&place.call("file_upload", json!({"paths": [missing]})).await);
        assert_eq!(first_line(&answered), format!("The file dialog was given {missing} and is still open."));
        assert!(answered.contains("Opened [") && answered.contains("QMessageBox"), "{answered}");
        assert!(answered.contains("File not found"), "{answered}");
        let (code, message, _) = place.fault("file_upload", json!({"paths": [path(&home, "été.txt")]})).await;
        assert_eq!(code, Code::BlockedByDialog, "{message}");
        place.key("Return").await;
        let directory = json!({"paths": [home.dir().to_str().unwrap()], "dialect": "chrome"});
        let entered = text(&place.call("file_upload", directory).await);
        assert!(first_line(&entered).starts_with("Not uploaded yet: ") && entered.contains("still open"), "{entered}");
        let answered = text(&place.call("file_upload", json!({"paths": [path(&home, "été.txt")]})).await);
        assert!(answered.starts_with("Answered "), "{answered}");
    }

    async fn a_save_dialog_takes_a_new_name_and_asks_before_it_overwrites(qt: Qt) {
        let (place, home) = with_files(qt, "form").await;
        open(&place, "acceptMode", "AcceptSave").await;
        let asked = text(&place.call("file_upload", json!({"paths": [path(&home, "été.txt")]})).await);
        assert!(first_line(&asked).ends_with("is still open."), "{asked}");
        assert!(asked.contains("already exists") && asked.contains("\"Yes\"") && asked.contains("\"No\""), "{asked}");
        place.key("Escape").await;
        let fresh = path(&home, "new.txt");
        let saved = text(&place.call("file_upload", json!({"paths": [fresh]})).await);
        assert_eq!(first_line(&saved), format!("Answered the file dialog with {fresh}."));
        assert!(saved.contains(&format!("QStatusBar \"{fresh}\"")), "{saved}");
    }

    async fn without_a_dialog_nothing_is_typed(qt: Qt) {
        let (place, home) = with_files(qt, "form").await;
        place.call("computer", json!({"action": "left_click", "ref": place.number("QLineEdit", "Name:").await})).await;
        let file = path(&home, "été.txt");
        let (code, message, next) = place.fault("file_upload", json!({"paths": [file]})).await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains("No file dialog") && next.contains("ref"), "{message} {next}");
        let agree = place.number("QCheckBox", "I agree").await;
        let (code, message, next) = place.fault("file_upload", json!({"paths": [file], "ref": agree})).await;
        assert_eq!(code, Code::NotFound);
        assert!(message.contains(&format!("[{agree}] was clicked, but opened no file dialog")), "{message}");
        assert!(next.contains("`read_page`"), "{next}");
        assert_eq!(place.get("nameEdit", "text").await, "");
        for paths in [json!([]), json!([""]), json!(["a\"b"]), json!(["a\nb"])] {
            let (code, message, _) = place.fault("file_upload", json!({"paths": paths})).await;
            assert_eq!(code, Code::BadArgument, "{message}");
        }
    }
}
