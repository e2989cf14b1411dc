//! Clients that are slow, silent, gone or broken: they cost little and keep nobody out.

use super::{address, answer, at_home, discover, post, registry, serve, upgrade};
use qtmcp_tests::{Fin, Home, Kind, PATIENCE, RawSocket, Run, frame_head, json, memory, on_both};
use std::fs;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

const MB: usize = 1 << 20;
/// Room for what a process itself needs meanwhile.
const SLACK_BYTES: u64 = 24 << 20;

/// Sends a byte now and then, and answers with how long that was put up with.
async fn dribble(url: &str, text: &str) -> Duration {
    let mut stream = TcpStream::connect(address(url)).await.unwrap();
    let began = Instant::now();
    let mut bytes = text.bytes().cycle();
    loop {
        let byte = bytes.next().unwrap();
        if stream.write_all(&[byte]).await.is_err() {
            return began.elapsed();
        }
        // Whatever comes in between, an end among it.
        let mut buffer = [0; 512];
        match timeout(Duration::from_millis(100), stream.read(&mut buffer)).await {
            Ok(Ok(0) | Err(_)) => return began.elapsed(),
            _ => assert!(began.elapsed() < PATIENCE * 2, "it is waited for without end"),
        }
    }
}

/// The timer that the kernel has for our end of a connection, by `/proc/net/tcp`.
fn timer(ours: &str, theirs: &str) -> Option<String> {
    let port = |address: &str| format!(":{:04X}", address.rsplit(':').next().unwrap().parse::<u16>().unwrap());
    let table = fs::read_to_string("/proc/net/tcp").unwrap();
    let mut lines = table.lines().map(|line| line.split_ascii_whitespace().collect::<Vec<_>>());
    let line = lines.find(|fields| fields[1].ends_with(&port(ours)) && fields[2].ends_with(&port(theirs)))?;
    Some(line[5].split(':').next().unwrap().to_owned())
}

