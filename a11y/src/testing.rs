//! Reads the trees that tests are written in: one element a line, indentation is depth.
//!
//! `button "Save" class=QPushButton object=saveButton tip="Saves the file" states=focused,default at=10,20,80,30`. The
//! first word is the role, by its ARIA or its Qt name; then the accessible name, if any; then attributes, see [`set`].
//! Quoted texts are JSON strings. Empty lines and lines that start with `#` do not count.

use crate::{
    Actions, ElementId, Gauge, Grid, Input, ObjectId, Page, Position, RawNode, Read, Refs, Role, States, Tree, Window,
    WindowKind,
};
use qtmcp_vision::Rect;
use std::fmt::Debug;
use std::str::FromStr;

/// The page of a fixture and its fresh refs: the element of the first line is 1, that of the second 2.
pub(crate) fn page(fixture: &str) -> (Page, Refs) {
    let refs = Refs::default();
    let page = page_with(fixture, &refs);
    (page, refs)
}

/// As [`page`], with refs that were given before: `id=7` makes an element the one that line 7 of another fixture was.
/// Windows are written the topmost first; where none is `states=active`, the first is.
pub(crate) fn page_with(fixture: &str, refs: &Refs) -> Page {
    let mut read = Vec::new();
    let mut kinds = Vec::new();
    let mut indents: Vec<usize> = Vec::new();
    for line in fixture.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')) {
        let indent = line.len() - line.trim_start().len();
        while indents.last().is_some_and(|open| *open >= indent) {
            indents.pop();
        }
        let depth = u32::try_from(indents.len()).unwrap();
        indents.push(indent);
        let (id, kind, raw) = element(line, read.len() as u64 + 1);
        if depth == 0 {
            kinds.push(kind.unwrap_or_else(|| kind_of(raw.role)));
        }
        read.push(Read { element: id, depth, raw });
    }
    let tree = Tree::new(read, refs);
    let windows = windows(&tree, &kinds);
    Page { windows, tree, ..Page::default() }
}

fn windows(tree: &Tree, kinds: &[WindowKind]) -> Vec<(crate::Ref, Window)> {
    let roots: Vec<_> = tree.roots().map(|index| &tree.nodes()[index]).collect();
    let active = roots.iter().position(|root| root.raw.states.contains(States::ACTIVE)).unwrap_or(0);
    let modal = roots.iter().position(|root| root.raw.states.contains(States::MODAL));
    let window = |place: usize| {
        let node = roots[place];
        let window = Window {
            id: node.element.object,
            title: node.raw.name.clone(),
            kind: kinds[place],
            active: place == active,
            modal: node.raw.states.contains(States::MODAL),
            blocked_by: modal.filter(|modal| place > *modal).map(|modal| roots[modal].element.object),
            parent: None,
            bounds: node.raw.bounds,
        };
        (node.number, window)
    };
    (0..roots.len()).map(window).collect()
}

fn kind_of(role: Role) -> WindowKind {
    match role {
        Role::Dialog => WindowKind::Dialog,
        Role::PopupMenu => WindowKind::Popup,
        Role::ToolTip => WindowKind::ToolTip,
        _ => WindowKind::Window,
    }
}

fn element(line: &str, number: u64) -> (ElementId, Option<WindowKind>, RawNode) {
    let mut rest = line.trim();
    let role = word(&mut rest);
    let mut raw = RawNode { role: role_named(&role), ..RawNode::default() };
    let (mut id, mut kind) = (number, None);
    if rest.starts_with('"') {
        raw.name = text(&mut rest);
    }
    while !rest.is_empty() {
        let (key, value) = rest.split_once('=').unwrap_or_else(|| panic!("no `=` at `{rest}` in `{line}`"));
        rest = value;
        let value = if rest.starts_with('"') { text(&mut rest) } else { word(&mut rest) };
        match key {
            "id" => id = number_in(&value),
            "kind" => kind = Some(named(&WindowKind::ALL, &value)),
            _ => set(&mut raw, key, &value),
        }
    }
    if let Some(value) = &raw.value {
        raw.value_length = raw.value_length.max(value.chars().count() as u64);
    }
    raw.option_count = raw.option_count.max(raw.options.len() as u64);
    (element_id(id), kind, raw)
}

fn element_id(number: u64) -> ElementId {
    ObjectId { slot: number, generation: 1 }.into()
}

/// Sets one attribute. `labels=` is the line of the element that is labelled; `length=` and `count=` say how much
/// longer the value and the options are than what is written.
fn set(raw: &mut RawNode, key: &str, value: &str) {
    let owned = value.to_owned();
    match key {
        "class" => raw.class = owned,
        "object" => raw.object_name = owned,
        "value" => raw.value = Some(owned),
        "length" => raw.value_length = number_in(value),
        "description" => raw.description = owned,
        "tip" => raw.tool_tip = owned,
        "status" => raw.status_tip = owned,
        "placeholder" => raw.placeholder = owned,
        "label" => raw.label = owned,
        "icon" => raw.icon = owned,
        "header" => raw.header = owned,
        "shortcut" => raw.shortcut = owned,
        "labels" => raw.labels = Some(element_id(number_in(value))),
        "states" => raw.states = value.split(',').map(|name| flag(name, States::from_name)).collect(),
        "actions" => raw.actions = value.split(',').map(|name| flag(name, Actions::from_name)).collect(),
        "input" => raw.input = named(&Input::ALL, value),
        "at" => {
            let [x, y, width, height] = numbers(value);
            raw.bounds = Rect { x, y, width, height };
        }
        "gauge" => {
            let [value, minimum, maximum, step] = numbers(value);
            raw.gauge = Some(Gauge { value, minimum, maximum, step });
        }
        "grid" => {
            let (rows, rest) = value.split_once('x').unwrap_or_else(|| panic!("grid={value} is not ROWSxCOLUMNS,…"));
            let [columns, first, shown]: [u64; 3] = numbers(rest);
            let columns = u32::try_from(columns).unwrap();
            raw.grid = Some(Grid { rows: number_in(rows), columns, first, shown });
        }
        "row" => position(raw).row = number_in(value),
        "column" => position(raw).column = number_in(value),
        "level" => position(raw).level = number_in(value),
        "options" => raw.options = value.split('|').map(str::to_owned).collect(),
        "count" => raw.option_count = number_in(value),
        _ => panic!("no attribute is called {key}"),
    }
}

