//! Places on the screen of a fake app: which window is there, and which element of it.

use super::ui::FakeUi;
use crate::{Aim, ElementId, Elements, ObjectId, Obstacle, Scope, Ui};
use qtmcp_vision::Point;

impl FakeUi {
    /// The innermost shown element at a point, of the topmost window there.
    pub(super) fn innermost_at(&mut self, point: Point) -> Option<ElementId> {
        let window = self.windows().into_iter().find(|window| window.bounds.contains(point))?;
        let mut found: ElementId = window.id.into();
        loop {
            let inside = self.contents(found, Scope::Shown).into_iter().rev();
            let mut there = inside.filter(|inner| self.placement(inner.object).is_ok_and(|p| p.global.contains(point)));
            let Some(inner) = there.next() else { return Some(found) };
            drop(there);
            found = inner;
        }
    }

    /// Where an event at a point goes.
    pub(super) fn aim_at_place(&mut self, point: Point) -> Result<Aim, Obstacle> {
        let windows = self.windows();
        let window = windows.iter().find(|window| window.bounds.contains(point)).ok_or(Obstacle::Outside)?;
        if let Some(by) = window.blocked_by {
            return Err(Obstacle::Modal(by));
        }
        let met = self.innermost_at(point).unwrap_or(window.id.into());
        let area = self.placement(met.object).map(|placed| placed.global).unwrap_or_default();
        self.app.tree().aimed = Some((met, Point { x: point.x - area.x, y: point.y - area.y }));
        let local = Point { x: point.x - window.bounds.x, y: point.y - window.bounds.y };
        Ok(Aim { window: window.id, local, global: point, screen: point })
    }

    /// Gives a window another size, not below the property `minimum`.
    pub(super) fn resize_to(&mut self, window: ObjectId, width: u32, height: u32) -> (u32, u32) {
        let least = match self.property(window, "minimum") {
            Ok(crate::Value::Int(least)) => u32::try_from(least).unwrap_or_default(),
            _ => 0,
        };
        let (width, height) = (width.max(least), height.max(least));
        if let Some(object) = self.app.tree().get_mut(window) {
            (object.rect.width, object.rect.height) = (width.into(), height.into());
        }
        self.record(format!("resize {width}x{height}"));
        (width, height)
    }
}
