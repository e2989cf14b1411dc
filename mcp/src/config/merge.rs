//! One entry more in a JSON text of which not a byte else changes: neither order nor layout, nor numbers that no type of
//! ours could hold.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::fmt;
use std::ops::Range;

/// What became of a text.
#[derive(Debug, PartialEq)]
pub(super) enum Merged {
    /// It has the entry already.
    Same,
    /// The new text.
    Changed(String),
}

/// Why a text cannot be changed.
#[derive(Debug, PartialEq)]
pub(super) enum Refused {
    Comments,
    NotJson(String),
    NotObject,
    NotObjectAt(String),
    Twice(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Comments => f.write_str(
                "it has comments or trailing commas, which are no JSON: run this without --write and put the entry in by hand",
            ),
            Refused::NotJson(error) => write!(f, "it is not JSON ({error}): mend it, or move it away"),
            Refused::NotObject => f.write_str("it is JSON, but no object: move it away"),
            Refused::NotObjectAt(key) => write!(f, "its `{key}` is no object: mend it by hand"),
            Refused::Twice(key) => write!(f, "it has `{key}` twice: take one away by hand"),
        }
    }
}

/// Puts `{key: {name: entry}}` into a text, in place of what is under that name.
pub(super) fn merge(text: &str, key: &str, name: &str, entry: &Value) -> Result<Merged, Refused> {
    let indent = indent_of(text);
    let pretty = |value: &Value, level: usize| laid_out(value, &indent, level);
    if text.trim().is_empty() {
        return Ok(Merged::Changed(pretty(&json!({key: {name: entry}}), 0) + "\n"));
    }
    let all = members(text, text)?.ok_or(Refused::NotObject)?;
    let Some(servers) = all.get(key)? else {
        let addition = format!("{}: {}", json!(key), pretty(&json!({name: entry}), 1));
        return Ok(Merged::Changed(all.with(text, &addition, &indent, 1)));
    };
    let inside = members(text, &text[servers]).ok().flatten().ok_or_else(|| Refused::NotObjectAt(key.to_owned()))?;
    match inside.get(name)? {
        Some(old) if serde_json::from_str::<Value>(&text[old.clone()]).is_ok_and(|old| old == *entry) => {
            Ok(Merged::Same)
        }
        Some(old) => Ok(Merged::Changed(format!("{}{}{}", &text[..old.start], pretty(entry, 2), &text[old.end..]))),
        None => {
            let addition = format!("{}: {}", json!(name), pretty(entry, 2));
            Ok(Merged::Changed(inside.with(text, &addition, &indent, 2)))
        }
    }
}

/// An object in a text.
struct Members {
    /// Where the object is.
    whole: Range<usize>,
    /// Each name, and where its value is.
    values: Vec<(String, Range<usize>)>,
}

impl Members {
    fn get(&self, name: &str) -> Result<Option<Range<usize>>, Refused> {
        let mut found = self.values.iter().filter(|(known, _)| known == name).map(|(_, range)| range.clone());
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => Err(Refused::Twice(name.to_owned())),
            (first, _) => Ok(first),
        }
    }

    /// The text with one member more at the end of this object, whose members stand at `level`.
    fn with(&self, text: &str, addition: &str, indent: &str, level: usize) -> String {
        let line = format!("\n{}", indent.repeat(level));
        match self.values.last() {
            Some((_, last)) => format!("{},{line}{addition}{}", &text[..last.end], &text[last.end..]),
            None => {
                let Range { start, end } = self.whole;
                let close = format!("\n{}", indent.repeat(level - 1));
                format!("{}{{{line}{addition}{close}}}{}", &text[..start], &text[end..])
            }
        }
    }
}

/// The members of the object that `part` of `text` is; `None` if it is something else.
fn members(text: &str, part: &str) -> Result<Option<Members>, Refused> {
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    let raw: &RawValue = serde_json::from_str(part).map_err(|error| match is_lenient_json(part) {
        true => Refused::Comments,
        false => Refused::NotJson(error.to_string()),
    })?;
    let Ok(Pairs(values)) = serde_json::from_str(raw.get()) else { return Ok(None) };
    let values = values.into_iter().map(|(name, value)| (name, place(value.get()))).collect();
    Ok(Some(Members { whole: place(raw.get()), values }))
}

/// The members of an object as they stand there: in their order, and a name that is there twice twice.
struct Pairs<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Deserialize<'a> for Pairs<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'a> Visitor<'a> for Reader {
            type Value = Pairs<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<Pairs<'a>, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Reader)
    }
}

