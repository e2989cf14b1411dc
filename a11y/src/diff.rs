//! What changed from one snapshot to the next, in as few lines as possible.

#[cfg(test)]
mod tests;

use crate::behaviour::{is_item, is_items, is_text};
use crate::render::{chrome_head, line, push_shown_value, qt_head, row_range, shown_value, window_role};
use crate::sanitize::{NAME_LIMIT, push_quoted};
use crate::{Dialect, Input, Node, Page, Ref, Role, States, Tree, Window};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::ops::Range;

/// At most this many lines of changes; the others are counted.
const LINES: usize = 12;
/// So many elements that came or went in one place are told one by one.
const APART: usize = 3;
/// So many of the elements one can act on are named in the line that counts what came.
const NAMED: usize = 6;

/// What changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// The windows that opened, each with its line.
    pub opened: Vec<(Ref, String)>,
    /// The windows that closed.
    pub closed: Vec<(Ref, String)>,
    /// What changed in the windows that stayed, a line each; the last may count those that have none.
    pub changed: Vec<String>,
    /// The element that has the focus now, if another one had it before.
    pub focus: Option<String>,
}

impl Diff {
    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All of it, a line each.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let opened = self.opened.iter().map(|(_, window)| format!("opened {window}"));
        let closed = self.closed.iter().map(|(_, window)| format!("closed {window}"));
        let focus = self.focus.iter().map(|focus| format!("focus: {focus}"));
        opened.chain(closed).chain(self.changed.iter().cloned()).chain(focus).collect()
    }
}

/// What is different after. Being moved, resized or scrolled into view is not.
#[must_use]
pub fn diff(before: &Page, after: &Page, dialect: Dialect) -> Diff {
    let mut comparison = Comparison {
        before: &before.tree,
        after: &after.tree,
        dialect,
        old: shown(&before.tree),
        new: shown(&after.tree),
        scrolled: FxHashMap::default(),
        changes: Vec::new(),
    };
    let gone = |from: &Page, other: &Page| -> Vec<(Ref, Window)> {
        let known: FxHashSet<Ref> = other.windows.iter().map(|(number, _)| *number).collect();
        from.windows.iter().filter(|(number, _)| !known.contains(number)).cloned().collect()
    };
    let (opened, closed) = (gone(after, before), gone(before, after));
    comparison.changed();
    comparison.came_and_went(Way::Came);
    comparison.came_and_went(Way::Went);
    Diff {
        opened: opened
            .iter()
            .map(|(number, window)| (*number, window_line(&after.tree, *number, window, dialect)))
            .collect(),
        closed: closed
            .iter()
            .map(|(number, window)| (*number, window_line(&before.tree, *number, window, dialect)))
            .collect(),
        focus: comparison.focus(),
        changed: comparison.lines(),
    }
}

/// In place of containers that have no name, what they contain.
fn speaking(tree: &Tree, tops: Vec<(usize, usize)>, is_here: &impl Fn(&usize) -> bool) -> Vec<(usize, usize)> {
    let nodes = tree.nodes();
    let mut open: Vec<(usize, usize)> = tops.into_iter().rev().collect();
    let mut speaking = Vec::new();
    while let Some((top, inside)) = open.pop() {
        let node = &nodes[top];
        // A label without a text.
        if inside == 0 && node.label.is_empty() && is_text(node.role()) {
            continue;
        }
        let is_mute = inside > 0 && node.label.is_empty() && node.role().name() == "generic";
        if !is_mute || tree.is_interactive(top) {
            speaking.push((top, inside));
            continue;
        }
        let inner = outermost(tree, top, is_here);
        open.extend(
            inner.into_iter().rev().map(|child| (child, (child + 1..nodes[child].end).filter(is_here).count())),
        );
    }
    speaking
}

/// The elements that are nearest below one; the toolkit's helpers and others that do not count may be between.
fn outermost(tree: &Tree, around: usize, is_here: &impl Fn(&usize) -> bool) -> Vec<usize> {
    let nodes = tree.nodes();
    let mut found = Vec::new();
    let mut index = around + 1;
    while index < nodes[around].end {
        let counts = is_here(&index);
        if counts {
            found.push(index);
        }
        index = if counts { nodes[index].end } else { index + 1 };
    }
    found
}

