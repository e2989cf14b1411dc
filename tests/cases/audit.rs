//! `QTMCP_AUDIT`: every call leaves one line, whoever made it and however it ended, and no line has what was written.

use qtmcp_tests::{
    Client, Code, Era, Home, Serve, TestApp, Transport, Value, built, eventually, gallery, json, launch, on_both,
    succeed,
};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

fn lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

fn of(file: &Path, tool: &str) -> Vec<Value> {
    lines(file).into_iter().filter(|line| line["tool"] == tool).collect()
}

async fn noting(qt: qtmcp_tests::Qt, file: &Path) -> TestApp {
    launch(gallery(qt).env("QTMCP_AUDIT", file)).await
}

on_both! {
    async fn a_call_is_one_line_with_who_what_how_and_how_long(qt: Qt) {
        let home = Home::new();
        let file = home.dir().join("audit");
        let app = noting(qt, &file).await;
        app.call("getProperty", json!({"id": "nameEdit", "property": "objectName"})).await;
        assert_eq!(app.fault("click", json!({"id": "nobody"})).await.0, Code::NotFound);
        let _ = app.client.call("flyAway", json!({})).await;
        let read = &of(&file, "getProperty")[0];
        assert_eq!((&read["arguments"], &read["outcome"]), (&json!({"id": "nameEdit", "property": "objectName"}), &json!("ok")));
        let time = read["time"].as_str().unwrap();
        assert!(time.len() == 24 && time.starts_with("20") && time.ends_with('Z') && &time[10..11] == "T", "{time}");
        assert!(read["ms"].is_u64(), "{read}");
        let client = read["client"].as_str().unwrap();
        let uid = std::fs::metadata("/proc/self").unwrap().uid();
        assert!(client.contains(&format!("uid {uid}")) && client.contains("127.0.0.1"), "{client}");
        assert_eq!(of(&file, "click")[0]["outcome"], "not_found");
        assert_eq!(of(&file, "flyAway")[0]["outcome"], "unknown_method");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        // By the Unix socket the process is known too.
        let socket = app.socket.clone().expect("a socket");
        let by_socket = Client::connect(&format!("unix:{}", socket.display())).await.unwrap();
        succeed(&by_socket, "ping", json!({})).await;
        let pings = of(&file, "ping");
        let client = pings.last().unwrap()["client"].as_str().unwrap();
        assert_eq!(client, format!("unix pid {} uid {uid}", std::process::id()));
    }

    async fn what_is_written_into_an_app_is_in_no_line(qt: Qt) {
        let home = Home::new();
        let file = home.dir().join("audit");
        let app = noting(qt, &file).await;
        app.set("nameEdit", "text", json!("verborgen1")).await;
        app.invoke("nameEdit", "setText", json!(["verborgen2"])).await;
        app.call("sendKeys", json!({"id": "nameEdit", "text": "verborgen3", "keys": "Ctrl+A, Del"})).await;
        app.call("callTool", json!({"name": "findByText", "arguments": {"text": "verborgen4"}})).await;
        app.call("computer", json!({"action": "type", "text": "verborgen5"})).await;
        app.call("browser_batch", json!({"actions": [{"name": "computer", "input": {"action": "type", "text": "verborgen6"}}]})).await;
        app.call("toolUse", json!({"toolset_name": "computer", "name": "type", "input": {"text": "verborgen7"}})).await;
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains("verborgen"), "{text}");
        assert_eq!(of(&file, "setProperty")[0]["arguments"]["value"], "[10 characters]");
        assert_eq!(of(&file, "sendKeys")[0]["arguments"]["keys"], "Ctrl+A, Del");
        assert_eq!(of(&file, "toolUse")[0]["arguments"]["input"]["text"], "[10 characters]");
    }

    async fn a_call_that_is_cancelled_or_left_is_noted_as_well(qt: Qt) {
        let home = Home::new();
        let file = home.dir().join("audit");
        let app = noting(qt, &file).await;
        let leaving = Client::connect(&app.url).await.unwrap();
        let waiting = leaving.call("waitFor", json!({"id": "nobody", "timeoutMs": 60_000}));
        let gone = tokio::time::timeout(std::time::Duration::from_millis(200), waiting).await;
        assert!(gone.is_err());
        leaving.close().await;
        eventually("the line", async || (of(&file, "waitFor").first()?["outcome"] == "cancelled").then_some(())).await;
    }

    async fn a_disk_that_is_full_harms_no_call_and_is_told_of_once(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_AUDIT", "/dev/full")).await;
        for _ in 0..3 {
            assert_eq!(app.get("nameEdit", "objectName").await, "nameEdit");
        }
        eventually("a line on stderr", async || app.stderr().contains("calls are not noted any more").then_some(())).await;
        assert_eq!(app.stderr().matches("calls are not noted").count(), 1, "{}", app.stderr());
    }

    async fn a_server_notes_its_clients_calls_and_the_app_does_not_again(qt: Qt) {
        for (transport, era) in [(Transport::Stdio, Era::Initialize), (Transport::Http, Era::Discover)] {
            let home = Home::new();
            let file = home.dir().join("audit");
            let words = ["--mode", "native", "--"].map(Into::into).into_iter().chain([built(qt, "gallery").into_os_string()]);
            let mcp = Serve::new(words).env("QTMCP_AUDIT", &file).start_by(transport, era).await;
            mcp.call("setProperty", json!({"id": "nameEdit", "property": "text", "value": "verborgen"})).await;
            mcp.fail("click", json!({"id": "nobody"}), "not_found").await;
            mcp.call("list_apps", json!({})).await;
            let set = of(&file, "setProperty");
            assert_eq!(set.len(), 1, "{set:?}");
            assert_eq!(set[0]["arguments"], json!({"id": "nameEdit", "property": "text", "value": "[9 characters]"}));
            assert!(set[0]["client"].as_str().unwrap().contains(' '), "name and version: {}", set[0]["client"]);
            assert_eq!(of(&file, "click")[0]["outcome"], "not_found");
            assert_eq!(of(&file, "list_apps").len(), 1);
            // The app says whose calls it does not note, and none of them is there as callTool.
            assert_eq!(of(&file, "connect")[0]["arguments"], json!({"audited": true}));
            assert_eq!(of(&file, "callTool"), Vec::<Value>::new());
            mcp.close().await;
        }
    }
}
