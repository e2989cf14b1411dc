//! Modal dialogs and popup menus: the call that opens one returns while its event loop runs, what is in it can be
//! driven, and neither a client that vanishes nor an app that quits inside it does harm.

use qtmcp_tests::{
    Client, Code, Events, PATIENCE, Qt, RawSocket, TestApp, eventually, gallery, is_alive, json, launch, on_both,
    qml_gallery, succeed,
};
use std::path::PathBuf;

async fn dialogs(qt: Qt) -> TestApp {
    let app = launch(gallery(qt).args(["--tab", "dialogs"])).await;
    app.appears("dialogsPage").await;
    app
}

async fn write(app: &TestApp, id: &str, text: &str) {
    app.call("sendKeys", json!({"id": id, "text": text})).await;
}

async fn press(app: &TestApp, keys: &str) {
    app.call("sendKeys", json!({"keys": keys})).await;
}

async fn gone(app: &TestApp, id: &str) {
    app.call("waitFor", json!({"id": id, "state": "gone"})).await;
}

/// Waits until the page says how the last dialog ended.
async fn ended(app: &TestApp, how: &str) {
    app.becomes("dialogResult", "text", json!(how)).await;
}

/// A file of this test's own, gone with it.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("qtmcp-{}-{name}", std::process::id()));
        std::fs::write(&path, "found").unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

