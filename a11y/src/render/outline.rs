//! Lines under construction: each has a depth, and together they stay within a number of characters.

/// What is kept free for saying what was left out.
const RESERVED: usize = 200;

/// The lines so far.
pub(super) struct Outline {
    text: String,
    lines: Vec<Line>,
    used: usize,
    budget: usize,
    full: bool,
}

struct Line {
    depth: usize,
    start: usize,
    chars: usize,
}

/// How much of an indent one level is.
pub(super) const CHROME_INDENT: usize = 1;
pub(super) const QT_INDENT: usize = 4;

impl Outline {
    pub(super) fn new(max_chars: usize) -> Self {
        let budget = max_chars.saturating_sub(RESERVED).max(max_chars / 2);
        Self { text: String::new(), lines: Vec::new(), used: 0, budget, full: false }
    }

    /// Adds a line, unless there is no room for it and `more` characters that come with it elsewhere.
    pub(super) fn add(&mut self, depth: usize, indent: usize, more: usize, write: impl FnOnce(&mut String)) -> bool {
        if self.full {
            return false;
        }
        let start = self.text.len();
        write(&mut self.text);
        let chars = self.text[start..].chars().count() + depth * indent + 1 + more;
        if self.used + chars > self.budget {
            self.text.truncate(start);
            self.full = true;
            return false;
        }
        self.used += chars;
        self.lines.push(Line { depth, start, chars });
        true
    }

    /// Counts characters that stand elsewhere, unless there is no room for them.
    pub(super) fn reserve(&mut self, chars: usize) -> bool {
        self.full |= self.used + chars > self.budget;
        if !self.full {
            self.used += chars;
        }
        !self.full
    }

    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Takes the last line back.
    pub(super) fn pop(&mut self) {
        if let Some(line) = self.lines.pop() {
            self.text.truncate(line.start);
            self.used -= line.chars;
        }
    }

    /// The lines, each level indented by one space.
    pub(super) fn indented(&self) -> String {
        let mut text = String::with_capacity(self.used);
        for (at, line) in self.lines.iter().enumerate() {
            text.extend(std::iter::repeat_n(' ', line.depth));
            text.push_str(self.line(at));
            text.push('\n');
        }
        text
    }

    /// The lines with the branches of a tree before them.
    pub(super) fn branched(&self) -> String {
        // From below it is known which branches go on.
        let mut goes_on: Vec<bool> = Vec::new();
        let mut prefixes = Vec::with_capacity(self.lines.len());
        for line in self.lines.iter().rev() {
            goes_on.resize(line.depth + 1, false);
            let mut prefix = String::with_capacity(line.depth * QT_INDENT * 2);
            if line.depth > 0 {
                prefix.extend(goes_on[1..line.depth].iter().map(|more| if *more { "│   " } else { "    " }));
                prefix.push_str(if goes_on[line.depth] { "├── " } else { "└── " });
            }
            prefixes.push(prefix);
            goes_on[line.depth] = true;
        }
        let mut text = String::with_capacity(self.used * 2);
        for (at, prefix) in prefixes.iter().rev().enumerate() {
            text.push_str(prefix);
            text.push_str(self.line(at));
            text.push('\n');
        }
        text
    }

    fn line(&self, at: usize) -> &str {
        let end = self.lines.get(at + 1).map_or(self.text.len(), |next| next.start);
        &self.text[self.lines[at].start..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(max_chars: usize, depths: &[usize]) -> Outline {
        let mut outline = Outline::new(max_chars);
        for (at, depth) in depths.iter().enumerate() {
            outline.add(*depth, QT_INDENT, 0, |line| line.push_str(&format!("n{at}")));
        }
        outline
    }

    #[test]
    fn branches_go_on_as_long_as_siblings_follow() {
        let branched = outline(10_000, &[0, 1, 2, 2, 1, 2, 3, 0, 1]).branched();
        expect_test::expect![[r#"
            n0
            ├── n1
            │   ├── n2
            │   └── n3
            └── n4
                └── n5
                    └── n6
            n7
            └── n8
        "#]]
        .assert_eq(&branched);
    }

    #[test]
    fn what_does_not_fit_is_not_begun_and_nothing_follows_it() {
        let mut outline = outline(30, &[0, 0, 0]);
        assert_eq!(outline.len(), 3);
        assert!(!outline.add(0, 1, 100, |line| line.push('x')));
        assert!(outline.is_full());
        assert!(!outline.add(0, 1, 0, |line| line.push('y')));
        assert_eq!(outline.indented(), "n0\nn1\nn2\n");
    }

    #[test]
    fn a_line_taken_back_leaves_its_room() {
        let mut outline = outline(30, &[0]);
        let used = outline.used;
        outline.add(2, 1, 3, |line| line.push('x'));
        outline.pop();
        assert_eq!((outline.used, outline.indented().as_str()), (used, "n0\n"));
    }
}
