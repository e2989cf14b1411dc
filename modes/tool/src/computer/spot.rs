//! Moving the mouse to an element or to a place on the screen, and saying what is there.

use super::{Rules, Voice, space};
use crate::a11y::{Ref, States, WindowKind};
use crate::target::{self, dialog_named};
use crate::{
    Aim, Code, ElementId, Fault, MouseButton, MouseEvent, MouseKind, ObjectId, Obstacle, Session, Ui, pointer, snapshot,
};
use qtmcp_a11y::Refs;
use qtmcp_vision::keys::Modifiers;
use qtmcp_vision::{ImagePoint, Point, Space};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the mouse is to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// To the middle of an element.
    Element(Ref),
    /// To a pixel of the last screenshot.
    #[allow(missing_docs)]
    Place { x: f64, y: f64 },
    /// Nowhere: it acts where it is.
    Here,
}

/// Where the mouse is now, and what it met there.
#[derive(Clone, Debug)]
pub struct Met {
    /// For the toolkit.
    pub at: Aim,
    /// The pixel of the last screenshot.
    pub place: (u32, u32),
    /// The ref it was sent to, if it was.
    pub target: Option<Ref>,
    /// The element there.
    pub element: Option<ElementId>,
    /// What it is called, for a sentence.
    pub name: Option<String>,
}

/// What is said of elements that cannot be used.
const DISABLED: &str = " (disabled)";

impl Met {
    /// Calls the element as it is known by now.
    pub(super) fn rename(&mut self, refs: &Refs, voice: Voice) {
        let Some(known) = self.element.and_then(|element| target::known(refs, element, voice)) else { return };
        let disabled = self.name.as_deref().is_some_and(|name| name.ends_with(DISABLED));
        self.name = Some(known + if disabled { DISABLED } else { "" });
    }
}

/// A pixel for a sentence.
#[must_use]
pub fn written((x, y): (u32, u32)) -> String {
    format!("({x}, {y})")
}

/// Where an event goes, which element is there, and what it is called.
type Aimed = (Aim, Option<ElementId>, Option<String>);

/// Where the mouse may go.
#[derive(Clone, Copy, PartialEq)]
enum Ground {
    /// Where a window is.
    Windows,
    /// Also beside them.
    Bare,
}

/// How a session points: what its clients count in, and how they are spoken to.
pub(super) struct Pointing<'a> {
    pub(super) session: &'a Session,
    pub(super) space: Space,
    pub(super) rules: Rules,
    pub(super) voice: Voice,
}

impl<'a> Pointing<'a> {
    pub(super) async fn begin(session: &'a Session, rules: Rules, voice: Voice) -> Result<Self, Fault> {
        Ok(Self { session, space: space(session).await?, rules, voice })
    }

    /// Moves the mouse there, also where there is nothing to point at.
    pub(super) async fn hover(&self, spot: Spot) -> Result<Met, Fault> {
        self.point(spot, Modifiers::default(), Ground::Bare).await
    }

    /// Moves the mouse there, if a person could do something there.
    pub(super) async fn aim(&self, spot: Spot, modifiers: Modifiers) -> Result<Met, Fault> {
        self.point(spot, modifiers, Ground::Windows).await
    }

    async fn point(&self, spot: Spot, modifiers: Modifiers, ground: Ground) -> Result<Met, Fault> {
        match spot {
            Spot::Element(number) => {
                let (session, dialect) = (self.session, self.voice.dialect);
                let element = target::element(session, number, dialect)?;
                let aimed = pointer::point_at(session, (element, number), None, modifiers, self.voice).await?;
                Ok(Met { element: Some(element), ..self.met(aimed.0, Some(number), Some(aimed.1)) })
            }
            Spot::Place { x, y } => {
                let (at, element, name) = self.aim_at_point(self.logical(x, y)?, modifiers, ground).await?;
                Ok(Met { at, place: (x as u32, y as u32), target: None, element, name })
            }
            Spot::Here => {
                let (at, element, name) = self.aim_at_point(self.here().await?, modifiers, ground).await?;
                Ok(Met { element, ..self.met(at, None, name) })
            }
        }
    }

