//! `computer`: the mouse, the keyboard and pictures, by ref or by the pixels of a screenshot.

mod words;

use crate::dialect;
use crate::outcome::watched;
use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::arguments::{DialectArgument, FormatArgument, RefArgument};
use qtmcp_tool::computer::{
    self, Action, ActionName, Coordinates, Look, Number, Picture, Request, Rules, cursor_position, perform,
};
use qtmcp_tool::vision::Format;
use qtmcp_tool::{Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// Mouse, keyboard and screenshots. Act by ref, or by coordinate [x, y] in pixels of the screenshot.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Computer {
    /// What to do.
    #[schemars(extend("x-unlisted" = "description"))]
    action: ActionName,
    /// Element reference from read_page or find, instead of coordinate.
    #[schemars(extend("x-unlisted" = "description"))]
    #[serde(rename = "ref")]
    target: Option<RefArgument>,
    /// [x, y]; where a drag ends.
    #[schemars(extend("x-unlisted" = "description"))]
    coordinate: Option<Coordinates>,
    /// [x, y]; where a drag begins.
    #[schemars(extend("x-unlisted" = "description"))]
    start_coordinate: Option<Coordinates>,
    /// Zoom: [x0, y0, x1, y1]
    region: Option<Coordinates>,
    /// To type, or keys: ctrl+a Delete
    ///
    /// Text to type; keys to press, such as `ctrl+a Delete`; modifiers to hold during a click.
    text: Option<String>,
    /// Seconds to wait or to hold a key.
    #[schemars(extend("maximum" = 30, "x-unlisted" = "description"))]
    duration: Option<Number>,
    /// Which way the wheel turns.
    #[schemars(extend("enum" = ["up", "down", "left", "right"], "x-unlisted" = "description"))]
    scroll_direction: Option<String>,
    /// Ticks of the wheel.
    #[schemars(extend("default" = 3, "x-unlisted" = "description"))]
    scroll_amount: Option<Number>,
    /// How often to press the keys.
    #[schemars(extend("maximum" = 100, "x-unlisted" = "description"))]
    repeat: Option<Number>,
    /// Such as ctrl+shift
    ///
    /// Held during a click, drag or scroll, such as `ctrl+shift`.
    modifiers: Option<String>,
    /// Of the screenshot, 0.1 to 1
    ///
    /// Size of the screenshot, 0.1 to 1; coordinates stay those of 1.
    scale: Option<f64>,
    /// Draw refs on it
    ///
    /// Draw the refs of interactive elements on the screenshot.
    #[serde(default)]
    marks: bool,
    /// How the picture is encoded.
    #[schemars(extend("x-unlisted" = true))]
    #[serde(default)]
    format: FormatArgument,
    /// Ignored
    ///
    /// Ignored: pictures are in the answer.
    #[serde(rename = "save_to_disk")]
    _save_to_disk: Option<bool>,
    /// The window that keys go to; the active one if omitted.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

impl Tool for Computer {
    const NAME: &'static str = "computer";
    const EFFECT: Effect = Effect::Acts;
    const LEAST: Effect = Effect::Reads;

    fn effect(&self) -> Effect {
        self.action.effect()
    }

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        let (marks, format) = (self.marks, Format::from(self.format));
        match Action::read(&self.into(), Rules::Chrome)? {
            Action::Look(Look::CursorPosition) => {
                let (x, y) = cursor_position(session, Rules::Chrome, dialect.into()).await?;
                let text = format!("X={x},Y={y}");
                Ok(Response::told(text.clone(), json!({"success": true, "x": x, "y": y, "text": text})))
            }
            Action::Look(Look::Screenshot { scale }) => {
                let picture = computer::screenshot(session, scale, marks, format).await?;
                let text = words::screenshot(&picture, scale, dialect);
                Ok(respond(picture, text))
            }
            Action::Look(Look::Zoom { region }) => {
                let picture = computer::zoom(session, region, format).await?;
                let text = words::zoomed(&picture, region, dialect);
                Ok(respond(picture, text))
            }
            action => watched(session, dialect, act(session, action, dialect)).await,
        }
    }
}

async fn act(session: &Session, action: Action, dialect: Dialect) -> Result<String, Fault> {
    Ok(words::done(&perform(session, action, Rules::Chrome, dialect.into()).await?, dialect))
}

impl From<Computer> for Request {
    fn from(given: Computer) -> Self {
        Request {
            target: given.target.map(|RefArgument(number)| number),
            coordinate: given.coordinate,
            start_coordinate: given.start_coordinate,
            region: given.region,
            text: given.text,
            modifiers: given.modifiers,
            duration: given.duration,
            scroll_direction: given.scroll_direction,
            scroll_amount: given.scroll_amount,
            repeat: given.repeat,
            scale: given.scale,
            tab: given.tab_id,
            ..Request::new(given.action)
        }
    }
}

fn respond(picture: Picture, text: String) -> Response {
    let (size, full) = (picture.size, picture.full);
    let mut result: Json = json!({
        "success": true,
        "screenshot": {"type": "base64", "media_type": picture.format.media_type()},
        "width": size.width,
        "height": size.height,
        "frame": [full.width, full.height],
    });
    if !picture.marks.is_empty() {
        result["marks"] = picture.marks.iter().map(computer::Marked::to_json).collect();
    }
    result["text"] = json!(text);
    Response::told(text, result).with_image(picture.into_image("/screenshot/data"))
}

#[cfg(test)]
mod tests;
