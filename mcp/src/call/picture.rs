//! Pictures in a result: where they are, what they hold, and how they are shown to somebody who reads the JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// What is shown of a picture; its first bytes tell its format.
const SHOWN_CHARACTERS: usize = 24;

/// The place of the first picture's base64, in the order of the result.
pub(super) fn first(result: &mut Value) -> Option<&mut Value> {
    if is_picture(result) {
        return result.get_mut("data");
    }
    match result {
        Value::Object(members) => members.values_mut().find_map(first),
        Value::Array(items) => items.iter_mut().find_map(first),
        _ => None,
    }
}

/// The bytes of a picture.
pub(super) fn decode(base64: &Value) -> Option<Vec<u8>> {
    STANDARD.decode(base64.as_str()?).ok()
}

/// Cuts the base64 of every picture, which nobody can read, and says how to get at it.
pub(super) fn shorten(result: &mut Value) {
    if is_picture(result) {
        if let Some(Value::String(data)) = result.get_mut("data")
            && data.len() > SHOWN_CHARACTERS
            && data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
        {
            let start = &data[..SHOWN_CHARACTERS];
            *data = format!("{start}… ({} characters; `--output FILE` writes the picture)", data.len());
        }
        return;
    }
    match result {
        Value::Object(members) => members.values_mut().for_each(shorten),
        Value::Array(items) => items.iter_mut().for_each(shorten),
        _ => {}
    }
}

/// Native mode says `format` beside the data, Claude's tools `media_type`, MCP `mimeType`.
fn is_picture(value: &Value) -> bool {
    let has_text = |name: &str| value.get(name).is_some_and(Value::is_string);
    has_text("data") && ["format", "media_type", "mimeType"].into_iter().any(has_text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_picture_is_found_in_every_form_of_a_result() {
        for mut result in [
            json!({"format": "png", "width": 3, "data": "AQID"}),
            json!({"screenshot": {"type": "base64", "media_type": "image/png", "data": "AQID"}, "text": "x"}),
            json!({"content": [{"type": "text", "text": "x"}, {"type": "image", "mimeType": "image/png", "data": "AQID"},
                               {"type": "image", "mimeType": "image/png", "data": "BAUG"}]}),
        ] {
            assert_eq!(first(&mut result).and_then(|place| decode(place)), Some(vec![1, 2, 3]));
        }
        assert_eq!(first(&mut json!({"data": "AQID", "value": [1]})), None);
    }

    #[test]
    fn only_pictures_are_cut() {
        let long = "A".repeat(1000);
        let mut result = json!({"shots": [{"media_type": "image/png", "data": long}], "data": long});
        shorten(&mut result);
        assert_eq!(result["data"], long);
        assert_eq!(
            result["shots"][0]["data"],
            "AAAAAAAAAAAAAAAAAAAAAAAA… (1000 characters; `--output FILE` writes the picture)"
        );
    }
}
