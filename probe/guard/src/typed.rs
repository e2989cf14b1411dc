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

/// The oldest is forgotten for the next, past so many texts or bytes.
const REMEMBERED: usize = 4096;
const REMEMBERED_BYTES: usize = 1 << 20;

/// The texts, the oldest first.
#[derive(Default)]
pub struct Typed {
    texts: VecDeque<String>,
    known: HashSet<String>,
    bytes: usize,
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
        self.bytes += text.len();
        self.finder = None;
        while self.texts.len() > REMEMBERED || (self.bytes > REMEMBERED_BYTES && self.texts.len() > 1) {
            let Some(oldest) = self.texts.pop_front() else { break };
            self.bytes -= oldest.len();
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
        if self.finder.is_none() {
            let long = self.texts.iter().filter(|text| text.chars().count() >= FOUND_IN_OTHERS);
            let written = long.flat_map(|text| written(text));
            self.finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(written).ok();
        }
        match &self.finder {
            // What cannot be looked through is not told.
            None => MASK.to_owned().into(),
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

    /// As [`Typed::hide`], for a text whose end was cut off, which may be in the middle of one.
    pub fn hide_cut<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let hidden = self.hide(text);
        let end_of = |secret: &String| {
            let ends = secret.char_indices().map(|(at, _)| at).skip(FOUND_ALONE);
            ends.filter(|end| hidden.ends_with(&secret[..*end])).max()
        };
        match self.texts.iter().filter_map(end_of).max() {
            Some(length) => format!("{}{MASK}", &hidden[..hidden.len() - length]).into(),
            None => hidden,
        }
    }
}

/// A text as it stands in others: as it is, in quotes, and in HTML.
fn written(text: &str) -> Vec<String> {
    let quoted = serde_json::Value::from(text).to_string();
    let html = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let mut all = vec![text.to_owned(), quoted[1..quoted.len() - 1].to_owned(), html];
    all.dedup();
    all
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
        assert_eq!(hidden(&["a\"b<c\\d"], r#"said "a\"b<c\\d""#), format!("said \"{MASK}\""));
        assert_eq!(hidden(&["a\"b<c\\d"], "<b>a&quot;b&lt;c\\d</b>"), format!("<b>{MASK}</b>"));
    }

    #[test]
    fn a_text_that_was_cut_in_the_middle_of_one_ends_before_it() {
        let mut typed = Typed::default();
        typed.remember("hunter2000");
        assert_eq!(typed.hide_cut("my hunter2"), format!("my {MASK}"));
        assert_eq!(typed.hide_cut("my hunt"), format!("my {MASK}"));
        assert_eq!(typed.hide_cut("my hun"), "my hun");
    }

    #[test]
    fn many_long_texts_do_not_pile_up() {
        let mut typed = Typed::default();
        (0..100).for_each(|number| typed.remember(&format!("{number:030000}")));
        assert!(typed.bytes <= REMEMBERED_BYTES && typed.texts.len() < 40);
        assert_eq!(typed.hide(&format!("{:030000}", 99)), MASK);
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
