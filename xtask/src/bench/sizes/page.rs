//! A page read back from what `read_page` answers, so that the same tree can be written in other ways.

use serde_json::Value;
use std::collections::HashMap;

/// An element with what is inside it.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Element {
    pub(super) number: u32,
    /// Its ARIA role.
    pub(super) role: String,
    pub(super) name: String,
    pub(super) value: String,
    pub(super) placeholder: String,
    /// What holds now, in the words of the `qt` dialect.
    pub(super) states: Vec<String>,
    /// Of a choice: its options, and which is chosen.
    pub(super) options: Vec<(String, bool)>,
    pub(super) inside: Vec<Element>,
}

impl Element {
    pub(super) fn is(&self, state: &str) -> bool {
        self.states.iter().any(|known| known == state)
    }

    /// How many elements there are, itself included.
    pub(super) fn count(&self) -> usize {
        1 + self.inside.iter().map(Element::count).sum::<usize>()
    }
}

/// What a browser has no elements for.
const NOT_IN_BROWSERS: [&str; 2] = ["scrollbar", "grip"];

/// What the `qt` dialect says that an element can do, as against how it is.
const ABILITIES: [&str; 7] =
    ["clickable", "checkable", "adjustable", "editable", "multiline", "expandable", "selectable"];

/// The windows of a page. The `qt` answer has every element with its class, states and nesting; the `chrome` answer has
/// what the `qt` text cuts or leaves to its list: labels, longer values, options.
pub(super) fn read_back(qt: &Value, chrome: &Value) -> Vec<Element> {
    let told = Told::read(chrome);
    let mut open: Vec<Element> = vec![Element::default()];
    // The list of what one can act on follows an empty line.
    for line in qt["tree"].as_str().unwrap_or_default().lines().take_while(|line| !line.is_empty()) {
        let Some((depth, mut element)) = parse(line) else { continue };
        let about = &qt["refs"][element.number.to_string()];
        if let Some(role) = about["role"].as_str() {
            // Accessibility calls the whole splitter a separator; in a page it is a container.
            let role = if element.role.ends_with("Splitter") { "generic" } else { role };
            element.role = role.to_owned();
        }
        told.complete(&mut element);
        close(&mut open, depth + 1);
        open.push(element);
    }
    close(&mut open, 1);
    let mut windows = open.pop().unwrap_or_default().inside;
    windows.iter_mut().for_each(as_in_browsers);
    windows
}

/// Puts what is finished into what it is in, until so many are open.
fn close(open: &mut Vec<Element>, most: usize) {
    while open.len() > most.max(1) {
        let finished = open.pop().unwrap_or_default();
        if let Some(around) = open.last_mut() {
            around.inside.push(finished);
        }
    }
}

fn as_in_browsers(element: &mut Element) {
    element.inside.retain(|inner| !NOT_IN_BROWSERS.contains(&inner.role.as_str()));
    // A tab widget has the role of its tab bar and a splitter that of a line, but they are containers as any other.
    let holds_tabs = element.role == "tablist" && element.inside.iter().any(|inner| inner.role == "tablist");
    if holds_tabs || element.role == "separator" && !element.inside.is_empty() {
        element.role = "generic".to_owned();
    }
    element.inside.iter_mut().for_each(as_in_browsers);
}

/// `│   ├── [11] QLineEdit "Name" (editable, focused) value=""` and how deep it is; `None` of lines that are no element.
fn parse(line: &str) -> Option<(usize, Element)> {
    let start = line.find(|character| !"│├└─ ".contains(character))?;
    let depth = line[..start].chars().count() / 4;
    let rest = line[start..].strip_prefix('[')?;
    let (number, rest) = rest.split_once("] ")?;
    let (class, mut rest) = rest.split_once(' ').unwrap_or((rest, ""));
    // Where no ref tells the role, as of windows that were not read, it stands in place of the class.
    let mut element = Element { number: number.parse().ok()?, role: class.to_owned(), ..Element::default() };
    if let Some((name, after)) = quoted(rest) {
        element.name = name;
        rest = after.trim_start();
    }
    if let Some((words, after)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        let is_state = |word: &&str| !ABILITIES.contains(word) && !word.contains(|digit: char| digit.is_ascii_digit());
        element.states = words.split(", ").filter(is_state).map(str::to_owned).collect();
        rest = after.trim_start();
    }
    if let Some((value, _)) = rest.strip_prefix("value=").and_then(quoted) {
        element.value = value;
    }
    Some((depth, element))
}

