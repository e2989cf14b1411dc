//! The specification's dialect: every visible element with its ref and class in a tree, then the list of those one can
//! act on, with their places.

use super::element::{more_rows, push_shown_value, qt_head, row_range, shown_value, size, window_role};
use super::hint::hint;
use super::outline::{Outline, QT_INDENT};
use super::{Filter, Job, Rendered};
use crate::behaviour::{Behaviours, behaviours, is_item, is_window, state_words};
use crate::{Dialect, Ref, Role, States, Window};
use std::fmt::Write;

pub(super) fn render(job: &Job<'_>) -> Rendered {
    let mut writer = Writer { job, outline: job.outline(), list: String::new(), rendered: Rendered::default() };
    writer.elements();
    writer.finish()
}

struct Writer<'a> {
    job: &'a Job<'a>,
    outline: Outline,
    /// The lines of the list of what one can act on.
    list: String,
    rendered: Rendered,
}

/// An element whose contents are being written: where they end, and what is said of the rows that are not shown.
struct Open {
    end: usize,
    more_rows: Option<String>,
}

impl Writer<'_> {
    fn elements(&mut self) {
        let job = self.job;
        let mut open: Vec<Open> = Vec::new();
        let mut index = job.start;
        while index < job.end {
            self.close(&mut open, index);
            let node = &job.tree.nodes()[index];
            if !job.is_wanted(index) {
                index = node.end;
                continue;
            }
            if node.is_internal() && job.root != Some(index) {
                index += 1;
                continue;
            }
            let deeper = job.view.depth.is_none_or(|most| open.len() < most as usize);
            let inside = if deeper { 0 } else { job.count(index + 1..node.end) };
            if !self.element(index, open.len(), inside) {
                self.rendered.left_out += job.count(index..job.end);
                return;
            }
            self.rendered.left_out += inside;
            open.push(Open { end: node.end, more_rows: more_rows(&node.raw) });
            index = if deeper { index + 1 } else { node.end };
        }
        self.close(&mut open, job.end);
    }

    fn close(&mut self, open: &mut Vec<Open>, index: usize) {
        while let Some(closed) = open.pop_if(|open| open.end <= index) {
            let wanted = self.job.view.filter != Filter::Interactive;
            if let Some(note) = closed.more_rows.filter(|_| wanted) {
                self.outline.add(open.len() + 1, QT_INDENT, 0, |line| line.push_str(&note));
            }
        }
    }

    /// Adds what is written of an element; `false` when there is no room for it.
    fn element(&mut self, index: usize, depth: usize, inside: usize) -> bool {
        let job = self.job;
        let flat = job.view.filter == Filter::Interactive;
        let entry = self.is_listed(index).then(|| list_entry(job, index));
        let extra = entry.as_ref().map_or(0, |entry| entry.chars().count());
        if flat && depth > 0 {
            if entry.is_some() {
                if !self.outline.reserve(extra) {
                    return false;
                }
                self.rendered.refs.push(job.shown(index, &job.tree.nodes()[index].name));
            }
        } else {
            let added = self.outline.add(depth, QT_INDENT, extra, |line| {
                push_element(line, job, index);
                if inside > 0 {
                    let _ = write!(line, " … {inside} more inside");
                }
            });
            if !added {
                return false;
            }
            self.rendered.refs.push(job.shown(index, &job.tree.nodes()[index].name));
        }
        self.list.extend(entry);
        true
    }

    /// Whether the list has the element. What is hidden cannot be acted on; the rows it leaves to the tree, and the menu bar's menus, which speak for
    /// themselves.
    fn is_listed(&self, index: usize) -> bool {
        let job = self.job;
        let node = &job.tree.nodes()[index];
        let flat = job.view.filter == Filter::Interactive;
        let of_row = || node.role() == Role::Cell && parent_role(job, index).is_some_and(is_item);
        let left_to_tree = if flat { of_row() } else { is_item(node.role()) || is_menu_of_bar(job, index) };
        job.tree.is_interactive(index) && !node.is_hidden() && !left_to_tree
    }

    fn finish(mut self) -> Rendered {
        let job = self.job;
        let mut text = self.outline.branched();
        for (number, window) in job.other_windows() {
            push_window(&mut text, *number, window);
        }
        job.push_left_out(&mut text, self.outline.is_full(), self.rendered.left_out);
        // In a flat view the list is all there is.
        if !self.list.is_empty() && (job.view.filter == Filter::Interactive || !job.view.brief) {
            text.push_str("\nInteractive elements:\n");
            text.push_str(&self.list);
        }
        text.truncate(text.trim_end_matches('\n').len());
        self.rendered.text = text;
        self.rendered
    }
}

