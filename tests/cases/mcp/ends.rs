//! How the server and its apps end: politely, and together.

use super::{app_pid, gallery};
use qtmcp_tests::{Mcp, Qt, Serve, Signal, built, eventually, is_alive, json, kill, launch, on_both, qml_gallery};

async fn ends(pid: u32) {
    eventually(&format!("the end of process {pid}"), async || (!is_alive(pid)).then_some(())).await;
}

async fn with_text_in_it(mcp: &Mcp) {
    let name = mcp.find("name field").await;
    mcp.call("form_input", json!({"ref": name, "value": "unsaved"})).await;
}

on_both! {
    async fn closing_stdin_ends_the_server_and_its_app(qt: Qt) {
        let mcp = gallery(qt, "chrome", "form").start().await;
        with_text_in_it(&mcp).await;
        let (server, app) = (mcp.pid(), app_pid(&mcp).await);
        mcp.close().await;
        ends(app).await;
        ends(server).await;
    }

    async fn a_killed_server_leaves_no_orphan(qt: Qt) {
        let mcp = gallery(qt, "chrome", "form").start().await;
        with_text_in_it(&mcp).await;
        let app = app_pid(&mcp).await;
        kill(mcp.pid(), Signal::KILL);
        ends(app).await;
    }

    async fn a_killed_server_leaves_no_orphan_behind_a_wrapper(qt: Qt) {
        let script = format!("{} --tab form; true", built(qt, "gallery").display());
        let mcp = Serve::new(["--mode", "chrome", "--", "sh", "-c", &script]).start().await;
        with_text_in_it(&mcp).await;
        let app = app_pid(&mcp).await;
        kill(mcp.pid(), Signal::KILL);
        ends(app).await;
    }

    async fn an_app_that_is_only_connected_to_outlives_the_server(qt: Qt) {
        let theirs = launch(qml_gallery(qt)).await;
        let mcp = Serve::new(["--mode", "chrome", "--connect", &theirs.url]).start().await;
        mcp.call("read_page", json!({})).await;
        let server = mcp.pid();
        kill(server, Signal::KILL);
        ends(server).await;
        assert_eq!(theirs.call("ping", json!({})).await["pong"], true);
    }

    async fn a_question_about_unsaved_work_is_reported_first(qt: Qt) {
        let program = built(qt, "unsaved").into_os_string();
        let mcp = Serve::new(["--mode".into(), "chrome".into(), "--".into(), program]).start().await;
        let edit = mcp.find("document text").await;
        mcp.call("form_input", json!({"ref": edit, "value": "worth keeping"})).await;
        let app = app_pid(&mcp).await;
        let asks = mcp.fail("close_app", json!({}), "blocked_by_dialog").await;
        for said in ["Save changes", "Discard", "Cancel", "force true"] {
            assert!(asks.text.contains(said), "{said}: {}", asks.text);
        }
        assert!(is_alive(app));
        let cancel = mcp.find("cancel button").await;
        mcp.call("click", json!({"ref": cancel})).await;
        assert!(mcp.call("read_page", json!({})).await.text.contains("worth keeping"));

        mcp.fail("close_app", json!({}), "blocked_by_dialog").await;
        let discard = mcp.find("discard button").await;
        mcp.ask("click", json!({"ref": discard})).await.unwrap();
        ends(app).await;
        let closed = mcp.call("close_app", json!({})).await.structure;
        assert_eq!(closed["closed"], "ended with exit code 0", "{closed}");
    }

    async fn force_ends_an_app_that_asks(qt: Qt) {
        let program = built(qt, "unsaved").into_os_string();
        let mcp = Serve::new(["--mode".into(), "chrome".into(), "--".into(), program]).start().await;
        let edit = mcp.find("document text").await;
        mcp.call("form_input", json!({"ref": edit, "value": "not worth keeping"})).await;
        let app = app_pid(&mcp).await;
        let closed = mcp.call("close_app", json!({"force": true})).await.structure;
        let told = closed["closed"].as_str().unwrap();
        assert!(told.starts_with("was terminated; it had asked: \"Save changes to the document?\" ("), "{told}");
        assert!(!is_alive(app));
        mcp.fail("read_page", json!({}), "app_gone").await;
    }

    async fn an_app_that_ignores_sigterm_is_killed(qt: Qt) {
        let script = "trap '' TERM; exec \"$0\"";
        let app = built(qt, "nowindow");
        let args = ["--mode", "native", "--", "sh", "-c", script, app.to_str().unwrap()];
        let mcp = Serve::new(args).start().await;
        let (server, app) = (mcp.pid(), app_pid(&mcp).await);
        mcp.close().await;
        ends(app).await;
        ends(server).await;
    }
}

#[tokio::test]
async fn sigterm_ends_the_server_and_its_app() {
    let server = gallery(Qt::Six, "chrome", "form").on_http().await;
    let client = server.client(qtmcp_tests::Era::Initialize).await;
    let app = app_pid(&client).await;
    assert_eq!(server.terminate().await, 0);
    ends(app).await;
    let mcp = gallery(Qt::Six, "chrome", "form").start().await;
    let (pid, app) = (mcp.pid(), app_pid(&mcp).await);
    kill(pid, Signal::TERM);
    ends(app).await;
    ends(pid).await;
}
