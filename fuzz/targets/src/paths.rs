//! Names for things: paths of native mode in any spelling on a tree with names of the input's own, and refs.

use crate::bytes::Bytes;
use qtmcp_tool::a11y::Refs;
use qtmcp_tool::arguments::RefArgument;
use qtmcp_tool::fake::{FakeApp, FakeClient};
use qtmcp_tool::{Catalog, Code, Mode};
use serde_json::{Value as Json, json};
use std::fmt::Write;

const CATALOG: Catalog = Catalog { modes: &[(Mode::Native, qtmcp_native::TOOLS)], beside: &[] };
const CLASSES: [&str; 6] = ["QWidget", "QLabel", "QPushButton", "Button", "QVBoxLayout", "QObject"];

/// Makes a tree of named objects, looks for one of them by the path it has, and for whatever a text means.
pub fn paths(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let mut fixture = String::from("QApplication mark=0\n");
    let count = 1 + bytes.below(8);
    let mut depth = 1;
    for mark in 1..=count {
        let shape = bytes.byte();
        let class = CLASSES[usize::from(shape) % CLASSES.len()];
        let quoted = |text: String| serde_json::to_string(&text).unwrap_or_default();
        let name = quoted(bytes.text());
        let id = if shape & 64 == 0 { String::new() } else { format!("@{}", quoted(bytes.text())) };
        let _ = writeln!(fixture, "{}{class}#{name}{id} mark={mark}", " ".repeat(depth));
        depth = 1 + usize::from(shape >> 3) % (depth + 1);
    }
    let client = FakeClient::new(FakeApp::new(&fixture), CATALOG, Mode::Native);
    // One of them, and the root: all of them is what the tests of native mode look at.
    for mark in [0, 1 + bytes.below(count)] {
        let found = client.call("findByProperty", json!({"property": "mark", "value": mark}));
        let path = found["objects"][0]["id"].as_str().unwrap_or_else(|| panic!("{found}\n{fixture}")).to_owned();
        assert!(!path.contains(char::is_control), "{path:?}");
        assert_eq!(mark_of(&client, &path), Some(json!(mark)), "{path}\n{fixture}");
    }
    let text = String::from_utf8_lossy(bytes.rest());
    if let Some(mark) = mark_of(&client, &text) {
        assert!(mark.as_u64().is_some_and(|mark| mark <= count as u64), "{text}");
    }
    reference(&text);
}

/// The mark of what a path means, if that is one object.
fn mark_of(client: &FakeClient, path: &str) -> Option<Json> {
    match client.respond("getProperty", json!({"id": path, "property": "mark"})) {
        Ok(response) => Some(response.result["value"].clone()),
        Err(fault) => {
            let expected = [Code::NotFound, Code::Ambiguous, Code::BadArgument];
            assert!(expected.contains(&fault.code) && !fault.next.is_empty(), "{path}: {fault:?}");
            None
        }
    }
}

/// A text as a ref, and as the number of a block: what is read is a number that is written in it, of that block alone.
fn reference(text: &str) {
    let spellings = [json!(text), serde_json::from_str(text).unwrap_or_default()];
    for spelling in spellings {
        let Ok(RefArgument(number)) = serde_json::from_value(spelling.clone()) else { continue };
        let again = [json!(number), json!(format!("ref_{number}")), json!(format!("[{number}]"))];
        for spelling in again {
            assert!(serde_json::from_value(spelling).is_ok_and(|RefArgument(read)| read == number), "{number}");
        }
        assert_eq!(Refs::default().get(number), None);
        let _ = Refs::block_of(number);
    }
    if let Ok(block) = text.trim().parse::<u32>() {
        let refs = Refs::in_block(block);
        assert_eq!(refs.is_some(), block <= Refs::LAST_BLOCK);
        if let Some(refs) = refs {
            let element = qtmcp_tool::ObjectId { slot: 1, generation: 1 }.into();
            let number = refs.give(element, || "it".to_owned());
            assert_eq!((Refs::block_of(number), refs.of(element)), (u64::from(block), Some(number)));
            assert!(refs.get(number).is_some_and(|given| given.element == element));
        }
    }
}
