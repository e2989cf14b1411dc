//! The actions of `computer`, read from its arguments: what each needs, and what it refuses.

use super::{ActionName, Computer, Direction};
use crate::arguments::RefArgument;
use crate::pointer::Press;
use qtmcp_tool::a11y::Ref;
use qtmcp_tool::vision::keys::{self, Chord, Key, Modifiers, Named};
use qtmcp_tool::vision::{Point, Rect};
use qtmcp_tool::{Code, Fault, MouseButton};

const LONGEST_SECONDS: f64 = 30.0;
const MOST_REPEATS: f64 = 100.0;
const MOST_TICKS: f64 = 100.0;
const USUAL_TICKS: f64 = 3.0;

/// One thing to do, with all it needs.
#[derive(Debug)]
pub(super) enum Action {
    Click { at: Spot, press: Press },
    Drag { from: Spot, to: Spot, modifiers: Modifiers },
    Hover { at: Spot },
    Scroll { at: Option<Spot>, ticks: Ticks, modifiers: Modifiers },
    ScrollTo { target: Ref },
    Key { keys: String, repeat: u32, tab: Option<RefArgument> },
    HoldKey { chord: Chord, keys: String, seconds: f64, tab: Option<RefArgument> },
    Type { text: String, tab: Option<RefArgument> },
    Wait { seconds: f64 },
    MouseDown,
    MouseUp,
    CursorPosition,
    Screenshot { scale: f64 },
    Zoom { region: Rect },
}

/// Where the mouse is to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Spot {
    Element(Ref),
    Point(Point),
}

/// A turn of the wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ticks {
    pub(super) direction: Direction,
    pub(super) count: u32,
}

impl Action {
    pub(super) fn read(given: Computer) -> Result<Self, Fault> {
        let name = given.action;
        let left = MouseButton::Left;
        Ok(match name {
            ActionName::LeftClick => given.click(left, 1)?,
            ActionName::RightClick => given.click(MouseButton::Right, 1)?,
            ActionName::MiddleClick => given.click(MouseButton::Middle, 1)?,
            ActionName::DoubleClick => given.click(left, 2)?,
            ActionName::TripleClick => given.click(left, 3)?,
            ActionName::LeftClickDrag => {
                let from = given.start_coordinate.ok_or_else(|| required("start_coordinate", name))?;
                Action::Drag { from: point(from), to: given.spot()?, modifiers: given.modifiers()? }
            }
            ActionName::Hover | ActionName::MouseMove => Action::Hover { at: given.spot()? },
            ActionName::Scroll => {
                let direction = given.scroll_direction.ok_or_else(|| required("scroll_direction", name))?;
                let count = given.scroll_amount.unwrap_or(USUAL_TICKS);
                let count = whole(count, 0.0, MOST_TICKS).ok_or_else(|| {
                    bad(format!("scroll_amount={count} must be a whole number from 0 to {MOST_TICKS}"))
                })?;
                let modifiers = given.modifiers()?;
                Action::Scroll { at: given.spot().ok(), ticks: Ticks { direction, count }, modifiers }
            }
            ActionName::ScrollTo => {
                let RefArgument(target) = given.target.ok_or_else(|| required("ref", name))?;
                Action::ScrollTo { target }
            }
            ActionName::Key => {
                let keys = given.needed_text()?;
                keys::sequence(&keys).map_err(|unknown| bad(format!("In text \"{keys}\": {unknown}.")))?;
                let repeat = given.repeat.unwrap_or(1.0);
                if repeat > MOST_REPEATS {
                    return Err(bad("Repeat parameter cannot exceed 100"));
                }
                let repeat = whole(repeat, 1.0, MOST_REPEATS)
                    .ok_or_else(|| bad(format!("repeat={repeat} must be a whole number from 1 to 100")))?;
                Action::Key { keys, repeat, tab: given.tab_id }
            }
            ActionName::HoldKey => {
                let keys = given.needed_text()?;
                let chord =
                    keys::chord(keys.trim()).map_err(|unknown| bad(format!("In text \"{keys}\": {unknown}.")))?;
                Action::HoldKey { chord, seconds: given.seconds()?, keys, tab: given.tab_id }
            }
            ActionName::Type => Action::Type { text: given.needed_text()?, tab: given.tab_id },
            ActionName::Wait => Action::Wait { seconds: given.seconds()? },
            ActionName::CursorPosition => Action::CursorPosition,
            ActionName::LeftMouseDown => given.without_place(Action::MouseDown)?,
            ActionName::LeftMouseUp => given.without_place(Action::MouseUp)?,
            ActionName::Screenshot => {
                let scale = given.scale.unwrap_or(1.0);
                if !(0.1..=1.0).contains(&scale) {
                    return Err(bad(format!("scale={scale} must be from 0.1 to 1")));
                }
                Action::Screenshot { scale }
            }
            ActionName::Zoom => {
                let [x0, y0, x1, y1] = given.region.ok_or_else(|| required("region", name))?;
                if !(x0 >= 0.0 && y0 >= 0.0 && x1 > x0 && y1 > y0) {
                    let given = format!("[{x0}, {y0}, {x1}, {y1}]");
                    return Err(bad(format!(
                        "region={given} must be [x0, y0, x1, y1] with 0 <= x0 < x1 and 0 <= y0 < y1"
                    )));
                }
                Action::Zoom { region: Rect { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } }
            }
        })
    }
}

