//! `Host` and `Origin` as every trick writes them, over the WebSocket and over HTTP: refused before anything is parsed.

use super::{answer, at_home, discover, registry, upgrade};
use qtmcp_tests::{Fin, Home, Kind, Serve, frame_head, json, on_both};
use std::fs;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

/// Each is the headers of one request.
const REFUSED: &[&[&str]] = &[
    &[],
    &["Host:"],
    &["Host: evil.example"],
    &["Host: localhost", "Host: localhost"],
    &["Host: localhost", "Host: evil.example"],
    &["Host: localhost.evil"],
    &["Host: localhost.evil.example:9999"],
    &["Host: localhost."],
    &["Host: 127.0.0.1."],
    &["Host: 127.0.0.1.evil.example"],
    &["Host: 2130706433"],
    &["Host: 0x7f000001"],
    &["Host: 0x7f.1"],
    &["Host: 0177.0.0.1"],
    &["Host: 127.1"],
    &["Host: 0.0.0.0"],
    &["Host: [::]"],
    &["Host: ::1"],
    &["Host: [::1%25lo]"],
    &["Host: user@localhost"],
    &["Host: localhost@evil.example"],
    &["Host: localhost:99999"],
    &["Host: localhost, evil.example"],
    &["Host: 192.0.2.1"],
    &["Host: localhost", "Origin: null"],
    &["Host: localhost", "Origin: https://example.org"],
    &["Host: localhost", "ORIGIN: https://example.org"],
    &["Host: localhost", "Origin: http://localhost"],
    &["Host: localhost", "Origin: http://127.0.0.1:9999"],
    &["Host: localhost", "Origin:"],
    &["Host: localhost", "Origin: http://localhost:6274", "Origin: http://localhost:6274"],
    &["Host: localhost", "Origin: http://localhost:6274", "Origin: https://example.org"],
    &["Host: localhost", "Origin: http://localhost.:6274"],
    &["Host: localhost", "Origin: http://localhost:6274.evil"],
    &["Host: evil.example", "Origin: http://localhost:6274"],
];

const SERVED: &[&[&str]] = &[
    &["Host: localhost"],
    &["Host: LOCALHOST"],
    &["host: LocalHost:1"],
    &["Host: 127.0.0.1"],
    &["Host: 127.0.0.1:2222"],
    &["Host: [::1]"],
    &["Host: [::1]:9999"],
    &["Host: localhost", "Origin: http://localhost:6274"],
    &["Host: build.example"],
];

on_both! {
    async fn the_websocket_refuses_every_other_name_and_page(qt: Qt) {
        let home = Home::new();
        let allowed = [("QTMCP_ALLOW_ORIGIN", "http://localhost:6274"), ("QTMCP_ALLOW_HOST", "build.example")];
        let app = at_home(qt, &home, &allowed).await;
        // What a parser would act on, sent along before any answer: nobody reads it.
        let write = json!({"id": 1, "method": "setProperty", "params": {"id": "okButton", "property": "text", "value": "x"}}).to_string();
        let message = [frame_head(Fin::Last, Kind::Text, write.len()), write.into_bytes()].concat();
        for headers in REFUSED {
            let request = [upgrade("/", headers).into_bytes(), message.clone()].concat();
            let (status, told) = answer(&app.url, request).await;
            assert_eq!(status, 403, "{headers:?}: {told}");
            let (_, words) = told.split_once("\r\n\r\n").unwrap();
            assert!(words.lines().count() == 1 && words.len() > 20, "{told}");
        }
        for target in ["http://evil.example/", "ws://localhost.evil/", "http://user@localhost/"] {
            let (status, told) = answer(&app.url, upgrade(target, &["Host: localhost"])).await;
            assert_eq!(status, 403, "{target}: {told}");
        }
        assert_eq!(app.get("okButton", "text").await, "OK", "nothing of it was done");
        for headers in SERVED {
            let (status, told) = answer(&app.url, upgrade("/", headers)).await;
            assert_eq!(status, 101, "{headers:?}: {told}");
        }
    }

    async fn by_the_socket_a_host_is_not_needed_and_a_page_is_refused_all_the_same(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let socket = registry(&home).join(format!("{}.sock", app.pid));
        for (headers, status) in [(&[][..], "101"), (&["Host: x"], "101"), (&["Host: x", "Origin: null"], "403")] {
            let mut stream = UnixStream::connect(&socket).await.unwrap();
            stream.write_all(upgrade("/", headers).as_bytes()).await.unwrap();
            let mut head = [0; 12];
            stream.read_exact(&mut head).await.unwrap();
            assert_eq!(String::from_utf8_lossy(&head), format!("HTTP/1.1 {status}"), "{headers:?}");
        }
    }
}

#[tokio::test]
async fn http_refuses_every_other_name_and_page() {
    let home = Home::new();
    let options = ["--allow-origin", "http://localhost:6274"];
    let serve = home.variables().into_iter().fold(Serve::new(options), |serve, (name, value)| serve.env(name, value));
    let server = serve.env("QTMCP_ALLOW_HOST", "build.example").on_http().await;
    for headers in REFUSED {
        // Hyper itself refuses a header it cannot read.
        let (status, told) = answer(&server.url, discover(headers)).await;
        assert_eq!(status, 403, "{headers:?}: {told}");
    }
    // Even where the body is no MCP, and where there is no such page: it was not looked at.
    for (request, what) in [
        (discover(&["Host: evil.example"]).replace("jsonrpc", "nonsense"), "a body that is no request"),
        (discover(&["Host: evil.example"]).replace("POST /mcp", "POST /elsewhere"), "a page that is not there"),
        (discover(&["Host: localhost"]).replace("POST /mcp", "POST http://evil.example/mcp"), "a whole address"),
    ] {
        let (status, told) = answer(&server.url, request).await;
        assert_eq!(status, 403, "{what}: {told}");
    }
    for headers in SERVED {
        let (status, told) = answer(&server.url, discover(headers)).await;
        assert_eq!(status, 200, "{headers:?}: {told}");
    }
}

#[tokio::test]
async fn what_is_no_origin_cannot_be_allowed() {
    let home = Home::new();
    for origin in ["*", "null", "localhost:6274", "http://localhost:6274/"] {
        let run = qtmcp_tests::Run::qtmcp(registry(&home)).args(["serve", "--http", "0", "--allow-origin", origin]);
        let ended = run.end().await;
        assert!(ended.code != 0 && ended.stderr.contains("is not an origin such as"), "{origin}: {}", ended.stderr);
    }
    assert!(fs::read_dir(registry(&home)).is_err(), "it began nothing");
}
