//! A page as Playwright writes it for agents: an aria snapshot in YAML, a ref on every element.

use super::page::Element;
use std::fmt::Write;

/// What becomes of containers that have neither a role nor a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Containers {
    /// None is written, which is shorter than Playwright's own.
    Collapsed,
    /// Those with several elements inside are written, as Playwright does.
    Grouping,
}

pub(super) fn write(windows: &[Element], containers: Containers) -> String {
    let mut text = String::new();
    for item in windows.iter().flat_map(|window| items(window, containers)) {
        push(&mut text, &item, 0);
    }
    text
}

/// A line of the snapshot with what is below it.
enum Item<'a> {
    Text(&'a str),
    Option(&'a str, bool),
    Element(&'a Element, Vec<Item<'a>>),
}

/// What stands for an element: itself, what is inside it, or nothing.
fn items(element: &Element, containers: Containers) -> Vec<Item<'_>> {
    if element.role == "text" && element.inside.is_empty() {
        return if element.name.is_empty() { Vec::new() } else { vec![Item::Text(&element.name)] };
    }
    let mut inside: Vec<Item<'_>> = Vec::new();
    if !element.value.is_empty() && element.options.is_empty() {
        inside.push(Item::Text(&element.value));
    }
    inside.extend(element.options.iter().map(|(option, chosen)| Item::Option(option, *chosen)));
    inside.extend(element.inside.iter().flat_map(|inner| items(inner, containers)));
    let is_bare = element.role == "generic" && element.name.is_empty() && element.value.is_empty();
    match containers {
        Containers::Collapsed if is_bare => inside,
        Containers::Grouping if is_bare && inside.len() <= 1 && !matches!(inside.first(), Some(Item::Text(_))) => {
            inside
        }
        _ => vec![Item::Element(element, inside)],
    }
}

fn push(out: &mut String, item: &Item<'_>, depth: usize) {
    out.extend(std::iter::repeat_n("  ", depth));
    out.push_str("- ");
    match item {
        Item::Text(text) => {
            out.push_str("text: ");
            push_scalar(out, text);
            out.push('\n');
        }
        Item::Option(name, chosen) => {
            out.push_str("option ");
            push_quoted(out, name);
            out.push_str(if *chosen { " [selected]\n" } else { "\n" });
        }
        Item::Element(element, inside) => {
            push_key(out, element);
            push_inside(out, element, inside, depth);
        }
    }
}

/// `textbox "Name" [active] [ref=e6]`.
fn push_key(out: &mut String, element: &Element) {
    out.push_str(&element.role);
    if !element.name.is_empty() {
        out.push(' ');
        push_quoted(out, &element.name);
    }
    const MARKS: [(&str, &str); 7] = [
        ("partly checked", "checked=mixed"),
        ("checked", "checked"),
        ("disabled", "disabled"),
        ("expanded", "expanded"),
        ("focused", "active"),
        ("pressed", "pressed"),
        ("selected", "selected"),
    ];
    for (state, mark) in MARKS {
        if element.is(state) {
            let _ = write!(out, " [{mark}]");
        }
    }
    let _ = write!(out, " [ref=e{}]", element.number);
}

fn push_inside(out: &mut String, element: &Element, inside: &[Item<'_>], depth: usize) {
    match inside {
        [] if element.placeholder.is_empty() => out.push('\n'),
        // A lone text stands behind its element, unless it only repeats the name.
        [Item::Text(text)] if element.placeholder.is_empty() => {
            if *text != element.name {
                out.push_str(": ");
                push_scalar(out, text);
            }
            out.push('\n');
        }
        _ => {
            out.push_str(":\n");
            if !element.placeholder.is_empty() {
                out.extend(std::iter::repeat_n("  ", depth + 1));
                out.push_str("- /placeholder: ");
                push_scalar(out, &element.placeholder);
                out.push('\n');
            }
            inside.iter().for_each(|item| push(out, item, depth + 1));
        }
    }
}

fn push_quoted(out: &mut String, text: &str) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

/// A text as YAML has it: in quotes only where it would be taken for something else.
fn push_scalar(out: &mut String, text: &str) {
    let is_marked = text.starts_with(|first: char| "-?:,[]{}#&*!|>'\"%@` ".contains(first)) || text.ends_with(' ');
    let is_split = text.contains(": ") || text.contains(" #") || text.ends_with(':') || text.contains(['\n', '\t']);
    let is_other =
        text.is_empty() || text.parse::<f64>().is_ok() || ["true", "false", "null", "yes", "no"].contains(&text);
    if is_marked || is_split || is_other {
        push_quoted(out, text);
    } else {
        out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::page::tests::form;
    use super::*;

    #[test]
    fn a_page_is_written_as_playwright_would() {
        let expected = "\
- window \"Form\" [ref=e1]:
  - text: \"Name:\"
  - textbox \"Name\" [active] [ref=e4]:
    - /placeholder: Your name
    - text: Ada \"the first\"
  - checkbox \"Agree\" [checked=mixed] [ref=e5]
  - combobox \"Colour\" [ref=e6]:
    - option \"Red\" [selected]
    - option \"Green\"
  - table \"Poets\" [ref=e10]:
    - cell \"Byron\" [ref=e11]
  - button \"OK\" [disabled] [ref=e8]
";
        assert_eq!(write(&form(), Containers::Collapsed), expected);
    }

    #[test]
    fn a_container_that_groups_may_be_kept() {
        let text = write(&form(), Containers::Grouping);
        assert!(text.contains("\n  - generic [ref=e2]:\n    - text: \"Name:\"\n    - textbox"), "{text}");
    }

    #[test]
    fn a_lone_value_stands_behind_its_element() {
        let field = Element { number: 6, role: "textbox".into(), value: "42".into(), ..Element::default() };
        assert_eq!(write(&[field], Containers::Collapsed), "- textbox [ref=e6]: \"42\"\n");
    }
}
