//! The marks of a screenshot, read off its pixels as whoever is shown it must: numbers in white on labels of a strong
//! colour, and around what each stands for a box of the label's colour that the label touches.

use crate::{Area, Colour, Picture};
use std::ops::Range;

/// A number and its box, as they are seen in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What the label says.
    pub number: u64,
    /// The outline, its line belonging to it.
    pub area: Area,
}

impl Mark {
    /// The middle of the box.
    #[must_use]
    pub fn middle(&self) -> [u32; 2] {
        let Area { x, y, width, height } = self.area;
        [x + width / 2, y + height / 2]
    }
}

/// All marks that can be read in a picture of one pixel for each dot of a digit. A label whose box cannot be made out is
/// none.
#[must_use]
pub fn read_marks(picture: &Picture) -> Vec<Mark> {
    let sight = Sight::new(picture);
    let with_box = |(id, label): (usize, &Label)| Some(Mark { number: label.number, area: sight.box_of(id, label)? });
    sight.labels.iter().enumerate().filter_map(with_box).collect()
}

/// Red, blue, green, violet, brown and teal.
const COLOURS: [Colour; 6] = [[200, 0, 40], [0, 80, 210], [0, 115, 50], [135, 0, 190], [165, 75, 0], [0, 105, 125]];

const WHITE: Colour = [255, 255, 255];

/// What the digits look like, row after row.
const DIGITS: [[&str; 9]; 10] = [
    [".####.", "##..##", "##..##", "##..##", "##..##", "##..##", "##..##", "##..##", ".####."],
    ["..##..", ".###..", "####..", "..##..", "..##..", "..##..", "..##..", "..##..", "######"],
    [".####.", "##..##", "....##", "....##", "...##.", "..##..", ".##...", "##....", "######"],
    [".####.", "##..##", "....##", "....##", "..###.", "....##", "....##", "##..##", ".####."],
    ["...##.", "..###.", ".####.", "##.##.", "##.##.", "######", "######", "...##.", "...##."],
    ["######", "##....", "##....", "#####.", "....##", "....##", "....##", "##..##", ".####."],
    [".####.", "##..##", "##....", "##....", "#####.", "##..##", "##..##", "##..##", ".####."],
    ["######", "....##", "....##", "...##.", "...##.", "..##..", "..##..", ".##...", ".##..."],
    [".####.", "##..##", "##..##", "##..##", ".####.", "##..##", "##..##", "##..##", ".####."],
    [".####.", "##..##", "##..##", "##..##", ".#####", "....##", "....##", "##..##", ".####."],
];

const DIGIT_WIDTH: u32 = 6;
const DIGIT_HEIGHT: u32 = 9;
/// Of the label's colour, around its digits.
const PADDING: u32 = 2;
const LABEL_HEIGHT: u32 = DIGIT_HEIGHT + 2 * PADDING;

struct Label {
    number: u64,
    colour: usize,
    area: Area,
}

/// What a pixel belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ink {
    /// The line of a box, by its colour.
    Line(usize),
    /// A label, by its place among those that were read.
    Label(usize),
    /// The app.
    None,
}

/// A picture and what of it are marks.
struct Sight {
    width: u32,
    height: u32,
    inks: Vec<Ink>,
    labels: Vec<Label>,
}

