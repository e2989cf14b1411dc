//! The value a call asks for: text, a number, or true and false.

use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::{Code, Fault, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::borrow::Cow;
use std::fmt;

/// What an input is to be set to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wanted {
    Text(String),
    Number(f64),
    Bool(bool),
}

/// Whether something is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    Off,
    On,
    Mixed,
}

impl Wanted {
    /// As it is typed; true and false are no text.
    pub(crate) fn text(&self) -> Result<String, Fault> {
        match self {
            Wanted::Text(text) => Ok(text.clone()),
            Wanted::Number(number) => Ok(spelled(*number)),
            Wanted::Bool(on) => {
                let message =
                    format!("form_input: value: {on} is no text; write it in quotes, \"{on}\", to mean the word.");
                Err(Fault::new(Code::BadArgument, message))
            }
        }
    }

    /// As a number, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Wanted::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            Wanted::Number(number) => Some(*number),
            Wanted::Bool(_) => None,
        }
    }

    /// As a state of a check box, if it names one.
    pub(crate) fn check(&self) -> Option<Check> {
        match self {
            Wanted::Bool(on) => Some(if *on { Check::On } else { Check::Off }),
            Wanted::Text(word) => match word.trim().to_lowercase().as_str() {
                "true" | "on" | "checked" | "yes" => Some(Check::On),
                "false" | "off" | "unchecked" | "no" => Some(Check::Off),
                "mixed" | "partial" | "indeterminate" => Some(Check::Mixed),
                _ => None,
            },
            Wanted::Number(_) => None,
        }
    }

    /// As [`Wanted::check`], where nothing else will do.
    pub(crate) fn check_only(&self, dialect: Dialect) -> Result<Check, Fault> {
        self.check().ok_or_else(|| {
            let message = match dialect {
                Dialect::Qt => format!("form_input: value: {self} neither checks nor unchecks; give true or false."),
                Dialect::Chrome => "Checkbox requires a boolean value (true/false)".to_owned(),
            };
            Fault::new(Code::BadArgument, message)
                .next("Call `form_input` with true, false, or \"mixed\" for a box of three states.")
        })
    }

    /// For the toolkit.
    pub(crate) fn value(&self) -> Value {
        match self {
            Wanted::Text(text) => Value::Text(text.clone()),
            Wanted::Number(number) if number.fract() == 0.0 && number.abs() < 9.0e15 => Value::Int(*number as i64),
            Wanted::Number(number) => Value::Real(*number),
            Wanted::Bool(on) => Value::Bool(*on),
        }
    }
}

/// A number as a person writes it.
pub(crate) fn spelled(number: f64) -> String {
    // Some clients write every number with a fraction; Rust leaves it out where there is none.
    number.to_string()
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Text(text) => f.write_str(&super::change::quoted(text)),
            Wanted::Number(number) => f.write_str(&spelled(*number)),
            Wanted::Bool(on) => write!(f, "{on}"),
        }
    }
}

struct WantedVisitor;

impl Visitor<'_> for WantedVisitor {
    type Value = Wanted;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a number, true or false")
    }

    fn visit_bool<E: Error>(self, on: bool) -> Result<Wanted, E> {
        Ok(Wanted::Bool(on))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Wanted, E> {
        Ok(Wanted::exact(number as f64, number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Wanted, E> {
        Ok(Wanted::exact(number as f64, number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Wanted, E> {
        Ok(Wanted::Number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Wanted, E> {
        Ok(Wanted::Text(text.to_owned()))
    }
}

impl Wanted {
    /// An integer too long for a float, such as an account number, is kept as it is written.
    fn exact(number: f64, written: String) -> Self {
        if spelled(number) == written { Wanted::Number(number) } else { Wanted::Text(written) }
    }
}

impl<'de> Deserialize<'de> for Wanted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WantedVisitor)
    }
}

impl JsonSchema for Wanted {
    fn schema_name() -> Cow<'static, str> {
        "Value".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "number", "boolean"]})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn read(json: Json) -> Wanted {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn numbers_are_typed_as_a_person_writes_them() {
        let typed = |json| read(json).text().unwrap();
        assert_eq!(typed(json!(5)), "5");
        assert_eq!(typed(json!(5.0)), "5");
        assert_eq!(typed(json!(-9.25)), "-9.25");
        assert_eq!(typed(json!(12_345_678_901_234_567_890_u64)), "12345678901234567890");
        assert_eq!(typed(json!("5.0")), "5.0");
    }

    #[test]
    fn true_is_no_text_and_says_how_to_mean_the_word() {
        let fault = read(json!(true)).text().unwrap_err();
        assert_eq!(fault.code, Code::BadArgument);
        assert!(fault.message.contains("\"true\""), "{}", fault.message);
    }

    #[test]
    fn words_check_and_uncheck() {
        for on in [json!(true), json!("on"), json!("Checked"), json!("true")] {
            assert_eq!(read(on).check(), Some(Check::On));
        }
        for off in [json!(false), json!("off"), json!("unchecked")] {
            assert_eq!(read(off).check(), Some(Check::Off));
        }
        assert_eq!(read(json!("mixed")).check(), Some(Check::Mixed));
        assert_eq!(read(json!("Ada")).check(), None);
        let fault = read(json!("Ada")).check_only(Dialect::Chrome).unwrap_err();
        assert_eq!(fault.message, "Checkbox requires a boolean value (true/false)");
    }

    #[test]
    fn lists_and_nothing_are_no_values() {
        for wrong in [json!(null), json!(["a"]), json!({"a": 1})] {
            let error = serde_json::from_value::<Wanted>(wrong).unwrap_err().to_string();
            assert!(error.contains("a string, a number, true or false"), "{error}");
        }
    }
}
