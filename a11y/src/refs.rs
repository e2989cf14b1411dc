//! The refs agents know elements by: integers, given once, never given to another element.

use crate::render::{chrome_head, qt_head};
use crate::sanitize::one_line;
use crate::{Dialect, ElementId, Node, ObjectId, Role};
use qtmcp_vision::Rect;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of an element.
pub type Ref = u64;

/// The refs that were given in one app, shared by all clients that use the same numbers. It grows with the elements that
/// were seen, not with how often they were, up to a limit: then those are forgotten that were longest of no use to
/// anybody, windows last. What is forgotten gets another number when it is next shown.
#[derive(Debug)]
pub struct Refs {
    table: Mutex<Table>,
    numbers: Numbers,
    most: usize,
}

/// Which numbers a table gives, by the order of giving: the first ref is at place 0.
#[derive(Clone, Copy, Debug, Default)]
enum Numbers {
    /// 1, 2, 3, and so on.
    #[default]
    All,
    Block(u32),
}

/// How many refs of a block stand close together, from one more than the block times this.
const NEAR: u64 = 100_000;
/// Where those behind them are: above all that are near, as far from each other as no table ever grows.
const FAR: u64 = 10_000_000_000;

#[derive(Debug, Default)]
struct Table {
    by_element: FxHashMap<ElementId, Ref>,
    /// By the order of giving.
    given: FxHashMap<usize, Entry>,
    /// How many were ever given.
    count: usize,
    /// Counts the uses.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    given: Given,
    /// When it was last of use.
    used: u64,
}

/// What is remembered of a ref, also when its element is gone.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The element.
    pub element: ElementId,
    /// How it was last shown, such as `button "Save"`, so that a stale ref can be named.
    pub described: String,
    /// Its role when it was last seen.
    pub role: Role,
    /// Its class when it was last seen.
    pub class: String,
    /// What it was called when it was last seen, in one line; see [`Node::label`].
    pub name: String,
    /// Its name in the strict sense, in one line; see [`Node::name`].
    pub strict_name: String,
    /// Where it was last seen.
    pub place: Rect,
    /// The ref of the window it was last seen in; its own if it was a window.
    pub window: Option<Ref>,
}

impl Given {
    /// The element in one line: `button "Save" [ref_12]`, or `[12] QPushButton "Save"`.
    #[must_use]
    pub fn line(&self, number: Ref, dialect: Dialect) -> String {
        let mut line = String::new();
        match dialect {
            Dialect::Qt => {
                let name = if self.strict_name.is_empty() { &self.name } else { &self.strict_name };
                qt_head(&mut line, number, self.role, &self.class, name);
            }
            Dialect::Chrome => chrome_head(&mut line, self.role.name(), &self.name, Some(number)),
        }
        line
    }
}

impl Refs {
    /// The highest block there is.
    pub const LAST_BLOCK: u32 = (FAR / NEAR - 1) as u32;

    /// How many are remembered, unless something else is asked for.
    pub const MOST: usize = 100_000;

    /// The same table, empty yet, that remembers this many at the most.
    #[must_use]
    pub fn with_most(self, most: usize) -> Self {
        Self { most: most.max(1), ..self }
    }

    /// A table whose refs are in no other block: from `block * 100000 + 1`, so from 1 in block 0, and for an app of which
    /// 99,999 elements were seen, further up. `None` for a block past [`Refs::LAST_BLOCK`].
    #[must_use]
    pub fn in_block(block: u32) -> Option<Self> {
        (block <= Self::LAST_BLOCK).then(|| Self { numbers: Numbers::Block(block), ..Self::default() })
    }

    /// The block that a ref of [`Refs::in_block`] is of.
    #[must_use]
    pub fn block_of(number: Ref) -> u64 {
        if number > FAR { number / FAR - 1 } else { number.saturating_sub(1) / NEAR }
    }

    /// The ref of an element, a new one if it has none yet. `described` is how it is shown, in case it is new.
    pub fn give(&self, element: ElementId, described: impl FnOnce() -> String) -> Ref {
        if let Some(known) = self.of(element) {
            return known;
        }
        // Not under the lock: it is the caller's code.
        let described = described();
        let mut table = self.table();
        table.clock += 1;
        let number = table.number(element, self.numbers);
        if let Some(given) = table.entry(number, self.numbers)
            && given.described.is_empty()
        {
            given.described = described;
        }
        table.trim(self.most, self.numbers);
        number
    }

    /// The ref of a window; see [`Refs::give`].
    pub fn give_window(&self, window: ObjectId, described: impl FnOnce() -> String) -> Ref {
        let number = self.give(window.into(), described);
        if let Some(given) = self.table().entry(number, self.numbers) {
            given.window.get_or_insert(number);
        }
        number
    }

