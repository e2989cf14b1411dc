//! The marks of a screenshot, read off its pixels as whoever is shown it must: numbers in white on labels of a strong
//! colour, and around what each stands for a box of the label's colour that the label touches.

use crate::{Area, Colour, Picture};
use std::collections::BTreeSet;
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

/// How well a box is seen: the part of its outline that others leave of it, how many pixels are seen, and its size, for
/// where its own label hides an end of it.
type Clarity = (f64, u32, u32);

/// A picture and what of it are marks.
struct Sight {
    width: u32,
    height: u32,
    inks: Vec<Ink>,
    labels: Vec<Label>,
    /// For each colour the rows and the columns in which a box may begin or end: those with a piece of its line along them,
    /// and those where its line goes on under that of another or under a label.
    lines: [(BTreeSet<u32>, BTreeSet<u32>); COLOURS.len()],
}

impl Sight {
    fn new(picture: &Picture) -> Self {
        let places = || (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let ink = |(x, y)| COLOURS.iter().position(|colour| *colour == picture.at(x, y)).map_or(Ink::None, Ink::Line);
        let mut sight = Self {
            width: picture.width,
            height: picture.height,
            inks: places().map(ink).collect(),
            labels: Vec::new(),
            lines: Default::default(),
        };
        for (x, y) in places() {
            if let Ink::Line(colour) = sight.ink(x, y) {
                sight.labels.extend(label_at(picture, x, y, colour));
            }
        }
        for (id, Label { area, .. }) in sight.labels.iter().enumerate() {
            for y in rows(area) {
                for x in columns(area) {
                    sight.inks[(y * sight.width + x) as usize] = Ink::Label(id);
                }
            }
        }
        for (x, y) in places() {
            let Ink::Line(colour) = sight.ink(x, y) else { continue };
            let same = |x: u32, y: u32| sight.is_inside(x, y) && sight.ink(x, y) == Ink::Line(colour);
            let hidden = |x: u32, y: u32| sight.is_inside(x, y) && !same(x, y) && sight.ink(x, y) != Ink::None;
            let beside = |at: u32| [at.wrapping_sub(1), at + 1];
            let mut columns: Vec<u32> = beside(x).into_iter().filter(|x| hidden(*x, y)).collect();
            let mut rows: Vec<u32> = beside(y).into_iter().filter(|y| hidden(x, *y)).collect();
            columns.extend((same(x, y + 1) && same(x, y + 2)).then_some(x));
            rows.extend((same(x + 1, y) && same(x + 2, y)).then_some(y));
            sight.lines[colour].0.extend(rows);
            sight.lines[colour].1.extend(columns);
        }
        sight
    }

    fn is_inside(&self, x: u32, y: u32) -> bool {
        x < self.width && y < self.height
    }

    fn ink(&self, x: u32, y: u32) -> Ink {
        self.inks[(y * self.width + x) as usize]
    }

    /// The box that a label belongs to: of all rectangles of its colour that it touches the one that is seen best.
    fn box_of(&self, id: usize, label: &Label) -> Option<Area> {
        let (across, down) = &self.lines[label.colour];
        // A label may hide a line on its own edge.
        let tops = with_ends(across, rows(&label.area));
        let lefts = with_ends(down, columns(&label.area));
        let mut best: Option<(Clarity, Area)> = None;
        for (top, bottom) in pairs(&tops) {
            for (left, right) in pairs(&lefts) {
                let area = Area { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
                let seen = if touches(&label.area, &area) { self.seen(&area, id, label.colour) } else { None };
                best = match (best, seen) {
                    (Some(best), Some(seen)) if best.0 >= seen => Some(best),
                    (_, Some(seen)) => Some((seen, area)),
                    (best, None) => best,
                };
            }
        }
        best.map(|(_, area)| area)
    }

    /// How well a box's outline is seen; not at all if less than half of it is or if a piece of the app is in it. Lines and
    /// labels of others may have been drawn over it, and so may its own label.
    fn seen(&self, area: &Area, id: usize, colour: usize) -> Option<Clarity> {
        let Area { x, y, width, height } = *area;
        let (right, bottom) = (x + width - 1, y + height - 1);
        let corners = [(x, y), (right, y), (x, bottom), (right, bottom)];
        let across = columns(area).flat_map(|x| [(x, y), (x, bottom)]);
        let down = rows(area).flat_map(|y| [(x, y), (right, y)]);
        let (mut seen, mut hidden, mut labelled) = (0, 0, 0);
        for (x, y) in corners.into_iter().chain(across).chain(down) {
            match self.ink(x, y) {
                Ink::None => return None,
                Ink::Line(found) if found == colour => seen += 1,
                Ink::Label(found) if found == id => labelled += 1,
                Ink::Line(_) | Ink::Label(_) => hidden += 1,
            }
        }
        (seen > hidden + labelled).then(|| (f64::from(seen) / f64::from(seen + hidden), seen, width * height))
    }
}

fn with_ends(lines: &BTreeSet<u32>, Range { start, end }: Range<u32>) -> BTreeSet<u32> {
    lines.iter().copied().chain([start, end - 1]).collect()
}

/// Each two of them, the lesser first.
fn pairs(of: &BTreeSet<u32>) -> impl Iterator<Item = (u32, u32)> {
    of.iter().flat_map(|one| of.range(one + 1..).map(|other| (*one, *other)))
}

fn rows(area: &Area) -> Range<u32> {
    area.y..area.y + area.height
}

fn columns(area: &Area) -> Range<u32> {
    area.x..area.x + area.width
}

/// Whether a label stands flush at a box's edge, outside or inside, or has its middle on one of the upper corners. One that
/// only lies across the edge belongs to another.
fn touches(label: &Area, outline: &Area) -> bool {
    let reaches = |one: &Range<u32>, other: &Range<u32>| one.start <= other.end && other.start <= one.end;
    let flush = |one: &Range<u32>, other: &Range<u32>| {
        [other.start, other.end].contains(&one.start) || [other.start, other.end].contains(&one.end)
    };
    let (across, down) = ((columns(label), columns(outline)), (rows(label), rows(outline)));
    let on_corner = label.y + label.height / 2 == outline.y
        && [outline.x, outline.x + outline.width].contains(&(label.x + label.width / 2));
    let near = reaches(&across.0, &across.1) && reaches(&down.0, &down.1);
    near && (flush(&across.0, &across.1) || flush(&down.0, &down.1) || on_corner)
}

/// The label whose top left corner a pixel is.
fn label_at(picture: &Picture, left: u32, top: u32, colour: usize) -> Option<Label> {
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
