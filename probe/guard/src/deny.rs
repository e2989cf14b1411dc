//! `QTMCP_DENY`: which objects and properties of an app stay invisible, by patterns such as `QLineEdit#pin`, `#vault` and
//! `QLabel.text`.

use std::fmt;

/// The patterns of a person who wants something left alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deny {
    patterns: Vec<Pattern>,
}

/// An object as patterns see it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its class and the bases of that.
    pub classes: &'a [String],
    /// Everything it goes by: its object name, its id in QML.
    pub names: &'a [&'a str],
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pattern {
    class: Option<Glob>,
    name: Option<Glob>,
    property: Option<Glob>,
}

impl Deny {
    /// Reads patterns, separated by commas or line ends: `Class`, `#name`, `.property` and any of them together, in this
    /// order, with `*` for any characters. A backslash takes the meaning from the character behind it.
    pub fn parse(text: &str) -> Result<Self, Misunderstood> {
        let entries = split(text)?;
        let patterns = entries.iter().filter(|entry| !entry.is_empty()).map(|entry| pattern(entry));
        Ok(Self { patterns: patterns.collect::<Result<_, _>>()? })
    }

    /// Whether everything may be seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Whether this object, and so what is below it, stays invisible.
    #[must_use]
    pub fn hides(&self, subject: Subject<'_>) -> bool {
        self.patterns.iter().any(|pattern| pattern.property.is_none() && pattern.is_of(subject))
    }

    /// Whether there are patterns for properties at all.
    #[must_use]
    pub fn knows_properties(&self) -> bool {
        self.patterns.iter().any(|pattern| pattern.property.is_some())
    }

    /// Which properties of this object stay invisible.
    #[must_use]
    pub fn properties(&self, subject: Subject<'_>) -> Properties {
        let of_it = self.patterns.iter().filter(|pattern| pattern.is_of(subject));
        Properties { hidden: of_it.filter_map(|pattern| pattern.property.clone()).collect() }
    }
}

/// What the classes of Qt have the same text in.
const TEXTS: [&str; 8] =
    ["text", "displayText", "plainText", "html", "markdown", "cleanText", "selectedText", "preeditText"];

/// The properties of one object that stay invisible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    hidden: Vec<Glob>,
}

impl Properties {
    /// Whether all may be seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hidden.is_empty()
    }

    /// Whether the property of this name stays invisible: a pattern is of it, or of another that has the same text in it.
    #[must_use]
    pub fn hides(&self, name: &str) -> bool {
        let is_meant = |name: &str| self.hidden.iter().any(|glob| glob.matches(name));
        is_meant(name) || (TEXTS.contains(&name) && TEXTS.iter().any(|other| is_meant(other)))
    }
}

impl Pattern {
    fn is_of(&self, subject: Subject<'_>) -> bool {
        let is_class = |glob: &Glob| subject.classes.iter().any(|class| glob.matches(class));
        let is_name = |glob: &Glob| subject.names.iter().any(|name| !name.is_empty() && glob.matches(name));
        self.class.as_ref().is_none_or(is_class) && self.name.as_ref().is_none_or(is_name)
    }
}

/// Text in which a star stands for any characters: what is before the first, between them, and behind the last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Glob(Vec<String>);

impl Glob {
    fn matches(&self, text: &str) -> bool {
        let Some((first, rest)) = self.0.split_first() else { return false };
        let Some(mut left) = text.strip_prefix(first.as_str()) else { return false };
        let Some((last, middle)) = rest.split_last() else { return left.is_empty() };
        for piece in middle {
            let Some(at) = left.find(piece.as_str()) else { return false };
            left = &left[at + piece.len()..];
        }
        left.ends_with(last.as_str())
    }
}

/// Why a pattern means nothing. Nothing is then known of what its writer wants left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misunderstood(String);

impl fmt::Display for Misunderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; patterns are Class, #name, .property or Class#name.property, with * for any characters", self.0)
    }
}

impl std::error::Error for Misunderstood {}

/// A character, and whether it stands for itself.
type Character = (char, bool);

/// The patterns in a list.
fn split(text: &str) -> Result<Vec<Vec<Character>>, Misunderstood> {
    let mut entries = vec![Vec::new()];
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some(next) => push(&mut entries, (next, true)),
                None => return Err(Misunderstood("a backslash stands at the end".to_owned())),
            },
            ',' | '\n' | '\r' => entries.push(Vec::new()),
            // What the environment holds is not always text.
            char::REPLACEMENT_CHARACTER => return Err(Misunderstood("it is not UTF-8".to_owned())),
            other => push(&mut entries, (other, false)),
        }
    }
    for entry in &mut entries {
        let is_space = |(character, is_plain): &Character| character.is_whitespace() && !is_plain;
        while entry.last().is_some_and(is_space) {
            entry.pop();
        }
        let spaces = entry.iter().take_while(|character| is_space(character)).count();
        entry.drain(..spaces);
    }
    Ok(entries)
}

fn push(entries: &mut [Vec<Character>], character: Character) {
    if let Some(last) = entries.last_mut() {
        last.push(character);
    }
}

