//! Pictures of the app's screen, in logical pixels so that a place in the picture is a place for the mouse.

use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::vision::{Frame, Rect, png};
use qtmcp_tool::{Code, Fault, Image, Response, Session};
use serde_json::{Value as Json, json};
use std::sync::atomic::{AtomicU64, Ordering};

/// Small parts are enlarged, but no further: there is no more to see.
const MOST_ENLARGED: f64 = 4.0;

/// The whole screen. `scale` is how much smaller it is sent.
pub(super) async fn screenshot(session: &Session, scale: f64, dialect: Dialect) -> Result<Response, Fault> {
    let frame = grab(session).await?;
    let (full_width, full_height) = frame_size(&frame);
    let scaled = |length: u32| (f64::from(length) * scale).round() as u32;
    let picture = frame.scaled(scaled(full_width), scaled(full_height));
    let (width, height) = (picture.width, picture.height);
    let view = match scale < 1.0 {
        true => format!(" — {scale}-scale view; coordinate frame: {full_width}x{full_height}."),
        false => String::new(),
    };
    let text = match dialect {
        Dialect::Chrome => {
            format!("Successfully captured screenshot ({width}x{height}, png) - ID: {}{view}", next_id())
        }
        Dialect::Qt => format!("Screenshot, {width}x{height} pixels{view}"),
    };
    respond(&picture, text, (full_width, full_height))
}

/// A part of the screen, with all the pixels it has, enlarged where it is small.
pub(super) async fn zoom(session: &Session, region: Rect, dialect: Dialect) -> Result<Response, Fault> {
    let frame = grab(session).await?;
    let (full_width, full_height) = frame_size(&frame);
    let (right, bottom) = (region.x + region.width, region.y + region.height);
    let corners = format!("({},{}) to ({right},{bottom})", region.x, region.y);
    if right > f64::from(full_width) || bottom > f64::from(full_height) {
        let message = format!(
            "Region {corners} is outside the coordinate frame ({full_width}x{full_height}). Take a new screenshot first."
        );
        return Err(Fault::new(Code::BadArgument, message));
    }
    let part = frame.cropped(region);
    let fits = |whole: u32, part: u32| f64::from(whole) / f64::from(part.max(1));
    let larger = fits(full_width, part.width).min(fits(full_height, part.height)).clamp(1.0, MOST_ENLARGED);
    let enlarged = |length: u32| (f64::from(length) * larger).round() as u32;
    let picture = part.scaled(enlarged(part.width), enlarged(part.height));
    let (width, height) = (picture.width, picture.height);
    let text = match dialect {
        Dialect::Chrome => {
            format!("Successfully captured zoomed screenshot of region {corners} - {width}x{height} pixels")
        }
        Dialect::Qt => format!("Screen from {corners}, {width}x{height} pixels"),
    };
    respond(&picture, text, (full_width, full_height))
}

/// The screen as it is.
pub(super) async fn grab(session: &Session) -> Result<Frame, Fault> {
    let frame = session.app().visit(session.deadline(), |ui| ui.grab(None)).await??;
    if frame.width == 0 || frame.height == 0 {
        return Err(Fault::new(Code::NoWindow, "There is nothing to see: the app has no screen."));
    }
    Ok(frame)
}

/// The size of the frame that coordinates are in.
pub(super) fn frame_size(frame: &Frame) -> (u32, u32) {
    let logical = |length: u32| (f64::from(length) / frame.ratio.max(0.01)).round() as u32;
    (logical(frame.width), logical(frame.height))
}

fn respond(picture: &Frame, text: String, frame: (u32, u32)) -> Result<Response, Fault> {
    if picture.rgba.is_empty() {
        return Err(Fault::new(Code::BadArgument, "There is nothing to see: the picture has no size."));
    }
    let bytes = png(picture).map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    let result: Json = json!({
        "success": true,
        "screenshot": {"type": "base64", "media_type": "image/png"},
        "width": picture.width,
        "height": picture.height,
        "frame": [frame.0, frame.1],
        "text": text,
    });
    let image = Image { media_type: "image/png", bytes, place: "/screenshot/data".into() };
    Ok(Response::told(text, result).with_image(image))
}

/// The browser's tool names each picture.
fn next_id() -> String {
    static LAST: AtomicU64 = AtomicU64::new(0);
    format!("ss_{}", LAST.fetch_add(1, Ordering::Relaxed) + 1)
}
