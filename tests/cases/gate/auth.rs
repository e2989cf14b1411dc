//! Tokens: who must show one, how, and that nothing is done for who does not.

use super::{NOT_AUTHENTICATED, answer, at_home, discover, entry, registry, serve, token, upgrade};
use qtmcp_tests::{Client, Home, RawSocket, eventually, json, on_both, succeed};
use std::fs;
use std::os::unix::fs::MetadataExt;

const GIVEN: &str = "a-token-that-somebody-chose";

on_both! {
    async fn our_own_user_needs_no_token_on_loopback(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[]).await;
        let mut socket = RawSocket::open(&app.url).await;
        socket.send_text(r#"{"id": 1, "method": "ping"}"#).await.unwrap();
        assert_eq!(socket.next_json().await["result"]["pong"], true);
        // Who always sends it hears whether it was the right one.
        let token = token(&home, &app);
        let send = |token: &str| json!({"id": 2, "method": "authenticate", "params": {"token": token}}).to_string();
        socket.send_text(&send(&token)).await.unwrap();
        assert_eq!(socket.next_json().await["result"]["authenticated"], true);
        socket.send_text(&send("another")).await.unwrap();
        assert_eq!(socket.next_json().await["error"]["code"], NOT_AUTHENTICATED);
        let told = fs::metadata(registry(&home).join(format!("{}.json", app.pid))).unwrap();
        assert_eq!((told.mode() & 0o777, token.len()), (0o600, 64));
        assert!(!app.stderr().contains(&token), "{}", app.stderr());
    }

    async fn the_token_can_be_demanded_of_everybody(qt: Qt) {
        let home = Home::new();
        // The launcher itself has found it in the registry.
        let app = at_home(qt, &home, &[("QTMCP_AUTH", "token")]).await;
        let token = token(&home, &app);
        let told = format!("clients need the token in {}", registry(&home).join(format!("{}.json", app.pid)).display());
        eventually("where the token is", async || app.stderr().contains(&told).then_some(())).await;
        let socket = format!("unix:{}", app.socket.clone().unwrap().display());
        for url in [&app.url, &socket] {
            let with_token = Client::connect(&format!("{url}?token={token}")).await.unwrap();
            assert_eq!(succeed(&with_token, "ping", json!({})).await["pong"], true);
            let refused = Client::connect(&format!("{url}?token={token}x")).await.map(drop).unwrap_err().to_string();
            assert!(refused.contains("(401)") && refused.contains(".json") && !refused.contains(&token), "{refused}");
        }
        let mut silent = RawSocket::open(&app.url).await;
        let write = json!({"id": 5, "method": "setProperty", "params": {"id": "okButton", "property": "text", "value": "x"}});
        silent.send_text(&write.to_string()).await.unwrap();
        silent.send_text(&write.to_string()).await.unwrap();
        let refused = silent.next_json().await;
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(5), &json!(NOT_AUTHENTICATED)), "{refused}");
        assert!(refused["error"]["message"].as_str().unwrap().contains("authenticate"), "{refused}");
        assert_eq!(silent.closed().await, Some(1008));
        assert_eq!(app.get("okButton", "text").await, "OK", "nothing was done");

        let mut first = RawSocket::open(&app.url).await;
        // Both at once: what comes behind the token is not lost.
        let show = json!({"id": 1, "method": "authenticate", "params": {"token": token}});
        first.send_text(&show.to_string()).await.unwrap();
        first.send_text(r#"{"id": 2, "method": "ping"}"#).await.unwrap();
        assert_eq!(first.next_json().await["result"]["authenticated"], true);
        assert_eq!(first.next_json().await["result"]["pong"], true);
        let (status, head) = answer(&app.url, upgrade("/", &["Host: localhost", "Authorization: Bearer x"])).await;
        assert!(status == 401 && head.contains("WWW-Authenticate: Bearer"), "{head}");
    }

    async fn no_more_than_a_token_is_read_of_who_has_not_shown_it(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_AUTH", "token")]).await;
        let show = json!({"id": 1, "method": "authenticate", "params": {"token": token(&home, &app)}}).to_string();
        let mut brief = RawSocket::open(&app.url).await;
        brief.send_text(&format!("{show:4000}")).await.unwrap();
        assert_eq!(brief.next_json().await["result"]["authenticated"], true);
        let mut flood = RawSocket::open(&app.url).await;
        // It may be closed before all of it is sent.
        let _ = flood.send_text(&(show + &" ".repeat(1_000_000))).await;
        assert_eq!(flood.next_frame().await, None, "that was read to its end");
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn on_other_addresses_than_loopback_everybody_needs_the_token(qt: Qt) {
        for (auth, word) in [("auto", "clients need the token in"), ("none", "QTMCP_AUTH=none is for loopback addresses alone")] {
            let home = Home::new();
            let app = at_home(qt, &home, &[("QTMCP_BIND", "0.0.0.0"), ("QTMCP_AUTH", auth)]).await;
            let said = format!("listening on ws://0.0.0.0:{}", app.url.rsplit(':').next().unwrap());
            eventually("both lines", async || (app.stderr().contains(&said) && app.stderr().contains(word)).then_some(())).await;
            assert!(app.url.starts_with("ws://127.0.0.1:"), "{}", app.url);
            let mut silent = RawSocket::open(&app.url).await;
            silent.send_text(r#"{"id": 1, "method": "ping"}"#).await.unwrap();
            assert_eq!(silent.next_json().await["error"]["code"], NOT_AUTHENTICATED);
            assert_eq!(silent.closed().await, Some(1008));
            let token = token(&home, &app);
            let with_token = Client::connect(&format!("{}?token={token}", app.url)).await.unwrap();
            assert_eq!(succeed(&with_token, "ping", json!({})).await["pong"], true);
        }
    }

    async fn a_chosen_token_counts_and_one_that_is_too_short_does_not(qt: Qt) {
        let home = Home::new();
        let app = at_home(qt, &home, &[("QTMCP_AUTH", "token"), ("QTMCP_TOKEN", GIVEN)]).await;
        assert_eq!(entry(&home, app.pid)["token"], GIVEN);
        assert!(!app.stderr().contains(GIVEN), "{}", app.stderr());
        let app = at_home(qt, &home, &[("QTMCP_AUTH", "token"), ("QTMCP_TOKEN", "hunter2")]).await;
        assert_ne!(entry(&home, app.pid)["token"], "hunter2");
        assert!(app.stderr().contains("QTMCP_TOKEN is not 16 to 512") && !app.stderr().contains("hunter2"), "{}", app.stderr());
    }
}

#[tokio::test]
async fn over_http_the_token_can_be_demanded_of_everybody() {
    let home = Home::new();
    let server = serve(&home).env("QTMCP_AUTH", "token").env("QTMCP_TOKEN", GIVEN).on_http().await;
    let ask = async |headers: &[&str]| answer(&server.url, discover(&[&["Host: localhost"], headers].concat())).await;
    let (status, head) = ask(&[]).await;
    assert!(status == 401 && head.to_lowercase().contains("www-authenticate: bearer realm="), "{head}");
    for wrong in
        ["Authorization: Bearer a-token-that-somebody-chos", "Authorization: Basic YTpi", "Authorization: Bearer"]
    {
        assert_eq!(ask(&[wrong]).await.0, 401, "{wrong}");
    }
    let right = format!("Authorization: Bearer {GIVEN}");
    assert_eq!(ask(&[&right]).await.0, 200);
    assert_eq!(ask(&[&right, &right]).await.0, 401, "twice");
    let by_query = discover(&["Host: localhost"]).replace("POST /mcp", &format!("POST /mcp?token={GIVEN}"));
    assert_eq!(answer(&server.url, by_query).await.0, 200);
}

#[tokio::test]
async fn over_http_all_addresses_can_be_served_to_who_has_the_token() {
    let home = Home::new();
    let server = serve(&home).env("QTMCP_TOKEN", GIVEN).on_http_at("0.0.0.0:0").await;
    let url = server.url.replace("0.0.0.0", "127.0.0.1");
    assert_eq!(answer(&url, discover(&["Host: localhost"])).await.0, 401, "our own user too");
    let right = format!("Authorization: Bearer {GIVEN}");
    assert_eq!(answer(&url, discover(&["Host: localhost", &right])).await.0, 200);
    assert_eq!(answer(&url, discover(&["Host: 0.0.0.0", &right])).await.0, 403, "that is no name for a machine");
}
