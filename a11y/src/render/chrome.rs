//! The dialect of Claude in Chrome, compact: containers without a name are left out, refs stand only where one can act,
//! a label that its field repeats is dropped, and tables are rows.

use super::element::{chrome_head, level, more_rows, push_shown_value, row_range, shown_value, size, window_role};
use super::outline::{CHROME_INDENT, Outline};
use super::{Filter, Job, Rendered, rows};
use crate::behaviour::{is_input, is_item, is_items, is_text, is_window, state_words};
use crate::naming::without_colon;
use crate::sanitize::{NAME_LIMIT, one_line, push_quoted};
use crate::{Dialect, Gauge, Input, Node, Role, States};
use std::fmt::Write;

pub(super) fn render(job: &Job<'_>) -> Rendered {
    let flat = job.view.filter == Filter::Interactive;
    let mut writer =
        Writer { job, flat, outline: job.outline(), open: Vec::new(), cut: false, rendered: Rendered::default() };
    writer.elements();
    writer.finish()
}

struct Writer<'a> {
    job: &'a Job<'a>,
    flat: bool,
    outline: Outline,
    open: Vec<Open>,
    /// Whether a value was cut.
    cut: bool,
    rendered: Rendered,
}

/// An element that has a line and whose contents are being written.
struct Open {
    index: usize,
    end: usize,
    /// The depth of what is inside.
    depth: usize,
    kind: Kind,
    /// How many lines there were with its own, if it goes when nothing follows it.
    goes_if_last: Option<usize>,
    /// The row that was written last, of a table without rows of its own.
    row: Option<u64>,
    more_rows: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Anything may be inside.
    Container,
    /// A control: what is inside belongs to it, unless one can act on it.
    Control,
    /// A list, tree or table.
    Items,
    /// A row, or something else that is called by the texts inside it.
    Row,
}

/// Where to go on.
enum Next {
    Inside,
    After,
}