on_both! {
    async fn a_click_that_waits_in_a_bare_event_loop_is_answered(qt: Qt) {
        let app = dialogs(qt).await;
        assert_eq!(app.click("loopButton").await["success"], true);
        assert_eq!(app.get("dialogResult", "text").await, "No dialog ended yet");
        assert_eq!(app.click("loopButton").await["success"], true);
        ended(&app, "loop ended").await;
    }

    async fn a_modal_dialog_is_opened_filled_and_closed(qt: Qt) {
        let app = dialogs(qt).await;
        assert_eq!(app.click("modalButton").await["success"], true);
        app.appears("modalDialog").await;
        assert_eq!(app.get("modalDialog", "modal").await, true);
        assert_eq!(app.get("dialogResult", "text").await, "No dialog ended yet");
        write(&app, "dialogEdit", "Ja, né 🎉").await;
        assert_eq!(app.get("dialogEdit", "text").await, "Ja, né 🎉");
        app.click("dialogOkButton").await;
        ended(&app, "modal accepted Ja, né 🎉").await;
        gone(&app, "modalDialog").await;

        app.click("modalButton").await;
        press(&app, "Escape").await;
        ended(&app, "modal rejected").await;
        app.click("modalButton").await;
        app.call("sendKeys", json!({"text": "by Return\n"})).await;
        ended(&app, "modal accepted by Return").await;
        app.click("modalButton").await;
        app.click("modalDialog/QDialogButtonBox/dialogCancelButton").await;
        ended(&app, "modal rejected").await;
        assert_eq!(app.stdout().matches("DIALOG modal").count(), 4, "{}", app.stdout());
    }

    async fn what_a_dialog_blocks_says_which_dialog_and_what_to_do(qt: Qt) {
        let app = dialogs(qt).await;
        app.click("modalButton").await;
        for (method, params) in [
            ("click", json!({"id": "okButton"})),
            ("click", json!({"id": "mainWindow"})),
            ("sendKeys", json!({"id": "questionButton", "keys": "Space"})),
        ] {
            let (code, message, next) = app.fault(method, params).await;
            assert_eq!(code, Code::BlockedByDialog, "{message}");
            assert!(message.contains("QDialog#modalDialog") && message.contains("A modal dialog"), "{message}");
            assert!(next.contains("dialog") && next.contains("click"), "{next}");
        }
        let reading = app.call("getObjectTree", json!({"root": "modalDialog"})).await;
        assert!(reading.to_string().contains("dialogEdit"), "{reading}");
        assert_eq!(app.set("okButton", "text", json!("Fine")).await, "Fine", "reading and setting go on");
        app.click("dialogOkButton").await;
        app.click("okButton").await;
        assert!(app.stdout().lines().any(|line| line == "OK"));
    }

    async fn a_dialog_that_is_not_modal_blocks_nothing(qt: Qt) {
        let app = dialogs(qt).await;
        app.click("nonModalButton").await;
        app.appears("nonModalDialog").await;
        app.click("okButton").await;
        app.click("nonModalCloseButton").await;
        ended(&app, "nonModal accepted").await;
    }

    async fn a_question_is_answered(qt: Qt) {
        let app = dialogs(qt).await;
        app.click("questionButton").await;
        app.click("yesButton").await;
        ended(&app, "question yes").await;
        app.click("questionButton").await;
        press(&app, "Alt+N").await;
        ended(&app, "question no").await;
    }

    async fn dialogs_open_over_dialogs(qt: Qt) {
        let app = dialogs(qt).await;
        app.click("nestedButton").await;
        app.click("openInnerButton").await;
        app.appears("innerDialog").await;
        let (code, message, _) = app.fault("click", json!({"id": "outerOkButton"})).await;
        assert_eq!(code, Code::BlockedByDialog);
        assert!(message.contains("innerDialog"), "{message}");
        app.click("innerCancelButton").await;
        ended(&app, "inner rejected").await;
        app.click("openInnerButton").await;
        app.click("innerOkButton").await;
        ended(&app, "inner accepted").await;
        app.click("outerOkButton").await;
        ended(&app, "outer accepted").await;
        app.click("okButton").await;
    }

    async fn qts_own_input_dialog_takes_text(qt: Qt) {
        let app = dialogs(qt).await;
        app.click("inputDialogButton").await;
        app.appears("inputDialog").await;
        write(&app, "inputDialog/QLineEdit", "bleu é").await;
        let buttons = app.call("findByText", json!({"text": "OK"})).await;
        let ok = buttons["objects"]
            .as_array()
            .unwrap()
            .iter()
            .find(|found| found["id"].as_str().unwrap().contains("inputDialog"));
        app.click(ok.unwrap()["id"].as_str().unwrap()).await;
        ended(&app, "input accepted bleu é").await;
    }

    async fn a_file_is_chosen_by_its_path(qt: Qt) {
        let app = dialogs(qt).await;
        let file = TempFile::new("été.txt");
        app.click("fileDialogButton").await;
        app.appears("fileDialog").await;
        app.call("sendKeys", json!({"id": "fileNameEdit", "keys": "Ctrl+A"})).await;
        write(&app, "fileNameEdit", file.path()).await;
        assert_eq!(app.get("fileNameEdit", "text").await, file.path());
        press(&app, "Return").await;
        ended(&app, &format!("file accepted {}", file.path())).await;
        app.call("sendKeys", json!({"id": "mainWindow", "keys": "Ctrl+O"})).await;
        app.appears("openDialog").await;
        press(&app, "Escape").await;
        gone(&app, "openDialog").await;
    }

    async fn a_popup_menu_answers_by_action_and_by_submenu(qt: Qt) {
        let app = dialogs(qt).await;
        app.click("popupButton").await;
        app.appears("popupMenu").await;
        app.click("popupMenu/popupSecondAction").await;
        ended(&app, "popup popupSecondAction").await;
        app.click("popupButton").await;
        app.click("popupMoreMenu").await;
        app.appears("popupMoreMenu").await;
        app.click("popupThirdAction").await;
        ended(&app, "popup popupThirdAction").await;
        app.click("popupButton").await;
        press(&app, "Down Return").await;
        ended(&app, "popup popupFirstAction").await;
        app.click("popupButton").await;
        press(&app, "Escape").await;
        ended(&app, "popup none").await;
    }

    async fn a_method_that_opens_a_dialog_answers_before_it_is_closed(qt: Qt) {
        let app = dialogs(qt).await;
        let answer = app.call("invokeMethod", json!({"id": "values", "method": "openModalDialog"})).await;
        assert_eq!(answer["success"], true, "{answer}");
        app.appears("valuesDialog").await;
        app.click("valuesDialogButton").await;
        gone(&app, "valuesDialog").await;
        app.call("invokeMethod", json!({"id": "aboutAction", "method": "trigger"})).await;
        app.appears("aboutBox").await;
        app.call("invokeMethod", json!({"id": "aboutBox", "method": "reject"})).await;
        gone(&app, "aboutBox").await;
    }

    async fn a_client_may_vanish_inside_every_dialog(qt: Qt) {
        let app = dialogs(qt).await;
        let cases = [
            ("modalButton", "modalDialog", "modal rejected"),
            ("questionButton", "questionBox", "question no"),
            ("nestedButton", "outerDialog", "outer rejected"),
            ("inputDialogButton", "inputDialog", "input rejected"),
            ("fileDialogButton", "fileDialog", "file rejected"),
            ("popupButton", "popupMenu", "popup none"),
        ];
        for (button, dialog, end) in cases {
            let mut vanishing = RawSocket::open(&app.url).await;
            let click = json!({"jsonrpc": "2.0", "id": 1, "method": "click", "params": {"id": button}});
            vanishing.send_text(&click.to_string()).await.unwrap();
            app.appears(dialog).await;
            // Half of a next request, and no goodbye.
            vanishing.send(&[0x81, 0xfe, 0x01]).await.unwrap();
            drop(vanishing);
            let client = Client::connect(&app.url).await.unwrap();
            succeed(&client, "getObjectInfo", json!({"id": dialog})).await;
            succeed(&client, "sendKeys", json!({"keys": "Escape"})).await;
            eventually(end, async || {
                let text = app.get("dialogResult", "text").await;
                text.as_str().is_some_and(|text| text.starts_with(end)).then_some(())
            })
            .await;
        }
        assert!(is_alive(app.pid));
        app.click("okButton").await;
        assert!(app.stdout().ends_with("OK\n"), "{}", app.stdout());
    }

    async fn a_client_may_vanish_with_its_call_unanswered(qt: Qt) {
        let app = dialogs(qt).await;
        for _ in 0..10 {
            let mut vanishing = RawSocket::open(&app.url).await;
            let click = json!({"jsonrpc": "2.0", "id": 1, "method": "click", "params": {"id": "modalButton"}});
            vanishing.send_text(&click.to_string()).await.unwrap();
            drop(vanishing);
        }
        // Whether the clicks still happened is the network's affair; the app must be well either way.
        eventually("a main window that can be clicked", async || {
            match app.client.call("click", json!({"id": "okButton"})).await {
                Ok(_) => Some(()),
                Err(_) => {
                    let _ = app.client.call("sendKeys", json!({"keys": "Escape"})).await;
                    None
                }
            }
        })
        .await;
    }

    async fn one_client_closes_the_dialog_another_waits_on(qt: Qt) {
        let app = dialogs(qt).await;
        let other = Client::connect(&app.url).await.unwrap();
        app.click("modalButton").await;
        let mut events = Events::of(&other);
        succeed(&other, "subscribeSignals", json!({"id": "modalDialog", "signals": ["finished"]})).await;
        let waiting = app.call("waitFor", json!({"id": "modalDialog", "state": "gone"}));
        let (waited, _) = tokio::join!(waiting, succeed(&other, "click", json!({"id": "dialogOkButton"})));
        assert_eq!(waited["success"], true);
        assert_eq!(events.next_signal().await, ("finished".to_owned(), json!([1])));
        // The dialog is deleted in the middle of a call that looks for it again and again.
        app.click("modalButton").await;
        let text = app
            .client
            .call("waitFor", json!({"id": "dialogEdit", "property": "text", "value": "never", "timeoutMs": 400}));
        let (text, _) = tokio::join!(text, succeed(&other, "click", json!({"id": "dialogCancelButton"})));
        // Two connections: the click may be there first, and then there is nothing to look for.
        let code = text.unwrap_err().fault_code();
        assert!(matches!(code, Some(Code::Timeout | Code::NotFound)), "{code:?}");
    }

    async fn an_app_quits_from_inside_a_dialog(qt: Qt) {
        let mut app = launch(gallery(qt).args(["--tab", "dialogs", "--exit-code", "3"])).await;
        app.click("nestedButton").await;
        app.click("openInnerButton").await;
        app.appears("innerDialog").await;
        // The app ends in this call, so it may or may not be answered.
        let _ = app.client.call("invokeMethod", json!({"id": "quitAction", "method": "trigger"})).await;
        let status = app.wait_exit(PATIENCE).await.unwrap();
        assert_eq!(status.code(), Some(3), "{}", app.stderr());
        let mut app = launch(gallery(qt).args(["--tab", "dialogs", "--exit-after", "700"])).await;
        let _ = app.client.call("click", json!({"id": "popupButton"})).await;
        assert_eq!(app.wait_exit(PATIENCE).await.unwrap().code(), Some(0), "{}", app.stderr());
    }

    async fn a_qml_dialog_is_opened_filled_and_closed(qt: Qt) {
        let app = launch(qml_gallery(qt).args(["--tab", "dialogs"])).await;
        app.appears("modalButton").await;
        app.click("modalButton").await;
        app.becomes("modalDialog", "opened", json!(true)).await;
        let (code, message, next) = app.fault("click", json!({"id": "countButton"})).await;
        assert_eq!(code, Code::BlockedByDialog, "{message}");
        assert!(message.contains("modalDialog") && message.contains("A modal dialog"), "{message}");
        assert!(next.contains("dialog"), "{next}");
        write(&app, "dialogEdit", "oui é 🎉").await;
        let ok = json!({"className": "Button", "text": "OK", "state": "visible"});
        app.click(app.call("waitFor", ok).await["id"].as_str().unwrap()).await;
        ended(&app, "modal accepted oui é 🎉").await;
        app.becomes("modalDialog", "visible", json!(false)).await;

        let mut vanishing = RawSocket::open(&app.url).await;
        let click = json!({"jsonrpc": "2.0", "id": 1, "method": "click", "params": {"id": "modalButton"}});
        vanishing.send_text(&click.to_string()).await.unwrap();
        app.becomes("modalDialog", "opened", json!(true)).await;
        drop(vanishing);
        press(&app, "Escape").await;
        ended(&app, "modal rejected").await;
        app.becomes("modalDialog", "visible", json!(false)).await;
        app.click("countButton").await;
        assert_eq!(app.get("counterLabel", "text").await, "Counted to 1");
    }
}