/// The elements that a person can see, by ref.
fn shown(tree: &Tree) -> FxHashMap<Ref, usize> {
    let nodes = tree.nodes().iter().enumerate();
    nodes
        .filter(|(_, node)| !node.is_hidden() && !node.is_internal())
        .map(|(index, node)| (node.number, index))
        .collect()
}

fn window_line(tree: &Tree, number: Ref, window: &Window, dialect: Dialect) -> String {
    let mut text = tree.index_of(number).map_or_else(String::new, |index| line(tree, index, dialect));
    if text.is_empty() {
        let role = window_role(window);
        match dialect {
            Dialect::Qt => qt_head(&mut text, number, Role::Window, role, &window.title),
            Dialect::Chrome => chrome_head(&mut text, role, &window.title, Some(number)),
        }
    }
    if window.modal {
        text.push_str(if dialect == Dialect::Qt { " (modal)" } else { " modal" });
    }
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Came,
    Went,
}

/// One line, and how many elements it speaks for.
struct Change {
    line: String,
    elements: usize,
    /// How many of them became what the one that the line names became.
    inside: usize,
}

/// What an element becomes with what it is in.
const INHERITED: States = States::DISABLED.union(States::SELECTED);

/// Elements that came or went in one place: what they are in, the outermost of them with how many are inside each, and
/// how many they are.
struct Place {
    around: Option<usize>,
    tops: Vec<(usize, usize)>,
    elements: usize,
}

struct Comparison<'a> {
    before: &'a Tree,
    after: &'a Tree,
    dialect: Dialect,
    old: FxHashMap<Ref, usize>,
    new: FxHashMap<Ref, usize>,
    /// The views that show other rows now, and which change says so.
    scrolled: FxHashMap<Ref, usize>,
    changes: Vec<Change>,
}

