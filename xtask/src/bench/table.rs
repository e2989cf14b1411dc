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
    /// What the median should be under. It depends on the machine, so it is told and not checked.
    aim: Option<f64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    Microseconds,
    Milliseconds,
    Nanoseconds,
    Megabytes,
}

/// What a figure may be at most.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// The median: so many times the floor.
    Times(f64),
    /// The median: so much more than the floor, in the row's unit.
    Above(f64),
    /// The worst: so much, in the row's unit, whatever the floor.
    Never(f64),
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
            let limit = match (row.limit, row.aim) {
                (Some(Limit::Times(times)), _) => format!("{times} ×"),
                (Some(Limit::Above(above)), _) => format!("+{above} {unit}"),
                (Some(Limit::Never(most)), _) => format!("p99 {most} {unit}"),
                (None, Some(aim)) => format!("aim {aim} {unit}"),
                (None, None) => String::new(),
            };
            let verdict = match () {
                () if !row.is_within() => "over",
                () if row.misses_aim() => "aim missed",
                () => "",
            };
            let [p50, p99, floor] = [row.p50, row.p99, row.floor].map(|value| number(value, unit));
            let (ratio, above) = (row.ratio(), number(row.above(), unit));
            let sign = if row.above() < 0.0 { "" } else { "+" };
            writeln!(
                f,
                "| {} | {} | {p50} | {p99} | {floor} | {ratio:.2} × | {sign}{above} | {limit} | {verdict} |",
                row.name, row.qt,
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
        Self { name: name.to_owned(), qt: qt.major(), unit, p50, p99, floor: percentile(floor, 0.50), limit, aim: None }
    }

    /// The same with an aim for its median, in its unit.
    pub(super) fn aiming_at(self, aim: Option<f64>) -> Self {
        Self { aim, ..self }
    }

    fn misses_aim(&self) -> bool {
        self.aim.is_some_and(|aim| self.p50 > aim)
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
            Some(Limit::Never(most)) => self.p99 <= most,
            None => true,
        }
    }

    fn to_json(&self) -> Value {
        let limit = match self.limit {
            Some(Limit::Times(times)) => json!({"times": times}),
            Some(Limit::Above(above)) => json!({"above": above}),
            Some(Limit::Never(most)) => json!({"never": most}),
            None => Value::Null,
        };
        json!({
            "name": self.name, "qt": self.qt, "unit": self.unit.symbol(), "p50": self.p50, "p99": self.p99,
            "floor": self.floor, "ratio": self.ratio(), "above": self.above(), "limit": limit,
            "withinLimit": self.is_within(), "aim": self.aim, "missesAim": self.misses_aim(),
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.unit.symbol();
        write!(f, "{:<48} {:>12}, floor {:>12}", self.name, number(self.p50, unit), number(self.floor, unit))
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

/// Three figures are enough to tell one from another, and a fraction of a millisecond counts.
fn number(value: f64, unit: &str) -> String {
    if value.abs() < 10.0 { format!("{value:.2} {unit}") } else { format!("{value:.1} {unit}") }
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
    fn the_worst_is_held_against_what_may_never_be() {
        assert!(row(Limit::Never(24.0)).is_within());
        assert!(!row(Limit::Never(23.0)).is_within());
    }

    #[test]
    fn an_aim_is_told_and_not_checked() {
        let mut table = Table::default();
        let row = |aim| Row::measured("ping", Qt::Six, Unit::Microseconds, &[22.0], &[20.0], None).aiming_at(Some(aim));
        table.push(row(21.0));
        table.push(row(23.0));
        let text = table.to_string();
        assert!(text.contains("| aim 21 µs | aim missed |\n") && text.ends_with("| aim 23 µs |  |\n"), "{text}");
        assert_eq!(table.over_limit(), Vec::<String>::new());
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
            text.ends_with("| ping | 6 | 22.0 µs | 24.0 µs | 20.0 µs | 1.10 × | +2.00 µs | 1.05 × | over |\n"),
            "{text}"
        );
        assert_eq!(table.over_limit(), ["ping (Qt 6)"]);
        assert_eq!(table.to_json()[0]["withinLimit"], false);
    }
}
