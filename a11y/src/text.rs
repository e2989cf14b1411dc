//! A page as readable text: what a person would read out, without refs.

use crate::behaviour::{is_item, is_text, is_window, multi_line};
use crate::render::{cell_text, cells, level, row_range, shown_value};
use crate::sanitize::{NAME_LIMIT, one_line, push_text};
use crate::{Dialect, ElementId, Node, Page, Role, States, Tree};
use std::collections::HashMap;
use std::fmt::Write;

/// An empty field.
const EMPTY: &str = "[________________]";
/// A secret: as long for every secret.
const SECRET: &str = "[••••••••]";

/// How the text of a page is wanted.
#[derive(Clone, Copy, Debug)]
pub struct PageText<'a> {
    /// What the `chrome` dialect gives as the page's address.
    pub url: &'a str,
    /// The texts of elements that hold more than a snapshot has; see [`long_texts`].
    pub full: &'a HashMap<ElementId, String>,
    /// The text is no longer than this many characters, apart from what is said of the rest.
    pub max_chars: usize,
}

/// The elements of a page whose value is longer than what was read of it.
#[must_use]
pub fn long_texts(page: &Page) -> Vec<ElementId> {
    let is_long = |node: &&Node| {
        let read = node.raw.value.as_ref().map(|value| value.encode_utf16().count() as u64);
        read.is_some_and(|read| node.raw.value_length > read) && !node.is_hidden()
    };
    page.tree.nodes().iter().filter(is_long).map(|node| node.element).collect()
}

/// The text of what is shown of a page.
#[must_use]
pub fn page_text(page: &Page, dialect: Dialect, wanted: &PageText<'_>) -> String {
    let title = |index: usize| {
        let node = &page.tree.nodes()[index];
        let window = page.windows.iter().find(|(_, window)| window.id == node.element.object);
        one_line(window.map_or(&node.name, |(_, window)| &window.title))
    };
    let mut writer = Writer { tree: &page.tree, full: wanted.full, text: String::new(), last: None };
    for (at, root) in page.tree.roots().enumerate() {
        let title = title(root);
        if !(title.is_empty() || at == 0 && dialect == Dialect::Chrome) {
            writer.begin(Piece::Other, root);
            writer.text.push_str(&title);
        }
        writer.contents(root);
    }
    let mut text = match dialect {
        Dialect::Qt => String::new(),
        Dialect::Chrome => {
            let title = page.tree.roots().next().map_or_else(String::new, title);
            format!("Title: {title}\nURL: {}\nSource element: <main>\n---\n", wanted.url)
        }
    };
    text.push_str(&writer.text);
    cut(text, wanted.max_chars)
}

/// Whether a name is longer than what is kept of it; many a short one ends in an ellipsis of its own.
fn is_cut(label: &str) -> bool {
    label.ends_with('…') && label.chars().count() >= NAME_LIMIT
}

/// Cuts at the end of a line, if there is one near.
fn cut(mut text: String, max_chars: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(max_chars) else { return text };
    let end = text[..end].rfind('\n').filter(|line| *line * 2 > end).unwrap_or(end);
    let more = text[end..].chars().count();
    text.truncate(end);
    let _ = write!(text, "\n… {more} more characters: read_page with ref_id shows one part");
    text
}

/// What was written last decides how the next is set off from it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Text,
    Field,
    Check,
    Button,
    Menu,
    Tab,
    Header,
    Row,
    Cell,
    /// How many rows there are.
    Count,
    /// A text of several lines.
    Document,
    Other,
}

struct Writer<'a> {
    tree: &'a Tree,
    full: &'a HashMap<ElementId, String>,
    text: String,
    last: Option<(Piece, usize)>,
}

