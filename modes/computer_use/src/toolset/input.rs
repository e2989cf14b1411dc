//! What the members of toolsets take: reading it with the toolsets' own words for what is wrong, and the kinds of
//! arguments. Arguments that a member does not know are let pass, as its schema says.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::borrow::Cow;

/// Reads an input; the problem names the argument and what was expected of it.
pub(super) fn read<T: DeserializeOwned>(input: Json) -> Result<T, String> {
    if !input.is_object() {
        return Err("expected an object".to_owned());
    }
    serde_path_to_error::deserialize(input)
        .map_err(|error| problem(&error.path().to_string(), &error.inner().to_string()))
}

fn problem(path: &str, message: &str) -> String {
    let path = if path == "." { "" } else { path };
    if let Some(rest) = message.strip_prefix("missing field `") {
        let argument = rest.split('`').next().unwrap_or_default();
        let place: Vec<&str> = [path, argument].into_iter().filter(|part| !part.is_empty()).collect();
        return format!("{}: required", place.join("."));
    }
    // What was given stands before it, and the model knows that.
    let expected = message.rfind("expected ").map_or(message, |at| &message[at..]);
    if path.is_empty() { expected.to_owned() } else { format!("{path}: {expected}") }
}

/// A whole number; some clients write all numbers with a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct Whole(pub(super) i64);

impl Whole {
    fn read(json: &Json) -> Option<Self> {
        let fraction = || json.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 9.0e15);
        json.as_i64().or_else(|| fraction().map(|number| number as i64)).map(Whole)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Json::deserialize(deserializer)?;
        Whole::read(&json).ok_or_else(|| D::Error::custom("expected a whole number"))
    }
}

impl JsonSchema for Whole {
    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer"})
    }
}

/// `[x, y]`, or `[x0, y0, x1, y1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pixels<const N: usize>([i64; N]);

/// A point of the screenshot.
pub(super) type Coordinate = Pixels<2>;

/// A part of the screenshot.
pub(super) type Region = Pixels<4>;

impl<'de, const N: usize> Deserialize<'de> for Pixels<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Read whole, so that the problem is the argument's and not one number's.
        let json = Json::deserialize(deserializer)?;
        let numbers = json.as_array().map(|list| list.iter().map_while(Whole::read).map(|Whole(number)| number));
        let numbers: Option<[i64; N]> = numbers
            .map(Iterator::collect::<Vec<i64>>)
            .filter(|read| json.as_array().is_some_and(|list| list.len() == read.len()))
            .and_then(|read| read.try_into().ok());
        let shape = if N == 2 { "expected [x, y]" } else { "expected [x0, y0, x1, y1]" };
        numbers.map(Pixels).ok_or_else(|| D::Error::custom(shape))
    }
}

impl<const N: usize> Serialize for Pixels<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

impl<const N: usize> JsonSchema for Pixels<N> {
    fn schema_name() -> Cow<'static, str> {
        format!("Pixels{N}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": {"type": "integer"}, "minItems": N, "maxItems": N})
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// Where to act: on an element or at a point.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Target {
    Ref {
        #[serde(rename = "ref")]
        number: String,
    },
    Coordinate {
        x: Whole,
        y: Whole,
    },
}

/// An element.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum RefTarget {
    Ref {
        #[serde(rename = "ref")]
        number: String,
    },
}

/// A point.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum CoordinateTarget {
    Coordinate { x: Whole, y: Whole },
}

impl CoordinateTarget {
    pub(super) fn coordinate(&self) -> Coordinate {
        let CoordinateTarget::Coordinate { x, y } = self;
        Pixels([x.0, y.0])
    }
}

impl Target {
    /// The argument of `computer` that says the same, and the ref if it is one.
    pub(super) fn argument(self) -> (&'static str, Json, Option<String>) {
        match self {
            Target::Ref { number } => ("ref", Json::String(number.clone()), Some(number)),
            Target::Coordinate { x, y } => ("coordinate", serde_json::json!([x, y]), None),
        }
    }
}

/// What a field of a form is set to.
#[derive(Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged, expecting = "expected a string, a number, true or false")]
pub(super) enum FieldValue {
    Text(String),
    Number(f64),
    Switch(bool),
}

/// How often keys are pressed at most.
const MOST_REPEATS: i64 = 100;

/// The problem with a number of repeats, if it has one.
pub(super) fn check_repeat(repeat: Option<Whole>) -> Result<(), String> {
    match repeat {
        Some(Whole(number)) if !(1..=MOST_REPEATS).contains(&number) => {
            Err(format!("repeat: expected a whole number from 1 to {MOST_REPEATS}"))
        }
        _ => Ok(()),
    }
}
