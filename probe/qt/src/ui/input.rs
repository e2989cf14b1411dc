//! Pointing, typing and looking: input goes in where the window system's would, pixels come out.

use super::{Object, QtUi};
use crate::abi::{self, AimOutcome};
use crate::{keys, veil};
use qtmcp_tool::vision::Point;
use qtmcp_tool::vision::keys::{Chord, Modifiers};
use qtmcp_tool::{
    Aim, Code, Elements, Fault, MouseEvent, MouseKind, ObjectId, Obstacle, Step, Stroke, Ui, typing_steps,
};
use std::time::Duration;

/// As long as an app may take over the characters of a secret.
const TYPED_WITHIN: Duration = Duration::from_secs(2);

/// `QtmcpMouse`.
const MOVE: u32 = 0;
const PRESS: u32 = 1;
const DOUBLE: u32 = 2;
const RELEASE: u32 = 3;

/// What one event says of a key.
#[derive(Clone, Copy)]
struct Event {
    down: bool,
    repeated: bool,
}

impl Event {
    const DOWN: Self = Self { down: true, repeated: false };
    const UP: Self = Self { down: false, repeated: false };
}

impl QtUi<'_> {
    /// Where C++ says an event goes.
    pub(super) fn aimed(&self, aim: &abi::Aim) -> Option<Aim> {
        let window = self.id_or_none(aim.window)?;
        let shift = self.shift(aim.window);
        Some(Aim {
            window,
            local: Point { x: aim.local_x, y: aim.local_y },
            global: Point { x: aim.global_x, y: aim.global_y },
            screen: Point { x: aim.global_x + shift.x, y: aim.global_y + shift.y },
        })
    }

    /// A bare QWindow that no other part knows.
    pub(super) fn aim_at_window(
        &self,
        target: ObjectId,
        object: Object,
        place: Option<Point>,
    ) -> Result<Aim, Obstacle> {
        let Some(placed) = self.object_placement(object).filter(|placed| placed.is_window) else {
            let why = "it is no widget, no QML item and no window, so there is nothing to point at".to_owned();
            return Err(Obstacle::Unsupported(why));
        };
        if !placed.visible {
            return Err(Obstacle::Hidden);
        }
        let middle = Point { x: placed.local.width / 2.0, y: placed.local.height / 2.0 };
        let local = place.unwrap_or(middle);
        let global = Point { x: placed.global.x + local.x, y: placed.global.y + local.y };
        let shift = self.shift(object);
        let screen = Point { x: global.x + shift.x, y: global.y + shift.y };
        Ok(Aim { window: target, local, global, screen })
    }

    pub(super) fn judge(&self, outcome: AimOutcome, obstacle: Object) -> Result<(), Obstacle> {
        let named = || match self.known_as(obstacle) {
            Some(id) => Ok(id),
            None => Err(Obstacle::Hidden),
        };
        Err(match outcome {
            AimOutcome::OK => return Ok(()),
            AimOutcome::HIDDEN => Obstacle::Hidden,
            AimOutcome::DISABLED => Obstacle::Disabled,
            AimOutcome::COVERED => Obstacle::Covered(named()?),
            AimOutcome::POPUP => Obstacle::Popup(named()?),
            AimOutcome::MODAL => Obstacle::Modal(named()?),
            AimOutcome::OUTSIDE => Obstacle::Outside,
            _ => Obstacle::Unsupported("it takes no mouse input".to_owned()),
        })
    }

    /// A widget's window is known by its widget.
    pub(super) fn known_as(&self, object: Object) -> Option<ObjectId> {
        if object.is_null() {
            return None;
        }
        let parts = &self.engine.parts;
        // SAFETY: C++ has just named the object.
        let is_window = unsafe { (parts.core.is_window)(object) };
        if let (true, Some(widgets)) = (is_window, parts.widgets()) {
            // SAFETY: as above.
            let widget = unsafe { (widgets.widget_of_window)(object) };
            if !widget.is_null() {
                return Some(self.id(widget));
            }
        }
        Some(self.id(object))
    }

    /// The QWindow of a window, which people know by its widget.
    pub(super) fn window_of(&self, id: ObjectId) -> Result<(&'static abi::Gui, Object), Fault> {
        let gui = self.gui()?;
        let object = self.require(id)?;
        let missing = || Fault::new(Code::NoWindow, "The window is not shown.");
        let parts = &self.engine.parts;
        // SAFETY: the object is alive on this thread.
        if unsafe { (parts.core.is_window)(object) } {
            return Ok((gui, object));
        }
        // SAFETY: as above.
        let window = parts.widgets().map(|widgets| unsafe { (widgets.window_of)(object) });
        window.filter(|window| !window.is_null()).map(|window| (gui, window)).ok_or_else(missing)
    }

    pub(super) fn send_mouse(&self, event: &MouseEvent) -> Result<(), Fault> {
        let gui = self.gui()?;
        // A window that went between two steps of a gesture takes the rest of it along, as it does for a person; a drag
        // that began there has to hear of it.
        let window = self.find(event.at.window).unwrap_or(std::ptr::null());
        let aim = abi::Aim {
            window,
            local_x: event.at.local.x,
            local_y: event.at.local.y,
            global_x: event.at.global.x,
            global_y: event.at.global.y,
        };
        let modifiers = keys::modifiers(event.modifiers);
        let (kind, button, held) = match event.kind {
            MouseKind::Move { held } => (MOVE, 0, held.map_or(0, keys::button)),
            MouseKind::Press(button) => (PRESS, keys::button(button), keys::button(button)),
            MouseKind::DoublePress(button) => (DOUBLE, keys::button(button), keys::button(button)),
            MouseKind::Release(button) => (RELEASE, keys::button(button), 0),
            MouseKind::Wheel { .. } if window.is_null() => return Ok(()),
            MouseKind::Wheel { right, down } => {
                // SAFETY: the window is alive on this thread.
                let turned = unsafe { (gui.wheel)(&aim, right, down, modifiers) };
                return turned
                    .then_some(())
                    .ok_or_else(|| Fault::new(Code::Unsupported, "This Qt has no way in for the wheel."));
            }
        };
        // SAFETY: the window is alive on this thread, or null.
        unsafe { (gui.mouse)(&aim, kind, button, held, modifiers) };
        Ok(())
    }

    pub(super) fn send_key(&self, chord: Chord, stroke: Stroke) -> Result<(), Fault> {
        let (key, text) = keys::key(chord);
        match stroke {
            Stroke::Press => {
                let mut held = Modifiers::default();
                for (modifier, alone) in keys::modifier_keys(chord.modifiers) {
                    self.raw_key(Event::DOWN, modifier, held, "")?;
                    held = union(held, alone);
                }
                self.raw_key(Event::DOWN, key, chord.modifiers, &text)
            }
            // The way X says it: up and down again, both marked.
            Stroke::Repeat => {
                self.raw_key(Event { down: false, repeated: true }, key, chord.modifiers, &text)?;
                self.raw_key(Event { down: true, repeated: true }, key, chord.modifiers, &text)
            }
            Stroke::Release => {
                // A key that closed the last window has nowhere to be released.
                let _ = self.raw_key(Event::UP, key, chord.modifiers, &text);
                let mut held = chord.modifiers;
                for (modifier, alone) in keys::modifier_keys(chord.modifiers).rev() {
                    let _ = self.raw_key(Event::UP, modifier, held, "");
                    held = without(held, alone);
                }
                Ok(())
            }
        }
    }

    pub(super) fn type_plainly(&self, character: char) -> Result<(), Fault> {
        if self.input_is_real() { self.engine.desktop()?.character(character) } else { self.send_character(character) }
    }

    /// Types all of a named secret. In one visit: nothing that is said before it is whole could be told to be part of it.
    pub(super) fn type_secret(&mut self, secret: &str) -> Result<(), Fault> {
        let _entering = veil::entering();
        if let Some(focused) = self.focused().and_then(|focused| self.find(focused.object)) {
            self.adopt(focused);
        }
        for step in typing_steps(secret) {
            match step {
                Step::Character(character) => self.type_plainly(character)?,
                Step::KeyDown(chord) => self.key(chord, Stroke::Press)?,
                Step::KeyUp(chord) => self.key(chord, Stroke::Release)?,
                _ => {}
            }
            // A character has opened a dialog, and whatever has the focus now is not what was meant.
            if self.began.elapsed() > TYPED_WITHIN {
                return Err(Fault::new(
                    Code::AppBusy,
                    "The app did not take the secret in one go; a part of it is typed.",
                ));
            }
        }
        Ok(())
    }

    pub(super) fn send_character(&self, character: char) -> Result<(), Fault> {
        let gui = self.gui()?;
        let text: Vec<u16> = character.to_string().encode_utf16().collect();
        // Before 6.x text fields refuse a key event that carries a surrogate pair; an input method's text they take.
        // SAFETY: on the GUI thread; the text outlives the call.
        if text.len() > 1 && unsafe { (gui.commit_text)(text.as_ptr(), text.len()) } {
            return Ok(());
        }
        let modifiers = Modifiers { shift: character.is_uppercase(), ..Modifiers::default() };
        let key = keys::of_character(character);
        let text = character.to_string();
        self.raw_key(Event::DOWN, key, modifiers, &text)?;
        let _ = self.raw_key(Event::UP, key, modifiers, &text);
        Ok(())
    }

    fn raw_key(&self, event: Event, key: i32, modifiers: Modifiers, text: &str) -> Result<(), Fault> {
        let gui = self.gui()?;
        let text: Vec<u16> = text.encode_utf16().collect();
        let modifiers = keys::modifiers(modifiers);
        // SAFETY: on the GUI thread; the text outlives the call.
        if unsafe { (gui.key)(event.down, event.repeated, key, modifiers, text.as_ptr(), text.len()) } {
            return Ok(());
        }
        Err(Fault::new(Code::NoWindow, "No window of the app can take a key."))
    }

    pub(super) fn gui(&self) -> Result<&'static abi::Gui, Fault> {
        let missing = || Fault::new(Code::NoWindow, "The app has no user interface: it uses QtCore alone.");
        self.engine.parts.gui().ok_or_else(missing)
    }
}

fn union(a: Modifiers, b: Modifiers) -> Modifiers {
    Modifiers { shift: a.shift || b.shift, ctrl: a.ctrl || b.ctrl, alt: a.alt || b.alt, meta: a.meta || b.meta }
}

fn without(a: Modifiers, b: Modifiers) -> Modifiers {
    Modifiers { shift: a.shift && !b.shift, ctrl: a.ctrl && !b.ctrl, alt: a.alt && !b.alt, meta: a.meta && !b.meta }
}
