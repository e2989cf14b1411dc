//! The actions of `computer`, read from its arguments: what each needs, and what it refuses.

use super::request::{ActionName, Coordinates, Direction, Number, Request, Rules};
use super::spot::Spot;
use crate::a11y::Ref;
use crate::arguments::RefArgument;
use crate::pointer::Press;
use crate::{Code, Fault, MouseButton, keyboard};
use qtmcp_vision::keys::{self, Chord, Modifiers};
use serde_json::Value as Json;

const MOST_REPEATS: f64 = 100.0;
const MOST_TICKS: f64 = 100.0;
const MOST_PIXELS: f64 = 100_000.0;
const USUAL_TICKS: f64 = 3.0;

/// One thing to do, with all it needs.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Action {
    Click { at: Spot, press: Press },
    Drag { from: Spot, to: Spot, modifiers: Modifiers },
    Hover { at: Spot },
    Scroll { at: Spot, ticks: Ticks, modifiers: Modifiers },
    ScrollTo { target: Ref },
    Key { keys: String, chords: Vec<Chord>, repeat: u32, tab: Option<RefArgument> },
    HoldKey { keys: String, chord: Chord, seconds: f64, tab: Option<RefArgument> },
    Type { text: String, tab: Option<RefArgument> },
    Wait { seconds: f64 },
    MouseDown,
    MouseUp,
    Look(Look),
}

/// An action that only looks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Look {
    CursorPosition,
    Screenshot { scale: f64 },
    Zoom { region: [f64; 4] },
}

/// A turn of the wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ticks {
    /// Which way.
    pub direction: Direction,
    /// How far.
    pub distance: Distance,
}

/// How far the wheel turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distance {
    /// In clicks of the wheel.
    Ticks(u32),
    /// In pixels, as far as the app goes by them.
    Pixels(f64),
}

impl Action {
    /// What a request means; `bad_argument` when it means nothing.
    pub fn read(given: &Request, rules: Rules) -> Result<Self, Fault> {
        let reader = Reader { given, rules };
        let left = MouseButton::Left;
        Ok(match given.action {
            ActionName::LeftClick => reader.click(left, 1)?,
            ActionName::RightClick => reader.click(MouseButton::Right, 1)?,
            ActionName::MiddleClick => reader.click(MouseButton::Middle, 1)?,
            ActionName::DoubleClick => reader.click(left, 2)?,
            ActionName::TripleClick => reader.click(left, 3)?,
            ActionName::LeftClickDrag => {
                let from = given.start_coordinate.as_ref().ok_or_else(|| reader.required("start_coordinate"))?;
                let from = reader.place(from)?;
                Action::Drag { from, to: reader.spot()?, modifiers: reader.modifiers()? }
            }
            ActionName::Hover | ActionName::MouseMove => {
                reader.refuse_text()?;
                Action::Hover { at: reader.spot()? }
            }
            ActionName::Scroll => reader.scroll()?,
            ActionName::ScrollTo => Action::ScrollTo { target: given.target.ok_or_else(|| reader.required("ref"))? },
            ActionName::Key => reader.key()?,
            ActionName::HoldKey => {
                let (keys, mut chords) = reader.chords()?;
                let chord = chords.pop().filter(|_| chords.is_empty());
                let chord = chord.ok_or_else(|| bad(format!("text=\"{keys}\" must be one key for hold_key")))?;
                Action::HoldKey { chord, seconds: reader.seconds()?, keys, tab: given.tab }
            }
            ActionName::Type => {
                reader.refuse_place()?;
                Action::Type { text: reader.needed_text()?, tab: given.tab }
            }
            ActionName::Wait => Action::Wait { seconds: reader.seconds()? },
            ActionName::LeftMouseDown => {
                reader.refuse_button_place()?;
                Action::MouseDown
            }
            ActionName::LeftMouseUp => {
                reader.refuse_button_place()?;
                Action::MouseUp
            }
            ActionName::CursorPosition => {
                reader.refuse_text()?;
                reader.refuse_place()?;
                Action::Look(Look::CursorPosition)
            }
            ActionName::Screenshot => {
                reader.refuse_text()?;
                reader.refuse_place()?;
                let scale = given.scale.unwrap_or(1.0);
                if !(0.1..=1.0).contains(&scale) {
                    return Err(bad(format!("scale={scale} must be from 0.1 to 1")));
                }
                Action::Look(Look::Screenshot { scale })
            }
            ActionName::Zoom => Action::Look(Look::Zoom { region: reader.region()? }),
        })
    }
}

struct Reader<'a> {
    given: &'a Request,
    rules: Rules,
}

