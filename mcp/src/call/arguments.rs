//! The arguments of a call as one writes them in a shell: a JSON object, pairs, or stdin.

use crate::console::Stop;
use qtmcp_modes::CATALOG;
use qtmcp_tool::Mode;
use serde_json::{Map, Value};
use std::io::{self, Read};

/// The object that the words of the command line stand for.
pub(super) fn read(method: &str, mode: Mode, words: &[String]) -> Result<Value, Stop> {
    let mut arguments = Map::new();
    for word in words {
        match word.as_str() {
            "-" => arguments.extend(object(&from_stdin()?)?),
            word if word.trim_start().starts_with('{') => arguments.extend(object(word)?),
            word => {
                let (key, value) = pair(method, mode, word)?;
                arguments.insert(key, value);
            }
        }
    }
    Ok(Value::Object(arguments))
}

fn from_stdin() -> Result<String, Stop> {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.map_err(|error| Stop::usage(format!("stdin cannot be read as text: {error}")))?;
    Ok(text)
}

fn object(text: &str) -> Result<Map<String, Value>, Stop> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Stop::usage("arguments are a JSON object, such as '{\"ref\": 7}'")),
        Err(error) => Err(Stop::usage(format!("the arguments are not JSON: {error}"))),
    }
}

fn pair(method: &str, mode: Mode, word: &str) -> Result<(String, Value), Stop> {
    let Some((key, value)) = word.split_once('=').filter(|(key, _)| !key.is_empty()) else {
        return Err(Stop::usage(format!("`{word}` is no argument: write KEY=VALUE or a JSON object")));
    };
    if let Some(key) = key.strip_suffix(':') {
        let value = serde_json::from_str(value)
            .map_err(|error| Stop::usage(format!("the value of `{key}` is not JSON: {error}")))?;
        return Ok((key.to_owned(), value));
    }
    let is_text = is_text(method, mode, key);
    let json = if is_text { None } else { serde_json::from_str(value).ok() };
    Ok((key.to_owned(), json.unwrap_or_else(|| Value::String(value.to_owned()))))
}

/// Whether the method takes text under this name: `text=42` is then no number.
fn is_text(method: &str, mode: Mode, key: &str) -> bool {
    let named = Value::Object(Map::from_iter([(key.to_owned(), Value::Null)]));
    let Some(tool) = CATALOG.find(mode, method, &named) else { return false };
    let schema = tool.input_schema();
    match &schema["properties"][key]["type"] {
        Value::String(kind) => kind == "string",
        Value::Array(kinds) => kinds.iter().all(|kind| kind == "string" || kind == "null"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;
    use serde_json::json;

    fn read_words(method: &str, words: &[&str]) -> Result<Value, String> {
        let words: Vec<_> = words.iter().map(|&word| word.to_owned()).collect();
        read(method, Mode::Native, &words).map_err(|stop| {
            assert_eq!(stop.exit, Exit::Usage);
            stop.message
        })
    }

    #[test]
    fn an_object_and_pairs_may_stand_together() {
        assert_eq!(read_words("status", &[]), Ok(json!({})));
        let read = read_words("click", &["{\"id\": \"#a\"}", "button=right", "count=2"]);
        assert_eq!(read, Ok(json!({"id": "#a", "button": "right", "count": 2})));
    }

    #[test]
    fn a_pair_is_json_where_the_method_does_not_want_text() {
        assert_eq!(read_words("click", &["ref=7"]), Ok(json!({"ref": 7})));
        assert_eq!(read_words("findByText", &["text=42", "limit=3"]), Ok(json!({"text": "42", "limit": 3})));
        assert_eq!(read_words("getProperty", &["id=#a=b", "property=x"]), Ok(json!({"id": "#a=b", "property": "x"})));
        assert_eq!(read_words("unheard_of", &["a=[1, 2]", "b=two"]), Ok(json!({"a": [1, 2], "b": "two"})));
        assert_eq!(read_words("findByText", &["limit:=3"]), Ok(json!({"limit": 3})));
    }

    #[test]
    fn what_is_neither_is_wrong_usage() {
        for (word, message) in
            [("seven", "KEY=VALUE"), ("=7", "KEY=VALUE"), ("{\"a\": }", "not JSON"), ("a:=x", "`a` is not JSON")]
        {
            assert!(read_words("click", &[word]).unwrap_err().contains(message), "{word}");
        }
    }
}
