//! Where what is hidden is seen: those places are painted over in every picture.

use super::{Hiding, Object, QtUi};
use crate::{abi, fork, process};
use qtmcp_tool::vision::{Frame, Point, Rect};
use qtmcp_tool::{Elements, ObjectId, Placement};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What hidden places are painted with: no colour that apps have, and not so dark that one looks for an error.
const COLOUR: [u8; 4] = [0x60, 0x60, 0x60, 0xff];

/// Called by C++ with each widget or window it has a picture of, to be told what of it is hidden, in its coordinates.
pub(crate) unsafe extern "C" fn hidden_areas(root: *const c_void, to: *const abi::Rects) {
    if fork::in_child() || root.is_null() || to.is_null() {
        return;
    }
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let Some(engine) = process::engine() else { return };
        let deny = &engine.settings.policy.deny;
        if deny.is_empty() {
            return;
        }
        let areas = Hiding::new(QtUi::new(engine), deny).areas_in(root);
        // SAFETY: lent for the call.
        let to = unsafe { &*to };
        for area in areas {
            let area = abi::Rect { x: area.x, y: area.y, width: area.width, height: area.height };
            // SAFETY: as above.
            unsafe { (to.take)(to.context, &area) };
        }
    }));
}

impl Hiding<'_> {
    /// What of a widget or window is hidden, in its coordinates.
    fn areas_in(&mut self, root: Object) -> Vec<Rect> {
        let id = self.ui.id(root);
        // A widget's window shows its widget.
        let shown_as = self.ui.known_as(root).unwrap_or(id);
        let Some(place) = self.ui.object_placement(root) else { return Vec::new() };
        let here = |area: Rect| Rect { x: area.x - place.global.x, y: area.y - place.global.y, ..area };
        self.hidden_below(shown_as).into_iter().map(here).collect()
    }

    /// The places of hidden things on the screen, as it is composed.
    pub(super) fn areas_on_screen(&mut self) -> Vec<Rect> {
        let mut areas = Vec::new();
        for window in self.ui.windows() {
            let Some(shift) = self.ui.find(window.id).map(|object| self.shift_of(object)) else { continue };
            let there = |area: Rect| Rect { x: area.x + shift.x, y: area.y + shift.y, ..area };
            areas.extend(self.hidden_below(window.id).into_iter().map(there));
        }
        areas
    }

    /// Whether a hidden QML item lies at a point, in the topmost window there. An item that accessibility does not know is
    /// not found in any other way, though it may well take the input.
    pub(super) fn lies_hidden_at(&mut self, point: Point) -> bool {
        if self.ui.engine.parts.quick().is_none() {
            return false;
        }
        let topmost = self.ui.windows().into_iter().find(|window| window.bounds.contains(point));
        let Some(window) = topmost else { return false };
        let Some(shift) = self.ui.find(window.id).map(|object| self.shift_of(object)) else { return false };
        let here = Point { x: point.x - shift.x, y: point.y - shift.y };
        self.hidden_in(window.id).iter().any(|(area, is_item)| *is_item && area.contains(here))
    }

    /// A widget is moved with its window.
    fn shift_of(&self, object: Object) -> Point {
        let window = self.ui.engine.parts.widgets().map(|widgets| {
            // SAFETY: the object was found alive on this thread.
            unsafe { (widgets.window_of)(object) }
        });
        self.ui.shift(window.filter(|window| !window.is_null()).unwrap_or(object))
    }

    /// The places, in Qt's global coordinates, of everything hidden that is seen in an object.
    fn hidden_below(&mut self, root: ObjectId) -> Vec<Rect> {
        self.hidden_in(root).into_iter().map(|(area, _)| area).collect()
    }

    /// The same, each with whether it is a QML item.
    fn hidden_in(&mut self, root: ObjectId) -> Vec<(Rect, bool)> {
        let mut areas = Vec::new();
        let mut open = vec![(root, None)];
        while let Some((id, clip)) = open.pop() {
            let place = self.ui.find(id).and_then(|object| self.ui.object_placement(object));
            if place.as_ref().is_some_and(|place| !place.visible || (place.is_window && id != root)) {
                continue;
            }
            // What is seen of a widget is within what is seen of the one around it; an item may reach beyond.
            let within = place.as_ref().map(|place| clipped(place, clip));
            if let Some(area) = within.filter(|area| area.width > 0.0 && area.height > 0.0)
                && self.is_hidden(id)
            {
                areas.push((area, place.as_ref().is_some_and(|place| place.is_item)));
            }
            let clip = if place.as_ref().is_some_and(|place| place.is_widget) { within } else { clip };
            open.extend(self.ui.tree_children(id).into_iter().map(|child| (child, clip)));
        }
        areas
    }
}

