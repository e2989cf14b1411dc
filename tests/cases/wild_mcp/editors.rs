//! Editors with unsaved work, and how they are left.

use super::{Office, file_with};
use qtmcp_tests::{Home, eventually, is_alive, json};

#[tokio::test]
async fn featherpad_is_closed_and_what_it_asked_about_is_saved() {
    let office = Office::open("chrome", &["featherpad"]).await;
    let text = "Grüße\nzweite Zeile";
    office.set("text editor", text).await;
    let asked = office.mcp.fail("close_app", json!({}), "blocked_by_dialog").await.text;
    assert!(asked.contains("\"Save changes?\"") && asked.contains("\"Discard changes\""), "{asked}");
    let opened = office.click("save button in dialog").await;
    assert!(opened.contains("\"Save as...\""), "{opened}");
    let file = office.file("letter.txt");
    // It was about to close, and does so once its work is safe.
    office.call_last("file_upload", json!({"paths": [&file]})).await;
    assert_eq!(file_with(&file, "Zeile").await.trim_end_matches('\n'), text);
    assert_eq!(office.end().await, "ended with exit code 0");
    office.leave().await;
}

#[tokio::test]
async fn focuswriter_is_ended_by_force_and_comes_up_again_with_refs_of_its_own() {
    let office = Office::open("chrome", &["focuswriter"]).await;
    office.set("multi-line text editor", "one two three").await;
    let page = office.find("multi-line text editor").await;
    let pid = office.pid().await;
    let asked = office.mcp.fail("close_app", json!({}), "blocked_by_dialog").await.text;
    assert!(asked.contains("\"Save Changes?\""), "{asked}");
    assert!(is_alive(pid), "it was asked, not ended");
    office.call("close_app", json!({"force": true})).await;
    eventually("the end of the process", async || (!is_alive(pid)).then_some(())).await;

    office.call("launch_app", json!({})).await;
    let refused = office.mcp.fail("click", json!({"ref": page}), "unknown_ref").await.text;
    assert!(refused.contains("focuswriter (app 1), which has ended"), "{refused}");
    assert_ne!(office.pid().await, pid);
    // It has noticed.
    let answer = office.find("no button").await;
    assert!(answer > 100_000, "{answer}");
    let page = office.call("get_page_text", json!({})).await;
    assert!(page.contains("FocusWriter was not shut down cleanly."), "{page}");
    office.call("click", json!({"ref": answer})).await;
    office.set("multi-line text editor", "four").await;
    office.leave().await;
}

#[tokio::test]
async fn kwrite_saves_for_a_client_on_http_and_ends_with_the_server() {
    let home = Home::new();
    let note = home.dir().join("note.md");
    std::fs::write(&note, "alpha\n").unwrap();
    let office = Office::open_on_http(home, "chrome", &["kwrite", note.to_str().unwrap()]).await;
    let editor = office.find("note.md textbox").await;
    office.call("computer", json!({"action": "left_click", "ref": editor})).await;
    office.keys("ctrl+End").await;
    office.types("ömega\n").await;
    office.keys("ctrl+s").await;
    assert_eq!(file_with(&note, "mega").await, "alpha\nömega\n");
    let pid = office.pid().await;
    let Office { mcp, home: _home } = office;
    drop(mcp);
    eventually("the end of the process", async || (!is_alive(pid)).then_some(())).await;
}
