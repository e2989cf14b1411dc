//! The refs of what can be acted on, drawn over a picture, so that whoever looks at it can name an element by its number.

use crate::a11y::{Dialect, Page, Ref, States, line};
use crate::snapshot::{Extent, Limits, snapshot};
use crate::target::spelled;
use crate::{ElementId, Fault, Session, Ui};
use qtmcp_vision::marks::{self, Mark};
use qtmcp_vision::{Frame, ImageRect, Point, Rect, Space};
use serde_json::{Value as Json, json};

/// An element whose ref stands in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// Its ref.
    pub number: Ref,
    /// What it is: `button "Submit" [12]`, the number as it stands in the picture.
    pub line: String,
    /// The middle of what can be seen of it, in pixels that clients count in.
    pub place: (u32, u32),
}

impl Marked {
    /// For the result.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let (x, y) = self.place;
        json!({"ref": self.number, "element": self.line, "x": x, "y": y})
    }
}

/// Marks what can be seen and acted on. The picture is `scale` times the size that clients count in.
pub(super) async fn draw(
    session: &Session,
    picture: &mut Frame,
    space: Space,
    scale: f64,
) -> Result<Vec<Marked>, Fault> {
    let page = snapshot(session.app(), session.deadline(), Extent::Everything, Limits::OUTCOME).await?;
    let candidates = candidates(&page, space.area());
    let shown = shown(session, candidates).await?;
    let mut marked = Vec::new();
    let mut drawn = Vec::new();
    for (index, area) in shown {
        let Some(node) = page.tree.get(index) else { continue };
        let image = space.rect_to_image(area);
        let scaled = ImageRect {
            x: image.x * scale,
            y: image.y * scale,
            width: image.width * scale,
            height: image.height * scale,
        };
        drawn.push(Mark { number: node.number, area: scaled });
        let line = line(&page.tree, index, Dialect::Chrome)
            .replace(&spelled(node.number, Dialect::Chrome), &spelled(node.number, Dialect::Qt));
        marked.push(Marked { number: node.number, line, place: space.logical_to_pixel(area.center()) });
    }
    marks::draw(picture, &drawn);
    Ok(marked)
}

type Candidate = (usize, ElementId, Rect);

/// What can be acted on and lies on the screen, cut at its edge.
fn candidates(page: &Page, screen: Rect) -> Vec<Candidate> {
    let nodes = page.tree.nodes().iter().enumerate();
    let usable = nodes.filter(|(index, node)| {
        page.tree.is_interactive(*index)
            && !node.is_hidden()
            && !node.raw.states.intersects(States::OFFSCREEN | States::DISABLED)
    });
    usable
        .map(|(index, node)| (index, node.element, intersected(node.raw.bounds, screen)))
        .filter(|(_, _, area)| area.width >= 1.0 && area.height >= 1.0)
        .collect()
}

fn intersected(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.max(other.x), one.y.max(other.y));
    let right = (one.x + one.width).min(other.x + other.width);
    let bottom = (one.y + one.height).min(other.y + other.height);
    Rect { x, y, width: (right - x).max(0.0), height: (bottom - y).max(0.0) }
}

/// Those of them that can be seen, each with the part of its area that nothing lies over or cuts off.
async fn shown(session: &Session, mut candidates: Vec<Candidate>) -> Result<Vec<(usize, Rect)>, Fault> {
    let mut shown = Vec::new();
    while !candidates.is_empty() {
        let look = move |ui: &mut dyn Ui| {
            let mut seen = Vec::new();
            let mut looked = 0;
            for (index, element, area) in &candidates {
                looked += 1;
                let mut probe = Probe { ui: &mut *ui, element: *element };
                seen.extend(probe.seen(*area).map(|area| (*index, area)));
                if ui.is_over_budget() {
                    break;
                }
            }
            candidates.drain(..looked);
            (seen, candidates)
        };
        let (seen, rest) = session.app().visit(session.deadline(), look).await?;
        shown.extend(seen);
        candidates = rest;
    }
    Ok(shown)
}

/// What a person meets at a point of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    /// The element or a part of it.
    Itself,
    /// What it is a part of: the innermost that is known at a point may be coarser than the element, a table for its cell.
    /// Or the element is cut off there.
    Around,
    /// Something that lies over it, or nothing at all.
    Other,
}

/// Finds out by pointing how much of an element can be seen, whatever hides the rest.
struct Probe<'a> {
    ui: &'a mut dyn Ui,
    element: ElementId,
}

