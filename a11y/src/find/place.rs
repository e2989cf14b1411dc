//! Where elements are: inside what, near what, and which of several.

use super::query::{Clause, Ordinal, Relation};
use super::score::{Purpose, Scorer};
use crate::behaviour::{is_item, is_text};
use crate::{Role, States, Tree};

/// The elements that a description of a place may mean.
pub(super) struct Place<'a> {
    tree: &'a Tree,
    relation: Relation,
    meant: Vec<Meant>,
}

struct Meant {
    index: usize,
    confidence: f64,
    extents: Vec<Extent>,
}

/// Elements that are in a place, and how surely.
struct Extent {
    start: usize,
    end: usize,
    /// Only those in this row or column of it.
    line: Option<Line>,
    surely: f64,
}

#[derive(Clone, Copy)]
enum Line {
    Row(u64),
    Column(u32),
}

/// More places than this are no description of one.
const MEANT: usize = 16;

impl<'a> Place<'a> {
    /// The place a clause describes, itself inside `outer`. `None` when there is none.
    pub(super) fn new(
        tree: &'a Tree,
        scorer: &Scorer,
        relation: Relation,
        clause: &Clause,
        outer: Option<&Place>,
    ) -> Option<Self> {
        let answers = (0..tree.nodes().len()).filter_map(|index| {
            let confidence = scorer.answer(clause, index, Purpose::Place).confidence;
            let factor = if confidence < 0.45 { 0.0 } else { outer.map_or(1.0, |outer| outer.factor(index)) };
            (confidence * factor >= 0.4).then_some((index, confidence * factor))
        });
        let answers: Vec<_> = answers.collect();
        let mut chosen = pick(tree, &answers, clause);
        let best = chosen.iter().map(|(_, confidence)| *confidence).fold(0.0, f64::max);
        chosen.retain(|(_, confidence)| *confidence >= best - 0.2);
        chosen.sort_by(|one, other| other.1.total_cmp(&one.1));
        chosen.truncate(MEANT);
        let meant = |(index, confidence)| Meant { index, confidence, extents: extents(tree, index) };
        (!chosen.is_empty()).then(|| Self { tree, relation, meant: chosen.into_iter().map(meant).collect() })
    }

    /// How surely an element is there, from 0 to 1.
    pub(super) fn factor(&self, target: usize) -> f64 {
        let one = |meant: &Meant| {
            let reach = if target == meant.index { 0.0 } else { self.reach(meant, target) };
            if reach <= 0.0 { 0.0 } else { 0.5 + 0.5 * (meant.confidence + 0.05).min(1.0) * reach }
        };
        self.meant.iter().map(one).fold(0.0, f64::max)
    }

    fn reach(&self, meant: &Meant, target: usize) -> f64 {
        let nodes = self.tree.nodes();
        let [place, other] = [meant.index, target].map(|index| nodes[index].raw.bounds.center());
        let there = match self.relation {
            Relation::Inside => {
                let inside = meant.extents.iter().filter(|extent| extent.has(self.tree, target));
                return inside.map(|extent| extent.surely).fold(0.0, f64::max);
            }
            Relation::Near => true,
            Relation::Above => other.y < place.y,
            Relation::Below => other.y > place.y,
            Relation::LeftOf => other.x < place.x,
            Relation::RightOf => other.x > place.x,
        };
        let contains = |outer: usize, inner: usize| (outer..nodes[outer].end).contains(&inner);
        if there && !contains(target, meant.index) { nearness(self.tree, meant.index, target) } else { 0.0 }
    }
}

impl Extent {
    fn has(&self, tree: &Tree, target: usize) -> bool {
        let position = tree.nodes()[target].raw.position;
        (self.start..self.end).contains(&target)
            && match self.line {
                None => true,
                Some(Line::Row(row)) => position.is_some_and(|position| position.row == row),
                Some(Line::Column(column)) => position.is_some_and(|position| position.column == column),
            }
    }
}

/// Which of several a clause asks for; all of them where it does not say. The elements come in reading order.
pub(super) fn pick(tree: &Tree, answers: &[(usize, f64)], clause: &Clause) -> Vec<(usize, f64)> {
    let Some(ordinal) = clause.ordinal else { return answers.to_vec() };
    let nodes = tree.nodes();
    let best = answers.iter().map(|(_, confidence)| *confidence).fold(0.0, f64::max);
    let alike: Vec<_> = answers.iter().copied().filter(|(_, confidence)| *confidence >= best - 0.12).collect();
    if clause.has_text() {
        return nth(&alike, ordinal).into_iter().collect();
    }
    // `third tab` is the third of each tab bar, and most likely of the first one.
    let mut groups: Vec<(usize, Vec<(usize, f64)>)> = Vec::new();
    for answer in alike {
        let group = group_of(tree, answer.0);
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, members)) => members.push(answer),
            None => groups.push((group, vec![answer])),
        }
    }
    let surest = |members: &[(usize, f64)]| members.iter().map(|(_, confidence)| *confidence).fold(0.0, f64::max);
    groups.sort_by(|(_, one), (_, other)| surest(other).total_cmp(&surest(one)));
    let mut found = Vec::new();
    let mut passed = 0;
    for (group, members) in groups {
        // What is no item is counted on in the next window where the first has too few.
        let ordinal = match ordinal {
            Ordinal::From(number) if found.is_empty() => Ordinal::From(number.saturating_sub(passed)),
            other => other,
        };
        if let Some((index, confidence)) = counted(tree, group, &members, ordinal) {
            found.push((index, confidence + 0.08 - 0.04 * found.len() as f64));
        }
        passed += if nodes[group].parent.is_none() { members.len() as u64 } else { 0 };
    }
    found
}

