//! A tool's JSON schema as a table for people.

use serde_json::Value;

/// One row of the table; every member is Markdown.
#[derive(Debug, PartialEq)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: String,
    /// `required` where there is none.
    pub(super) default: String,
    pub(super) meaning: String,
}

/// The parameters in the schema's order, the required ones first.
pub(super) fn parameters(schema: &Value) -> Vec<Parameter> {
    let is_required = |name: &str| {
        let required = schema["required"].as_array();
        required.is_some_and(|required| required.iter().any(|required| required == name))
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    let mut parameters: Vec<_> = properties
        .map(|(name, property)| Parameter {
            name: name.clone(),
            kind: kind(property),
            default: match property.get("default") {
                Some(Value::Null) => String::new(),
                Some(default) => format!("`{default}`"),
                None if is_required(name) => "required".to_owned(),
                None => String::new(),
            },
            meaning: meaning(property),
        })
        .collect();
    parameters.sort_by_key(|parameter| !is_required(&parameter.name));
    parameters
}

/// What people read: the paragraphs behind the first, which is for models, where there are any.
fn meaning(property: &Value) -> String {
    let text = property["description"].as_str().unwrap_or_default();
    let mut text = one_line(text.split_once("\n\n").map_or(text, |(_, for_people)| for_people));
    if let Some(most) = property["maximum"].as_f64() {
        text += &format!(" At most {most}.");
    }
    if property["x-unlisted"] == true {
        text += " Not listed for models.";
    }
    text.trim_start().to_owned()
}

/// Text that fits into a cell.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// What comes before the first full stop that ends a sentence.
pub(crate) fn first_sentence(text: &str) -> &str {
    let end = text.match_indices(". ").map(|(at, _)| at + 1).next().unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

fn kind(schema: &Value) -> String {
    if let Some(constant) = schema.get("const") {
        return format!("`{constant}`");
    }
    if let Some(names) = schema["enum"].as_array() {
        return alternatives(names.iter().filter(|name| !name.is_null()).map(|name| format!("`{name}`")));
    }
    for union in ["oneOf", "anyOf"] {
        if let Some(kinds) = schema[union].as_array() {
            return alternatives(kinds.iter().filter(|kind| kind["type"] != "null").map(kind));
        }
    }
    match &schema["type"] {
        Value::String(name) => named(name, schema),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
            alternatives(names.map(|name| named(name, schema)))
        }
        _ => "any JSON".to_owned(),
    }
}

fn named(name: &str, schema: &Value) -> String {
    match name {
        "array" if schema.get("items").is_some() => format!("list of {}", kind(&schema["items"])),
        "array" => "list".to_owned(),
        "object" => match schema["properties"].as_object() {
            Some(properties) => {
                let members: Vec<_> = properties.keys().map(String::as_str).collect();
                format!("`{{{}}}`", members.join(", "))
            }
            None => "object".to_owned(),
        },
        other => other.to_owned(),
    }
}

fn alternatives(kinds: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for kind in kinds {
        if !distinct.contains(&kind) {
            distinct.push(kind);
        }
    }
    distinct.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn kinds_read_like_words() {
        assert_eq!(kind(&json!({"type": ["integer", "null"]})), "integer");
        assert_eq!(kind(&json!({"type": "array", "items": {"type": "string"}})), "list of string");
        assert_eq!(kind(&json!({"enum": ["left", "right"]})), "`\"left\"` or `\"right\"`");
        let position = json!({"anyOf": [{"const": "center"}, {"type": "object", "properties": {"x": {}, "y": {}}}]});
        assert_eq!(kind(&position), "`\"center\"` or `{x, y}`");
        assert_eq!(kind(&json!({})), "any JSON");
        assert_eq!(kind(&json!({"oneOf": [{"const": "a", "description": "A."}, {"type": "null"}]})), "`\"a\"`");
    }

    #[test]
    fn what_is_required_comes_first() {
        let schema = json!({
            "properties": {"depth": {"type": "integer", "default": 3}, "id": {"type": "string", "description": "Which\n one."}},
            "required": ["id"],
        });
        let rows: Vec<_> = parameters(&schema).into_iter().map(|row| (row.name, row.default, row.meaning)).collect();
        let rows: Vec<_> = rows.iter().map(|(name, default, meaning)| (&**name, &**default, &**meaning)).collect();
        assert_eq!(rows, [("id", "required", "Which one."), ("depth", "`3`", "")]);
    }

    #[test]
    fn people_read_what_stands_behind_the_words_for_models() {
        assert_eq!(meaning(&json!({"description": "Regex\n\nOnly what\nmatches."})), "Only what matches.");
        assert_eq!(meaning(&json!({"description": "In pixels.", "x-unlisted": "description"})), "In pixels.");
        assert_eq!(meaning(&json!({"description": "Why.", "x-unlisted": true})), "Why. Not listed for models.");
        assert_eq!(meaning(&json!({"maximum": 30})), "At most 30.");
    }

    #[test]
    fn a_sentence_ends_at_its_full_stop() {
        assert_eq!(first_sentence("Find objects. All of them."), "Find objects");
        assert_eq!(first_sentence("Such as 1.5 or a.b."), "Such as 1.5 or a.b");
    }
}
