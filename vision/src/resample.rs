//! Parts of a picture, and pictures of another size.

use crate::{Frame, Rect};

impl Frame {
    /// The picture in `width` by `height` pixels. Smaller ones average what falls into each pixel, so that thin lines and
    /// text stay visible; larger ones blend between neighbours. Its ratio is as much smaller or larger.
    #[must_use]
    pub fn scaled(&self, width: u32, height: u32) -> Frame {
        let (width, height) = (width.max(1), height.max(1));
        if (width, height) == (self.width, self.height) || self.width == 0 || self.height == 0 {
            return self.clone();
        }
        let columns = spans(self.width, width);
        let rows = spans(self.height, height);
        // First along the rows, then along the columns; between the two, sums are kept in full precision.
        let line = self.width as usize * 4;
        let mut narrow = Vec::with_capacity(self.height as usize * width as usize * 4);
        for row in self.rgba.chunks_exact(line) {
            for span in &columns {
                narrow.extend(span.blend(|x, channel| f32::from(row[x * 4 + channel])));
            }
        }
        let line = width as usize * 4;
        let mut rgba = Vec::with_capacity(height as usize * line);
        for span in &rows {
            for x in 0..width as usize {
                let pixel = span.blend(|y, channel| narrow[y * line + x * 4 + channel]);
                rgba.extend(pixel.map(|value| value.round().clamp(0.0, 255.0) as u8));
            }
        }
        let ratio = self.ratio * f64::from(width) / f64::from(self.width);
        Frame { width, height, ratio, rgba }
    }

    /// The part of the picture inside `area`, given in logical pixels; empty where there is none.
    #[must_use]
    pub fn cropped(&self, area: Rect) -> Frame {
        let edge = |place: f64, most: u32| (place * self.ratio).round().clamp(0.0, f64::from(most)) as u32;
        let (left, right) = (edge(area.x, self.width), edge(area.x + area.width, self.width));
        let (top, bottom) = (edge(area.y, self.height), edge(area.y + area.height, self.height));
        let line = self.width as usize * 4;
        let rows = self.rgba.chunks_exact(line.max(4)).take(bottom as usize).skip(top as usize);
        let rgba: Vec<u8> = rows.flat_map(|row| &row[left as usize * 4..right as usize * 4]).copied().collect();
        Frame { width: right - left, height: bottom.saturating_sub(top), ratio: self.ratio, rgba }
    }
}

/// Which pixels of a line make one pixel of another, and how much of each.
struct Span {
    first: usize,
    weights: Vec<f32>,
}

impl Span {
    fn blend(&self, value: impl Fn(usize, usize) -> f32) -> [f32; 4] {
        let mut sum = [0.0; 4];
        for (nth, weight) in self.weights.iter().enumerate() {
            for (channel, sum) in sum.iter_mut().enumerate() {
                *sum += weight * value(self.first + nth, channel);
            }
        }
        sum
    }
}

fn spans(from: u32, to: u32) -> Vec<Span> {
    let step = f64::from(from) / f64::from(to);
    let last = f64::from(from) - 1.0;
    let span = |nth: u32| {
        let (start, end) = if step > 1.0 {
            (f64::from(nth) * step, f64::from(nth + 1) * step)
        } else {
            // A window of one pixel around the middle lies over two neighbours.
            let start = (f64::from(nth) + 0.5) * step - 0.5;
            (start.clamp(0.0, last), start.clamp(0.0, last) + 1.0)
        };
        let first = start.floor();
        let after = end.ceil().min(f64::from(from));
        let weight = |pixel: u32| {
            let covered = end.min(f64::from(pixel) + 1.0) - start.max(f64::from(pixel));
            (covered / (end - start)) as f32
        };
        Span { first: first as usize, weights: (first as u32..after as u32).map(weight).collect() }
    };
    (0..to).map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, values: &[u8]) -> Frame {
        let rgba: Vec<u8> = values.iter().flat_map(|value| [*value, *value, *value, 255]).collect();
        Frame { width, height: values.len() as u32 / width, ratio: 1.0, rgba }
    }

    fn values(frame: &Frame) -> Vec<u8> {
        frame.rgba.chunks(4).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn a_smaller_picture_averages_and_a_larger_one_blends() {
        let frame = grey(4, &[0, 100, 200, 200, 0, 100, 200, 200]);
        let half = frame.scaled(2, 1);
        assert_eq!((half.width, half.height, half.ratio), (2, 1, 0.5));
        assert_eq!(values(&half), [50, 200]);
        assert_eq!(values(&grey(3, &[0, 90, 90]).scaled(2, 1)), [30, 90]);
        assert_eq!(values(&grey(2, &[0, 100]).scaled(4, 1)), [0, 25, 75, 100]);
        assert_eq!(half.scaled(2, 1), half);
    }

    #[test]
    fn one_colour_stays_that_colour_at_any_size() {
        let frame = grey(7, &[77; 35]);
        for (width, height) in [(1, 1), (3, 2), (6, 5), (20, 9)] {
            let scaled = frame.scaled(width, height);
            assert!(scaled.rgba.chunks(4).all(|pixel| pixel == [77, 77, 77, 255]), "{width}x{height}");
            assert_eq!(scaled.rgba.len(), (width * height * 4) as usize);
        }
    }

    #[test]
    fn a_part_is_cut_out_in_logical_pixels_and_ends_at_the_edge() {
        let frame = Frame { ratio: 2.0, ..grey(4, &[1, 2, 3, 4, 5, 6, 7, 8]) };
        let part = frame.cropped(Rect { x: 1.0, y: 0.0, width: 9.0, height: 0.5 });
        assert_eq!((part.width, part.height, values(&part)), (2, 1, vec![3, 4]));
        let outside = frame.cropped(Rect { x: 9.0, y: 9.0, width: 1.0, height: 1.0 });
        assert_eq!((outside.width, outside.height, outside.rgba.len()), (0, 0, 0));
    }
}
