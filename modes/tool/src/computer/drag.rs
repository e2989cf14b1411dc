//! Dragging: press, move in steps small enough for the app to see a drag begin, release.

use super::perform::Done;
use super::spot::{Met, Pointing, Spot, dragged};
use crate::{Aim, Fault, MouseButton, MouseEvent, MouseKind, Step, pointer};
use qtmcp_vision::Point;
use qtmcp_vision::keys::Modifiers;

/// An app takes a press for a drag after some ten pixels.
const PIXELS_PER_MOVE: f64 = 8.0;
const FEWEST_MOVES: f64 = 3.0;
const MOST_MOVES: f64 = 24.0;

/// Drags from one place to another.
pub(super) async fn drag(
    pointing: &Pointing<'_>,
    (from, to): (Spot, Spot),
    modifiers: Modifiers,
) -> Result<Done, Fault> {
    pointing.refuse_while_held()?;
    // The end is looked at first: nothing is pressed when there is no such place.
    let end = pointing.find(to).await?;
    let start = pointing.aim(from, modifiers).await?;
    let at = dragged(start.at, end);
    pointer::send(pointing.session, &steps(start.at, end, modifiers)).await?;
    pointing.session.set_pointer(at);
    let target = if let Spot::Element(number) = to { Some(number) } else { None };
    Ok(Done::Dragged { from: start, to: Met { target, ..pointing.met_at(at).await? } })
}

fn steps(from: Aim, to: Point, modifiers: Modifiers) -> Vec<Step> {
    let event = |at, kind| Step::Mouse(MouseEvent { at, kind, modifiers });
    let (right, down) = (to.x - from.screen.x, to.y - from.screen.y);
    // Not `hypot`, which libc has in a version newer than the oldest one we run with.
    let length = (right * right + down * down).sqrt();
    let moves = (length / PIXELS_PER_MOVE).ceil().clamp(FEWEST_MOVES, MOST_MOVES);
    let part = |nth: f64| {
        let way = nth / moves;
        dragged(from, Point { x: (from.screen.x + right * way).round(), y: (from.screen.y + down * way).round() })
    };
    let end = dragged(from, to);
    let mut steps = vec![event(from, MouseKind::Press(MouseButton::Left))];
    let held = Some(MouseButton::Left);
    steps.extend((1..moves as u32).map(|nth| event(part(f64::from(nth)), MouseKind::Move { held })));
    steps.push(event(end, MouseKind::Move { held }));
    steps.push(event(end, MouseKind::Release(MouseButton::Left)));
    steps
}
