//! What `computer` did, in the words of each dialect.

use qtmcp_tool::MouseButton;
use qtmcp_tool::a11y::{Dialect, sanitize};
use qtmcp_tool::computer::{Distance, Done, Met, Picture, written};
use qtmcp_tool::pointer::Press;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much of a typed text the answer repeats.
const MOST_ECHOED: usize = 200;

/// A sentence about an act.
pub(super) fn done(done: &Done, dialect: Dialect) -> String {
    match done {
        Done::Clicked { press, at } => sentence(dialect, format!("{} {}", verb(*press), told(at, dialect, "on"))),
        Done::Dragged { from, to } => match dialect {
            Dialect::Chrome => format!("Dragged from {} to {}", written(from.place), written(to.place)),
            Dialect::Qt => format!("Dragged from {} to {}.", told(from, dialect, "on"), told(to, dialect, "on")),
        },
        Done::Hovered { at } => match (at.target, dialect) {
            (Some(_), Dialect::Qt) => format!("Hovered over {}.", told(at, dialect, "")),
            _ => sentence(dialect, format!("Hovered {}", told(at, dialect, "over"))),
        },
        Done::Scrolled { ticks, at } => {
            let far = match ticks.distance {
                Distance::Ticks(1) => "1 tick".to_owned(),
                Distance::Ticks(count) => format!("{count} ticks"),
                Distance::Pixels(pixels) => format!("{pixels} pixels"),
            };
            sentence(dialect, format!("Scrolled {} by {far} {}", ticks.direction.word(), place(at, dialect)))
        }
        Done::ScrolledTo { target, name } => match dialect {
            Dialect::Chrome => format!("Scrolled to element with reference: ref_{target}"),
            Dialect::Qt => format!("Scrolled to {name}."),
        },
        Done::Pressed { keys, is_secret, chords, repeat } => {
            let plural = if *chords == 1 { "key" } else { "keys" };
            let again = if *repeat > 1 { format!(" (repeated {repeat} times)") } else { String::new() };
            let which = if *is_secret { String::new() } else { format!(": {}", sanitize(keys, MOST_ECHOED)) };
            sentence(dialect, format!("Pressed {chords} {plural}{which}{again}"))
        }
        Done::Held { keys, seconds } => format!("Held {} for {seconds}s.", sanitize(keys, MOST_ECHOED)),
        Done::Typed { text, into } => {
            let typed = match into {
                Some(focus) if focus.is_secret => format!("Typed {} characters", text.chars().count()),
                _ => format!("Typed \"{}\"", sanitize(text, MOST_ECHOED)),
            };
            let place = match into {
                Some(focus) => format!(" into {}", focus.name),
                None => " though nothing has the focus".to_owned(),
            };
            sentence(dialect, typed + &place)
        }
        Done::Waited { seconds } => {
            let plural = if *seconds == 1.0 { "second" } else { "seconds" };
            sentence(dialect, format!("Waited for {seconds} {plural}"))
        }
        Done::ButtonDown { .. } => "Left mouse button pressed.".to_owned(),
        Done::ButtonUp { .. } => "Left mouse button released.".to_owned(),
    }
}

/// A line about the whole screen.
pub(super) fn screenshot(picture: &Picture, scale: f64, dialect: Dialect) -> String {
    let (size, full) = (picture.size, picture.full);
    let view = match scale < 1.0 {
        true => format!(" — {scale}-scale view; coordinate frame: {full}."),
        false => String::new(),
    };
    match dialect {
        Dialect::Chrome => {
            format!("Successfully captured screenshot ({size}, {}) - ID: {}{view}", picture.format, next_id())
        }
        Dialect::Qt => format!("Screenshot, {size} pixels{view}"),
    }
}

/// A line about a part of the screen.
pub(super) fn zoomed(picture: &Picture, [x0, y0, x1, y1]: [f64; 4], dialect: Dialect) -> String {
    let corners = format!("({x0},{y0}) to ({x1},{y1})");
    match dialect {
        Dialect::Chrome => {
            format!("Successfully captured zoomed screenshot of region {corners} - {} pixels", picture.size)
        }
        Dialect::Qt => format!("Screen from {corners}, {} pixels", picture.size),
    }
}

fn verb(press: Press) -> &'static str {
    match (press.button, press.count) {
        (MouseButton::Right, _) => "Right-clicked",
        (MouseButton::Middle, _) => "Middle-clicked",
        (MouseButton::Left, 2) => "Double-clicked",
        (MouseButton::Left, 3) => "Triple-clicked",
        (MouseButton::Left, _) => "Clicked",
    }
}

/// What was met, behind a verb: `on element ref_7`, `at (10, 20)`.
fn told(met: &Met, dialect: Dialect, on: &str) -> String {
    let name = met.name.as_deref();
    match (met.target, dialect) {
        (Some(number), Dialect::Chrome) => format!("{on} element ref_{number}"),
        (Some(_), Dialect::Qt) => name.unwrap_or("an element").to_owned(),
        (None, _) => {
            let place = format!("at {}", written(met.place));
            name.map_or(place.clone(), |name| format!("{place} on {name}"))
        }
    }
}

/// Only the place: `at (10, 20)`, `at element ref_7`.
fn place(met: &Met, dialect: Dialect) -> String {
    match (met.target, &met.name, dialect) {
        (Some(_), Some(name), Dialect::Qt) => format!("at {name}"),
        (Some(number), _, _) => format!("at element ref_{number}"),
        (None, _, _) => format!("at {}", written(met.place)),
    }
}

/// The browser's tool ends without a full stop.
fn sentence(dialect: Dialect, words: String) -> String {
    match dialect {
        Dialect::Chrome => words,
        Dialect::Qt => words + ".",
    }
}

/// The browser's tool names each picture.
fn next_id() -> String {
    static LAST: AtomicU64 = AtomicU64::new(0);
    format!("ss_{}", LAST.fetch_add(1, Ordering::Relaxed) + 1)
}
