//! What can be done with an element, and what holds for it, in words. Accessibility's role decides; the class decides
//! where accessibility says nothing.

use crate::{Actions, Input, Node, RawNode, Role, States};
use bitflags::bitflags;

bitflags! {
    /// What a person can do with an element.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Behaviours: u8 {
        /// Press it.
        const CLICKABLE = 1 << 0;
        /// Check and uncheck it.
        const CHECKABLE = 1 << 1;
        /// Move it to another number.
        const ADJUSTABLE = 1 << 2;
        /// Type into it.
        const EDITABLE = 1 << 3;
        /// Type several lines.
        const MULTILINE = 1 << 4;
        /// Open and close it.
        const EXPANDABLE = 1 << 5;
        /// Select it, or among its items.
        const SELECTABLE = 1 << 6;
    }
}

impl Behaviours {
    /// The words, in the order they are printed.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        const WORDS: [&str; 7] =
            ["clickable", "checkable", "adjustable", "editable", "multiline", "expandable", "selectable"];
        (0..WORDS.len()).filter(move |bit| self.bits() >> bit & 1 == 1).map(|bit| WORDS[bit])
    }
}

/// The role an element has for agents: accessibility's, or its class's where accessibility only knows that it is there.
#[must_use]
pub fn role_of(raw: &RawNode) -> Role {
    match raw.role {
        // Some versions of Qt call a dock a window though it lies in one.
        Role::Window | Role::Client if raw.class == "QDockWidget" => Role::Section,
        Role::NoRole | Role::Client | Role::Pane | Role::LayeredPane | Role::UserRole => {
            let by_input = || match raw.input {
                Input::Keys => Role::HotkeyField,
                Input::DateTime | Input::Number => Role::SpinBox,
                _ => raw.role,
            };
            class(&raw.class).map_or_else(by_input, |(role, _)| role)
        }
        // A text browser calls itself static text, but what it holds is a document.
        Role::StaticText if raw.states.contains(States::MULTI_LINE) && raw.value.is_some() => Role::Document,
        role => role,
    }
}

/// What a person can do with an element, whether or not it is enabled now.
#[must_use]
pub fn behaviours(raw: &RawNode) -> Behaviours {
    let role = role_of(raw);
    let mut can = class(&raw.class).filter(|(known, _)| *known == role).map_or_else(|| of_role(role), |(_, can)| can);
    let is = |state| raw.states.contains(state);
    can.set(
        Behaviours::EDITABLE,
        !is(States::READ_ONLY) && (can.contains(Behaviours::EDITABLE) || is(States::EDITABLE)),
    );
    let text = matches!(role, Role::EditableText | Role::Terminal | Role::Document);
    can.set(Behaviours::MULTILINE, can.contains(Behaviours::EDITABLE) && text && multi_line(raw));
    can.set(Behaviours::CHECKABLE, can.contains(Behaviours::CHECKABLE) || is(States::CHECKABLE));
    can.set(Behaviours::EXPANDABLE, can.contains(Behaviours::EXPANDABLE) || is(States::EXPANDABLE));
    can.set(Behaviours::SELECTABLE, can.contains(Behaviours::SELECTABLE) || is(States::SELECTABLE));
    if role == Role::MenuItem && opens_menu(raw) {
        can = (can - Behaviours::CLICKABLE) | Behaviours::EXPANDABLE;
    }
    // Many roles have a press action that says no more than the role does: a check box is checked by it.
    let pressed = is(States::CLICKABLE) || (can.is_empty() && raw.actions.contains(Actions::PRESS) && !is_window(role));
    can.set(Behaviours::CLICKABLE, can.contains(Behaviours::CLICKABLE) || pressed);
    can
}

