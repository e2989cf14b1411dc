//! Reads lines of changes as an agent does, in the `chrome` dialect, and does to a page what they say.

use qtmcp_a11y::States;
use std::collections::BTreeMap;

/// An element as far as changes are told of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Element {
    pub(crate) role: String,
    pub(crate) name: String,
    pub(crate) value: Option<String>,
    pub(crate) states: States,
    /// The refs of what is in it.
    pub(crate) inside: Vec<u64>,
}

impl Element {
    /// What holds for it, wherever it is and whatever is in it.
    pub(crate) fn content(&self) -> (&str, Option<&str>, States) {
        (&self.name, self.value.as_deref(), self.states)
    }
}

/// `button "Save" [ref_12]`.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) role: String,
    pub(crate) name: String,
    number: u64,
}

#[derive(Debug)]
enum Line {
    Changed { head: Head, parts: Vec<Part> },
    Came { head: Head, inside: usize, named: Vec<Head> },
    Went { head: Head, inside: usize },
    Counted { came: bool, count: usize, named: Vec<Head> },
    More(usize),
}

#[derive(Debug)]
enum Part {
    /// What it was called.
    Was(String),
    Value {
        is: String,
        was: String,
    },
    State(String),
}

/// The lines of changes.
pub(crate) struct Told(Vec<Line>);

impl Told {
    /// # Panics
    /// When a line is not what agents are told to expect.
    pub(crate) fn read(lines: &[String]) -> Self {
        Self(lines.iter().map(|line| read(line).unwrap_or_else(|| panic!("cannot be read: {line}"))).collect())
    }

    /// Whether some changes are only counted: also where an element went and some of what was in it is somewhere else now.
    pub(crate) fn is_counted(&self, before: &BTreeMap<u64, Element>) -> bool {
        let had = |head: &Head| before.get(&head.number).map_or(0, |element| element.inside.len());
        self.0.iter().any(|line| match line {
            Line::Went { head, inside } => *inside < had(head),
            line => matches!(line, Line::Counted { .. } | Line::More(_)),
        })
    }

    /// How many elements came.
    pub(crate) fn came(&self) -> usize {
        let came = |line: &Line| match line {
            Line::Came { inside, .. } => 1 + inside,
            Line::Counted { came: true, count, .. } => *count,
            _ => 0,
        };
        self.0.iter().map(came).sum()
    }

    /// How many elements the lines speak for.
    pub(crate) fn count(&self) -> usize {
        let count = |line: &Line| match line {
            Line::Changed { .. } => 1,
            Line::Came { inside, .. } | Line::Went { inside, .. } => 1 + inside,
            Line::Counted { count, .. } | Line::More(count) => *count,
        };
        self.0.iter().map(count).sum()
    }

    /// The elements that came and are named.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&u64, &Head)> {
        let heads = self.0.iter().flat_map(|line| match line {
            Line::Came { head, named, .. } => std::iter::once(head).chain(named).collect::<Vec<_>>(),
            Line::Counted { named, .. } => named.iter().collect(),
            _ => Vec::new(),
        });
        heads.map(|head| (&head.number, head))
    }

    /// The elements after what is told happened to them. What is told to have been must have been so.
    pub(crate) fn applied_to(&self, before: &BTreeMap<u64, Element>) -> BTreeMap<u64, Element> {
        let mut elements = before.clone();
        for line in &self.0 {
            match line {
                Line::Changed { head, parts } => {
                    let element = elements.get_mut(&head.number).unwrap_or_else(|| panic!("{head:?} was not there"));
                    assert_eq!(element.role, head.role);
                    let renamed = parts.iter().any(|part| matches!(part, Part::Was(_)));
                    assert!(renamed || element.name == head.name, "{head:?} was {}", element.name);
                    for part in parts {
                        apply(element, part);
                    }
                    element.name.clone_from(&head.name);
                }
                Line::Went { head, inside } => {
                    let gone = elements.remove(&head.number).unwrap_or_else(|| panic!("{head:?} was not there"));
                    assert_eq!((&gone.role, &gone.name), (&head.role, &head.name));
                    assert!(*inside <= gone.inside.len(), "{head:?} had {:?}", gone.inside);
                    if *inside == gone.inside.len() {
                        elements.retain(|number, _| !gone.inside.contains(number));
                    }
                }
                Line::Came { .. } | Line::Counted { .. } | Line::More(_) => {}
            }
        }
        elements
    }
}