impl Comparison<'_> {
    /// Elements that are there before and after.
    fn changed(&mut self) {
        let after = self.after;
        for (index, node) in after.nodes().iter().enumerate() {
            if self.new.get(&node.number) != Some(&index) {
                continue;
            }
            let Some(was) = self.old.get(&node.number).copied() else { continue };
            if let Some(line) = self.change(was, index) {
                self.changes.push(Change { line, elements: 1, inside: 0 });
            } else if self.changed_states(was, index).intersects(INHERITED)
                // The line of what is around it is the last but for those of what is inside that.
                && let Some(change) = self.changes.last_mut()
            {
                change.elements += 1;
                change.inside += 1;
            }
        }
        for change in self.changes.iter_mut().filter(|change| change.inside > 1) {
            let _ = write!(change.line, ", with {} inside", change.inside);
        }
    }

    fn change(&mut self, was: usize, index: usize) -> Option<String> {
        let (old, new) = (&self.before.nodes()[was], &self.after.nodes()[index]);
        // Where a bar stands is told by the rows or the text that can be seen.
        if new.role() == Role::ScrollBar {
            return None;
        }
        let mut parts: Vec<String> = Vec::new();
        if old.raw.grid != new.raw.grid {
            parts.extend(self.rows(old, new));
        }
        if is_items(new.role()) && self.is_reordered(was, index) {
            parts.push("rows in another order".to_owned());
        }
        let renamed = old.raw.name != new.raw.name;
        if renamed {
            let mut part = String::from("was ");
            push_quoted(&mut part, &old.raw.name, NAME_LIMIT, "…");
            parts.push(format!("({part})"));
        }
        // By their bits: what is no number is as little a change as any other that stays.
        let gauge =
            |node: &Node| node.raw.gauge.map(|it| [it.value, it.minimum, it.maximum, it.step].map(f64::to_bits));
        let as_name = renamed && (is_text(new.role()) || is_item(new.role()));
        if !as_name
            && (old.raw.value != new.raw.value
                || old.raw.value_length != new.raw.value_length
                || gauge(old) != gauge(new))
        {
            parts.extend(self.value(old, new));
        }
        let options = |node: &Node| (node.raw.options.clone(), node.raw.option_count);
        if new.raw.input != Input::Tabs && options(old) != options(new) {
            parts.push(format!("{} options", new.raw.option_count));
        }
        parts.extend(self.states(was, index).map(str::to_owned));
        if parts.is_empty() {
            return None;
        }
        let colon = if self.dialect == Dialect::Qt && !parts[0].starts_with('(') { ":" } else { "" };
        Some(format!("{}{colon} {}", line(self.after, index, self.dialect), parts.join(", ")))
    }

    fn rows(&mut self, old: &Node, new: &Node) -> Option<String> {
        let (Some(was), Some(is)) = (old.raw.grid, new.raw.grid) else { return None };
        if was.rows != is.rows {
            return Some(format!("{} rows (was {})", is.rows, was.rows));
        }
        // A larger or smaller view shows more or fewer rows: that is its size.
        if was.first == is.first {
            return None;
        }
        self.scrolled.insert(new.number, self.changes.len());
        row_range(&new.raw).map(|rows| format!("{rows} now shown"))
    }

    /// Whether the rows of a view that are there before and after stand in another order.
    fn is_reordered(&self, was: usize, index: usize) -> bool {
        let stays = |number: &Ref| self.old.contains_key(number) && self.new.contains_key(number);
        let order = |tree: &Tree, view: usize| -> Vec<Ref> {
            let inside = &tree.nodes()[view + 1..tree.nodes()[view].end];
            inside.iter().filter(|node| is_item(node.role())).map(|node| node.number).filter(stays).collect()
        };
        order(self.before, was) != order(self.after, index)
    }

    /// `="Ada" (was "")`.
    fn value(&self, old: &Node, new: &Node) -> Option<String> {
        if new.raw.states.contains(States::PASSWORD) {
            return Some(if new.raw.value_length > 0 { "filled" } else { "empty" }.to_owned());
        }
        let (was, is) = (shown_value(old), shown_value(new));
        // Where a value is not shown, a state or the items say it.
        if was.is_none() && is.is_none() {
            return None;
        }
        let mut part = String::from(if self.dialect == Dialect::Qt { "value=" } else { "=" });
        push_shown_value(&mut part, new, &is.unwrap_or_default(), self.dialect, false);
        part.push_str(" (was ");
        push_shown_value(&mut part, old, &was.unwrap_or_default(), self.dialect, false);
        part.push(')');
        Some(part)
    }

    fn states(&self, was: usize, index: usize) -> impl Iterator<Item = &'static str> + use<> {
        const WORDS: [(States, &str, &str); 9] = [
            (States::DISABLED, "disabled", "enabled"),
            (States::CHECKED, "checked", "unchecked"),
            (States::MIXED, "partly checked", "not partly checked"),
            (States::SELECTED, "selected", "not selected"),
            (States::PRESSED, "pressed", "released"),
            (States::EXPANDED, "expanded", "collapsed"),
            (States::READ_ONLY, "read-only", "editable"),
            (States::INVALID, "invalid", "valid"),
            (States::BUSY, "busy", "no longer busy"),
        ];
        let changed = self.changed_states(was, index);
        let is = self.after.nodes()[index].raw.states;
        // What a container or a row became, everything inside it became.
        let nodes = self.after.nodes();
        let around = self.after.ancestors(index).find(|around| !nodes[*around].is_internal()).and_then(|around| {
            let was = self.old.get(&nodes[around].number)?;
            Some(self.changed_states(*was, around) & INHERITED & !(is ^ nodes[around].raw.states))
        });
        let told = changed - around.unwrap_or_default();
        WORDS
            .into_iter()
            .filter(move |(state, ..)| told.contains(*state))
            .map(move |(state, on, off)| if is.contains(state) { on } else { off })
    }

    fn changed_states(&self, was: usize, index: usize) -> States {
        let (old, new) = (&self.before.nodes()[was], &self.after.nodes()[index]);
        old.raw.states ^ new.raw.states
    }

    /// Elements that are there only before, or only after: one line for each place, with what is inside counted.
    fn came_and_went(&mut self, way: Way) {
        let (tree, other, here, there) = match way {
            Way::Came => (self.after, self.before, &self.new, &self.old),
            Way::Went => (self.before, self.after, &self.old, &self.new),
        };
        let nodes = tree.nodes();
        let is_here = |index: &usize| here.get(&nodes[*index].number) == Some(index);
        // What was only moved into or out of it did neither come nor go.
        let is_only_here = |index: &usize| is_here(index) && !there.contains_key(&nodes[*index].number);
        let mut places: Vec<Place> = Vec::new();
        let mut index = 0;
        while index < nodes.len() {
            let node = &nodes[index];
            // A window that opened, closed, or was read only once.
            if node.depth == 0 && other.index_of(node.number).is_none() {
                index = node.end;
                continue;
            }
            if !is_only_here(&index) {
                index += 1;
                continue;
            }
            let inside = (index + 1..node.end).filter(is_only_here).count();
            // The page of a box with tabs is not in its tabs.
            let is_place = |around: &usize| !nodes[*around].is_internal() && nodes[*around].raw.class != "QTabWidget";
            let around = tree.ancestors(index).find(is_place);
            if places.last().is_none_or(|place| place.around != around) {
                places.push(Place { around, tops: Vec::new(), elements: 0 });
            }
            if let Some(place) = places.last_mut() {
                place.tops.push((index, inside));
                place.elements += inside + 1;
            }
            index = node.end;
        }
        for place in &mut places {
            place.tops = speaking(tree, std::mem::take(&mut place.tops), &is_only_here);
        }
        for place in places {
            self.tell(tree, &place, way);
        }
    }

    fn tell(&mut self, tree: &Tree, place: &Place, way: Way) {
        let nodes = tree.nodes();
        let around = place.around.into_iter().flat_map(|around| std::iter::once(around).chain(tree.ancestors(around)));
        // Scrolling was told already.
        if let Some(view) = around.map(|around| nodes[around].number).find(|number| self.scrolled.contains_key(number))
        {
            let told = self.scrolled[&view];
            self.changes[told].elements += place.elements;
            return;
        }
        let sign = if way == Way::Came { "+" } else { "-" };
        if place.tops.len() <= APART {
            for (top, inside) in &place.tops {
                let mut text = format!("{sign} {}", line(tree, *top, self.dialect));
                if *inside > 0 && !is_item(nodes[*top].role()) {
                    let plural = if *inside > 1 { "s" } else { "" };
                    let _ = write!(text, " with {inside} element{plural}");
                    self.push_named(&mut text, way, top + 1..nodes[*top].end);
                }
                self.changes.push(Change { line: text, elements: inside + 1, inside: 0 });
            }
            return;
        }
        let is_rows = place.around.is_some_and(|around| is_items(nodes[around].role()));
        let (count, what) = if is_rows { (place.tops.len(), "rows") } else { (place.elements, "elements") };
        let around =
            place.around.map_or_else(String::new, |around| format!(" in {}", line(tree, around, self.dialect)));
        let mut text = format!("{sign} {count} {what}{around}");
        if let (Some((first, _)), Some((last, _))) = (place.tops.first(), place.tops.last())
            && !is_rows
        {
            self.push_named(&mut text, way, *first..nodes[*last].end);
        }
        self.changes.push(Change { line: text, elements: place.elements, inside: 0 });
    }

    /// Writes which of the elements that came one can act on, so that the page need not be read again for them.
    fn push_named(&self, text: &mut String, way: Way, range: Range<usize>) {
        if way == Way::Went {
            return;
        }
        let nodes = self.after.nodes();
        let mut named = 0;
        let mut index = range.start;
        while index < range.end {
            let node = &nodes[index];
            let came = self.new.get(&node.number) == Some(&index) && !self.old.contains_key(&node.number);
            let acts = came && self.after.is_interactive(index);
            if acts && named == NAMED {
                text.push_str(", …");
                return;
            }
            if acts {
                text.push_str(if named == 0 { ": " } else { ", " });
                text.push_str(&line(self.after, index, self.dialect));
                named += 1;
            }
            // What is in a control belongs to it.
            index = if node.is_hidden() || acts && !is_items(node.role()) { node.end } else { index + 1 };
        }
    }

    fn focus(&self) -> Option<String> {
        let focused = |tree: &Tree, shown: &FxHashMap<Ref, usize>| {
            let has = |node: &&Node| node.raw.states.contains(States::FOCUSED) && shown.contains_key(&node.number);
            // The innermost: a view and its item may both say so.
            tree.nodes().iter().rev().find(has).map(|node| node.number)
        };
        let (was, is) = (focused(self.before, &self.old), focused(self.after, &self.new));
        if was == is {
            return None;
        }
        let index = is.and_then(|number| self.new.get(&number));
        Some(index.map_or_else(|| "no element".to_owned(), |index| line(self.after, *index, self.dialect)))
    }

    fn lines(self) -> Vec<String> {
        let more: usize = self.changes.iter().skip(LINES).map(|change| change.elements).sum();
        let mut lines: Vec<String> = self.changes.into_iter().take(LINES).map(|change| change.line).collect();
        if more > 0 {
            lines.push(format!("… and {more} more changes: read_page shows them"));
        }
        lines
    }
}
