//! Marks: a box around each element of a picture and its number beside it, so that whoever looks at the picture can name
//! what is in it. Drawn on the picture that is sent, after any shrinking, so that the numbers stay sharp.

mod place;

use crate::paint::fill;
use crate::{Frame, ImageRect};
use place::{Area, Labels};

/// An element to mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What is written beside it.
    pub number: u64,
    /// Where it is in the picture.
    pub area: ImageRect,
}

/// Dark enough for white digits (contrast 4.5 to 1 and more) and far apart, so that a number and a box of one colour
/// belong together.
const COLOURS: [[u8; 3]; 6] = [[200, 0, 40], [0, 80, 210], [0, 115, 50], [135, 0, 190], [165, 75, 0], [0, 105, 125]];

const WHITE: [u8; 3] = [255, 255, 255];

/// Nought to nine, a bit for each of six columns.
const DIGITS: [[u8; 9]; 10] = [
    [0b011110, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b011110],
    [0b001100, 0b011100, 0b111100, 0b001100, 0b001100, 0b001100, 0b001100, 0b001100, 0b111111],
    [0b011110, 0b110011, 0b000011, 0b000011, 0b000110, 0b001100, 0b011000, 0b110000, 0b111111],
    [0b011110, 0b110011, 0b000011, 0b000011, 0b001110, 0b000011, 0b000011, 0b110011, 0b011110],
    [0b000110, 0b001110, 0b011110, 0b110110, 0b110110, 0b111111, 0b111111, 0b000110, 0b000110],
    [0b111111, 0b110000, 0b110000, 0b111110, 0b000011, 0b000011, 0b000011, 0b110011, 0b011110],
    [0b011110, 0b110011, 0b110000, 0b110000, 0b111110, 0b110011, 0b110011, 0b110011, 0b011110],
    [0b111111, 0b000011, 0b000011, 0b000110, 0b000110, 0b001100, 0b001100, 0b011000, 0b011000],
    [0b011110, 0b110011, 0b110011, 0b110011, 0b011110, 0b110011, 0b110011, 0b110011, 0b011110],
    [0b011110, 0b110011, 0b110011, 0b110011, 0b011111, 0b000011, 0b000011, 0b110011, 0b011110],
];

const DIGIT_WIDTH: i64 = 6;
const DIGIT_HEIGHT: i64 = 9;
/// Between two digits.
const GAP: i64 = 1;
/// Between the digits and the label's edge.
const PADDING: i64 = 2;

/// Draws the marks of all elements that can be seen. A number stands where it covers no other, no element's middle and as
/// little as possible of what there is to see.
pub fn draw(frame: &mut Frame, marks: &[Mark]) {
    let scale = frame.ratio.round().clamp(1.0, 8.0) as i64;
    let seen: Vec<(Mark, Area)> =
        marks.iter().filter_map(|mark| Some((*mark, Area::seen(mark.area, frame)?))).collect();
    let mut labels = Labels::new(frame, seen.iter().map(|(_, area)| *area).collect());
    let placed: Vec<Area> =
        seen.iter().map(|(mark, area)| labels.place(*area, label_size(mark.number, scale))).collect();
    let colours = || COLOURS.into_iter().cycle();
    for ((_, area), colour) in seen.iter().zip(colours()) {
        outline(frame, *area, scale, colour);
    }
    // Numbers are above all boxes.
    for (((mark, _), at), colour) in seen.iter().zip(placed).zip(colours()) {
        label(frame, at, mark.number, scale, colour);
    }
}

fn label_size(number: u64, scale: i64) -> (i64, i64) {
    let digits = number.to_string().len() as i64;
    ((digits * (DIGIT_WIDTH + GAP) - GAP + 2 * PADDING) * scale, (DIGIT_HEIGHT + 2 * PADDING) * scale)
}

fn outline(frame: &mut Frame, Area { left, top, right, bottom }: Area, line: i64, colour: [u8; 3]) {
    fill(frame, left..right, top..top + line, colour);
    fill(frame, left..right, bottom - line..bottom, colour);
    fill(frame, left..left + line, top..bottom, colour);
    fill(frame, right - line..right, top..bottom, colour);
}