impl Writer<'_> {
    fn contents(&mut self, root: usize) {
        let nodes = self.tree.nodes();
        // Up to here, texts belong to a control or row that was written.
        let mut said_until = root + 1;
        let mut index = if is_window(nodes[root].role()) || nodes[root].depth == 0 { root + 1 } else { root };
        while index < nodes[root].end {
            let node = &nodes[index];
            let role = node.role();
            if node.is_hidden() || matches!(role, Role::ScrollBar | Role::Separator | Role::Indicator) {
                index = node.end;
                continue;
            }
            let spoken = index < said_until && (role == Role::Cell || !self.tree.is_interactive(index));
            if !node.is_internal() && !spoken && self.element(index) {
                said_until = said_until.max(node.end);
            }
            index = if matches!(role, Role::ComboBox | Role::SpinBox) { node.end } else { index + 1 };
        }
    }

    /// Writes an element, and says whether the texts inside it are written with it.
    fn element(&mut self, index: usize) -> bool {
        let node = &self.tree.nodes()[index];
        let role = node.role();
        let states = node.raw.states;
        let label = node.label.as_str();
        match role {
            _ if is_text(role) || role == Role::StatusBar => {
                let piece = if role == Role::StatusBar { Piece::Other } else { Piece::Text };
                self.text_piece(piece, index, &node.name);
                return false;
            }
            _ if states.contains(States::CHECKABLE)
                && matches!(role, Role::CheckBox | Role::Grouping | Role::ListItem | Role::TreeItem | Role::Switch) =>
            {
                self.check(index, ["[ ]", "[-]", "[x]"]);
                return role != Role::Grouping;
            }
            Role::CheckBox | Role::Switch => self.check(index, ["[ ]", "[-]", "[x]"]),
            Role::RadioButton => self.check(index, ["( )", "(-)", "(*)"]),
            Role::MenuItem => self.text_piece(Piece::Menu, index, label),
            Role::PageTab => {
                self.text_piece(Piece::Tab, index, label);
                if states.contains(States::SELECTED) {
                    self.text.push_str(" (selected)");
                }
            }
            Role::ColumnHeader => self.text_piece(Piece::Header, index, cell_text(node)),
            Role::RowHeader => return true,
            Role::Row | Role::ListItem | Role::TreeItem => self.row(index),
            Role::Cell => self.text_piece(Piece::Cell, index, cell_text(node)),
            Role::EditableText | Role::ComboBox | Role::SpinBox | Role::HotkeyField | Role::Slider | Role::Dial => {
                self.field(index);
            }
            Role::ProgressBar => {
                let value = shown_value(node).unwrap_or_default();
                self.text_piece(Piece::Field, index, &value);
            }
            Role::List | Role::Table | Role::Tree => {
                let rows = row_range(&node.raw).map(|rows| format!("({rows})"));
                self.text_piece(Piece::Count, index, &rows.unwrap_or_default());
                // The rows before are another list's.
                if let Some((last @ (Piece::Row | Piece::Cell), _)) = &mut self.last {
                    *last = Piece::Other;
                }
                return false;
            }
            // Something large that can be pressed is read as what is in it.
            _ if self.tree.is_interactive(index) && is_cut(label) => return false,
            _ if self.tree.is_interactive(index) => {
                if !label.is_empty() {
                    self.begin(Piece::Button, index);
                    let _ = write!(self.text, "[{label}]");
                }
            }
            _ => {
                if !label.is_empty() && !matches!(role, Role::ToolBar | Role::MenuBar | Role::PageTabList | Role::Pane)
                {
                    self.text_piece(Piece::Text, index, label);
                }
                return false;
            }
        }
        true
    }

    fn check(&mut self, index: usize, [off, partly, on]: [&str; 3]) {
        let node = &self.tree.nodes()[index];
        let states = node.raw.states;
        let mark = match () {
            () if states.contains(States::MIXED) => partly,
            () if states.contains(States::CHECKED) => on,
            () => off,
        };
        self.begin(if is_item(node.role()) { Piece::Row } else { Piece::Check }, index);
        self.indent(node);
        let _ = write!(self.text, "{mark} {}", node.label);
    }

    fn row(&mut self, index: usize) {
        let node = &self.tree.nodes()[index];
        let cells = cells(self.tree, index);
        if cells.is_empty() && node.label.is_empty() {
            return;
        }
        self.begin(Piece::Row, index);
        self.indent(node);
        if cells.is_empty() {
            self.text.push_str(&node.label);
        }
        let texts: Vec<String> = cells.iter().map(|cell| one_line(cell_text(&self.tree.nodes()[*cell]))).collect();
        let last = texts.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
        self.text.push_str(&texts[..last].join(" | "));
    }

    fn field(&mut self, index: usize) {
        let node = &self.tree.nodes()[index];
        if node.raw.states.contains(States::PASSWORD) {
            self.begin(Piece::Field, index);
            self.text.push_str(if node.raw.value_length > 0 { SECRET } else { EMPTY });
            return;
        }
        let value = match self.full.get(&node.element) {
            Some(full) => full.into(),
            None => shown_value(node).unwrap_or_default(),
        };
        if value.is_empty() {
            self.begin(Piece::Field, index);
            self.text.push_str(EMPTY);
        } else if multi_line(&node.raw) {
            self.text_piece(Piece::Document, index, &value);
        } else {
            self.begin(Piece::Field, index);
            self.text.push('[');
            push_text(&mut self.text, &value);
            self.text.push(']');
        }
    }

    fn text_piece(&mut self, piece: Piece, index: usize, text: &str) {
        if !text.trim().is_empty() {
            self.begin(piece, index);
            push_text(&mut self.text, text.trim_end());
        }
    }

    fn indent(&mut self, node: &Node) {
        self.text.extend(std::iter::repeat_n("  ", level(&node.raw)));
    }

    fn begin(&mut self, piece: Piece, index: usize) {
        let last = self.last.replace((piece, index));
        let Some((before, at)) = last.filter(|_| !self.text.is_empty()) else { return };
        self.text.push_str(match (before, piece) {
            (Piece::Button, Piece::Button) if self.in_line(at, index) => " ",
            (Piece::Menu, Piece::Menu) | (Piece::Tab, Piece::Tab) if self.in_line(at, index) => "  ",
            (Piece::Header, Piece::Header) => " | ",
            (Piece::Cell, Piece::Cell) if self.in_row(at, index) => " | ",
            (Piece::Text, Piece::Button | Piece::Menu | Piece::Tab | Piece::Other) => "\n\n",
            (Piece::Text, _)
            | (Piece::Field, Piece::Field)
            | (Piece::Check, Piece::Check)
            | (Piece::Menu, Piece::Menu)
            | (Piece::Count, Piece::Header)
            | (Piece::Count | Piece::Header | Piece::Row | Piece::Cell, Piece::Row | Piece::Cell) => "\n",
            _ => "\n\n",
        });
    }

    /// Whether two elements of one parent stand beside each other.
    fn in_line(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|index| &self.tree.nodes()[index]);
        let (a, b) = (one.raw.bounds, other.raw.bounds);
        one.parent == other.parent && a.y < b.y + b.height.max(1.0) && b.y < a.y + a.height.max(1.0)
    }

    fn in_row(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|index| self.tree.nodes()[index].raw.position.map(|position| position.row));
        one == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::page;

    fn text_of(fixture: &str, max_chars: usize) -> String {
        let (page, _) = page(fixture);
        page_text(&page, Dialect::Qt, &PageText { url: "", full: &HashMap::new(), max_chars })
    }

    #[test]
    fn a_long_text_is_cut_at_a_line_and_says_how_much_is_missing() {
        let fixture = format!("window\n{}", " text \"0123456789\"\n".repeat(100));
        let text = text_of(&fixture, 105);
        assert!(text.starts_with("0123456789\n0123456789\n"), "{text}");
        assert!(text.ends_with("\n0123456789\n… 1001 more characters: read_page with ref_id shows one part"), "{text}");
    }

    #[test]
    fn a_name_that_ends_in_an_ellipsis_is_a_name_like_any_other() {
        assert_eq!(text_of("window\n button \"Open…\"\n button \"New\"", 1000), "[Open…] [New]");
    }

    #[test]
    fn a_secret_is_told_only_to_be_there() {
        let text = text_of("window\n textbox states=password length=3 value=abc\n textbox states=password", 1000);
        assert_eq!(text, "[••••••••]\n[________________]");
    }

    #[test]
    fn what_cannot_be_seen_is_not_read_out() {
        let text = text_of(
            "window \"T\\u202e\"\n text \"a\\u200bb\"\n text \"hidden\" states=invisible\n textbox value=\"x\\u0007y\"",
            1000,
        );
        assert_eq!(text, "T\n\nab\n[xy]");
    }
}
