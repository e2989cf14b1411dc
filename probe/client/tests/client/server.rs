//! A server that speaks just enough JSON-RPC to test a client.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;

/// Listens on a free port and answers with its address. It lives as long as the test's runtime.
///
/// `echo` answers with its parameters, `fail` with a fault, `hold` once `release` is called, `emit` sends events
/// before its reply, `never` not at all, `cancelled` with the ids that were cancelled, `garble` sends text that is no JSON, `leave` closes. Text that is no request
/// is answered with a parse error.
pub(crate) async fn start() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    url
}

/// A server that accepts and then says nothing; dropped, it hangs up.
pub(crate) async fn deaf() -> (String, oneshot::Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}", listener.local_addr().unwrap());
    let (hang_up, hung_up) = oneshot::channel();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let _ = hung_up.await;
        drop(stream);
    });
    (url, hang_up)
}

/// Long enough for any machine, and only waited for when something is broken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

async fn serve(stream: TcpStream) {
    let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
    let mut held = Vec::new();
    let mut cancelled = Vec::new();
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let Ok(request) = serde_json::from_str::<Value>(text.as_str()) else {
            let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "not JSON"}});
            socket.send(Message::text(error.to_string())).await.unwrap();
            continue;
        };
        let reply = |result: &Value| json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
        let mut replies = Vec::new();
        match request["method"].as_str().unwrap_or_default() {
            "echo" => replies.push(reply(&request["params"])),
            "fail" => replies.push(json!({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32000,
                "message": "no object `x`", "data": {"code": "not_found", "next": "call getObjectTree"}}})),
            "cancel" => cancelled.push(request["params"]["id"].clone()),
            "cancelled" => replies.push(reply(&json!(cancelled))),
            "hold" => held.push(reply(&json!("held"))),
            "release" => {
                replies.push(reply(&json!("released")));
                replies.append(&mut held);
            }
            "emit" => {
                for number in 0..3 {
                    let params = json!({"type": "signalEmitted", "data": {"number": number}});
                    replies.push(json!({"jsonrpc": "2.0", "method": "event", "params": params}));
                }
                replies.push(reply(&Value::Null));
            }
            "garble" => socket.send(Message::text("{")).await.unwrap(),
            "leave" => {
                let _ = socket.close(None).await;
            }
            _ => {}
        }
        for reply in replies {
            socket.send(Message::text(reply.to_string())).await.unwrap();
        }
    }
}
