//! The findings of a soak: what was done, what came of it, and whether that is good.

use crate::layout::Qt;
use anyhow::Result;
use std::fmt;

/// All findings of a run.
#[derive(Default)]
pub(super) struct Table {
    findings: Vec<(&'static str, Option<Qt>, Row)>,
}

/// One finding.
pub(super) struct Row {
    what: String,
    result: String,
    is_good: bool,
}

impl Row {
    /// What was done and what came of it.
    pub(super) fn new(what: impl Into<String>, result: impl Into<String>, is_good: bool) -> Self {
        Self { what: what.into(), result: result.into(), is_good }
    }

    pub(super) fn is_good(&self) -> bool {
        self.is_good
    }
}

impl Table {
    /// What a part has found, or why it could not go on.
    pub(super) fn add(&mut self, part: &'static str, qt: Option<Qt>, found: Result<Vec<Row>>) {
        let rows = found.unwrap_or_else(|error| vec![Row::new("to its end", format!("{error:#}"), false)]);
        for row in rows {
            let verdict = if row.is_good { "good" } else { "BAD" };
            eprintln!("  {verdict:4} {}: {}", row.what, row.result);
            self.findings.push((part, qt, row));
        }
    }

    /// How many findings are bad.
    pub(super) fn failures(&self) -> usize {
        self.findings.iter().filter(|(_, _, row)| !row.is_good).count()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| Part | Qt | What | Result | |")?;
        writeln!(f, "|---|---|---|---|---|")?;
        for (part, qt, row) in &self.findings {
            let qt = qt.map_or_else(String::new, |qt| qt.major().to_string());
            let verdict = if row.is_good { "good" } else { "**bad**" };
            // What an error says may have lines and bars of its own.
            let result = row.result.replace('\n', " ").replace('|', "\\|");
            writeln!(f, "| {part} | {qt} | {} | {result} | {verdict} |", row.what)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_breaks_off_is_a_bad_finding_on_one_line() {
        let mut table = Table::default();
        table.add("load", Some(Qt::Six), Ok(vec![Row::new("8 clients", "+0.1 MB", true)]));
        assert_eq!(table.failures(), 0);
        table.add("fuzz", None, Err(anyhow::anyhow!("a|b\nc").context("round 3")));
        assert_eq!(table.failures(), 1);
        let text = table.to_string();
        assert!(
            text.ends_with(
                "| load | 6 | 8 clients | +0.1 MB | good |\n| fuzz |  | to its end | round 3: a\\|b c | **bad** |\n"
            ),
            "{text}"
        );
    }
}
