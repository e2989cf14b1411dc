//! How alike two words are: the same, of the same stem, synonyms, a beginning, a misspelling, an abbreviation.

use super::text::{begins_joined, is_cjk, stem};
use super::words::{ALIASES, ARTICLES, SMALL, SYNONYMS};
use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;
use std::collections::HashMap;
use std::sync::LazyLock;

/// In what way two words are alike, the best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    Same,
    Part,
    Synonym,
    Spelling,
    #[default]
    Not,
}

/// How alike, from 0 to 1, and how so.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Likeness {
    pub(super) score: f32,
    pub(super) how: How,
}

const fn alike(score: f32, how: How) -> Likeness {
    Likeness { score, how }
}

/// A word of the page.
pub(super) struct Known {
    pub(super) text: String,
    stem: String,
    aliases: &'static [u16],
    synonyms: &'static [u16],
    length: usize,
    letters: bool,
    /// Says little where it stands among others.
    pub(super) minor: bool,
    /// Says nothing.
    pub(super) article: bool,
    /// May be one word with those that follow.
    pub(super) begins: bool,
}

impl Known {
    pub(super) fn new(text: String) -> Self {
        let letters = text.chars().all(char::is_alphabetic);
        let number = text.bytes().all(|byte| byte.is_ascii_digit());
        let stem = if letters { stem(&text) } else { String::new() };
        Self {
            aliases: groups(&ALIAS_GROUPS, &text, &stem),
            synonyms: groups(&SYNONYM_GROUPS, &text, &stem),
            length: text.chars().count(),
            letters,
            // Numbers are often counts: `Seeding (2)`.
            minor: number || SMALL.contains(&text.as_str()),
            article: ARTICLES.contains(&text.as_str()),
            begins: begins_joined(&text),
            stem,
            text,
        }
    }
}

/// A word that many are compared with.
pub(super) struct Asked {
    word: String,
    stem: String,
    /// German umlauts written out: `waehrung` is `währung`.
    without_e: Option<String>,
    aliases: &'static [u16],
    synonyms: &'static [u16],
    length: usize,
    kind: Script,
    matcher: SkimMatcherV2,
}

#[derive(Clone, Copy, PartialEq)]
enum Script {
    /// Letters: may be misspelt.
    Letters,
    /// No spaces between words: parts count.
    Unspaced,
    /// Numbers and signs mean something else when one character differs.
    Exact,
}

impl Asked {
    pub(super) fn new(word: &str) -> Self {
        let kind = if word.contains(is_cjk) {
            Script::Unspaced
        } else if word.chars().all(char::is_alphabetic) {
            Script::Letters
        } else {
            Script::Exact
        };
        let without_e = word.replace("ae", "a").replace("oe", "o").replace("ue", "u");
        let stem = stem(word);
        Self {
            aliases: groups(&ALIAS_GROUPS, word, &stem),
            synonyms: groups(&SYNONYM_GROUPS, word, &stem),
            stem,
            without_e: (without_e != word).then_some(without_e),
            length: word.chars().count(),
            kind,
            matcher: SkimMatcherV2::default().smart_case(),
            word: word.to_owned(),
        }
    }

    /// How alike a word of the page is.
    pub(super) fn likeness(&self, other: &Known) -> Likeness {
        if self.word == other.text {
            return alike(1.0, How::Same);
        }
        let related = self.related(other);
        if self.kind == Script::Exact {
            return related;
        }
        let textual = self.textual(other);
        if textual.score > related.score { textual } else { related }
    }

    fn related(&self, other: &Known) -> Likeness {
        let shared = |mine: &[u16], theirs: &[u16]| theirs.iter().any(|group| mine.contains(group));
        if shared(self.aliases, other.aliases) {
            alike(0.95, How::Synonym)
        } else if shared(self.synonyms, other.synonyms) {
            alike(0.82, How::Synonym)
        } else {
            Likeness::default()
        }
    }

