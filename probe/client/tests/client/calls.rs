//! Calls, events and raw text over one connection.

use crate::server::{self, PATIENCE};
use qtmcp_client::{CallError, Client, Code, ConnectError};
use serde_json::{Value, json};
use std::time::Duration;

const BRIEFLY: Duration = Duration::from_millis(50);

async fn client() -> Client {
    Client::connect(&server::start().await).await.unwrap()
}

#[tokio::test]
async fn a_call_answers_with_its_result() {
    let params = json!({"name": "日本語", "list": [1, 2.5, null]});
    assert_eq!(client().await.call("echo", params.clone()).await, Ok(params));
}

#[tokio::test]
async fn calls_side_by_side_get_each_its_own_reply() {
    let client = client().await;
    let calls: Vec<_> = (0..200)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move { (number, client.call("echo", json!({"number": number})).await) })
        })
        .collect();
    for call in calls {
        let (number, reply) = call.await.unwrap();
        assert_eq!(reply, Ok(json!({"number": number})));
    }
}

#[tokio::test]
async fn replies_may_come_out_of_order() {
    let client = client().await;
    let (held, released) = tokio::join!(client.call("hold", Value::Null), client.call("release", Value::Null));
    assert_eq!((held, released), (Ok(json!("held")), Ok(json!("released"))));
}

#[tokio::test]
async fn a_fault_arrives_as_a_fault() {
    let error = client().await.call("fail", Value::Null).await.unwrap_err();
    assert_eq!(error.fault_code(), Some(Code::NotFound));
    assert_eq!(error.to_string(), "not_found: no object `x` Next: call getObjectTree");
}

#[tokio::test]
async fn a_call_ends_at_its_deadline_and_the_connection_goes_on() {
    let client = client().await;
    let error = client.call_within(BRIEFLY, "hold", Value::Null).await.unwrap_err();
    assert_eq!(error, CallError::Timeout { what: "reply to `hold`".into(), after: BRIEFLY });
    // The late reply to `hold` comes right after this one, and is nobody's.
    assert_eq!(client.call("release", Value::Null).await, Ok(json!("released")));
    assert_eq!(client.call("echo", json!({})).await, Ok(json!({})));
    assert!(matches!(client.next_raw(BRIEFLY).await, Err(CallError::Timeout { .. })));
}

#[tokio::test]
async fn a_call_that_is_given_up_is_cancelled_and_one_that_was_answered_is_not() {
    let client = client().await;
    client.call("echo", json!({})).await.unwrap();
    client.call("fail", json!({})).await.unwrap_err();
    client.call_within(BRIEFLY, "never", Value::Null).await.unwrap_err();
    drop(tokio::time::timeout(BRIEFLY, client.call("never", Value::Null)).await);
    let cancelled = async || client.call("cancelled", Value::Null).await.unwrap().as_array().unwrap().clone();
    let mut heard = cancelled().await;
    let give_up = tokio::time::Instant::now() + PATIENCE;
    while heard.len() < 2 && tokio::time::Instant::now() < give_up {
        heard = cancelled().await;
    }
    let first = heard[0].as_u64().unwrap();
    assert_eq!(heard, [json!(first), json!(first + 1)], "the third and fourth call");
}

#[tokio::test]
async fn events_reach_every_listener_in_order() {
    let client = client().await;
    let (mut one, mut other) = (client.events(), client.events());
    client.call("emit", Value::Null).await.unwrap();
    for number in 0..3 {
        let event = one.recv().await.unwrap();
        assert_eq!((event.kind.as_str(), &event.data), ("signalEmitted", &json!({"number": number})));
        assert_eq!(other.recv().await, Some(event));
    }
}

#[tokio::test]
async fn events_wait_for_whoever_asks_unless_somebody_listens() {
    let client = client().await;
    client.call("emit", Value::Null).await.unwrap();
    for number in 0..3 {
        assert_eq!(client.next_event(PATIENCE).await.unwrap().data, json!({"number": number}));
    }
    let listener = client.events();
    client.call("emit", Value::Null).await.unwrap();
    assert!(matches!(client.next_event(BRIEFLY).await, Err(CallError::Timeout { .. })));
    drop(listener);
    client.call("emit", Value::Null).await.unwrap();
    assert_eq!(client.next_event(PATIENCE).await.unwrap().data, json!({"number": 0}));
}

#[tokio::test]
async fn raw_text_gets_the_reply_as_it_is() {
    let client = client().await;
    assert_eq!(client.call_raw("{").await.unwrap()["error"]["code"], -32700);
    let reply = client.call_raw(r#"{"id": 1, "method": "echo", "params": {"a": 1}}"#).await.unwrap();
    assert_eq!(reply, json!({"jsonrpc": "2.0", "id": 1, "result": {"a": 1}}));
    client.send_binary([0, 1, 2]).await.unwrap();
    assert_eq!(client.call("echo", json!({})).await, Ok(json!({})));
}

#[tokio::test]
async fn when_the_app_goes_everything_ends_with_the_reason() {
    let client = client().await;
    let mut listener = client.events();
    let (never, _) = tokio::join!(client.call("never", Value::Null), client.call("leave", Value::Null));
    assert_eq!(never, Err(CallError::Closed { reason: "the app closed it".into() }));
    assert!(matches!(client.call("echo", Value::Null).await, Err(CallError::Closed { .. })));
    assert!(matches!(client.next_event(PATIENCE).await, Err(CallError::Closed { .. })));
    assert_eq!(listener.recv().await, None);
    assert_eq!(client.events().recv().await, None);
    assert_eq!(client.closed().as_deref(), Some("the app closed it"));
}

#[tokio::test]
async fn what_is_no_json_closes_the_connection() {
    let error = client().await.call("garble", Value::Null).await.unwrap_err();
    assert!(error.to_string().contains("not JSON"), "{error}");
}

#[tokio::test]
async fn closing_ends_what_is_under_way() {
    let client = client().await;
    let (never, ()) = tokio::join!(client.call("never", Value::Null), client.close());
    assert_eq!(never, Err(CallError::Closed { reason: "closed by this side".into() }));
}

#[tokio::test]
async fn an_address_without_a_probe_is_told_apart_from_a_bad_one() {
    for url in ["", "127.0.0.1:1", "http://127.0.0.1:1", "ws://", "ws://127.0.0.1"] {
        assert!(matches!(Client::connect(url).await, Err(ConnectError::BadUrl(_))), "{url}");
    }
    let (url, hang_up) = server::deaf().await;
    drop(hang_up);
    assert!(matches!(Client::connect(&url).await, Err(ConnectError::Handshake { .. })));
    assert!(matches!(Client::connect(&url).await, Err(ConnectError::Unreachable { .. })));
}
