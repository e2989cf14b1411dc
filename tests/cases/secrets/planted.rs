//! A thousand planted secrets, and everything that can be asked of an app.

use super::vault::{Kind, MASK, Search, file, plant};
use qtmcp_tests::{Events, Home, Launch, Qt, Serve, Signal, TestApp, Value, built, json, kill, launch, on_both};
use std::collections::HashSet;

/// How many of the thousand are in password fields; the app shows the others openly, and the user has named them. QML takes
/// long to make so many fields.
fn in_fields(kind: Kind) -> usize {
    match kind {
        Kind::Widgets => 600,
        Kind::Quick => 100,
    }
}

/// The text is of no use without an app to close.
const LAST: &str = "closeWindows";

fn planted(home: &Home, kind: Kind, qt: Qt, secrets: &[String]) -> Launch {
    let (fields, shown) = secrets.split_at(in_fields(kind));
    let named: String = shown.iter().enumerate().map(|(nth, value)| format!("S{nth}={value}\n")).collect();
    let fields = file(home, "fields", &fields.join("\n"));
    let shown = file(home, "shown", &shown.join("\n"));
    let args = ["--fields", fields.to_str().unwrap(), "--shown", shown.to_str().unwrap(), "--text", &secrets[20]];
    let app = kind
        .launch(qt)
        .args(args)
        .env("QTMCP_MODE", "all")
        .env("QTMCP_LOG_LEVEL", "trace")
        .env("QTMCP_TIMEOUT_MS", "60000");
    app.env("QTMCP_SECRETS", file(home, "secrets", &named)).env("QTMCP_REGISTRY", home.dir().join("apps"))
}

/// Calls that read and calls that act, with arguments that reach what there is.
fn calls(objects: &[String]) -> Vec<(&'static str, Value)> {
    let mut calls = vec![
        ("getObjectTree", json!({"depth": 50, "limit": 100_000})),
        ("findByObjectName", json!({"name": "field0"})),
        ("findByProperty", json!({"property": "echoMode", "value": "Password"})),
        ("findByText", json!({"text": "Kx"})),
        ("findByText", json!({"text": "typed"})),
        ("findByClassName", json!({"className": "QLineEdit"})),
        ("getGeometry", json!({"id": "field0"})),
        ("listMethods", json!({"id": "field1"})),
        ("listSignals", json!({"id": "field1"})),
        ("invokeMethod", json!({"id": "field1", "method": "spell"})),
        ("invokeMethod", json!({"id": "secretBox", "method": "spell"})),
        ("invokeMethod", json!({"id": "field1", "method": "setText", "args": [{"no": "text"}]})),
        ("setProperty", json!({"id": "field2", "property": "echoMode", "value": 0})),
        ("getModelData", json!({"id": "logList"})),
        ("getModelData", json!({"id": "historyCombo"})),
        ("getModelData", json!({"id": "shownList", "rows": 500})),
        ("getModelData", json!({"id": "secretCombo"})),
        ("waitFor", json!({"id": "field0", "property": "text", "value": "no", "timeoutMs": 30})),
        ("waitFor", json!({"text": "Kx", "timeoutMs": 30})),
        ("screenshot", json!({"id": "vault"})),
        ("subscribeLifecycle", json!({})),
        ("subscribeChanges", json!({})),
        ("sendKeys", json!({"id": "field0", "text": "<secret>S1</secret>!"})),
        ("sendKeys", json!({"id": "plainEdit", "text": "<secret>S2</secret>"})),
        ("sendKeys", json!({"id": "plainEdit", "text": "<secret>S20000</secret>"})),
        ("setProperty", json!({"id": "plainEdit", "property": "text", "value": "<secret>S3</secret>"})),
        ("setProperty", json!({"id": "vault", "property": "minimumWidth", "value": "<secret>S3</secret>"})),
        ("click", json!({"id": "eyeButton"})),
        ("sendKeys", json!({"id": "field0", "keys": "Ctrl+A, Ctrl+C"})),
        ("sendKeys", json!({"id": "plainEdit", "keys": "Ctrl+A, Ctrl+V"})),
        ("getProperty", json!({"id": "plainEdit", "property": "text"})),
        ("tabs_context", json!({})),
        ("tabs_context_mcp", json!({})),
        ("read_page", json!({"filter": "all"})),
        ("read_page", json!({"dialect": "chrome"})),
        ("get_page_text", json!({})),
        ("find", json!({"query": "password"})),
        ("find", json!({"query": "Kx"})),
        ("read_console_messages", json!({"limit": 1000})),
        ("wait_for", json!({"text": "Kx", "timeout": 0.05})),
        ("resize_window", json!({"width": 700, "height": 700})),
        ("navigate", json!({"url": "no such page"})),
        ("file_upload", json!({"paths": ["/nonexistent"], "ref": 1})),
        ("form_input", json!({"ref": 1, "value": "<secret>S4</secret>"})),
        (
            "browser_batch",
            json!({"actions": [
                {"name": "computer", "input": {"action": "type", "text": "<secret>S5</secret>"}},
                {"name": "read_page", "input": {}},
            ]}),
        ),
        ("computer", json!({"action": "screenshot"})),
        ("computer", json!({"action": "type", "text": "<secret>S6</secret>"})),
        ("computer", json!({"action": "zoom", "region": [0, 0, 300, 300]})),
        ("toolDefinitions", json!({"type": "computer_20250124"})),
        ("toolUse", json!({"name": "computer", "input": {"action": "type", "text": "<secret>S7</secret>"}})),
        ("callTool", json!({"name": "read_page", "arguments": {}, "mode": "chrome"})),
        ("callTool", json!({"name": "getObjectInfo", "arguments": {"id": "field0"}})),
        ("status", json!({})),
        ("ping", json!({})),
        ("getMode", json!({})),
        ("setMode", json!({"mode": "all"})),
        ("listTools", json!({})),
        ("unsubscribeSignals", json!({"id": "field0"})),
        ("unsubscribeLifecycle", json!({})),
        ("unsubscribeChanges", json!({})),
    ];
    calls.extend(objects.iter().map(|id| ("listProperties", json!({"id": id}))));
    calls.extend(objects.iter().step_by(20).map(|id| ("getObjectInfo", json!({"id": id}))));
    calls.push((LAST, json!({})));
    calls
}