impl Sight {
    fn new(picture: &Picture) -> Self {
        let places = || (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let ink = |(x, y)| COLOURS.iter().position(|colour| *colour == picture.at(x, y)).map_or(Ink::None, Ink::Line);
        let mut inks: Vec<Ink> = places().map(ink).collect();
        let labels: Vec<Label> = places().filter_map(|(x, y)| label_at(picture, x, y)).collect();
        for (id, Label { area, .. }) in labels.iter().enumerate() {
            for y in rows(area) {
                for x in columns(area) {
                    inks[(y * picture.width + x) as usize] = Ink::Label(id);
                }
            }
        }
        Self { width: picture.width, height: picture.height, inks, labels }
    }

    fn ink(&self, x: u32, y: u32) -> Ink {
        self.inks[(y * self.width + x) as usize]
    }

    /// The box that a label belongs to: of all rectangles of its colour that it touches the one that is seen best, the
    /// largest of those that are seen alike: the label may hide a piece of it.
    fn box_of(&self, id: usize, label: &Label) -> Option<Area> {
        let (lines, posts) = (self.lines(label), self.posts(label));
        let mut best: Option<(f64, Area)> = None;
        for (nth, top) in lines.iter().enumerate() {
            for bottom in &lines[nth + 1..] {
                for (nth, left) in posts.iter().enumerate() {
                    for right in &posts[nth + 1..] {
                        let area = Area { x: *left, y: *top, width: right - left + 1, height: bottom - top + 1 };
                        let Some(seen) = touches(&label.area, &area).then(|| self.seen(&area, id, label.colour)) else {
                            continue;
                        };
                        let size = |area: &Area| u64::from(area.width) * u64::from(area.height);
                        if seen.is_some_and(|seen| {
                            best.is_none_or(|(most, found)| (seen, size(&area)) > (most, size(&found)))
                        }) {
                            best = seen.map(|seen| (seen, area));
                        }
                    }
                }
            }
        }
        best.map(|(_, area)| area)
    }

    /// How much of a box's outline is seen, of what its own label leaves; nothing if less than half or if there is a piece
    /// of the app in it. Lines and labels of others may have been drawn over it.
    fn seen(&self, area: &Area, id: usize, colour: usize) -> Option<f64> {
        let Area { x, y, width, height } = *area;
        let (right, bottom) = (x + width - 1, y + height - 1);
        let corners = [(x, y), (right, y), (x, bottom), (right, bottom)];
        if corners.iter().any(|(x, y)| self.ink(*x, *y) == Ink::None) {
            return None;
        }
        let across = columns(area).flat_map(|x| [(x, y), (x, bottom)]);
        let down = rows(area).flat_map(|y| [(x, y), (right, y)]);
        let (mut seen, mut hidden) = (0, 0);
        for (x, y) in across.chain(down) {
            match self.ink(x, y) {
                Ink::None => return None,
                Ink::Line(found) if found == colour => seen += 1,
                Ink::Label(found) if found == id => {}
                Ink::Line(_) | Ink::Label(_) => hidden += 1,
            }
        }
        (seen > hidden).then(|| f64::from(seen) / f64::from(seen + hidden))
    }

    /// The rows in which a box of a label's colour may begin or end: those with a piece of line, and those where the label
    /// may hide it.
    fn lines(&self, label: &Label) -> Vec<u32> {
        let is_line = |x: u32, y: u32| self.ink(x, y) == Ink::Line(label.colour);
        let has_line = |y: &u32| (2..self.width).any(|x| (x - 2..=x).all(|x| is_line(x, *y)));
        let Range { start, end } = rows(&label.area);
        (0..self.height).filter(|y| [start, end - 1].contains(y) || has_line(y)).collect()
    }

    /// The same for columns.
    fn posts(&self, label: &Label) -> Vec<u32> {
        let is_line = |x: u32, y: u32| self.ink(x, y) == Ink::Line(label.colour);
        let has_line = |x: &u32| (2..self.height).any(|y| (y - 2..=y).all(|y| is_line(*x, y)));
        let Range { start, end } = columns(&label.area);
        (0..self.width).filter(|x| [start, end - 1].contains(x) || has_line(x)).collect()
    }
}

fn rows(area: &Area) -> Range<u32> {
    area.y..area.y + area.height
}

fn columns(area: &Area) -> Range<u32> {
    area.x..area.x + area.width
}

/// Whether a label lies on a box's outline or next to it.
fn touches(label: &Area, outline: &Area) -> bool {
    let reaches = |one: Range<u32>, other: Range<u32>| one.start <= other.end && other.start <= one.end;
    let within = |one: Range<u32>, other: Range<u32>| other.start < one.start && one.end < other.end;
    let apart = !reaches(rows(label), rows(outline)) || !reaches(columns(label), columns(outline));
    !apart && !(within(rows(label), rows(outline)) && within(columns(label), columns(outline)))
}

/// The label whose top left corner a pixel is.
fn label_at(picture: &Picture, left: u32, top: u32) -> Option<Label> {
    let colour = COLOURS.iter().position(|colour| *colour == picture.at(left, top))?;
    let is = |x: u32, y: u32, colour: Colour| x < picture.width && y < picture.height && picture.at(x, y) == colour;
    let plain = |x: u32| (top..top + LABEL_HEIGHT).all(|y| is(x, y, COLOURS[colour]));
    if !plain(left) || !plain(left + 1) {
        return None;
    }
    let digit_at = |left: u32| {
        let looks_so = |rows: &[&str; 9]| {
            (top + PADDING..).zip(rows).all(|(y, row)| {
                (left..).zip(row.bytes()).all(|(x, dot)| is(x, y, if dot == b'#' { WHITE } else { COLOURS[colour] }))
            })
        };
        (0..).zip(&DIGITS).find(|(_, rows)| looks_so(rows)).map(|(digit, _): (u64, _)| digit)
    };
    let (mut number, mut end) = (digit_at(left + PADDING)?, left + PADDING + DIGIT_WIDTH);
    while let Some(digit) = plain(end).then(|| digit_at(end + 1)).flatten() {
        number = number * 10 + digit;
        end += 1 + DIGIT_WIDTH;
    }
    let area = Area { x: left, y: top, width: end + PADDING - left, height: LABEL_HEIGHT };
    (plain(end) && plain(end + 1)).then_some(Label { number, colour, area })
}
