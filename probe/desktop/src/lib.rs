//! The real screen and real input as a library of its own: a table of C functions, which the probe loads only where they
//! are asked for, since few need them and they bring much along.

#[cfg(all(feature = "desktop", target_os = "linux"))]
mod export;

use qtmcp_vision::keys::Modifiers;
use std::ffi::{CStr, c_void};

/// The one symbol of the library, an [`Entry`].
pub const ENTRY: &CStr = c"qtmcp_desktop";

/// What [`Table::number`] is. It changes with the table's size as well, so that the probe never meets another's.
pub const NUMBER: u32 = (1 << 16) + size_of::<Table>() as u32;

/// Answers with the table, which lives as long as the process.
pub type Entry = unsafe extern "C" fn() -> *const Table;

/// What the library does. One thread at a time is served, the others wait. No panic leaves it. Each function answers
/// whether it was done; otherwise it has told the [`Report`] why.
#[repr(C)]
pub struct Table {
    /// [`NUMBER`].
    pub number: u32,
    /// The monitor whose top left is at this device pixel, or nearest to it.
    pub capture: unsafe extern "C" fn(left: i32, top: i32, report: *const Report) -> bool,
    /// Moves the mouse to a device pixel and does an [`Act`](Mouse) there.
    pub mouse: unsafe extern "C" fn(mouse: *const Mouse, report: *const Report) -> bool,
    /// A key by its number in X, with [modifiers](pack).
    pub key: unsafe extern "C" fn(keysym: u32, modifiers: u32, down: bool, report: *const Report) -> bool,
    /// Lets go of the keyboard and the mouse and closes the connection; the next input opens one again.
    pub rest: unsafe extern "C" fn(),
}

/// Told what came out. What it is given is borrowed for the call.
#[repr(C)]
pub struct Report {
    /// Passed to both functions.
    pub context: *mut c_void,
    /// `width * height * 4` bytes, RGBA.
    pub picture: unsafe extern "C" fn(context: *mut c_void, rgba: *const u8, width: u32, height: u32),
    /// A sentence in UTF-8.
    pub failed: unsafe extern "C" fn(context: *mut c_void, why: *const u8, length: usize),
}

/// One thing the mouse does.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// A device pixel of the whole X screen.
    pub x: i32,
    /// A device pixel of the whole X screen.
    pub y: i32,
    /// [`MOVE`], [`PRESS`], [`RELEASE`] or [`WHEEL`].
    pub act: u32,
    /// 1 left, 2 middle, 3 right.
    pub button: u32,
    /// Ticks of the wheel.
    pub right: i32,
    /// Ticks of the wheel.
    pub down: i32,
    /// Held meanwhile, as [`pack`] has them.
    pub modifiers: u32,
}

/// The mouse is there.
pub const MOVE: u32 = 0;
/// A button goes down.
pub const PRESS: u32 = 1;
/// A button comes up.
pub const RELEASE: u32 = 2;
/// The wheel turns.
pub const WHEEL: u32 = 3;

/// Modifiers as bits.
#[must_use]
pub fn pack(modifiers: Modifiers) -> u32 {
    let Modifiers { shift, ctrl, alt, meta } = modifiers;
    u32::from(shift) | u32::from(ctrl) << 1 | u32::from(alt) << 2 | u32::from(meta) << 3
}

/// Bits as modifiers.
#[must_use]
pub fn unpack(bits: u32) -> Modifiers {
    let on = |bit: u32| bits >> bit & 1 == 1;
    Modifiers { shift: on(0), ctrl: on(1), alt: on(2), meta: on(3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_come_back_from_their_bits() {
        for bits in 0..16 {
            assert_eq!(pack(unpack(bits)), bits);
        }
    }
}
