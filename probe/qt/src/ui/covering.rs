//! Pictures without secrets, as far as C++ does not see to it: elements that show the value of a named secret, and password
//! fields on the real screen.

use super::QtUi;
use qtmcp_tool::a11y::RawNode;
use qtmcp_tool::vision::{Frame, Point, Rect};
use qtmcp_tool::{ElementId, Elements, ObjectId, Scope};

/// The colour that C++ paints over fields with.
const COLOUR: [u8; 4] = [0x9a, 0x9a, 0xa2, 0xff];

/// As much of what holds others as its own title takes.
const TITLE: f64 = 32.0;

impl QtUi<'_> {
    /// Paints over what shows a named secret in a picture of this area of the app's screen.
    pub(super) fn cover_named(&mut self, frame: &mut Frame, area: Rect) {
        for (_, place) in self.shown_secrets() {
            fill(frame, area, place);
        }
    }

    /// The same in a picture of one object. Where it shows only a part of the object, nobody knows which.
    pub(super) fn cover_named_in(&mut self, of: ObjectId, frame: &mut Frame) {
        let secrets = self.shown_secrets();
        if secrets.is_empty() {
            return;
        }
        let Some(bounds) = self.describe(of.into()).map(|node| node.bounds) else { return };
        let is_whole = (bounds.width * frame.ratio - f64::from(frame.width)).abs() < 2.0
            && (bounds.height * frame.ratio - f64::from(frame.height)).abs() < 2.0;
        for (_, place) in secrets {
            if is_whole {
                fill(frame, bounds, place);
            } else if overlap(place, bounds) {
                fill(frame, bounds, Rect { x: bounds.x, y: bounds.y, width: f64::MAX, height: f64::MAX });
            }
        }
    }

    /// Paints over password fields and named secrets in a picture of the real screen, whose top left is at `corner` in Qt's
    /// coordinates.
    pub(super) fn cover_real(&mut self, frame: &mut Frame, corner: Point, area: Rect) {
        let mut places = Vec::new();
        for field in self.engine.veil.known() {
            let placed = self.find(crate::values::object_id(field)).and_then(|object| self.object_placement(object));
            places.extend(placed.filter(|placed| placed.visible).map(|placed| placed.global));
        }
        for (window, place) in self.shown_secrets() {
            let shift = self.window_of(window).map(|(_, window)| self.shift(window)).unwrap_or_default();
            places.push(Rect { x: place.x - shift.x, y: place.y - shift.y, ..place });
        }
        for place in places {
            fill(frame, area, Rect { x: place.x - corner.x, y: place.y - corner.y, ..place });
        }
    }

    /// The windows and places, on the app's screen, of all that shows a named secret.
    fn shown_secrets(&mut self) -> Vec<(ObjectId, Rect)> {
        let mut places = Vec::new();
        if self.engine.veil.named.is_empty() {
            return places;
        }
        for window in self.windows() {
            let mut open: Vec<ElementId> = vec![window.id.into()];
            while let Some(element) = open.pop() {
                let Some(node) = self.describe(element) else { continue };
                let inside = self.contents(element, Scope::Shown);
                if element != window.id.into() && self.shows_secret(&node) && !self.is_covered(element, node.bounds) {
                    let height = if inside.is_empty() { node.bounds.height } else { node.bounds.height.min(TITLE) };
                    places.push((window.id, Rect { height, ..node.bounds }));
                }
                open.extend(inside);
            }
        }
        places
    }

    fn shows_secret(&self, node: &RawNode) -> bool {
        let named = &self.engine.veil.named;
        let value = node.value.as_deref().unwrap_or_default();
        [&node.name, value, &node.description, &node.placeholder, &node.header]
            .into_iter()
            .any(|text| named.is_in(text))
    }

    /// Whether something else lies over all of an element, as far as five points can tell.
    fn is_covered(&mut self, element: ElementId, bounds: Rect) -> bool {
        let at =
            |right: f64, down: f64| Point { x: bounds.x + bounds.width * right, y: bounds.y + bounds.height * down };
        let points = [at(0.5, 0.5), at(0.1, 0.2), at(0.9, 0.2), at(0.1, 0.8), at(0.9, 0.8)];
        points.into_iter().all(|point| {
            let mut above = self.element_at(point);
            while let Some(found) = above {
                if found == element {
                    return false;
                }
                above = self.container(found);
            }
            true
        })
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/// Fills a place, whole pixels of it, in a picture of `area`.
fn fill(frame: &mut Frame, area: Rect, place: Rect) {
    let width = frame.width as usize;
    let pixels = |logical: f64, most: u32| (logical * frame.ratio).clamp(0.0, f64::from(most));
    let left = pixels(place.x - area.x, frame.width).floor() as usize;
    let right = pixels(place.x - area.x + place.width, frame.width).ceil() as usize;
    let top = pixels(place.y - area.y, frame.height).floor() as usize;
    let bottom = pixels(place.y - area.y + place.height, frame.height).ceil() as usize;
    for row in frame.rgba.chunks_exact_mut(width.max(1) * 4).take(bottom).skip(top) {
        for pixel in row.chunks_exact_mut(4).take(right).skip(left) {
            pixel.copy_from_slice(&COLOUR);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_filled_to_its_last_pixel_and_no_further() {
        let mut frame = Frame { width: 6, height: 4, ratio: 2.0, rgba: vec![0; 6 * 4 * 4] };
        let area = Rect { x: 10.0, y: 10.0, width: 3.0, height: 2.0 };
        fill(&mut frame, area, Rect { x: 11.0, y: 10.5, width: 0.7, height: 9.0 });
        let filled: Vec<(u32, u32)> = (0..4)
            .flat_map(|y| (0..6).map(move |x| (x, y)))
            .filter(|(x, y)| frame.pixel(*x, *y) == Some(COLOUR))
            .collect();
        assert_eq!(filled, [(2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (3, 3)]);
    }
}
