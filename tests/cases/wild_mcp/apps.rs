//! Several apps at one server: what goes from one into another, and what becomes of the others when one ends.

use super::{Office, file_with, server};
use qtmcp_tests::{Home, PATIENCE, Screen, Signal, code, eventually, is_alive, json, kill, launch};

#[tokio::test]
async fn what_speedcrunch_reckons_featherpad_keeps() {
    let office = Office::open("chrome", &[]).await;
    office.mcp.fail("read_page", json!({}), "not_connected").await;
    let calculator = office.launch("speedcrunch", &[]).await;
    let field = office.find("editor textbox 2").await;
    office.set("editor textbox 2", "6*7").await;
    let reckoned = office.keys("Return").await;
    assert!(reckoned.contains("= 42"), "{reckoned}");

    office.launch("featherpad", &[]).await;
    let refused = office.mcp.fail("form_input", json!({"ref": field, "value": "1"}), "unknown_ref").await.text;
    assert!(refused.contains(&format!("Call `select_app` with app {calculator}")), "{refused}");
    office.set("text editor", "6*7 = 42").await;
    office.menu("File > Save As").await;
    let file = office.file("sum.txt");
    office.call("file_upload", json!({"paths": [&file]})).await;
    file_with(&file, "6*7 = 42").await;

    office.select(calculator).await;
    let page = office.call("get_page_text", json!({})).await;
    assert!(page.contains("= 42"), "{page}");
    office.leave().await;
}

#[tokio::test]
async fn what_featherpad_copies_kwrite_pastes_on_a_real_screen() {
    let (screen, home) = (Screen::start(), Home::new());
    let note = home.dir().join("note.md");
    std::fs::write(&note, "").unwrap();
    let serve = server(&home, "chrome", &["featherpad"]);
    let serve = serve.env("QT_QPA_PLATFORM", "xcb").env("DISPLAY", screen.display());
    let office = Office { mcp: serve.start().await, home };
    office.set("text editor", "Grüße ✓").await;
    office.keys("ctrl+a").await;
    office.keys("ctrl+c").await;
    office.launch("kwrite", &[note.to_str().unwrap()]).await;
    let editor = office.find("note.md textbox").await;
    office.call("computer", json!({"action": "left_click", "ref": editor})).await;
    office.keys("ctrl+v").await;
    office.keys("ctrl+s").await;
    assert_eq!(file_with(&note, "✓").await.trim_end(), "Grüße ✓");
    office.leave().await;
}

#[tokio::test]
async fn keepassxc_is_there_once_and_the_first_one_goes_on() {
    let office = Office::open("chrome", &["keepassxc"]).await;
    office.find("create new database").await;
    let pid = office.pid().await;
    let second = office.mcp.fail("launch_app", json!({"program": "keepassxc"}), "app_gone").await.text;
    assert!(second.contains("ended with exit code 0"), "{second}");
    office.select(1).await;
    assert_eq!(office.pid().await, pid);
    let opened = office.click("create new database").await;
    assert!(opened.contains("General Database Information"), "{opened}");
    office.leave().await;
}

#[tokio::test]
async fn kcalc_crashes_and_is_started_again_while_speedcrunch_goes_on() {
    let office = Office::open("chrome", &["kcalc"]).await;
    let (seven, crashed) = (office.find("7").await, office.pid().await);
    let other = office.launch("speedcrunch", &[]).await;
    kill(crashed, Signal::SEGV);
    office.set("editor textbox 2", "2^10").await;
    let reckoned = office.keys("Return").await;
    assert!(reckoned.contains("= 1024"), "{reckoned}");

    office.select(1).await;
    let gone = office.mcp.fail("click", json!({"ref": seven}), "app_gone").await.text;
    assert!(gone.contains("kcalc (app 1) crashed with signal 11 (SIGSEGV)"), "{gone}");
    office.call("launch_app", json!({})).await;
    assert_ne!(office.pid().await, crashed);
    for key in ["7", "multiplication", "9"] {
        office.click(key).await;
    }
    let product = office.click("equals").await;
    assert!(product.contains("\"63\""), "{product}");
    office.call("close_app", json!({"app": other})).await;
    let apps = office.mcp.call("list_apps", json!({})).await.structure;
    let running: Vec<_> = apps["apps"].as_array().unwrap().iter().map(|app| app["running"] == true).collect();
    assert_eq!(running, [false, false, true], "{apps}");
    office.leave().await;
}

#[tokio::test]
async fn a_kcalc_that_somebody_else_started_is_driven_and_runs_on() {
    let home = Home::new();
    let registry = home.dir().join("run");
    let mut theirs = launch(home.launch("kcalc").env("QTMCP_REGISTRY", &registry)).await;
    let mcp = server(&home, "chrome", &[]).env("QTMCP_REGISTRY", &registry).start().await;
    let office = Office { mcp, home };
    let pid = eventually("the app in the list", async || {
        let apps = office.mcp.call("list_apps", json!({})).await.structure;
        let other = &apps["others"][0];
        (other["program"] == "kcalc").then(|| other["pid"].as_u64()).flatten()
    })
    .await;
    assert_eq!(pid, u64::from(theirs.pid));
    office.call("select_app", json!({"pid": pid})).await;
    let clicked = office.click("7").await;
    assert!(clicked.contains("\"7\" (was \"0\")"), "{clicked}");
    let closed = office.call("close_app", json!({})).await;
    assert!(closed.contains("runs on"), "{closed}");
    let _home = office.leave().await;
    assert!(is_alive(theirs.pid));
    let page = theirs.call("get_page_text", json!({})).await;
    assert!(page["text"].as_str().unwrap().contains("[7]"), "{page}");
    // The reply may be lost with the app.
    let _ = theirs.client.call("invokeMethod", json!({"id": "QApplication", "method": "quit"})).await;
    assert_eq!(code(theirs.wait_exit(PATIENCE).await.unwrap()), 0);
}
