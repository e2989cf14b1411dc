//! Dragging: press, move in steps small enough for the app to see a drag begin, release.

use super::action::Spot;
use super::spot::{aim, dragged, written};
use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::vision::Point;
use qtmcp_tool::vision::keys::Modifiers;
use qtmcp_tool::{Aim, Fault, MouseButton, MouseEvent, MouseKind, Session, Step};

/// An app takes a press for a drag after some ten pixels.
const PIXELS_PER_MOVE: f64 = 8.0;
const FEWEST_MOVES: f64 = 3.0;
const MOST_MOVES: f64 = 24.0;

/// Drags from one place to another.
pub(super) async fn drag(
    session: &Session,
    (from, to): (Spot, Spot),
    modifiers: Modifiers,
    dialect: Dialect,
) -> Result<String, Fault> {
    // The end is looked at first: nothing is pressed when there is no such place.
    let end = aim(session, to, modifiers, dialect).await?;
    let start = aim(session, from, modifiers, dialect).await?;
    crate::pointer::send(session, &steps(start.at, end.at.global, modifiers)).await?;
    session.set_pointer(end.at);
    Ok(match dialect {
        Dialect::Chrome => format!("Dragged from {} to {}", written(start.at.global), written(end.at.global)),
        Dialect::Qt => format!("Dragged from {} to {}.", start.told(dialect, "on"), end.told(dialect, "on")),
    })
}

fn steps(from: Aim, to: Point, modifiers: Modifiers) -> Vec<Step> {
    let event = |at, kind| Step::Mouse(MouseEvent { at, kind, modifiers });
    let (right, down) = (to.x - from.global.x, to.y - from.global.y);
    let moves = (right.hypot(down) / PIXELS_PER_MOVE).ceil().clamp(FEWEST_MOVES, MOST_MOVES);
    let part = |nth: f64| {
        let way = nth / moves;
        dragged(from, Point { x: (from.global.x + right * way).round(), y: (from.global.y + down * way).round() })
    };
    let end = dragged(from, to);
    let mut steps = vec![event(from, MouseKind::Press(MouseButton::Left))];
    let held = Some(MouseButton::Left);
    steps.extend((1..moves as u32).map(|nth| event(part(f64::from(nth)), MouseKind::Move { held })));
    steps.push(event(end, MouseKind::Move { held }));
    steps.push(event(end, MouseKind::Release(MouseButton::Left)));
    steps
}