    /// Where that is on the screen, whether or not there is a window; the mouse stays where it is.
    pub(super) async fn find(&self, spot: Spot) -> Result<Point, Fault> {
        match spot {
            Spot::Element(number) => {
                let (session, dialect) = (self.session, self.voice.dialect);
                let element = target::element(session, number, dialect)?;
                let app = session.shared_app();
                let found = session.app().visit(session.deadline(), move |ui| {
                    let refs = app.refs();
                    target::describe(ui, refs, element, number, dialect)?;
                    ui.aim_at(element, None)
                        .map_err(|obstacle| target::blocked(ui, refs, (element, number), obstacle, dialect))
                });
                Ok(found.await??.screen)
            }
            Spot::Place { x, y } => self.logical(x, y),
            Spot::Here => self.here().await,
        }
    }

    fn logical(&self, x: f64, y: f64) -> Result<Point, Fault> {
        match self.space.contains(ImagePoint { x, y }) {
            true => Ok(self.space.pixel_to_logical(x, y)),
            false => Err(self.out_of_bounds(x, y)),
        }
    }

    /// The window that has a button gets every event until it comes up, whatever lies under the mouse.
    pub(super) fn refuse_while_held(&self) -> Result<(), Fault> {
        match self.session.is_holding() {
            true => Err(Fault::new(Code::BadArgument, "The left mouse button is down already.")
                .next("Call `computer` with action left_mouse_up first.")),
            false => Ok(()),
        }
    }

    /// Where the mouse is, on the screen. Before it was moved that is the middle: of the screen, as a display has it, or of
    /// the active window for those who see the app as a page.
    pub(super) async fn here(&self) -> Result<Point, Fault> {
        if let Some(at) = self.session.pointer() {
            return Ok(at.screen);
        }
        if self.rules == Rules::ComputerUse {
            return Ok(self.space.area().center());
        }
        let middle = self.session.app().visit(self.session.deadline(), |ui| {
            let windows = ui.windows();
            snapshot::active(&windows).map(|window| window.bounds.center())
        });
        middle.await?.ok_or_else(snapshot::no_window)
    }

    /// What lies under the mouse, which stays where it is.
    pub(super) async fn met_at(&self, at: Aim) -> Result<Met, Fault> {
        let (app, voice) = (self.session.shared_app(), self.voice);
        let there = self.session.app().visit(self.session.deadline(), move |ui| {
            let element = ui.element_at(at.screen)?;
            Some((element, called(ui, app.refs(), element, voice)))
        });
        let (element, name) = there.await?.unzip();
        Ok(Met { element, ..self.met(at, None, name) })
    }

    fn met(&self, at: Aim, target: Option<Ref>, name: Option<String>) -> Met {
        Met { place: self.space.logical_to_pixel(at.screen), at, target, element: None, name }
    }

    async fn aim_at_point(&self, point: Point, modifiers: Modifiers, ground: Ground) -> Result<Aimed, Fault> {
        let session = self.session;
        let (app, voice) = (session.shared_app(), self.voice);
        let place = self.space.logical_to_pixel(point);
        let from = session.pointer();
        let grabbed = from.filter(|_| session.is_holding()).map(|from| dragged(from, point));
        // The move may open an event loop of its own, so where it went must be known without its answer.
        let aimed: Arc<Mutex<Option<Aimed>>> = Arc::default();
        let slot = Arc::clone(&aimed);
        let moved = session.app().start(session.deadline(), move |ui: &mut dyn Ui| {
            let refs = app.refs();
            let at = match grabbed {
                Some(at) => at,
                None => match ui.aim_at_point(point) {
                    Err(Obstacle::Outside) if ground == Ground::Bare => {
                        from.map_or_else(|| on_background(ui, point), |from| Ok(dragged(from, point)))?
                    }
                    aimed => aimed.map_err(|obstacle| in_the_way(ui, refs, obstacle, place, voice))?,
                },
            };
            let popup = if grabbed.is_none() { popup_elsewhere(ui, point) } else { None };
            let element = ui.element_at(point).filter(|_| popup.is_none());
            let name = match popup {
                Some(popup) => Some(format!("outside {}", called(ui, refs, popup.into(), voice))),
                None => element.map(|element| called(ui, refs, element, voice)),
            };
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((at, element, name));
            let held = grabbed.map(|_| MouseButton::Left);
            ui.mouse(&MouseEvent { at, kind: MouseKind::Move { held }, modifiers })
        });
        moved.await?.unwrap_or(Ok(()))?;
        let aimed = aimed.lock().unwrap_or_else(PoisonError::into_inner).take();
        let aimed = aimed.ok_or_else(|| Fault::new(Code::Internal, "the pointer was never aimed"))?;
        session.set_pointer(aimed.0);
        Ok(aimed)
    }

