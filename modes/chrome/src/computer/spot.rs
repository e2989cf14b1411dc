//! Moving the mouse to an element or to a place on the screen, and saying what is there.

use super::action::Spot;
use super::picture;
use crate::target::{self, dialog_named, named};
use crate::{pointer, snapshot};
use qtmcp_tool::a11y::{Dialect, States};
use qtmcp_tool::vision::Point;
use qtmcp_tool::vision::keys::Modifiers;
use qtmcp_tool::{Aim, Code, Fault, MouseButton, MouseEvent, MouseKind, Obstacle, Session, Ui};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the mouse is now.
pub(super) struct Aimed {
    pub(super) at: Aim,
    spot: Spot,
    /// The element there, for a sentence.
    name: Option<String>,
}

impl Aimed {
    /// What was met, behind a verb: `on element ref_7`, `at (10, 20)`.
    pub(super) fn told(&self, dialect: Dialect, on: &str) -> String {
        let name = self.name.as_deref();
        match (self.spot, dialect) {
            (Spot::Element(number), Dialect::Chrome) => format!("{on} element ref_{number}"),
            (Spot::Element(_), Dialect::Qt) => name.unwrap_or("an element").to_owned(),
            (Spot::Point(point), _) => {
                let place = format!("at {}", written(point));
                name.map_or(place.clone(), |name| format!("{place} on {name}"))
            }
        }
    }

    /// Only the place: `at (10, 20)`, `at element ref_7`.
    pub(super) fn place(&self, dialect: Dialect) -> String {
        match (self.spot, &self.name) {
            (Spot::Element(number), None) => format!("at element ref_{number}"),
            (Spot::Element(number), Some(name)) => match dialect {
                Dialect::Chrome => format!("at element ref_{number}"),
                Dialect::Qt => format!("at {name}"),
            },
            (Spot::Point(point), _) => format!("at {}", written(point)),
        }
    }
}

/// Moves the mouse there, if a person could.
pub(super) async fn aim(session: &Session, spot: Spot, modifiers: Modifiers, dialect: Dialect) -> Result<Aimed, Fault> {
    match spot {
        Spot::Element(number) => {
            let element = target::element(session, number, dialect)?;
            let (at, name) = pointer::point_at(session, (element, number), None, modifiers, dialect).await?;
            Ok(Aimed { at, spot, name: Some(name) })
        }
        Spot::Point(point) => {
            let (at, name) = aim_at_point(session, point, modifiers, dialect).await?;
            Ok(Aimed { at, spot, name })
        }
    }
}

/// Where the mouse is, or the middle of the active window when it was never moved.
pub(super) async fn here(session: &Session, dialect: Dialect) -> Result<Aimed, Fault> {
    if let Some(at) = session.pointer() {
        return Ok(Aimed { at, spot: Spot::Point(at.global), name: None });
    }
    let middle = session.app().visit(session.deadline(), |ui| {
        let windows = ui.windows();
        snapshot::active(&windows).map(|window| window.bounds.center())
    });
    let middle = middle.await?.ok_or_else(snapshot::no_window)?;
    aim(session, Spot::Point(middle), Modifiers::default(), dialect).await
}

/// The same place in the window that has the button, whichever window lies there: it gets the mouse until it comes up.
pub(super) fn dragged(from: Aim, to: Point) -> Aim {
    let local = Point { x: from.local.x + to.x - from.global.x, y: from.local.y + to.y - from.global.y };
    Aim { window: from.window, local, global: to }
}

type Met = (Aim, Option<String>);

async fn aim_at_point(session: &Session, point: Point, modifiers: Modifiers, dialect: Dialect) -> Result<Met, Fault> {
    let app = session.shared_app();
    let grabbed = session.pointer().filter(|_| session.is_holding()).map(|from| dragged(from, point));
    // The move may open an event loop of its own, so where it went must be known without its answer.
    let aimed: Arc<Mutex<Option<Met>>> = Arc::default();
    let slot = Arc::clone(&aimed);
    let moved = session.app().start(session.deadline(), move |ui: &mut dyn Ui| {
        let refs = app.refs();
        let at = match grabbed {
            Some(at) => at,
            None => match ui.aim_at_point(point) {
                Ok(at) => at,
                Err(Obstacle::Modal(dialog)) => {
                    let dialog = dialog_named(ui, refs, dialog, dialect);
                    let message = format!("What is at {} is covered by {dialog}.", written(point));
                    return Err(Fault::new(Code::BlockedByDialog, message));
                }
                Err(Obstacle::Unsupported(why)) => return Err(Fault::new(Code::Unsupported, why)),
                Err(_) => return Ok(false),
            },
        };
        let element = ui.element_at(point);
        let name = element.map(|element| {
            let disabled = ui.describe(element).is_some_and(|raw| raw.states.contains(States::DISABLED));
            named(ui, refs, element, dialect) + if disabled { " (disabled)" } else { "" }
        });
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((at, name));
        let held = grabbed.map(|_| MouseButton::Left);
        ui.mouse(&MouseEvent { at, kind: MouseKind::Move { held }, modifiers })?;
        Ok(true)
    });
    if !moved.await?.unwrap_or(Ok(true))? {
        return Err(nothing_there(session, point).await?);
    }
    let aimed = aimed.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (at, name) = aimed.ok_or_else(|| Fault::new(Code::Internal, "the pointer was never aimed"))?;
    session.set_pointer(at);
    Ok((at, name))
}

/// The fault for a place where the app has no window, or the screen no pixel.
async fn nothing_there(session: &Session, point: Point) -> Result<Fault, Fault> {
    let (width, height) = picture::frame_size(&picture::grab(session).await?);
    let inside = (0.0..f64::from(width)).contains(&point.x) && (0.0..f64::from(height)).contains(&point.y);
    if inside {
        let message = format!("The app has no window at {}.", written(point));
        return Ok(
            Fault::new(Code::NotFound, message).next("Call `computer` with action screenshot to see where it is.")
        );
    }
    let message = format!(
        "Coordinate {} is outside the coordinate frame ({width}x{height}). Coordinates are pixels of the screenshot at scale 1; take a new screenshot first.",
        written(point)
    );
    Ok(Fault::new(Code::BadArgument, message)
        .next("Call `computer` with action screenshot, then give a place inside it."))
}

pub(super) fn written(point: Point) -> String {
    format!("({}, {})", point.x.floor(), point.y.floor())
}
