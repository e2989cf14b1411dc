//! Tables in the `chrome` dialect: a header line, then a line for each row: `Ada | 12 Mill Lane  [ref_15]`.

use crate::behaviour::interactive;
use crate::sanitize::push_cell;
use crate::{Node, Role, States, Tree};
use std::fmt::Write;

/// At most this many characters of a cell; the row read by its ref shows more.
const CELL_LIMIT: usize = 60;

/// The line of column headers, with refs where pressing one does something; `None` without headers.
pub(super) fn header(tree: &Tree, table: usize) -> Option<String> {
    let headers = contents(tree, table)
        .flat_map(|child| std::iter::once(child).chain(contents(tree, child).take(HEADER_LIMIT)))
        .take(HEADER_LIMIT)
        .map(|index| &tree.nodes()[index])
        .filter(|node| node.role() == Role::ColumnHeader && !node.is_hidden());
    let mut line = String::new();
    for (at, node) in headers.enumerate() {
        if at > 0 {
            line.push_str(" | ");
        }
        push_cell(&mut line, text(node), CELL_LIMIT);
        if interactive(&node.raw) {
            let _ = write!(line, " [ref_{}]", node.number);
        }
    }
    (!line.is_empty()).then_some(line)
}

/// Headers are looked for among so many of the first elements of a table.
const HEADER_LIMIT: usize = 256;

/// The cells of a row or item, in order.
pub(crate) fn cells(tree: &Tree, row: usize) -> Vec<usize> {
    contents(tree, row).filter(|index| is_cell(&tree.nodes()[*index])).collect()
}

/// The cells that follow one in its row, where the table has no rows of its own; it is the first of them.
pub(super) fn cells_beside(tree: &Tree, first: usize) -> Vec<usize> {
    let nodes = tree.nodes();
    let row = |node: &Node| node.raw.position.map(|position| position.row);
    let mut cells = Vec::new();
    let mut next = first;
    let end = nodes[first].parent.map_or(nodes.len(), |parent| nodes[parent].end);
    while next < end && is_cell(&nodes[next]) && row(&nodes[next]) == row(&nodes[first]) {
        cells.push(next);
        next = nodes[next].end;
        // Without positions there is no telling where a row ends.
        if row(&nodes[first]).is_none() {
            break;
        }
    }
    cells
}

/// `Ada | 12 Mill Lane`.
pub(super) fn push_cells(out: &mut String, tree: &Tree, cells: &[usize]) {
    let start = out.len();
    for (at, cell) in cells.iter().enumerate() {
        let node = &tree.nodes()[*cell];
        if at > 0 {
            out.push_str(" | ");
        }
        let states = node.raw.states;
        if states.contains(States::CHECKABLE) {
            out.push_str(match () {
                () if states.contains(States::MIXED) => "[-] ",
                () if states.contains(States::CHECKED) => "[x] ",
                () => "[ ] ",
            });
        }
        push_cell(out, text(node), CELL_LIMIT);
    }
    // Empty cells at the end say nothing.
    let said = out[start..].trim_end_matches([' ', '|']).len();
    if !out[..start + said].ends_with('\\') {
        out.truncate(start + said);
    }
}

/// What a cell shows.
pub(crate) fn text(node: &Node) -> &str {
    let raw = &node.raw;
    if raw.name.trim().is_empty() { raw.value.as_deref().unwrap_or(&node.label) } else { &raw.name }
}

fn is_cell(node: &Node) -> bool {
    let header = node.role() == Role::RowHeader && !text(node).chars().all(|character| character.is_ascii_digit());
    (node.role() == Role::Cell || header) && !node.is_hidden()
}

/// What is directly inside an element, helpers of the toolkit being seen through.
fn contents(tree: &Tree, index: usize) -> impl Iterator<Item = usize> + '_ {
    let nodes = tree.nodes();
    let end = nodes[index].end;
    let mut next = index + 1;
    std::iter::from_fn(move || {
        while next < end && nodes[next].is_internal() {
            next += 1;
        }
        let child = (next < end).then_some(next)?;
        next = nodes[child].end;
        Some(child)
    })
}
