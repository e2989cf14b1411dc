//! Connections, nesting, size and calls in flight: at the limit and past it.

use super::{answer, at_home, discover, post, registry, serve, token, upgrade};
use qtmcp_tests::{Client, Home, RawSocket, Run, Value, eventually, json, on_both, succeed};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

/// A request that is nested this deep; the request itself and its parameters are two.
fn deep(depth: usize) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"extra":{}}}}}"#, nested(depth - 2))
}

on_both! {
    async fn one_connection_more_than_the_limit_is_refused_with_words(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_MAX_CONNECTIONS", "3")]).await;
        // One place is the launcher's.
        let (second, third) = (Client::connect(&app.url).await.unwrap(), Client::connect(&app.url).await.unwrap());
        let (status, told) = answer(&app.url, upgrade("/", &["Host: localhost"])).await;
        assert!(status == 503 && told.contains("All 3 connections are taken") && told.contains("QTMCP_MAX_CONNECTIONS"), "{told}");
        let socket = format!("unix:{}", app.socket.clone().unwrap().display());
        assert!(Client::connect(&socket).await.map(drop).unwrap_err().to_string().contains("(503)"), "the same for the socket");
        for client in [&second, &third] {
            assert_eq!(succeed(client, "ping", json!({})).await["pong"], true);
        }
        second.close().await;
        eventually("the place it had", async || Client::connect(&socket).await.ok()).await;
    }

    async fn as_many_as_there_are_places_may_come_at_once(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let mut coming = tokio::task::JoinSet::new();
        for _ in 1..128 {
            let url = app.url.clone();
            coming.spawn(async move { answer(&url, upgrade("/", &["Host: localhost"])).await.0 });
        }
        assert!(coming.join_all().await.into_iter().all(|status| status == 101));
    }

    async fn who_has_not_shown_the_token_takes_no_place(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_AUTH", "token"), ("QTMCP_MAX_CONNECTIONS", "2")]).await;
        let token = token(&home, &app);
        let mut waiting = Vec::new();
        for nth in 0..60 {
            // Some have become WebSockets, some say nothing at all, some have sent half a head.
            let mut socket = RawSocket::tcp(&app.url).await;
            match nth % 3 {
                0 => assert!(socket.handshake(&[]).await.starts_with("HTTP/1.1 101 ")),
                1 => {}
                _ => socket.send(b"GET / HTTP/1.1\r\nHost: local").await.unwrap(),
            }
            waiting.push(socket);
        }
        let with_token = Client::connect(&format!("{}?token={token}", app.url)).await.unwrap();
        assert_eq!(succeed(&with_token, "ping", json!({})).await["pong"], true);
        // Those who have been there the longest had to go.
        waiting[0].ended().await;
        // And the limit holds for those who have it.
        let mut late = RawSocket::open(&app.url).await;
        let show = json!({"id": 1, "method": "authenticate", "params": {"token": token}});
        late.send_text(&show.to_string()).await.unwrap();
        let refused = late.next_json().await;
        assert!(refused["error"]["message"].as_str().unwrap().contains("All 2 connections are taken"), "{refused}");
    }

    async fn json_may_be_as_deep_as_the_limit_and_no_deeper(qt: Qt) {
        let home = Home::new();
        for (variables, most) in [(&[][..], 64), (&[("QTMCP_MAX_DEPTH", "10")], 10)] {
            let app = at_home(qt, &home, variables).await;
            let client = Client::connect(&app.url).await.unwrap();
            let at_limit = client.call_raw(deep(most)).await.unwrap();
            assert_eq!(at_limit["error"]["code"], -32602, "it was read: {at_limit}");
            let past = client.call_raw(deep(most + 1)).await.unwrap();
            let expected = format!("the JSON is nested deeper than {most} levels (QTMCP_MAX_DEPTH)");
            assert_eq!((&past["error"]["code"], &past["error"]["message"]), (&json!(-32600), &json!(expected)));
            assert_eq!(client.call("ping", json!({})).await.unwrap()["pong"], true);
        }
    }

    async fn calls_past_the_limit_wait_and_can_be_cancelled(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_MAX_IN_FLIGHT", "2")]).await;
        let mut socket = RawSocket::open(&app.url).await;
        let wait = |id: u32| json!({"id": id, "method": "waitFor", "params": {"id": "nobody", "state": "visible", "timeoutMs": 600_000}});
        let write = |id: u32, text: &str| json!({"id": id, "method": "setProperty", "params": {"id": "okButton", "property": "text", "value": text}});
        let cancel = |id: u32| json!({"id": "c", "method": "cancel", "params": {"id": id}});
        for message in [wait(1), wait(2), write(3, "never"), write(4, "late")] {
            socket.send_text(&message.to_string()).await.unwrap();
        }
        // Neither waits: they take none of the app's time.
        for method in ["ping", "status"] {
            socket.send_text(&json!({"id": method, "method": method}).to_string()).await.unwrap();
            assert_eq!(socket.next_json().await["id"], method);
        }
        assert_eq!(app.get("okButton", "text").await, "OK", "two calls are under way, and these wait");
        socket.send_text(&cancel(3).to_string()).await.unwrap();
        assert_eq!(socket.next_json().await["result"]["cancelled"], true, "one that waits");
        assert_eq!(app.get("okButton", "text").await, "OK");
        socket.send_text(&cancel(1).to_string()).await.unwrap();
        assert_eq!(socket.next_json().await["result"]["cancelled"], true, "one that runs");
        let written = socket.next_json().await;
        assert_eq!((&written["id"], &written["result"]["success"]), (&json!(4), &json!(true)), "{written}");
        assert_eq!(app.get("okButton", "text").await, "late");
    }

    async fn eight_calls_of_one_client_run_by_default(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let client = Client::connect(&app.url).await.unwrap();
        let wait = |id: u32| json!({"id": id, "method": "waitFor", "params": {"id": "nobody", "state": "visible", "timeoutMs": 600_000}}).to_string();
        for id in 0..7 {
            client.send_text(wait(id)).await.unwrap();
        }
        let read = json!({"id": "okButton", "property": "text"});
        assert_eq!(succeed(&client, "getProperty", read.clone()).await["value"], "OK", "the eighth runs");
        client.send_text(wait(7)).await.unwrap();
        let ninth = client.call("getProperty", read);
        tokio::pin!(ninth);
        tokio::select! {
            answered = &mut ninth => panic!("nine run: {answered:?}"),
            // As soon as another client has been served twice, the ninth would have been.
            () = async { for _ in 0..2 { app.get("okButton", "text").await; } } => {}
        }
        client.send_text(json!({"method": "cancel", "params": {"id": 7}}).to_string()).await.unwrap();
        assert_eq!(ninth.await.unwrap()["value"], "OK");
    }
}

