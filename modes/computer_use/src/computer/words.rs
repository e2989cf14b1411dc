//! What `computer` did, in one line that begins with the action's name.

use qtmcp_tool::Settled;
use qtmcp_tool::a11y::sanitize;
use qtmcp_tool::computer::{ActionName, Distance, Done, Met, Picture, written};

/// How much of a typed text the answer repeats.
const MOST_ECHOED: usize = 200;

/// `left_click at (212, 148): button "Submit" [12]`.
pub(super) fn done(name: ActionName, done: &Done, settled: &Settled) -> String {
    let word = name.word();
    let line = match done {
        Done::Clicked { at, .. } | Done::Hovered { at } | Done::ButtonDown { at } | Done::ButtonUp { at } => {
            format!("{word} at {}", met(at))
        }
        Done::Dragged { from, to } => format!("{word} from {} to {}", met(from), met(to)),
        Done::Scrolled { ticks, at } => {
            let far = match ticks.distance {
                Distance::Ticks(count) => count.to_string(),
                Distance::Pixels(pixels) => format!("{pixels} pixels"),
            };
            format!("{word} {} {far} at {}", ticks.direction.word(), met(at))
        }
        Done::ScrolledTo { name, .. } => format!("{word}: {name}"),
        Done::Pressed { keys, is_secret, chords, repeat } => {
            let again = if *repeat > 1 { format!(" {repeat} times") } else { String::new() };
            let keys = if *is_secret { format!("({chords} keys)") } else { sanitize(keys, MOST_ECHOED) };
            format!("{word} {keys}{again}")
        }
        Done::Held { keys, seconds } => format!("{word} {} for {seconds} s", sanitize(keys, MOST_ECHOED)),
        Done::Typed { text, into } => match into {
            Some(focus) if focus.is_secret => format!("{word} {} characters: {}", text.chars().count(), focus.name),
            Some(focus) => format!("{word} \"{}\": {}", sanitize(text, MOST_ECHOED), focus.name),
            None => format!("{word} \"{}\": nothing has the focus", sanitize(text, MOST_ECHOED)),
        },
        Done::Waited { seconds } => format!("{word} {seconds} s"),
    };
    match settled {
        Settled::Quiet | Settled::Animating => line,
        Settled::Ending => format!("{line}\nThe app is ending."),
        Settled::StillBusy(with) => format!("{line}\nThe app is still busy ({with})."),
    }
}

/// A line about the whole screen.
pub(super) fn screenshot(picture: &Picture) -> String {
    format!("screenshot {}", picture.size)
}

/// A line about a part of it.
pub(super) fn zoomed(picture: &Picture, [x0, y0, x1, y1]: [f64; 4]) -> String {
    format!("zoom into ({x0}, {y0}) to ({x1}, {y1}), {}; coordinates stay those of the screenshot", picture.size)
}

fn met(met: &Met) -> String {
    let place = written(met.place);
    met.name.as_ref().map_or(place.clone(), |name| format!("{place}: {name}"))
}
