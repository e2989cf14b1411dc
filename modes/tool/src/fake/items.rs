//! The rows of a fake view, and the tabs of a fake tab bar: parts of their object. A row with several cells has them as
//! parts of its own.

use super::tree::{Object, Row, Tree};
use super::ui::placement;
use crate::{ElementId, Identity, ObjectId, Value};
use qtmcp_a11y::{Grid, Input, Position, RawNode, Role, States};
use qtmcp_vision::{Point, Rect};

/// No fixture has more columns.
const COLUMNS: u64 = 32;

/// Where a part is: the row, and the cell in it where the row has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) row: usize,
    pub(super) column: Option<usize>,
}

impl Place {
    pub(super) fn of(part: u64) -> Option<Self> {
        let number = part.checked_sub(1)?;
        let column = (number % COLUMNS).checked_sub(1).map(|column| column as usize);
        Some(Self { row: (number / COLUMNS) as usize, column })
    }

    pub(super) fn part(self) -> u64 {
        1 + self.row as u64 * COLUMNS + self.column.map_or(0, |column| column as u64 + 1)
    }
}

/// How many columns a view has; rows of one have no cells.
fn columns(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.cells.len()).max().unwrap_or_default()
}

/// The parts of an object, or the cells of one of its rows.
pub(super) fn contents(object: &Object, of: ElementId) -> Vec<ElementId> {
    let Some(rows) = &object.rows else { return Vec::new() };
    let element = |place: Place| ElementId { object: of.object, part: place.part() };
    match Place::of(of.part) {
        None => (0..rows.len()).map(|row| element(Place { row, column: None })).collect(),
        Some(Place { row, column: None }) if columns(rows) > 1 => {
            let cells = rows.get(row).map_or(0, |row| row.cells.len());
            (0..cells).map(|column| element(Place { row, column: Some(column) })).collect()
        }
        Some(_) => Vec::new(),
    }
}

/// What a part is; `None` when its row is gone.
pub(super) fn describe(tree: &Tree, id: ObjectId, place: Place) -> Option<RawNode> {
    let object = tree.get(id)?;
    let rows = object.rows.as_ref()?;
    let row = rows.get(place.row)?;
    let is_tab = matches!(object.identity.class.as_str(), "QTabWidget" | "QTabBar");
    let is_row = place.column.is_none() && columns(rows) > 1;
    let cell = row.cells.get(place.column.unwrap_or(0))?;
    let role = |name: &str| cell.values.iter().find(|(role, _)| role == name).map(|(_, value)| value);
    let name = match is_row {
        true => row.cells.iter().map(shown).collect::<Vec<_>>().join(" "),
        false => shown(cell),
    };
    let (class, kind) = match (is_tab, is_row, place.column) {
        (true, ..) => ("Tab", Role::PageTab),
        (_, true, _) => ("Row", Role::Row),
        (_, _, Some(_)) => ("Cell", Role::Cell),
        _ => ("Item", Role::ListItem),
    };
    let placed = placement(tree, id)?;
    let mut states = States::SELECTABLE;
    states.set(States::INVISIBLE, !placed.visible);
    states.set(States::DISABLED, !placed.enabled || role("disabled") == Some(&Value::Bool(true)));
    states.set(States::SELECTED, object.selected.contains(&place.part()));
    states.set(States::EDITABLE, !is_row && role("editable") == Some(&Value::Bool(true)));
    states.set(States::CHECKABLE, !is_row && role("check").is_some());
    states.set(States::CHECKED, !is_row && role("check") == Some(&Value::Bool(true)));
    let position = Position { row: place.row as u64, column: place.column.unwrap_or(0) as u32, level: 0 };
    Some(RawNode {
        role: kind,
        class: class.to_owned(),
        name,
        states,
        input: if is_tab { Input::None } else { Input::Item },
        bounds: bounds(object, placed.global, place)?,
        position: Some(position),
        ..RawNode::default()
    })
}

/// How many rows and columns a view shows.
pub(super) fn grid(object: &Object) -> Option<Grid> {
    let rows = object.rows.as_ref()?;
    let (count, columns) = (rows.len() as u64, columns(rows) as u32);
    Some(Grid { rows: count, columns, first: 0, shown: count })
}

/// The row, or the cell of a column, whose first text this is.
pub(super) fn named(object: &Object, text: &str, column: Option<u32>) -> Option<Place> {
    let rows = object.rows.as_ref()?;
    let first = |row: &Row| row.cells.first().map(shown).unwrap_or_default();
    let exact = rows.iter().position(|row| first(row) == text);
    let row = exact.or_else(|| rows.iter().position(|row| first(row).eq_ignore_ascii_case(text)))?;
    Some(Place { row, column: column.map(|column| column as usize) })
}

/// Selects one part and no other, or with Ctrl adds and takes it out.
pub(super) fn select(object: &mut Object, place: Place, adds: bool) {
    let part = place.part();
    let was = object.selected.contains(&part);
    if !adds {
        object.selected.clear();
    }
    object.selected.retain(|selected| *selected != part);
    if !adds || !was {
        object.selected.push(part);
    }
    object.current = Some(place);
}

/// The text of a part.
pub(super) fn text(object: &Object, place: Place) -> String {
    let row = object.rows.as_ref().and_then(|rows| rows.get(place.row));
    row.and_then(|row| row.cells.get(place.column.unwrap_or(0))).map(shown).unwrap_or_default()
}

/// Gives a cell another value in a role.
pub(super) fn set(object: &mut Object, place: Place, role: &str, value: Value) {
    let row = object.rows.as_mut().and_then(|rows| rows.get_mut(place.row));
    let Some(cell) = row.and_then(|row| row.cells.get_mut(place.column.unwrap_or(0))) else { return };
    match cell.values.iter_mut().find(|(known, _)| known == role) {
        Some((_, held)) => *held = value,
        None => cell.values.push((role.to_owned(), value)),
    }
}

/// Whether a place in a part is on its check box, which is at its left end.
pub(super) const CHECK_BOX: Point = Point { x: 5.0, y: 5.0 };

fn bounds(object: &Object, view: Rect, place: Place) -> Option<Rect> {
    let rows = object.rows.as_ref()?;
    let height = view.height / rows.len() as f64;
    let y = view.y + height * place.row as f64;
    let width = view.width / columns(rows).max(1) as f64;
    Some(match place.column {
        Some(column) => Rect { x: view.x + width * column as f64, y, width, height },
        None => Rect { x: view.x, y, width: view.width, height },
    })
}

fn shown(cell: &crate::ModelCell) -> String {
    match cell.values.iter().find(|(role, _)| role == "display") {
        Some((_, Value::Text(text))) => text.clone(),
        Some((_, Value::Int(number))) => number.to_string(),
        _ => String::new(),
    }
}

/// The class and name under which an object is recorded.
pub(super) fn recorded(identity: &Identity) -> String {
    format!("{}#{}", identity.class, identity.name())
}