impl Probe<'_> {
    /// Where in an area the element shows, if it does.
    fn seen(&mut self, area: Rect) -> Option<Rect> {
        const BESIDE: [(f64, f64); 4] = [(0.25, 0.5), (0.75, 0.5), (0.5, 0.25), (0.5, 0.75)];
        let mut at = area.center();
        let middle = self.met(at);
        if middle != Met::Itself {
            let beside = BESIDE.map(|(x, y)| Point { x: area.x + area.width * x, y: area.y + area.height * y });
            match beside.into_iter().find(|beside| self.met(*beside) == Met::Itself) {
                Some(shown) => at = shown,
                None => return (middle == Met::Around).then_some(area),
            }
        }
        let (left, right) =
            (self.end(at, (-1.0, 0.0), at.x - area.x), self.end(at, (1.0, 0.0), area.x + area.width - at.x));
        let (up, down) =
            (self.end(at, (0.0, -1.0), at.y - area.y), self.end(at, (0.0, 1.0), area.y + area.height - at.y));
        Some(Rect { x: at.x - left, y: at.y - up, width: left + right, height: up + down })
    }

    /// How far from a point, and at most how far, it shows in a direction.
    fn end(&mut self, from: Point, (x, y): (f64, f64), most: f64) -> f64 {
        const EXACT: f64 = 0.5;
        let mut shows = |far: f64| self.met(Point { x: from.x + x * far, y: from.y + y * far }) == Met::Itself;
        if most <= EXACT || shows(most - EXACT) {
            return most;
        }
        let (mut inside, mut outside) = (0.0, most);
        while outside - inside > EXACT {
            let between = f64::midpoint(inside, outside);
            if shows(between) {
                inside = between;
            } else {
                outside = between;
            }
        }
        inside
    }

    fn met(&mut self, point: Point) -> Met {
        const DEEPEST: usize = 100;
        let Some(met) = self.ui.element_at(point) else { return Met::Other };
        let mut outwards = |from: ElementId| -> Vec<ElementId> {
            std::iter::successors(Some(from), |inner| self.ui.container(*inner)).take(DEEPEST).collect()
        };
        if outwards(met).contains(&self.element) {
            Met::Itself
        } else if outwards(self.element).contains(&met) {
            Met::Around
        } else {
            Met::Other
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::App;
    use crate::fake::{FakeApp, block_on};
    use std::time::{Duration, Instant};

    #[track_caller]
    fn seen(fixture: &str, (x, y, width, height): (f64, f64, f64, f64)) -> Option<Rect> {
        let app = FakeApp::new(fixture);
        let element = app.id("#button").into();
        let area = Rect { x, y, width, height };
        let deadline = Instant::now() + Duration::from_secs(9);
        let app: &dyn App = &app;
        block_on(app.visit(deadline, move |ui: &mut dyn Ui| Probe { ui, element }.seen(area))).unwrap()
    }

    fn is_near(seen: Option<Rect>, (x, y, width, height): (f64, f64, f64, f64)) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() <= 1.0;
        seen.is_some_and(|seen| {
            near(seen.x, x) && near(seen.y, y) && near(seen.width, width) && near(seen.height, height)
        })
    }

    #[test]
    fn all_of_an_element_is_seen_that_nothing_hides() {
        let fixture =
            "QApplication\n QMainWindow#main at=0,0,400,200\n  QPushButton#button text=\"OK\" at=50,50,100,20";
        let area = (50.0, 50.0, 100.0, 20.0);
        assert_eq!(seen(fixture, area), Some(Rect { x: 50.0, y: 50.0, width: 100.0, height: 20.0 }));
    }

    #[test]
    fn what_an_element_lies_in_cuts_it_off() {
        let fixture = "QApplication\n QMainWindow#main at=0,0,400,200\n  QWidget#page at=0,0,120,200\n   QPushButton#button text=\"OK\" at=50,50,200,20";
        let seen = seen(fixture, (50.0, 50.0, 200.0, 20.0));
        assert!(is_near(seen, (50.0, 50.0, 70.0, 20.0)), "{seen:?}");
    }

    #[test]
    fn what_lies_over_an_element_hides_a_part_of_it_or_all() {
        let under = "QApplication\n QMainWindow#main at=0,0,400,200\n  QPushButton#button text=\"OK\" at=50,50,100,20";
        let area = (50.0, 50.0, 100.0, 20.0);
        let half = seen(&format!("{under}\n  QFrame#over at=90,0,300,200"), area);
        assert!(is_near(half, (50.0, 50.0, 40.0, 20.0)), "{half:?}");
        assert_eq!(seen(&format!("{under}\n  QFrame#over at=0,0,300,200"), area), None);
    }
}
