//! Gestures: input as a list of steps, each one a visit of its own, because any of them may open a dialog that runs an
//! event loop inside the step.

use crate::{Aim, App, Fault, MouseButton, MouseEvent, MouseKind};
use qtmcp_vision::keys::{Chord, Key, Modifiers, Named};
use std::time::Instant;

/// One input event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// The mouse moves, a button goes down or up, or the wheel turns.
    Mouse(MouseEvent),
    /// A key goes down.
    KeyDown(Chord),
    /// A key comes up.
    KeyUp(Chord),
    /// A character is typed.
    Character(char),
}

/// Performs the steps in order and stops at the first that fails.
pub async fn perform(app: &dyn App, deadline: Instant, steps: &[Step]) -> Result<(), Fault> {
    for step in steps.iter().copied() {
        let done = app
            .start(deadline, move |ui| match step {
                Step::Mouse(event) => ui.mouse(&event),
                Step::KeyDown(chord) => ui.key(chord, true),
                Step::KeyUp(chord) => ui.key(chord, false),
                Step::Character(character) => ui.type_character(character),
            })
            .await?;
        done.unwrap_or(Ok(()))?;
    }
    Ok(())
}

/// Presses and releases at a place the mouse has been moved to; every second press of a series is a double click's.
#[must_use]
pub fn click_steps(at: Aim, button: MouseButton, count: u32, modifiers: Modifiers) -> Vec<Step> {
    let step = |kind| Step::Mouse(MouseEvent { at, kind, modifiers });
    (0..count)
        .flat_map(|nth| {
            let press = if nth % 2 == 1 { MouseKind::DoublePress(button) } else { MouseKind::Press(button) };
            [step(press), step(MouseKind::Release(button))]
        })
        .collect()
}

/// Types text as a person would: line ends are Return, tabs are Tab, everything else is the character itself.
#[must_use]
pub fn typing_steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let named = match character {
            '\r' if characters.peek() == Some(&'\n') => continue,
            '\n' | '\r' => Named::Return,
            '\t' => Named::Tab,
            _ => {
                steps.push(Step::Character(character));
                continue;
            }
        };
        let chord = Chord { key: Key::Named(named), modifiers: Modifiers::default() };
        steps.extend([Step::KeyDown(chord), Step::KeyUp(chord)]);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_and_tabs_are_keys() {
        let enter = Chord { key: Key::Named(Named::Return), modifiers: Modifiers::default() };
        let tab = Chord { key: Key::Named(Named::Tab), modifiers: Modifiers::default() };
        assert_eq!(
            typing_steps("é\r\n\t"),
            [Step::Character('é'), Step::KeyDown(enter), Step::KeyUp(enter), Step::KeyDown(tab), Step::KeyUp(tab)]
        );
    }
}
