//! The pixels a client counts in: those of the last screenshot it was given.

use crate::{Fault, Session};
use qtmcp_vision::{Size, Space};

/// The space of the last screenshot, or the one that the first would have.
pub async fn space(session: &Session) -> Result<Space, Fault> {
    if let Some(space) = session.space() {
        return Ok(space);
    }
    let screen = session.app().visit(session.deadline(), |ui| ui.screen()).await??;
    let device = |length: f64| (length * screen.ratio).round().max(1.0) as u32;
    let size = Size { width: device(screen.area.width), height: device(screen.area.height) };
    let space = Space::new(screen.area, session.budget().fit(size));
    session.set_space(space);
    Ok(space)
}
