//! Many clients at once, and clients that come back again and again.

use qtmcp_tests::{RawSocket, TestApp, eventually, gallery, json, launch, on_both, open_descriptors, threads};
use std::collections::BTreeSet;
use tokio::task::JoinSet;

const CLIENTS: usize = 100;
const CALLS: usize = 100;

/// A call that is answered with its own id as its value, from the GUI thread, by the object `values` of the gallery. By its
/// path, which is found much sooner than a name.
fn echo(values: &str, word: &str) -> String {
    let params = json!({"id": values, "method": "echoString", "args": [word]});
    json!({"id": word, "method": "invokeMethod", "params": params}).to_string()
}

/// Sends all calls before it reads a reply.
async fn ask(client: usize, values: String, mut socket: RawSocket) {
    let words: Vec<String> = (0..CALLS).map(|call| format!("client {client} call {call}")).collect();
    for word in &words {
        socket.send_text(&echo(&values, word)).await.unwrap();
    }
    let mut unanswered: BTreeSet<String> = words.into_iter().collect();
    while !unanswered.is_empty() {
        let reply = socket.next_json().await;
        let word = reply["id"].as_str().unwrap_or_else(|| panic!("client {client} got {reply}"));
        assert!(unanswered.remove(word), "client {client} got what is not its own, or twice: {reply}");
        assert_eq!(reply["result"]["result"], word, "the value of another call: {reply}");
    }
    socket.send_text(r#"{"id":"last","method":"ping"}"#).await.unwrap();
    assert_eq!(socket.next_json().await["id"], "last", "client {client} got a reply too many");
}

async fn visit(app: &TestApp, values: &str, nth: usize) {
    let mut socket = RawSocket::open(&app.url).await;
    let word = format!("visit {nth}");
    socket.send_text(&echo(values, &word)).await.unwrap();
    let reply = socket.next_json().await;
    assert_eq!((&reply["id"], &reply["result"]["result"]), (&json!(word), &json!(word)), "{reply}");
}

on_both! {
    async fn a_hundred_clients_with_a_hundred_calls_each_lose_and_cross_no_reply(qt: Qt) {
        // On a busy machine ten thousand calls take longer than one call may.
        let app = launch(gallery(qt).env("QTMCP_TIMEOUT_MS", "60000")).await;
        let values = app.path("values").await;
        let mut asking = JoinSet::new();
        for client in 0..CLIENTS {
            let socket = RawSocket::open(&app.url).await;
            asking.spawn(ask(client, values.clone(), socket));
        }
        asking.join_all().await;
        assert_eq!(app.get("okButton", "objectName").await, "okButton");
    }

    async fn clients_that_come_again_and_again_leave_nothing_behind(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let values = app.path("values").await;
        let (descriptors, threads_then) = (open_descriptors(app.pid), threads(app.pid));
        for nth in 0..200 {
            visit(&app, &values, nth).await;
        }
        eventually("the descriptors to be as many as before", async || {
            (open_descriptors(app.pid) <= descriptors).then_some(())
        })
        .await;
        assert!(threads(app.pid) <= threads_then, "{} threads, and {threads_then} before", threads(app.pid));
    }
}
