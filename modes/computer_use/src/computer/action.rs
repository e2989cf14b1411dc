//! The names of the actions that the tool of computer use has.

use qtmcp_tool::computer::ActionName;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use std::borrow::Cow;

/// One of the tool's actions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScreenAction(pub(crate) ActionName);

const ACTIONS: [ActionName; 17] = [
    ActionName::Screenshot,
    ActionName::LeftClick,
    ActionName::RightClick,
    ActionName::MiddleClick,
    ActionName::DoubleClick,
    ActionName::TripleClick,
    ActionName::LeftClickDrag,
    ActionName::MouseMove,
    ActionName::LeftMouseDown,
    ActionName::LeftMouseUp,
    ActionName::Scroll,
    ActionName::Type,
    ActionName::Key,
    ActionName::HoldKey,
    ActionName::Wait,
    ActionName::CursorPosition,
    ActionName::Zoom,
];

impl<'de> Deserialize<'de> for ScreenAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = ACTIONS.into_iter().find(|action| action.word() == name);
        known.map(ScreenAction).ok_or_else(|| {
            let names: Vec<_> = ACTIONS.into_iter().map(ActionName::word).collect();
            D::Error::custom(format!("Invalid action: {name}; there are {}", names.join(", ")))
        })
    }
}

impl JsonSchema for ScreenAction {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = ACTIONS.into_iter().map(ActionName::word).collect();
        json_schema!({"type": "string", "enum": names})
    }
}
