//! The refs of what can be acted on, drawn over a picture, so that whoever looks at it can name an element by its number.

use crate::a11y::{Dialect, Page, Ref, States, line};
use crate::snapshot::{Extent, Limits, snapshot};
use crate::{ElementId, Fault, Session, Ui};
use qtmcp_vision::marks::{self, Mark};
use qtmcp_vision::{Frame, ImageRect, Rect, Space};
use serde_json::{Value as Json, json};

/// An element whose ref stands in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// Its ref.
    pub number: Ref,
    /// What it is: `button "Submit" [ref_12]`.
    pub line: String,
    /// Its middle, in pixels that clients count in.
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
        let line = line(&page.tree, index, Dialect::Chrome);
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

/// Those of them that nothing lies over, with their areas.
async fn shown(session: &Session, mut candidates: Vec<Candidate>) -> Result<Vec<(usize, Rect)>, Fault> {
    let mut shown = Vec::new();
    while !candidates.is_empty() {
        let look = move |ui: &mut dyn Ui| {
            let mut seen = Vec::new();
            let mut looked = 0;
            for (index, element, area) in &candidates {
                looked += 1;
                if is_on_top(ui, *element, *area) {
                    seen.push((*index, *area));
                }
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

/// Whether what a person meets in the middle of an element is the element, a part of it, or what it is a part of.
fn is_on_top(ui: &mut dyn Ui, element: ElementId, area: Rect) -> bool {
    const DEEPEST: usize = 100;
    let Some(met) = ui.element_at(area.center()) else { return false };
    let mut outwards = |from: ElementId| -> Vec<ElementId> {
        std::iter::successors(Some(from), |inner| ui.container(*inner)).take(DEEPEST).collect()
    };
    let (around_met, around_element) = (outwards(met), outwards(element));
    // The innermost that is known at a point may be coarser than the element: a table for its cell.
    around_met.contains(&element) || around_element.contains(&met)
}
