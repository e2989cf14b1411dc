//! A snapshot and what is told of the changes make the next snapshot. Told are: which windows opened and closed; of each
//! element that stays, its new name, value and states with the old ones; what came by kind, name and ref, without its
//! value; what went; and which element has the focus. Past a few in one place, and past twelve lines, they are counted.

mod told;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use qtmcp_a11y::{
    Dialect, ElementId, Input, ObjectId, Page, RawNode, Read, Refs, Role, States, Tree, Window, WindowKind, diff,
};
use qtmcp_vision::Rect;
use std::collections::{BTreeMap, BTreeSet};
use told::{Element, Told};

fn config() -> ProptestConfig {
    let kept = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { failure_persistence: Some(Box::new(kept)), ..ProptestConfig::default() }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Text,
    Button,
    Check,
    Field,
}

#[derive(Clone, Debug)]
struct Leaf {
    id: u64,
    kind: Kind,
    name: String,
    value: String,
    states: States,
    shift: f64,
}

#[derive(Clone, Debug)]
struct Group {
    id: u64,
    name: String,
    leaves: Vec<Leaf>,
}

#[derive(Clone, Debug)]
struct Form {
    groups: Vec<Group>,
    dialog: Option<String>,
    focus: Option<usize>,
    next: u64,
}

#[derive(Clone, Debug)]
enum Deed {
    Rename(usize, String),
    Write(usize, String),
    Switch(usize),
    Disable(usize),
    Remove(usize),
    Add(usize, Kind, String),
    RemoveGroup(usize),
    AddGroup(String, Vec<(Kind, String)>),
    Move(usize, usize),
    Shift(usize),
    Focus(usize),
    Dialog(Option<String>),
}

/// Names with all that could end a quote or be taken for another part of a line.
fn names() -> impl Strategy<Value = String> {
    "[a-z0-9\"\\\\\\[\\](),+=-]{1,10}"
}

fn kinds() -> impl Strategy<Value = Kind> {
    proptest::sample::select(vec![Kind::Text, Kind::Button, Kind::Check, Kind::Field])
}

fn forms() -> impl Strategy<Value = Form> {
    let group = (names(), proptest::collection::vec((kinds(), names()), 0..6));
    proptest::collection::vec(group, 1..4).prop_map(|groups| {
        let mut form = Form { groups: Vec::new(), dialog: None, focus: None, next: 100 };
        for (name, leaves) in groups {
            form.add_group(name, leaves);
        }
        form
    })
}

fn deeds(most: usize) -> impl Strategy<Value = Vec<Deed>> {
    let at = || 0..100_usize;
    let leaves = || proptest::collection::vec((kinds(), names()), 0..5);
    let deed = prop_oneof![
        2 => (at(), names()).prop_map(|(at, name)| Deed::Rename(at, name)),
        3 => (at(), "[a-z\"\\\\ ]{0,12}").prop_map(|(at, value)| Deed::Write(at, value)),
        2 => at().prop_map(Deed::Switch),
        1 => at().prop_map(Deed::Disable),
        2 => at().prop_map(Deed::Remove),
        3 => (at(), kinds(), names()).prop_map(|(at, kind, name)| Deed::Add(at, kind, name)),
        1 => at().prop_map(Deed::RemoveGroup),
        1 => (names(), leaves()).prop_map(|(name, leaves)| Deed::AddGroup(name, leaves)),
        1 => (at(), at()).prop_map(|(from, to)| Deed::Move(from, to)),
        1 => at().prop_map(Deed::Shift),
        1 => at().prop_map(Deed::Focus),
        1 => proptest::option::of(names()).prop_map(Deed::Dialog),
    ];
    proptest::collection::vec(deed, 0..most)
}

