//! `QTMCP_ACCESS`: what may be done, by every way that there is to do it.

use qtmcp_tests::{
    Client, Code, Home, Launch, Qt, Serve, TestApp, Value, built, gallery, json, launch, on_both, succeed,
};
use std::collections::BTreeSet;

fn names(tools: &Value) -> BTreeSet<String> {
    let names = tools.as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str());
    names.map(str::to_owned).collect()
}

/// What `listTools` offers: the tools of all modes, and the methods of the connection.
async fn offered(client: &Client) -> BTreeSet<String> {
    let listed = succeed(client, "listTools", json!({"mode": "all"})).await;
    names(&listed["tools"]).union(&names(&listed["connection"])).cloned().collect()
}

async fn denied(app: &TestApp, method: &str, params: Value) -> String {
    let (code, message, next) = app.fault(method, params).await;
    assert_eq!(code, Code::Denied, "{method}: {message}");
    assert!(next.contains("Only the person who started this"), "{method}: {next}");
    message
}

fn reading(qt: Qt) -> Launch {
    gallery(qt).env("QTMCP_ACCESS", "read")
}

on_both! {
    async fn with_read_only_what_looks_is_offered_and_runs(qt: Qt) {
        let app = launch(reading(qt)).await;
        let tools = offered(&app.client).await;
        for looking in ["read_page", "find", "getObjectTree", "getProperty", "computer", "browser_batch", "listTools", "status"] {
            assert!(tools.contains(looking), "{looking}");
        }
        for acting in ["click", "qt_click", "sendKeys", "form_input", "navigate", "file_upload", "resize_window", "setProperty", "invokeMethod"] {
            assert!(!tools.contains(acting), "{acting}");
        }
        assert_eq!(app.call("status", json!({})).await["access"], "read");
        assert_eq!(app.get("nameEdit", "objectName").await, "nameEdit");
        app.call("read_page", json!({})).await;
        app.call("computer", json!({"action": "screenshot"})).await;
        app.call("waitFor", json!({"id": "okButton"})).await;
        let message = denied(&app, "setProperty", json!({"id": "nameEdit", "property": "text", "value": "x"})).await;
        assert_eq!(message, "setProperty is not allowed: QTMCP_ACCESS is read, which lets an app be looked at only.");
        for (method, params) in [
            ("click", json!({"id": "okButton"})),
            ("sendKeys", json!({"id": "nameEdit", "text": "x"})),
            ("invokeMethod", json!({"id": "okButton", "method": "click"})),
            ("navigate", json!({"path": "File"})),
            ("computer", json!({"action": "left_click", "coordinate": [10, 10]})),
            ("computer", json!({"action": "type", "text": "x"})),
            ("closeWindows", json!({})),
            // What is not allowed is refused whatever else is wrong with it.
            ("setProperty", json!({"nonsense": 1})),
        ] {
            denied(&app, method, params).await;
        }
        assert_eq!(app.get("nameEdit", "text").await, "");
    }

    async fn no_way_around_leads_to_an_act(qt: Qt) {
        let app = launch(reading(qt)).await;
        let click = json!({"id": "okButton"});
        denied(&app, "callTool", json!({"name": "click", "arguments": click, "mode": "native"})).await;
        denied(&app, "callTool", json!({"name": "setProperty", "arguments": {}})).await;
        let keys = json!({"action": "key", "text": "Return"});
        let batch = json!([{"name": "tabs_context", "input": {}}, {"name": "computer", "input": keys}]);
        let message = denied(&app, "browser_batch", json!({"actions": batch})).await;
        assert!(message.starts_with("actions[1]: computer is not allowed") && message.ends_with("Nothing was done."), "{message}");
        let looks = json!([{"name": "tabs_context", "input": {}}, {"name": "computer", "input": {"action": "wait", "duration": 0}}]);
        assert_eq!(app.call("browser_batch", json!({"actions": looks})).await["completed"], 2);
        // Toolsets tell a model of it in their results.
        for (toolset, name, input) in [
            (json!(null), "computer", json!({"action": "left_click", "coordinate": [5, 5]})),
            (json!("computer"), "left_click", json!({"coordinate": [5, 5]})),
            (json!("browser"), "key", json!({"text": "Return"})),
            (json!("browser"), "close_tab", json!({"tab_id": "1"})),
            (json!("browser"), "navigate", json!({"url": "back"})),
        ] {
            let used = app.call("toolUse", json!({"toolset_name": toolset, "name": name, "input": input})).await;
            assert!(used["is_error"] == true && used.to_string().contains("is not allowed"), "{name}: {used}");
        }
        let seen = app.call("toolUse", json!({"toolset_name": "computer", "name": "screenshot", "input": {}})).await;
        assert_ne!(seen["is_error"], true);
        let switched = app.call("setMode", json!({"mode": "chrome"})).await;
        assert!(!switched["tools"].as_array().unwrap().contains(&json!("click")), "{switched}");
        denied(&app, "click", json!({"ref": 1})).await;
    }

    async fn with_act_an_app_is_used_but_not_altered(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_ACCESS", "act")).await;
        let tools = offered(&app.client).await;
        assert!(tools.contains("click") && !tools.contains("setProperty") && !tools.contains("invokeMethod"), "{tools:?}");
        app.call("sendKeys", json!({"id": "nameEdit", "text": "Ada"})).await;
        assert_eq!(app.get("nameEdit", "text").await, "Ada");
        let message = denied(&app, "setProperty", json!({"id": "nameEdit", "property": "text", "value": "x"})).await;
        assert!(message.contains("does not let an app be changed past its user interface"), "{message}");
        denied(&app, "invokeMethod", json!({"id": "okButton", "method": "click"})).await;
        denied(&app, "callTool", json!({"name": "invokeMethod", "arguments": {"id": "okButton", "method": "click"}})).await;
    }

    async fn a_connection_can_ask_for_less_and_never_for_more(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_ACCESS", "act")).await;
        let asking = async |access: &str| Client::connect(&format!("{}?access={access}", app.url)).await;
        let level = async |client: &Client| succeed(client, "status", json!({})).await["access"].clone();
        let less = asking("read").await.unwrap();
        assert_eq!(level(&less).await, "read");
        assert!(less.call("click", json!({"id": "okButton"})).await.unwrap_err().fault_code() == Some(Code::Denied));
        assert_eq!(level(&asking("full").await.unwrap()).await, "act");
        let refused = asking("everything").await.err().expect("no such level").to_string();
        assert!(refused.contains("`access` is full, act or read"), "{refused}");
        // The others are as they were.
        assert_eq!(level(&app.client).await, "act");
        app.click("okButton").await;
    }

    async fn an_unknown_level_or_pattern_lets_nobody_in_and_says_why(qt: Qt) {
        let rules = [("QTMCP_ACCESS", "readonly"), ("QTMCP_DENY", "QLabel#"), ("QTMCP_AUDIT", "/proc"), ("QTMCP_SECRETS", "/")];
        for (name, value) in rules {
            let home = Home::new();
            let launching = home.launch(built(qt, "gallery")).env(name, value);
            let failed = launching.deadline(std::time::Duration::from_secs(4)).launch().await.err().expect("nobody listens");
            let said = failed.to_string();
            assert!(said.contains(&format!("not listening: {name}")), "{said}");
            assert_eq!(std::fs::read_dir(home.dir().join("run/qtmcp")).map_or(0, Iterator::count), 0);
        }
    }

    async fn a_server_passes_its_level_on_and_its_own_tools_obey(qt: Qt) {
        let app = built(qt, "gallery").into_os_string();
        let words = ["--mode", "all", "--access", "read", "--"].map(Into::into).into_iter().chain([app.clone()]);
        let mcp = Serve::new(words).start().await;
        let tools = mcp.tools().await;
        for name in ["list_apps", "select_app", "app_status", "set_mode", "read_page", "computer"] {
            assert!(tools.iter().any(|tool| tool == name), "{name}");
        }
        for name in ["launch_app", "close_app", "click", "setProperty"] {
            assert!(!tools.iter().any(|tool| tool == name), "{name}");
        }
        let instructions = mcp.peer().peer_info().and_then(|info| info.instructions.clone()).unwrap_or_default();
        assert!(instructions.contains("looked at only") && !instructions.contains("`click`"), "{instructions}");
        let prompts = mcp.peer().list_all_prompts().await.unwrap();
        assert!(prompts.iter().all(|prompt| prompt.name != "fill_form"), "{prompts:?}");
        mcp.call("read_page", json!({})).await;
        mcp.call("set_mode", json!({"mode": "native"})).await;
        mcp.call("select_app", json!({"app": 1})).await;
        for (tool, arguments) in [
            ("click", json!({"id": "okButton"})),
            ("setProperty", json!({"id": "nameEdit", "property": "text", "value": "x"})),
            ("launch_app", json!({"program": app.to_str().unwrap()})),
            ("close_app", json!({})),
        ] {
            let refused = mcp.fail(tool, arguments, "denied").await;
            assert!(refused.text.contains("QTMCP_ACCESS is read"), "{}", refused.text);
        }
        mcp.close().await;
    }
}
