//! Arguments that several tools take: refs in all their spellings, the dialect, and what the browser's tools take and an
//! app has no use for.

use crate::a11y::{Dialect, Ref};
use qtmcp_vision::Format;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A ref, given as `7`, `"7"` or `"ref_7"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefArgument(pub Ref);

struct RefVisitor;

impl Visitor<'_> for RefVisitor {
    type Value = RefArgument;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a ref such as 7 or \"ref_7\"")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<RefArgument, E> {
        Ok(RefArgument(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<RefArgument, E> {
        let number = u64::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))?;
        Ok(RefArgument(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<RefArgument, E> {
        // Some clients write every number with a fraction.
        if number.fract() != 0.0 || !(0.0..=9.0e15).contains(&number) {
            return Err(E::invalid_value(Unexpected::Float(number), &self));
        }
        Ok(RefArgument(number as u64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<RefArgument, E> {
        let bare = text.trim().trim_start_matches('[').trim_end_matches(']');
        let digits = bare.strip_prefix("ref_").unwrap_or(bare);
        digits.parse().map(RefArgument).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl<'de> Deserialize<'de> for RefArgument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RefVisitor)
    }
}

impl JsonSchema for RefArgument {
    fn schema_name() -> Cow<'static, str> {
        "Ref".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["integer", "string"]})
    }
}

// Plain comments: documentation would stand in the schema of every tool.
// How the answer is worded: `[7] QToolButton "New"` or `button "New" [ref_7]`. Whoever starts the app chooses, not the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(extend("x-unlisted" = true))]
#[allow(missing_docs)]
pub enum DialectArgument {
    Qt,
    Chrome,
}

impl From<DialectArgument> for Dialect {
    fn from(argument: DialectArgument) -> Self {
        match argument {
            DialectArgument::Qt => Dialect::Qt,
            DialectArgument::Chrome => Dialect::Chrome,
        }
    }
}

// How a picture is encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum FormatArgument {
    #[default]
    #[serde(alias = "PNG")]
    Png,
    #[serde(alias = "jpg", alias = "JPEG", alias = "JPG")]
    Jpeg,
    #[serde(alias = "WebP", alias = "WEBP")]
    Webp,
}

impl From<FormatArgument> for Format {
    fn from(argument: FormatArgument) -> Self {
        match argument {
            FormatArgument::Png => Format::Png,
            FormatArgument::Jpeg => Format::Jpeg,
            FormatArgument::Webp => Format::WebP,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_ref_has_many_spellings() {
        for spelling in [json!(7), json!("7"), json!("ref_7"), json!(7.0), json!("[7]"), json!("[ref_7]")] {
            assert_eq!(serde_json::from_value::<RefArgument>(spelling).unwrap(), RefArgument(7));
        }
        for nonsense in [json!(-7), json!(7.5), json!("seven"), json!("ref_"), json!([7]), json!(true)] {
            let error = serde_json::from_value::<RefArgument>(nonsense.clone()).unwrap_err().to_string();
            assert!(error.contains("ref such as 7"), "{nonsense}: {error}");
        }
    }
}