fn pattern(entry: &[Character]) -> Result<Pattern, Misunderstood> {
    let written: String = entry.iter().map(|(character, _)| character).collect();
    let wrong = |why: &str| Misunderstood(format!("`{written}` {why}"));
    let mut pattern = Pattern::default();
    let mut rest = entry;
    let mut mark = None;
    loop {
        let end = rest.iter().position(|(character, is_plain)| matches!(character, '#' | '.') && !is_plain);
        let (part, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let slot = match mark {
            None => &mut pattern.class,
            Some('#') if pattern.property.is_some() => return Err(wrong("has its name behind its property")),
            Some('#') => &mut pattern.name,
            Some(_) => &mut pattern.property,
        };
        if slot.is_some() {
            return Err(wrong("has two of a kind; a backslash before # or . makes it part of a name"));
        }
        match (mark, part) {
            (None, []) => {}
            (Some(mark), []) => return Err(wrong(&format!("has nothing behind its {mark}"))),
            (None, class) if !class.iter().all(is_of_class) => return Err(wrong("is not the name of a class")),
            (Some(_), name) if name.iter().any(|(character, _)| character.is_control()) => {
                return Err(wrong("has a control character in it"));
            }
            (_, part) => *slot = Some(glob(part)),
        }
        let Some(((next, _), behind)) = behind.split_first() else { return Ok(pattern) };
        (mark, rest) = (Some(*next), behind);
    }
}

fn is_of_class((character, is_plain): &Character) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | ':') || (*character == '*' && !is_plain)
}

fn glob(part: &[Character]) -> Glob {
    let pieces = part.split(|(character, is_plain)| *character == '*' && !is_plain);
    Glob(pieces.map(|piece| piece.iter().map(|(character, _)| character).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hides(text: &str, classes: &[&str], names: &[&str]) -> bool {
        let classes: Vec<String> = classes.iter().map(|class| (*class).to_owned()).collect();
        Deny::parse(text).unwrap().hides(Subject { classes: &classes, names })
    }

    #[test]
    fn an_object_is_hidden_by_its_class_its_base_or_a_name_of_its() {
        let (classes, names) = (["QPushButton", "QAbstractButton", "QWidget", "QObject"], ["buy", "buyId"]);
        for hiding in ["QPushButton", "QAbstractButton", "#buy", "#buyId", "QWidget#buy", "Q*Button", "#b*", "*", "#*"]
        {
            assert!(hides(hiding, &classes, &names), "{hiding}");
        }
        for other in ["QLabel", "#sell", "QLabel#buy", "QPushButton#sell", "#uy", "qpushbutton", "QPush", "#", ""] {
            assert!(
                Deny::parse(other).map_or(true, |deny| {
                    let classes = classes.map(str::to_owned);
                    !deny.hides(Subject { classes: &classes, names: &names })
                }),
                "{other}"
            );
        }
        assert!(!hides("#*", &classes, &["", ""]), "an object without a name has none to match");
    }

    #[test]
    fn patterns_stand_side_by_side_with_commas_or_on_lines() {
        let text = " QLabel , #pin\n\n*View#accounts,\r\n";
        assert!(hides(text, &["QLabel"], &[""]) && hides(text, &["QLineEdit"], &["pin"]));
        assert!(hides(text, &["QTableView"], &["accounts"]) && !hides(text, &["QTableView"], &["other"]));
        assert!(Deny::parse(" ,\n,").unwrap().is_empty());
    }

    #[test]
    fn a_pattern_with_a_property_hides_that_and_not_the_object() {
        let deny = Deny::parse("QLabel#total.text, .token*").unwrap();
        let classes = ["QLabel".to_owned(), "QObject".to_owned()];
        let total = Subject { classes: &classes, names: &["total"] };
        let other = Subject { classes: &classes, names: &["other"] };
        assert!(!deny.hides(total) && deny.knows_properties());
        assert!(deny.properties(total).hides("displayText"), "the same text");
        assert!(deny.properties(total).hides("text") && !deny.properties(total).hides("textFormat"));
        assert!(!deny.properties(other).hides("text") && deny.properties(other).hides("tokenSecret"));
        assert!(Deny::parse("QLabel").unwrap().properties(total).is_empty());
    }

    #[test]
    fn stars_stand_for_anything_wherever_they_stand() {
        let matches = |glob: &str, text: &str| hides(&format!("#{glob}"), &[], &[text]);
        for (glob, text) in [("a*c", "abc"), ("a*c", "ac"), ("*b*", "abc"), ("a**c", "axc"), ("*ab", "aab")] {
            assert!(matches(glob, text), "{glob} {text}");
        }
        for (glob, text) in [("a*c", "abcd"), ("a*a", "a"), ("*b", "bc"), ("b*", "ab"), ("a*b*c", "acb")] {
            assert!(!matches(glob, text), "{glob} {text}");
        }
    }

    #[test]
    fn a_backslash_makes_a_mark_part_of_a_name() {
        assert!(hides(r"#net\.example\.pin", &[], &["net.example.pin"]));
        assert!(hides(r"#a\,b\#c\*", &[], &["a,b#c*"]) && !hides(r"#a\*", &[], &["abc"]));
    }

    #[test]
    fn what_means_nothing_is_refused_with_the_reason() {
        for wrong in [
            "#",
            "QLabel#",
            "QLabel.",
            ".",
            "a b",
            "QWidget > QLabel",
            "#a#b",
            ".a.b",
            ".a#b",
            "[name=x]",
            "#a\\",
            "#\u{fffd}",
        ] {
            let error = Deny::parse(&format!("QLabel,{wrong}")).unwrap_err().to_string();
            assert!(error.contains("Class#name.property"), "{wrong}: {error}");
        }
        let error = Deny::parse("QLabel#").unwrap_err().to_string();
        assert!(error.starts_with("`QLabel#` has nothing behind its #; patterns are"), "{error}");
    }
}
