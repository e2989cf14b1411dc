//! Other users of this machine, for real: a process of another user that connects.

use super::{NOT_AUTHENTICATED, address, at_home, discover, nobody, serve, token, upgrade};
use qtmcp_tests::{Home, Signal, Value, eventually, json, kill, on_both};
use std::fs;

const STRANGER: &str = include_str!("stranger.py");

/// What becomes of another user's WebSocket with these messages; `None` where nobody can be another user.
async fn as_nobody(url: &str, request: &str, messages: &[Value]) -> Option<Value> {
    nobody_does(json!({"address": address(url), "request": request, "messages": texts(messages)})).await
}

async fn nobody_does(wanted: Value) -> Option<Value> {
    let ended = nobody()?.args(["/usr/bin/python3", "-c", STRANGER, &wanted.to_string()]).end().await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    Some(serde_json::from_str(&ended.stdout).unwrap())
}

fn texts(messages: &[Value]) -> Vec<String> {
    messages.iter().map(Value::to_string).collect()
}

fn plain(target: &str) -> String {
    upgrade(target, &["Host: 127.0.0.1"])
}

fn write(text: &str) -> Value {
    json!({"id": 7, "method": "setProperty", "params": {"id": "okButton", "property": "text", "value": text}})
}

on_both! {
    async fn another_user_needs_the_token(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let Some(refused) = as_nobody(&app.url, &plain("/"), &[write("stolen")]).await else { return };
        assert_eq!(refused["replies"][0]["error"]["code"], NOT_AUTHENTICATED, "{refused}");
        assert_eq!((&refused["replies"][0]["error"]["data"]["code"], &refused["close"]), (&json!("denied"), &json!(1008)), "{refused}");
        assert_eq!(app.get("okButton", "text").await, "OK");

        let token = token(&home, &app);
        let with_query = as_nobody(&app.url, &plain(&format!("/?token={token}")), &[write("by query")]).await.unwrap();
        assert_eq!(with_query["replies"][0]["result"]["success"], true, "{with_query}");
        let header = upgrade("/", &["Host: localhost", &format!("Authorization: Bearer {token}")]);
        let with_header = as_nobody(&app.url, &header, &[write("by header")]).await.unwrap();
        assert_eq!(with_header["replies"][0]["result"]["success"], true, "{with_header}");
        let first = json!({"id": 1, "method": "authenticate", "params": {"token": token}});
        let with_message = as_nobody(&app.url, &plain("/"), &[first, write("by message")]).await.unwrap();
        assert_eq!(with_message["replies"][0], json!({"jsonrpc": "2.0", "id": 1, "result": {"authenticated": true}}));
        assert_eq!(with_message["replies"][1]["result"]["success"], true, "{with_message}");
        assert_eq!(app.get("okButton", "text").await, "by message");

        for wrong in ["x", "", &token[1..], &format!("{token}0"), &token.to_uppercase()] {
            let refused = as_nobody(&app.url, &plain(&format!("/?token={wrong}")), &[]).await.unwrap();
            assert_eq!(refused["status"], 401, "{refused}");
            let first = json!({"id": 1, "method": "authenticate", "params": {"token": wrong}});
            let refused = as_nobody(&app.url, &plain("/"), &[first]).await.unwrap();
            assert_eq!(refused["replies"][0]["error"]["code"], NOT_AUTHENTICATED, "{refused}");
        }
        assert!(!app.stderr().contains(&token), "{}", app.stderr());
    }

    async fn another_user_needs_none_where_nobody_does(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_AUTH", "none")]).await;
        let warned = |text: String| text.lines().any(|line| line.contains("QTMCP_AUTH=none: every user of this machine"));
        eventually("a word about it", async || warned(app.stderr()).then_some(())).await;
        let Some(served) = as_nobody(&app.url, &plain("/"), &[write("by anybody")]).await else { return };
        assert_eq!(served["replies"][0]["result"]["success"], true, "{served}");
    }

    /// A socket that was closed has no owner any more, and the kernel then says root.
    async fn a_socket_that_another_user_has_closed_is_not_taken_for_roots(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_LOG_LEVEL", "debug")]).await;
        kill(app.pid, Signal::STOP);
        let wanted = json!({
            "address": address(&app.url), "request": plain("/"), "messages": texts(&[write("stolen")]), "leave": true,
        });
        let left = nobody_does(wanted).await;
        if let Some(left) = &left {
            let port = format!(":{:04X}", left["port"].as_u64().unwrap());
            eventually("the kernel to call it root's", async || {
                let table = fs::read_to_string("/proc/net/tcp").unwrap();
                let fields = |line: &str| line.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
                table.lines().map(fields).any(|fields| fields[1].ends_with(&port) && fields[7] == "0").then_some(())
            })
            .await;
        }
        kill(app.pid, Signal::CONT);
        let Some(left) = left else { return };
        let theirs = format!("theirs: 127.0.0.1:{} }}", left["port"]);
        let came = eventually("a word of who came", async || {
            app.stderr().lines().find(|line| line.contains(&theirs)).map(str::to_owned)
        })
        .await;
        assert!(came.contains("Stranger came"), "{came}");
        assert_eq!(app.get("okButton", "text").await, "OK");
    }
}

#[tokio::test]
async fn another_user_needs_the_token_over_http_too() {
    let home = Home::new();
    let server = serve(&home).on_http().await;
    let request = |headers: &[&str]| discover(&[&["Host: 127.0.0.1"], headers].concat());
    let Some(refused) = as_nobody(&server.url, &request(&[]), &[]).await else { return };
    assert_eq!(refused["status"], 401, "{refused}");
    assert!(refused["head"].as_str().unwrap().to_lowercase().contains("www-authenticate: bearer"), "{refused}");
    let file = home.dir().join(format!("run/qtmcp/http-{}.json", server.pid()));
    let told: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(told["url"], server.url);
    let token = told["token"].as_str().unwrap();
    let served = as_nobody(&server.url, &request(&[&format!("Authorization: Bearer {token}")]), &[]).await.unwrap();
    assert_eq!(served["status"], 200, "{served}");
    let refused = as_nobody(&server.url, &request(&["Authorization: Bearer wrong"]), &[]).await.unwrap();
    assert_eq!(refused["status"], 401, "{refused}");
    assert_eq!(server.terminate().await, 0);
    assert!(!file.exists(), "it went with the server");
}

#[tokio::test]
async fn another_user_needs_none_over_http_where_nobody_does() {
    let home = Home::new();
    let server = serve(&home).env("QTMCP_AUTH", "none").on_http().await;
    let Some(served) = as_nobody(&server.url, &discover(&["Host: 127.0.0.1"]), &[]).await else { return };
    assert_eq!(served["status"], 200, "{served}");
}