fn clipped(place: &Placement, clip: Option<Rect>) -> Rect {
    let Some(clip) = clip else { return place.global };
    let area = place.global;
    let (left, top) = (area.x.max(clip.x), area.y.max(clip.y));
    let right = (area.x + area.width).min(clip.x + clip.width);
    let bottom = (area.y + area.height).min(clip.y + clip.height);
    Rect { x: left, y: top, width: (right - left).max(0.0), height: (bottom - top).max(0.0) }
}

/// Paints over an area in a picture of the area `shown`.
pub(super) fn cover(frame: &mut Frame, shown: &Rect, area: &Rect) {
    let (width, height) = (frame.width as usize, frame.height as usize);
    let (across, down) = (f64::from(frame.width) / shown.width, f64::from(frame.height) / shown.height);
    let within = |edge: f64, most: usize| (edge.max(0.0) as usize).min(most);
    let left = within(((area.x - shown.x) * across).floor(), width);
    let right = within(((area.x + area.width - shown.x) * across).ceil(), width);
    let top = within(((area.y - shown.y) * down).floor(), height);
    let bottom = within(((area.y + area.height - shown.y) * down).ceil(), height);
    for row in top..bottom {
        let begin = (row * width + left) * 4;
        let end = (row * width + right.max(left)) * 4;
        let Some(pixels) = frame.rgba.get_mut(begin..end) else { return };
        pixels.chunks_exact_mut(4).for_each(|pixel| pixel.copy_from_slice(&COLOUR));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(width: u32, height: u32) -> Frame {
        Frame { width, height, ratio: 1.0, rgba: vec![0; (width * height * 4) as usize] }
    }

    fn covered(frame: &Frame) -> Vec<(usize, usize)> {
        let pixels = frame.rgba.chunks_exact(4).enumerate().filter(|(_, pixel)| **pixel == COLOUR);
        pixels.map(|(nth, _)| (nth % frame.width as usize, nth / frame.width as usize)).collect()
    }

    #[test]
    fn an_area_is_covered_to_its_edges_at_any_scale() {
        let shown = Rect { x: 10.0, y: 20.0, width: 4.0, height: 4.0 };
        let mut plain = frame(4, 4);
        cover(&mut plain, &shown, &Rect { x: 11.0, y: 21.0, width: 2.0, height: 1.0 });
        assert_eq!(covered(&plain), [(1, 1), (2, 1)]);
        let mut double = frame(8, 8);
        cover(&mut double, &shown, &Rect { x: 11.2, y: 21.0, width: 0.5, height: 0.5 });
        assert_eq!(covered(&double), [(2, 2), (3, 2)]);
    }

    #[test]
    fn what_lies_outside_the_picture_is_let_be() {
        let shown = Rect { x: 0.0, y: 0.0, width: 4.0, height: 4.0 };
        for area in [(-9.0, -9.0, 4.0, 4.0), (9.0, 9.0, 4.0, 4.0), (1.0, 1.0, -5.0, 2.0)] {
            let mut frame = frame(4, 4);
            cover(&mut frame, &shown, &Rect { x: area.0, y: area.1, width: area.2, height: area.3 });
            assert_eq!(covered(&frame), []);
        }
        let mut frame = frame(4, 4);
        cover(&mut frame, &shown, &Rect { x: -5.0, y: 2.0, width: 99.0, height: 99.0 });
        assert_eq!(covered(&frame).len(), 8);
    }
}