/// Whether an agent has a reason to act on the element itself. Rows, items and tabs count, the cells of a row too.
#[must_use]
pub fn interactive(raw: &RawNode) -> bool {
    let role = role_of(raw);
    match role {
        Role::ScrollBar | Role::Separator | Role::Grip | Role::Splitter => raw.states.contains(States::CLICKABLE),
        Role::PageTabList | Role::MenuBar | Role::PopupMenu => false,
        // A stack or a box with tabs: what it shows counts, and its tabs are elements.
        _ if raw.input == Input::Tabs => false,
        Role::ColumnHeader | Role::RowHeader => {
            raw.states.contains(States::CLICKABLE) || raw.actions.contains(Actions::PRESS)
        }
        _ if is_items(role) => true,
        Role::EditableText | Role::SpinBox | Role::ComboBox | Role::HotkeyField => true,
        _ => {
            let painted = raw.states.contains(States::CUSTOM_PAINTED) && !is_window(role) && !is_passive(role);
            painted || raw.input != Input::None || !behaviours(raw).is_empty()
        }
    }
}

/// Whether an agent has a reason to act on the element of a snapshot: as [`interactive`], and what takes the keyboard
/// focus and has neither a role nor anything inside, since only its pixels say what it is.
pub(crate) fn acts(nodes: &[Node], index: usize) -> bool {
    let node = &nodes[index];
    // A view that the app draws itself has a viewport and scroll bars inside, and nothing else.
    let is_helper = |inner: &Node| inner.is_internal() || inner.role() == Role::ScrollBar;
    let bare = || {
        node.raw.states.contains(States::FOCUSABLE)
            && node.role().name() == "generic"
            && nodes[index + 1..node.end].iter().all(is_helper)
    };
    interactive(&node.raw) || bare()
}

/// Whether the role is that of something in a list, tree, table or tab bar.
pub(crate) fn is_item(role: Role) -> bool {
    matches!(role, Role::Row | Role::Cell | Role::ListItem | Role::TreeItem)
}

/// Whether the role is that of something that has rows or items.
pub(crate) fn is_items(role: Role) -> bool {
    matches!(role, Role::List | Role::Table | Role::Tree)
}

/// Whether the role is that of a window.
pub(crate) fn is_window(role: Role) -> bool {
    matches!(
        role,
        Role::Window | Role::Dialog | Role::Assistant | Role::ColorChooser | Role::Application | Role::Desktop
    )
}

/// Whether the role is that of text which is only read.
pub(crate) fn is_text(role: Role) -> bool {
    matches!(
        role,
        Role::StaticText
            | Role::Heading
            | Role::Paragraph
            | Role::Note
            | Role::BlockQuote
            | Role::HelpBalloon
            | Role::ToolTip
    )
}

/// Whether the element takes a value that stands for something outside it, so that a label beside it may name it.
pub(crate) fn is_input(raw: &RawNode) -> bool {
    matches!(
        role_of(raw),
        Role::EditableText
            | Role::ComboBox
            | Role::SpinBox
            | Role::Slider
            | Role::Dial
            | Role::HotkeyField
            | Role::ProgressBar
    )
}

/// Whether the text may have several lines.
pub(crate) fn multi_line(raw: &RawNode) -> bool {
    raw.states.contains(States::MULTI_LINE)
        || raw.input == Input::MultiLine
        || matches!(raw.class.as_str(), "QTextEdit" | "QPlainTextEdit" | "TextArea" | "TextEdit")
}

/// Whether it opens a menu rather than doing something.
pub(crate) fn opens_menu(raw: &RawNode) -> bool {
    raw.states.contains(States::HAS_POPUP) || raw.class == "QMenu"
}

