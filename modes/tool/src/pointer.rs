//! The mouse on elements: the check that an element can be pointed at and the first event go into one visit, the rest
//! follows event by event.

use crate::a11y::{Dialect, Ref};
use crate::computer::{Voice, space};
use crate::target::{self, blocked, is_opaque, not_interactable};
use crate::vision::Point;
use crate::vision::keys::Modifiers;
use crate::{Aim, Code, ElementId, Fault, MouseButton, MouseEvent, MouseKind, Session, Step, Ui, click_steps, perform};
use std::sync::{Arc, Mutex, PoisonError};

/// How the button is pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    /// Which one.
    pub button: MouseButton,
    /// 2 is a double click.
    pub count: u32,
    /// Held keys.
    pub modifiers: Modifiers,
}

impl Press {
    /// A plain click.
    pub const CLICK: Press = Press {
        button: MouseButton::Left,
        count: 1,
        modifiers: Modifiers { shift: false, ctrl: false, alt: false, meta: false },
    };
}

/// Clicks an element, in its middle; answers with what was clicked, for a person to read.
pub async fn click_ref(session: &Session, number: Ref, press: Press, dialect: Dialect) -> Result<String, Fault> {
    let element = target::element(session, number, dialect)?;
    let (at, name) = point_at(session, (element, number), None, press.modifiers, dialect.into()).await?;
    click_at(session, at, press).await?;
    Ok(match dialect {
        Dialect::Qt => format!("Clicked {name}."),
        Dialect::Chrome => format!("Clicked on element ref_{number}"),
    })
}

/// Moves the mouse over an element, at `place` or its middle, when a person could; answers with where it is then and what
/// the element is called.
pub async fn point_at(
    session: &Session,
    (element, number): (ElementId, Ref),
    place: Option<Point>,
    modifiers: Modifiers,
    voice: Voice,
) -> Result<(Aim, String), Fault> {
    let (app, dialect) = (session.shared_app(), voice.dialect);
    let space = space(session).await;
    // The move may open an event loop of its own, so where it went must be known without its answer.
    let aimed: Arc<Mutex<Option<(Aim, String)>>> = Arc::default();
    let slot = Arc::clone(&aimed);
    let held = session.is_holding().then_some(MouseButton::Left);
    let moved = session
        .app()
        .start(session.deadline(), move |ui: &mut dyn Ui| {
            let refs = app.refs();
            let raw = target::describe(ui, refs, element, number, dialect)?;
            if is_opaque(&raw) {
                return Err(not_interactable(ui, refs, (element, &raw), space?, dialect));
            }
            let at = ui
                .aim_at(element, place)
                .map_err(|obstacle| blocked(ui, refs, (element, number), obstacle, dialect))?;
            let name = target::called(ui, refs, element, voice);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((at, name));
            ui.mouse(&MouseEvent { at, kind: MouseKind::Move { held }, modifiers })
        })
        .await?;
    moved.unwrap_or(Ok(()))?;
    let aimed = aimed.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (at, name) = aimed.ok_or_else(|| Fault::new(Code::Internal, "the pointer was never aimed"))?;
    session.set_pointer(at);
    Ok((at, name))
}

/// Presses and releases where the mouse is.
pub async fn click_at(session: &Session, at: Aim, press: Press) -> Result<(), Fault> {
    send(session, &click_steps(at, press.button, press.count, press.modifiers)).await
}

/// Sends input events, one after the other.
pub async fn send(session: &Session, steps: &[Step]) -> Result<(), Fault> {
    perform(&session.shared_app(), session.timeout(), steps).await.map_err(|broken| broken.fault)
}