impl Writer<'_> {
    fn elements(&mut self) {
        let mut index = self.job.start;
        while index < self.job.end {
            self.close(index);
            let next = self.element(index);
            if self.outline.is_full() {
                self.rendered.left_out += self.job.count(index..self.job.end);
                return;
            }
            index = match next {
                Next::Inside => index + 1,
                Next::After => self.job.tree.nodes()[index].end,
            };
        }
        self.close(self.job.end);
    }

    fn close(&mut self, index: usize) {
        while let Some(closed) = self.open.pop_if(|open| open.end <= index) {
            if let Some(note) = closed.more_rows {
                self.outline.add(closed.depth, CHROME_INDENT, 0, |line| line.push_str(&note));
            } else if closed.goes_if_last == Some(self.outline.len()) {
                self.outline.pop();
            }
        }
    }

    fn element(&mut self, index: usize) -> Next {
        let job = self.job;
        let node = &job.tree.nodes()[index];
        let role = node.role();
        let is_root = job.root == Some(index);
        if !job.is_wanted(index) || role == Role::ScrollBar && job.view.filter != Filter::All {
            return Next::After;
        }
        if node.is_internal() && !is_root {
            return Next::Inside;
        }
        let kind = self.open.last().map(|open| open.kind);
        match role {
            _ if is_root => self.line(index),
            Role::Separator | Role::Grip | Role::Indicator | Role::Cursor | Role::Caret | Role::Sound => Next::After,
            Role::ColumnHeader | Role::RowHeader if kind == Some(Kind::Items) && !self.flat => Next::After,
            Role::Row => self.row(index, &rows::cells(job.tree, index)),
            Role::ListItem | Role::TreeItem => match rows::cells(job.tree, index) {
                cells if cells.len() > 1 => self.row(index, &cells),
                _ => self.line(index),
            },
            Role::Cell if kind == Some(Kind::Row) => Next::Inside,
            Role::Cell if kind == Some(Kind::Items) => self.cell_of_table(index),
            _ if kind == Some(Kind::Control) && !job.tree.is_interactive(index) => Next::Inside,
            _ if is_text(role) && self.is_said(index) => Next::Inside,
            _ if self.is_worth_a_line(index) => self.line(index),
            _ => Next::Inside,
        }
    }

    fn is_worth_a_line(&self, index: usize) -> bool {
        let node = &self.job.tree.nodes()[index];
        if self.flat || self.job.tree.is_interactive(index) {
            return self.job.tree.is_interactive(index);
        }
        let speaks = matches!(
            node.role(),
            Role::MenuBar
                | Role::ToolBar
                | Role::PageTabList
                | Role::PopupMenu
                | Role::StatusBar
                | Role::ProgressBar
                | Role::Dialog
                | Role::AlertMessage
                | Role::Notification
        );
        node.depth == 0 || !node.label.is_empty() || speaks && node.raw.class != "QTabWidget"
    }

    /// Whether a text is in another line already: that of the field it labels, or of what it is in.
    fn is_said(&self, index: usize) -> bool {
        let nodes = self.job.tree.nodes();
        let node = &nodes[index];
        let by_field = node.names.is_some_and(|field| {
            let inside = (self.job.start..self.job.end).contains(&field) && self.job.is_wanted(field);
            inside && without_colon(&nodes[field].label) == without_colon(&node.label)
        });
        // In QML a label is not told to belong to its field, but stands right before it.
        let before_field = || {
            let next = nodes.get(node.end).filter(|next| next.parent == node.parent && is_input(&next.raw));
            next.is_some_and(|next| without_colon(&next.label) == without_colon(&node.label))
        };
        // A row or control is often called by all the texts inside it.
        by_field
            || before_field()
            || self.open.last().is_some_and(|open| match open.kind {
                Kind::Row | Kind::Control => nodes[open.index].label.contains(&node.label),
                Kind::Container | Kind::Items => nodes[open.index].depth > 0 && nodes[open.index].label == node.label,
            })
    }

    /// The cells of a row in one line, under the ref of the first.
    fn cell_of_table(&mut self, index: usize) -> Next {
        let row = self.job.tree.nodes()[index].raw.position.map(|position| position.row);
        if let Some(open) = self.open.last_mut() {
            if row.is_some() && open.row == row {
                return Next::Inside;
            }
            open.row = row;
        }
        let cells = rows::cells_beside(self.job.tree, index);
        self.row(index, &cells);
        Next::Inside
    }

    fn row(&mut self, index: usize, cells: &[usize]) -> Next {
        let job = self.job;
        let node = &job.tree.nodes()[index];
        let depth = self.depth(node);
        let around = self.around();
        let added = self.outline.add(depth, CHROME_INDENT, 0, |line| {
            let start = line.len();
            rows::push_cells(line, job.tree, if cells.is_empty() { std::slice::from_ref(&index) } else { cells });
            if line.len() > start {
                line.push_str("  ");
            }
            let _ = write!(line, "[ref_{}]", node.number);
            push_states(line, job, index, around);
        });
        if !added {
            return Next::After;
        }
        self.rendered.refs.push(job.shown(index, &node.label));
        if job.view.depth.is_some_and(|most| depth >= most as usize) {
            return Next::After;
        }
        if node.role() != Role::Cell {
            self.open(index, depth, Kind::Row, false);
        }
        Next::Inside
    }

    fn line(&mut self, index: usize) -> Next {
        let job = self.job;
        let node = &job.tree.nodes()[index];
        let role = node.role();
        let is_root = job.root == Some(index);
        let depth = self.depth(node);
        let acts = job.tree.is_interactive(index);
        // A group that can be checked is a check box to accessibility.
        let is_group = node.raw.class == "QGroupBox";
        let kind = if is_group { Kind::Container } else { kind_of(role, acts, is_root) };
        let deeper = job.view.depth.is_none_or(|most| depth < most as usize);
        let inside = if deeper || kind == Kind::Control { 0 } else { self.count_named(index + 1..node.end) };
        let options = if job.view.brief { Vec::new() } else { choices(node) };
        let around = self.around();
        let cut = &mut self.cut;
        let added = self.outline.add(depth, CHROME_INDENT, 0, |line| {
            // What was asked for by its ref has it, whatever it is.
            push_head(line, job, index, acts || is_root);
            *cut |= push_attributes(line, job, index, around, options.is_empty());
            if inside > 0 {
                let _ = write!(line, " … {inside} more inside");
            }
        });
        if !added {
            return Next::After;
        }
        self.rendered.left_out += inside;
        if acts || is_root {
            self.rendered.refs.push(job.shown(index, &node.label));
        }
        for option in &options {
            self.outline.add(depth + 1, CHROME_INDENT, 0, |line| line.push_str(option));
        }
        if !deeper || matches!(role, Role::ComboBox | Role::SpinBox) {
            return Next::After;
        }
        let says_nothing = !acts && node.label.is_empty() && node.depth > 0 && role != Role::ProgressBar;
        self.open(index, depth, kind, says_nothing && !is_root);
        if kind == Kind::Items
            && !self.flat
            && let Some(header) = rows::header(job.tree, index)
        {
            self.outline.add(depth + 1, CHROME_INDENT, 0, |line| line.push_str(&header));
        }
        Next::Inside
    }

    fn open(&mut self, index: usize, depth: usize, kind: Kind, goes_if_empty: bool) {
        let node = &self.job.tree.nodes()[index];
        self.open.push(Open {
            index,
            end: node.end,
            depth: depth + 1,
            kind,
            goes_if_last: goes_if_empty.then(|| self.outline.len()),
            row: None,
            more_rows: if self.flat { None } else { more_rows(&node.raw) },
        });
    }

    /// How far a line is indented; the items of a tree by their level, if they are not inside each other.
    fn depth(&self, node: &Node) -> usize {
        match self.open.last() {
            _ if self.flat => 0,
            Some(open) if open.kind == Kind::Items => open.depth + level(&node.raw),
            Some(open) => open.depth,
            None => 0,
        }
    }

    /// The states of what the next line is in.
    fn around(&self) -> States {
        self.open.last().map_or(States::empty(), |open| self.job.tree.nodes()[open.index].raw.states)
    }

    /// How many elements that might have had a line are in a range.
    fn count_named(&self, range: std::ops::Range<usize>) -> usize {
        let tree = self.job.tree;
        let named = |index: &usize| tree.is_interactive(*index) || !tree.nodes()[*index].label.is_empty();
        range.filter(|index| self.job.is_wanted(*index) && !tree.nodes()[*index].is_internal()).filter(named).count()
    }

    fn finish(mut self) -> Rendered {
        let job = self.job;
        let mut text = self.outline.indented();
        for (number, window) in job.other_windows() {
            chrome_head(&mut text, window_role(window), &window.title, Some(*number));
            let modal = if window.modal { " modal" } else { "" };
            let _ = writeln!(text, " {}{modal} (read with tabId {number})", size(window.bounds));
        }
        job.push_left_out(&mut text, self.outline.is_full(), self.rendered.left_out);
        if self.cut {
            text.push_str("… cut values: get_page_text has them in full\n");
        }
        let active = job.page.windows.iter().find(|(_, window)| window.active);
        let window = job.tree.roots().find_map(|root| job.window(root)).or(active.map(|(_, window)| window));
        if let Some(window) = window.filter(|_| job.view.root.is_none()) {
            let _ = write!(text, "\nViewport: {}", size(window.bounds));
        }
        text.truncate(text.trim_end_matches('\n').len());
        self.rendered.text = text;
        self.rendered
    }
}

