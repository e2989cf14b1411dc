//! The words of a page, prepared once: which texts each element has, and how much each text says about it.

use super::similar::Known;
use super::text;
use crate::behaviour::{is_input, is_text};
use crate::{Node, Page, Role, States, Tree};
use std::collections::HashMap;

/// Where a text of an element comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Source {
    #[default]
    Name,
    Label,
    Near,
    Inner,
    Placeholder,
    Tip,
    Description,
    Header,
    Shortcut,
    Object,
    Icon,
    Value,
    Option,
    Class,
}

impl Source {
    /// How much a word found there counts.
    pub(super) fn weight(self) -> f32 {
        match self {
            Source::Name | Source::Label => 1.0,
            Source::Placeholder => 0.95,
            Source::Inner => 0.93,
            Source::Near | Source::Tip | Source::Shortcut => 0.9,
            Source::Description => 0.88,
            Source::Header | Source::Object => 0.85,
            Source::Icon => 0.8,
            Source::Value => 0.75,
            Source::Option | Source::Class => 0.6,
        }
    }

    /// Whether a person would say that this text is what the element is called.
    pub(super) fn is_title(self) -> bool {
        !matches!(self, Source::Icon | Source::Value | Source::Option | Source::Class | Source::Description)
    }

    /// Whether it is meant to be read by people.
    pub(super) fn is_shown(self) -> bool {
        self.is_title() && self != Source::Object
    }

    /// As it is told to agents.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Source::Name => "name",
            Source::Label | Source::Near => "label",
            Source::Inner => "content",
            Source::Placeholder => "placeholder",
            Source::Tip => "tool tip",
            Source::Description => "description",
            Source::Header => "header",
            Source::Shortcut => "shortcut",
            Source::Object => "object name",
            Source::Icon => "icon",
            Source::Value => "value",
            Source::Option => "an option",
            Source::Class => "class",
        }
    }
}

/// A text of an element.
pub(super) struct Text {
    pub(super) source: Source,
    start: u32,
    end: u32,
}

/// The words of every element of a page.
pub(super) struct Index<'a> {
    pub(super) tree: &'a Tree,
    pub(super) vocabulary: Vec<Known>,
    /// The role of each element, for agents.
    pub(super) roles: Vec<Role>,
    numbers: HashMap<String, u32>,
    /// The words of each class: there are few.
    classes: HashMap<&'a str, Vec<u32>>,
    texts: Vec<Text>,
    words: Vec<u32>,
    /// One past the last text of each element.
    ends: Vec<u32>,
}

/// Longer texts are compared by their beginning.
const WORDS_OF_A_TEXT: usize = 40;
/// Rows with more texts than this are found by the first ones.
const INNER_TEXTS: usize = 16;
/// And so many elements are looked at for them.
const INNER_ELEMENTS: usize = 64;

impl<'a> Index<'a> {
    pub(super) fn new(page: &'a Page) -> Self {
        let tree = &page.tree;
        let count = tree.nodes().len();
        let mut index = Self {
            tree,
            vocabulary: Vec::new(),
            roles: tree.nodes().iter().map(Node::role).collect(),
            classes: HashMap::new(),
            numbers: HashMap::with_capacity(count),
            texts: Vec::with_capacity(count * 3),
            words: Vec::with_capacity(count * 6),
            ends: Vec::with_capacity(count),
        };
        for place in 0..count {
            index.add_element(place);
            index.ends.push(index.texts.len() as u32);
        }
        index
    }

