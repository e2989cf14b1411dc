//! What the `qt` dialect says of an element in its list: what the app says of it, or else what kind of thing it is.

use super::element::grouped;
use crate::behaviour::{multi_line, opens_menu};
use crate::sanitize::{NAME_LIMIT, one_line, push_aside, push_line, without_tags};
use crate::{Gauge, Input, Node, Role, States};
use std::fmt::Write;

/// Options are listed as long as they fit.
const OPTIONS_LIMIT: usize = 80;

/// The hint for an element inside something of the role `around`; `None` where there is nothing to add.
pub(super) fn hint(node: &Node, around: Option<Role>) -> Option<String> {
    let Some(told) = told(node) else { return kind(node) };
    let tool = around == Some(Role::ToolBar) || node.raw.class.ends_with("ToolButton");
    // Only where it reads on: capitals begin a sentence of the app's own, in whatever language.
    let phrase = tool && told.starts_with(char::is_lowercase) && !told.starts_with("click");
    let mut hint = String::from(if phrase { "click to " } else { "" });
    push_aside(&mut hint, &told, NAME_LIMIT, "...");
    Some(hint)
}

/// The description, tool tip or status tip, unless it only repeats the name.
fn told(node: &Node) -> Option<String> {
    let raw = &node.raw;
    let key = |text: &str| {
        text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let name: String = key(&node.name);
    // Qt adds the shortcut to the tool tips of actions.
    let with_shortcut: String = key(&format!("{}{}", node.name, raw.shortcut));
    [&raw.description, &raw.tool_tip, &raw.status_tip].into_iter().find_map(|text| {
        let text = one_line(&without_tags(text));
        let said: String = key(&text);
        (!text.is_empty() && said != name && said != with_shortcut).then_some(text)
    })
}

fn kind(node: &Node) -> Option<String> {
    let raw = &node.raw;
    let kind = match node.role() {
        _ if raw.states.contains(States::PASSWORD) => "password field".to_owned(),
        Role::EditableText if multi_line(raw) => "multi-line text editor".to_owned(),
        _ if raw.input == Input::DateTime => "date or time field".to_owned(),
        _ if raw.input == Input::Keys => "key combination field".to_owned(),
        Role::EditableText => "text input field".to_owned(),
        Role::HotkeyField => "key combination field".to_owned(),
        Role::ComboBox => options(node),
        Role::SpinBox => ranged("number field", raw.gauge),
        Role::Slider | Role::Dial => ranged("slider", raw.gauge),
        Role::CheckBox => "check box".to_owned(),
        Role::Switch => "switch".to_owned(),
        Role::RadioButton => "radio button".to_owned(),
        Role::PageTab => "tab".to_owned(),
        Role::Link => "link".to_owned(),
        Role::MenuItem if opens_menu(raw) => "opens a menu".to_owned(),
        Role::MenuItem if !raw.shortcut.is_empty() => {
            let mut keys = String::new();
            push_aside(&mut keys, &raw.shortcut, NAME_LIMIT, "...");
            keys
        }
        Role::List | Role::Table | Role::Tree => items(node),
        _ if raw.states.contains(States::CUSTOM_PAINTED) => {
            "custom-painted: use computer with this coordinate".to_owned()
        }
        _ => return None,
    };
    Some(kind)
}

fn ranged(what: &str, gauge: Option<Gauge>) -> String {
    match gauge {
        Some(gauge) if gauge.minimum < gauge.maximum => format!("{what} from {} to {}", gauge.minimum, gauge.maximum),
        _ => what.to_owned(),
    }
}

fn options(node: &Node) -> String {
    let raw = &node.raw;
    if raw.options.is_empty() {
        return "drop-down list".to_owned();
    }
    let mut hint = String::from("one of ");
    for (at, option) in raw.options.iter().enumerate() {
        if hint.len() > OPTIONS_LIMIT {
            let more = (raw.option_count as usize).max(raw.options.len()) - at;
            let _ = write!(hint, ", … {more} more");
            return hint;
        }
        hint.push_str(if at > 0 { ", \"" } else { "\"" });
        push_line(&mut hint, option, NAME_LIMIT, "...");
        hint.push('"');
    }
    if raw.option_count as usize > raw.options.len() {
        let _ = write!(hint, ", … {} more", raw.option_count as usize - raw.options.len());
    }
    hint
}

fn items(node: &Node) -> String {
    let what = node.role().name();
    node.raw.grid.map_or_else(|| what.to_owned(), |grid| format!("{what} of {} rows", grouped(grid.rows)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::page;

    fn hint_of(fixture: &str) -> String {
        let (page, _) = page(fixture);
        let node = page.tree.nodes().last().unwrap();
        let around = page.tree.nodes().iter().rev().nth(1).map(Node::role);
        hint(node, around).unwrap_or_default()
    }

    #[test]
    fn a_tip_says_what_a_click_does() {
        assert_eq!(
            hint_of(r#"button "New" class=QToolButton tip="create new document""#),
            "click to create new document"
        );
        assert_eq!(hint_of("toolbar\n button \"New\" status=\"click to create it\""), "click to create it");
        assert_eq!(hint_of(r#"button "Neu" class=QToolButton tip="Datei öffnen""#), "Datei öffnen");
        assert_eq!(hint_of(r#"button "Submit" class=QPushButton tip="submit form""#), "submit form");
    }

    #[test]
    fn a_tip_that_repeats_the_name_is_not_said() {
        assert_eq!(hint_of(r#"button "Save…" tip="Save""#), "");
        assert_eq!(
            hint_of(r#"button "Save" tip="<p>Save <b>(Ctrl+S)</b></p>" shortcut="Ctrl+S" status="Saves it""#),
            "Saves it"
        );
    }

    #[test]
    fn without_words_of_the_app_the_kind_is_told() {
        let table = [
            ("textbox class=QLineEdit", "text input field"),
            ("textbox class=QTextEdit", "multi-line text editor"),
            ("textbox states=password", "password field"),
            ("spinbutton gauge=5,0,10,0.5", "number field from 0 to 10"),
            ("combobox options=\"Red|Dark green\" count=5", "one of \"Red\", \"Dark green\", … 3 more"),
            ("table grid=1000000x4,0,20", "table of 1,000,000 rows"),
            ("button \"OK\"", ""),
        ];
        for (fixture, expected) in table {
            assert_eq!(hint_of(fixture), expected, "{fixture}");
        }
    }

    #[test]
    fn many_options_are_cut_and_counted() {
        let options: Vec<String> = (0..20).map(|at| format!("Option number {at}")).collect();
        let hint = hint_of(&format!("combobox options=\"{}\" count=300", options.join("|")));
        assert!(hint.ends_with(", … 296 more"), "{hint}");
    }
}