#[tokio::test]
async fn over_http_one_connection_more_than_the_limit_is_refused() {
    let home = Home::new();
    let server = serve(&home).env("QTMCP_MAX_CONNECTIONS", "2").on_http().await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(super::address(&server.url)).await.unwrap();
        let request = discover(&["Host: localhost"]).replace("Connection: close", "Connection: keep-alive");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut first = [0; 12];
        tokio::io::AsyncReadExt::read_exact(&mut stream, &mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        held.push(stream);
    }
    let (status, told) = answer(&server.url, discover(&["Host: localhost"])).await;
    assert!(status == 503 && told.contains("All 2 connections are taken"), "{told}");
    // Those who have said nothing take none of the places.
    held.pop();
    let _silent: Vec<_> = futures(&server.url, 40).await;
    eventually("the place it had", async || {
        (answer(&server.url, discover(&["Host: localhost"])).await.0 == 200).then_some(())
    })
    .await;
}

async fn futures(url: &str, count: usize) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        streams.push(TcpStream::connect(super::address(url)).await.unwrap());
    }
    streams
}

#[tokio::test]
async fn over_http_bodies_have_the_same_limits() {
    let home = Home::new();
    let server = serve(&home).env("QTMCP_MAX_MESSAGE_BYTES", "10000").on_http().await;
    let ask = async |body: &str| answer(&server.url, post(&["Host: localhost"], body)).await;
    let padded = |length: usize| format!("{:length$}", r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    assert_ne!(ask(&padded(10_000)).await.0, 413);
    let (status, told) = ask(&padded(10_001)).await;
    assert!(status == 413 && told.contains("larger than 10000 bytes (QTMCP_MAX_MESSAGE_BYTES)"), "{told}");
    // One that does not say how long it is, is counted.
    let head = post(&["Host: localhost", "Transfer-Encoding: chunked"], "").replace("Content-Length: 0\r\n", "");
    let chunked = format!("{head}{:x}\r\n{}\r\n0\r\n\r\n", 10_001, padded(10_001));
    assert_eq!(answer(&server.url, chunked).await.0, 413);
    let (_, told) = ask(&deep(64)).await;
    assert!(!told.contains("QTMCP_MAX_DEPTH"), "{told}");
    let (status, told) = ask(&deep(65)).await;
    assert!(status == 400 && told.contains("deeper than 64 levels (QTMCP_MAX_DEPTH)"), "{told}");
}

#[tokio::test]
async fn on_stdin_lines_have_the_same_limits() {
    let home = Home::new();
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
    }});
    let ping = |id: u32| json!({"jsonrpc": "2.0", "id": id, "method": "ping"}).to_string();
    let padded = |line: &str, length: usize| format!("{line:length$}");
    let lines = [hello.to_string(), padded(&ping(2), 1000), padded(&ping(3), 999) + "  ", deep(64), deep(65), ping(4)];
    let run = Run::qtmcp(registry(&home)).args(["serve"]).env("QTMCP_MAX_MESSAGE_BYTES", "1000");
    let ended = run.end_with(&(lines.join("\n") + "\n")).await;
    let replies: Vec<Value> = ended.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answered = |id: u32| replies.iter().any(|reply| reply["id"] == id && reply["error"].is_null());
    assert!(answered(1) && answered(2) && answered(4), "{}", ended.stdout);
    let refused = replies.iter().filter(|reply| reply["id"].is_null() && reply["error"]["code"] == -32600).count();
    assert_eq!(refused, 2, "{}", ended.stdout);
    assert!(ended.stderr.contains("more than 1000 bytes was refused (QTMCP_MAX_MESSAGE_BYTES)"), "{}", ended.stderr);
    assert!(ended.stderr.contains("deeper than 64 levels was refused (QTMCP_MAX_DEPTH)"), "{}", ended.stderr);
    assert_eq!(ended.code, 0);
}
