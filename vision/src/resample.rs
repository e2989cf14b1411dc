//! Parts of a picture, and pictures of another size.

use crate::{Frame, Rect, Size};
use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

/// Of the filters that keep 9 pt text as sharp as it was, the one with the least ringing. 1920x1080 to 1456x819 takes
/// 3 ms with it; a plain average in Rust took 29 ms, the `image` crate 41 ms.
const FILTER: FilterType = FilterType::CatmullRom;

impl Frame {
    /// The picture in `size` pixels. Each is made of all the pixels that fall into it and some around, so that thin lines
    /// and text stay visible and sharp. Its ratio is as much smaller or larger.
    #[must_use]
    pub fn scaled(&self, size: Size) -> Frame {
        let size = Size { width: size.width.max(1), height: size.height.max(1) };
        self.resized(size).unwrap_or_else(|| self.clone())
    }

    /// `None` where there is nothing to do or to see.
    fn resized(&self, size: Size) -> Option<Frame> {
        if size == self.size() || self.width == 0 || self.height == 0 {
            return None;
        }
        let source = ImageRef::new(self.width, self.height, &self.rgba, PixelType::U8x4).ok()?;
        let mut scaled = Image::new(size.width, size.height, PixelType::U8x4);
        // Colours are weighted by how much of them is there, which costs a third more and changes nothing where all is.
        let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FILTER)).use_alpha(!self.is_opaque());
        Resizer::new().resize(&source, &mut scaled, &options).ok()?;
        let ratio = self.ratio * f64::from(size.width) / f64::from(self.width);
        Some(Frame { width: size.width, height: size.height, ratio, rgba: scaled.into_vec() })
    }

    /// The part of the picture inside `area`, given in logical pixels; empty where there is none.
    #[must_use]
    pub fn cropped(&self, area: Rect) -> Frame {
        let edge = |place: f64, most: u32| (place * self.ratio).round().clamp(0.0, f64::from(most)) as u32;
        let (left, right) = (edge(area.x, self.width), edge(area.x + area.width, self.width));
        let (top, bottom) = (edge(area.y, self.height), edge(area.y + area.height, self.height));
        let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
        let line = self.width as usize * 4;
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for row in self.rgba.chunks_exact(line.max(4)).skip(top as usize).take(height as usize) {
            rgba.extend_from_slice(&row[left as usize * 4..][..width as usize * 4]);
        }
        Frame { width, height, ratio: self.ratio, rgba }
    }
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

    fn size(width: u32, height: u32) -> Size {
        Size { width, height }
    }

    #[test]
    fn a_smaller_picture_keeps_areas_and_a_larger_one_blends() {
        let frame = grey(8, &[0, 0, 0, 0, 200, 200, 200, 200].repeat(4));
        let half = frame.scaled(size(4, 2));
        assert_eq!((half.size(), half.ratio, half.rgba.len()), (size(4, 2), 0.5, 32));
        assert!(values(&half).chunks(4).all(|row| row[0] < 10 && row[3] > 190), "{:?}", values(&half));
        let larger = values(&grey(2, &[0, 100]).scaled(size(4, 1)));
        assert!(larger.is_sorted() && larger[0] == 0 && (90..=110).contains(&larger[3]), "{larger:?}");
        assert_eq!(half.scaled(size(4, 2)), half);
    }

    #[test]
    fn a_line_of_one_pixel_is_seen_wherever_it_falls() {
        for column in (0..1920).step_by(13) {
            let mut row = vec![255; 1920];
            row[column] = 0;
            let shrunk = values(&grey(1920, &row).scaled(size(1456, 1)));
            let darkest = shrunk.iter().min().copied().unwrap_or(255);
            assert!(darkest < 150, "the line at {column} became {darkest}");
            let place = shrunk.iter().position(|value| *value == darkest).unwrap() as f64 + 0.5;
            let expected = (column as f64 + 0.5) * 1456.0 / 1920.0;
            assert!((place - expected).abs() <= 0.51, "the line at {column} moved to {place}");
        }
    }

    #[test]
    fn one_colour_stays_that_colour_at_any_size() {
        let frame = grey(7, &[77; 35]);
        for (width, height) in [(1, 1), (3, 2), (6, 5), (20, 9)] {
            let scaled = frame.scaled(size(width, height));
            assert!(scaled.rgba.chunks(4).all(|pixel| pixel == [77, 77, 77, 255]), "{width}x{height}");
            assert_eq!(scaled.rgba.len(), (width * height * 4) as usize);
        }
    }

    #[test]
    fn what_is_transparent_does_not_colour_its_neighbours() {
        let frame = Frame { width: 2, height: 1, ratio: 1.0, rgba: vec![200, 0, 0, 255, 0, 200, 0, 0] };
        let one = frame.scaled(size(1, 1));
        let [red, green, _, _] = one.pixel(0, 0).unwrap();
        assert!(red >= 198 && green <= 2, "{red} {green}");
    }

    #[test]
    fn a_picture_without_pixels_or_with_missing_ones_stays_what_it_is() {
        for (width, height, bytes) in [(0, 0, 0), (0, 5, 0), (4, 4, 7)] {
            let frame = Frame { width, height, ratio: 1.0, rgba: vec![9; bytes] };
            assert_eq!(frame.scaled(size(3, 3)), frame);
            assert_eq!(frame.scaled(size(0, 0)), frame);
        }
    }

    #[test]
    fn a_part_is_cut_out_in_logical_pixels_and_ends_at_the_edge() {
        let frame = Frame { ratio: 2.0, ..grey(4, &[1, 2, 3, 4, 5, 6, 7, 8]) };
        let part = frame.cropped(Rect { x: 1.0, y: 0.0, width: 9.0, height: 0.5 });
        assert_eq!((part.width, part.height, values(&part)), (2, 1, vec![3, 4]));
        let outside = frame.cropped(Rect { x: 9.0, y: 9.0, width: 1.0, height: 1.0 });
        assert_eq!((outside.width, outside.height, outside.rgba.len()), (0, 0, 0));
        let turned = frame.cropped(Rect { x: 1.0, y: 0.0, width: -1.0, height: 1.0 });
        assert_eq!((turned.width, turned.rgba.len()), (0, 0));
    }
}
