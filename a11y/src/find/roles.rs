//! What people call the kinds of elements, also in the languages apps are often in, and which elements they mean by it.
//! Data only; every word is as [`super::text::fold`] makes it.

use crate::{Input, Role, States};
use Kind::{Aria, Class, Has, Icon, Is, Takes, With};

/// How an element can be of the kind a word names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// By the ARIA name of its role.
    Aria(&'static str),
    /// By its role.
    Is(Role),
    /// By its role, in a state.
    With(&'static str, States),
    /// By its state alone.
    Has(States),
    /// By how it is set.
    Takes(Input),
    /// By a part of its class, in lower case.
    Class(&'static str),
    /// By an icon, without a text.
    Icon,
}

/// A kind of element in people's words.
#[derive(Debug)]
pub(super) struct RoleWord {
    pub(super) words: &'static [&'static str],
    /// Each with how well it is meant.
    pub(super) kinds: &'static [(Kind, f64)],
    /// Whether other elements are said to be in it.
    pub(super) contains: bool,
}

const fn role(words: &'static [&'static str], kinds: &'static [(Kind, f64)], contains: bool) -> RoleWord {
    RoleWord { words, kinds, contains }
}

/// Every word for a kind of element, also in the languages apps are often in.
pub(super) const ROLES: &[RoleWord] = &[
    role(
        &[
            "button",
            "btn",
            "pushbutton",
            "toolbutton",
            "schaltflache",
            "knopf",
            "bouton",
            "boton",
            "кнопка",
            "ボタン",
            "按钮",
            "按鈕",
            "زر",
            "버튼",
        ],
        &[
            (Aria("button"), 1.0),
            (Has(States::CLICKABLE), 0.9),
            (Aria("link"), 0.8),
            (Aria("menuitem"), 0.6),
            (Aria("switch"), 0.6),
        ],
        false,
    ),
    role(
        &[
            "field",
            "input",
            "entry",
            "textfield",
            "lineedit",
            "feld",
            "eingabefeld",
            "champ",
            "campo",
            "поле",
            "입력란",
        ],
        &[
            (Aria("textbox"), 1.0),
            (Aria("spinbutton"), 0.97),
            (Takes(Input::EditableChoice), 0.97),
            (Aria("combobox"), 0.9),
            (Takes(Input::Text), 0.9),
        ],
        false,
    ),
    role(&["textbox", "edit"], &[(Aria("textbox"), 1.0), (Takes(Input::EditableChoice), 0.9)], false),
    role(
        &["textarea", "editor"],
        &[(Has(States::MULTI_LINE), 1.0), (Takes(Input::MultiLine), 1.0), (Aria("textbox"), 0.6)],
        false,
    ),
    role(
        &["box"],
        &[
            (Aria("textbox"), 1.0),
            (Aria("checkbox"), 1.0),
            (Aria("combobox"), 0.95),
            (Aria("spinbutton"), 0.9),
            (Aria("group"), 0.4),
        ],
        false,
    ),
    role(
        &["checkbox", "tickbox", "kontrollkastchen", "флажок", "チェックボックス", "复选框", "체크박스"],
        &[(Aria("checkbox"), 1.0), (Aria("switch"), 0.9), (Takes(Input::Toggle), 0.85), (Has(States::CHECKABLE), 0.7)],
        false,
    ),
    role(
        &["switch", "toggle"],
        &[
            (Aria("switch"), 1.0),
            (Class("switch"), 1.0),
            (With("button", States::CHECKABLE), 0.95),
            (Aria("checkbox"), 0.9),
            (Takes(Input::Toggle), 0.9),
        ],
        false,
    ),
    role(&["radiobutton", "radio"], &[(Aria("radio"), 1.0)], false),
    role(
        &["option", "choice"],
        &[
            (Aria("radio"), 1.0),
            (Aria("checkbox"), 0.9),
            (Aria("listitem"), 0.85),
            (Aria("menuitem"), 0.8),
            (Aria("combobox"), 0.7),
        ],
        false,
    ),
    role(
        &["dropdown", "combobox", "combo", "select", "selector", "picker", "chooser", "auswahl", "下拉"],
        &[
            (Aria("combobox"), 1.0),
            (Takes(Input::Choice), 1.0),
            (With("button", States::HAS_POPUP), 0.8),
            (Takes(Input::DateTime), 0.8),
        ],
        false,
    ),
    role(
        &["menu", "меню", "メニュー", "菜单", "菜單", "قائمه", "메뉴"],
        &[
            (With("menuitem", States::HAS_POPUP), 1.0),
            (Is(Role::PopupMenu), 1.0),
            (Is(Role::ButtonMenu), 0.95),
            (With("button", States::HAS_POPUP), 0.9),
            (Aria("menubar"), 0.6),
            (Aria("menuitem"), 0.5),
        ],
        true,
    ),
    role(&["menuitem", "command", "action"], &[(Aria("menuitem"), 1.0), (Aria("button"), 0.6)], false),
    role(
        &["tab", "registerkarte", "reiter", "onglet", "вкладка", "タブ", "标签页", "选项卡", "탭"],
        &[(Aria("tab"), 1.0), (Aria("tabpanel"), 0.8)],
        true,
    ),
    role(&["page"], &[(Aria("tabpanel"), 1.0), (Aria("tab"), 0.95), (Aria("document"), 0.8)], true),
    role(&["link", "hyperlink", "lien", "ссылка"], &[(Aria("link"), 1.0)], false),
    role(
        &["slider", "regler", "curseur"],
        &[(Is(Role::Slider), 1.0), (Is(Role::Dial), 0.9), (Aria("scrollbar"), 0.6)],
        false,
    ),
    role(&["dial", "knob"], &[(Is(Role::Dial), 1.0), (Is(Role::Slider), 0.7)], false),
    role(&["spinbox", "spinner", "stepper"], &[(Aria("spinbutton"), 1.0)], false),
    role(
        &["row", "line", "record", "zeile", "ligne", "строка", "行"],
        &[(Aria("row"), 1.0), (Aria("listitem"), 0.95), (Aria("treeitem"), 0.95)],
        true,
    ),
    role(&["cell"], &[(Aria("cell"), 1.0)], false),
    role(&["column", "spalte", "столбец", "列"], &[(Aria("columnheader"), 1.0), (Aria("column"), 1.0)], true),
    role(
        &["columnheader", "header"],
        &[(Aria("columnheader"), 1.0), (Aria("rowheader"), 0.9), (Aria("heading"), 0.9)],
        false,
    ),
    role(&["rowheader"], &[(Aria("rowheader"), 1.0)], false),
    role(
        &["list", "listbox", "liste", "список"],
        &[(Aria("list"), 1.0), (Aria("table"), 0.85), (Aria("tree"), 0.8)],
        true,
    ),
    role(
        &["table", "grid", "tabelle", "таблица"],
        &[(Aria("table"), 1.0), (Aria("tree"), 0.8), (Aria("list"), 0.7)],
        true,
    ),
    role(&["tree", "outline"], &[(Aria("tree"), 1.0)], true),
    role(
        &["item", "listitem"],
        &[
            (Aria("listitem"), 1.0),
            (Aria("treeitem"), 1.0),
            (Aria("row"), 0.9),
            (Aria("menuitem"), 0.85),
            (Aria("tab"), 0.5),
        ],
        true,
    ),
    role(&["treeitem", "node", "branch"], &[(Aria("treeitem"), 1.0), (Aria("listitem"), 0.7)], true),
    role(&["icon", "image", "picture", "graphic", "logo"], &[(Aria("img"), 1.0), (Icon, 0.9)], false),
    role(
        &["label", "text", "caption", "message"],
        &[(Aria("text"), 1.0), (Aria("heading"), 0.9), (Aria("paragraph"), 0.9)],
        false,
    ),
    role(&["heading", "title"], &[(Aria("heading"), 1.0), (Aria("text"), 0.8)], false),
    role(
        &["dialog", "popup", "messagebox", "prompt", "modal"],
        &[(Aria("dialog"), 1.0), (Aria("alert"), 0.9), (Aria("window"), 0.7)],
        true,
    ),
    role(&["window", "fenster", "fenetre", "окно"], &[(Aria("window"), 1.0), (Aria("dialog"), 0.8)], true),
    role(
        &["bar"],
        &[
            (Aria("toolbar"), 1.0),
            (Aria("textbox"), 0.95),
            (Aria("menubar"), 0.95),
            (Aria("status"), 0.95),
            (Aria("progressbar"), 0.9),
            (Aria("tablist"), 0.9),
            (Aria("scrollbar"), 0.9),
        ],
        true,
    ),
    role(&["toolbar"], &[(Aria("toolbar"), 1.0)], true),
    role(&["menubar"], &[(Aria("menubar"), 1.0)], true),
    role(&["statusbar"], &[(Aria("status"), 1.0)], true),
    role(&["scrollbar"], &[(Aria("scrollbar"), 1.0)], false),
    role(&["progressbar", "progress"], &[(Aria("progressbar"), 1.0)], false),
    role(&["tabbar"], &[(Aria("tablist"), 1.0)], true),
    role(
        &["group", "groupbox", "section", "panel", "pane", "frame", "area", "gruppe", "groupe", "группа"],
        &[
            (Aria("group"), 1.0),
            (Aria("region"), 1.0),
            (Aria("tabpanel"), 0.9),
            (Aria("form"), 0.9),
            (Aria("treeitem"), 0.7),
        ],
        true,
    ),
];

#[cfg(test)]
mod tests {
    use super::super::text::fold;
    use super::*;

    #[test]
    fn every_word_is_folded_and_names_one_kind_of_element() {
        let words: Vec<_> = ROLES.iter().flat_map(|role| role.words.iter()).collect();
        for word in &words {
            assert_eq!(fold(word), **word);
            assert_eq!(words.iter().filter(|other| other == &word).count(), 1, "{word}");
        }
    }

    #[test]
    fn every_kind_is_one_that_elements_can_be() {
        let kinds = ROLES.iter().flat_map(|role| role.kinds);
        for (kind, how_well) in kinds {
            assert!(*how_well > 0.0 && *how_well <= 1.0, "{kind:?}");
            if let Aria(name) | With(name, _) = kind {
                let known = Role::ALL.iter().any(|role| role.name() == *name);
                assert!(known, "no element is a {name}");
            }
        }
    }
}