fn label(frame: &mut Frame, at: Area, number: u64, scale: i64, colour: [u8; 3]) {
    fill(frame, at.left..at.right, at.top..at.bottom, colour);
    let top = at.top + PADDING * scale;
    let digits = number.to_string();
    for (nth, digit) in (0..).zip(digits.bytes()) {
        let left = at.left + (PADDING + nth * (DIGIT_WIDTH + GAP)) * scale;
        for (row, bits) in (0..).zip(DIGITS[usize::from(digit - b'0')]) {
            for column in (0..DIGIT_WIDTH).filter(|column| bits >> (DIGIT_WIDTH - 1 - column) & 1 == 1) {
                let (x, y) = (left + column * scale, top + row * scale);
                fill(frame, x..x + scale, y..y + scale, WHITE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, height: u32, ratio: f64) -> Frame {
        Frame { width, height, ratio, rgba: [128, 128, 128, 255].repeat((width * height) as usize) }
    }

    fn mark(number: u64, x: f64, y: f64, width: f64, height: f64) -> Mark {
        Mark { number, area: ImageRect { x, y, width, height } }
    }

    /// The numbers that stand in a picture, found by their digits on labels of their colour; unordered.
    fn numbers(frame: &Frame, scale: u32) -> Vec<u64> {
        let white = |x: u32, y: u32| frame.pixel(x, y).is_some_and(|pixel| pixel[..3] == WHITE);
        // Both corners of a digit's square, so that a larger digit is found once.
        let dot = |x: u32, y: u32, bit: bool| white(x, y) == bit && white(x + scale - 1, y + scale - 1) == bit;
        // The one dot that all digits have.
        let digit_at = |x: u32, y: u32| {
            (0..if white(x + 3 * scale, y) { 10 } else { 0 }).find(|digit| {
                (0..9).all(|row| {
                    (0..6).all(|column| {
                        let bit = DIGITS[*digit][row as usize] >> (5 - column) & 1 == 1;
                        dot(x + column * scale, y + row * scale, bit)
                    })
                })
            })
        };
        let mut found: Vec<(u32, u32, u64)> = Vec::new();
        for y in 0..frame.height {
            for x in 0..frame.width {
                let Some(digit) = digit_at(x, y) else { continue };
                match found.iter_mut().find(|(last, row, _)| *row == y && *last + 7 * scale == x) {
                    Some(number) => *number = (x, y, number.2 * 10 + digit as u64),
                    None => found.push((x, y, digit as u64)),
                }
            }
        }
        found.into_iter().map(|(_, _, number)| number).collect()
    }

    #[test]
    fn every_element_has_its_number_and_its_box() {
        let mut frame = grey(400, 300, 1.0);
        let marks =
            [mark(7, 50.0, 50.0, 80.0, 24.0), mark(1234, 200.0, 100.0, 100.0, 60.0), mark(890, 60.0, 200.0, 9.0, 9.0)];
        draw(&mut frame, &marks);
        let mut found = numbers(&frame, 1);
        found.sort_unstable();
        assert_eq!(found, [7, 890, 1234]);
        for (mark, colour) in marks.iter().zip(COLOURS) {
            let ImageRect { x, y, width, height } = mark.area;
            let corners = [(x, y), (x + width - 1.0, y), (x, y + height - 1.0), (x + width - 1.0, y + height - 1.0)];
            let drawn = corners.iter().filter(|(x, y)| frame.pixel(*x as u32, *y as u32).unwrap()[..3] == colour);
            assert!(drawn.count() >= 3, "the box of {}", mark.number);
        }
    }

    #[test]
    fn a_finer_picture_has_larger_numbers() {
        let mut frame = grey(400, 300, 2.0);
        draw(&mut frame, &[mark(35, 100.0, 100.0, 90.0, 50.0)]);
        assert_eq!(numbers(&frame, 2), [35]);
    }

    #[test]
    fn all_numbers_can_be_read_in_a_dense_form_and_no_middle_is_covered() {
        let mut frame = grey(600, 400, 0.758);
        let marks: Vec<Mark> = (0..60)
            .map(|nth| {
                let (column, row) = (f64::from(nth % 5), f64::from(nth / 5));
                mark(u64::from(nth as u32) + 70, column * 118.0 + 4.3, row * 32.0 + 8.7, 86.4, 20.2)
            })
            .collect();
        draw(&mut frame, &marks);
        let mut found = numbers(&frame, 1);
        found.sort_unstable();
        assert_eq!(found, (70..130).collect::<Vec<_>>());
        for mark in &marks {
            let middle = mark.area.center();
            assert_eq!(frame.pixel(middle.x as u32, middle.y as u32), Some([128, 128, 128, 255]), "{mark:?}");
        }
    }

    #[test]
    fn what_is_not_seen_has_no_mark_and_what_reaches_beyond_the_edge_is_numbered_inside() {
        let mut frame = grey(100, 80, 1.0);
        let outside =
            [(-50.0, 0.0, 50.0, 10.0), (100.0, 5.0, 9.0, 9.0), (5.0, 5.0, 0.0, 9.0), (f64::NAN, 0.0, 9.0, 9.0)];
        let outside = outside.map(|(x, y, width, height)| mark(1, x, y, width, height));
        draw(&mut frame, &outside);
        assert!(frame == grey(100, 80, 1.0));
        for area in [(-20.0, -20.0, 30.0, 30.0), (90.0, 70.0, 500.0, 500.0), (-1e9, -1e9, 2e9, 2e9)] {
            let mut frame = grey(100, 80, 1.0);
            draw(&mut frame, &[mark(42, area.0, area.1, area.2, area.3)]);
            assert_eq!(numbers(&frame, 1), [42], "{area:?}");
        }
    }

    #[test]
    fn a_picture_too_small_for_any_number_is_no_fault() {
        for (width, height) in [(0, 0), (1, 1), (5, 5)] {
            draw(&mut grey(width, height, 1.0), &[mark(1000, 0.0, 0.0, 5.0, 5.0)]);
        }
    }
}
