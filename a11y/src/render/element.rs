//! One element in one line: how each dialect begins it, its value, its states.

use crate::behaviour::{is_item, is_items, is_text, is_window, multi_line};
use crate::sanitize::{NAME_LIMIT, push_quoted, push_value};
use crate::{Dialect, Input, Node, RawNode, Ref, Role, States, Tree, Window, WindowKind};
use qtmcp_vision::Rect;
use std::borrow::Cow;
use std::fmt::Write;

/// Past so many characters a cut value says how long it is.
const LONG: u64 = 200;

/// The element at an index in one line, for outcomes and errors: `button "Save" [ref_12]`, or `[12] QPushButton
/// "Save"`. Empty when there is no such element.
#[must_use]
pub fn line(tree: &Tree, index: usize, dialect: Dialect) -> String {
    let Some(node) = tree.get(index) else { return String::new() };
    let mut line = String::new();
    match dialect {
        Dialect::Qt => {
            let name = if node.name.trim().is_empty() { &node.label } else { &node.name };
            qt_head(&mut line, node.number, node.role(), &node.raw.class, name);
        }
        Dialect::Chrome => chrome_head(&mut line, node.role().name(), &node.label, Some(node.number)),
    }
    line
}

/// `[12] QPushButton "Save"`.
pub(crate) fn qt_head(out: &mut String, number: Ref, role: Role, class: &str, name: &str) {
    // Writing to a string cannot fail.
    let _ = write!(out, "[{number}] ");
    push_word(out, if class.is_empty() { role.name() } else { class });
    if !name.trim().is_empty() {
        out.push(' ');
        push_quoted(out, name, NAME_LIMIT, ellipsis(Dialect::Qt));
    }
}

/// `button "Save" [ref_12]`.
pub(crate) fn chrome_head(out: &mut String, role: &str, name: &str, number: Option<Ref>) {
    out.push_str(role);
    if !name.trim().is_empty() {
        out.push(' ');
        push_quoted(out, name, NAME_LIMIT, ellipsis(Dialect::Chrome));
    }
    if let Some(number) = number {
        let _ = write!(out, " [ref_{number}]");
    }
}

/// What stands for the rest of a cut text.
pub(crate) fn ellipsis(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Qt => "...",
        Dialect::Chrome => "…",
    }
}

/// The value worth showing: none of secrets, nor where the name, the states or the items say it.
pub(crate) fn shown_value(node: &Node) -> Option<Cow<'_, str>> {
    let raw = &node.raw;
    let role = node.role();
    let told = matches!(raw.input, Input::Toggle | Input::Radio | Input::Tabs | Input::Items)
        || matches!(
            role,
            Role::CheckBox | Role::RadioButton | Role::Switch | Role::PageTabList | Role::PageTab | Role::StatusBar
        )
        || is_window(role)
        || is_items(role)
        || is_text(role);
    if told || raw.states.contains(States::PASSWORD) {
        return None;
    }
    let typed = is_typed(raw, role);
    if let Some(value) = &raw.value {
        return (typed || !value.is_empty() && *value != node.name).then_some(value.as_str().into());
    }
    raw.gauge.filter(|_| !is_item(role)).map(|gauge| gauge.value.to_string().into())
}

/// Whether the element always has a value, even an empty one.
pub(super) fn is_typed(raw: &RawNode, role: Role) -> bool {
    matches!(role, Role::EditableText | Role::SpinBox | Role::ComboBox | Role::HotkeyField)
        || matches!(
            raw.input,
            Input::Text
                | Input::MultiLine
                | Input::Number
                | Input::Choice
                | Input::EditableChoice
                | Input::DateTime
                | Input::Keys
        )
}

/// How many characters a value has, those that the toolkit kept to itself included.
pub(super) fn length(raw: &RawNode, value: &str) -> u64 {
    // Toolkits may count in UTF-16.
    if raw.value_length > value.encode_utf16().count() as u64 { raw.value_length } else { value.chars().count() as u64 }
}

/// A value in quotes, cut for a page; `whole` shows as much as the toolkit told. Says whether that is all there is.
pub(crate) fn push_shown_value(out: &mut String, node: &Node, value: &str, dialect: Dialect, whole: bool) -> bool {
    let raw = &node.raw;
    let length = length(raw, value);
    let mark = ellipsis(dialect);
    let limit: u64 = match dialect {
        _ if whole => RawNode::VALUE_LIMIT as u64 + 1,
        Dialect::Qt => 60,
        Dialect::Chrome => 80,
    };
    let shown = if length <= limit { value } else { beginning(value, dialect, limit, multi_line(raw) && !whole) };
    let all = length <= shown.chars().count() as u64;
    out.push('"');
    push_value(out, shown);
    if !all {
        out.push_str(mark);
    }
    if !all && dialect == Dialect::Chrome {
        let _ = write!(out, " ({} characters)", grouped(length));
    }
    out.push('"');
    if !all && length > LONG && dialect == Dialect::Qt {
        let _ = write!(out, " ({} characters: get_page_text has all)", grouped(length));
    }
    all
}

/// What a cut value begins with. Of a long text the `qt` dialect only hints at what it is, as the specification does.
fn beginning(value: &str, dialect: Dialect, limit: u64, document: bool) -> &str {
    let most = if document && dialect == Dialect::Qt { 10 } else { usize::try_from(limit).unwrap_or(usize::MAX) - 3 };
    let Some((end, _)) = value.char_indices().nth(most) else { return value };
    let cut = &value[..end];
    // Between words, where that is not far back.
    let last = cut.rfind(char::is_whitespace).filter(|last| cut[..*last].chars().count() * 3 >= most);
    last.map_or(cut, |last| cut[..last].trim_end())
}

/// `1204` as `1,204`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `rows 1-20 of 1204`, where not all of them are shown.
pub(crate) fn row_range(raw: &RawNode) -> Option<String> {
    let grid = raw.grid.filter(|grid| grid.shown < grid.rows)?;
    let last = grid.first.saturating_add(grid.shown).min(grid.rows);
    Some(match grid.shown {
        0 => format!("{} rows, none in view", grid.rows),
        _ => format!("rows {}-{last} of {}", grid.first.saturating_add(1), grid.rows),
    })
}

/// Says that there are more rows than are shown, and how to get at them.
pub(super) fn more_rows(raw: &RawNode) -> Option<String> {
    let grid = raw.grid.filter(|grid| grid.shown < grid.rows)?;
    let more = grouped(grid.rows - grid.shown);
    Some(format!("… {more} more rows: computer scroll, or form_input with the text of a row, then read_page"))
}

/// How deep an item is in its tree, as far as lines are indented for it.
pub(crate) fn level(raw: &RawNode) -> usize {
    raw.position.map_or(0, |position| position.level.min(32) as usize)
}

/// The role of a window that was not read.
pub(crate) fn window_role(window: &Window) -> &'static str {
    match window.kind {
        WindowKind::Window | WindowKind::Tool => "window",
        WindowKind::Dialog => "dialog",
        WindowKind::Popup => "menu",
        WindowKind::ToolTip => "tooltip",
    }
}

/// `400x300`.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn size(bounds: Rect) -> String {
    format!("{}x{}", bounds.width.round() as i64, bounds.height.round() as i64)
}

/// A class or another word that cannot hold a space: the app chooses its class names, so they are not trusted either.
fn push_word(out: &mut String, word: &str) {
    let allowed =
        |character: &char| character.is_alphanumeric() || matches!(character, '_' | ':' | '-' | '<' | '>' | ',');
    out.extend(word.chars().filter(allowed).take(NAME_LIMIT));
}
