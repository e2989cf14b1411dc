//! Where a mark's number stands.

use crate::{Frame, ImageRect};

/// Whole pixels of a picture; right and bottom do not belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) bottom: i64,
}

/// The numbers placed so far in a picture with these elements.
pub(super) struct Labels<'a> {
    frame: &'a Frame,
    elements: Vec<Area>,
    placed: Vec<Area>,
}

// What makes a place bad, each for a label that is wholly so. A number that cannot be read is worst, then a thing that
// cannot be recognised, then a detail that is hidden; being over a neighbour's empty space only matters between equals.
const OVER_A_NUMBER: f64 = 1000.0;
const OVER_A_MIDDLE: f64 = 300.0;
const OVER_DETAIL: f64 = 60.0;
const OVER_A_NEIGHBOUR: f64 = 12.0;
/// Keeps the order of the places between those that are otherwise alike.
const LATER_PLACE: f64 = 0.25;

/// The least difference of two neighbouring pixels, summed over the channels, that is something to see.
const DETAIL: u32 = 48;

impl Area {
    /// The pixels of `rect` that are in the frame, if any.
    pub(super) fn seen(rect: ImageRect, frame: &Frame) -> Option<Area> {
        let place = |at: f64, length: u32| at.round().clamp(0.0, f64::from(length)) as i64;
        let area = Area {
            left: place(rect.x, frame.width),
            top: place(rect.y, frame.height),
            right: place(rect.x + rect.width, frame.width),
            bottom: place(rect.y + rect.height, frame.height),
        };
        (area.left < area.right && area.top < area.bottom).then_some(area)
    }

    /// How many pixels two areas have in common.
    fn common(&self, other: &Area) -> i64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0) * down.max(0)
    }

    fn pixels(&self) -> i64 {
        (self.right - self.left) * (self.bottom - self.top)
    }

    /// What one aims at: the middle, with room for a pointer's tip.
    fn middle(&self) -> Area {
        const ROOM: i64 = 4;
        let (x, y) = ((self.left + self.right) / 2, (self.top + self.bottom) / 2);
        Area {
            left: (x - ROOM).max(self.left),
            top: (y - ROOM).max(self.top),
            right: (x + ROOM).min(self.right),
            bottom: (y + ROOM).min(self.bottom),
        }
    }
}

impl<'a> Labels<'a> {
    pub(super) fn new(frame: &'a Frame, elements: Vec<Area>) -> Self {
        Self { frame, elements, placed: Vec::new() }
    }

    /// The best place for a label of this width and height beside or in `element`.
    pub(super) fn place(&mut self, element: Area, size: (i64, i64)) -> Area {
        let costs = places(element, size).into_iter().enumerate().map(|(nth, (x, y))| {
            let at = self.inside(x, y, size);
            (at, self.cost(element, at) + nth as f64 * LATER_PLACE)
        });
        let best = costs.min_by(|one, other| one.1.total_cmp(&other.1)).map_or(element, |(at, _)| at);
        self.placed.push(best);
        best
    }

    /// Moved into the picture, as far as it has room.
    fn inside(&self, x: i64, y: i64, (width, height): (i64, i64)) -> Area {
        let moved = |at: i64, length: i64, most: u32| at.min(i64::from(most) - length).max(0);
        let (left, top) = (moved(x, width, self.frame.width), moved(y, height, self.frame.height));
        Area { left, top, right: left + width, bottom: top + height }
    }

    fn cost(&self, element: Area, at: Area) -> f64 {
        let part = |pixels: i64, of: i64| pixels as f64 / of.max(1) as f64;
        let numbers: i64 = self.placed.iter().map(|placed| placed.common(&at)).sum();
        let mut cost = OVER_A_NUMBER * part(numbers, at.pixels());
        for other in self.elements.iter().filter(|other| other.common(&at) > 0) {
            let middle = other.middle();
            cost += OVER_A_MIDDLE * part(middle.common(&at), middle.pixels());
            // An element around this one is where it stands, no neighbour.
            if other.common(&element) == 0 {
                cost += OVER_A_NEIGHBOUR * part(other.common(&at), at.pixels());
            }
        }
        cost + OVER_DETAIL * self.detail(at)
    }

