//! The keyboard: chords, text, and replacing what a field holds.

use crate::a11y::{Dialect, Ref};
use crate::pointer::{self, Press};
use crate::release::released;
use crate::target::{self, blocked};
use crate::vision::keys::{self, Chord, Key, Modifiers, Named};
use crate::{Code, ElementId, Fault, Obstacle, Session, Ui, key_steps, typing_steps};

/// Presses chords one after the other, separated by spaces: `ctrl+a Delete`.
pub async fn press(session: &Session, chords: &str) -> Result<(), Fault> {
    let chords = keys::sequence(chords).map_err(|error| Fault::new(Code::BadArgument, error.to_string()))?;
    press_chords(session, &chords).await
}

/// Presses chords one after the other.
pub async fn press_chords(session: &Session, chords: &[Chord]) -> Result<(), Fault> {
    pointer::send(session, &key_steps(chords)).await
}

/// The modifiers that words such as `ctrl+shift` or `ctrl shift` name; the word that names none.
pub fn modifiers(names: &str) -> Result<Modifiers, &str> {
    let mut modifiers = Modifiers::default();
    for word in names.split(['+', ' ', ',']).filter(|word| !word.is_empty()) {
        match keys::key(word) {
            Ok(Key::Named(Named::Shift)) => modifiers.shift = true,
            Ok(Key::Named(Named::Control)) => modifiers.ctrl = true,
            Ok(Key::Named(Named::Alt)) => modifiers.alt = true,
            Ok(Key::Named(Named::Meta)) => modifiers.meta = true,
            _ => return Err(word),
        }
    }
    Ok(modifiers)
}

/// Types into what has the focus.
pub async fn type_text(session: &Session, text: &str) -> Result<(), Fault> {
    pointer::send(session, &typing_steps(text)).await
}

/// Types into what takes keys and no text, such as a calculator: a button that the app presses for a key is down for a while
/// and deaf to a second press, so a character that was there before waits until it is up.
pub async fn type_keys(session: &Session, text: &str) -> Result<(), Fault> {
    for (nth, run) in runs(text).into_iter().enumerate() {
        if nth > 0 {
            released(session, &session.pressed()).await;
        }
        type_text(session, &run).await?;
    }
    Ok(())
}

/// The text in parts that have no character twice.
fn runs(text: &str) -> Vec<String> {
    let mut runs = vec![String::new()];
    for character in text.chars() {
        match runs.last_mut() {
            Some(run) if !run.contains(character) => run.push(character),
            _ => runs.push(character.into()),
        }
    }
    runs
}

/// Gives an element the focus; one that takes none by itself is clicked.
pub async fn focus(session: &Session, (element, number): (ElementId, Ref), dialect: Dialect) -> Result<(), Fault> {
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
pub async fn replace_text(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_text_has_a_character_twice() {
        assert_eq!(runs("77*7=2"), ["7", "7*", "7=2"]);
        assert_eq!(runs("12+3="), ["12+3="]);
        assert_eq!(runs("").concat(), "");
    }
}
