//! What elements are called. Each has two names: the strict one, which the element has by itself or by its programmer
//! ([`crate::Node::name`]), and the one it is known by ([`crate::Node::label`]), for which the texts around it count as
//! well, so that nothing one can act on is anonymous.

mod near;

use crate::behaviour::{Behaviours, acts, behaviours, interactive, is_input, is_item, is_items, is_text, is_window};
use crate::sanitize::{NAME_LIMIT, one_line, without_tags};
use crate::{ElementId, Node, RawNode, Role, States};
use near::Near;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Elements looked at to name one by its content; past them it has too much to be named so.
const CONTENT_LIMIT: usize = 64;

/// Names every element. Each is visited a bounded number of times, however many siblings it has.
pub(crate) fn name_all(nodes: &mut [Node]) {
    link_labels(nodes);
    let mut near = Near::default();
    let mut ordinals = FxHashMap::default();
    let mut root = 0;
    for index in 0..nodes.len() {
        if nodes[index].depth == 0 {
            root = index;
        }
        let ordinal = ordinals.entry((root, nodes[index].role().name())).or_insert(0u32);
        *ordinal += 1;
        let namer = Namer { nodes, index, raw: &nodes[index].raw, ordinal: *ordinal };
        let name = namer.strict();
        let (label, from) = namer.known_by(&mut near);
        if let Source::Label(label) = from {
            nodes[label].names = Some(index);
        }
        nodes[index].name = name;
        nodes[index].label = label;
        nodes[index].is_makeshift = from == Source::Makeshift;
    }
}

/// `okButton`, `ok_button` and `OKButton` as `ok button`.
fn in_words(object_name: &str) -> String {
    let mut words = String::new();
    let mut characters = object_name.chars().take(NAME_LIMIT).peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        if !character.is_alphanumeric() {
            before = ' ';
            continue;
        }
        let after_lower = before.is_lowercase() && character.is_uppercase();
        // The last capital of `OKButton` belongs to the word that follows.
        let before_lower = before.is_uppercase()
            && character.is_uppercase()
            && characters.peek().is_some_and(|next| next.is_lowercase());
        let digits = before.is_alphanumeric() && before.is_numeric() != character.is_numeric();
        if !words.is_empty() && (before == ' ' || after_lower || before_lower || digits) {
            words.push(' ');
        }
        words.extend(character.to_lowercase());
        before = character;
    }
    words
}

/// A label's text without the colon at its end.
pub(crate) fn without_colon(text: &str) -> &str {
    text.trim_end().trim_end_matches([':', '：']).trim_end()
}

/// Notes of each label which element the toolkit says it belongs to.
fn link_labels(nodes: &mut [Node]) {
    if nodes.iter().all(|node| node.raw.labels.is_none()) {
        return;
    }
    let places: FxHashMap<ElementId, usize> = nodes.iter().enumerate().map(|(at, node)| (node.element, at)).collect();
    for node in nodes.iter_mut() {
        node.names = node.raw.labels.and_then(|labelled| places.get(&labelled).copied());
    }
    for label in 0..nodes.len() {
        let Some(labelled) = nodes[label].names else { continue };
        if nodes[labelled].raw.label.trim().is_empty() {
            nodes[labelled].raw.label = nodes[label].raw.name.clone();
        }
    }
}

/// Where a name comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The element, or what is in it.
    Itself,
    /// The label at this index.
    Label(usize),
    /// The next best, which a label beside it would have gone before.
    Makeshift,
}

struct Namer<'a> {
    nodes: &'a [Node],
    index: usize,
    raw: &'a RawNode,
    ordinal: u32,
}