/// `[11] QLineEdit (editable, focused) value=""`.
fn push_element(out: &mut String, job: &Job<'_>, index: usize) {
    let node = &job.tree.nodes()[index];
    let raw = &node.raw;
    let window = job.window(index);
    let title = window.map_or("", |window| &window.title);
    // Without the tree around it, an element needs a name more.
    let unnamed = node.name.is_empty() && job.view.filter == Filter::Interactive;
    let name = match () {
        () if raw.name.trim().is_empty() && !title.is_empty() => title,
        () if unnamed => &node.label,
        () => &node.name,
    };
    qt_head(out, node.number, node.role(), &raw.class, name);
    let mut words: Vec<std::borrow::Cow<'_, str>> = Vec::new();
    if node.depth == 0 && (window.is_some() || is_window(node.role())) {
        words.push(size(raw.bounds).into());
    }
    // In QML a dialog is an item inside its window.
    if raw.states.contains(States::MODAL) || window.is_some_and(|window| window.modal) {
        words.push("modal".into());
    }
    words.extend(window.and_then(|window| job.blocker(window)).map(|by| format!("blocked by [{by}]").into()));
    let mut can = behaviours(raw) - Behaviours::MULTILINE;
    if is_item(node.role()) || node.role() == Role::PageTab {
        can -= Behaviours::SELECTABLE;
    }
    if is_menu_of_bar(job, index) || node.depth == 0 && node.role() == Role::PopupMenu {
        can -= Behaviours::EXPANDABLE;
    }
    words.extend(can.words().map(Into::into));
    if raw.states.contains(States::PASSWORD) {
        words.push("password".into());
        words.extend((raw.value_length > 0).then(|| "filled".into()));
    }
    words.extend(state_words(raw).map(Into::into));
    let around = node.parent.map_or(States::empty(), |parent| job.tree.nodes()[parent].raw.states);
    for (state, word) in [(States::INVISIBLE, "hidden"), (States::OFFSCREEN, "offscreen")] {
        words.extend((raw.states - around).contains(state).then(|| word.into()));
    }
    if !words.is_empty() {
        let _ = write!(out, " ({})", words.join(", "));
    }
    if let Some(value) = shown_value(node) {
        out.push_str(" value=");
        push_shown_value(out, node, &value, Dialect::Qt, job.root == Some(index));
    } else if raw.states.contains(States::PASSWORD) && raw.value_length == 0 {
        out.push_str(" value=\"\"");
    }
    if let Some(rows) = row_range(raw) {
        let _ = write!(out, " {rows}");
    }
}

/// `- [12] QPushButton "Submit" at (200, 200) - submit form`.
fn list_entry(job: &Job<'_>, index: usize) -> String {
    let node = &job.tree.nodes()[index];
    let mut entry = String::from("- ");
    if job.view.filter == Filter::Interactive {
        push_element(&mut entry, job, index);
    } else {
        qt_head(&mut entry, node.number, node.role(), &node.raw.class, &node.name);
    }
    let (x, y) = job.place(node.raw.bounds);
    let _ = write!(entry, " at ({x}, {y})");
    if let Some(hint) = hint(node, parent_role(job, index)) {
        let _ = write!(entry, " - {hint}");
    }
    entry.push('\n');
    entry
}

fn push_window(out: &mut String, number: Ref, window: &Window) {
    qt_head(out, number, Role::Window, window_role(window), &window.title);
    let modal = if window.modal { ", modal" } else { "" };
    let _ = writeln!(out, " ({}{modal}) (another window: read it with tabId {number})", size(window.bounds));
}

fn is_menu_of_bar(job: &Job<'_>, index: usize) -> bool {
    job.tree.nodes()[index].role() == Role::MenuItem && parent_role(job, index) == Some(Role::MenuBar)
}

/// The role of what an element is in, helpers of the toolkit left out.
fn parent_role(job: &Job<'_>, index: usize) -> Option<Role> {
    let nodes = job.tree.nodes();
    job.tree.ancestors(index).find(|around| !nodes[*around].is_internal()).map(|around| nodes[around].role())
}