/// Whatever a call is answered with.
async fn answer(app: &TestApp, method: &str, params: Value) -> String {
    match app.client.call(method, params).await {
        Ok(answer) => answer.to_string(),
        Err(error) => format!("{error:?} {error}"),
    }
}

async fn objects(app: &TestApp) -> Vec<String> {
    let found = app.call("findByClassName", json!({"className": "QObject", "inherits": true, "limit": 100_000})).await;
    let found = found["objects"].as_array().into_iter().flatten();
    found.filter_map(|object| object["id"].as_str().map(str::to_owned)).collect()
}

/// No tool may be left out.
async fn assert_all_called(app: &TestApp, calls: &[(&'static str, Value)]) {
    let called: HashSet<&str> = calls.iter().map(|(method, _)| *method).chain(["subscribeSignals"]).collect();
    for mode in ["native", "chrome", "computer_use"] {
        let listed = app.call("listTools", json!({"mode": mode})).await;
        for tool in
            ["tools", "connection"].iter().flat_map(|list| listed[*list].as_array().cloned().unwrap_or_default())
        {
            let name = tool["name"].as_str().unwrap_or_default().to_owned();
            assert!(called.contains(name.as_str()), "{name} of mode {mode} is not called here");
        }
    }
}

/// Calls everything, and searches everything that leaves: answers, events, files, the probe's words.
async fn search_all(app: &mut TestApp, home: &Home, search: &mut Search) -> Vec<String> {
    let mut found = Vec::new();
    let mut events = Events::of(&app.client);
    app.appears("pictured").await;
    for (id, signals) in [("field0", json!(["textChanged"])), ("keeper", json!(["keptChanged"]))] {
        found.extend(
            search.look(
                "subscribeSignals",
                &answer(app, "subscribeSignals", json!({"id": id, "signals": signals})).await,
            ),
        );
    }
    let calls = calls(&objects(app).await);
    assert_all_called(app, &calls).await;
    for (method, params) in calls {
        let what = format!("{method} {params}");
        found.extend(search.look(&what, &answer(app, method, params).await));
    }
    for event in events.so_far() {
        found.extend(search.look("an event", &format!("{} {}", event.kind, event.data)));
    }
    for directory in ["apps", "audit"] {
        for entry in std::fs::read_dir(home.dir().join(directory)).into_iter().flatten().flatten() {
            let text = std::fs::read(entry.path()).unwrap_or_default();
            found.extend(search.look("a file of the probe", &String::from_utf8_lossy(&text)));
        }
    }
    let ours: Vec<String> =
        app.stderr().lines().filter(|line| line.starts_with("qtmcp: ")).map(str::to_owned).collect();
    found.extend(search.look("the probe's log", &ours.join("\n")));
    found
}

on_both! {
    async fn of_a_thousand_secrets_none_leaves_by_any_tool(qt: Qt) {
        for kind in Kind::ALL {
            let home = Home::new();
            std::fs::create_dir(home.dir().join("audit")).unwrap();
            let secrets = plant(1000);
            let app = planted(&home, kind, qt, &secrets).env("QTMCP_AUDIT", home.dir().join("audit/log"));
            let mut app = launch(app).await;
            let mut search = Search::new(&secrets);
            let found = search_all(&mut app, &home, &mut search).await;
            assert!(found.is_empty(), "{kind:?}: {} found:\n{}", found.len(), found.join("\n"));
            assert!(search.bytes > 1 << 20, "{kind:?}: only {} bytes were searched", search.bytes);
        }
    }

    async fn they_are_found_where_nothing_hides_them(qt: Qt) {
        for kind in Kind::ALL {
            let home = Home::new();
            let secrets = plant(1000);
            let mut app = launch(planted(&home, kind, qt, &secrets).env("QTMCP_REVEAL", "1").env("QTMCP_SECRETS", "")).await;
            let found = search_all(&mut app, &home, &mut Search::new(&secrets)).await;
            assert!(found.len() > in_fields(kind), "{kind:?}: only {}: the search proves nothing", found.len());
        }
    }

    async fn none_leaves_through_the_server(qt: Qt) {
        let home = Home::new();
        let secrets = plant(1000);
        let (fields, shown) = secrets.split_at(in_fields(Kind::Widgets));
        let named: String = shown.iter().enumerate().map(|(nth, value)| format!("S{nth}={value}\n")).collect();
        let (fields, shown) = (file(&home, "fields", &fields.join("\n")), file(&home, "shown", &shown.join("\n")));
        let vault = built(qt, "vault").into_os_string();
        let mut args: Vec<std::ffi::OsString> = ["--mode", "all", "--"].map(Into::into).into();
        args.extend([vault, "--fields".into(), fields.into(), "--shown".into(), shown.into()]);
        let mcp = Serve::new(args).env("QTMCP_SECRETS", file(&home, "secrets", &named));
        let mcp = mcp.env("QTMCP_REGISTRY", home.dir().join("apps")).start().await;
        let mut search = Search::new(&secrets);
        for (tool, arguments) in [
            ("list_apps", json!({})),
            ("read_page", json!({})),
            ("get_page_text", json!({})),
            ("getObjectTree", json!({"depth": 50})),
            ("read_console_messages", json!({"limit": 1000})),
        ] {
            let answer = mcp.call(tool, arguments).await;
            let found = search.look(tool, &format!("{} {}", answer.text, answer.structure));
            assert!(found.is_empty(), "{found:?}");
            assert!(tool != "read_page" || (answer.text.contains("password, filled") && answer.text.contains("<secret>S")));
        }
        for uri in ["qtmcp://page", "qtmcp://console", "qtmcp://objects"] {
            let read = mcp.peer().read_resource(rmcp::model::ReadResourceRequestParams::new(uri)).await.unwrap();
            let found = search.look(uri, &format!("{:?}", read.contents));
            assert!(found.is_empty(), "{found:?}");
        }
        let console = mcp.call("read_console_messages", json!({"limit": 1000})).await;
        assert!(console.text.contains(MASK), "{}", console.text);
        // On its own stderr the app has said what is in a field, and nobody hides it there.
        let status = mcp.call("app_status", json!({})).await;
        let found = search.look("app_status", &status.structure.to_string());
        assert!(found.is_empty() && status.structure["stderr"].as_str().unwrap().contains("not told"), "{found:?}");
        kill(status.structure["pid"].as_u64().unwrap() as u32, Signal::KILL);
        let gone = mcp.fail("read_page", json!({}), "app_gone").await;
        assert!(search.look("app_gone", &gone.text).is_empty() && gone.text.contains("not told"), "{}", gone.text);
    }
}
