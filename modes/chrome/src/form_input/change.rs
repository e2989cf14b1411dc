//! What became of an input, and the words for it in both dialects.

use super::wanted::{Check, spelled};
use qtmcp_tool::a11y::{self, Dialect};
use serde_json::{Value as Json, json};

/// Values are told with at most this many characters.
const SHOWN_CHARS: usize = 200;

/// What kind of input it was, as far as the words differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    TextArea,
    Number,
    Range,
    Choice,
    Check,
    Radio,
    Date,
    Tab,
    Item,
    Cell,
    Keys,
    Other,
}

/// What an input holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Holds {
    Text(String),
    Number(f64),
    Check(Check),
    /// A password of so many characters, where even that is known.
    Secret(Option<usize>),
    /// Nothing is chosen or selected.
    Nothing,
    /// The element went with what was done to it.
    Gone,
}

/// What became of an input.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) kind: Kind,
    pub(crate) previous: Holds,
    pub(crate) value: Holds,
    /// What was asked for, where the input made something else of it.
    pub(crate) refused: Option<String>,
    /// What else is worth knowing, as sentences.
    pub(crate) notes: Vec<String>,
}

impl Change {
    pub(crate) fn new(kind: Kind, previous: Holds, value: Holds) -> Self {
        Self { kind, previous, value, refused: None, notes: Vec::new() }
    }

    /// Says that the input was to hold something else, unless it holds it.
    pub(crate) fn expect(mut self, is_it: bool, asked: impl FnOnce() -> String) -> Self {
        if !is_it {
            self.refused = Some(asked());
        }
        self
    }

    /// The change in a sentence.
    pub(crate) fn said(&self, name: &str, dialect: Dialect) -> String {
        let mut said = match dialect {
            Dialect::Qt => self.said_in_qt(name),
            Dialect::Chrome => self.said_in_chrome(),
        };
        for note in &self.notes {
            said.push('\n');
            said.push_str(note);
        }
        said
    }

    fn said_in_qt(&self, name: &str) -> String {
        let (value, previous) = (self.value.shown(), self.previous.was());
        match &self.refused {
            Some(asked) if self.value == self.previous => format!("{name} did not take {asked}: it still has {value}."),
            Some(asked) => format!("{name} did not take {asked} as it is: it has {value} now (was {previous})."),
            None if self.value == self.previous && self.is_state() => format!("{name} already was {value}."),
            None => format!("Set {name} to {value} (was {previous})."),
        }
    }

    /// Whether setting it again does nothing, so that nothing was done.
    fn is_state(&self) -> bool {
        matches!(self.kind, Kind::Check | Kind::Radio | Kind::Choice | Kind::Tab)
    }

    fn said_in_chrome(&self) -> String {
        let value = self.value.shown();
        let previous = match &self.previous {
            Holds::Check(check) => word(*check).to_owned(),
            other => other.was(),
        };
        let done = match (self.kind, &self.value) {
            (Kind::Text, _) => format!("Set text value to {value}"),
            (Kind::TextArea, _) => format!("Set textarea value to {value}"),
            (Kind::Number, _) => format!("Set number input to {value}"),
            (Kind::Range, _) => format!("Set range to {value}"),
            (Kind::Choice, _) => format!("Selected option {value} in dropdown"),
            (Kind::Radio, _) => format!("Radio button {value}"),
            (Kind::Date, _) => format!("Set date to {value}"),
            (Kind::Tab, _) => format!("Selected tab {value}"),
            (Kind::Cell, _) => format!("Set cell value to {value}"),
            (Kind::Keys, _) => format!("Set key sequence to {value}"),
            (Kind::Check, _) | (Kind::Item, Holds::Check(_)) => format!("Checkbox {value}"),
            (Kind::Item, _) => format!("Selected item {value}"),
            (Kind::Other, _) => format!("Set value to {value}"),
        };
        let refused = match &self.refused {
            Some(asked) => format!("\nThe element did not take {asked} as it is; this is what it holds now."),
            None => String::new(),
        };
        format!("{done} (previous: {previous}){refused}")
    }

    /// The members of the result.
    pub(crate) fn members(&self) -> Vec<(&'static str, Json)> {
        let mut members = vec![("value", self.value.json()), ("previous", self.previous.json())];
        if let Holds::Secret(Some(length)) = self.value {
            members.push(("length", json!(length)));
        }
        if let Some(asked) = &self.refused {
            members.push(("refused", json!(asked)));
        }
        members
    }
}

