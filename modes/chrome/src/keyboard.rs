//! The keyboard: chords, text, and replacing what a field holds.

use crate::pointer::{self, Press};
use crate::target::{self, blocked};
use qtmcp_tool::a11y::{Dialect, Ref};
use qtmcp_tool::vision::keys::{self, Chord};
use qtmcp_tool::{Code, ElementId, Fault, Obstacle, Session, Step, Ui, typing_steps};

/// Presses chords one after the other, separated by spaces: `ctrl+a Delete`.
pub(crate) async fn press(session: &Session, chords: &str) -> Result<usize, Fault> {
    let chords: Vec<Chord> =
        keys::sequence(chords).map_err(|error| Fault::new(Code::BadArgument, error.to_string()))?;
    let steps: Vec<Step> = chords.iter().flat_map(|chord| [Step::KeyDown(*chord), Step::KeyUp(*chord)]).collect();
    pointer::send(session, &steps).await?;
    Ok(chords.len())
}

/// Types into what has the focus.
pub(crate) async fn type_text(session: &Session, text: &str) -> Result<(), Fault> {
    pointer::send(session, &typing_steps(text)).await
}

/// Gives an element the focus; one that takes none by itself is clicked.
pub(crate) async fn focus(
    session: &Session,
    (element, number): (ElementId, Ref),
    dialect: Dialect,
) -> Result<(), Fault> {
    let app = session.shared_app();
    let focused = session.app().start(session.deadline(), move |ui: &mut dyn Ui| {
        let refs = app.refs();
        target::describe(ui, refs, element, number, dialect)?;
        match ui.focus_on(element) {
            Ok(()) => Ok(true),
            Err(Obstacle::Unsupported(_)) => Ok(false),
            Err(obstacle) => Err(blocked(ui, refs, (element, number), obstacle, dialect)),
        }
    });
    if !focused.await?.unwrap_or(Ok(true))? {
        pointer::click_ref(session, number, Press::CLICK, dialect).await?;
    }
    Ok(())
}

/// Types text in place of what a field holds.
pub(crate) async fn replace_text(
    session: &Session,
    field: (ElementId, Ref),
    text: &str,
    dialect: Dialect,
) -> Result<(), Fault> {
    focus(session, field, dialect).await?;
    press(session, "ctrl+a").await?;
    if text.is_empty() {
        press(session, "Delete").await?;
        return Ok(());
    }
    type_text(session, text).await
}