    /// Gives every element of a snapshot its ref, and remembers what it is now. Helpers of the toolkit come last, so
    /// that what agents see is numbered without gaps. An element that was read without what is around it keeps the name
    /// that it had from there.
    pub(crate) fn show(&self, nodes: &mut [Node]) {
        let mut table = self.table();
        table.clock += 1;
        for internal in [false, true] {
            for node in nodes.iter_mut().filter(|node| node.is_internal() == internal) {
                node.number = table.number(node.element, self.numbers);
            }
        }
        let (mut window, mut is_part) = (0, false);
        for node in nodes.iter_mut() {
            let number = node.number;
            let Some(given) = table.entry(number, self.numbers) else { continue };
            if node.depth == 0 {
                window = given.window.unwrap_or(number);
                is_part = window != number;
            }
            if is_part && node.is_makeshift && !given.name.is_empty() {
                if node.name == node.label {
                    node.name.clone_from(&given.name);
                }
                node.label.clone_from(&given.name);
            }
            given.update(node, window);
        }
        table.trim(self.most, self.numbers);
    }

    /// What a ref was given to; `None` when it was never given, or is forgotten.
    #[must_use]
    pub fn get(&self, number: Ref) -> Option<Given> {
        let mut table = self.table();
        table.clock += 1;
        table.entry(number, self.numbers).cloned()
    }

    /// Whether a ref was given that is forgotten now.
    #[must_use]
    pub fn is_forgotten(&self, number: Ref) -> bool {
        let table = self.table();
        let place = self.numbers.place(number).filter(|place| *place < table.count);
        place.is_some_and(|place| !table.given.contains_key(&place))
    }

    /// The ref an element has; `None` when it has none yet.
    #[must_use]
    pub fn of(&self, element: ElementId) -> Option<Ref> {
        let mut table = self.table();
        let number = *table.by_element.get(&element)?;
        table.clock += 1;
        table.entry(number, self.numbers);
        Some(number)
    }

    /// The highest ref given so far; 0 before the first.
    #[must_use]
    pub fn last(&self) -> Ref {
        self.table().count.checked_sub(1).map_or(0, |place| self.numbers.at(place))
    }

