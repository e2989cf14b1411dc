//! `qtmcp` and apps that demand the token: it is found, sent, and never shown.

use super::{at_home, registry, token};
use qtmcp_tests::{Home, Run, Serve, json, on_both};

on_both! {
    async fn the_command_finds_the_token_by_itself(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_AUTH", "token")]).await;
        let token = token(&home, &app);
        let qtmcp = |args: &[&str]| Run::qtmcp(registry(&home)).args(args).without("QTMCP_TOKEN");
        let socket = format!("unix:{}", app.socket.clone().unwrap().display());
        for place in [app.pid.to_string().as_str(), &app.url, &socket, "gallery"] {
            let ended = qtmcp(&["call", "--app", place, "ping"]).end().await;
            assert_eq!(ended.code, 0, "{place}: {}", ended.stderr);
        }
        assert_eq!(qtmcp(&["inspect"]).end().await.code, 0);
        // Where the entry is not to be seen, it must be told.
        let elsewhere = |args: &[&str]| Run::qtmcp(home.dir().join("elsewhere")).args(args).without("QTMCP_TOKEN");
        let refused = elsewhere(&["call", "--app", &app.url, "ping"]).end().await;
        assert!(refused.code != 0 && refused.stderr.contains("authenticate"), "{}", refused.stderr);
        let told = elsewhere(&["call", "--app", &app.url, "ping"]).env("QTMCP_TOKEN", &token).end().await;
        assert_eq!(told.code, 0, "{}", told.stderr);
        let url = format!("{}?token={token}", app.url);
        assert_eq!(elsewhere(&["call", "--app", &url, "ping"]).end().await.code, 0);
    }

    async fn a_token_is_shown_nowhere(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_AUTH", "token")]).await;
        let token = token(&home, &app);
        let wrong = format!("{}?token={token}x", app.url);
        let refused = Run::qtmcp(registry(&home)).args(["call", "--app", &wrong, "ping"]).end().await;
        assert!(refused.code != 0 && refused.stderr.contains("token=…"), "{}", refused.stderr);
        let nowhere = format!("ws://127.0.0.1:1?token={token}");
        let unreachable = Run::qtmcp(registry(&home)).args(["call", "--app", &nowhere, "ping"]).end().await;
        let mcp = Serve::new(["--connect", &wrong]).env("QTMCP_REGISTRY", registry(&home)).start().await;
        let fault = mcp.fail("getObjectTree", json!({}), "not_connected").await;
        for said in [refused.stdout, refused.stderr, unreachable.stderr, fault.text, mcp.stderr(), app.stderr()] {
            assert!(!said.contains(&token), "{said}");
        }
    }

    async fn a_server_drives_an_app_that_demands_the_token(qt: Qt) {
        let home = Home::new();
        let app = qtmcp_tests::built(qt, "gallery").into_os_string();
        let serve = Serve::new(["--mode".into(), "native".into(), "--".into(), app]);
        let serve = home.variables().into_iter().fold(serve, |serve, (name, value)| serve.env(name, value));
        let mcp = serve.env("QTMCP_AUTH", "token").start().await;
        let read = mcp.call("getProperty", json!({"id": "okButton", "property": "text"})).await;
        assert_eq!(read.structure["value"], "OK");
    }
}
