//! The four modes: what each lists, what a tool of another one says, and that the mode is the server's.

use super::gallery;
use qtmcp_tests::{Era, Heard, Qt, Serve, json};

#[tokio::test]
async fn the_mode_comes_from_the_environment_and_the_command_line_wins() {
    let listed = async |serve: Serve| serve.start().await.tools().await;
    let native = listed(Serve::new(["--", "none"])).await;
    assert!(native.contains(&"invokeMethod".to_owned()));
    let chrome = listed(Serve::new(["--", "none"]).env("QTMCP_MODE", "chrome")).await;
    assert!(chrome.contains(&"read_page".to_owned()) && !chrome.contains(&"invokeMethod".to_owned()));
    let screen = listed(Serve::new(["--mode", "computer_use"]).env("QTMCP_MODE", "chrome")).await;
    assert!(screen.contains(&"computer".to_owned()) && !screen.contains(&"read_page".to_owned()));
}

#[tokio::test]
async fn in_all_modes_every_name_is_one_tools() {
    let mcp = gallery(Qt::Six, "all", "form").start().await;
    let tools = mcp.tools().await;
    for name in ["click", "computer", "qt_click", "qt_screenshot", "read_page", "getObjectTree"] {
        assert_eq!(tools.iter().filter(|tool| *tool == name).count(), 1, "{name}");
    }
    // Chrome's by ref, native's by path, and one `computer` for refs and coordinates alike.
    let agree = mcp.find("agree check box").await;
    mcp.call("click", json!({"ref": agree})).await;
    mcp.call("qt_click", json!({"id": "agreeCheck"})).await;
    mcp.call("computer", json!({"action": "left_click", "ref": agree})).await;
    let checked = mcp.call("getProperty", json!({"id": "agreeCheck", "property": "checked"})).await;
    assert_eq!(checked.structure["value"], true);
    assert_eq!(mcp.call("qt_screenshot", json!({"id": "agreeCheck"})).await.pictures.len(), 1);
    assert_eq!(mcp.call("computer", json!({"action": "screenshot"})).await.pictures.len(), 1);
}

#[tokio::test]
async fn a_tool_of_another_mode_says_how_to_get_it() {
    let mcp = gallery(Qt::Five, "native", "form").start().await;
    let refused = mcp.fail("read_page", json!({}), "unsupported").await;
    assert!(refused.text.contains("`set_mode` with mode chrome"), "{}", refused.text);
    mcp.call("set_mode", json!({"mode": "chrome"})).await;
    mcp.call("read_page", json!({})).await;
    let refused = mcp.fail("getObjectTree", json!({}), "unsupported").await;
    assert!(refused.text.contains("`set_mode` with mode native"), "{}", refused.text);
    mcp.fail("set_mode", json!({"mode": "crome"}), "bad_argument").await;
    // A name that both modes have is this mode's, whatever the arguments look like.
    let refused = mcp.fail("click", json!({"id": "submitButton"}), "bad_argument").await;
    assert!(refused.text.contains("ref"), "{}", refused.text);
}

#[tokio::test]
async fn the_mode_is_the_same_for_every_connection() {
    let server = gallery(Qt::Six, "native", "form").on_http().await;
    let (one, other, newer) = (
        server.client(Era::Initialize).await,
        server.client(Era::Initialize).await,
        server.client(Era::Discover).await,
    );
    newer.listen(&[]).await;
    one.call("set_mode", json!({"mode": "chrome"})).await;
    for client in [&one, &other, &newer] {
        client.hears(&Heard::Tools).await;
        assert!(client.tools().await.contains(&"read_page".to_owned()));
    }
}
