//! Values of a toolkit's properties and arguments, between the toolkit's own types and JSON.

use crate::ObjectId;

/// A value on its way out of the toolkit or into it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// No value, or an invalid one.
    Null,
    /// True or false.
    Bool(bool),
    /// A signed number.
    Int(i64),
    /// A number past the signed range.
    UInt(u64),
    /// A floating-point number.
    Real(f64),
    /// Text, and everything whose usual form is text: dates, URLs, colours.
    Text(String),
    /// Raw bytes; base64 in JSON.
    Bytes(Vec<u8>),
    /// An object of the app.
    Object(ObjectId),
    /// An enumerator or several flags, by name where the name is known.
    Enum {
        /// Such as `AlignLeft|AlignTop`; empty where the number has no name.
        name: String,
        /// The number behind it.
        number: i64,
    },
    /// A sequence.
    List(Vec<Value>),
    /// Names and values, in the toolkit's order.
    Map(Vec<(String, Value)>),
    /// A value with no JSON form; the name of its type.
    Opaque(String),
}

impl From<&serde_json::Value> for Value {
    /// What JSON says by itself, without knowing the type that is wanted.
    fn from(json: &serde_json::Value) -> Self {
        match json {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(value) => Value::Bool(*value),
            serde_json::Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(value), _) => Value::Int(value),
                (None, Some(value)) => Value::UInt(value),
                (None, None) => Value::Real(number.as_f64().unwrap_or(f64::NAN)),
            },
            serde_json::Value::String(text) => Value::Text(text.clone()),
            serde_json::Value::Array(items) => Value::List(items.iter().map(Value::from).collect()),
            serde_json::Value::Object(fields) => {
                Value::Map(fields.iter().map(|(name, value)| (name.clone(), Value::from(value))).collect())
            }
        }
    }
}