    /// How much there is to see: the part of the pixels that differ from the next one that would be covered too.
    fn detail(&self, at: Area) -> f64 {
        let pixel = |x: i64, y: i64| self.frame.pixel(u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let far = |one: [u8; 4], other: [u8; 4]| {
            one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>() >= DETAIL
        };
        let differs = |x: i64, y: i64| {
            let next = [(x + 1, y), (x, y + 1)].into_iter().filter(|(x, y)| *x < at.right && *y < at.bottom);
            let here = pixel(x, y);
            next.filter_map(|(x, y)| pixel(x, y)).any(|next| here.is_some_and(|here| far(here, next)))
        };
        let places = (at.top..at.bottom).flat_map(|y| (at.left..at.right).map(move |x| (x, y)));
        places.filter(|(x, y)| differs(*x, *y)).count() as f64 / at.pixels().max(1) as f64
    }
}

/// Places that share a piece of the element's edge, so that one sees whose number it is; the likeliest to be free first:
/// above, inside at the corners, beside, below.
fn places(Area { left, top, right, bottom }: Area, (width, height): (i64, i64)) -> [(i64, i64); 16] {
    let (far_left, far_top) = (right - width, bottom - height);
    let middle = (top + bottom - height) / 2;
    [
        (left, top - height),
        (far_left, top - height),
        (far_left, top),
        (left, top),
        (left - width, middle),
        (right, middle),
        (left, bottom),
        (far_left, bottom),
        (far_left, far_top),
        (left, far_top),
        (left - width, top),
        (right, top),
        (left - width, far_top),
        (right, far_top),
        // Half over the edge, where all around is full.
        (left - width / 2, top - height / 2),
        (right - width / 2, top - height / 2),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(width: u32, height: u32, shade: impl Fn(u32, u32) -> u8) -> Frame {
        let pixels = (0..width * height).map(|nth| shade(nth % width, nth / width));
        Frame { width, height, ratio: 1.0, rgba: pixels.flat_map(|shade| [shade, shade, shade, 255]).collect() }
    }

    fn area(left: i64, top: i64, right: i64, bottom: i64) -> Area {
        Area { left, top, right, bottom }
    }

    #[test]
    fn a_number_avoids_what_there_is_to_see() {
        // Stripes all around the element and in it, but for a patch at its right end.
        let striped =
            |x: u32, y: u32| if (80..100).contains(&x) && (50..70).contains(&y) { 200 } else { (x % 2 * 255) as u8 };
        let frame = frame(200, 200, striped);
        let element = area(20, 50, 100, 70);
        assert_eq!(Labels::new(&frame, vec![element]).place(element, (17, 13)), area(83, 50, 100, 63));
    }

    #[test]
    fn a_number_stands_on_no_other_and_on_no_middle() {
        let frame = frame(300, 300, |_, _| 128);
        let elements: Vec<Area> = (0..9)
            .map(|nth| area(100 + nth % 3 * 12, 100 + nth / 3 * 12, 112 + nth % 3 * 12, 112 + nth / 3 * 12))
            .collect();
        let outer: Vec<Area> =
            elements.iter().copied().filter(|element| *element != area(112, 112, 124, 124)).collect();
        let mut labels = Labels::new(&frame, elements.clone());
        let placed: Vec<Area> = outer.iter().map(|element| labels.place(*element, (10, 13))).collect();
        for (nth, one) in placed.iter().enumerate() {
            assert!(placed[..nth].iter().all(|other| one.common(other) == 0), "{placed:?}");
            assert!(elements.iter().all(|element| element.middle().common(one) == 0), "{one:?}");
        }
    }

    #[test]
    fn a_number_stays_in_the_picture() {
        let frame = frame(60, 40, |_, _| 128);
        for (left, top) in [(0, 0), (50, 0), (0, 30), (50, 30)] {
            let element = area(left, top, left + 10, top + 10);
            let at = Labels::new(&frame, vec![element]).place(element, (17, 13));
            assert!(at.left >= 0 && at.top >= 0 && at.right <= 60 && at.bottom <= 40, "{at:?}");
            assert_eq!(element.middle().common(&at), 0);
        }
    }
}
