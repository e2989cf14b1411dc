//! A page of any elements, from a fuzzer's bytes.

use crate::bytes::Bytes;
use qtmcp_tool::a11y::{
    Actions, ElementId, Gauge, Grid, Input, ObjectId, Page, Position, RawNode, Read, Ref, Refs, Role, States, Tree,
    Window, WindowKind,
};
use qtmcp_tool::vision::Rect;
use std::collections::HashSet;

/// So many elements are enough for each to stand in any relation to others.
const MOST: usize = 24;

/// Reads a page: elements of any kind, each once, under windows; and windows that were not read.
pub(super) fn read(bytes: &mut Bytes<'_>, refs: &Refs) -> Page {
    let count = bytes.below(MOST + 1);
    let mut read = Vec::new();
    let mut known = HashSet::new();
    let mut depth = 0;
    for _ in 0..count {
        let element = element(bytes);
        let raw = raw(bytes);
        if known.insert(element) {
            read.push(Read { element, depth, raw });
            // One deeper at the most, or back.
            depth = bytes.below(depth as usize + 2) as u32;
        }
    }
    let tree = Tree::new(read, refs);
    let mut windows: Vec<(Ref, Window)> = Vec::new();
    for root in tree.roots() {
        let node = &tree.nodes()[root];
        if node.element.part == 0 && bytes.flag() {
            windows.push((node.number, window(bytes, node.element.object)));
        }
    }
    for _ in 0..bytes.below(3) {
        let id = object(bytes);
        if windows.iter().all(|(_, known)| known.id != id) {
            windows.push((refs.give(id.into(), String::new), window(bytes, id)));
        }
    }
    Page { windows, tree, unread: bytes.below(3), uncounted: bytes.flag() }
}

fn object(bytes: &mut Bytes<'_>) -> ObjectId {
    ObjectId { slot: u64::from(bytes.byte() % 32), generation: 1 }
}

fn element(bytes: &mut Bytes<'_>) -> ElementId {
    ElementId { object: object(bytes), part: u64::from(bytes.byte() % 8 / 6) }
}

fn rect(bytes: &mut Bytes<'_>) -> Rect {
    Rect { x: bytes.real(), y: bytes.real(), width: bytes.real(), height: bytes.real() }
}

fn raw(bytes: &mut Bytes<'_>) -> RawNode {
    const CLASSES: [&str; 6] = ["QPushButton", "QGroupBox", "QTabWidget", "QToolButton", "Row", ""];
    let mut raw = RawNode { role: *bytes.pick(Role::ALL), name: bytes.text(), ..RawNode::default() };
    raw.class = if bytes.byte() < 200 { (*bytes.pick(&CLASSES)).to_owned() } else { bytes.text() };
    let has = bytes.byte();
    if has & 1 != 0 {
        raw.states = States::from_bits_truncate(1 << bytes.below(27) | 1 << bytes.below(27) | 1 << bytes.below(27));
        // Most elements of a page are seen.
        if bytes.byte() < 200 {
            raw.states -= States::INVISIBLE;
        }
    }
    if has & 2 != 0 {
        raw.input = *bytes.pick(&Input::ALL);
        raw.actions = Actions::from_bits_truncate(bytes.byte().into());
        raw.value = bytes.flag().then(|| bytes.text());
        raw.value_length = bytes.number();
    }
    if has & 4 != 0 {
        raw.bounds = rect(bytes);
    }
    if has & 8 != 0 {
        for text in [&mut raw.tool_tip, &mut raw.placeholder, &mut raw.description, &mut raw.status_tip] {
            *text = bytes.text();
        }
    }
    if has & 16 != 0 {
        for text in [&mut raw.label, &mut raw.icon, &mut raw.header, &mut raw.shortcut, &mut raw.object_name] {
            *text = bytes.text();
        }
        raw.labels = bytes.flag().then(|| element(bytes));
    }
    if has & 32 != 0 {
        let [value, minimum, maximum, step] = [(); 4].map(|()| bytes.real());
        raw.gauge = Some(Gauge { value, minimum, maximum, step });
    }
    if has & 64 != 0 {
        let (rows, first, shown) = (bytes.number(), bytes.number(), bytes.number());
        raw.grid = Some(Grid { rows, columns: bytes.byte().into(), first, shown });
        raw.options = (0..bytes.below(5)).map(|_| bytes.text()).collect();
        raw.option_count = bytes.number();
    }
    if has & 128 != 0 {
        let (row, column) = (bytes.number(), u32::from(bytes.byte()));
        raw.position = Some(Position { row, column, level: bytes.number().try_into().unwrap_or(u32::MAX) });
    }
    raw
}

fn window(bytes: &mut Bytes<'_>, id: ObjectId) -> Window {
    Window {
        id,
        title: bytes.text(),
        kind: *bytes.pick(&WindowKind::ALL),
        active: bytes.flag(),
        modal: bytes.flag(),
        blocked_by: bytes.flag().then(|| object(bytes)),
        parent: None,
        bounds: rect(bytes),
    }
}