/// Items are counted as the app numbers them, since those before may be scrolled away.
fn counted(tree: &Tree, group: usize, members: &[(usize, f64)], ordinal: Ordinal) -> Option<(usize, f64)> {
    let nodes = tree.nodes();
    let position = |index: usize| {
        let node = &nodes[index];
        let position = node.raw.position?;
        match node.role() {
            Role::Row | Role::ListItem | Role::PageTab => Some(position.row),
            Role::ColumnHeader | Role::Cell => Some(position.column.into()),
            _ => None,
        }
    };
    let numbered = members.iter().all(|(index, _)| position(*index).is_some());
    match ordinal {
        Ordinal::From(number) if numbered => {
            members.iter().copied().find(|(index, _)| position(*index) == Some(number))
        }
        Ordinal::Last if numbered => {
            let (index, confidence) = members.iter().copied().max_by_key(|(index, _)| position(*index))?;
            let rows = nodes[group].raw.grid.map(|grid| grid.rows);
            let at_the_end = rows.is_none_or(|rows| position(index).is_some_and(|row| row + 1 >= rows));
            Some((index, if at_the_end { confidence } else { confidence * 0.8 }))
        }
        _ => nth(members, ordinal),
    }
}

fn nth(answers: &[(usize, f64)], ordinal: Ordinal) -> Option<(usize, f64)> {
    match ordinal {
        Ordinal::From(number) => answers.get(usize::try_from(number).ok()?).copied(),
        Ordinal::Last => answers.last().copied(),
    }
}

/// What an element is counted in: items in their view, anything else in its window.
fn group_of(tree: &Tree, index: usize) -> usize {
    let nodes = tree.nodes();
    let role = nodes[index].role();
    let in_tree = || tree.ancestors(index).find(|ancestor| nodes[*ancestor].role() == Role::Tree);
    let parent = nodes[index].parent.unwrap_or(index);
    match role {
        Role::TreeItem => in_tree().unwrap_or(parent),
        Role::PageTab | Role::ColumnHeader | Role::MenuItem => parent,
        _ if is_item(role) => parent,
        _ => tree.ancestors(index).last().unwrap_or(index),
    }
}

/// What is said to be in an element: what it contains, and where people see more in it, that too.
fn extents(tree: &Tree, index: usize) -> Vec<Extent> {
    let nodes = tree.nodes();
    let node = &nodes[index];
    let whole = |index: usize, surely| Extent { start: index + 1, end: nodes[index].end, line: None, surely };
    let mut extents = vec![whole(index, 1.0)];
    let Some(parent) = node.parent else { return extents };
    match node.role() {
        Role::PageTab => {
            let same_name =
                |other: &usize| nodes[*other].role() == Role::PropertyPage && nodes[*other].raw.name == node.raw.name;
            let around = nodes[parent].parent.unwrap_or(parent);
            extents.extend((around..nodes[around].end).filter(same_name).map(|panel| whole(panel, 1.0)));
            if node.raw.states.contains(States::SELECTED) {
                // The pages stand after or before their tab bar, inside the same widget.
                extents.push(Extent { end: parent, ..whole(around, 0.95) });
                extents.push(Extent { start: nodes[parent].end, ..whole(around, 0.95) });
            }
        }
        Role::MenuItem if node.end == index + 1 => {
            let same_name =
                |other: &usize| nodes[*other].role() == Role::PopupMenu && nodes[*other].raw.name == node.raw.name;
            extents.extend((0..nodes.len()).filter(same_name).map(|menu| whole(menu, 1.0)));
        }
        Role::ColumnHeader => {
            let line = node.raw.position.map(|position| Line::Column(position.column));
            extents.extend(line.map(|line| Extent { line: Some(line), ..whole(parent, 1.0) }));
        }
        Role::Cell | Role::RowHeader if nodes[parent].role() != Role::Row => {
            let line = node.raw.position.map(|position| Line::Row(position.row));
            extents.extend(line.map(|line| Extent { line: Some(line), ..whole(parent, 0.97) }));
        }
        role if is_item(nodes[parent].role()) && (is_text(role) || role == Role::Cell) => {
            extents.push(whole(parent, 0.97))
        }
        // A heading, or a field and the button beside it: what stands around a small thing is said to be at it.
        _ if node.end == index + 1 && nodes[parent].end - parent <= 40 => extents.push(whole(parent, 0.8)),
        _ => {}
    }
    extents
}