/// The words for what holds now and need not, in the order they are printed.
pub(crate) fn state_words(raw: &RawNode) -> impl Iterator<Item = &'static str> {
    const WORDS: [(States, &str); 12] = [
        (States::FOCUSED, "focused"),
        (States::DISABLED, "disabled"),
        (States::CHECKED, "checked"),
        (States::MIXED, "partly checked"),
        (States::SELECTED, "selected"),
        (States::PRESSED, "pressed"),
        (States::EXPANDED, "expanded"),
        (States::READ_ONLY, "read-only"),
        (States::INVALID, "invalid"),
        (States::BUSY, "busy"),
        (States::DEFAULT, "default"),
        (States::CUSTOM_PAINTED, "custom-painted"),
    ];
    let role = role_of(raw);
    // Qt calls every label and every window read-only.
    let typed = raw.input != Input::None
        || matches!(role, Role::EditableText | Role::ComboBox | Role::SpinBox | Role::HotkeyField);
    let states = if typed { raw.states } else { raw.states - States::READ_ONLY };
    // A partly checked box is told as checked too.
    let states = if states.contains(States::MIXED) { states - States::CHECKED } else { states };
    let states = if is_window(role) { states - States::CUSTOM_PAINTED - States::FOCUSED } else { states };
    WORDS.into_iter().filter(move |(state, _)| states.contains(*state)).map(|(_, word)| word)
}

fn is_passive(role: Role) -> bool {
    is_text(role) || matches!(role, Role::Graphic | Role::StatusBar | Role::ProgressBar | Role::Chart)
}

fn of_role(role: Role) -> Behaviours {
    match role {
        Role::Button | Role::ButtonDropDown | Role::ButtonMenu | Role::ButtonDropGrid | Role::Link | Role::MenuItem => {
            Behaviours::CLICKABLE
        }
        Role::CheckBox | Role::RadioButton | Role::Switch => Behaviours::CHECKABLE,
        Role::Slider | Role::Dial | Role::ScrollBar => Behaviours::ADJUSTABLE,
        Role::SpinBox => Behaviours::ADJUSTABLE | Behaviours::EDITABLE,
        Role::EditableText | Role::HotkeyField => Behaviours::EDITABLE,
        Role::ComboBox => Behaviours::EXPANDABLE | Behaviours::SELECTABLE,
        Role::PopupMenu | Role::Tree => Behaviours::EXPANDABLE,
        Role::List | Role::PageTabList | Role::PageTab | Role::ListItem | Role::TreeItem | Role::Row | Role::Cell => {
            Behaviours::SELECTABLE
        }
        _ => Behaviours::empty(),
    }
}

