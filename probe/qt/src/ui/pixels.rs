//! What the app looks like: pixels that C++ paints straight into memory of ours.

use super::{Object, QtUi, rect};
use crate::abi::{self, Outcome};
use crate::settings::Capture;
use qtmcp_tool::vision::{Frame, Point};
use qtmcp_tool::{Code, Fault, ObjectId, Screen, Shot};
use std::ffi::c_void;

impl QtUi<'_> {
    pub(super) fn grab_object(&mut self, of: ObjectId) -> Result<Frame, Fault> {
        let object = self.require(of)?;
        let parts = &self.engine.parts;
        let mut picture = Picture::default();
        // SAFETY: the object is alive on this thread; the picture outlives the call.
        let mut drawn = parts.widgets().is_some_and(|widgets| unsafe { (widgets.grab)(object, &picture.taker()) });
        // Looked up again: drawing runs the app's code.
        if !drawn && let (Some(quick), Some(object)) = (parts.quick(), self.find(of)) {
            // SAFETY: as above.
            drawn = unsafe { (quick.grab)(object, &picture.taker()) };
        }
        let nothing = || Fault::new(Code::Unsupported, "The object has no pixels, or is not shown.");
        // SAFETY: whoever answers that it has drawn has filled the memory.
        let mut frame = drawn.then(|| unsafe { picture.into_frame() }).flatten().ok_or_else(nothing)?;
        self.cover_named_in(of, &mut frame);
        Ok(frame)
    }

    pub(super) fn screen_here(&self) -> Result<Screen, Fault> {
        let mut screen = abi::Screen::default();
        // SAFETY: on the GUI thread.
        if unsafe { (self.gui()?.screen)(self.composed(), &mut screen) } {
            return Ok(Screen { area: rect(screen.area), ratio: screen.ratio });
        }
        Err(Fault::new(Code::NoWindow, "The app has no screen."))
    }

    /// The screen that pictures are of, or that its windows are on where only one of them is shown. Looking at it does
    /// nothing to the app.
    pub(crate) fn shown_screen(&self) -> Option<Screen> {
        if self.captures_real_screen() {
            return self.real_screen().ok();
        }
        let mut screen = abi::Screen::default();
        // SAFETY: on the GUI thread.
        let is_there = unsafe { (self.engine.parts.gui()?.own_screen)(&mut screen) };
        is_there.then(|| Screen { area: rect(screen.area), ratio: screen.ratio })
    }

    pub(super) fn shoot(&mut self) -> Result<Shot, Fault> {
        let gui = self.gui()?;
        let mut picture = Picture::default();
        let mut area = abi::Rect::default();
        // SAFETY: on the GUI thread; the picture outlives the call.
        let outcome = unsafe { (gui.grab_screen)(self.composed(), &picture.taker(), &mut area) };
        if outcome == Outcome::NO_SUCH {
            let message = "The app shows no window now, so there is nothing to see.";
            return Err(Fault::new(Code::NoWindow, message));
        }
        if picture.is_too_large {
            let message = "What there is to see has too many pixels for a picture.";
            return Err(Fault::new(Code::Unsupported, message)
                .next("Start the app with a smaller QTMCP_SCREEN, or take a screenshot of one object by its id."));
        }
        // SAFETY: the memory is filled when the call went well.
        let frame = (outcome == Outcome::OK).then(|| unsafe { picture.into_frame() }).flatten();
        let mut frame = frame.ok_or_else(|| Fault::new(Code::Internal, "The app's windows could not be painted."))?;
        self.cover_named(&mut frame, rect(area));
        Ok(Shot { frame, area: rect(area), pointer: self.pointer() })
    }

    /// Where our mouse is on the app's screen.
    pub(super) fn pointer(&self) -> Option<Point> {
        let mut place = Point::default();
        // SAFETY: on the GUI thread.
        unsafe { (self.engine.parts.gui()?.pointer)(&mut place.x, &mut place.y) }.then_some(place)
    }

    /// What is to be added to Qt's global positions in a window to have them on the app's screen.
    pub(super) fn shift(&self, window: Object) -> Point {
        let mut shift = Point::default();
        if let Some(gui) = self.engine.parts.gui() {
            // SAFETY: C++ has just named the window, or it was found alive on this thread.
            unsafe { (gui.shift)(window, &mut shift.x, &mut shift.y) };
        }
        shift
    }

    /// `QtmcpCapture`.
    pub(super) fn composed(&self) -> u32 {
        match self.engine.settings.capture {
            Capture::Window => abi::CAPTURE_WINDOW,
            Capture::Private | Capture::Screen => abi::CAPTURE_PRIVATE,
        }
    }
}

/// Memory that C++ asks for and paints into.
#[derive(Default)]
struct Picture {
    width: u32,
    height: u32,
    ratio: f64,
    has_alpha: bool,
    /// Whether more was asked for than is given.
    is_too_large: bool,
    /// Its capacity is what was asked for; nothing is in it until C++ is done.
    pixels: Vec<u8>,
}

impl Picture {
    fn taker(&mut self) -> abi::Image {
        unsafe extern "C" fn allocate(
            context: *mut c_void,
            width: u32,
            height: u32,
            ratio: f64,
            has_alpha: bool,
        ) -> *mut u8 {
            // SAFETY: the context is the picture of the call under way.
            let picture = unsafe { &mut *context.cast::<Picture>() };
            let mut pixels = Vec::new();
            let is_too_large = bytes(width, height).is_none_or(|bytes| pixels.try_reserve_exact(bytes).is_err());
            *picture = Picture { width, height, ratio, has_alpha, is_too_large, pixels };
            if is_too_large { std::ptr::null_mut() } else { picture.pixels.as_mut_ptr() }
        }
        abi::Image { context: std::ptr::from_mut(self).cast(), allocate }
    }

    /// The picture, if it has a size.
    ///
    /// # Safety
    /// C++ has filled all the memory it was given.
    unsafe fn into_frame(mut self) -> Option<Frame> {
        let bytes = bytes(self.width, self.height).filter(|bytes| *bytes > 0)?;
        // SAFETY: so much was reserved, and by the caller's promise it is filled.
        unsafe { self.pixels.set_len(bytes) };
        if !self.has_alpha {
            return Some(Frame::from_bgrx(self.width, self.height, self.ratio, self.pixels));
        }
        for pixel in self.pixels.chunks_exact_mut(4) {
            pixel.swap(0, 2);
        }
        Some(Frame { width: self.width, height: self.height, ratio: self.ratio, rgba: self.pixels })
    }
}

/// How many bytes a picture takes. One that is larger than the largest displays there are, twice as fine, is none: it is
/// copied on its way, and the memory is the app's.
fn bytes(width: u32, height: u32) -> Option<usize> {
    const MOST_PIXELS: usize = 1 << 27;
    let pixels = (width as usize).checked_mul(height as usize)?;
    (pixels <= MOST_PIXELS).then_some(pixels * 4)
}