/// A text in quotes without them and its escapes, and what follows it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('"')?;
    let mut plain = String::new();
    let mut characters = inside.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((plain, &inside[at + 1..])),
            '\\' => match characters.next()?.1 {
                'n' => plain.push('\n'),
                't' => plain.push('\t'),
                escaped => plain.push(escaped),
            },
            _ => plain.push(character),
        }
    }
    None
}

/// What the `chrome` answer tells.
struct Told<'a> {
    text: &'a str,
    refs: &'a Value,
    details: HashMap<u32, Detail>,
}

#[derive(Default)]
struct Detail {
    value: Option<String>,
    placeholder: String,
    options: Vec<(String, bool)>,
}

impl<'a> Told<'a> {
    fn read(chrome: &'a Value) -> Self {
        let text = chrome["tree"].as_str().unwrap_or_default();
        let mut details: HashMap<u32, Detail> = HashMap::new();
        let mut last = None;
        for line in text.lines().map(str::trim_start) {
            if let Some((option, after)) = line.strip_prefix("option ").and_then(quoted) {
                let detail: Option<&mut Detail> = last.and_then(|number| details.get_mut(&number));
                if let Some(detail) = detail {
                    detail.options.push((option, after == " (selected)"));
                }
                continue;
            }
            last = attributes(line).map(|(number, attributes)| {
                let detail = Detail {
                    value: attribute(attributes, " ="),
                    placeholder: attribute(attributes, " placeholder=").unwrap_or_default(),
                    options: Vec::new(),
                };
                details.insert(number, detail);
                number
            });
        }
        Self { text, refs: &chrome["refs"], details }
    }

    /// Whether a name stands in the text, be it that of the field that a label names.
    fn says(&self, name: &str) -> bool {
        let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
        let mut uncut = escaped.chars();
        let beginning: String = uncut.by_ref().take(UNCUT).collect();
        if uncut.next().is_some() {
            return self.text.contains(&format!("\"{beginning}"));
        }
        [escaped.as_str(), escaped.trim_end_matches(':')].iter().any(|name| self.text.contains(&format!("\"{name}\"")))
    }

    fn complete(&self, element: &mut Element) {
        if let Some(label) = self.refs[element.number.to_string()]["name"].as_str() {
            label.clone_into(&mut element.name);
        } else if !ITEMS.contains(&element.role.as_str()) && !self.says(&element.name) {
            // The `qt` dialect falls back to object names, which no accessibility tree has.
            element.name.clear();
        }
        if let Some(detail) = self.details.get(&element.number) {
            element.value = detail.value.clone().unwrap_or(std::mem::take(&mut element.value));
            element.placeholder.clone_from(&detail.placeholder);
            element.options.clone_from(&detail.options);
        }
    }
}

/// Whose names are what they show, and which rows are made of.
const ITEMS: [&str; 7] = ["cell", "row", "columnheader", "rowheader", "listitem", "treeitem", "tab"];

/// So much of a name is the same in both dialects, however they cut it.
const UNCUT: usize = 90;

/// The ref of a line such as `textbox "Name" [ref_13] placeholder="Your name"`, and what follows it.
fn attributes(line: &str) -> Option<(u32, &str)> {
    // A name in quotes may look like a ref.
    let (_, rest) = line.split_once(' ')?;
    let rest = quoted(rest).map_or(rest, |(_, after)| after);
    let (_, rest) = rest.split_once("[ref_")?;
    let (number, rest) = rest.split_once(']')?;
    Some((number.parse().ok()?, rest))
}