fn kind_of(role: Role, acts: bool, is_root: bool) -> Kind {
    match role {
        _ if is_items(role) => Kind::Items,
        // What is read by its ref shows its cells.
        _ if is_item(role) && is_root => Kind::Container,
        Role::TreeItem => Kind::Items,
        Role::ListItem => Kind::Row,
        Role::Grouping | Role::PropertyPage | Role::Document | Role::WebDocument => Kind::Container,
        _ if acts && role.name() == "generic" => Kind::Row,
        _ if acts || is_text(role) => Kind::Control,
        _ => Kind::Container,
    }
}

fn push_head(out: &mut String, job: &Job<'_>, index: usize, acts: bool) {
    let node = &job.tree.nodes()[index];
    let window = job.window(index);
    let role = match window {
        Some(window) if node.role().name() == "generic" => window_role(window),
        _ => node.role().name(),
    };
    let title = window.map_or("", |window| &window.title);
    let name = if node.label.is_empty() { title } else { &node.label };
    chrome_head(out, role, name, acts.then_some(node.number));
    if node.raw.states.contains(States::MODAL) || window.is_some_and(|window| window.modal) {
        out.push_str(" modal");
    }
    if let Some(by) = window.and_then(|window| job.blocker(window)) {
        let _ = write!(out, " blocked by [ref_{by}]");
    }
}

