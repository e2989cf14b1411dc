//! The table of figures: each with its floor, how far above it is, and how far it may be.

use crate::layout::Qt;
use serde_json::{Value, json};
use std::fmt;

/// All figures of a run.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
}

pub(super) struct Row {
    name: String,
    qt: u32,
    unit: Unit,
    p50: f64,
    p99: f64,
    floor: f64,
    limit: Option<Limit>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    Microseconds,
    Milliseconds,
    Nanoseconds,
    Megabytes,
}

/// How far above its floor the median may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// So many times the floor.
    Times(f64),
    /// So much more than the floor, in the row's unit.
    Above(f64),
}

impl Table {
    pub(super) fn push(&mut self, row: Row) {
        eprintln!("  {row}");
        self.rows.push(row);
    }

    /// The names of the rows past their limits.
    pub(super) fn over_limit(&self) -> Vec<String> {
        self.rows.iter().filter(|row| !row.is_within()).map(|row| format!("{} (Qt {})", row.name, row.qt)).collect()
    }

    pub(super) fn to_json(&self) -> Value {
        Value::Array(self.rows.iter().map(Row::to_json).collect())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| Figure | Qt | p50 | p99 | Floor | Ratio | Above | Limit | |")?;
        writeln!(f, "|---|---|---:|---:|---:|---:|---:|---:|---|")?;
        for row in &self.rows {
            let unit = row.unit.symbol();
            let limit = match row.limit {
                Some(Limit::Times(times)) => format!("{times} ×"),
                Some(Limit::Above(above)) => format!("+{above} {unit}"),
                None => String::new(),
            };
            let verdict = if row.is_within() { "" } else { "over" };
            writeln!(
                f,
                "| {} | {} | {:.1} {unit} | {:.1} {unit} | {:.1} {unit} | {:.2} × | {:+.1} {unit} | {limit} | {verdict} |",
                row.name,
                row.qt,
                row.p50,
                row.p99,
                row.floor,
                row.ratio(),
                row.above(),
            )?;
        }
        Ok(())
    }
}

impl Row {
    /// A row from single measurements of the thing itself and of its floor.
    pub(super) fn measured(
        name: &str,
        qt: Qt,
        unit: Unit,
        values: &[f64],
        floor: &[f64],
        limit: Option<Limit>,
    ) -> Self {
        let (p50, p99) = (percentile(values, 0.50), percentile(values, 0.99));
        Self { name: name.to_owned(), qt: qt.major(), unit, p50, p99, floor: percentile(floor, 0.50), limit }
    }

    fn ratio(&self) -> f64 {
        self.p50 / self.floor
    }

    fn above(&self) -> f64 {
        self.p50 - self.floor
    }

    fn is_within(&self) -> bool {
        match self.limit {
            Some(Limit::Times(times)) => self.ratio() <= times,
            Some(Limit::Above(above)) => self.above() <= above,
            None => true,
        }
    }

    fn to_json(&self) -> Value {
        let limit = match self.limit {
            Some(Limit::Times(times)) => json!({"times": times}),
            Some(Limit::Above(above)) => json!({"above": above}),
            None => Value::Null,
        };
        json!({
            "name": self.name, "qt": self.qt, "unit": self.unit.symbol(), "p50": self.p50, "p99": self.p99,
            "floor": self.floor, "ratio": self.ratio(), "above": self.above(), "limit": limit,
            "withinLimit": self.is_within(),
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.unit.symbol();
        write!(f, "{:<24} {:>9.1} {unit}, floor {:>9.1} {unit}", self.name, self.p50, self.floor)
    }
}

impl Unit {
    fn symbol(self) -> &'static str {
        match self {
            Unit::Microseconds => "µs",
            Unit::Milliseconds => "ms",
            Unit::Nanoseconds => "ns",
            Unit::Megabytes => "MB",
        }
    }
}

fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index into a short list")]
    let index = (last as f64 * share).round() as usize;
    sorted.get(index).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(limit: Limit) -> Row {
        Row::measured("ping", Qt::Six, Unit::Microseconds, &[24.0, 20.0, 22.0], &[20.0], Some(limit))
    }

    #[test]
    fn the_median_is_held_against_the_limit() {
        assert!(row(Limit::Times(1.2)).is_within());
        assert!(!row(Limit::Times(1.05)).is_within());
        assert!(row(Limit::Above(2.0)).is_within());
        assert!(!row(Limit::Above(1.0)).is_within());
    }

    #[test]
    fn a_figure_that_was_not_measured_is_no_pass() {
        let row = Row::measured("ping", Qt::Six, Unit::Microseconds, &[], &[], Some(Limit::Times(1.2)));
        assert!(!row.is_within());
    }

    #[test]
    fn the_table_is_markdown_with_a_verdict() {
        let mut table = Table::default();
        table.push(row(Limit::Times(1.05)));
        let text = table.to_string();
        assert!(
            text.ends_with("| ping | 6 | 22.0 µs | 24.0 µs | 20.0 µs | 1.10 × | +2.0 µs | 1.05 × | over |\n"),
            "{text}"
        );
        assert_eq!(table.over_limit(), ["ping (Qt 6)"]);
        assert_eq!(table.to_json()[0]["withinLimit"], false);
    }
}
