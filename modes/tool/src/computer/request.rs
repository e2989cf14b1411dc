//! The arguments of `computer`, as they were given. What is wrong with them is told in the words agents know, so most are
//! taken as they come and judged when the action is read.

use crate::Effect;
use crate::a11y::Ref;
use crate::arguments::RefArgument;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value as Json;
use std::borrow::Cow;

/// What `computer` was asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// What to do.
    pub action: ActionName,
    /// The element to do it to, instead of a coordinate.
    pub target: Option<Ref>,
    /// Where, in pixels of the last screenshot.
    pub coordinate: Option<Coordinates>,
    /// Where a drag begins.
    pub start_coordinate: Option<Coordinates>,
    /// The part to zoom into.
    pub region: Option<Coordinates>,
    /// Text, keys or modifiers.
    pub text: Option<String>,
    /// Modifiers to hold.
    pub modifiers: Option<String>,
    /// Seconds.
    pub duration: Option<Number>,
    /// Which way to scroll.
    pub scroll_direction: Option<String>,
    /// Ticks of the wheel.
    pub scroll_amount: Option<Number>,
    /// Pixels to scroll, instead of ticks.
    pub pixels: Option<Number>,
    /// How often to press the keys.
    pub repeat: Option<Number>,
    /// Size of the screenshot against the usual one.
    pub scale: Option<f64>,
    /// The window that keys go to.
    pub tab: Option<RefArgument>,
}

impl Request {
    /// A request without any arguments.
    #[must_use]
    pub fn new(action: ActionName) -> Self {
        Self {
            action,
            target: None,
            coordinate: None,
            start_coordinate: None,
            region: None,
            text: None,
            modifiers: None,
            duration: None,
            scroll_direction: None,
            scroll_amount: None,
            pixels: None,
            repeat: None,
            scale: None,
            tab: None,
        }
    }
}

/// Where two tools of the same name differ in what they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Claude in Chrome's.
    Chrome,
    /// Anthropic's reference implementation of computer use.
    ComputerUse,
}

macro_rules! actions {
    ($($variant:ident = $word:literal),+ $(,)?) => {
        // The actions of `computer`. A plain comment: documentation would stand in the schema.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
        #[allow(missing_docs)]
        pub enum ActionName { $(#[serde(rename = $word)] $variant),+ }

        impl ActionName {
            /// The name on the wire.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }
    };
}

actions! {
    Screenshot = "screenshot",
    LeftClick = "left_click",
    RightClick = "right_click",
    MiddleClick = "middle_click",
    DoubleClick = "double_click",
    TripleClick = "triple_click",
    LeftClickDrag = "left_click_drag",
    MouseMove = "mouse_move",
    Hover = "hover",
    LeftMouseDown = "left_mouse_down",
    LeftMouseUp = "left_mouse_up",
    Scroll = "scroll",
    ScrollTo = "scroll_to",
    Type = "type",
    Key = "key",
    HoldKey = "hold_key",
    Wait = "wait",
    CursorPosition = "cursor_position",
    Zoom = "zoom",
}

impl ActionName {
    /// What the action does to the app.
    #[must_use]
    pub fn effect(self) -> Effect {
        match self {
            Self::Screenshot | Self::Zoom | Self::CursorPosition | Self::Wait => Effect::Reads,
            _ => Effect::Acts,
        }
    }
}

/// Which way the wheel turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the beginning.
    Up,
    /// Towards the end.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Direction {
    /// The direction of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Up, Self::Down, Self::Left, Self::Right].into_iter().find(|direction| direction.word() == name)
    }

    /// Its name on the wire.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// To the right and down.
    #[must_use]
    pub fn vector(self) -> (f64, f64) {
        match self {
            Self::Up => (0.0, -1.0),
            Self::Down => (0.0, 1.0),
            Self::Left => (-1.0, 0.0),
            Self::Right => (1.0, 0.0),
        }
    }
}

/// A list of numbers for a place or a region; whether it is one is judged when the action is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Coordinates(pub Json);

impl Coordinates {
    /// The numbers, if it is a list of so many.
    #[must_use]
    pub fn numbers<const N: usize>(&self) -> Option<[f64; N]> {
        let list = self.0.as_array()?;
        let numbers: Option<Vec<f64>> = list.iter().map(Json::as_f64).collect();
        numbers?.try_into().ok()
    }

    /// Whether it is a list of so many entries, whatever they are.
    #[must_use]
    pub fn has_length(&self, length: usize) -> bool {
        self.0.as_array().is_some_and(|list| list.len() == length)
    }
}

impl JsonSchema for Coordinates {
    fn schema_name() -> Cow<'static, str> {
        "Coordinates".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": {"type": "integer"}})
    }
}

/// A number; whether it is one is judged when the action is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Number(pub Json);

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}