fn apply(element: &mut Element, part: &Part) {
    match part {
        Part::Was(name) => assert_eq!(element.name, *name),
        Part::Value { is, was } => {
            assert_eq!(element.value.as_ref(), Some(was));
            element.value = Some(is.clone());
        }
        Part::State(word) => {
            let (state, on) = match word.as_str() {
                "disabled" => (States::DISABLED, true),
                "enabled" => (States::DISABLED, false),
                "checked" => (States::CHECKED, true),
                "unchecked" => (States::CHECKED, false),
                "pressed" => (States::PRESSED, true),
                "released" => (States::PRESSED, false),
                "read-only" => (States::READ_ONLY, true),
                "editable" => (States::READ_ONLY, false),
                "busy" => (States::BUSY, true),
                "no longer busy" => (States::BUSY, false),
                _ => panic!("no state is called {word}"),
            };
            assert_ne!(element.states.contains(state), on, "{word} before");
            element.states.set(state, on);
        }
    }
}

fn read(line: &str) -> Option<Line> {
    if let Some(more) = line.strip_prefix("… and ") {
        return Some(Line::More(number(more)?.0));
    }
    let came = line.starts_with("+ ");
    let Some(rest) = line.strip_prefix("+ ").or_else(|| line.strip_prefix("- ")) else {
        let (head, rest) = head(line)?;
        return Some(Line::Changed { head, parts: parts(rest.strip_prefix(' ')?)? });
    };
    if let Some((count, rest)) = number(rest) {
        let (_, rest) = head(rest.strip_prefix(" elements in ")?)?;
        return Some(Line::Counted { came, count, named: heads(rest)? });
    }
    let (head, rest) = head(rest)?;
    let (inside, rest) = match rest.strip_prefix(" with ") {
        Some(rest) => {
            let (inside, rest) = number(rest)?;
            (inside, rest.strip_prefix(" elements").or_else(|| rest.strip_prefix(" element"))?)
        }
        None => (0, rest),
    };
    let named = heads(rest)?;
    Some(if came { Line::Came { head, inside, named } } else { Line::Went { head, inside } })
}

fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A quoted text, and what follows it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut inside = String::new();
    let mut characters = text.strip_prefix('"')?.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((inside, &text[at + 2..])),
            '\\' => inside.push(characters.next()?.1),
            _ => inside.push(character),
        }
    }
    None
}

fn head(text: &str) -> Option<(Head, &str)> {
    let (role, rest) = text.split_once(' ')?;
    let (name, rest) = match rest.starts_with('"') {
        true => quoted(rest).and_then(|(name, rest)| Some((name, rest.strip_prefix(' ')?)))?,
        false => (String::new(), rest),
    };
    let (number, rest) = number(rest.strip_prefix("[ref_")?)?;
    Some((Head { role: role.to_owned(), name, number: number as u64 }, rest.strip_prefix(']')?))
}

/// `: button "C" [ref_10], button "D" [ref_11], …`.
fn heads(text: &str) -> Option<Vec<Head>> {
    let mut heads = Vec::new();
    let Some(mut rest) = text.strip_prefix(": ") else { return text.is_empty().then_some(heads) };
    while rest != "…" {
        let (next, behind) = head(rest)?;
        heads.push(next);
        match behind.strip_prefix(", ") {
            Some(behind) => rest = behind,
            None => return behind.is_empty().then_some(heads),
        }
    }
    Some(heads)
}

fn parts(text: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        if let Some(was) = rest.strip_prefix("(was ") {
            let (name, behind) = quoted(was)?;
            parts.push(Part::Was(name));
            rest = behind.strip_prefix(')')?;
        } else if let Some(value) = rest.strip_prefix('=') {
            let (is, behind) = quoted(value)?;
            let (was, behind) = quoted(behind.strip_prefix(" (was ")?)?;
            parts.push(Part::Value { is, was });
            rest = behind.strip_prefix(')')?;
        } else {
            let end = rest.find(", ").unwrap_or(rest.len());
            parts.push(Part::State(rest[..end].to_owned()));
            rest = &rest[end..];
        }
        match rest.strip_prefix(", ") {
            Some(behind) => rest = behind,
            None => return rest.is_empty().then_some(parts),
        }
    }
}
