//! Names that look like one that was not found.

/// The three candidates most like `wanted`, best first; none when nothing looks like it.
pub(crate) fn nearest(wanted: &str, candidates: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut nearest = Nearest::new(wanted);
    for candidate in candidates {
        nearest.offer(candidate);
    }
    nearest.into_names()
}

/// `; near: a, b`, or nothing.
pub(crate) fn hint(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; near: {}", names.join(", ")) }
}

/// Keeps the best of many candidates without keeping them all.
pub(crate) struct Nearest {
    wanted: String,
    wanted_name: String,
    best: Vec<(f64, String)>,
}

impl Nearest {
    pub(crate) fn new(wanted: &str) -> Self {
        let wanted = wanted.to_lowercase();
        Self { wanted_name: name_of(&wanted).to_owned(), wanted, best: Vec::new() }
    }

    pub(crate) fn offer(&mut self, candidate: String) {
        const KEPT: usize = 3;
        const LIKE: f64 = 0.8;
        // Comparing takes time for each pair of their characters, and nobody misspells so long a name.
        const LONGEST: usize = 200;
        if self.wanted.len() > LONGEST || candidate.len() > LONGEST {
            return;
        }
        let lower = candidate.to_lowercase();
        // `#okButton` should find `QPushButton#ok`, so the names alone are compared as well as the whole segments.
        let whole = strsim::jaro_winkler(&self.wanted, &lower);
        let likeness = whole.max(strsim::jaro_winkler(&self.wanted_name, name_of(&lower)));
        let is_known = self.best.iter().any(|(_, known)| *known == candidate);
        if likeness < LIKE || is_known || self.best.len() == KEPT && self.best[KEPT - 1].0 >= likeness {
            return;
        }
        let at = self.best.partition_point(|(other, _)| *other >= likeness);
        self.best.insert(at, (likeness, candidate));
        self.best.truncate(KEPT);
    }

    pub(crate) fn into_names(self) -> Vec<String> {
        self.best.into_iter().map(|(_, name)| name).collect()
    }
}

fn name_of(segment: &str) -> &str {
    segment.split_once('#').map_or(segment, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likest_come_first_and_the_unlike_not_at_all() {
        let candidates = ["QLabel#title", "QPushButton#okay", "QPushButton#ok", "QWidget"].map(str::to_owned);
        assert_eq!(nearest("QPushButton#okk", candidates)[..2], ["QPushButton#ok", "QPushButton#okay"]);
        assert!(nearest("zzz", ["QWidget".to_owned()]).is_empty());
        let long = "QWidget".repeat(100_000);
        assert!(nearest(&long, [long.clone()]).is_empty() && nearest("QWidget", [long]).is_empty());
    }
}
