//! The table that the library exports, over `vision`'s desktop.

use crate::{Mouse, NUMBER, PRESS, RELEASE, Report, Table, WHEEL, unpack};
use qtmcp_vision::desktop::{Act, DesktopError, Input, capture};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

static TABLE: Table = Table { number: NUMBER, capture: picture, mouse, key, rest };

/// Open from the first input until the probe has no client any more.
static INPUT: Mutex<Option<Input>> = Mutex::new(None);

/// The table; see [`crate::Entry`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn qtmcp_desktop() -> *const Table {
    &TABLE
}

unsafe extern "C" fn picture(left: i32, top: i32, report: *const Report) -> bool {
    let take = || {
        let frame = capture(left, top)?;
        // SAFETY: the report is the caller's for the call; the pixels outlive it.
        unsafe { ((*report).picture)((*report).context, frame.rgba.as_ptr(), frame.width, frame.height) };
        Ok(())
    };
    // SAFETY: as above.
    unsafe { reported(report, take) }
}

unsafe extern "C" fn mouse(mouse: *const Mouse, report: *const Report) -> bool {
    // SAFETY: the caller lends a whole `Mouse`.
    let Mouse { x, y, act, button, right, down, modifiers } = unsafe { *mouse };
    let button = u8::try_from(button).unwrap_or(1);
    let act = match act {
        PRESS => Act::Press(button),
        RELEASE => Act::Release(button),
        WHEEL => Act::Wheel { right, down },
        _ => Act::Move,
    };
    // SAFETY: the report is the caller's for the call.
    unsafe { reported(report, || with_input(|input| input.mouse(x, y, act, unpack(modifiers)))) }
}

unsafe extern "C" fn key(keysym: u32, modifiers: u32, down: bool, report: *const Report) -> bool {
    // SAFETY: the report is the caller's for the call.
    unsafe { reported(report, || with_input(|input| input.key(keysym, unpack(modifiers), down))) }
}

unsafe extern "C" fn rest() {
    let _ = catch_unwind(|| drop(INPUT.lock().unwrap_or_else(PoisonError::into_inner).take()));
}

/// A connection that failed is not used again: the X server may have come back.
fn with_input(act: impl FnOnce(&mut Input) -> Result<(), DesktopError>) -> Result<(), DesktopError> {
    let mut slot = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    let mut input = match slot.take() {
        Some(input) => input,
        None => Input::open()?,
    };
    act(&mut input)?;
    *slot = Some(input);
    Ok(())
}

/// Does it and tells why not.
///
/// # Safety
/// The report is whole, and stays so for the call.
unsafe fn reported(report: *const Report, act: impl FnOnce() -> Result<(), DesktopError>) -> bool {
    let done = catch_unwind(AssertUnwindSafe(act));
    let why = match done {
        Ok(Ok(())) => return true,
        Ok(Err(error)) => error.to_string(),
        Err(_) => "The desktop part failed.".to_owned(),
    };
    // SAFETY: by the caller's promise; the text outlives the call.
    unsafe { ((*report).failed)((*report).context, why.as_ptr(), why.len()) };
    false
}
