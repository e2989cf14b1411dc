//! Values of the toolkit as JSON, and JSON as values.

use crate::path::PathBook;
use crate::resolve::resolve;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use qtmcp_tool::vision::Rect;
use qtmcp_tool::{Code, Fault, ObjectId, Ui, Value};
use serde_json::{Map, Number, Value as Json, json};

/// Writes values; objects become paths.
pub(crate) struct Writer<'a> {
    ui: &'a mut dyn Ui,
    book: PathBook,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(ui: &'a mut dyn Ui) -> Self {
        Self { ui, book: PathBook::default() }
    }

    /// The path of an object, or null when it is gone.
    pub(crate) fn path(&mut self, of: ObjectId) -> Json {
        self.book.path(self.ui, of).map_or(Json::Null, |path| Json::from(&*path))
    }

    /// The value as JSON; what has no JSON form is `{"unsupported": "<Type>"}`.
    pub(crate) fn write(&mut self, value: &Value) -> Json {
        plain(value, &mut |id| self.path(id))
    }
}

/// The value as JSON, objects written by `object`.
pub(crate) fn plain(value: &Value, object: &mut dyn FnMut(ObjectId) -> Json) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::UInt(value) => json!(value),
        Value::Real(value) => Number::from_f64(*value).map_or_else(|| json!(past_numbers(*value)), Json::Number),
        Value::Text(text) => json!(text),
        Value::Bytes(bytes) => json!(BASE64.encode(bytes)),
        Value::Object(id) => object(*id),
        Value::Enum { name, number } if name.is_empty() => json!(number),
        Value::Enum { name, .. } => json!(name),
        Value::List(items) => items.iter().map(|item| plain(item, object)).collect(),
        Value::Map(fields) => {
            let fields: Map<_, _> = fields.iter().map(|(name, value)| (name.clone(), plain(value, object))).collect();
            Json::Object(fields)
        }
        Value::Opaque(type_name) => json!({"unsupported": type_name}),
    }
}

/// Whether the value or anything in it is an object.
pub(crate) fn holds_object(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::List(items) => items.iter().any(holds_object),
        Value::Map(fields) => fields.iter().any(|(_, value)| holds_object(value)),
        _ => false,
    }
}

/// Whether the value is what somebody wrote down: enumerators by name or number, numbers whatever their kind.
pub(crate) fn equals(value: &Value, written: &Json, writer: &mut Writer<'_>) -> bool {
    match (value, written) {
        (Value::Enum { name, number }, written) => {
            written.as_str().is_some_and(|text| text == name && !name.is_empty()) || written.as_i64() == Some(*number)
        }
        (Value::Int(_) | Value::UInt(_) | Value::Real(_), Json::Number(wanted)) => {
            let value = writer.write(value);
            value == *written || value.as_f64().is_some_and(|value| wanted.as_f64() == Some(value))
        }
        (Value::List(items), Json::Array(wanted)) => {
            items.len() == wanted.len() && items.iter().zip(wanted).all(|(item, wanted)| equals(item, wanted, writer))
        }
        (Value::Map(fields), Json::Object(wanted)) => {
            fields.len() == wanted.len()
                && fields.iter().all(|(name, value)| wanted.get(name).is_some_and(|it| equals(value, it, writer)))
        }
        (Value::Object(id), Json::String(path)) => {
            writer.path(*id) == *written || resolve(writer.ui, path).is_ok_and(|wanted| wanted == *id)
        }
        _ => writer.write(value) == *written,
    }
}

/// JSON as a value for something of the named type: paths become objects where one is wanted, base64 becomes bytes.
pub(crate) fn read(ui: &mut dyn Ui, json: &Json, type_name: &str) -> Result<Value, Fault> {
    match json {
        Json::String(path) if type_name.ends_with('*') => resolve(ui, path).map(Value::Object),
        Json::String(text) if type_name == "QByteArray" => BASE64.decode(text).map(Value::Bytes).map_err(|error| {
            Fault::new(Code::BadArgument, format!("A QByteArray is given as base64, and `{text}` is none: {error}."))
        }),
        Json::String(text) if matches!(type_name, "double" | "float") => {
            Ok(number_named(text).map_or_else(|| Value::Text(text.clone()), Value::Real))
        }
        Json::Array(items) => {
            let inner = match type_name.strip_prefix("QList<").and_then(|rest| rest.strip_suffix('>')) {
                Some(inner) => inner,
                None if type_name == "QByteArrayList" => "QByteArray",
                None => "",
            };
            items.iter().map(|item| read(ui, item, inner)).collect::<Result<_, _>>().map(Value::List)
        }
        _ => Ok(Value::from(json)),
    }
}

