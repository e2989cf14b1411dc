//! A tool's schema in its two lengths: the whole of it for documentation, and the short one that every model pays for
//! with each request. The short one has the first paragraph of each text, and nothing that a model can do without.

use schemars::JsonSchema;
use serde_json::{Map, Value};

/// What of an argument is documented but not shown to models: `#[schemars(extend("x-unlisted" = true))]` hides an argument
/// that only others need, `"x-unlisted" = "description"` the text where the name says enough.
const UNLISTED: &str = "x-unlisted";

/// The schema of `T` with all of its documentation.
pub(crate) fn of<T: JsonSchema>() -> Value {
    let settings =
        schemars::generate::SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// The first paragraph of a text, on one line.
pub(crate) fn first_paragraph(text: &str) -> String {
    let paragraph = text.trim().split("\n\n").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The arguments, without what belongs to the tool as a whole.
pub(crate) fn arguments(mut schema: Value) -> Value {
    if let Value::Object(fields) = &mut schema {
        for of_the_tool in ["$schema", "title", "description"] {
            fields.remove(of_the_tool);
        }
        fields.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    }
    schema
}

/// What is left of a schema for a model. What the tool accepts does not change: an argument that may be null may be left
/// out instead, and an unknown one is refused when the call is read, by a message that names those there are.
pub(crate) fn compact(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    loop {
        without_null(fields);
        without_noise(fields);
        match merged(fields) {
            Some(one) => fields.extend(one),
            None => break,
        }
    }
    if fields.remove(UNLISTED).is_some() {
        fields.remove("description");
    }
    if let Some(Value::String(text)) = fields.get_mut("description") {
        *text = first_paragraph(text);
    }
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        properties.retain(|_, property| property.get(UNLISTED) != Some(&Value::Bool(true)));
        properties.values_mut().for_each(compact);
    }
    if let Some(items) = fields.get_mut("items") {
        // Clients refuse a list that does not say of what, and some know no schema but an object.
        if items.is_boolean() {
            *items = Value::Object(Map::new());
        }
        compact(items);
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(Value::Array(kinds)) = fields.get_mut(union) {
            kinds.iter_mut().for_each(compact);
        }
    }
}

fn without_noise(fields: &mut Map<String, Value>) {
    let is_width_of_a_number =
        |format: &str| ["uint", "int", "float", "double"].iter().any(|kind| format.starts_with(kind));
    fields.retain(|key, value| match (key.as_str(), value) {
        ("format", Value::String(format)) => !is_width_of_a_number(format),
        ("minimum", bound) => bound.as_f64() != Some(0.0),
        ("additionalProperties", value) => !value.is_boolean(),
        ("default", value) => tells_something(value),
        _ => true,
    });
}

/// Whether anybody would expect another default.
fn tells_something(default: &Value) -> bool {
    match default {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    }
}

fn without_null(fields: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = fields.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            fields["type"] = kind.clone();
        }
    }
    if let Some(Value::Array(values)) = fields.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(Value::Array(kinds)) = fields.get_mut(union) {
            kinds.retain(|kind| kind["type"] != "null");
        }
    }
}

/// What takes the place of a union: its only member, or one list of all the words it consists of.
fn merged(fields: &mut Map<String, Value>) -> Option<Map<String, Value>> {
    for union in ["anyOf", "oneOf"] {
        let Some(Value::Array(kinds)) = fields.get(union) else { continue };
        let one = match kinds.as_slice() {
            [Value::Object(only)] => only.clone(),
            kinds => {
                let Some(words) = kinds.iter().map(words).collect::<Option<Vec<_>>>() else { continue };
                let words = words.concat();
                Map::from_iter([("type".to_owned(), "string".into()), ("enum".to_owned(), Value::Array(words))])
            }
        };
        fields.remove(union);
        // What the argument says of itself comes before what its type says.
        return Some(one.into_iter().filter(|(key, _)| !fields.contains_key(key)).collect());
    }
    None
}

