//! What a client may send by mistake or malice: each earns the right JSON-RPC error, and the app lives on.

use qtmcp_tests::{Client, Fin, Kind, PATIENCE, RawSocket, TestApp, Value, frame_head, gallery, json, launch, on_both};
use std::time::Duration;

const PARSE: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;

async fn connected(app: &TestApp) -> Client {
    Client::connect(&app.url).await.unwrap()
}

/// The code of the error that `text` earns; the connection must still answer afterwards.
async fn error_of(client: &Client, text: &str) -> (i64, String, Value) {
    let reply = client.call_raw(text).await.unwrap();
    assert_eq!(reply["jsonrpc"], "2.0", "{:.200}", reply.to_string());
    let error = &reply["error"];
    assert!(error["code"].is_i64() && error["message"].is_string(), "{text:.80} earned {:.200}", reply.to_string());
    assert_eq!(client.call("ping", json!({})).await.unwrap()["pong"], true);
    (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned(), reply["id"].clone())
}

on_both! {
    async fn misuse_earns_the_standard_errors(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        let malformed = ["", " ", "{", "nonsense", r#"{"id":1,"method":"ping""#, r#"{"id":1,}"#, "\u{feff}{}", "1e999", "{\"a\":\"\\ud800\"}"];
        for text in malformed {
            let (code, _, id) = error_of(&client, text).await;
            assert_eq!((code, id), (PARSE, Value::Null), "{text}");
        }
        for text in ["7", "null", "\"ping\"", "true", "{}", r#"{"jsonrpc":"2.0"}"#, "[]"] {
            let (code, _, id) = error_of(&client, text).await;
            assert_eq!((code, id), (INVALID_REQUEST, Value::Null), "{text}");
        }
        let with_id = [
            r#"{"jsonrpc":"2.0","id":"a","method":7}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":null}"#,
            r#"{"jsonrpc":"2.0","id":"a"}"#,
            r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
            r#"{"jsonrpc":2,"id":"a","method":"ping"}"#,
        ];
        for text in with_id {
            let (code, _, id) = error_of(&client, text).await;
            assert_eq!((code, id), (INVALID_REQUEST, json!("a")), "{text}");
        }
        for params in ["[1]", "7", "\"text\"", "true"] {
            let (code, _, id) = error_of(&client, &format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{params}}}"#)).await;
            assert_eq!((code, id), (INVALID_PARAMS, json!(1)), "{params}");
        }
    }

    async fn wrong_parameters_are_named(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        let wrong = [
            ("getProperty", json!({}), "id"),
            ("getProperty", json!({"id": 7, "property": "text"}), "string"),
            ("getProperty", json!({"id": "okButton", "property": ["text"]}), "string"),
            ("getProperty", json!({"id": "okButton", "property": "text", "colour": 1}), "colour"),
            ("getObjectTree", json!({"depth": "deep"}), "deep"),
            ("getObjectTree", json!({"depth": -1}), "-1"),
            ("findByObjectName", json!({"name": null}), "null"),
            ("click", json!({"id": "okButton", "button": "fourth"}), "fourth"),
            ("invokeMethod", json!({"id": "okButton", "method": "click", "args": {"a": 1}}), "args"),
            ("subscribeSignals", json!({"id": "okButton", "signals": "clicked"}), "clicked"),
            ("setMode", json!({"mode": "crome"}), "crome"),
            ("ping", json!({"extra": 1}), "extra"),
        ];
        for (method, params, named) in wrong {
            let text = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
            let (code, message, _) = error_of(&client, &text).await;
            assert_eq!(code, INVALID_PARAMS, "{text}: {message}");
            assert!(message.contains(named), "{text} should name `{named}`: {message}");
        }
    }

    async fn an_unknown_method_brings_the_nearest_one(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        let ask = async |method: &str| error_of(&client, &json!({"id": 1, "method": method}).to_string()).await;
        for (unknown, near) in [("getproperty", "getProperty"), ("findObjectByName", "findByObjectName"), ("pong", "ping")] {
            let (code, message, _) = ask(unknown).await;
            assert_eq!(code, METHOD_NOT_FOUND);
            assert!(message.contains(unknown) && message.contains(&format!("`{near}`")), "{unknown}: {message}");
        }
        for strange in ["", "zzz", "rpc.discover", "../etc", "日本語"] {
            let (code, message, _) = ask(strange).await;
            assert_eq!(code, METHOD_NOT_FOUND, "{message}");
            assert!(message.contains("listTools"), "{message}");
        }
    }

    async fn batches_answer_together_and_in_order(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        let batch = json!([
            {"jsonrpc": "2.0", "id": 1, "method": "ping"},
            {"jsonrpc": "2.0", "method": "setProperty",
             "params": {"id": "okButton", "property": "text", "value": "told"}},
            7,
            {"jsonrpc": "2.0", "id": "two", "method": "getProperty", "params": {"id": "okButton", "property": "text"}},
            {"jsonrpc": "2.0", "id": 3, "method": "nowhere"},
            {"jsonrpc": "2.0", "id": 4, "method": "getProperty", "params": {"id": "nobody", "property": "text"}},
            {"jsonrpc": "2.0", "id": null, "method": "ping"},
            {"jsonrpc": "2.0", "method": "nowhere"},
            [],
        ]);
        let replies = client.call_raw(batch.to_string()).await.unwrap();
        let replies = replies.as_array().unwrap();
        let short = |reply: &Value| {
            let outcome = reply["error"]["code"].as_i64().map_or_else(|| reply["result"].clone(), Value::from);
            (reply["id"].clone(), outcome)
        };
        let told: Vec<_> = replies.iter().map(short).collect();
        let expected = [
            (json!(1), json!({"pong": true})),
            (Value::Null, json!(INVALID_REQUEST)),
            (json!("two"), replies[2]["result"].clone()),
            (json!(3), json!(METHOD_NOT_FOUND)),
            (json!(4), json!(-32000)),
            (Value::Null, json!({"pong": true})),
            (Value::Null, json!(INVALID_REQUEST)),
        ];
        assert_eq!(told, expected);
        assert_eq!(replies[2]["result"]["value"], "told", "a notification in a batch is carried out in its turn");
    }

    async fn notifications_get_no_answer(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        let silent = [
            r#"{"jsonrpc":"2.0","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"nowhere"}"#,
            r#"{"jsonrpc":"2.0","method":"getProperty","params":{"id":"nobody","property":"text"}}"#,
            r#"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"nowhere"}]"#,
        ];
        for text in silent {
            client.send_text(text).await.unwrap();
        }
        // Calls run side by side, so one that goes through the GUI thread comes after those before it.
        client.call("getProperty", json!({"id": "okButton", "property": "text"})).await.unwrap();
        assert_eq!(client.call_raw(r#"{"id":"last","method":"ping"}"#).await.unwrap()["id"], "last");
    }

    async fn an_overlong_batch_is_refused(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        let before = qtmcp_tests::memory(app.pid).peak_bytes;
        let (code, message, _) = error_of(&client, &format!("[{}1]", "1,".repeat(1 << 20))).await;
        assert_eq!(code, INVALID_REQUEST, "{message}");
        let grown = qtmcp_tests::memory(app.pid).peak_bytes - before;
        assert!(grown < 128 << 20, "a batch of numbers cost {grown} bytes");
    }

    async fn ids_of_any_json_type_come_back(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        let ids = [
            json!(0), json!(-1), json!(1.5), json!(u32::MAX), json!(-9_007_199_254_740_993_i64), json!(""), json!("é 日本語 🎉\u{0}\""),
            json!(null), json!(true), json!([1, [2]]), json!({"a": {"b": []}}),
        ];
        for id in ids {
            let request = |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
            assert_eq!(client.call_raw(request("ping", json!({}))).await.unwrap()["id"], id);
            assert_eq!(client.call_raw(request("nowhere", json!({}))).await.unwrap()["id"], id);
            let read = request("getProperty", json!({"id": "nobody", "property": "text"}));
            assert_eq!(client.call_raw(read).await.unwrap()["id"], id);
        }
    }

    async fn deep_nesting_is_refused(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
        let objects = format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
        let request = |value: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"setProperty","params":{{"id":"okButton","property":"text","value":{value}}}}}"#)
        };
        for text in [open.clone(), format!("{open}{close}"), objects.clone(), request(&format!("{open}{close}")), request(&objects)] {
            let (code, message, _) = error_of(&client, &text).await;
            assert_eq!(code, INVALID_REQUEST);
            assert!(message.contains("64 levels (QTMCP_MAX_DEPTH)"), "{message}");
        }
    }

    async fn binary_frames_are_refused_and_the_connection_lives(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let client = connected(&app).await;
        for bytes in [vec![], vec![0xff; 70_000], br#"{"id":1,"method":"ping"}"#.to_vec()] {
            client.send_binary(bytes).await.unwrap();
            let reply = client.next_raw(PATIENCE).await.unwrap();
            assert_eq!(reply["error"]["code"], INVALID_REQUEST, "{reply}");
            assert!(reply["error"]["message"].as_str().unwrap().contains("binary"), "{reply}");
            assert_eq!(client.call("ping", json!({})).await.unwrap()["pong"], true);
        }
    }

    async fn a_message_of_100_mb_costs_no_more_than_the_limit(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let witness = connected(&app).await;
        let before = qtmcp_tests::memory(app.pid).peak_bytes;
        let chunk = vec![b' '; 1 << 20];

        // In one frame, which announces its length.
        let mut whole = RawSocket::open(&app.url).await;
        whole.send(&frame_head(Fin::Last, Kind::Text, 100 << 20)).await.unwrap();
        for _ in 0..100 {
            if whole.send(&chunk).await.is_err() {
                break;
            }
        }
        let reply = whole.next_json().await;
        assert_eq!(reply["error"]["code"], INVALID_REQUEST, "{reply}");
        assert!(reply["error"]["message"].as_str().unwrap().contains("4194304"), "{reply}");
        assert_eq!(whole.closed().await, Some(1009));

        // In many frames, each of them small enough.
        let mut parts = RawSocket::open(&app.url).await;
        parts.send_frame(Fin::More, Kind::Text, &chunk).await.unwrap();
        for _ in 1..100 {
            if parts.send_frame(Fin::More, Kind::Continuation, &chunk).await.is_err() {
                break;
            }
        }
        let reply = parts.next_json().await;
        assert_eq!(reply["error"]["code"], INVALID_REQUEST, "{reply}");
        assert_eq!(parts.closed().await, Some(1009));

        assert_eq!(witness.call("ping", json!({})).await.unwrap()["pong"], true);
        let grown = qtmcp_tests::memory(app.pid).peak_bytes - before;
        // The limit itself, and what reading in chunks and this process's other work need beside it.
        assert!(grown < 12 << 20, "grew by {grown} bytes");
    }

    async fn a_message_at_the_limit_is_taken(qt: Qt) {
        let app = launch(gallery(qt).env("QTMCP_MAX_MESSAGE_BYTES", "10000")).await;
        let client = connected(&app).await;
        let fitting = format!("{:10000}", r#"{"id":1,"method":"ping"}"#);
        assert_eq!(client.call_raw(fitting.clone()).await.unwrap()["result"]["pong"], true);
        let reply = client.call_raw(fitting + " ").await.unwrap();
        assert_eq!(reply["error"]["code"], INVALID_REQUEST, "{reply}");
        assert!(client.next_raw(PATIENCE).await.is_err(), "the connection ends");
        assert!(client.closed().unwrap().contains("too large"), "{:?}", client.closed());
    }

    async fn text_that_is_not_utf8_is_refused(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut socket = RawSocket::open(&app.url).await;
        socket.send_frame(Fin::Last, Kind::Text, b"{\"id\":1,\"method\":\"\xff\xfe\"}").await.unwrap();
        assert_eq!(socket.next_json().await["error"]["code"], PARSE);
        assert_eq!(socket.closed().await, Some(1007));
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn fragments_make_one_message(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut socket = RawSocket::open(&app.url).await;
        let text = json!({"id": "é", "method": "getProperty", "params": {"id": "okButton", "property": "objectName"}}).to_string();
        let bytes = text.as_bytes();
        // Frames of one byte cut through the two of the é as well; a ping in between is answered at once.
        for (nth, byte) in bytes.iter().enumerate() {
            let fin = if nth + 1 == bytes.len() { Fin::Last } else { Fin::More };
            let kind = if nth == 0 { Kind::Text } else { Kind::Continuation };
            socket.send_frame(fin, kind, &[*byte]).await.unwrap();
            if nth == 20 {
                socket.send_frame(Fin::Last, Kind::Ping, b"there?").await.unwrap();
                assert_eq!(socket.next_frame().await, Some((Kind::Pong, b"there?".to_vec())));
            }
        }
        let reply = socket.next_json().await;
        assert_eq!((&reply["id"], &reply["result"]["value"]), (&json!("é"), &json!("okButton")), "{reply}");
    }

    async fn broken_frames_end_their_connection_alone(qt: Qt) {
        let app = launch(gallery(qt)).await;
        // Not masked; reserved bits; a reserved kind; a continuation of nothing; a ping longer than pings may be.
        let long_ping = [&frame_head(Fin::Last, Kind::Ping, 256)[..], &[0; 256]].concat();
        let broken: [&[u8]; 5] = [
            &[0x81, 0x02, b'{', b'}'],
            &[0xf1, 0x80, 0, 0, 0, 0],
            &[0x83, 0x80, 0, 0, 0, 0],
            &[0x80, 0x80, 0, 0, 0, 0],
            &long_ping,
        ];
        for bytes in broken {
            let mut socket = RawSocket::open(&app.url).await;
            socket.send(bytes).await.unwrap();
            socket.ended().await;
            assert_eq!(app.call("ping", json!({})).await["pong"], true, "{bytes:x?}");
        }
    }

    async fn what_is_no_websocket_is_turned_away(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let noise: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for bytes in [&b"GET / HTTP/1.0\r\n\r\n"[..], b"POST / HTTP/1.1\r\nHost: x\r\n\r\n{}", b"\x16\x03\x01\x02\x00", &noise] {
            let mut socket = RawSocket::tcp(&app.url).await;
            let _ = socket.send(bytes).await;
            if bytes.len() > 10 {
                socket.ended().await;
            }
            assert_eq!(app.call("ping", json!({})).await["pong"], true);
        }
    }

    async fn web_pages_are_refused(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for origin in ["Origin: https://example.org", "origin: null", "Origin: http://127.0.0.1"] {
            let answer = RawSocket::tcp(&app.url).await.handshake(&[origin]).await;
            assert!(answer.starts_with("HTTP/1.1 403 "), "{origin}: {answer}");
        }
        RawSocket::open(&app.url).await;
    }

    async fn half_a_handshake_keeps_nobody_out(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut halves = Vec::new();
        for nth in 0..200 {
            let mut half = RawSocket::tcp(&app.url).await;
            if nth % 2 == 0 {
                half.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgr").await.unwrap();
            }
            halves.push(half);
        }
        let mut late = RawSocket::tcp(&app.url).await;
        let answer = late.handshake(&[]).await;
        assert!(answer.starts_with("HTTP/1.1 101 "), "{answer}");
        assert_eq!(app.client.call_within(Duration::from_secs(10), "ping", json!({})).await.unwrap()["pong"], true);
    }
}
