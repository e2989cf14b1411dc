//! The desktop part: real input and pictures of the real screen, loaded when they are first needed.

use crate::engine::Engine;
use crate::parts;
use qtmcp_desktop::{ENTRY, Entry, Mouse, NUMBER, Report, Table, pack};
use qtmcp_tool::vision::keys::{Chord, Modifiers};
use qtmcp_tool::vision::{Frame, Point, keysyms};
use qtmcp_tool::{Code, Fault};
use std::ffi::c_void;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The part, once it is loaded.
pub(crate) struct Desktop {
    table: &'static Table,
    /// Where our mouse is on the screen that the client sees.
    pointer: Mutex<Option<Point>>,
}

impl Engine {
    /// The desktop part; a fault that says how to get it where there is none.
    pub(crate) fn desktop(&self) -> Result<&Desktop, Fault> {
        let loaded = self.desktop.get_or_init(|| Desktop::load(self.parts.directory()));
        loaded.as_ref().map_err(|why| {
            let message = format!("The real screen needs libqtmcp-desktop.so, which cannot be loaded: {why}.");
            Fault::new(Code::Unsupported, message).next(
                "`cargo xtask build --desktop` builds it; without QTMCP_CAPTURE=screen and QTMCP_INPUT=desktop it is \
                 not needed.",
            )
        })
    }

    /// Nobody is there to hold a key any more: what is down comes up.
    pub(crate) fn let_desktop_rest(&self) {
        if let Some(Ok(desktop)) = self.desktop.get() {
            // SAFETY: the table is the part's; any thread may call it.
            unsafe { (desktop.table.rest)() };
        }
    }
}

impl Desktop {
    fn load(directory: &Path) -> Result<Self, String> {
        let path = directory.join("libqtmcp-desktop.so");
        let entry = parts::entry(&path, ENTRY).map_err(|error| error.to_string())?;
        // SAFETY: the part exports its entry with this type.
        let entry: Entry = unsafe { std::mem::transmute(entry) };
        // SAFETY: the entry may be called at any time.
        let table = unsafe { entry() };
        // SAFETY: a table begins with its number.
        if table.is_null() || unsafe { (*table).number } != NUMBER {
            return Err(format!("{}: made for another version of the probe", path.display()));
        }
        // SAFETY: the number says that it is a table of ours; the part is never unloaded.
        Ok(Self { table: unsafe { &*table }, pointer: Mutex::new(None) })
    }

    /// The pixels of the monitor with this top left, in device pixels.
    pub(crate) fn capture(&self, left: i32, top: i32) -> Result<Frame, Fault> {
        let mut told = Told::default();
        // SAFETY: what the report points to outlives the call.
        let done = unsafe { (self.table.capture)(left, top, &told.report()) };
        told.outcome(done)?;
        told.frame.ok_or_else(|| Fault::new(Code::Internal, "The desktop part gave no picture."))
    }

    /// Does something with the mouse at a device pixel, which is at `place` on the screen that the client sees.
    pub(crate) fn mouse(&self, mouse: Mouse, place: Point) -> Result<(), Fault> {
        let mut told = Told::default();
        // SAFETY: what the report points to outlives the call.
        let done = unsafe { (self.table.mouse)(&mouse, &told.report()) };
        told.outcome(done)?;
        *self.pointer.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
        Ok(())
    }

    pub(crate) fn key(&self, chord: Chord, down: bool) -> Result<(), Fault> {
        self.keysym(keysyms::of(chord.key), chord.modifiers, down)
    }

    pub(crate) fn character(&self, character: char) -> Result<(), Fault> {
        let keysym = keysyms::of_character(character);
        self.keysym(keysym, Modifiers::default(), true)?;
        self.keysym(keysym, Modifiers::default(), false)
    }

    /// Where the mouse was moved last.
    pub(crate) fn pointer(&self) -> Option<Point> {
        *self.pointer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keysym(&self, keysym: u32, modifiers: Modifiers, down: bool) -> Result<(), Fault> {
        let mut told = Told::default();
        // SAFETY: what the report points to outlives the call.
        let done = unsafe { (self.table.key)(keysym, pack(modifiers), down, &told.report()) };
        told.outcome(done)
    }
}

/// What the part told in a call.
#[derive(Default)]
struct Told {
    frame: Option<Frame>,
    why: String,
}

impl Told {
    fn report(&mut self) -> Report {
        unsafe extern "C" fn picture(context: *mut c_void, rgba: *const u8, width: u32, height: u32) {
            // SAFETY: the part lends so many bytes for the call.
            let rgba = unsafe { std::slice::from_raw_parts(rgba, width as usize * height as usize * 4) }.to_vec();
            // SAFETY: the context is the `Told` of the call under way.
            unsafe { (*context.cast::<Told>()).frame = Some(Frame { width, height, ratio: 1.0, rgba }) };
        }
        unsafe extern "C" fn failed(context: *mut c_void, why: *const u8, length: usize) {
            // SAFETY: the part lends so many bytes for the call.
            let why = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(why, length) }).into_owned();
            // SAFETY: as above.
            unsafe { (*context.cast::<Told>()).why = why };
        }
        Report { context: std::ptr::from_mut(self).cast(), picture, failed }
    }

    fn outcome(&self, done: bool) -> Result<(), Fault> {
        let next = "Start the app on an X11 desktop, or without QTMCP_CAPTURE=screen and QTMCP_INPUT=desktop.";
        done.then_some(()).ok_or_else(|| Fault::new(Code::Unsupported, self.why.clone()).next(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_part_is_named() {
        let why = Desktop::load(Path::new("nowhere")).err().unwrap_or_default();
        assert!(why.contains("libqtmcp-desktop.so"), "{why}");
    }

    #[test]
    fn what_the_part_tells_is_kept() {
        let mut told = Told::default();
        let report = told.report();
        let pixels = [1_u8, 2, 3, 4, 5, 6, 7, 8];
        // SAFETY: as the part calls them.
        unsafe { (report.picture)(report.context, pixels.as_ptr(), 2, 1) };
        // SAFETY: as above.
        unsafe { (report.failed)(report.context, b"No.".as_ptr(), 3) };
        assert_eq!(told.frame.as_ref().map(|frame| frame.rgba.clone()), Some(pixels.to_vec()));
        assert_eq!(told.outcome(false).map_err(|fault| fault.message), Err("No.".to_owned()));
    }
}