    /// Forgets all that were given. Their numbers are given to nothing else.
    pub fn forget(&self) {
        let mut table = self.table();
        (table.by_element, table.given) = Default::default();
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Numbers {
    fn at(self, place: usize) -> Ref {
        let nth = place as Ref + 1;
        match self {
            Numbers::All => nth,
            Numbers::Block(block) if nth < NEAR => Ref::from(block) * NEAR + nth,
            Numbers::Block(block) => (Ref::from(block) + 1) * FAR + nth,
        }
    }

    /// The place of a number, given or not; `None` for one of another block.
    fn place(self, number: Ref) -> Option<usize> {
        let nth = match self {
            Numbers::All => number,
            Numbers::Block(_) if number < FAR => number % NEAR,
            Numbers::Block(_) => number % FAR,
        };
        let place = usize::try_from(nth.checked_sub(1)?).ok()?;
        (self.at(place) == number).then_some(place)
    }
}

impl Table {
    fn number(&mut self, element: ElementId, numbers: Numbers) -> Ref {
        *self.by_element.entry(element).or_insert_with(|| {
            let place = self.count;
            self.count += 1;
            self.given.insert(place, Entry { given: blank(element), used: self.clock });
            numbers.at(place)
        })
    }

    /// What is remembered of a ref, if anything is; it is of use by that.
    fn entry(&mut self, number: Ref, numbers: Numbers) -> Option<&mut Given> {
        let entry = self.given.get_mut(&numbers.place(number)?)?;
        entry.used = self.clock;
        Some(&mut entry.given)
    }

    /// Forgets what is too much, and some more, so that it is not done for each.
    fn trim(&mut self, most: usize, numbers: Numbers) {
        if self.given.len() <= most {
            return;
        }
        let excess = self.given.len() - (most - most / 16);
        let rank = |(place, entry): (&usize, &Entry)| {
            let is_window = entry.given.window == Some(numbers.at(*place));
            (is_window, entry.used, *place)
        };
        let mut all: Vec<_> = self.given.iter().map(rank).collect();
        all.select_nth_unstable(excess - 1);
        for (_, _, place) in &all[..excess] {
            if let Some(entry) = self.given.remove(place) {
                self.by_element.remove(&entry.given.element);
            }
        }
    }
}

impl Default for Refs {
    fn default() -> Self {
        Self { table: Mutex::default(), numbers: Numbers::All, most: Self::MOST }
    }
}

impl Given {
    /// Most elements are as they were: then nothing is allocated.
    fn update(&mut self, node: &Node, window: Ref) {
        self.place = node.raw.bounds;
        self.window = Some(window);
        if self.strict_name != node.name {
            self.strict_name = one_line(&node.name);
        }
        if self.class != node.raw.class {
            self.class.clone_from(&node.raw.class);
        }
        let role = node.role();
        if self.described.is_empty() || self.role != role || self.name != node.label {
            self.role = role;
            self.name.clone_from(&node.label);
            self.described.clear();
            chrome_head(&mut self.described, role.name(), &self.name, None);
        }
    }
}

fn blank(element: ElementId) -> Given {
    Given {
        element,
        described: String::new(),
        role: Role::NoRole,
        class: String::new(),
        name: String::new(),
        strict_name: String::new(),
        place: Rect::default(),
        window: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{page, page_with};
    use std::sync::Arc;

    #[test]
    fn a_ref_is_remembered_as_it_was_last_seen() {
        let (_, refs) = page("window \"W\" id=1\n button \"Save\" id=2 class=QPushButton at=10,20,30,40");
        page_with("window \"W\" id=1\n button \"Save as…\" id=2 class=QPushButton at=50,20,30,40", &refs);
        // Gone now.
        page_with("window \"W\" id=1", &refs);
        let given = refs.get(2).unwrap();
        assert_eq!((given.described.as_str(), given.place.x, given.window), ("button \"Save as…\"", 50.0, Some(1)));
        assert_eq!(given.line(2, Dialect::Qt), "[2] QPushButton \"Save as…\"");
        assert_eq!(given.line(2, Dialect::Chrome), "button \"Save as…\" [ref_2]");
        assert_eq!(refs.get(3), None);
    }

    #[test]
    fn a_number_is_never_given_twice() {
        let (_, refs) = page("window id=1\n button \"A\" id=2");
        page_with("window id=1\n button \"B\" id=3", &refs);
        let later = page_with("window id=1\n button \"A\" id=2\n button \"C\" id=4", &refs);
        let numbers: Vec<Ref> = later.tree.nodes().iter().map(|node| node.number).collect();
        assert_eq!(numbers, [1, 2, 4]);
    }

    #[test]
    fn the_table_grows_with_elements_and_not_with_snapshots() {
        let fixture = "window id=1\n button \"A\" id=2\n button \"B\" id=3";
        let (_, refs) = page(fixture);
        for _ in 0..100 {
            page_with(fixture, &refs);
        }
        let table = refs.table();
        assert_eq!((table.by_element.len(), table.given.len()), (3, 3));
    }

    #[test]
    fn helpers_of_the_toolkit_leave_no_gap() {
        let (page, _) = page("window\n client states=internal\n  button \"A\"\n button \"B\"");
        let numbers: Vec<Ref> = page.tree.nodes().iter().map(|node| node.number).collect();
        assert_eq!(numbers, [1, 4, 2, 3]);
    }

    #[test]
    fn an_element_read_from_the_middle_is_still_in_its_window() {
        let (_, refs) = page("window id=1\n group \"G\" id=2\n  button \"A\" id=3");
        page_with("group \"G\" id=2\n button \"A\" id=3", &refs);
        assert_eq!(refs.get(3).unwrap().window, Some(1));
    }

    #[test]
    fn an_element_read_alone_keeps_the_name_it_had_from_its_surroundings() {
        let form =
            "window id=1\n text \"City:\" id=2 at=0,0,50,20\n textbox id=3 at=60,0,50,20\n button id=4\n button id=5";
        let (_, refs) = page(form);
        let field = page_with("textbox id=3 at=60,0,50,20", &refs);
        assert_eq!(field.tree.nodes()[0].label, "City");
        let field = page_with("textbox id=3 at=60,0,50,20 placeholder=\"London\"", &refs);
        assert_eq!(field.tree.nodes()[0].label, "City");
        let button = page_with("button id=5", &refs);
        assert_eq!(button.tree.nodes()[0].name, "button 2");
        assert_eq!(refs.get(5).unwrap().name, "button 2");
        let named = page_with("textbox \"Town\" id=3 at=60,0,50,20", &refs);
        assert_eq!(named.tree.nodes()[0].label, "Town");
    }

    #[test]
    fn the_numbers_of_blocks_never_meet() {
        let edges = [0, 1, 99_997, 99_998, 99_999, 100_000, 2_000_000];
        let mut seen = std::collections::HashSet::new();
        let blocks = [0, 1, 2, 99, Refs::LAST_BLOCK - 1, Refs::LAST_BLOCK];
        for block in blocks {
            let numbers = Numbers::Block(block);
            for place in edges {
                let number = numbers.at(place);
                assert!(seen.insert(number), "{number} is in two blocks");
                assert!(number < 1 << 53, "{number} is more than JSON's readers can count to");
                let owners = blocks.iter().filter(|other| Numbers::Block(**other).place(number).is_some());
                assert_eq!(owners.collect::<Vec<_>>(), [&block], "{number}");
                assert_eq!(numbers.place(number), Some(place));
            }
        }
        let first = |block| Numbers::Block(block).at(0);
        assert_eq!((first(0), first(1), first(7)), (1, 100_001, 700_001));
        assert_eq!(Numbers::Block(7).at(99_998), 799_999);
        assert_eq!(Numbers::Block(7).at(99_999), 80_000_100_000);
        assert!(Refs::in_block(Refs::LAST_BLOCK).is_some() && Refs::in_block(Refs::LAST_BLOCK + 1).is_none());
    }

    #[test]
    fn a_ref_of_another_block_was_never_given() {
        let fixture = "window id=1\n button \"A\" id=2";
        let (one, other) = (Refs::in_block(0).unwrap(), Refs::in_block(3).unwrap());
        page_with(fixture, &one);
        let page = page_with(fixture, &other);
        let numbers: Vec<Ref> = page.tree.nodes().iter().map(|node| node.number).collect();
        assert_eq!((numbers.as_slice(), other.last()), ([300_001, 300_002].as_slice(), 300_002));
        assert_eq!(other.get(300_002).unwrap().described, "button \"A\"");
        for number in [0, 1, 2, 300_000, 300_003, 400_002, 40_000_000_002] {
            assert_eq!(other.get(number), None, "{number}");
        }
        assert_eq!(one.get(300_002), None);
    }

    fn element(slot: u64) -> ElementId {
        ElementId::from(ObjectId { slot, generation: 1 })
    }

    fn known(refs: &Refs, slots: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let table = refs.table();
        slots.into_iter().filter(|slot| table.by_element.contains_key(&element(*slot))).collect()
    }

    #[test]
    fn at_the_limit_nothing_is_forgotten_and_past_it_what_was_longest_of_no_use() {
        let refs = Refs::default().with_most(4);
        let numbers: Vec<Ref> = (1..=4).map(|slot| refs.give(element(slot), String::new)).collect();
        assert_eq!(known(&refs, 1..=4), [1, 2, 3, 4]);
        // The first was asked for, so the second is the oldest of no use.
        assert!(refs.get(numbers[0]).is_some());
        let fifth = refs.give(element(5), String::new);
        assert_eq!(known(&refs, 1..=5), [1, 3, 4, 5]);
        assert!(refs.is_forgotten(numbers[1]) && refs.get(numbers[1]).is_none());
        assert!(!refs.is_forgotten(fifth) && !refs.is_forgotten(fifth + 1) && !refs.is_forgotten(0));
        // Seen again it has another number, and the old one stays nobody's.
        assert_eq!(refs.give(element(2), String::new), fifth + 1);
        assert!(refs.is_forgotten(numbers[1]));
        assert_eq!(refs.last(), fifth + 1);
    }

    #[test]
    fn windows_are_forgotten_last() {
        let refs = Refs::default().with_most(3);
        let window = refs.give_window(ObjectId { slot: 1, generation: 1 }, String::new);
        for slot in 2..=9 {
            refs.give(element(slot), String::new);
        }
        assert_eq!(known(&refs, 1..=9), [1, 8, 9]);
        assert_eq!(refs.get(window).unwrap().window, Some(window));
        // A table of nothing but windows has its limit all the same.
        for slot in 10..=19 {
            refs.give_window(ObjectId { slot, generation: 1 }, String::new);
        }
        assert_eq!(refs.table().given.len(), 3);
    }

    #[test]
    fn a_page_larger_than_the_table_keeps_its_window_and_its_end() {
        let refs = Refs::default().with_most(3);
        page_with("window \"W\" id=1\n button \"A\" id=2\n button \"B\" id=3\n button \"C\" id=4", &refs);
        assert_eq!((refs.get(1).is_some(), refs.is_forgotten(2), refs.get(4).is_some()), (true, true, true));
    }

    #[test]
    fn all_can_be_forgotten_and_no_number_comes_again() {
        let refs = Refs::in_block(2).unwrap();
        let first = refs.give(element(1), String::new);
        refs.forget();
        assert!(refs.is_forgotten(first));
        assert_eq!(refs.give(element(1), String::new), first + 1);
    }

    #[test]
    fn threads_agree_on_the_ref_of_an_element() {
        let refs = Arc::new(Refs::default());
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let refs = Arc::clone(&refs);
                std::thread::spawn(move || {
                    (0..500).map(|slot| refs.give(element(slot), String::new)).collect::<Vec<_>>()
                })
            })
            .collect();
        let given: Vec<Vec<Ref>> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert!(given.iter().all(|numbers| *numbers == given[0]));
        assert_eq!(refs.last(), 500);
    }
}
