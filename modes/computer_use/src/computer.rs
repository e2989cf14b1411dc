//! `computer`: the app as a screen, with the actions and parameters of Anthropic's tool of that name.

mod action;
#[cfg(test)]
mod tests;
mod words;

use action::ScreenAction;
use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::arguments::{FormatArgument, RefArgument};
use qtmcp_tool::computer::{
    self, Action, Coordinates, Look, Marked, Number, Picture, Request, Rules, Voice, cursor_position, perform,
};
use qtmcp_tool::release::{pressed, released};
use qtmcp_tool::vision::Format;
use qtmcp_tool::{Effect, Fault, Response, Session, Settled, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// Control the app with mouse and keyboard and see its screen. Coordinates are pixels of the last screenshot. Every action
/// waits until the app has settled and returns a screenshot and what was hit.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Computer {
    action: ScreenAction,
    /// [x, y]. Clicks and scroll without it act where the mouse is.
    coordinate: Option<Coordinates>,
    /// [x, y] where left_click_drag begins.
    start_coordinate: Option<Coordinates>,
    /// Text to type; keys to press, such as "ctrl+s" or "Tab Return"; modifiers to hold during a click or scroll.
    text: Option<String>,
    /// Modifiers to hold, such as "shift".
    key: Option<String>,
    #[schemars(extend("enum" = ["up", "down", "left", "right"]))]
    scroll_direction: Option<String>,
    /// Clicks of the wheel.
    scroll_amount: Option<Number>,
    /// The same as scroll_direction.
    direction: Option<String>,
    /// Pixels to scroll, instead of scroll_amount.
    amount: Option<Number>,
    /// Seconds, for wait and hold_key; at most 100.
    duration: Option<Number>,
    /// [x0, y0, x1, y1] to zoom into.
    region: Option<Coordinates>,
    /// How often to press the keys, at most 100.
    repeat: Option<Number>,
    /// The number of a mark, instead of coordinate.
    #[serde(rename = "ref")]
    target: Option<RefArgument>,
    /// false answers in words alone.
    screenshot: Option<bool>,
    /// Draw numbers on what can be clicked.
    #[serde(default)]
    marks: bool,
    /// How the picture is encoded.
    #[schemars(extend("x-unlisted" = true))]
    #[serde(default)]
    format: FormatArgument,
}

/// Elements go by what they are: `button "Submit" [12]`.
const VOICE: Voice = Voice { dialect: Dialect::Qt, role_first: true };

impl Tool for Computer {
    const NAME: &'static str = "computer";
    const EFFECT: Effect = Effect::Acts;
    const LEAST: Effect = Effect::Reads;

    fn effect(&self) -> Effect {
        self.action.0.effect()
    }

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let (marks, format) = (self.marks, Format::from(self.format));
        let wants_picture = self.screenshot.unwrap_or(true);
        let name = self.action.0;
        match Action::read(&self.into(), Rules::ComputerUse)? {
            Action::Look(Look::CursorPosition) => {
                let (x, y) = cursor_position(session, Rules::ComputerUse, VOICE).await?;
                let text = format!("X={x},Y={y}");
                Ok(Response::told(text.clone(), json!({"success": true, "x": x, "y": y, "text": text})))
            }
            Action::Look(Look::Screenshot { scale }) => {
                let picture = computer::screenshot(session, scale, marks, format).await?;
                let text = words::screenshot(&picture);
                Ok(with_picture(text, picture, None))
            }
            Action::Look(Look::Zoom { region }) => {
                let picture = computer::zoom(session, region, format).await?;
                let text = words::zoomed(&picture, region);
                Ok(with_picture(text, picture, None))
            }
            action => {
                let is_wait = matches!(action, Action::Wait { .. });
                let mut done = perform(session, action, Rules::ComputerUse, VOICE).await?;
                let settled = if is_wait { Settled::Quiet } else { settle(session).await };
                done.rename(session.app().refs(), VOICE);
                let text = words::done(name, &done, &settled);
                if !wants_picture {
                    return Ok(Response::told(text.clone(), json!({"success": true, "text": text})));
                }
                match computer::screenshot(session, 1.0, marks, format).await {
                    Ok(picture) => Ok(with_picture(text, picture, Some(&settled))),
                    // The act is done all the same: it may have closed the last window.
                    Err(fault) => {
                        let text = format!("{text}\nNo screenshot: {}", fault.message);
                        Ok(Response::told(text.clone(), json!({"success": true, "text": text})))
                    }
                }
            }
        }
    }
}

/// Waits until the app has come to rest, and what was pressed has come up and done its work.
async fn settle(session: &Session) -> Settled {
    let settled = session.app().settle().await;
    if !session.is_holding() {
        let page = released(session, &session.pressed()).await;
        session.set_pressed(pressed(&page));
    }
    settled
}

impl From<Computer> for Request {
    fn from(given: Computer) -> Self {
        Request {
            target: given.target.map(|RefArgument(number)| number),
            coordinate: given.coordinate,
            start_coordinate: given.start_coordinate,
            region: given.region,
            text: given.text,
            modifiers: given.key,
            duration: given.duration,
            scroll_direction: given.scroll_direction.or(given.direction),
            scroll_amount: given.scroll_amount,
            pixels: given.amount,
            repeat: given.repeat,
            ..Request::new(given.action.0)
        }
    }
}

fn with_picture(text: String, picture: Picture, settled: Option<&Settled>) -> Response {
    let media_type = picture.format.media_type();
    let mut result: Json = json!({"success": true, "screenshot": {"type": "base64", "media_type": media_type}});
    result["width"] = json!(picture.size.width);
    result["height"] = json!(picture.size.height);
    if !picture.marks.is_empty() {
        result["marks"] = picture.marks.iter().map(Marked::to_json).collect();
    }
    if let Some(settled) = settled.filter(|settled| **settled != Settled::Quiet) {
        result["settled"] = json!(settled.word());
    }
    result["text"] = json!(text);
    Response::told(text, result).with_image(picture.into_image("/screenshot/data"))
}
