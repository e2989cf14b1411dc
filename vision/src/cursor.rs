//! The mouse pointer, which no toolkit paints into its windows.

use crate::paint::polygon;
use crate::{Frame, ImagePoint, Point};

/// The arrow, its tip at the origin, in logical pixels.
const ARROW: [(f64, f64); 7] =
    [(0.0, 0.0), (0.0, 16.8), (3.5, 13.5), (6.0, 19.0), (9.9, 17.3), (7.4, 12.0), (12.0, 12.0)];

/// What of it is white: the arrow without a line of one pixel around.
const INSIDE: [(f64, f64); 7] =
    [(1.0, 2.4), (1.0, 14.5), (3.8, 11.8), (6.5, 17.7), (8.6, 16.8), (5.9, 11.0), (9.6, 11.0)];

/// No smaller than this, however much the picture was shrunk: it must be seen.
const LEAST_SCALE: f64 = 0.75;

/// Draws the arrow, its tip at `tip`: in logical pixels, from the frame's top left.
pub fn draw(frame: &mut Frame, tip: Point) {
    let scale = frame.ratio.max(LEAST_SCALE);
    let at = |(x, y): (f64, f64)| ImagePoint { x: tip.x * frame.ratio + x * scale, y: tip.y * frame.ratio + y * scale };
    let (arrow, inside) = (ARROW.map(at), INSIDE.map(at));
    polygon(frame, &arrow, [0, 0, 0]);
    polygon(frame, &inside, [255, 255, 255]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, height: u32, ratio: f64) -> Frame {
        Frame { width, height, ratio, rgba: [128, 128, 128, 255].repeat((width * height) as usize) }
    }

    /// Where anything was drawn: left, top, right, bottom, all inside.
    fn touched(frame: &Frame) -> (u32, u32, u32, u32) {
        let places = (0..frame.width * frame.height).map(|nth| (nth % frame.width, nth / frame.width));
        places
            .filter(|(x, y)| frame.pixel(*x, *y) != Some([128, 128, 128, 255]))
            .fold((u32::MAX, u32::MAX, 0, 0), |(left, top, right, bottom), (x, y)| {
                (left.min(x), top.min(y), right.max(x), bottom.max(y))
            })
    }

    #[test]
    fn the_tip_is_at_the_point_and_the_arrow_as_large_as_the_ratio_says() {
        for (ratio, right, bottom) in [(1.0, 31, 48), (2.0, 63, 97)] {
            let mut frame = grey(100, 100, ratio);
            draw(&mut frame, Point { x: 20.0, y: 30.0 });
            let (tip_x, tip_y) = ((20.0 * ratio) as u32, (30.0 * ratio) as u32);
            assert_eq!(touched(&frame), (tip_x, tip_y, right, bottom));
            let [red, ..] = frame.pixel(tip_x, tip_y + 1).unwrap();
            assert!(red < 64, "the tip is black, not {red}");
            let (x, y) = ((20.0 + 3.0) * ratio, (30.0 + 9.0) * ratio);
            assert_eq!(frame.pixel(x as u32, y as u32), Some([255, 255, 255, 255]));
        }
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        let mut frame = grey(20, 20, 1.0);
        draw(&mut frame, Point { x: 15.0, y: 15.0 });
        assert_eq!(touched(&frame), (15, 15, 19, 19));
        let mut frame = grey(20, 20, 1.0);
        for (x, y) in [(-50.0, 5.0), (5.0, -50.0), (20.0, 5.0), (1e9, 1e9), (f64::NAN, 0.0)] {
            draw(&mut frame, Point { x, y });
        }
        assert!(frame == grey(20, 20, 1.0));
    }
}
