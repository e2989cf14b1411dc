//! Pictures of the app's screen, shrunk to what the client's model takes; a place in the picture is a place for the mouse.

use super::marks::{self, Marked};
use super::space;
use crate::{Code, Fault, Image, Session, Shot};
use qtmcp_vision::{Format, Frame, ImageRect, Point, Rect, Size, Space, cursor, encode};

/// Small parts are enlarged, but no further: there is no more to see.
const MOST_ENLARGED: f64 = 4.0;

/// A picture for a client.
pub struct Picture {
    /// As it is sent.
    pub size: Size,
    /// What coordinates are counted in: the size at scale 1.
    pub full: Size,
    /// How it is encoded.
    pub format: Format,
    /// What is marked in it.
    pub marks: Vec<Marked>,
    bytes: Vec<u8>,
}

impl Picture {
    /// The picture as it goes to the client, at its place in the result.
    #[must_use]
    pub fn into_image(self, place: &'static str) -> Image {
        Image { media_type: self.format.media_type(), bytes: self.bytes, place: place.into() }
    }
}

/// The whole screen; from now on the client counts in its pixels. `scale` is how much smaller it is sent.
pub async fn screenshot(session: &Session, scale: f64, marked: bool, format: Format) -> Result<Picture, Fault> {
    let shot = session.app().visit(session.deadline(), |ui| ui.grab_screen()).await??;
    let full = session.budget().fit(shot.frame.size());
    let scaled = |length: u32| (f64::from(length) * scale).round().max(1.0) as u32;
    let size = Size { width: scaled(full.width), height: scaled(full.height) };
    let space = Space::new(shot.area, full);
    session.set_space(space);
    let mut picture = with_pointer(shot).scaled(size);
    let marks = if marked { marks::draw(session, &mut picture, space, scale).await? } else { Vec::new() };
    encoded(&picture, full, format, marks)
}

/// A part of the screen, given in pixels of the last screenshot, with all the pixels it has and enlarged where it is small.
/// The client goes on counting in pixels of the screenshot.
pub async fn zoom(session: &Session, [x0, y0, x1, y1]: [f64; 4], format: Format) -> Result<Picture, Fault> {
    let space = space(session).await?;
    let full = space.image();
    if x1 > f64::from(full.width) || y1 > f64::from(full.height) {
        let message = format!(
            "Region ({x0},{y0}) to ({x1},{y1}) is outside the coordinate frame ({full}). Take a new screenshot first."
        );
        return Err(Fault::new(Code::BadArgument, message)
            .next("Call `computer` with action screenshot, then give a region inside it."));
    }
    let shot = session.app().visit(session.deadline(), |ui| ui.grab_screen()).await??;
    let wanted = space.rect_to_logical(ImageRect { x: x0, y: y0, width: x1 - x0, height: y1 - y0 });
    let region = Rect { x: wanted.x - shot.area.x, y: wanted.y - shot.area.y, ..wanted };
    let part = with_pointer(shot).cropped(region);
    let fits = |whole: u32, part: u32| f64::from(whole) / f64::from(part.max(1));
    let larger = fits(full.width, part.width).min(fits(full.height, part.height)).min(MOST_ENLARGED);
    let enlarged = |length: u32| (f64::from(length) * larger).round().max(1.0) as u32;
    let size = Size { width: enlarged(part.width), height: enlarged(part.height) };
    encoded(&part.scaled(size), full, format, Vec::new())
}

/// The pixels with the mouse pointer over them.
pub fn with_pointer(shot: Shot) -> Frame {
    let Shot { mut frame, area, pointer } = shot;
    if let Some(at) = pointer {
        cursor::draw(&mut frame, Point { x: at.x - area.x, y: at.y - area.y });
    }
    frame
}

fn encoded(picture: &Frame, full: Size, format: Format, marks: Vec<Marked>) -> Result<Picture, Fault> {
    if picture.rgba.is_empty() {
        return Err(Fault::new(Code::NoWindow, "There is nothing to see: the picture has no size."));
    }
    let bytes = encode(picture, format).map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    Ok(Picture { size: picture.size(), full, format, marks, bytes })
}