/// Writes what follows the ref, and says whether a value was cut.
fn push_attributes(out: &mut String, job: &Job<'_>, index: usize, around: States, with_value: bool) -> bool {
    let node = &job.tree.nodes()[index];
    let raw = &node.raw;
    let role = node.role();
    let secret = raw.states.contains(States::PASSWORD);
    if secret {
        out.push_str(" type=\"password\"");
    }
    let placeholder = one_line(&raw.placeholder);
    if !placeholder.is_empty() && placeholder != node.label {
        out.push_str(" placeholder=");
        push_quoted(out, &placeholder, NAME_LIMIT, "…");
    }
    if is_item(role) && job.root.is_some() && !raw.header.trim().is_empty() {
        out.push_str(" column=");
        push_quoted(out, &raw.header, NAME_LIMIT, "…");
    }
    let mut cut = false;
    if let Some(value) = shown_value(node).filter(|value| with_value && !value.is_empty()) {
        out.push_str(" =");
        cut = !push_shown_value(out, node, &value, Dialect::Chrome, job.root == Some(index));
    }
    if secret && raw.value_length > 0 {
        out.push_str(" filled");
    }
    if matches!(role, Role::Slider | Role::Dial | Role::SpinBox) {
        push_range(out, raw.gauge);
    }
    push_states(out, job, index, around);
    if role == Role::Table
        && let Some(grid) = raw.grid
    {
        let rows = row_range(raw).unwrap_or_else(|| format!("{} rows", grid.rows));
        let _ = write!(out, " {} columns, {rows}", grid.columns);
    } else if let Some(rows) = row_range(raw) {
        let _ = write!(out, " {rows}");
    }
    cut
}

/// The ends of a range, where they are more than what a number can hold.
fn push_range(out: &mut String, gauge: Option<Gauge>) {
    let Some(gauge) = gauge.filter(|gauge| gauge.minimum < gauge.maximum) else { return };
    for (word, end) in [("min", gauge.minimum), ("max", gauge.maximum)] {
        if end.abs() < f64::from(i32::MAX) {
            let _ = write!(out, " {word}={end}");
        }
    }
}

/// Writes what is not as one expects; what holds for all `around` it, only there.
fn push_states(out: &mut String, job: &Job<'_>, index: usize, around: States) {
    let node = &job.tree.nodes()[index];
    let states = node.raw.states;
    let acts = job.tree.is_interactive(index);
    let is_tree_item = states.contains(States::EXPANDABLE) && is_item(node.role());
    for word in state_words(&node.raw) {
        let told = word == "default" || word == "disabled" && !acts || word == "expanded" && is_tree_item;
        if !told && !is_window(node.role()) {
            let _ = write!(out, " {word}");
        }
    }
    if is_tree_item && !states.contains(States::EXPANDED) {
        out.push_str(" collapsed");
    }
    for (state, word) in [(States::INVISIBLE, "hidden"), (States::OFFSCREEN, "offscreen")] {
        if (states - around).contains(state) {
            let _ = write!(out, " {word}");
        }
    }
}

/// Options shown of a choice; a person who opens it sees about as many.
const MOST_OPTIONS: usize = 10;

/// A choice's options as lines, where the current one is among those shown or there is none.
fn choices(node: &Node) -> Vec<String> {
    let raw = &node.raw;
    let current = raw.value.as_deref().unwrap_or_default();
    // The options of tabs are elements of their own.
    let is_choice = matches!(raw.input, Input::Choice | Input::EditableChoice) || node.role() == Role::ComboBox;
    if !is_choice
        || raw.options.is_empty()
        || !current.is_empty() && !raw.options.iter().take(MOST_OPTIONS).any(|option| option == current)
    {
        return Vec::new();
    }
    let mut chosen = false;
    let mut lines: Vec<String> = Vec::with_capacity(raw.options.len() + 1);
    for option in raw.options.iter().take(MOST_OPTIONS) {
        let mut line = String::from("option ");
        push_quoted(&mut line, option, NAME_LIMIT, "…");
        if !chosen && !current.is_empty() && option == current {
            line.push_str(" (selected)");
            chosen = true;
        }
        lines.push(line);
    }
    let more = raw.option_count.saturating_sub(lines.len() as u64);
    if more > 0 {
        lines.push(format!("… {more} more options"));
    }
    lines
}