impl Namer<'_> {
    /// The name in the `qt` dialect. A label that only stands beside a field does not give it one, an object name does.
    fn strict(&self) -> String {
        let raw = self.raw;
        let role = self.nodes[self.index].role();
        if let Some(own) = self.own() {
            return own.into_owned();
        }
        if is_item(role) {
            return String::new();
        }
        let clickable = behaviours(raw).contains(Behaviours::CLICKABLE);
        let content = || clickable.then(|| self.content()).flatten();
        let told = || (interactive(raw) && !is_items(role)).then(|| self.told()).flatten();
        let explicit = || (!raw.object_name.starts_with("qt_")).then(|| filled(&raw.object_name)).flatten();
        content()
            .or_else(told)
            .or_else(|| explicit().map(str::to_owned))
            .unwrap_or_else(|| if clickable { self.numbered() } else { String::new() })
    }

    /// The name in the `chrome` dialect, in `find` and in errors.
    fn known_by(&self, near: &mut Near) -> (String, Source) {
        let raw = self.raw;
        let role = self.nodes[self.index].role();
        if let Some(own) = self.own() {
            return (one_line(if is_input(raw) { without_colon(&own) } else { &own }), Source::Itself);
        }
        if is_item(role) {
            let name = self.cells().or_else(|| self.content());
            return (name.map(|name| one_line(&name)).unwrap_or_default(), Source::Itself);
        }
        let acts = acts(self.nodes, self.index);
        if !acts && !is_input(raw) || is_window(role) {
            return (String::new(), Source::Itself);
        }
        // What a field says of itself is an example of its value or how to use it; a label beside it is its name.
        let beside_first = is_input(raw) || is_items(role);
        let by_itself = || if is_items(role) { None } else { self.content() }.or_else(|| self.told());
        if let Some(name) = by_itself().filter(|_| !beside_first) {
            return (one_line(&name), Source::Itself);
        }
        if let Some(label) = near.label_of(self.nodes, self.index) {
            return (one_line(without_colon(&self.nodes[label].raw.name)), Source::Label(label));
        }
        if let Some(name) = self.told() {
            return (one_line(&name), Source::Makeshift);
        }
        if let Some(name) = self.container() {
            return (one_line(without_colon(name)), Source::Makeshift);
        }
        // A column names its cell's editor; a group's title, which stands for all that is in the group, is better than
        // nothing at the most.
        let mut name = self.object_words();
        if name.is_empty() && acts && !is_items(role) {
            name =
                filled(&raw.header).map_or_else(|| self.numbered(), |header| format!("{header} {}", self.numbered()));
        }
        (one_line(&name), Source::Makeshift)
    }

    /// What accessibility says, or the label that belongs to it, or the text that it is.
    fn own(&self) -> Option<Cow<'_, str>> {
        let raw = self.raw;
        let role = raw.role;
        let shows =
            is_text(role) || is_item(role) || matches!(role, Role::StatusBar | Role::AlertMessage | Role::Notification);
        let text = || raw.value.as_deref().filter(|_| shows).and_then(filled);
        filled(&raw.name).or_else(|| filled(&raw.label)).or_else(text).map(without_tags)
    }

    /// What the element says of itself besides its name.
    fn told(&self) -> Option<String> {
        let raw = self.raw;
        [&raw.placeholder, &raw.tool_tip, &raw.icon]
            .into_iter()
            .map(|text| without_tags(text))
            .find(|text| !text.trim().is_empty())
            .map(|text| text.trim().to_owned())
    }

    /// The name of what is around an input that is the only one there: of a field made of several widgets, the whole has it.
    fn container(&self) -> Option<&str> {
        let node = &self.nodes[self.index];
        let around = &self.nodes[node.parent.filter(|_| is_input(self.raw))?];
        let (start, end) = (node.parent? + 1, around.end.min(node.parent? + 1 + CONTENT_LIMIT));
        let inputs = self.nodes[start..end].iter().filter(|inner| is_input(&inner.raw)).count();
        let is_plain = around.role().name() == "generic" && around.depth > 0;
        if is_plain && inputs == 1 { filled(&around.raw.name).or_else(|| filled(&around.raw.label)) } else { None }
    }

    /// The texts inside it, down to the next elements one can act on.
    fn content(&self) -> Option<String> {
        let end = self.nodes[self.index].end.min(self.index + 1 + CONTENT_LIMIT);
        let mut text = String::new();
        let mut next = self.index + 1;
        while next < end && text.len() < NAME_LIMIT {
            let inner = &self.nodes[next];
            if inner.raw.states.contains(States::INVISIBLE) || interactive(&inner.raw) {
                next = inner.end;
                continue;
            }
            if is_text(inner.role()) || inner.role() == Role::Graphic {
                push_word(&mut text, &inner.raw.name, " ");
            }
            next += 1;
        }
        (!text.is_empty()).then_some(text)
    }

    /// The texts of a row's cells.
    fn cells(&self) -> Option<String> {
        let end = self.nodes[self.index].end.min(self.index + 1 + CONTENT_LIMIT);
        let mut text = String::new();
        let cells = self.nodes[self.index + 1..end].iter().filter(|node| node.role() == Role::Cell);
        for cell in cells {
            if text.len() >= NAME_LIMIT {
                break;
            }
            push_word(&mut text, filled(&cell.raw.name).or(cell.raw.value.as_deref()).unwrap_or_default(), " | ");
        }
        (!text.is_empty()).then_some(text)
    }

    fn object_words(&self) -> String {
        if self.raw.object_name.starts_with("qt_") { String::new() } else { in_words(&self.raw.object_name) }
    }

    fn numbered(&self) -> String {
        format!("{} {}", self.nodes[self.index].role().name(), self.ordinal)
    }
}

