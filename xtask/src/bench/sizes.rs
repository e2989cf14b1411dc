//! How large a page is: `read_page` in both dialects beside the same tree as minified JSON and as Playwright's aria
//! snapshot, over apps of ours and of others.

mod aria;
mod json;
mod page;
mod subject;
mod tokens;

use crate::layout::Layout;
use anyhow::{Result, ensure};
use aria::Containers;
use serde_json::{Value, json};
use std::fmt;
use subject::{SUBJECTS, Subject};

/// The `chrome` dialect, of the bytes that the collapsed aria snapshot takes.
const LIMIT: f64 = 0.70;

/// Fewer apps than this say nothing.
const FEWEST: usize = 10;

/// The sizes of all apps.
pub(super) struct Sizes {
    rows: Vec<Row>,
}

struct Row {
    app: String,
    elements: usize,
    qt: Size,
    chrome: Size,
    json: Size,
    aria: Size,
    /// With the containers that Playwright itself keeps.
    aria_grouped: Size,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Size {
    bytes: usize,
    tokens: usize,
}

/// Starts each app and reads its first window. One that does not start is told of and left out.
pub(super) async fn measure(layout: &Layout) -> Result<Sizes> {
    let mut rows = Vec::new();
    for subject in SUBJECTS {
        match subject.read(layout).await {
            Ok((qt, chrome)) => {
                let row = Row::of(layout, subject, &qt, &chrome)?;
                eprintln!("  {:<26} {:>6} of {:>6} bytes", row.app, row.chrome.bytes, row.aria.bytes);
                rows.push(row);
            }
            Err(error) => eprintln!("  {:<26} left out: {error:#}", subject.name),
        }
    }
    ensure!(rows.len() >= FEWEST, "only {} apps could be read", rows.len());
    Ok(Sizes { rows })
}

impl Sizes {
    /// What is past its limit.
    pub(super) fn over_limit(&self) -> Vec<String> {
        let ratio = self.total().ratio();
        if ratio <= LIMIT { Vec::new() } else { vec![format!("the chrome dialect ({ratio:.2} of the aria snapshot)")] }
    }

    pub(super) fn to_json(&self) -> Value {
        let rows: Vec<Value> = self.rows.iter().chain([&self.total()]).map(Row::to_json).collect();
        json!({"limit": LIMIT, "rows": rows})
    }

    fn total(&self) -> Row {
        let sum = |size: fn(&Row) -> Size| self.rows.iter().map(size).fold(Size::default(), Size::plus);
        Row {
            app: "all".to_owned(),
            elements: self.rows.iter().map(|row| row.elements).sum(),
            qt: sum(|row| row.qt),
            chrome: sum(|row| row.chrome),
            json: sum(|row| row.json),
            aria: sum(|row| row.aria),
            aria_grouped: sum(|row| row.aria_grouped),
        }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| App | Elements | `qt` | `chrome` | JSON | Aria | `chrome` ÷ aria | Tokens: `qt` | `chrome` | JSON | Aria |"
        )?;
        writeln!(f, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
        let total = self.total();
        for row in self.rows.iter().chain([&total]) {
            write!(f, "| {} | {} ", row.app, row.elements)?;
            for size in [row.qt, row.chrome, row.json, row.aria] {
                write!(f, "| {} ", size.bytes)?;
            }
            write!(f, "| {:.2} ", row.ratio())?;
            for size in [row.qt, row.chrome, row.json, row.aria] {
                write!(f, "| {} ", size.tokens)?;
            }
            writeln!(f, "|")?;
        }
        let verdict = if self.over_limit().is_empty() { "" } else { ", missed" };
        let grouped = total.chrome.bytes as f64 / total.aria_grouped.bytes as f64;
        writeln!(
            f,
            "\nLimit for `chrome` ÷ aria over all: {LIMIT:.2}{verdict}. With the unnamed containers that Playwright keeps: \
             {grouped:.2}."
        )
    }
}

impl Row {
    /// The sizes of a page in every way it can be written. The texts are kept under `target/sizes`, to look into.
    fn of(layout: &Layout, subject: &Subject, qt: &Value, chrome: &Value) -> Result<Self> {
        let windows = page::read_back(qt, chrome);
        let text = |page: &Value| page["tree"].as_str().unwrap_or_default().to_owned();
        let texts = [
            ("qt.txt", text(qt)),
            ("chrome.txt", text(chrome)),
            ("json", json::write(&windows)),
            ("aria.yaml", aria::write(&windows, Containers::Collapsed)),
            ("aria-grouped.yaml", aria::write(&windows, Containers::Grouping)),
        ];
        std::fs::create_dir_all(layout.target("sizes"))?;
        for (kind, text) in &texts {
            std::fs::write(layout.target(format!("sizes/{}.{kind}", subject.name)), text)?;
        }
        let [qt, chrome, json, aria, aria_grouped] = texts.map(|(_, text)| Size::of(&text));
        let app = format!("{} (Qt {})", subject.name, subject.qt.major());
        let elements = windows.iter().map(page::Element::count).sum();
        Ok(Row { app, elements, qt, chrome, json, aria, aria_grouped })
    }

    fn ratio(&self) -> f64 {
        self.chrome.bytes as f64 / self.aria.bytes as f64
    }

    fn to_json(&self) -> Value {
        let size = |size: Size| json!({"bytes": size.bytes, "tokens": size.tokens});
        json!({
            "app": self.app, "elements": self.elements, "qt": size(self.qt), "chrome": size(self.chrome),
            "json": size(self.json), "aria": size(self.aria), "ariaGrouped": size(self.aria_grouped),
            "ratio": self.ratio(),
        })
    }
}

impl Size {
    fn of(text: &str) -> Self {
        Self { bytes: text.len(), tokens: tokens::count(text) }
    }

    fn plus(self, other: Size) -> Self {
        Self { bytes: self.bytes + other.bytes, tokens: self.tokens + other.tokens }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(chrome: usize) -> Sizes {
        let size = |bytes| Size { bytes, tokens: bytes / 4 };
        let row = |app: &str, chrome| Row {
            app: app.to_owned(),
            elements: 10,
            qt: size(300),
            chrome: size(chrome),
            json: size(400),
            aria: size(100),
            aria_grouped: size(200),
        };
        Sizes { rows: vec![row("one", chrome), row("two", 60)] }
    }

    #[test]
    fn the_limit_holds_for_all_apps_together() {
        assert_eq!(sizes(80).over_limit(), Vec::<String>::new());
        assert_eq!(sizes(81).over_limit().len(), 1);
        assert_eq!(sizes(0).to_json()["rows"][2]["ratio"], 0.3);
    }

    #[test]
    fn the_table_has_a_line_for_each_app_and_one_for_all() {
        let text = sizes(80).to_string();
        assert!(text.contains("\n| one | 10 | 300 | 80 | 400 | 100 | 0.80 | 75 | 20 | 100 | 25 |\n"), "{text}");
        assert!(text.contains("\n| all | 20 | 600 | 140 | 800 | 200 | 0.70 |"), "{text}");
        assert!(text.ends_with("over all: 0.70. With the unnamed containers that Playwright keeps: 0.35.\n"), "{text}");
    }
}
