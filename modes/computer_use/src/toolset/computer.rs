//! The members of `computer_toolset_20260801`: each is an action of `computer`, without the picture that follows it there.

use super::input::{Coordinate, Direction, Region, Whole, check_repeat};
use super::member::{Call, Input, Kind, Member, Plan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

pub(super) const MEMBERS: &[Member] = &[
    Member::of::<Keys>("key", Kind::Act("Pressed {text}.")),
    Member::of::<Hold>("hold_key", Kind::Act("Held {text} for {duration}s.")),
    Member::of::<Typing>("type", Kind::Act("Typed.")),
    Member::of::<Nothing>("cursor_position", Kind::Text),
    Member::of::<Move>("mouse_move", Kind::Act("Moved the mouse.")),
    Member::of::<Nothing>("left_mouse_down", Kind::Act("Left mouse button pressed.")),
    Member::of::<Nothing>("left_mouse_up", Kind::Act("Left mouse button released.")),
    Member::of::<Click>("left_click", Kind::Act("Clicked.")),
    Member::of::<Drag>("left_click_drag", Kind::Act("Dragged.")),
    Member::of::<Click>("right_click", Kind::Act("Right-clicked.")),
    Member::of::<Click>("middle_click", Kind::Act("Middle-clicked.")),
    Member::of::<Click>("double_click", Kind::Act("Double-clicked.")),
    Member::of::<Click>("triple_click", Kind::Act("Triple-clicked.")),
    Member::of::<Scroll>("scroll", Kind::Act("Scrolled {scroll_direction}.")),
    Member::of::<Wait>("wait", Kind::Act("Waited {duration}s.")),
    Member::of::<Picture>("screenshot", Kind::Picture),
    Member::of::<Zoom>("zoom", Kind::Picture),
];

#[derive(Deserialize, Serialize, JsonSchema)]
struct Nothing {}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Picture {}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Click {
    coordinate: Option<Coordinate>,
    text: Option<String>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Move {
    coordinate: Coordinate,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Drag {
    start_coordinate: Coordinate,
    coordinate: Coordinate,
    text: Option<String>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Scroll {
    scroll_direction: Direction,
    scroll_amount: Whole,
    coordinate: Option<Coordinate>,
    text: Option<String>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Typing {
    text: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Keys {
    text: String,
    repeat: Option<Whole>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Hold {
    text: String,
    duration: Whole,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Wait {
    duration: Whole,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Zoom {
    region: Region,
}

fn action(member: &str, input: impl Serialize, picture: Json) -> Result<Plan, String> {
    let mut arguments = serde_json::to_value(input).map_err(|error| error.to_string())?;
    arguments["action"] = json!(member);
    arguments["screenshot"] = picture;
    Ok(Plan::calls(vec![Call::new("computer", arguments)]))
}

macro_rules! acts {
    ($($input:ty),*) => {$(
        impl Input for $input {
            fn plan(self, member: &'static str) -> Result<Plan, String> {
                action(member, self, json!(false))
            }
        }
    )*};
}

acts!(Nothing, Click, Move, Drag, Scroll, Typing, Hold, Wait);

macro_rules! shows {
    ($($input:ty),*) => {$(
        impl Input for $input {
            fn plan(self, member: &'static str) -> Result<Plan, String> {
                action(member, self, Json::Null)
            }
        }
    )*};
}

shows!(Picture, Zoom);

impl Input for Keys {
    fn plan(self, member: &'static str) -> Result<Plan, String> {
        check_repeat(self.repeat)?;
        action(member, self, json!(false))
    }
}
