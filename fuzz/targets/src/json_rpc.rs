//! Messages as they come from a socket: whatever they are, each is answered as JSON-RPC has it, or is a notification.

use crate::bounded::Client;
use crate::tool_arguments::FIXTURE;
use qtmcp_guard::nesting::is_within;
use qtmcp_modes::CATALOG;
use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::fake::FakeApp;
use qtmcp_tool::{Code, Mode};
use qtmcp_wire::{Event, Incoming, Invalid, LARGEST_BATCH, Reply, Request, error_code, parse};
use serde_json::Value as Json;

/// Of a batch, so many requests are answered here.
const ANSWERED: usize = 8;

/// Feeds a message to the parser, and what it holds to the tools.
pub fn json_rpc(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(message) = serde_json::from_str::<Json>(&text) {
        let depth = depth(&message);
        for most in [depth.saturating_sub(1), depth, 64] {
            assert_eq!(is_within(text.as_bytes(), most), depth <= most, "{text}");
        }
    }
    let requests = match parse(&text) {
        Err(reply) => return check(&reply),
        Ok(Incoming::One(request)) => vec![request],
        Ok(Incoming::Batch(requests)) => {
            assert!((1..=LARGEST_BATCH).contains(&requests.len()));
            requests
        }
    };
    if let Ok(message) = serde_json::from_str(&text)
        && let Some(event) = Event::from_json(&message)
    {
        assert_eq!(Event::from_json(&event.to_json()), Some(event));
    }
    let fake = FakeApp::new(FIXTURE);
    fake.set_screen(64.0, 48.0, 1.0);
    let client = Client::new(fake, Mode::All, Dialect::Chrome, None);
    for request in requests.into_iter().take(ANSWERED) {
        match request {
            Err(Invalid(reply)) => check(&reply),
            Ok(request) => answer(&client, request),
        }
    }
}

fn answer(client: &Client, Request { id, method, params }: Request) {
    assert!(params.is_object() || params.is_null());
    let Some(tool) = CATALOG.find(client.session().mode(), &method, &params) else { return };
    let Some(outcome) = client.call(tool, params) else { return };
    let id = id.unwrap_or_default();
    check(&match outcome {
        Ok(response) => Reply::result(id, response.with_pictures_inside(|bytes| bytes.len().to_string())),
        Err(fault) => Reply::fault(id, fault),
    });
}

/// How deep a value is nested: 0 for what has nothing in it.
fn depth(value: &Json) -> usize {
    let of = |inner: &mut dyn Iterator<Item = &Json>| 1 + inner.map(depth).max().unwrap_or_default();
    match value {
        Json::Array(items) => of(&mut items.iter()),
        Json::Object(members) => of(&mut members.values()),
        _ => 0,
    }
}

/// A reply is whole: it comes back from its text as it was, and has a result or an error that says what it is.
fn check(reply: &Reply) {
    let text = serde_json::to_string(reply).expect("a reply can be written");
    let back: Reply = serde_json::from_str(&text).expect("a reply can be read");
    assert_eq!(back.jsonrpc, "2.0");
    assert_eq!(&back, reply);
    let Some(error) = &back.error else { return };
    assert!(back.result.is_none() && !error.message.is_empty(), "{text}");
    let codes = [error_code::PARSE, error_code::INVALID_REQUEST, error_code::INVALID_PARAMS, error_code::FAULT];
    assert!(codes.contains(&error.code), "{text}");
    if let Some(data) = &error.data {
        let code = data["code"].as_str().unwrap_or_default();
        assert!(Code::ALL.iter().any(|known| known.as_str() == code), "{text}");
        assert!(data["next"].as_str().is_some_and(|next| !next.is_empty()), "{text}");
    }
}
