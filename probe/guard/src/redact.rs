//! The arguments of a call as a log may keep them: what was done and to what, not what was written.

use serde_json::{Map, Value};

/// A longer text is cut.
const TEXT_CHARS: usize = 200;

/// Longer lists and objects are not told of further.
const MOST_MEMBERS: usize = 64;

/// As deep as arguments are followed; calls within calls are a few levels down.
const DEEPEST: usize = 12;

/// What goes into the app, or is looked for in it, under these names.
const WRITTEN: [&str; 9] = ["text", "value", "args", "env", "data", "description", "query", "textGone", "pattern"];

/// Names of keys, unless they spell a text.
const KEYS: [&str; 2] = ["keys", "key"];

/// The same arguments with every text that is typed, set or looked for told by its length, and others cut when they are
/// long.
#[must_use]
pub fn redact(arguments: &Value) -> Value {
    told(arguments, DEEPEST)
}

fn told(value: &Value, depth: usize) -> Value {
    match value {
        _ if depth == 0 => Value::from("[more]"),
        Value::String(text) => cut(text),
        Value::Array(items) => items.iter().take(MOST_MEMBERS).map(|item| told(item, depth - 1)).collect(),
        Value::Object(members) => {
            let told = members.iter().take(MOST_MEMBERS);
            Value::Object(told.map(|(name, value)| (short(name), member(members, name, value, depth - 1))).collect())
        }
        plain => plain.clone(),
    }
}

fn member(around: &Map<String, Value>, name: &str, value: &Value, depth: usize) -> Value {
    // `computer` has one argument for texts and for keys.
    let holds_keys = name == "text" && around.get("action").is_some_and(|action| action != "type");
    match value {
        Value::String(keys) if (holds_keys || KEYS.contains(&name)) && !spells(keys) => cut(keys),
        value if WRITTEN.contains(&name) || KEYS.contains(&name) => hidden(value, depth),
        value => told(value, depth),
    }
}

/// The names of keys that write nothing, in lower case and without `_`.
const QUIET: &str = "alt altgr backspace bksp capslock control ctrl del delete down end enter esc escape help home ins insert \
    left menu meta numlock option cmd command pagedown pageup pause pgdn pgup print printscreen prior next return right \
    scrolllock shift space spacebar super tab up win windows";

/// Whether keys may write something: any but those that write nothing, and chords with a modifier.
fn spells(keys: &str) -> bool {
    let writes = |chord: &str| {
        let chord = chord.to_lowercase().replace('_', "");
        let (modifiers, key) = chord.rsplit_once('+').unwrap_or(("", &chord));
        let is_quiet = |name: &str| QUIET.split_ascii_whitespace().any(|known| known == name);
        let is_function = key.strip_prefix('f').is_some_and(|number| number.parse::<u8>().is_ok());
        let is_command = modifiers.split('+').any(|modifier| modifier != "shift" && is_quiet(modifier));
        let is_character = key.chars().count() <= 1;
        !(is_quiet(key) || is_function || (is_command && is_character))
    };
    keys.split([' ', ',']).filter(|chord| !chord.is_empty()).any(writes)
}

fn hidden(value: &Value, depth: usize) -> Value {
    match value {
        _ if depth == 0 => Value::from("[more]"),
        Value::String(text) => Value::from(format!("[{} characters]", text.chars().count())),
        Value::Number(_) => Value::from("[number]"),
        Value::Array(items) => items.iter().take(MOST_MEMBERS).map(|item| hidden(item, depth - 1)).collect(),
        Value::Object(members) => {
            let members = members.iter().take(MOST_MEMBERS);
            Value::Object(members.map(|(name, value)| (short(name), hidden(value, depth - 1))).collect())
        }
        plain => plain.clone(),
    }
}

fn cut(text: &str) -> Value {
    Value::from(short(text))
}

/// The beginning of a text, and how long it is where that is not all of it.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(TEXT_CHARS) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_is_told_by_its_length_and_what_it_is_done_to_stays() {
        let arguments = json!({"id": "#pin", "property": "text", "value": "geheim", "ref": 7, "coordinate": [3, 4]});
        let expected =
            json!({"id": "#pin", "property": "text", "value": "[6 characters]", "ref": 7, "coordinate": [3, 4]});
        assert_eq!(redact(&arguments), expected);
        let arguments = json!({"id": "a", "method": "setText", "args": ["geheim", 1234, true, {"pin": "x"}]});
        let expected = json!(["[6 characters]", "[number]", true, {"pin": "[1 characters]"}]);
        assert_eq!(redact(&arguments)["args"], expected);
        let arguments = json!({"program": "kcalc", "env": {"TOKEN": "abc"}, "paths": ["/srv/a.txt"]});
        let expected = json!({"program": "kcalc", "env": {"TOKEN": "[3 characters]"}, "paths": ["/srv/a.txt"]});
        assert_eq!(redact(&arguments), expected);
    }

    #[test]
    fn calls_within_calls_are_redacted_as_well() {
        let batch = json!({"actions": [{"name": "form_input", "input": {"ref": 3, "value": "geheim"}}]});
        assert_eq!(redact(&batch)["actions"][0]["input"], json!({"ref": 3, "value": "[6 characters]"}));
        let call = json!({"name": "sendKeys", "arguments": {"text": "geheim"}, "mode": "native"});
        assert_eq!(redact(&call)["arguments"]["text"], "[6 characters]");
    }

    #[test]
    fn names_of_keys_stay_unless_they_spell_a_text() {
        for (keys, kept) in
            [("ctrl+a Delete", true), ("Return", true), ("shift+Tab", true), ("h u n t", false), ("hunter2", false)]
        {
            let expected = if kept { json!(keys) } else { json!("[7 characters]") };
            assert_eq!(redact(&json!({"action": "key", "text": keys}))["text"], expected);
            assert_eq!(redact(&json!({"keys": keys}))["keys"], expected);
        }
        assert_eq!(redact(&json!({"keys": "shift+h, i"}))["keys"], "[10 characters]");
        assert_eq!(redact(&json!({"action": "type", "text": "Return"}))["text"], "[6 characters]");
        assert_eq!(redact(&json!({"action": "left_click", "text": "ctrl"}))["text"], "ctrl");
    }

    #[test]
    fn long_and_deep_arguments_are_cut() {
        let long = redact(&json!({"id": "ü".repeat(300)}));
        assert_eq!(long["id"], format!("{}… (300 characters)", "ü".repeat(200)));
        let mut deep = json!(1);
        for _ in 0..100 {
            deep = json!([deep]);
        }
        assert!(redact(&deep).to_string().contains("[more]"));
        assert!(redact(&json!({"value": deep})).to_string().contains("[more]"));
        assert_eq!(redact(&json!(vec![0; 1000])).as_array().map(Vec::len), Some(MOST_MEMBERS));
    }
}