/// What the text's own lines begin with.
fn indent_of(text: &str) -> String {
    let first = text.lines().find(|line| line.starts_with([' ', '\t']) && line.trim_start().starts_with('"'));
    first.map_or("  ", |line| &line[..line.len() - line.trim_start().len()]).to_owned()
}

/// JSON over several lines, all but the first of them further in. JSON has no line ends inside of texts.
fn laid_out(value: &Value, indent: &str, level: usize) -> String {
    let text = format!("{value:#}");
    let lines = text.lines().map(|line| {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        format!("{}{}", indent.repeat(spaces / 2), &line[spaces..])
    });
    lines.collect::<Vec<_>>().join(&format!("\n{}", indent.repeat(level)))
}

/// Whether a text would be JSON without its comments and the commas before closing brackets.
fn is_lenient_json(text: &str) -> bool {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            let length = string_length(rest);
            plain.push_str(&rest[..length]);
            length
        } else {
            if matches!(c, '}' | ']') {
                let kept = plain.trim_end();
                plain.truncate(kept.strip_suffix(',').unwrap_or(kept).len());
            }
            plain.push(c);
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    serde_json::from_str::<Value>(&plain).is_ok()
}

/// How long the quoted text is that `text` begins with.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(text: &str) -> Result<Merged, Refused> {
        merge(text, "mcpServers", "app", &json!({"command": "qtmcp", "args": ["serve"]}))
    }

    fn changed(text: &str) -> String {
        match merged(text) {
            Ok(Merged::Changed(text)) => {
                assert_eq!(merged(&text), Ok(Merged::Same), "a second time changes nothing");
                text
            }
            other => panic!("{other:?}"),
        }
    }

    const ENTRY: &str =
        "\"app\": {\n      \"command\": \"qtmcp\",\n      \"args\": [\n        \"serve\"\n      ]\n    }";

    #[test]
    fn a_new_file_has_the_entry_alone() {
        let expected = format!("{{\n  \"mcpServers\": {{\n    {ENTRY}\n  }}\n}}\n");
        assert_eq!([changed(""), changed(" \n")], [expected.clone(), expected]);
        let filled = format!("{{\n  \"mcpServers\": {{\n    {ENTRY}\n  }}\n}}");
        assert_eq!(changed("{}"), filled);
        assert_eq!(changed("{\"mcpServers\": { }}"), format!("{{\"mcpServers\": {{\n    {ENTRY}\n  }}}}"));
    }

    #[test]
    fn everything_else_stays_to_the_byte() {
        let before = "{\n  \"z\":  [1,2],\n  \"mcpServers\": {\n    \"other\": {\"command\":\"x\"}";
        let after = "\n  },\n  \"a\": 123456789012345678901234567890.10,\n\n  \"é\\u0041\": null\n}\n";
        assert_eq!(changed(&format!("{before}{after}")), format!("{before},\n    {ENTRY}{after}"));
    }

    #[test]
    fn an_entry_of_that_name_is_replaced_where_it_stands() {
        let text = "{\"mcpServers\": {\"a\": 1, \"app\": {\"command\": \"old\"}, \"b\": 2}}";
        let text = changed(text);
        assert!(text.starts_with("{\"mcpServers\": {\"a\": 1, \"app\": {\n      \"command\": \"qtmcp\""), "{text}");
        assert!(text.ends_with("}, \"b\": 2}}"), "{text}");
    }

    #[test]
    fn servers_are_added_behind_what_there_is_with_the_files_own_indent() {
        let text = changed("{\n\t\"theme\": \"dark\"\n}\n");
        assert!(
            text.starts_with("{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\n\t\t\"app\": {\n\t\t\t\"command\""),
            "{text}"
        );
        assert!(text.ends_with("\n\t\t}\n\t}\n}\n"), "{text}");
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let lenient = ["{// x\n}", "{\"a\": 1,}", "/* a */ {\"b\": [\"//\",]}"];
        assert_eq!(lenient.map(merged), [Err(Refused::Comments), Err(Refused::Comments), Err(Refused::Comments)]);
        assert!(matches!(merged("{\"a\": \"// not a comment\""), Err(Refused::NotJson(_))));
        assert!(matches!(merged("mcpServers: yaml"), Err(Refused::NotJson(_))));
        assert_eq!(merged("[1]"), Err(Refused::NotObject));
        assert_eq!(merged("{\"mcpServers\": []}"), Err(Refused::NotObjectAt("mcpServers".into())));
        assert_eq!(merged("{\"mcpServers\": {}, \"mcpServers\": {}}"), Err(Refused::Twice("mcpServers".into())));
    }
}