impl Computer {
    fn click(&self, button: MouseButton, count: u32) -> Result<Action, Fault> {
        Ok(Action::Click { at: self.spot()?, press: Press { button, count, modifiers: self.modifiers()? } })
    }

    /// The ref says it best; a coordinate may be stale.
    fn spot(&self) -> Result<Spot, Fault> {
        match (self.target, self.coordinate) {
            (Some(RefArgument(number)), _) => Ok(Spot::Element(number)),
            (None, Some(at)) => Ok(point(at)),
            (None, None) => Err(required("coordinate", self.action)),
        }
    }

    fn without_place(&self, action: Action) -> Result<Action, Fault> {
        if self.coordinate.is_some() || self.target.is_some() {
            let message = format!("coordinate is not accepted for {}", word(self.action));
            return Err(
                bad(message).next("Call `computer` with action mouse_move first; the button goes down and up there.")
            );
        }
        Ok(action)
    }

    fn needed_text(&self) -> Result<String, Fault> {
        self.text.clone().filter(|text| !text.is_empty()).ok_or_else(|| required("text", self.action))
    }

    fn seconds(&self) -> Result<f64, Fault> {
        let seconds = self.duration.ok_or_else(|| required("duration", self.action))?;
        if seconds > LONGEST_SECONDS {
            return Err(bad("Duration cannot exceed 30 seconds"));
        }
        if !(0.0..).contains(&seconds) {
            return Err(bad(format!("duration={seconds} must be non-negative")));
        }
        Ok(seconds)
    }

    /// Held keys; the Computer Use tool names them in `text`.
    fn modifiers(&self) -> Result<Modifiers, Fault> {
        let names = self.modifiers.iter().chain(&self.text);
        let mut modifiers = Modifiers::default();
        for word in names.flat_map(|names| names.split(['+', ' ', ','])).filter(|word| !word.is_empty()) {
            match keys::key(word) {
                Ok(Key::Named(Named::Shift)) => modifiers.shift = true,
                Ok(Key::Named(Named::Control)) => modifiers.ctrl = true,
                Ok(Key::Named(Named::Alt)) => modifiers.alt = true,
                Ok(Key::Named(Named::Meta)) => modifiers.meta = true,
                _ => return Err(bad(format!("`{word}` is no modifier; there are shift, ctrl, alt and super."))),
            }
        }
        Ok(modifiers)
    }
}

fn point([x, y]: [f64; 2]) -> Spot {
    Spot::Point(Point { x, y })
}

fn whole(number: f64, least: f64, most: f64) -> Option<u32> {
    (number.fract() == 0.0 && (least..=most).contains(&number)).then_some(number as u32)
}

fn required(argument: &str, name: ActionName) -> Fault {
    let fault = bad(format!("{argument} is required for {}", word(name)));
    match argument {
        "coordinate" => fault.next("Give coordinate [x, y] as in the screenshot, or ref from `read_page` or `find`."),
        "ref" => fault.next("Give ref from `read_page` or `find`."),
        _ => fault,
    }
}

fn bad(message: impl Into<String>) -> Fault {
    Fault::new(Code::BadArgument, message)
}

/// The action's name on the wire.
fn word(name: ActionName) -> &'static str {
    match name {
        ActionName::LeftClick => "left_click",
        ActionName::RightClick => "right_click",
        ActionName::MiddleClick => "middle_click",
        ActionName::DoubleClick => "double_click",
        ActionName::TripleClick => "triple_click",
        ActionName::LeftClickDrag => "left_click_drag",
        ActionName::Hover => "hover",
        ActionName::MouseMove => "mouse_move",
        ActionName::Scroll => "scroll",
        ActionName::ScrollTo => "scroll_to",
        ActionName::Key => "key",
        ActionName::Type => "type",
        ActionName::Screenshot => "screenshot",
        ActionName::Zoom => "zoom",
        ActionName::Wait => "wait",
        ActionName::CursorPosition => "cursor_position",
        ActionName::HoldKey => "hold_key",
        ActionName::LeftMouseDown => "left_mouse_down",
        ActionName::LeftMouseUp => "left_mouse_up",
    }
}
