//! What a monitor shows, whoever drew it.

use super::{DesktopError, needs_x11};
use crate::Frame;
use xcap::{Monitor, XCapResult};

/// The pixels of the monitor whose top left is at this device pixel of the whole X screen, or nearest to it; without the
/// mouse pointer. The ratio is 1, since X knows none.
pub fn capture(left: i32, top: i32) -> Result<Frame, DesktopError> {
    needs_x11()?;
    let failed =
        |error: xcap::XCapError| DesktopError(format!("The X server gives no picture of its screen: {error}."));
    let monitors = Monitor::all().map_err(failed)?;
    let mut nearest: Option<(f64, &Monitor)> = None;
    for monitor in &monitors {
        let (x, y) = corner(monitor).map_err(failed)?;
        let distance = (x - f64::from(left)).abs() + (y - f64::from(top)).abs();
        if nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, monitor));
        }
    }
    let (_, monitor) = nearest.ok_or_else(|| DesktopError("The X server has no monitor.".to_owned()))?;
    let image = monitor.capture_image().map_err(failed)?;
    let (width, height) = image.dimensions();
    Ok(Frame { width, height, ratio: 1.0, rgba: image.into_raw() })
}

/// In device pixels, to a pixel or two: xcap divides by the scale that the desktop's settings name, and cuts the rest.
fn corner(monitor: &Monitor) -> XCapResult<(f64, f64)> {
    let scale = f64::from(monitor.scale_factor()?);
    Ok((f64::from(monitor.x()?) * scale, f64::from(monitor.y()?) * scale))
}
