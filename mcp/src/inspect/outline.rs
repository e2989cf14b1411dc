//! How trees are drawn: branches, classes, names, and what is hidden set back.

use crate::console::{Ink, Style};
use serde_json::Value;
use std::collections::HashSet;

/// Draws a tree of objects.
pub(super) struct Outline<'a> {
    /// The paths of the objects that are not visible.
    pub(super) hidden: HashSet<&'a str>,
    pub(super) style: Style,
}

impl Outline<'_> {
    /// A line for each object.
    pub(super) fn draw(&self, tree: &Value) -> String {
        let mut drawn = String::new();
        let mut waiting = vec![(tree, String::new(), String::new())];
        while let Some((node, branch, below)) = waiting.pop() {
            drawn.push_str(&self.style.paint(Ink::Dim, &branch));
            drawn.push_str(&self.label(node));
            drawn.push('\n');
            let children = node["children"].as_array().map(Vec::as_slice).unwrap_or_default();
            for (at, child) in children.iter().enumerate().rev() {
                let (turn, line) = if at + 1 == children.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                waiting.push((child, format!("{below}{turn}"), format!("{below}{line}")));
            }
        }
        drawn
    }

    fn label(&self, node: &Value) -> String {
        let text = |name: &str| node[name].as_str().filter(|text| !text.is_empty());
        let class = text("className").unwrap_or("?");
        let name = text("qmlId").or(text("objectName"));
        let is_hidden = text("id").is_some_and(|id| self.hidden.contains(id));
        let mut label = match (is_hidden, name) {
            (true, name) => {
                let plain = name.map_or_else(|| class.to_owned(), |name| format!("{class} #{name}"));
                self.style.paint(Ink::Dim, &format!("{plain} (hidden)"))
            }
            (false, None) => class.to_owned(),
            (false, Some(name)) => format!("{class} {}", self.style.paint(Ink::Cyan, &format!("#{name}"))),
        };
        if let Some(count) = node["childCount"].as_u64() {
            label.push_str(&self.style.paint(Ink::Dim, &format!(" … {count} below")));
        }
        label
    }
}

/// A page as the probe writes it, its refs set off.
pub(super) fn page(text: &str, style: Style) -> String {
    if style == Style::Plain {
        return text.to_owned();
    }
    let mut painted = String::with_capacity(text.len());
    for line in text.lines() {
        let mut rest = line;
        while let Some((before, reference, after)) = next_ref(rest) {
            painted.push_str(before);
            painted.push_str(&style.paint(Ink::Cyan, reference));
            rest = after;
        }
        painted.push_str(rest);
        painted.push('\n');
    }
    painted
}

/// Splits at the first `[7]` or `[ref_7]` that is no part of a quoted text.
fn next_ref(line: &str) -> Option<(&str, &str, &str)> {
    let mut is_quoted = false;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            '[' if !is_quoted => {
                let inside = line[at + 1..].split(']').next().unwrap_or_default();
                let number = inside.strip_prefix("ref_").unwrap_or(inside);
                if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
                    let end = at + inside.len() + 2;
                    return Some((&line[..at], line.get(at..end)?, &line[end..]));
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn branches_show_what_belongs_to_what() {
        let leaf = |id: &str, class: &str, name: &str| json!({"id": id, "className": class, "objectName": name, "children": []});
        let tree = json!({"id": "A", "className": "QApplication", "objectName": "", "children": [
            {"id": "A/m", "className": "QMainWindow", "objectName": "main", "children": [
                leaf("A/m/a", "QLabel", ""),
                {"id": "A/m/b", "className": "QWidget", "objectName": "b", "childCount": 4, "children": []},
            ]},
            leaf("A/d", "QDialog", "ask"),
        ]});
        let outline = Outline { hidden: HashSet::from(["A/d", "A/m/a"]), style: Style::Plain };
        let expected = "\
QApplication
├─ QMainWindow #main
│  ├─ QLabel (hidden)
│  └─ QWidget #b … 4 below
└─ QDialog #ask (hidden)
";
        assert_eq!(outline.draw(&tree), expected);
        let coloured = Outline { style: Style::Coloured, ..outline }.draw(&tree);
        assert!(
            coloured.contains("\u{1b}[36m#main") && coloured.contains("\u{1b}[2mQDialog #ask (hidden)"),
            "{coloured}"
        );
    }

    #[test]
    fn refs_are_set_off_and_texts_left_alone() {
        let painted = page("button \"a [3] \\\" b\" [7] x\nlist [ref_12] [text]", Style::Coloured);
        assert_eq!(
            painted,
            "button \"a [3] \\\" b\" \u{1b}[36m[7]\u{1b}[0m x\nlist \u{1b}[36m[ref_12]\u{1b}[0m [text]\n"
        );
        assert_eq!(page("[7]", Style::Plain), "[7]");
    }
}