/// How near two elements are, from 0.5 to 1: on the screen, or in the tree where that is not known.
fn nearness(tree: &Tree, one: usize, other: usize) -> f64 {
    let nodes = tree.nodes();
    let [first, second] = [one, other].map(|index| nodes[index].raw.bounds);
    if first.width > 0.0 && second.width > 0.0 {
        let gap = |start: f64, length: f64, other_start: f64, other_length: f64| {
            (other_start - (start + length)).max(start - (other_start + other_length)).max(0.0)
        };
        let across = gap(first.x, first.width, second.x, second.width);
        let down = gap(first.y, first.height, second.y, second.height);
        // Beside is nearer than below: people name things by the line they are in.
        let beside = first.center().y - second.center().y;
        let distance = across + 2.0 * down + beside.abs();
        return 1.0 - distance.min(1000.0) / 2000.0;
    }
    let common = tree.ancestors(other).find(|ancestor| (*ancestor..nodes[*ancestor].end).contains(&one));
    let size = common.map_or(nodes.len(), |common| nodes[common].end - common);
    let apart = (one.abs_diff(other) + size).min(100) as f64;
    1.0 - apart / 200.0
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use crate::testing;

    fn best(fixture: &str, query: &str) -> Option<u64> {
        let (page, _) = testing::page(fixture);
        find(&page, query).first().map(|one| one.number)
    }

    const TABS: &str = "window\n generic\n  tablist\n   tab \"Mail\" row=0 states=selected,selectable\n   \
                        tab \"Chat\" row=1 states=selectable\n  generic\n   tabpanel\n    \
                        button \"Reset\"\n button \"Reset\"";

    #[test]
    fn what_is_on_the_page_of_a_tab_is_in_the_tab() {
        assert_eq!(best(TABS, "reset on the Mail tab"), Some(8));
    }

    #[test]
    fn rows_are_counted_as_the_app_numbers_them() {
        let scrolled = "window\n table grid=1000x1,400,2\n  row \"Ada\" row=400\n  row \"Alan\" row=401";
        assert_eq!(best(scrolled, "row 402"), Some(4));
        assert_eq!(best(scrolled, "first row"), None, "it is scrolled away");
        let (page, _) = testing::page(scrolled);
        let last = &find(&page, "last row")[0];
        assert!(last.number == 4 && last.confidence < 0.8, "the last that is shown is not the last: {last:?}");
    }

    #[test]
    fn cells_without_a_row_are_in_the_row_of_their_neighbours() {
        let flat = "window\n table\n  cell \"Ada\" row=0 column=0 header=Name\n  \
                    cell \"Paris\" row=0 column=1 header=City\n  \
                    cell \"Alan\" row=1 column=0 header=Name\n  cell \"London\" row=1 column=1 header=City";
        assert_eq!(best(flat, "city of Alan"), Some(6));
        assert_eq!(best(flat, "cell in row 1 column 2"), Some(4));
    }

    #[test]
    fn a_column_has_its_cells() {
        let table = "window\n table\n  columnheader \"Name\" column=0\n  columnheader \"City\" column=1\n  \
                     row row=0\n   \
                     cell \"Ada\" row=0 column=0\n   cell \"Paris\" row=0 column=1";
        assert_eq!(best(table, "Paris in the City column"), Some(7));
        assert_eq!(best(table, "cell in the city column"), Some(7));
    }

    #[test]
    fn beside_above_and_below_are_seen_on_the_screen() {
        let places = "window at=0,0,500,500\n textbox at=100,50,100,20\n text \"Port\" at=10,100,80,20\n \
                      textbox at=100,100,100,20\n textbox at=100,150,100,20";
        assert_eq!(best(places, "field next to Port"), Some(4));
        assert_eq!(best(places, "field above Port"), Some(2));
        assert_eq!(best(places, "field below Port"), Some(5));
        assert_eq!(best(places, "field right of Port"), Some(4));
    }

    #[test]
    fn an_ordinal_counts_what_has_the_words() {
        let many =
            "window\n button \"Open\"\n button \"Delete\"\n button \"Delete\"\n button \"Save\"\n button \"Delete\"";
        assert_eq!(best(many, "second delete button"), Some(4));
        assert_eq!(best(many, "last delete"), Some(6));
        assert_eq!(best(many, "fourth delete button"), None);
        assert_eq!(best(many, "fourth button"), Some(5));
    }

    #[test]
    fn a_place_that_is_not_there_has_nothing_in_it() {
        assert_eq!(best(TABS, "reset in the wombat group"), None);
    }
}