on_both! {
    async fn a_handshake_that_never_ends_is_ended(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        // A header without an end, so that no limit on the head comes first.
        let slow = dribble(&app.url, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
        let (slow, pong) = tokio::join!(slow, app.call("ping", json!({})));
        assert_eq!(pong["pong"], true);
        assert!(slow > Duration::from_secs(5), "it had its time: {slow:?}");
    }

    async fn a_client_that_vanishes_without_a_word_is_noticed_by_the_kernel(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let mut stream = TcpStream::connect(address(&app.url)).await.unwrap();
        stream.write_all(upgrade("/", &["Host: localhost"]).as_bytes()).await.unwrap();
        stream.read_u8().await.unwrap();
        let theirs = stream.local_addr().unwrap().to_string();
        // 2 is the timer of the messages that ask whether somebody is still there.
        qtmcp_tests::eventually("that timer", async || (timer(&app.url, &theirs)? == "02").then_some(())).await;
    }

    async fn a_message_of_100_mb_in_pieces_costs_no_more_than_the_limit(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let before = memory(app.pid).resident_bytes;
        let mut socket = RawSocket::open(&app.url).await;
        let piece = vec![b'x'; MB];
        let mut kind = Kind::Text;
        for _ in 0..100 {
            if socket.send_frame(Fin::More, kind, &piece).await.is_err() {
                break;
            }
            kind = Kind::Continuation;
        }
        socket.ended().await;
        let grown = memory(app.pid).peak_bytes.saturating_sub(before);
        assert!(grown < SLACK_BYTES, "grew by {grown} bytes");
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn compression_is_not_spoken(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let mut socket = RawSocket::tcp(&app.url).await;
        let head = socket.handshake(&["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"]).await;
        assert!(head.starts_with("HTTP/1.1 101 ") && !head.to_lowercase().contains("extensions"), "{head}");
        // One that is compressed all the same: a small frame that would be large.
        let mut frame = frame_head(Fin::Last, Kind::Text, 8);
        frame[0] |= 0x40;
        frame.extend([0xaa, 0x56, 0x4a, 0xcf, 0x2c, 0x01, 0x00, 0x00]);
        socket.send(&frame).await.unwrap();
        socket.ended().await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }
}

#[tokio::test]
async fn over_http_a_request_that_never_ends_is_ended() {
    let home = Home::new();
    let server = serve(&home).on_http().await;
    let head = dribble(&server.url, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ");
    let others = async {
        for _ in 0..20 {
            assert_eq!(answer(&server.url, discover(&["Host: localhost"])).await.0, 200);
        }
    };
    let (head, ()) = tokio::join!(head, others);
    assert!(head > Duration::from_secs(5), "it had its time: {head:?}");
}

#[tokio::test]
async fn over_http_bytes_that_are_too_many_not_utf8_or_compressed_are_refused() {
    let home = Home::new();
    let server = serve(&home).on_http().await;
    let before = memory(server.pid()).resident_bytes;
    let said = post(&["Host: localhost"], "").replace("Content-Length: 0", "Content-Length: 104857600");
    assert_eq!(answer(&server.url, said).await.0, 413, "by what it says of itself");
    let head = post(&["Host: localhost", "Transfer-Encoding: chunked"], "").replace("Content-Length: 0\r\n", "");
    let mut stream = TcpStream::connect(address(&server.url)).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = [format!("{MB:x}\r\n").into_bytes(), vec![b'x'; MB], b"\r\n".to_vec()].concat();
    let mut sent = 0;
    while sent < 100 && stream.write_all(&chunk).await.is_ok() {
        sent += 1;
    }
    assert!(sent < 100, "all 100 MB were taken");
    let grown = memory(server.pid()).peak_bytes.saturating_sub(before);
    assert!(grown < SLACK_BYTES, "grew by {grown} bytes");

    let mut not_utf8 = post(&["Host: localhost"], "{\"id\":\"  \"}").into_bytes();
    let at = not_utf8.len() - 4;
    not_utf8[at..at + 2].copy_from_slice(&[0xff, 0xfe]);
    let (status, told) = answer(&server.url, not_utf8).await;
    assert!((400..500).contains(&status), "{told}");
    for encoding in ["gzip", "deflate", "br", "identity, gzip"] {
        let (status, told) =
            answer(&server.url, post(&["Host: localhost", &format!("Content-Encoding: {encoding}")], "{}")).await;
        assert!(status == 415 && told.contains("Content-Encoding"), "{encoding}: {told}");
    }
    assert_eq!(answer(&server.url, discover(&["Host: localhost", "Content-Encoding: identity"])).await.0, 200);
}

#[tokio::test]
async fn a_line_of_100_mb_on_stdin_and_one_that_is_no_text_leave_the_server_as_it_was() {
    let home = Home::new();
    let mut server = Run::qtmcp(registry(&home)).args(["serve"]).start();
    let (mut stdin, stdout) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
    let mut replies = BufReader::new(stdout).lines();
    let mut next = async || -> serde_json::Value {
        let line = timeout(PATIENCE, replies.next_line()).await.expect("a reply").unwrap().unwrap();
        serde_json::from_str(&line).unwrap()
    };
    let params =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string() + "\n";
    stdin.write_all(hello.as_bytes()).await.unwrap();
    assert_eq!(next().await["id"], 1);
    let before = memory(server.id().unwrap()).resident_bytes;
    let piece = vec![b'x'; MB];
    stdin.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"").await.unwrap();
    for _ in 0..100 {
        stdin.write_all(&piece).await.unwrap();
    }
    stdin.write_all(b"\"}\n{\"id\":\"\xff\xfe\"}\n{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n").await.unwrap();
    let refused = next().await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(null), &json!(-32600)), "{refused}");
    assert_eq!(next().await["id"], 3);
    let grown = memory(server.id().unwrap()).peak_bytes.saturating_sub(before);
    assert!(grown < SLACK_BYTES, "grew by {grown} bytes");
    drop(stdin);
    assert!(timeout(PATIENCE, server.wait()).await.unwrap().unwrap().success());
}