    fn textual(&self, other: &Known) -> Likeness {
        if self.kind == Script::Unspaced {
            return self.unspaced(&other.text);
        }
        let text = other.text.as_str();
        if self.without_e.as_deref() == Some(text) {
            return alike(0.97, How::Same);
        }
        let length = other.length;
        let same_start = self.word.chars().next() == text.chars().next();
        if same_start && self.length >= 3 && length >= 3 {
            if other.letters && self.stem == other.stem {
                return alike(0.96, How::Same);
            }
            if text.starts_with(&self.word) {
                return alike(if length - self.length <= 2 { 0.88 } else { 0.8 }, How::Part);
            }
            if length >= 4 && self.word.starts_with(text) && self.length - length <= 3 {
                return alike(0.78, How::Part);
            }
        }
        if self.length >= 4 && length > self.length && text.ends_with(&self.word) {
            return alike(0.75, How::Part);
        }
        if length >= 4 && self.length > length && self.length <= 2 * length && self.word.ends_with(text) {
            return alike(0.7, How::Part);
        }
        if other.letters { self.misspelt(text, length, same_start) } else { Likeness::default() }
    }

    fn misspelt(&self, other: &str, length: usize, same_start: bool) -> Likeness {
        let allowed = match self.length.min(length) {
            0..=3 => 0,
            4..=6 => 1,
            7..=9 => 2,
            _ => 3,
        };
        // Short words are other words when their first letter differs.
        let trusted = same_start || self.length.min(length) >= 6;
        if allowed > 0 && trusted && self.length.abs_diff(length) <= allowed {
            let distance = strsim::osa_distance(&self.word, other);
            if distance <= allowed {
                return alike([0.9, 0.72, 0.64, 0.58][distance], How::Spelling);
            }
        }
        let abbreviated = same_start && self.abbreviates(other, length);
        if abbreviated { alike(0.56, How::Spelling) } else { Likeness::default() }
    }

    /// `pswd`, `msg`, `prefs`: the first letter, then letters of the word in order, without vowels or up to its last
    /// letter.
    fn abbreviates(&self, other: &str, length: usize) -> bool {
        let vowels = self.word.chars().skip(1).filter(|letter| "aeiouy".contains(*letter)).count();
        let ends_alike = self.word.chars().last() == other.chars().last();
        let plausible = (3..=6).contains(&self.length)
            && length >= self.length + 2
            && length <= self.length * 4
            && (vowels == 0 || (vowels == 1 && ends_alike));
        plausible && self.matcher.fuzzy_match(other, &self.word).is_some()
    }

    fn unspaced(&self, other: &str) -> Likeness {
        if other.contains(&self.word) {
            return alike(0.9, How::Part);
        }
        let length = other.chars().count();
        if length >= 2 && other.contains(is_cjk) && self.word.contains(other) {
            return alike(if length * 2 >= self.length { 0.8 } else { 0.6 }, How::Part);
        }
        Likeness::default()
    }
}

type Groups = HashMap<&'static str, Vec<u16>>;

static ALIAS_GROUPS: LazyLock<Groups> = LazyLock::new(|| by_word(ALIASES));
static SYNONYM_GROUPS: LazyLock<Groups> = LazyLock::new(|| by_word(SYNONYMS));

fn by_word(table: &'static [&'static [&'static str]]) -> Groups {
    let mut groups = Groups::new();
    for (number, words) in (0..).zip(table) {
        for word in *words {
            groups.entry(word).or_default().push(number);
        }
    }
    groups
}

fn groups(table: &'static Groups, word: &str, stem: &str) -> &'static [u16] {
    table.get(word).or_else(|| table.get(stem)).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(asked: &str, other: &str) -> f32 {
        Asked::new(asked).likeness(&Known::new(other.to_owned())).score
    }

    #[test]
    fn the_same_word_is_better_than_a_synonym_and_that_than_a_misspelling() {
        let scores = [
            ("delete", "delete"),
            ("contact", "contacts"),
            ("delete", "remove"),
            ("delete", "delte"),
            ("pswd", "password"),
        ];
        let scores = scores.map(|(asked, other)| score(asked, other));
        assert!(scores.is_sorted_by(|one, next| one > next), "{scores:?}");
        assert!(scores[4] > 0.5);
    }

    #[test]
    fn other_words_are_not_alike() {
        for (asked, other) in
            [("elephant", "element"), ("cat", "calculator"), ("tea", "template"), ("42", "43"), ("x1", "x2")]
        {
            assert_eq!(score(asked, other), 0.0, "{asked} {other}");
        }
    }

    #[test]
    fn parts_of_unspaced_scripts_are_found() {
        assert!(score("保存", "名前を付けて保存") > 0.85);
        assert!(score("저장", "저장하기") > 0.85);
        assert_eq!(score("象", "保存"), 0.0);
    }
}