    /// The texts of an element.
    pub(super) fn texts(&self, place: usize) -> &[Text] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.texts[start as usize..self.ends[place] as usize]
    }

    /// The words of a text, as their places in the vocabulary.
    pub(super) fn words(&self, text: &Text) -> &[u32] {
        &self.words[text.start as usize..text.end as usize]
    }

    fn add_element(&mut self, place: usize) {
        let tree = self.tree;
        let node = &tree.nodes()[place];
        let raw = &node.raw;
        if raw.states.contains(States::INTERNAL) {
            return;
        }
        for (source, text) in [
            (Source::Name, raw.name.as_str()),
            (Source::Label, &raw.label),
            (Source::Near, known_by(tree, place)),
            (Source::Placeholder, &raw.placeholder),
            (Source::Tip, &raw.tool_tip),
            (Source::Tip, &raw.status_tip),
            (Source::Description, &raw.description),
            (Source::Header, &raw.header),
            (Source::Shortcut, &raw.shortcut),
            (Source::Value, raw.value.as_deref().unwrap_or_default()),
        ] {
            self.add(source, text);
        }
        if !raw.object_name.is_empty() {
            self.add_identifier(Source::Object, &raw.object_name);
            self.add_whole(Source::Object, &raw.object_name);
        }
        self.add_identifier(Source::Icon, &raw.icon);
        if !raw.class.is_empty() {
            self.add_class(&raw.class);
        }
        for option in &raw.options {
            self.add(Source::Option, option);
        }
        if raw.states.contains(States::PASSWORD) {
            self.add(Source::Class, "password");
        }
        if is_told_by_its_content(node) {
            self.add_content(place);
        }
    }

    fn add_content(&mut self, place: usize) {
        let tree = self.tree;
        let inside = place + 1..tree.nodes()[place].end.min(place + 1 + INNER_ELEMENTS);
        let mut told = 0;
        for inner in inside {
            let (role, name) = (self.roles[inner], &tree.nodes()[inner].raw.name);
            if told < INNER_TEXTS && !name.is_empty() && (is_text(role) || matches!(role, Role::Cell | Role::RowHeader))
            {
                self.add(Source::Inner, name);
                told += 1;
            }
        }
    }

    fn add(&mut self, source: Source, text: &str) {
        if text.is_empty() {
            return;
        }
        let start = self.words.len();
        text::cut(beginning(text), &mut |word| {
            if self.words.len() - start < WORDS_OF_A_TEXT {
                let number = self.number(word);
                self.words.push(number);
            }
        });
        self.join(start);
        self.close(source, start);
    }

    fn add_identifier(&mut self, source: Source, name: &str) {
        if !name.is_empty() {
            self.add(source, &text::spaced(beginning(name)));
        }
    }

    /// As it is written in the code, too.
    fn add_whole(&mut self, source: Source, name: &str) {
        let start = self.words.len();
        let number = self.number(&text::fold(beginning(name)));
        self.words.push(number);
        self.close(source, start);
    }

    fn add_class(&mut self, class: &'a str) {
        if !self.classes.contains_key(class) {
            let mut numbers = Vec::new();
            text::cut(&text::spaced(class.strip_prefix('Q').unwrap_or(class)), &mut |word| {
                if !matches!(word, "widget" | "line" | "text" | "push" | "tool" | "main" | "view") {
                    numbers.push(self.number(word));
                }
            });
            numbers.push(self.number(&text::fold(class)));
            self.classes.insert(class, numbers);
        }
        let start = self.words.len();
        self.words.extend(&self.classes[class]);
        self.close(Source::Class, start);
    }

    /// Makes one word of those since `start` that are one.
    fn join(&mut self, start: usize) {
        let mut at = start;
        while at + 1 < self.words.len() {
            let word = |at: usize| self.words.get(at).map(|number| self.vocabulary[*number as usize].text.as_str());
            let begins = self.vocabulary[self.words[at] as usize].begins;
            let known = word(at).filter(|_| begins).and_then(|first| text::joined(first, |next| word(at + next)));
            if let Some((length, whole)) = known {
                let number = self.number(whole);
                self.words.splice(at..at + length, [number]);
            }
            at += 1;
        }
    }

    /// Makes a text of the words since `start`.
    fn close(&mut self, source: Source, start: usize) {
        let end = self.words.len();
        if end > start {
            self.texts.push(Text { source, start: start as u32, end: end as u32 });
        }
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(known) = self.numbers.get(word) {
            return *known;
        }
        let number = self.vocabulary.len() as u32;
        self.vocabulary.push(Known::new(word.to_owned()));
        self.numbers.insert(word.to_owned(), number);
        number
    }
}

/// Whether a text is there to say what another element is.
pub(super) fn is_label_of_a_field(tree: &Tree, place: usize) -> bool {
    let nodes = tree.nodes();
    let node = &nodes[place];
    let next = nodes.get(node.end).filter(|next| next.parent == node.parent);
    let named_by = |field: &Node| {
        let (name, label) = (&field.raw.name, &field.raw.label);
        is_input(&field.raw) && name.is_empty() && (label.is_empty() || *label == node.raw.name)
    };
    is_text(node.role()) && (node.names.is_some() || next.is_some_and(named_by))
}

/// What an element without a text of its own is known by: what the snapshot calls it, unless a developer's name is all
/// that it has, and then the text before it.
fn known_by(tree: &Tree, place: usize) -> &str {
    let node = &tree.nodes()[place];
    let raw = &node.raw;
    let others = [&raw.name, &raw.label, &raw.placeholder, &raw.tool_tip];
    if others.iter().any(|text| !text.is_empty()) && !is_input(raw) || !raw.name.is_empty() || !raw.label.is_empty() {
        return "";
    }
    let before = place.checked_sub(1).map(|before| &tree.nodes()[before]);
    let beside = before.filter(|label| is_text(label.role()) && label.parent == node.parent && is_input(raw));
    match beside.filter(|label| label.names.is_none_or(|named| named == place)) {
        Some(label) => &label.raw.name,
        None if others.contains(&&node.label) => "",
        None => &node.label,
    }
}

/// Rows, and what a person made clickable by laying an area over texts.
fn is_told_by_its_content(node: &Node) -> bool {
    let raw = &node.raw;
    let role = node.role();
    let row = matches!(role, Role::Row | Role::ListItem);
    let clickable = raw.states.contains(States::CLICKABLE) || role.name() == "button";
    row || (clickable && raw.name.is_empty())
}

fn beginning(text: &str) -> &str {
    const LONGEST: usize = 400;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn words_from(fixture: &str, place: usize, source: Source) -> Vec<String> {
        let (page, _) = testing::page(fixture);
        let index = Index::new(&page);
        let texts = index.texts(place).iter().filter(|text| text.source == source);
        texts
            .flat_map(|text| index.words(text).iter().map(|word| index.vocabulary[*word as usize].text.clone()))
            .collect()
    }

    #[test]
    fn a_row_has_the_words_of_its_cells_and_not_of_its_buttons() {
        let fixture = "window\n row\n  cell \"Ada\"\n  cell \"Mill Lane\"\n  button \"Delete\"";
        assert_eq!(words_from(fixture, 1, Source::Inner), ["ada", "mill", "lane"]);
    }

    #[test]
    fn a_field_without_a_name_has_the_words_of_the_text_before_it() {
        let fixture = "window\n text \"Enter your name:\"\n textbox class=QLineEdit";
        assert_eq!(words_from(fixture, 2, Source::Near), ["enter", "your", "name"]);
    }

    #[test]
    fn a_long_text_counts_by_its_beginning() {
        let value = "word ".repeat(10_000);
        let fixture = format!("window\n textbox value=\"{value}\"");
        assert_eq!(words_from(&fixture, 1, Source::Value).len(), WORDS_OF_A_TEXT);
    }
}
