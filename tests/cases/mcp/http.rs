//! The HTTP side as the network sees it: who is let in, and what the protocol says of the rest.

use super::gallery;
use qtmcp_tests::{PATIENCE, Qt, Run, json, product};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// One request by hand; answers with status and body.
async fn post(url: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
    let address = url.strip_prefix("http://").and_then(|rest| rest.split('/').next()).unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let host =
        if headers.iter().any(|(name, _)| *name == "Host") { String::new() } else { format!("Host: {address}\r\n") };
    let others: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    let request = format!(
        "POST /mcp HTTP/1.1\r\n{host}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         Content-Length: {length}\r\nConnection: close\r\n{others}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{answer}"));
    (status, answer)
}

fn discover() -> String {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}).to_string()
}

#[tokio::test]
async fn web_pages_and_other_names_for_this_machine_are_refused() {
    let server = gallery(Qt::Six, "chrome", "form").on_http().await;
    let version = ("MCP-Protocol-Version", "2026-07-28");
    let method = ("Mcp-Method", "server/discover");
    let (status, answer) = post(&server.url, &[version, method], &discover()).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains("2026-07-28") && answer.contains("2025-11-25"), "{answer}");
    for origin in ["https://example.com", "http://localhost:3000", "null"] {
        let (status, answer) = post(&server.url, &[version, method, ("Origin", origin)], &discover()).await;
        assert_eq!(status, 403, "{origin}: {answer}");
    }
    let (status, answer) = post(&server.url, &[version, method, ("Host", "evil.example")], &discover()).await;
    assert_eq!(status, 403, "{answer}");
    let (status, answer) = post(&server.url, &[version, ("Mcp-Method", "tools/list")], &discover()).await;
    assert_eq!(status, 400, "{answer}");
}

#[tokio::test]
async fn what_is_no_address_is_not_served() {
    let run = |address: &str| Run::plain(product("bin/qtmcp")).args(["serve", "--http", address]).end();
    for address in ["nonsense", "localhost", "127.0.0.1", "127.0.0.1:99999", "http://127.0.0.1:1"] {
        let ended = run(address).await;
        assert_eq!(ended.code, 2, "{address}: {}", ended.stderr);
    }
}
