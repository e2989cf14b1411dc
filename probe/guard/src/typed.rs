//! Texts that were typed into password fields: where one of them stands in what the app says, it is not told.

use aho_corasick::{AhoCorasick, MatchKind};
use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};

/// What is told in the place of a text, whatever its length.
pub const MASK: &str = "••••••••";

/// A shorter text is hidden only where it is all that is said: it stands in too many others by chance, and where it would
/// be missing it could be read off.
const FOUND_IN_OTHERS: usize = 6;

/// A shorter one still is not hidden away from its field at all: the `5` of a PIN is a key's label as well.
const FOUND_ALONE: usize = 4;

/// The oldest is forgotten for the next.
const REMEMBERED: usize = 4096;

/// The texts, the oldest first.
#[derive(Default)]
pub struct Typed {
    texts: VecDeque<String>,
    known: HashSet<String>,
    /// Made when it is first needed after a text has come.
    finder: Option<AhoCorasick>,
}

impl Typed {
    /// Remembers what a field holds.
    pub fn remember(&mut self, text: &str) {
        if text.chars().count() < FOUND_ALONE || !self.known.insert(text.to_owned()) {
            return;
        }
        self.texts.push_back(text.to_owned());
        self.finder = None;
        if self.texts.len() > REMEMBERED
            && let Some(oldest) = self.texts.pop_front()
        {
            self.known.remove(&oldest);
        }
    }

    /// Whether there is anything to hide.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The text with [`MASK`] where something stands that was typed into a password field; owned where that is so.
    pub fn hide<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        if self.texts.is_empty() {
            return text.into();
        }
        if self.known.contains(text) {
            return MASK.to_owned().into();
        }
        let long = self.texts.iter().filter(|text| text.chars().count() >= FOUND_IN_OTHERS);
        if self.finder.is_none() {
            self.finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(long).ok();
        }
        match &self.finder {
            Some(finder) if finder.is_match(text) => {
                let mut hidden = String::with_capacity(text.len());
                finder.replace_all_with(text, &mut hidden, |_, _, out| {
                    out.push_str(MASK);
                    true
                });
                hidden.into()
            }
            _ => text.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(typed: &[&str], text: &str) -> String {
        let mut all = Typed::default();
        typed.iter().for_each(|text| all.remember(text));
        all.hide(text).into_owned()
    }

    #[test]
    fn a_long_text_is_hidden_wherever_it_stands() {
        assert_eq!(hidden(&["hunter2"], "login: hunter2, hunter2!"), format!("login: {MASK}, {MASK}!"));
        assert_eq!(hidden(&["hunter", "hunter22"], "hunter22"), MASK);
        assert_eq!(hidden(&["hunter2"], "hunter"), "hunter");
    }

    #[test]
    fn a_short_one_only_where_it_is_all_and_the_shortest_nowhere() {
        assert_eq!(hidden(&["1234"], "1234"), MASK);
        let mut typed = Typed::default();
        typed.remember("1234");
        assert!(matches!(typed.hide("1234"), Cow::Owned(_)), "seen to be another text");
        assert_eq!(hidden(&["1234"], "call 1234"), "call 1234");
        assert_eq!(hidden(&["5"], "5"), "5");
    }

    #[test]
    fn so_many_are_remembered_and_no_more() {
        let mut typed = Typed::default();
        for number in 0..=REMEMBERED {
            typed.remember(&format!("secret-{number:05}"));
        }
        assert_eq!(typed.hide("secret-00000"), "secret-00000");
        assert_eq!(typed.hide("secret-00001"), MASK);
        assert_eq!(typed.texts.len(), typed.known.len());
    }
}