impl Reader<'_> {
    fn click(&self, button: MouseButton, count: u32) -> Result<Action, Fault> {
        Ok(Action::Click { at: self.spot()?, press: Press { button, count, modifiers: self.modifiers()? } })
    }

    /// The ref says it best; a coordinate may be stale. Computer use clicks where the mouse is when neither is given.
    fn spot(&self) -> Result<Spot, Fault> {
        let must_say = self.rules == Rules::Chrome
            || matches!(self.given.action, ActionName::MouseMove | ActionName::Hover | ActionName::LeftClickDrag);
        match (self.given.target, &self.given.coordinate) {
            (Some(number), _) => Ok(Spot::Element(number)),
            (None, Some(at)) => self.place(at),
            (None, None) if must_say => Err(self.required("coordinate")),
            (None, None) => Ok(Spot::Here),
        }
    }

    fn place(&self, given: &Coordinates) -> Result<Spot, Fault> {
        let shown = python(&given.0);
        if !given.has_length(2) {
            return Err(bad(format!("{shown} must be a tuple of length 2")));
        }
        let is_right = |number: &f64| *number >= 0.0 && (number.fract() == 0.0 || self.rules == Rules::Chrome);
        match given.numbers::<2>() {
            Some([x, y]) if [x, y].iter().all(is_right) => Ok(Spot::Place { x, y }),
            _ => Err(bad(format!("{shown} must be a tuple of non-negative ints"))),
        }
    }

    fn region(&self) -> Result<[f64; 4], Fault> {
        let Some(given) = &self.given.region else {
            return Err(match self.rules {
                Rules::Chrome => self.required("region"),
                Rules::ComputerUse => bad("region=None must be a tuple of 4 coordinates (x0, y0, x1, y1)"),
            });
        };
        let shown = format!("region={}", python(&given.0));
        if !given.has_length(4) {
            return Err(bad(format!("{shown} must be a tuple of 4 coordinates (x0, y0, x1, y1)")));
        }
        let is_right = |number: &f64| *number >= 0.0 && (number.fract() == 0.0 || self.rules == Rules::Chrome);
        let region = given.numbers::<4>().filter(|numbers| numbers.iter().all(is_right));
        let [x0, y0, x1, y1] = region.ok_or_else(|| bad(format!("{shown} must contain non-negative integers")))?;
        if x1 <= x0 || y1 <= y0 {
            return Err(bad(format!("{shown} must be [x0, y0, x1, y1] with x0 < x1 and y0 < y1")));
        }
        Ok([x0, y0, x1, y1])
    }

    fn scroll(&self) -> Result<Action, Fault> {
        let given = self.given;
        let direction = match &given.scroll_direction {
            Some(name) => Direction::named(name).ok_or_else(|| wrong_direction(&format!("'{name}'")))?,
            None if self.rules == Rules::Chrome => return Err(self.required("scroll_direction")),
            None => return Err(wrong_direction("None")),
        };
        let distance = match (&given.scroll_amount, &given.pixels) {
            (None, Some(pixels)) => {
                let number = pixels.0.as_f64().filter(|number| (0.0..=MOST_PIXELS).contains(number));
                Distance::Pixels(number.ok_or_else(|| wrong_amount("amount", pixels))?)
            }
            (Some(ticks), _) => {
                let count = whole(ticks, 0.0, MOST_TICKS);
                Distance::Ticks(count.ok_or_else(|| wrong_amount("scroll_amount", ticks))?)
            }
            (None, None) if self.rules == Rules::Chrome => Distance::Ticks(USUAL_TICKS as u32),
            (None, None) => return Err(wrong_amount("scroll_amount", &Number(Json::Null))),
        };
        let at = match (given.target, &given.coordinate) {
            (None, None) => Spot::Here,
            _ => self.spot()?,
        };
        Ok(Action::Scroll { at, ticks: Ticks { direction, distance }, modifiers: self.modifiers()? })
    }

    fn key(&self) -> Result<Action, Fault> {
        let (keys, chords) = self.chords()?;
        let usual = Number(Json::from(1));
        let repeat = self.given.repeat.as_ref().unwrap_or(&usual);
        if repeat.0.as_f64().is_some_and(|repeat| repeat > MOST_REPEATS) {
            return Err(bad("Repeat parameter cannot exceed 100"));
        }
        let count = whole(repeat, 1.0, MOST_REPEATS);
        let repeat = count.ok_or_else(|| bad(format!("repeat={} must be an int from 1 to 100", python(&repeat.0))))?;
        Ok(Action::Key { keys, chords, repeat, tab: self.given.tab })
    }

    fn chords(&self) -> Result<(String, Vec<Chord>), Fault> {
        self.refuse_place()?;
        let keys = self.needed_text()?;
        let chords = keys::sequence(&keys).map_err(|unknown| bad(format!("In text \"{keys}\": {unknown}.")))?;
        Ok((keys, chords))
    }

    fn needed_text(&self) -> Result<String, Fault> {
        let text = self.given.text.clone();
        text.filter(|text| !text.is_empty()).ok_or_else(|| self.required("text"))
    }

    fn seconds(&self) -> Result<f64, Fault> {
        let Some(given) = &self.given.duration else {
            return Err(match self.rules {
                Rules::Chrome => self.required("duration"),
                Rules::ComputerUse => bad("duration=None must be a number"),
            });
        };
        let shown = format!("duration={}", python(&given.0));
        let seconds = given.0.as_f64().ok_or_else(|| bad(format!("{shown} must be a number")))?;
        if seconds < 0.0 {
            return Err(bad(format!("{shown} must be non-negative")));
        }
        match self.rules {
            Rules::Chrome if seconds > 30.0 => Err(bad("Duration cannot exceed 30 seconds")),
            Rules::ComputerUse if seconds > 100.0 => Err(bad(format!("{shown} is too long. At most 100 seconds."))
                .next("Give at most 100 seconds; call again to go on waiting.")),
            _ => Ok(seconds),
        }
    }

    /// Held keys; the Computer Use tool names them in `text`.
    fn modifiers(&self) -> Result<Modifiers, Fault> {
        let mut modifiers = Modifiers::default();
        for names in self.given.modifiers.iter().chain(&self.given.text) {
            let held = keyboard::modifiers(names)
                .map_err(|word| bad(format!("`{word}` is no modifier; there are shift, ctrl, alt and super.")))?;
            modifiers = Modifiers {
                shift: modifiers.shift || held.shift,
                ctrl: modifiers.ctrl || held.ctrl,
                alt: modifiers.alt || held.alt,
                meta: modifiers.meta || held.meta,
            };
        }
        Ok(modifiers)
    }

    fn refuse_text(&self) -> Result<(), Fault> {
        match self.rules == Rules::ComputerUse && self.given.text.is_some() {
            true => Err(bad(format!("text is not accepted for {}", self.given.action.word()))),
            false => Ok(()),
        }
    }

    fn refuse_place(&self) -> Result<(), Fault> {
        match self.rules == Rules::ComputerUse && self.given.coordinate.is_some() {
            true => Err(bad(format!("coordinate is not accepted for {}", self.given.action.word()))),
            false => Ok(()),
        }
    }

    fn refuse_button_place(&self) -> Result<(), Fault> {
        if self.given.coordinate.is_none() && self.given.target.is_none() {
            return Ok(());
        }
        let word = self.given.action.word();
        let message = match self.rules {
            Rules::Chrome => format!("coordinate is not accepted for {word}"),
            Rules::ComputerUse => format!("coordinate is not accepted for action='{word}'."),
        };
        let next = "Call `computer` with action mouse_move first; the button goes down and up there.";
        Err(bad(message).next(next))
    }

    fn required(&self, argument: &str) -> Fault {
        let fault = bad(format!("{argument} is required for {}", self.given.action.word()));
        match (argument, self.rules) {
            ("coordinate", Rules::Chrome) => {
                fault.next("Give coordinate [x, y] as in the screenshot, or ref from `read_page` or `find`.")
            }
            ("coordinate", Rules::ComputerUse) => fault.next("Give coordinate [x, y] as in the screenshot."),
            ("ref", _) => fault.next("Give ref from `read_page` or `find`."),
            _ => fault,
        }
    }
}

fn wrong_direction(shown: &str) -> Fault {
    bad(format!("scroll_direction={shown} must be 'up', 'down', 'left', or 'right'"))
}

fn wrong_amount(argument: &str, given: &Number) -> Fault {
    let fault = bad(format!("{argument}={} must be a non-negative int", python(&given.0)));
    match given.0.as_f64() {
        Some(number) if number > MOST_TICKS => fault.next("Scroll at most 100 ticks at once."),
        _ => fault,
    }
}

fn whole(Number(given): &Number, least: f64, most: f64) -> Option<u32> {
    let number = given.as_f64()?;
    (number.fract() == 0.0 && (least..=most).contains(&number)).then_some(number as u32)
}

/// A value as the reference writes it into its messages.
fn python(value: &Json) -> String {
    match value {
        Json::Null => "None".to_owned(),
        Json::Bool(true) => "True".to_owned(),
        Json::Bool(false) => "False".to_owned(),
        Json::String(text) => format!("'{text}'"),
        Json::Array(list) => format!("[{}]", list.iter().map(python).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

fn bad(message: impl Into<String>) -> Fault {
    Fault::new(Code::BadArgument, message)
}