fn push_word(text: &mut String, word: &str, separator: &str) {
    let word = one_line(word);
    if !text.is_empty() && !word.is_empty() {
        text.push_str(separator);
    }
    text.push_str(&word);
}

fn filled(text: &str) -> Option<&str> {
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::page;

    /// The names of the fixture's last element: strict, and known by.
    fn names(fixture: &str) -> (String, String) {
        let (page, _) = page(fixture);
        let last = page.tree.nodes().last().unwrap();
        (last.name.clone(), last.label.clone())
    }

    fn both(fixture: &str, name: &str) {
        assert_eq!(names(fixture), (name.to_owned(), name.to_owned()), "{fixture}");
    }

    #[test]
    fn the_accessible_name_comes_first_and_then_what_belongs_to_the_element() {
        both(r#"button "Save" label="L" tip="T" icon="I" object=o"#, "Save");
        both(r#"textbox label="Street" placeholder="P" object=o"#, "Street");
        both(r#"textbox placeholder="Search…" tip="T" object=o"#, "Search…");
        both(r#"button tip="<b>Print</b> it" icon="I" object=o"#, "Print it");
        both(r#"button icon="document-save" header="H" object=o"#, "document-save");
    }

    #[test]
    fn a_label_beside_a_field_names_it_for_agents_but_not_in_the_strict_sense() {
        let fixture = r#"
            window at=0,0,300,200
              text "Enter your name:" at=10,10,100,20
              textbox at=115,8,100,24"#;
        assert_eq!(names(fixture), (String::new(), "Enter your name".to_owned()));
    }

    #[test]
    fn a_buddy_names_its_field_wherever_it_stands() {
        let fixture = r#"
            window
              text "City:" labels=3
              textbox"#;
        assert_eq!(names(fixture), ("City:".to_owned(), "City".to_owned()));
    }

    #[test]
    fn an_object_name_names_a_field_and_a_container() {
        assert_eq!(names("textbox object=nameInput"), ("nameInput".to_owned(), "name input".to_owned()));
        assert_eq!(names("client object=centralWidget"), ("centralWidget".to_owned(), String::new()));
        assert_eq!(names("textbox object=qt_spinbox_lineedit"), (String::new(), "textbox 1".to_owned()));
    }

    #[test]
    fn something_clickable_is_named_by_the_texts_inside_it() {
        let fixture = "generic states=clickable object=area\n text \"Buy\"\n text \"now\"\n button \"No\"";
        let (page, _) = page(fixture);
        assert_eq!(page.tree.nodes()[0].name, "Buy now");
        assert_eq!(page.tree.nodes()[0].label, "Buy now");
    }

    #[test]
    fn nothing_clickable_is_anonymous() {
        both("window\n button \"A\"\n button", "button 2");
        both("window\n button \"A\"\nwindow\n button", "button 1");
        assert_eq!(names("window\n checkbox").1, "checkbox 1");
    }

    #[test]
    fn a_row_is_known_by_its_cells_and_an_empty_cell_by_nothing() {
        let (page, _) = page("table\n row\n  cell \"Ada\"\n  cell header=\"City\"\n  cell \"12\"");
        assert_eq!(page.tree.nodes()[1].label, "Ada | 12");
        assert_eq!((page.tree.nodes()[1].name.as_str(), page.tree.nodes()[3].label.as_str()), ("", ""));
    }

    #[test]
    fn object_names_are_split_into_words() {
        let words = [
            ("okButton", "ok button"),
            ("OKButton", "ok button"),
            ("push_button_2", "push button 2"),
            ("lineEdit12", "line edit 12"),
            ("übergrößeFeld", "übergröße feld"),
            ("HTML", "html"),
            ("__", ""),
        ];
        for (name, expected) in words {
            assert_eq!(in_words(name), expected);
        }
    }
}
