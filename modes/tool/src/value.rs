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