fn attribute(attributes: &str, key: &str) -> Option<String> {
    let at = attributes.find(&format!("{key}\""))?;
    quoted(&attributes[at + key.len()..]).map(|(text, _)| text)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use serde_json::json;

    /// A window with what is in most windows.
    pub(in super::super) fn form() -> Vec<Element> {
        let qt = json!({
            "tree": "[1] QMainWindow \"Form\" (900x700)\n\
                     ├── [2] QWidget \"centralWidget\"\n\
                     │   ├── [3] QLabel \"Name:\"\n\
                     │   ├── [4] QLineEdit (editable, focused) value=\"Ada \\\"the first\\\"\"\n\
                     │   ├── [5] QCheckBox \"Agree\" (checkable, partly checked)\n\
                     │   ├── [6] QComboBox (expandable, selectable) value=\"Red\"\n\
                     │   ├── [7] QScrollBar (adjustable) value=\"0\"\n\
                     │   ├── [9] QLabel \"previewLabel\"\n\
                     │   └── [10] QTableView\n\
                     │       └── [11] Cell \"Byron\"\n\
                     └── [8] QPushButton \"OK\" (clickable, disabled)\n\
                     … 3 more elements were not read: read_page with the ref_id of a part\n\
                     \n\
                     Interactive elements:\n\
                     - [8] QPushButton \"OK\" at (1, 1)",
            "refs": {
                "1": {"role": "window"}, "2": {"role": "generic"}, "3": {"role": "text"}, "4": {"role": "textbox"},
                "5": {"role": "checkbox"}, "6": {"role": "combobox"}, "7": {"role": "scrollbar"}, "8": {"role": "button"},
                "9": {"role": "text"}, "10": {"role": "table"}, "11": {"role": "cell"},
            },
        });
        let chrome = json!({
            "tree": "window \"Form\"\n \
                     textbox \"Name\" [ref_4] placeholder=\"Your name\" =\"Ada \\\"the first\\\"\" focused\n \
                     checkbox \"Agree\" [ref_5] partly checked\n \
                     combobox \"Colour\" [ref_6]\n  \
                     option \"Red\" (selected)\n  \
                     option \"Green\"\n \
                     table \"Poets\" [ref_10]\n  \
                     Byron  [ref_11]\n \
                     button \"OK\" [ref_8] disabled\n\nViewport: 900x700",
            "refs": {"4": {"name": "Name"}, "5": {"name": "Agree"}, "6": {"name": "Colour"}, "8": {"name": "OK"}, "10": {"name": "Poets"}},
        });
        read_back(&qt, &chrome)
    }

    #[test]
    fn a_page_is_read_back_with_what_either_dialect_tells() {
        let windows = form();
        assert_eq!(windows.len(), 1);
        assert_eq!((windows[0].name.as_str(), windows[0].states.len(), windows[0].count()), ("Form", 0, 10));
        let [central, ok] = windows[0].inside.as_slice() else { panic!("{windows:?}") };
        assert_eq!((central.name.as_str(), central.role.as_str()), ("", "generic"), "an object name is no name");
        let [label, field, agree, colour, preview, table] = central.inside.as_slice() else { panic!("{central:?}") };
        assert_eq!((label.name.as_str(), label.role.as_str()), ("Name:", "text"));
        assert_eq!((field.name.as_str(), field.value.as_str()), ("Name", "Ada \"the first\""));
        assert_eq!((field.placeholder.as_str(), field.is("focused"), field.is("editable")), ("Your name", true, false));
        assert!(agree.is("partly checked"));
        assert_eq!(colour.options, [("Red".to_owned(), true), ("Green".to_owned(), false)]);
        assert_eq!((preview.name.as_str(), table.inside[0].name.as_str()), ("", "Byron"));
        assert!(ok.is("disabled") && ok.inside.is_empty());
    }

    #[test]
    fn what_accessibility_has_and_browsers_do_not_is_a_plain_container_or_gone() {
        let qt = json!({
            "tree": "[1] Manager\n└── [2] QTabWidget\n    ├── [3] QTabBar\n    ├── [4] QSizeGrip\n    └── [5] QSplitter",
            "refs": {
                "1": {"role": "separator"}, "2": {"role": "tablist"}, "3": {"role": "tablist"}, "4": {"role": "grip"},
                "5": {"role": "separator"},
            },
        });
        let windows = read_back(&qt, &json!({"tree": "", "refs": {}}));
        let tabs = &windows[0].inside[0];
        assert_eq!([&windows[0].role, &tabs.role], ["generic", "generic"]);
        let roles: Vec<&str> = tabs.inside.iter().map(|inner| inner.role.as_str()).collect();
        assert_eq!(roles, ["tablist", "generic"]);
    }

    #[test]
    fn a_name_that_looks_like_a_ref_is_a_name() {
        assert_eq!(attributes("button \"a [ref_1] b\" [ref_2] disabled"), Some((2, " disabled")));
        assert_eq!(attributes("text \"a [ref_1] b\""), None);
        assert_eq!(attributes("Ada \\| Byron | London  [ref_15] selected"), Some((15, " selected")));
    }
}
