//! A whole conversation in each mode, as an agent has it: read, act, a dialog, another mode in the middle, a crash, a
//! restart.

use super::{app_pid, gallery};
use qtmcp_tests::{Mcp, Picture, Serve, Signal, built, eventually, json, kill, on_both};

/// What the app has printed, by its status.
async fn printed(mcp: &Mcp, line: &str) {
    eventually(line, async || {
        let status = mcp.call("app_status", json!({})).await.structure;
        status["stdout"].as_str().is_some_and(|stdout| stdout.contains(line)).then_some(())
    })
    .await;
}

async fn crash_and_restart(mcp: &Mcp, tool: &str, arguments: qtmcp_tests::Value) {
    kill(app_pid(mcp).await, Signal::ABORT);
    let gone = mcp.fail(tool, arguments.clone(), "app_gone").await;
    assert!(gone.text.contains("SIGABRT"), "{}", gone.text);
    mcp.call("launch_app", json!({})).await;
    mcp.call(tool, arguments).await;
}

/// The middle of an element's place on the screenshot, by Computer Use mode's marks: `[7] "Yes" (10, 20) 30x40`.
async fn middle(mcp: &Mcp, name: &str) -> [f64; 2] {
    let mode = mcp.call("app_status", json!({})).await.structure["mode"].clone();
    mcp.call("set_mode", json!({"mode": "all"})).await;
    let found = mcp.call("find", json!({"query": name})).await.text;
    let number = found.split_once('[').and_then(|(_, rest)| rest.split_once(']')).unwrap().0;
    let at = mcp.call("computer", json!({"action": "mouse_move", "ref": number.parse::<u64>().unwrap()})).await;
    let position = mcp.call("computer", json!({"action": "cursor_position"})).await.text;
    mcp.call("set_mode", json!({"mode": mode})).await;
    let numbers: Vec<f64> =
        position.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|number| number.parse().ok()).collect();
    let [x, y] = numbers[..] else { panic!("{position} {}", at.text) };
    [x, y]
}

on_both! {
    async fn in_chrome_mode(qt: Qt) {
        let mcp = gallery(qt, "chrome", "dialogs").start().await;
        let page = mcp.call("read_page", json!({})).await.text;
        assert!(page.contains("Question"), "{page}");
        let question = mcp.find("question button").await;
        let opened = mcp.call("click", json!({"ref": question})).await.text;
        assert!(opened.contains("questionBox") || opened.to_lowercase().contains("dialog"), "{opened}");
        mcp.fail("click", json!({"ref": question}), "blocked_by_dialog").await;
        let yes = mcp.find("yes button").await;
        mcp.call("click", json!({"ref": yes})).await;
        printed(&mcp, "DIALOG question yes").await;

        mcp.call("set_mode", json!({"mode": "native"})).await;
        let text = mcp.call("getProperty", json!({"id": "dialogResult", "property": "text"})).await;
        assert_eq!(text.structure["value"], "question yes");
        mcp.call("set_mode", json!({"mode": "chrome"})).await;
        crash_and_restart(&mcp, "read_page", json!({})).await;
        mcp.fail("click", json!({"ref": question}), "unknown_ref").await;
    }

    async fn in_computer_use_mode(qt: Qt) {
        let mcp = gallery(qt, "computer_use", "dialogs").start().await;
        let seen = async || {
            let shot = mcp.call("computer", json!({"action": "screenshot"})).await;
            Picture::encoded(&json!(shot.pictures[0].1))
        };
        let before = seen().await;
        let question = middle(&mcp, "question button").await;
        let clicked = mcp.call("computer", json!({"action": "left_click", "coordinate": question})).await;
        assert!(!clicked.text.is_empty());
        assert!(seen().await != before, "the dialog is on the screen");
        mcp.call("computer", json!({"action": "key", "text": "Return"})).await;
        printed(&mcp, "DIALOG question").await;

        mcp.call("set_mode", json!({"mode": "chrome"})).await;
        assert!(mcp.call("read_page", json!({})).await.text.contains("question"));
        mcp.call("set_mode", json!({"mode": "computer_use"})).await;
        crash_and_restart(&mcp, "computer", json!({"action": "screenshot"})).await;
    }

    async fn in_native_mode(qt: Qt) {
        let mcp = gallery(qt, "native", "dialogs").start().await;
        let found = mcp.call("findByObjectName", json!({"name": "questionButton"})).await.structure;
        let id = found["objects"][0]["id"].clone();
        mcp.call("click", json!({"id": id})).await;
        mcp.fail("click", json!({"id": id}), "blocked_by_dialog").await;
        mcp.call("click", json!({"id": "yesButton"})).await;
        mcp.call("waitFor", json!({"id": "dialogResult", "property": "text", "value": "question yes"})).await;
        printed(&mcp, "DIALOG question yes").await;

        mcp.call("set_mode", json!({"mode": "chrome"})).await;
        let modal = mcp.find("modal dialog button").await;
        mcp.call("click", json!({"ref": modal})).await;
        mcp.call("set_mode", json!({"mode": "native"})).await;
        mcp.call("click", json!({"id": "dialogCancelButton"})).await;
        mcp.call("waitFor", json!({"id": "modalDialog", "state": "gone"})).await;
        crash_and_restart(&mcp, "findByObjectName", json!({"name": "questionButton"})).await;
    }

    async fn in_all_modes(qt: Qt) {
        let mcp = gallery(qt, "all", "dialogs").start().await;
        assert!(mcp.call("read_page", json!({})).await.text.contains("Question"));
        mcp.call("qt_click", json!({"id": "questionButton"})).await;
        mcp.fail("qt_click", json!({"id": "questionButton"}), "blocked_by_dialog").await;
        let yes = mcp.find("yes button").await;
        mcp.call("computer", json!({"action": "left_click", "ref": yes})).await;
        printed(&mcp, "DIALOG question yes").await;
        let text = mcp.call("getProperty", json!({"id": "dialogResult", "property": "text"})).await;
        assert_eq!(text.structure["value"], "question yes");
        mcp.call("set_mode", json!({"mode": "chrome"})).await;
        let refused = mcp.fail("qt_click", json!({"id": "questionButton"}), "unsupported").await;
        assert!(refused.text.ends_with("Call `set_mode` with mode all."), "{}", refused.text);
        mcp.call("set_mode", json!({"mode": "all"})).await;
        crash_and_restart(&mcp, "qt_screenshot", json!({})).await;
    }

    async fn with_an_app_of_qml(qt: Qt) {
        let program = built(qt, "qml-gallery").into_os_string();
        let args = ["--mode".into(), "chrome".into(), "--".into(), program, "--tab".into(), "dialogs".into()];
        let mcp = Serve::new(args).start().await;
        let modal = mcp.find("modal dialog button").await;
        mcp.call("click", json!({"ref": modal})).await;
        let field = mcp.find("text field").await;
        mcp.call("form_input", json!({"ref": field, "value": "né"})).await;
        let ok = mcp.find("ok button").await;
        mcp.call("click", json!({"ref": ok})).await;
        printed(&mcp, "né").await;
        crash_and_restart(&mcp, "read_page", json!({})).await;
    }
}
