//! What holds for one element, whatever it is called: its kind, its states, what it shows, and whether it is in reach.

use super::index::Index;
use super::roles::{Kind, RoleWord};
use super::text::fold;
use super::words::Holds;
use crate::behaviour::{multi_line, opens_menu};
use crate::{Node, Page, Role, States, WindowKind};

/// How well an element is of the kind a word names.
pub(super) fn fits(word: &RoleWord, node: &Node, role: Role) -> f64 {
    let raw = &node.raw;
    let is = |kind: &Kind| match kind {
        Kind::Aria(name) => role.name() == *name,
        Kind::Is(named) => role == *named,
        Kind::With(name, States::HAS_POPUP) => role.name() == *name && opens_menu(raw),
        Kind::With(name, states) => role.name() == *name && raw.states.contains(*states),
        Kind::Has(States::MULTI_LINE) => multi_line(raw),
        Kind::Has(states) => raw.states.contains(*states),
        Kind::Takes(input) => raw.input == *input,
        Kind::Class(part) => raw.class.to_ascii_lowercase().contains(part),
        Kind::Icon => !raw.icon.is_empty() && raw.name.is_empty(),
    };
    word.kinds.iter().filter(|(kind, _)| is(kind)).map(|(_, how_well)| *how_well).fold(0.0, f64::max)
}

/// Whether a word for a state is true of an element.
pub(super) fn holds(state: Holds, node: &Node) -> bool {
    let raw = &node.raw;
    match state {
        Holds::All(States::MULTI_LINE) => multi_line(raw),
        Holds::All(states) => raw.states.contains(states),
        Holds::Any(states) => raw.states.intersects(states),
        Holds::Not(states, able) => !raw.states.intersects(states) && raw.states.contains(able),
        Holds::Empty => raw.value.as_deref() == Some(""),
    }
}

/// Whether an element is never so, and the word must mean something else: `the combo box with Paris selected`.
pub(super) fn cannot_hold(state: Holds, node: &Node) -> bool {
    let able = |states: States| !node.raw.states.intersects(states);
    match state {
        Holds::All(States::CHECKED) => able(States::CHECKABLE),
        Holds::Any(states) if states.contains(States::SELECTED) => able(States::SELECTABLE | States::SELECTED),
        Holds::All(States::EXPANDED) => able(States::EXPANDABLE),
        _ => false,
    }
}

/// How much of what an element shows a text is, from 0, where it does not show it, to 1.
pub(super) fn shown(index: &Index, place: usize, text: &str) -> f64 {
    let nodes = index.tree.nodes();
    let raw = &nodes[place].raw;
    let share = |own: &str| {
        let own = fold(own);
        if own.contains(text) { text.len() as f64 / own.len() as f64 } else { 0.0 }
    };
    let row = matches!(index.roles[place], Role::Row | Role::ListItem);
    let inner = if row { &nodes[place + 1..nodes[place].end] } else { &[] };
    let own = [raw.name.as_str(), raw.value.as_deref().unwrap_or_default()];
    own.into_iter().chain(inner.iter().map(|node| node.raw.name.as_str())).map(share).fold(0.0, f64::max)
}

/// What one sees, and the items of menus that are closed: a click away, and known by their menu.
pub(super) fn reachable(index: &Index) -> Vec<bool> {
    let nodes = index.tree.nodes();
    let mut reachable: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let visible = !node.raw.states.contains(States::INVISIBLE);
        let of_menu = |node: &Node| {
            matches!(node.raw.role, Role::MenuItem | Role::PopupMenu | Role::MenuBar) || opens_menu(&node.raw)
        };
        let in_menu = matches!(node.raw.role, Role::MenuItem | Role::PopupMenu)
            && node.parent.is_some_and(|parent| reachable[parent] && of_menu(&nodes[parent]));
        reachable.push(visible || in_menu);
    }
    reachable
}

/// For each element, how much less likely it is meant because of the window it is in.
pub(super) fn window_penalties(page: &Page) -> Vec<f64> {
    let nodes = page.tree.nodes();
    let mut penalties = vec![0.0; nodes.len()];
    for root in page.tree.roots() {
        let window =
            page.windows.iter().find(|(_, window)| window.id == nodes[root].element.object).map(|(_, window)| window);
        let penalty = match window {
            Some(window) if window.blocked_by.is_some() => -0.05,
            Some(window) if window.active || matches!(window.kind, WindowKind::Popup | WindowKind::ToolTip) => 0.0,
            Some(_) => -0.03,
            None => 0.0,
        };
        penalties[root..nodes[root].end].fill(penalty);
    }
    penalties
}

#[cfg(test)]
mod tests {
    use super::super::roles::ROLES;
    use super::*;
    use crate::testing;

    fn best_kind(word: &str, line: &str) -> f64 {
        let (page, _) = testing::page(line);
        let node = &page.tree.nodes()[0];
        let role = ROLES.iter().find(|role| role.words.contains(&word)).unwrap();
        fits(role, node, node.role())
    }

    #[test]
    fn people_mean_some_kinds_more_than_others() {
        assert_eq!(best_kind("button", "button"), 1.0);
        assert_eq!(best_kind("button", "textbox"), 0.0);
        assert_eq!(best_kind("switch", "checkbox class=Switch"), 1.0);
        assert!(best_kind("switch", "checkbox class=QCheckBox") < 1.0);
        assert!(best_kind("button", "generic states=clickable") > 0.8);
        assert!(best_kind("menu", "menuitem states=has-popup") > best_kind("menu", "menuitem"));
        assert_eq!(best_kind("textarea", "textbox class=QTextEdit"), 1.0);
    }

    #[test]
    fn the_items_of_closed_menus_are_in_reach_and_other_hidden_elements_are_not() {
        let (page, _) = testing::page(
            "window\n menubar\n  menuitem \"File\" states=has-popup\n   menu states=invisible\n    \
             menuitem \"Save\" states=invisible\n group states=invisible\n  \
             menuitem \"Lost\" states=invisible\n button",
        );
        assert_eq!(reachable(&Index::new(&page)), [true, true, true, true, true, false, false, true]);
    }

    #[test]
    fn more_of_a_value_counts_more() {
        let (page, _) = testing::page("window\n textbox value=\"30\"\n textbox value=\"09:30\"\n textbox value=\"\"");
        let index = Index::new(&page);
        assert_eq!(shown(&index, 1, "30"), 1.0);
        assert!((0.1..1.0).contains(&shown(&index, 2, "30")));
        assert_eq!(shown(&index, 3, "30"), 0.0);
    }
}
