//! What the doctor found: for each thing looked at whether it is well, and if not what to do.

use crate::console::{Ink, Style};
use serde::Serialize;
use serde_json::{Value, json};

/// How a thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    /// As it should be.
    Good,
    /// It works, but the user should know.
    Warning,
    /// It keeps the probe out.
    Problem,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    pub(super) level: Level,
    /// What kind of thing, for programs: `static_qt`.
    pub(super) code: &'static str,
    pub(super) text: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) next: String,
}

/// All that was found, under the headings of what was looked at.
#[derive(Debug, Default)]
pub(super) struct Report {
    sections: Vec<(String, Vec<Finding>)>,
}

impl Report {
    /// What follows belongs to this.
    pub(super) fn section(&mut self, name: impl Into<String>) {
        self.sections.push((name.into(), Vec::new()));
    }

    pub(super) fn good(&mut self, code: &'static str, text: impl Into<String>) {
        self.add(Finding { level: Level::Good, code, text: text.into(), next: String::new() });
    }

    pub(super) fn warning(&mut self, code: &'static str, text: impl Into<String>, next: impl Into<String>) {
        self.add(Finding { level: Level::Warning, code, text: text.into(), next: next.into() });
    }

    pub(super) fn problem(&mut self, code: &'static str, text: impl Into<String>, next: impl Into<String>) {
        self.add(Finding { level: Level::Problem, code, text: text.into(), next: next.into() });
    }

    fn add(&mut self, finding: Finding) {
        if self.sections.is_empty() {
            self.section("");
        }
        if let Some((_, findings)) = self.sections.last_mut() {
            findings.push(finding);
        }
    }

    pub(super) fn count(&self, level: Level) -> usize {
        self.findings().filter(|finding| finding.level == level).count()
    }

    pub(super) fn has_problem(&self) -> bool {
        self.count(Level::Problem) > 0
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.sections.iter().flat_map(|(_, findings)| findings)
    }

    pub(super) fn to_json(&self) -> Value {
        json!({"ok": !self.has_problem(), "findings": self.findings().collect::<Vec<_>>()})
    }

    /// For a person: a line for each, with what to do below it.
    pub(super) fn to_text(&self, style: Style) -> String {
        let mut text = String::new();
        for (name, findings) in self.sections.iter().filter(|(_, findings)| !findings.is_empty()) {
            text.push_str(&format!("{}\n", style.paint(Ink::Bold, name)));
            for Finding { level, text: what, next, .. } in findings {
                let (mark, ink) = match level {
                    Level::Good => ("✓", Ink::Green),
                    Level::Warning => ("!", Ink::Yellow),
                    Level::Problem => ("✗", Ink::Red),
                };
                text.push_str(&format!("  {} {}\n", style.paint(ink, mark), what.replace('\n', "\n    ")));
                if !next.is_empty() {
                    text.push_str(&format!("    → {}\n", next.replace('\n', "\n      ")));
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Report {
        let mut report = Report::default();
        report.section("Installation");
        report.section("App");
        report.good("program", "/bin/app");
        report.problem("static_qt", "Qt is linked in", "Build it with shared Qt");
        report
    }

    #[test]
    fn a_person_reads_what_is_wrong_and_what_to_do() {
        let expected = "App\n  ✓ /bin/app\n  ✗ Qt is linked in\n    → Build it with shared Qt\n";
        assert_eq!(example().to_text(Style::Plain), expected);
    }

    #[test]
    fn a_program_reads_the_same() {
        let expected = json!({"ok": false, "findings": [
            {"level": "good", "code": "program", "text": "/bin/app"},
            {"level": "problem", "code": "static_qt", "text": "Qt is linked in", "next": "Build it with shared Qt"},
        ]});
        assert_eq!(example().to_json(), expected);
    }
}