impl Form {
    fn fresh(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn leaf_of(&mut self, kind: Kind, name: String) -> Leaf {
        Leaf { id: self.fresh(), kind, name, value: String::new(), states: States::empty(), shift: 0.0 }
    }

    fn add_group(&mut self, name: String, leaves: Vec<(Kind, String)>) {
        let id = self.fresh();
        let leaves = leaves.into_iter().map(|(kind, name)| self.leaf_of(kind, name)).collect();
        self.groups.push(Group { id, name, leaves });
    }

    /// Where a leaf is, of all of them.
    fn place(&self, at: usize) -> Option<(usize, usize)> {
        let places: Vec<_> = (0..self.groups.len())
            .flat_map(|group| (0..self.groups[group].leaves.len()).map(move |leaf| (group, leaf)))
            .collect();
        (!places.is_empty()).then(|| places[at % places.len()])
    }

    fn leaf(&mut self, at: usize) -> Option<&mut Leaf> {
        let (group, leaf) = self.place(at)?;
        Some(&mut self.groups[group].leaves[leaf])
    }

    fn run(&mut self, deed: Deed) {
        match deed {
            Deed::Rename(at, name) => self.leaf(at).into_iter().for_each(|leaf| leaf.name.clone_from(&name)),
            Deed::Write(at, value) => {
                self.leaf(at)
                    .filter(|leaf| leaf.kind == Kind::Field)
                    .into_iter()
                    .for_each(|leaf| leaf.value.clone_from(&value));
            }
            Deed::Switch(at) => {
                if let Some(leaf) = self.leaf(at) {
                    leaf.states ^= match leaf.kind {
                        Kind::Text => States::BUSY,
                        Kind::Button => States::PRESSED,
                        Kind::Check => States::CHECKED,
                        Kind::Field => States::READ_ONLY,
                    };
                }
            }
            Deed::Disable(at) => self.leaf(at).into_iter().for_each(|leaf| leaf.states ^= States::DISABLED),
            Deed::Remove(at) => {
                if let Some((group, leaf)) = self.place(at) {
                    self.groups[group].leaves.remove(leaf);
                }
            }
            Deed::Add(at, kind, name) if !self.groups.is_empty() => {
                let leaf = self.leaf_of(kind, name);
                let group = at % self.groups.len();
                self.groups[group].leaves.push(leaf);
            }
            Deed::RemoveGroup(at) if !self.groups.is_empty() => {
                self.groups.remove(at % self.groups.len());
            }
            Deed::AddGroup(name, leaves) => self.add_group(name, leaves),
            Deed::Move(from, to) => {
                if let Some((group, leaf)) = self.place(from) {
                    let leaf = self.groups[group].leaves.remove(leaf);
                    let group = to % self.groups.len();
                    self.groups[group].leaves.insert(0, leaf);
                }
            }
            Deed::Shift(at) => self.leaf(at).into_iter().for_each(|leaf| leaf.shift += 7.0),
            Deed::Focus(at) => self.focus = Some(at),
            Deed::Dialog(title) => self.dialog = title,
            _ => {}
        }
    }

    fn page(&self, refs: &Refs) -> Page {
        let id = |slot: u64| ObjectId { slot, generation: 1 };
        let focused = self.focus.and_then(|at| self.place(at));
        let mut read = Vec::new();
        let mut add = |slot: u64, depth: u32, raw: RawNode| read.push(Read { element: id(slot).into(), depth, raw });
        let named = |role: Role, name: &str| RawNode { role, name: name.to_owned(), ..RawNode::default() };
        let mut windows = vec![(1, "Form", WindowKind::Window)];
        add(1, 0, named(Role::Window, "Form"));
        for (at, group) in self.groups.iter().enumerate() {
            add(group.id, 1, named(Role::Grouping, &group.name));
            for (nth, leaf) in group.leaves.iter().enumerate() {
                let (role, input) = match leaf.kind {
                    Kind::Text => (Role::StaticText, Input::None),
                    Kind::Button => (Role::Button, Input::None),
                    Kind::Check => (Role::CheckBox, Input::Toggle),
                    Kind::Field => (Role::EditableText, Input::Text),
                };
                let mut raw = RawNode { input, states: leaf.states, ..named(role, &leaf.name) };
                raw.bounds = Rect { x: leaf.shift, y: nth as f64 * 30.0, width: 80.0, height: 20.0 };
                raw.states.set(States::FOCUSED, focused == Some((at, nth)));
                if leaf.kind == Kind::Field {
                    raw.value_length = leaf.value.chars().count() as u64;
                    raw.value = Some(leaf.value.clone());
                }
                add(leaf.id, 2, raw);
            }
        }
        if let Some(title) = &self.dialog {
            add(2, 0, named(Role::Dialog, title));
            windows.push((2, title, WindowKind::Dialog));
        }
        let tree = Tree::new(read, refs);
        let windows = windows.into_iter().map(|(slot, title, kind)| {
            let element: ElementId = id(slot).into();
            let window = Window {
                id: id(slot),
                title: title.to_owned(),
                kind,
                active: false,
                modal: false,
                blocked_by: None,
                parent: None,
                bounds: Rect::default(),
            };
            (refs.of(element).unwrap_or_default(), window)
        });
        Page { windows: windows.collect(), tree, ..Page::default() }
    }
}

/// The elements of a page but for its windows, by ref.
fn elements(page: &Page) -> BTreeMap<u64, Element> {
    let nodes = page.tree.nodes();
    let inside = |index: usize| nodes[index + 1..nodes[index].end].iter().map(|node| node.number).collect();
    let element = |(index, node): (usize, &qtmcp_a11y::Node)| Element {
        role: node.role().name().to_owned(),
        name: node.raw.name.clone(),
        value: node.raw.value.clone(),
        states: node.raw.states - States::FOCUSED,
        inside: inside(index),
    };
    let each = nodes.iter().enumerate().filter(|(_, node)| node.depth > 0);
    each.map(|(index, node)| (node.number, element((index, node)))).collect()
}

/// The page before some deeds, and after them.
fn around(mut form: Form, deeds: Vec<Deed>) -> (Page, Page) {
    let refs = Refs::default();
    let before = form.page(&refs);
    deeds.into_iter().for_each(|deed| form.run(deed));
    (before, form.page(&refs))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_snapshot_and_what_is_told_make_the_next(form in forms(), deeds in deeds(4)) {
        let (before, after) = around(form, deeds);
        let changes = diff(&before, &after, Dialect::Chrome);
        let (old, new) = (elements(&before), elements(&after));
        let told = Told::read(&changes.changed);

        // What stays is told in full; where lines are counted only, all that can be said is how many.
        let applied = told.applied_to(&old);
        for (number, element) in &new {
            if let Some(was) = old.get(number)
                && !told.is_counted(&old)
            {
                let is = applied.get(number);
                prop_assert_eq!(is.map(Element::content), Some(element.content()), "{} {:#?}", number, changes.changed);
                prop_assert!(is.is_some_and(|is| is.role == was.role));
            }
        }
        if !told.is_counted(&old) {
            let gone: BTreeSet<_> = old.keys().filter(|number| !new.contains_key(number)).collect();
            let kept: BTreeSet<_> = applied.keys().filter(|number| old.contains_key(number)).collect();
            prop_assert_eq!(kept.intersection(&gone).next(), None, "{:#?}", changes.changed);
            prop_assert_eq!(kept.len(), old.len() - gone.len(), "{:#?}", changes.changed);
            // Of what came, each that is named is there as it is named, and as many are there as are said to be.
            let came = new.iter().filter(|(number, _)| !old.contains_key(number));
            prop_assert_eq!(told.came(), came.clone().count(), "{:#?}", changes.changed);
            for (number, element) in told.named() {
                let is = new.get(number).map(|new| (&new.role, &new.name));
                prop_assert_eq!(is, Some((&element.role, &element.name)), "{:#?}", changes.changed);
            }
        }
    }

    #[test]
    fn every_element_that_changed_is_told_or_counted(form in forms(), deeds in deeds(60)) {
        let (before, after) = around(form, deeds);
        let (old, new) = (elements(&before), elements(&after));
        let numbers: BTreeSet<_> = old.keys().chain(new.keys()).collect();
        let is_changed = |number: &&&u64| match (old.get(number), new.get(number)) {
            (Some(old), Some(new)) => old.content() != new.content(),
            _ => true,
        };
        let count = numbers.iter().filter(is_changed).count();
        let lines = diff(&before, &after, Dialect::Chrome).changed;
        prop_assert_eq!(Told::read(&lines).count(), count, "{:#?}", lines);
        prop_assert!(lines.len() <= 13);
        prop_assert_eq!(diff(&before, &after, Dialect::Qt).changed.len(), lines.len());
        prop_assert!(diff(&after, &after, Dialect::Qt).is_empty());
    }

    #[test]
    fn windows_and_focus_are_told(form in forms(), deeds in deeds(12)) {
        let (before, after) = around(form, deeds);
        let changes = diff(&before, &after, Dialect::Chrome);
        let numbers = |page: &Page| page.windows.iter().map(|(number, _)| *number).collect::<BTreeSet<_>>();
        let told = |windows: &[(u64, String)]| windows.iter().map(|(number, _)| *number).collect::<BTreeSet<_>>();
        prop_assert_eq!(told(&changes.opened), &numbers(&after) - &numbers(&before));
        prop_assert_eq!(told(&changes.closed), &numbers(&before) - &numbers(&after));
        let focused = |page: &Page| {
            page.tree.nodes().iter().find(|node| node.raw.states.contains(States::FOCUSED)).map(|node| node.number)
        };
        let expected = match (focused(&before), focused(&after)) {
            (was, is) if was == is => None,
            (_, None) => Some("no element".to_owned()),
            (_, Some(number)) => Some(format!("[ref_{number}]")),
        };
        match (&changes.focus, &expected) {
            (Some(focus), Some(expected)) => prop_assert!(focus.ends_with(expected), "{focus}"),
            (focus, expected) => prop_assert_eq!(focus, expected),
        }
    }
}