fn position(raw: &mut RawNode) -> &mut Position {
    raw.position.get_or_insert(Position { row: 0, column: 0, level: 0 })
}

/// Takes what stands before the next space.
fn word(rest: &mut &str) -> String {
    let (word, after) = rest.split_once(' ').unwrap_or((*rest, ""));
    *rest = after.trim_start();
    word.to_owned()
}

/// Takes a JSON string.
fn text(rest: &mut &str) -> String {
    let mut text = String::new();
    let mut characters = rest[1..].char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                *rest = rest[at + 2..].trim_start();
                return text;
            }
            '\\' => match characters.next().map(|(_, escaped)| escaped) {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('u') => {
                    let digits: String = characters.by_ref().take(4).map(|(_, digit)| digit).collect();
                    let code = u32::from_str_radix(&digits, 16).unwrap();
                    text.push(char::from_u32(code).unwrap_or_else(|| panic!("\\u{digits} is no character")));
                }
                Some(escaped) => text.push(escaped),
                None => break,
            },
            _ => text.push(character),
        }
    }
    panic!("no closing quote in {rest}")
}

fn role_named(name: &str) -> Role {
    // Qt's names first: `slider` is Slider, though Dial has the same ARIA name and comes before it.
    let by_qt = Role::ALL.iter().find(|role| format!("{role:?}").eq_ignore_ascii_case(name));
    let by_aria = || Role::ALL.iter().find(|role| role.name() == name);
    *by_qt.or_else(by_aria).unwrap_or_else(|| panic!("no role is called {name}"))
}

fn flag<T>(name: &str, from_name: fn(&str) -> Option<T>) -> T {
    from_name(&name.to_uppercase().replace('-', "_")).unwrap_or_else(|| panic!("no flag is called {name}"))
}

fn named<T: Copy + Debug>(all: &[T], name: &str) -> T {
    let plain = name.replace(['-', '_'], "");
    let found = all.iter().find(|value| format!("{value:?}").eq_ignore_ascii_case(&plain));
    *found.unwrap_or_else(|| panic!("{name} is none of {all:?}"))
}

fn number_in<T: FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text} is no such number"))
}

fn numbers<T: FromStr, const N: usize>(text: &str) -> [T; N] {
    let numbers: Vec<T> = text.split(',').map(number_in).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("{text} is not {N} numbers"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixture_becomes_windows_and_elements() {
        let (page, refs) = page(
            r#"
            dialog "Save?" states=modal,active at=0,0,300,200
              button "Don't \"save\"\n\u00e9" class=QPushButton object=discard tip="Loses it" states=default,focused
              combobox class=QComboBox input=editable-choice options="Red|Dark green" value=Red count=12
            # The window behind.
            window "Editor" kind=tool
              table "Rows" grid=1204x2,5,20
                cell "Ada" row=3 column=1
              slider gauge=5,0,10,0.5 value="five" length=5000
            "#,
        );
        assert_eq!(page.windows.len(), 2);
        let (number, dialog) = &page.windows[0];
        assert_eq!((*number, dialog.kind, dialog.active, dialog.modal), (1, WindowKind::Dialog, true, true));
        assert_eq!(page.windows[1].1.kind, WindowKind::Tool);
        assert_eq!(page.windows[1].1.blocked_by, Some(dialog.id));
        let nodes = page.tree.nodes();
        let raws: Vec<_> = nodes.iter().map(|node| &node.raw).collect();
        assert_eq!(raws[1].name, "Don't \"save\"\né");
        assert_eq!(raws[1].states, States::DEFAULT | States::FOCUSED);
        assert_eq!((raws[2].input, raws[2].options.len(), raws[2].option_count), (Input::EditableChoice, 2, 12));
        assert_eq!(raws[4].grid, Some(Grid { rows: 1204, columns: 2, first: 5, shown: 20 }));
        assert_eq!(raws[5].position, Some(Position { row: 3, column: 1, level: 0 }));
        assert_eq!((raws[6].role, raws[6].value_length), (Role::Slider, 5000));
        assert_eq!((nodes[5].parent, nodes[5].depth, nodes[6].depth), (Some(4), 2, 1));
        assert_eq!((nodes[6].number, refs.last()), (7, 7));
    }

    #[test]
    fn an_element_keeps_its_ref_from_one_fixture_to_the_next() {
        let (_, refs) = page("window\n button \"A\"\n button \"B\"");
        let later = page_with("window\n button \"B\" id=3\n button \"C\" id=9", &refs);
        let numbers: Vec<_> = later.tree.nodes().iter().map(|node| node.number).collect();
        assert_eq!(numbers, [1, 3, 4]);
    }
}