/// The specification's table of classes.
fn class(class: &str) -> Option<(Role, Behaviours)> {
    Some(match class {
        "QPushButton" | "QToolButton" => (Role::Button, Behaviours::CLICKABLE),
        "QLineEdit" | "QTextEdit" => (Role::EditableText, Behaviours::EDITABLE),
        "QComboBox" => (Role::ComboBox, Behaviours::EXPANDABLE | Behaviours::SELECTABLE),
        "QCheckBox" => (Role::CheckBox, Behaviours::CHECKABLE),
        "QRadioButton" => (Role::RadioButton, Behaviours::CHECKABLE),
        "QSlider" => (Role::Slider, Behaviours::ADJUSTABLE),
        "QSpinBox" => (Role::SpinBox, Behaviours::ADJUSTABLE | Behaviours::EDITABLE),
        "QLabel" => (Role::StaticText, Behaviours::empty()),
        "QMenu" => (Role::PopupMenu, Behaviours::EXPANDABLE),
        "QMenuBar" => (Role::MenuBar, Behaviours::empty()),
        "QListWidget" => (Role::List, Behaviours::SELECTABLE),
        "QTableWidget" => (Role::Table, Behaviours::empty()),
        "QTreeWidget" => (Role::Tree, Behaviours::EXPANDABLE),
        "QTabWidget" => (Role::PageTabList, Behaviours::empty()),
        "QTabBar" => (Role::PageTabList, Behaviours::SELECTABLE),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(raw: &RawNode) -> String {
        behaviours(raw).words().collect::<Vec<_>>().join(", ")
    }

    fn of(role: Role, class: &str) -> RawNode {
        RawNode { role, class: class.to_owned(), ..RawNode::default() }
    }

    #[test]
    fn classes_are_what_the_specification_says_even_where_accessibility_is_silent() {
        let table = [
            ("QPushButton", "button", "clickable"),
            ("QLineEdit", "textbox", "editable"),
            ("QTextEdit", "textbox", "editable, multiline"),
            ("QComboBox", "combobox", "expandable, selectable"),
            ("QCheckBox", "checkbox", "checkable"),
            ("QRadioButton", "radio", "checkable"),
            ("QSlider", "slider", "adjustable"),
            ("QSpinBox", "spinbutton", "adjustable, editable"),
            // The specification says statictext here; agents read `text "…"`.
            ("QLabel", "text", ""),
            ("QMenu", "menu", "expandable"),
            ("QMenuBar", "menubar", ""),
            ("QToolButton", "button", "clickable"),
            ("QListWidget", "list", "selectable"),
            ("QTableWidget", "table", ""),
            ("QTreeWidget", "tree", "expandable"),
            ("QTabWidget", "tablist", ""),
            ("QTabBar", "tablist", "selectable"),
        ];
        for (class, role, can) in table {
            for told in [Role::NoRole, Role::Client] {
                let raw = of(told, class);
                assert_eq!((role_of(&raw).name(), words(&raw).as_str()), (role, can), "{class}");
            }
        }
    }

    #[test]
    fn every_role_that_is_pressed_typed_into_or_moved_is_interactive_and_no_other() {
        let interactive_roles: Vec<_> = Role::ALL.iter().filter(|role| interactive(&of(**role, ""))).collect();
        let names: Vec<String> = interactive_roles.iter().map(|role| format!("{role:?}")).collect();
        expect_test::expect![[r#"
            MenuItem
            Table
            Row
            Cell
            Link
            List
            ListItem
            Tree
            TreeItem
            PageTab
            EditableText
            Button
            CheckBox
            RadioButton
            ComboBox
            Dial
            HotkeyField
            Slider
            SpinBox
            ButtonDropDown
            ButtonMenu
            ButtonDropGrid
            Switch
        "#]]
        .assert_eq(&(names.join("\n") + "\n"));
    }

    #[test]
    fn a_read_only_field_is_not_editable_but_still_something_to_act_on() {
        let raw = RawNode { states: States::READ_ONLY | States::FOCUSED, ..of(Role::EditableText, "QLineEdit") };
        assert_eq!(words(&raw), "");
        assert_eq!(state_words(&raw).collect::<Vec<_>>(), ["focused", "read-only"]);
        assert!(interactive(&raw));
        let label = RawNode { states: States::READ_ONLY, ..of(Role::StaticText, "QLabel") };
        assert_eq!(state_words(&label).count(), 0);
        assert!(!interactive(&label));
    }

    #[test]
    fn a_partly_checked_box_is_not_said_to_be_checked() {
        let raw = RawNode { states: States::CHECKED | States::MIXED, ..of(Role::CheckBox, "") };
        assert_eq!(state_words(&raw).collect::<Vec<_>>(), ["partly checked"]);
    }

    #[test]
    fn an_item_without_a_role_that_reacts_to_a_press_is_clickable() {
        let plain = of(Role::NoRole, "Rectangle");
        assert!(!interactive(&plain));
        assert_eq!(words(&RawNode { states: States::CLICKABLE, ..plain.clone() }), "clickable");
        assert_eq!(words(&RawNode { actions: Actions::PRESS, ..plain }), "clickable");
        assert_eq!(words(&RawNode { actions: Actions::PRESS, ..of(Role::CheckBox, "") }), "checkable");
    }

    #[test]
    fn a_menu_entry_with_a_menu_expands_and_one_without_is_clicked() {
        assert_eq!(words(&of(Role::MenuItem, "QMenu")), "expandable");
        assert_eq!(words(&of(Role::MenuItem, "QAction")), "clickable");
    }
}
