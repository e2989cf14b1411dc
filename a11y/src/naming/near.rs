//! Which label stands beside a field: to the left of it, or above it, within the same parent. Labels are kept by place,
//! so that a field looks at the few around it and never at all of its siblings.

use crate::behaviour::{interactive, is_text};
use crate::{Node, States};
use qtmcp_vision::Rect;
use rustc_hash::FxHashMap;

/// A label to the left ends at most this far from the field; one above, and how far its left edge may be off.
const LEFT: f64 = 160.0;
const ABOVE: f64 = 40.0;
const ALIGNED: f64 = 24.0;
/// Edges may overlap by so much: labels have margins.
const OVERLAP: f64 = 4.0;
/// The sides of the cells that labels are kept by.
const CELL: f64 = 64.0;
/// Labels looked at for one field. More in one place lie on top of each other.
const LOOKED_AT: usize = 32;

/// The labels of a snapshot by place.
#[derive(Default)]
pub(super) struct Near {
    cells: Option<FxHashMap<Key, Vec<usize>>>,
    /// How many labels were looked at.
    pub(super) looked_at: usize,
}

/// The parent, which edge, and the cell.
type Key = (Option<usize>, Edge, i64, i64);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Edge {
    /// A label to the left is looked for by the middle of its right edge.
    Right,
    /// A label above is looked for by its lower left corner.
    Bottom,
}

impl Near {
    /// The label beside an element, unless it names another one already.
    pub(super) fn label_of(&mut self, nodes: &[Node], index: usize) -> Option<usize> {
        let field = nodes[index].raw.bounds;
        if field.width <= 0.0 || field.height <= 0.0 {
            return None;
        }
        let cells = self.cells.get_or_insert_with(|| sort(nodes));
        let parent = container(nodes, index);
        // Of a tall field the label stands beside its first lines.
        let lines = field.height.min(ABOVE);
        let left = (Edge::Right, (field.x - LEFT, field.x + OVERLAP), (field.y, field.y + lines));
        let above = (Edge::Bottom, (field.x - ALIGNED, field.x + ALIGNED), (field.y - ABOVE, field.y + OVERLAP));
        let mut best: Option<(f64, usize)> = None;
        for (edge, xs, ys) in [left, above] {
            let labels = cells_within(xs, ys)
                .filter_map(|(column, row)| cells.get(&(parent, edge, column, row)))
                .flatten()
                .take(LOOKED_AT);
            for label in labels.copied() {
                self.looked_at += 1;
                let (x, y) = anchor(edge, nodes[label].raw.bounds);
                let inside = (xs.0..=xs.1).contains(&x) && (ys.0..=ys.1).contains(&y);
                if !inside || nodes[label].names.is_some() || label == index {
                    continue;
                }
                let gap = if edge == Edge::Right { field.x - x } else { field.y - y };
                if best.is_none_or(|(least, _)| gap < least) {
                    best = Some((gap, label));
                }
            }
        }
        best.map(|(_, label)| label)
    }
}

fn sort(nodes: &[Node]) -> FxHashMap<Key, Vec<usize>> {
    let mut cells: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
    for (index, node) in nodes.iter().enumerate() {
        let raw = &node.raw;
        let says = is_text(node.role()) && !raw.name.trim().is_empty() && !interactive(raw);
        if !says || raw.states.contains(States::INVISIBLE) || node.names.is_some() || raw.bounds.width <= 0.0 {
            continue;
        }
        let parent = container(nodes, index);
        for edge in [Edge::Right, Edge::Bottom] {
            let (x, y) = anchor(edge, raw.bounds);
            cells.entry((parent, edge, cell(x), cell(y))).or_default().push(index);
        }
    }
    cells
}

fn anchor(edge: Edge, bounds: Rect) -> (f64, f64) {
    match edge {
        Edge::Right => (bounds.x + bounds.width, bounds.center().y),
        Edge::Bottom => (bounds.x, bounds.y + bounds.height),
    }
}

/// The parent that counts: helpers of the toolkit do not.
fn container(nodes: &[Node], index: usize) -> Option<usize> {
    let mut parent = nodes[index].parent?;
    while nodes[parent].is_internal() {
        parent = nodes[parent].parent?;
    }
    Some(parent)
}

fn cells_within(xs: (f64, f64), ys: (f64, f64)) -> impl Iterator<Item = (i64, i64)> {
    (cell(ys.0)..=cell(ys.1)).flat_map(move |row| (cell(xs.0)..=cell(xs.1)).map(move |column| (column, row)))
}

#[allow(clippy::cast_possible_truncation)]
fn cell(coordinate: f64) -> i64 {
    (coordinate / CELL).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::page;
    use std::fmt::Write;

    fn labels(fixture: &str) -> Vec<String> {
        let (page, _) = page(fixture);
        let fields = page.tree.nodes().iter().filter(|node| node.role() == crate::Role::EditableText);
        fields.map(|node| node.label.clone()).collect()
    }

    #[test]
    fn the_label_to_the_left_or_above_is_taken_once() {
        let form = r#"
            window
              text "First:" at=10,10,60,20
              textbox at=80,8,100,24
              textbox at=190,8,100,24 placeholder="Middle"
              text "Notes" at=10,50,60,20
              textbox at=10,75,200,100"#;
        assert_eq!(labels(form), ["First", "Middle", "Notes"]);
    }

    #[test]
    fn a_label_far_away_or_in_another_place_is_not_taken() {
        let form = r#"
            window
              text "Far" at=10,10,20,20
              text "Below" at=300,40,60,20
              group
                text "Elsewhere" at=240,10,50,20
              textbox at=300,8,100,24 object=field"#;
        assert_eq!(labels(form), ["field"]);
    }

    #[test]
    fn labels_above_a_row_of_fields_go_to_the_field_below_each() {
        let form = r#"
            window
              text "Day" at=10,10,40,20
              text "Month" at=120,10,40,20
              textbox at=10,32,100,24
              textbox at=120,32,100,24"#;
        assert_eq!(labels(form), ["Day", "Month"]);
    }

    #[test]
    fn thousands_of_labels_in_one_parent_cost_a_few_looks_each() {
        for step in [0, 30] {
            let mut form = String::from("window\n");
            for line in 0..3000 {
                let y = line * step;
                writeln!(form, " text \"L{line}\" at=10,{y},60,20\n textbox at=80,{y},100,24").unwrap();
            }
            let (page, _) = page(&form);
            let mut near = Near::default();
            for index in 0..page.tree.nodes().len() {
                near.label_of(page.tree.nodes(), index);
            }
            assert!(near.looked_at <= 2 * LOOKED_AT * page.tree.nodes().len(), "{} looks", near.looked_at);
        }
    }
}
