//! What models get of each answer: no picture in text, structure only where it says all, hints on every tool.

use super::gallery;
use qtmcp_tests::{Qt, Value, json};

#[tokio::test]
async fn no_text_holds_a_picture_and_pictures_have_no_structure_beside_them() {
    let mcp = gallery(Qt::Six, "all", "form").start().await;
    let calls = [
        ("computer", json!({"action": "screenshot"})),
        ("computer", json!({"action": "screenshot", "marks": true})),
        ("computer", json!({"action": "zoom", "region": [0, 0, 200, 100]})),
        ("qt_screenshot", json!({})),
        ("qt_screenshot", json!({"id": "submitButton", "format": "jpeg"})),
        ("browser_batch", json!({"actions": [{"name": "computer", "input": {"action": "screenshot"}}]})),
    ];
    for (tool, arguments) in calls {
        let answer = mcp.call(tool, arguments.clone()).await;
        assert_eq!(answer.pictures.len(), 1, "{tool} {arguments}: {}", answer.text);
        assert!(answer.structure.is_null(), "{tool} {arguments}");
        let longest = answer.text.split_whitespace().map(str::len).max().unwrap_or_default();
        assert!(longest < 200, "{tool} {arguments}: {}", answer.text);
    }
}

#[tokio::test]
async fn a_page_is_text_alone_and_objects_are_structure_and_the_same_as_text() {
    let mcp = gallery(Qt::Six, "all", "form").start().await;
    for tool in ["read_page", "get_page_text", "tabs_context"] {
        let answer = mcp.call(tool, json!({})).await;
        assert!(answer.structure.is_null() && !answer.text.is_empty(), "{tool}");
    }
    for (tool, arguments) in
        [("getObjectTree", json!({"depth": 2})), ("findByClassName", json!({"className": "QPushButton"}))]
    {
        let answer = mcp.call(tool, arguments).await;
        let same: Value = serde_json::from_str(&answer.text).unwrap();
        assert_eq!(same, answer.structure, "{tool}");
    }
}

#[tokio::test]
async fn every_tool_says_what_it_may_do() {
    let mcp = gallery(Qt::Six, "all", "form").start().await;
    let tools = mcp.peer().list_all_tools().await.unwrap();
    let reads = |name: &str| {
        let tool = tools.iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("no {name}"));
        let hints = tool.annotations.clone().unwrap_or_else(|| panic!("no hints on {name}"));
        hints.read_only_hint == Some(true)
    };
    assert!(["read_page", "find", "getProperty", "qt_screenshot", "list_apps", "app_status"].into_iter().all(reads));
    assert!(!["click", "form_input", "computer", "setProperty", "launch_app", "close_app"].into_iter().any(reads));
}

#[tokio::test]
async fn the_app_tells_its_screens_and_what_it_wrote() {
    let mcp = gallery(Qt::Six, "chrome", "form").env("QTMCP_SCREEN", "1000x700").start().await;
    mcp.call("read_page", json!({})).await;
    let status = mcp.call("app_status", json!({})).await.structure;
    assert_eq!(
        (&status["running"], &status["responsive"], &status["mode"]),
        (&json!(true), &json!(true), &json!("chrome"))
    );
    assert_eq!((status["screen"]["width"].as_f64(), status["screen"]["height"].as_f64()), (Some(1000.0), Some(700.0)));
    let real = &status["screens"][0];
    assert!(real["width"].as_f64() > Some(0.0) && real["ratio"].as_f64() >= Some(1.0), "{status}");
    assert!(status["title"].as_str().is_some_and(|title| !title.is_empty()), "{status}");
}

#[tokio::test]
async fn signals_that_were_subscribed_to_are_told_with_the_status() {
    let mcp = gallery(Qt::Five, "native", "form").start().await;
    mcp.call("subscribeSignals", json!({"id": "submitButton", "signals": ["clicked"]})).await;
    mcp.call("click", json!({"id": "submitButton"})).await;
    let events = qtmcp_tests::eventually("the signal", async || {
        let status = mcp.call("app_status", json!({})).await.structure;
        status.get("events").cloned()
    })
    .await;
    assert_eq!((&events[0]["type"], &events[0]["data"]["signal"]), (&json!("signalEmitted"), &json!("clicked")));
    let after = mcp.call("app_status", json!({})).await.structure;
    assert!(after.get("events").is_none(), "each is told once: {after}");
}