impl Holds {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Holds::Text(text.into())
    }

    fn shown(&self) -> String {
        match self {
            Holds::Text(text) => quoted(text),
            Holds::Number(number) => spelled(*number),
            Holds::Check(Check::On) => "checked".to_owned(),
            Holds::Check(Check::Off) => "unchecked".to_owned(),
            Holds::Check(Check::Mixed) => "mixed".to_owned(),
            Holds::Secret(Some(0)) => "empty".to_owned(),
            Holds::Secret(Some(length)) => format!("{length} characters that are not shown"),
            Holds::Secret(None) => "a text that is not shown".to_owned(),
            Holds::Nothing => "nothing".to_owned(),
            Holds::Gone => "gone".to_owned(),
        }
    }

    /// As it is told of what was there before. How long a secret was that somebody else put there is nobody's business.
    fn was(&self) -> String {
        match self {
            Holds::Secret(Some(1..)) => Holds::Secret(None).shown(),
            other => other.shown(),
        }
    }

    fn json(&self) -> Json {
        match self {
            Holds::Text(text) => json!(text),
            Holds::Number(number) if number.fract() == 0.0 && number.abs() < 9.0e15 => json!(*number as i64),
            Holds::Number(number) => json!(number),
            Holds::Check(Check::On) => json!(true),
            Holds::Check(Check::Off) => json!(false),
            Holds::Check(Check::Mixed) => json!("mixed"),
            Holds::Secret(_) | Holds::Nothing | Holds::Gone => Json::Null,
        }
    }
}

fn word(check: Check) -> &'static str {
    match check {
        Check::On => "true",
        Check::Off => "false",
        Check::Mixed => "mixed",
    }
}

/// The app's text for a sentence: in quotes, cut, and unable to end them. Line ends are written as `\n`.
pub(crate) fn quoted(text: &str) -> String {
    let length = text.chars().count();
    let end = text.char_indices().nth(SHOWN_CHARS).map_or(text.len(), |(at, _)| at);
    let lines: Vec<String> = text[..end].split('\n').map(|line| a11y::sanitize(line, SHOWN_CHARS)).collect();
    let shown = lines.join("\\n");
    if length > SHOWN_CHARS { format!("\"{shown}…\" ({length} characters)") } else { format!("\"{shown}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "QLineEdit \"nameInput\" [7]";

    #[test]
    fn both_dialects_name_the_value_before_and_after() {
        let change = Change::new(Kind::Text, Holds::text(""), Holds::text("John Doe"));
        assert_eq!(change.said(NAME, Dialect::Qt), "Set QLineEdit \"nameInput\" [7] to \"John Doe\" (was \"\").");
        assert_eq!(change.said(NAME, Dialect::Chrome), "Set text value to \"John Doe\" (previous: \"\")");
        let change = Change::new(Kind::Check, Holds::Check(Check::Off), Holds::Check(Check::On));
        assert_eq!(change.said(NAME, Dialect::Chrome), "Checkbox checked (previous: false)");
        let change = Change::new(Kind::Choice, Holds::text("Red"), Holds::text("Blue"));
        assert_eq!(change.said(NAME, Dialect::Chrome), "Selected option \"Blue\" in dropdown (previous: \"Red\")");
        let change = Change::new(Kind::Number, Holds::Number(4.0), Holds::Number(5.0));
        assert_eq!(change.said(NAME, Dialect::Chrome), "Set number input to 5 (previous: 4)");
    }

    #[test]
    fn what_was_refused_is_said_with_what_is_held_now() {
        let change = Change::new(Kind::Text, Holds::text("42"), Holds::text("42")).expect(false, || quoted("abc"));
        assert_eq!(
            change.said(NAME, Dialect::Qt),
            "QLineEdit \"nameInput\" [7] did not take \"abc\": it still has \"42\"."
        );
        let change = Change::new(Kind::Text, Holds::text(""), Holds::text("12")).expect(false, || quoted("12a"));
        assert!(change.said(NAME, Dialect::Qt).contains("it has \"12\" now"));
        assert!(change.members().contains(&("refused", json!("\"12a\""))));
    }

    #[test]
    fn a_text_of_lines_is_written_in_one_and_a_long_one_is_cut() {
        assert_eq!(quoted("a\nb \"c\""), r#""a\nb \"c\"""#);
        let long = quoted(&"é".repeat(300));
        assert!(long.ends_with("é…\" (300 characters)"), "{long}");
    }

    #[test]
    fn a_secret_is_told_by_its_length_alone() {
        let change = Change::new(Kind::Text, Holds::Secret(Some(0)), Holds::Secret(Some(9)));
        assert!(change.said(NAME, Dialect::Qt).contains("9 characters that are not shown"));
        assert_eq!(change.members()[0], ("value", Json::Null));
        let change = Change::new(Kind::Text, Holds::Secret(Some(7)), Holds::Secret(Some(9)));
        assert!(change.said(NAME, Dialect::Qt).ends_with("(was a text that is not shown)."));
    }
}
