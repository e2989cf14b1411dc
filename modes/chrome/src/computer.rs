//! `computer`: the mouse, the keyboard and pictures, by ref or by the pixels of a screenshot.

mod action;
mod drag;
mod perform;
mod picture;
mod spot;

use crate::arguments::{DialectArgument, RefArgument};
use crate::dialect;
use crate::outcome::watched;
use action::Action;
use qtmcp_tool::{Code, Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Use mouse and keyboard, or take a picture. Act by ref, or by coordinate in pixels of the screenshot.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Computer {
    /// What to do.
    action: ActionName,
    /// Element reference from read_page or find, instead of coordinate.
    #[serde(rename = "ref")]
    target: Option<RefArgument>,
    /// [x, y]; where a drag ends.
    coordinate: Option<[f64; 2]>,
    /// [x, y]; where a drag begins.
    start_coordinate: Option<[f64; 2]>,
    /// [x0, y0, x1, y1], for zoom.
    region: Option<[f64; 4]>,
    /// Text to type; keys to press, such as "ctrl+a Delete"; modifiers to hold during a click.
    text: Option<String>,
    /// Seconds to wait or to hold a key, at most 30.
    duration: Option<f64>,
    /// Which way to scroll.
    scroll_direction: Option<Direction>,
    /// Ticks of the wheel; 3 if omitted.
    scroll_amount: Option<f64>,
    /// How often to press the keys, at most 100.
    repeat: Option<f64>,
    /// Held during a click, drag or scroll, such as "ctrl+shift".
    modifiers: Option<String>,
    /// Size of the screenshot, 0.1 to 1; coordinates stay those of 1.
    scale: Option<f64>,
    /// Ignored: pictures are in the answer.
    #[serde(rename = "save_to_disk")]
    _save_to_disk: Option<bool>,
    /// The window that keys go to; the active one if omitted.
    #[serde(rename = "tabId", alias = "tab_id")]
    tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ActionName {
    LeftClick,
    RightClick,
    MiddleClick,
    DoubleClick,
    TripleClick,
    LeftClickDrag,
    Hover,
    MouseMove,
    Scroll,
    ScrollTo,
    Key,
    Type,
    Screenshot,
    Zoom,
    Wait,
    CursorPosition,
    HoldKey,
    LeftMouseDown,
    LeftMouseUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Tool for Computer {
    const NAME: &'static str = "computer";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        match Action::read(self)? {
            Action::Screenshot { scale } => picture::screenshot(session, scale, dialect).await,
            Action::Zoom { region } => picture::zoom(session, region, dialect).await,
            Action::CursorPosition => cursor_position(session),
            action => watched(session, dialect, perform::perform(session, action, dialect)).await,
        }
    }
}

fn cursor_position(session: &Session) -> Result<Response, Fault> {
    let at = session.pointer().ok_or_else(|| {
        Fault::new(Code::NotFound, "The mouse has not been moved by this client yet.")
            .next("Call `computer` with action mouse_move and a coordinate.")
    })?;
    let (x, y) = (at.global.x.floor(), at.global.y.floor());
    let text = format!("X={x},Y={y}");
    Ok(Response::told(text.clone(), json!({"success": true, "x": x, "y": y, "text": text})))
}

#[cfg(test)]
mod tests;