    fn out_of_bounds(&self, x: f64, y: f64) -> Fault {
        let bounds = self.space.image();
        let message = match self.rules {
            Rules::Chrome => format!(
                "Coordinate ({x}, {y}) is outside the coordinate frame ({bounds}). Coordinates are pixels of the screenshot at scale 1; take a new screenshot first."
            ),
            Rules::ComputerUse => format!("Coordinates {x}, {y} are out of bounds: the screenshot is {bounds} pixels."),
        };
        Fault::new(Code::BadArgument, message)
            .next("Call `computer` with action screenshot, then give a place inside it.")
    }
}

/// The same place in the window that has the button, whichever window lies there: it gets the mouse until it comes up.
pub(super) fn dragged(from: Aim, to: Point) -> Aim {
    let (right, down) = (to.x - from.screen.x, to.y - from.screen.y);
    let moved = |point: Point| Point { x: point.x + right, y: point.y + down };
    Aim { window: from.window, local: moved(from.local), global: moved(from.global), screen: to }
}

/// An element as the answer calls it.
pub(super) fn called(ui: &mut dyn Ui, refs: &Refs, element: ElementId, voice: Voice) -> String {
    let disabled = ui.describe(element).is_some_and(|raw| raw.states.contains(States::DISABLED));
    target::called(ui, refs, element, voice) + if disabled { DISABLED } else { "" }
}

/// A place where no window is: the topmost one is told that the mouse is beside it.
fn on_background(ui: &mut dyn Ui, point: Point) -> Result<Aim, Fault> {
    let window = ui.windows().into_iter().next().ok_or_else(snapshot::no_window)?;
    let local = Point { x: point.x - window.bounds.x, y: point.y - window.bounds.y };
    Ok(Aim { window: window.id, local, global: point, screen: point })
}

/// The open popup that takes every press, where none is at the point.
fn popup_elsewhere(ui: &mut dyn Ui, point: Point) -> Option<ObjectId> {
    let windows = ui.windows();
    let mut popups = windows.iter().filter(|window| window.kind == WindowKind::Popup);
    let first = popups.clone().next()?;
    popups.all(|popup| !popup.bounds.contains(point)).then_some(first.id)
}

fn in_the_way(ui: &mut dyn Ui, refs: &Refs, obstacle: Obstacle, place: (u32, u32), voice: Voice) -> Fault {
    match obstacle {
        Obstacle::Modal(dialog) => {
            let dialog = dialog_named(ui, refs, dialog, voice.dialect);
            Fault::new(Code::BlockedByDialog, format!("What is at {} is blocked by {dialog}.", written(place)))
        }
        Obstacle::Unsupported(why) => Fault::new(Code::Unsupported, why),
        Obstacle::Denied => Obstacle::denied(),
        _ if ui.windows().is_empty() => snapshot::no_window(),
        _ => Fault::new(Code::NotFound, format!("The app has no window at {}.", written(place)))
            .next("Call `computer` with action screenshot to see where it is."),
    }
}