/// The words that a schema consists of.
fn words(schema: &Value) -> Option<Vec<Value>> {
    let words = match (schema.get("const"), schema.get("enum")) {
        (Some(word), _) => vec![word.clone()],
        (None, Some(Value::Array(words))) => words.clone(),
        _ => return None,
    };
    words.iter().all(Value::is_string).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn short(mut schema: Value) -> Value {
        compact(&mut schema);
        schema
    }

    #[test]
    fn what_a_model_does_without_goes() {
        let number = json!({"type": ["integer", "null"], "format": "uint32", "minimum": 0, "default": null});
        assert_eq!(short(number), json!({"type": "integer"}));
        let choice = json!({"type": ["string", "null"], "enum": ["left", "right", null]});
        assert_eq!(short(choice), json!({"type": "string", "enum": ["left", "right"]}));
        assert_eq!(short(json!({"type": "boolean", "default": false})), json!({"type": "boolean"}));
        let anything = json!({"type": "array", "items": true, "default": []});
        assert_eq!(short(anything), json!({"type": "array", "items": {}}));
        let object =
            json!({"type": "object", "properties": {"a": {"format": "double"}}, "additionalProperties": false});
        assert_eq!(short(object), json!({"type": "object", "properties": {"a": {}}}));
    }

    #[test]
    fn what_tells_something_stays() {
        for telling in [
            json!({"type": "integer", "default": 50, "minimum": 1, "maximum": 100}),
            json!({"type": "boolean", "default": true}),
            json!({"type": "string", "format": "uri", "default": "all"}),
            json!({"type": ["integer", "string"]}),
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}),
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        ] {
            assert_eq!(short(telling.clone()), telling);
        }
    }

    #[test]
    fn documented_words_become_one_list() {
        let words = json!({"oneOf": [
            {"type": "string", "enum": ["back", "forward"]},
            {"type": "string", "const": "menu", "description": "By path."},
        ], "description": "Where to."});
        assert_eq!(
            short(words),
            json!({"type": "string", "enum": ["back", "forward", "menu"], "description": "Where to."})
        );
    }

    #[test]
    fn a_union_with_nothing_but_null_is_what_it_holds() {
        let inner = json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]});
        let nullable = json!({"anyOf": [inner, {"type": "null"}], "description": "Which."});
        let expected = json!({
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
            "description": "Which.",
        });
        assert_eq!(short(nullable), expected);
        let word = json!({"anyOf": [{"oneOf": [{"const": "a"}, {"const": "b"}], "description": "The type."}, {"type": "null"}]});
        assert_eq!(short(word), json!({"type": "string", "enum": ["a", "b"], "description": "The type."}));
    }

    #[test]
    fn a_union_of_several_kinds_stays_one() {
        let place = json!({"anyOf": [
            {"type": "string", "enum": ["center"]},
            {"type": "object", "properties": {"x": {"type": "number", "format": "double"}}},
        ]});
        let expected = json!({"anyOf": [
            {"type": "string", "enum": ["center"]},
            {"type": "object", "properties": {"x": {"type": "number"}}},
        ]});
        assert_eq!(short(place), expected);
    }

    #[test]
    fn models_read_the_first_paragraph() {
        assert_eq!(first_paragraph("Click\nan element.\n\nThe rest is\nfor people."), "Click an element.");
        let property = json!({"type": "string", "description": "Short.\n\nLong."});
        assert_eq!(short(property), json!({"type": "string", "description": "Short."}));
    }

    #[test]
    fn what_is_unlisted_is_documented_and_not_shown() {
        #[derive(JsonSchema)]
        #[allow(dead_code)]
        struct Arguments {
            /// Shown.
            shown: Option<bool>,
            /// In pixels, as everybody thinks.
            #[schemars(extend("x-unlisted" = "description"))]
            width: u32,
            /// For those who know of it.
            #[schemars(extend("x-unlisted" = true))]
            unlisted: Option<bool>,
        }
        let whole = arguments(of::<Arguments>());
        assert_eq!(whole["properties"]["unlisted"]["description"], "For those who know of it.");
        assert_eq!(whole["properties"]["width"]["description"], "In pixels, as everybody thinks.");
        let shown = json!({"shown": {"type": "boolean", "description": "Shown."}, "width": {"type": "integer"}});
        assert_eq!(short(whole), json!({"type": "object", "properties": shown, "required": ["width"]}));
    }
}
