//! The real screen and real input, for what lies outside the app: native dialogs and the windows of others. Device pixels
//! only. Needs X11; a Wayland session lets no program look at its screen or press its keys unasked.

mod capture;

pub use capture::capture;

use crate::keys::Modifiers;
use crate::keysyms;
use enigo::{Axis, Button, Coordinate, Direction, Enigo, Key, Keyboard, Mouse, Settings};
use std::fmt;

/// Why the real screen cannot be reached, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesktopError(String);

impl fmt::Display for DesktopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DesktopError {}

/// What the mouse does, where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing but being there.
    Move,
    /// A button goes down: 1 left, 2 middle, 3 right.
    Press(u8),
    /// It comes up.
    Release(u8),
    /// The wheel turns this many ticks to the right and down.
    Wheel {
        /// Ticks to the right.
        right: i32,
        /// Ticks downwards.
        down: i32,
    },
}

/// The mouse and the keyboard, over a connection of its own. When it goes, keys that are down come up and the keyboard is
/// as it was: characters that no key types get a spare key meanwhile.
pub struct Input {
    enigo: Enigo,
    held: Modifiers,
}

impl Input {
    /// Connects to the X server that `DISPLAY` names.
    pub fn open() -> Result<Self, DesktopError> {
        needs_x11()?;
        // The delay would be added to each button event, and is for programs that cannot take two at once.
        let settings = Settings { linux_delay: 0, ..Settings::default() };
        let enigo = Enigo::new(&settings)
            .map_err(|error| DesktopError(format!("The X server takes no input from here: {error}.")))?;
        Ok(Self { enigo, held: Modifiers::default() })
    }

    /// Moves the mouse to a device pixel of the whole X screen and does something there. `modifiers` are held from a press
    /// to its release, and while the wheel turns.
    pub fn mouse(&mut self, x: i32, y: i32, act: Act, modifiers: Modifiers) -> Result<(), DesktopError> {
        self.enigo.move_mouse(x, y, Coordinate::Abs).map_err(refused)?;
        match act {
            Act::Move => Ok(()),
            Act::Press(button) => {
                self.hold(modifiers)?;
                self.enigo.button(numbered(button), Direction::Press).map_err(refused)
            }
            Act::Release(button) => {
                let released = self.enigo.button(numbered(button), Direction::Release).map_err(refused);
                self.hold(Modifiers::default()).and(released)
            }
            Act::Wheel { right, down } => {
                let before = self.held;
                self.hold(modifiers)?;
                let turned = self.enigo.scroll(right, Axis::Horizontal);
                let turned = turned.and_then(|()| self.enigo.scroll(down, Axis::Vertical)).map_err(refused);
                self.hold(before).and(turned)
            }
        }
    }

    /// A key, by its number in X, goes down with its modifiers before it, or comes up with them after it.
    pub fn key(&mut self, keysym: u32, modifiers: Modifiers, down: bool) -> Result<(), DesktopError> {
        if down {
            self.hold(modifiers)?;
            return self.enigo.key(named(keysym), Direction::Press).map_err(refused);
        }
        let released = self.enigo.key(named(keysym), Direction::Release).map_err(refused);
        self.hold(Modifiers::default()).and(released)
    }

    /// Presses and releases modifier keys until just these are down.
    fn hold(&mut self, wanted: Modifiers) -> Result<(), DesktopError> {
        let Modifiers { shift, ctrl, alt, meta } = wanted;
        let held = &mut self.held;
        for (key, held, wanted) in [
            (Key::Control, &mut held.ctrl, ctrl),
            (Key::Shift, &mut held.shift, shift),
            (Key::Alt, &mut held.alt, alt),
            (Key::Meta, &mut held.meta, meta),
        ] {
            if *held != wanted {
                let direction = if wanted { Direction::Press } else { Direction::Release };
                self.enigo.key(key, direction).map_err(refused)?;
                *held = wanted;
            }
        }
        Ok(())
    }
}

fn named(keysym: u32) -> Key {
    keysyms::character(keysym).map_or(Key::Other(keysym), Key::Unicode)
}

fn numbered(button: u8) -> Button {
    match button {
        2 => Button::Middle,
        3 => Button::Right,
        _ => Button::Left,
    }
}

fn refused(error: enigo::InputError) -> DesktopError {
    DesktopError(format!("The X server refused the input: {error}."))
}

/// On Wayland the X server there shows and reaches its own clients only.
fn needs_x11() -> Result<(), DesktopError> {
    let has = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_wayland = std::env::var_os("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland");
    if is_wayland || has("WAYLAND_DISPLAY") {
        let why =
            "This is a Wayland session, where a program can neither look at the real screen nor press keys on it.";
        return Err(DesktopError(why.to_owned()));
    }
    if !has("DISPLAY") {
        return Err(DesktopError("There is no X server: DISPLAY is not set.".to_owned()));
    }
    Ok(())
}