/// A rectangle, its numbers whole where they are.
pub(crate) fn rect(rect: Rect) -> Json {
    json!({"x": length(rect.x), "y": length(rect.y), "width": length(rect.width), "height": length(rect.height)})
}

/// A length in pixels, a whole number where it is one.
pub(crate) fn length(value: f64) -> Json {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT { json!(value as i64) } else { json!(value) }
}

/// What JSON has no number for.
fn past_numbers(value: f64) -> &'static str {
    match value {
        _ if value.is_nan() => "NaN",
        _ if value > 0.0 => "Infinity",
        _ => "-Infinity",
    }
}

/// Undoes [`past_numbers`].
fn number_named(text: &str) -> Option<f64> {
    match text {
        "NaN" => Some(f64::NAN),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::visit;
    use qtmcp_tool::fake::FakeApp;

    fn app() -> FakeApp {
        FakeApp::new("QApplication\n QWidget#w")
    }

    fn written(value: Value) -> Json {
        visit(&app(), move |ui| Writer::new(ui).write(&value))
    }

    fn as_type(json: Json, type_name: &'static str) -> Result<Value, Fault> {
        visit(&app(), move |ui| read(ui, &json, type_name))
    }

    #[test]
    fn values_become_the_json_people_expect() {
        let map = Value::Map(vec![("icon".into(), Value::Opaque("QIcon".into())), ("n".into(), Value::Real(1.5))]);
        assert_eq!(written(map), json!({"icon": {"unsupported": "QIcon"}, "n": 1.5}));
        assert_eq!((written(Value::Real(3.0)), length(3.0), length(0.5)), (json!(3.0), json!(3), json!(0.5)));
        assert_eq!(written(Value::Real(f64::NAN)), json!("NaN"));
        assert_eq!(written(Value::Real(f64::NEG_INFINITY)), json!("-Infinity"));
        assert_eq!(written(Value::UInt(u64::MAX)), json!(u64::MAX));
        assert_eq!(written(Value::Int(-9_007_199_254_740_993)), json!(-9_007_199_254_740_993_i64));
        assert_eq!(written(Value::Bytes(b"\0\xff".to_vec())), json!("AP8="));
        assert_eq!(written(Value::Enum { name: "AlignLeft".into(), number: 1 }), json!("AlignLeft"));
        assert_eq!(written(Value::Enum { name: String::new(), number: 9 }), json!(9));
        assert_eq!(written(Value::Object(app().id("#w"))), json!("QApplication/QWidget#w"));
        assert_eq!(written(Value::Object(ObjectId { slot: 99, generation: 1 })), json!(null));
    }

    #[test]
    fn json_becomes_what_its_type_wants() {
        assert_eq!(as_type(json!("AP8="), "QByteArray"), Ok(Value::Bytes(b"\0\xff".to_vec())));
        assert_eq!(as_type(json!("no base64!"), "QByteArray").unwrap_err().code, Code::BadArgument);
        assert_eq!(as_type(json!("#w"), "QWidget*"), Ok(Value::Object(app().id("#w"))));
        assert_eq!(as_type(json!(["#w"]), "QList<QObject*>"), Ok(Value::List(vec![Value::Object(app().id("#w"))])));
        assert_eq!(as_type(json!("#w"), "QString"), Ok(Value::Text("#w".into())));
        assert_eq!(as_type(json!("-Infinity"), "double"), Ok(Value::Real(f64::NEG_INFINITY)));
        assert_eq!(as_type(json!("Infinity"), "QString"), Ok(Value::Text("Infinity".into())));
        assert_eq!(as_type(json!("#none"), "QWidget*").unwrap_err().code, Code::NotFound);
    }

    #[test]
    fn equality_forgives_the_kind_of_number_and_the_form_of_enumerators() {
        let same = |value: Value, json: Json| visit(&app(), move |ui| equals(&value, &json, &mut Writer::new(ui)));
        let left = || Value::Enum { name: "AlignLeft".into(), number: 1 };
        assert!(same(Value::Int(2), json!(2.0)));
        assert!(same(left(), json!("AlignLeft")) && same(left(), json!(1)) && !same(left(), json!(2)));
        assert!(same(Value::List(vec![left()]), json!([1])));
        assert!(same(Value::Object(app().id("#w")), json!("#w")));
        assert!(!same(Value::Text("2".into()), json!(2)));
    }
}
