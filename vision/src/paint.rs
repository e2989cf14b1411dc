//! Drawing on a frame: rectangles and outlines with smooth edges, in the frame's own pixels, cut off at its edges.

use crate::{Frame, ImagePoint};
use std::ops::Range;

/// How finely a shape's edge is looked at: so many places in each pixel, across and down.
const SAMPLES: u32 = 4;

/// Fills whole pixels.
pub(crate) fn fill(frame: &mut Frame, columns: Range<i64>, rows: Range<i64>, colour: [u8; 3]) {
    let columns = inside(columns, frame.width);
    for row in inside(rows, frame.height) {
        let start = row * frame.width as usize;
        let line = frame.rgba.get_mut((start + columns.start) * 4..(start + columns.end) * 4).unwrap_or_default();
        for pixel in line.as_chunks_mut::<4>().0 {
            *pixel = [colour[0], colour[1], colour[2], 255];
        }
    }
}

/// Fills a shape given by its corners.
pub(crate) fn polygon(frame: &mut Frame, corners: &[ImagePoint], colour: [u8; 3]) {
    let range = |places: &mut dyn Iterator<Item = f64>| {
        let (least, most) = places.fold((f64::MAX, f64::MIN), |(least, most), at| (least.min(at), most.max(at)));
        least.floor() as i64..most.ceil() as i64
    };
    let columns = inside(range(&mut corners.iter().map(|corner| corner.x)), frame.width);
    let rows = inside(range(&mut corners.iter().map(|corner| corner.y)), frame.height);
    for (row, column) in rows.flat_map(|row| columns.clone().map(move |column| (row, column))) {
        let sample = |base: usize, nth: u32| base as f64 + (f64::from(nth) + 0.5) / f64::from(SAMPLES);
        let covered = (0..SAMPLES * SAMPLES)
            .filter(|nth| holds(corners, sample(column, nth % SAMPLES), sample(row, nth / SAMPLES)))
            .count();
        let start = (row * frame.width as usize + column) * 4;
        if covered > 0
            && let Some([pixel]) = frame.rgba.get_mut(start..start + 4).map(|bytes| bytes.as_chunks_mut::<4>().0)
        {
            blend(pixel, colour, covered as f64 / f64::from(SAMPLES * SAMPLES));
        }
    }
}

/// Whether a shape holds a place: a line from there to the right crosses its outline an odd number of times.
fn holds(corners: &[ImagePoint], x: f64, y: f64) -> bool {
    let before = corners.iter().cycle().skip(corners.len().saturating_sub(1));
    let crossed = corners
        .iter()
        .zip(before)
        .filter(|(a, b)| (a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossed.count() % 2 == 1
}

fn blend(pixel: &mut [u8; 4], colour: [u8; 3], part: f64) {
    for (channel, value) in pixel.iter_mut().zip([colour[0], colour[1], colour[2], 255]) {
        *channel = (f64::from(*channel) * (1.0 - part) + f64::from(value) * part).round() as u8;
    }
}

fn inside(range: Range<i64>, length: u32) -> Range<usize> {
    let within = |place: i64| place.clamp(0, i64::from(length)) as usize;
    within(range.start)..within(range.end).max(within(range.start))
}
