//! Named secrets: values that a client types by name and never sees. Inside the probe a value is one character that
//! stands for it, so that it can neither be cut in two nor be compared with a guess.

use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Shorter values are refused: they would be found in every second text.
const SHORTEST: usize = 3;

/// The characters that stand for values: private use, at the end where no icon font has its signs.
const FIRST: u32 = 0x10_C000;
const MOST: usize = 0x10_FFFD - 0x10_C000;

const OPEN: &str = "<secret>";
const CLOSE: &str = "</secret>";

/// The names and values of one file.
#[derive(Default)]
pub struct Secrets {
    /// Whether names are looked for at all; without, `<secret>` is text as any other.
    is_asked_for: bool,
    names: Vec<String>,
    values: Vec<String>,
    /// Finds the values, also as JSON and quoted text have them; which value a pattern is of.
    finder: Option<(AhoCorasick, Vec<usize>)>,
}

/// A name that has no value.
#[derive(Debug, PartialEq, Eq)]
pub struct UnknownSecret {
    name: String,
    known: Vec<String>,
}

impl fmt::Display for UnknownSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "There is no secret `{}`; ", self.name)?;
        match self.known.as_slice() {
            [] => write!(f, "QTMCP_SECRETS gives none."),
            known => write!(f, "there is {}.", known.join(", ")),
        }
    }
}

impl Secrets {
    /// Reads a file of lines such as `NAME=value`. A file that others may read or write is not taken.
    pub fn read(path: &Path) -> Result<Self, String> {
        let told = |why: String| format!("QTMCP_SECRETS={}: {why}", path.display());
        let file = std::fs::File::open(path).map_err(|error| told(error.to_string()))?;
        let mode = file.metadata().map_err(|error| told(error.to_string()))?.permissions().mode();
        if mode & 0o066 != 0 {
            return Err(told(format!("others may read or write it (mode {:o}); make it 600", mode & 0o777)));
        }
        let text = std::io::read_to_string(file).map_err(|error| told(error.to_string()))?;
        Self::parse(&text).map_err(told)
    }

    /// Reads lines such as `NAME=value`, `export NAME="a \"quoted\" one"` and `# a comment`. One that is not understood
    /// would be a secret that nobody keeps: then there is none at all.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut secrets = Self { is_asked_for: true, ..Self::default() };
        for (nth, line) in text.lines().enumerate() {
            // Of the line itself nothing is told: it may be a value.
            if let Some((name, value)) = entry(line).map_err(|why| format!("line {}: {why}", nth + 1))? {
                secrets.put(name, value);
            }
        }
        if secrets.names.len() > MOST {
            return Err(format!("there are more than {MOST} secrets"));
        }
        secrets.finder = secrets.make_finder();
        Ok(secrets)
    }

    /// Whether there is anything to hide.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Puts the character that stands for a value in the place of each `<secret>NAME</secret>`.
    pub fn understand(&self, arguments: &mut Value) -> Result<(), UnknownSecret> {
        if !self.is_asked_for {
            return Ok(());
        }
        match arguments {
            Value::String(text) if text.contains(OPEN) => *text = self.understood(text)?,
            Value::Array(items) => items.iter_mut().try_for_each(|item| self.understand(item))?,
            Value::Object(members) => members.values_mut().try_for_each(|member| self.understand(member))?,
            _ => {}
        }
        Ok(())
    }

    fn understood(&self, text: &str) -> Result<String, UnknownSecret> {
        let mut understood = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(OPEN) {
            let Some((name, behind)) = after.split_once(CLOSE) else { break };
            let Some(nth) = self.names.iter().position(|known| known == name) else {
                return Err(UnknownSecret { name: name.to_owned(), known: self.names.clone() });
            };
            understood.push_str(before);
            understood.extend(stand_in(nth));
            rest = behind;
        }
        understood.push_str(rest);
        Ok(understood)
    }

    /// The value that a character stands for.
    #[must_use]
    pub fn value_of(&self, character: char) -> Option<&str> {
        let nth = u32::from(character).checked_sub(FIRST)?;
        self.values.get(nth as usize).map(String::as_str)
    }

    /// Puts the values where the characters are that stand for them; only what goes into the app may be given to this.
    #[must_use]
    pub fn reveal<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.replaced(text, |nth| self.values.get(nth).cloned())
    }

    /// Puts the characters where the values are.
    #[must_use]
    pub fn hide<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.found(text, |nth, out| out.extend(stand_in(nth)))
    }

    /// As [`Secrets::hide`], for a text whose end was cut off, which may be in the middle of a value. Fewer characters of
    /// one than [`SHORTEST`] are no secret.
    #[must_use]
    pub fn hide_cut<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let hidden = self.hide(text);
        let end_of = |value: &str| {
            let ends = value.char_indices().map(|(at, _)| at).skip(SHORTEST);
            ends.filter(|end| hidden.ends_with(&value[..*end])).max()
        };
        let longest = self.values.iter().enumerate().filter_map(|(nth, value)| Some((end_of(value)?, nth))).max();
        match longest {
            Some((length, nth)) => {
                let kept = &hidden[..hidden.len() - length];
                kept.chars().chain(stand_in(nth)).collect::<String>().into()
            }
            None => hidden,
        }
    }

    /// Puts `<secret>NAME</secret>` where a value is, or the character that stands for one.
    #[must_use]
    pub fn mask_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.is_empty() {
            return text.into();
        }
        let named = self.found(text, |nth, out| {
            out.extend([OPEN, self.names.get(nth).map_or("", String::as_str), CLOSE]);
        });
        match named {
            Cow::Borrowed(text) => self.replaced(text, |nth| self.told(nth)),
            Cow::Owned(text) => self.replaced(&text, |nth| self.told(nth)).into_owned().into(),
        }
    }

    /// As [`Secrets::mask_text`], in every text there is.
    pub fn mask(&self, value: &mut Value) {
        if self.is_empty() {
            return;
        }
        match value {
            Value::String(text) => {
                if let Cow::Owned(masked) = self.mask_text(text) {
                    *text = masked;
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.mask(item)),
            Value::Object(members) => {
                members.values_mut().for_each(|member| self.mask(member));
                if members.keys().any(|key| matches!(self.mask_text(key), Cow::Owned(_))) {
                    let renamed = std::mem::take(members).into_iter();
                    *members =
                        renamed.map(|(key, value)| (self.mask_text(&key).into_owned(), value)).collect::<Map<_, _>>();
                }
            }
            _ => {}
        }
    }

    /// Whether a text has a character in it that stands for a value.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        !self.is_empty() && text.chars().any(|character| self.value_of(character).is_some())
    }

    fn told(&self, nth: usize) -> Option<String> {
        self.names.get(nth).map(|name| format!("{OPEN}{name}{CLOSE}"))
    }

    fn put(&mut self, name: String, value: String) {
        // The last line wins, as in a shell.
        match self.names.iter().position(|known| *known == name) {
            Some(nth) => self.values[nth] = value,
            None => {
                self.names.push(name);
                self.values.push(value);
            }
        }
    }

    fn make_finder(&self) -> Option<(AhoCorasick, Vec<usize>)> {
        let mut patterns: Vec<(String, usize)> = Vec::new();
        for (nth, value) in self.values.iter().enumerate() {
            patterns.push((value.clone(), nth));
            // A text that holds JSON, or a quoted text, has the value as it is written there.
            let written = Value::from(value.as_str()).to_string();
            let written = written[1..written.len() - 1].to_owned();
            if written != *value {
                patterns.push((written, nth));
            }
        }
        if patterns.is_empty() {
            return None;
        }
        let texts = patterns.iter().map(|(pattern, _)| pattern);
        let finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(texts).ok()?;
        Some((finder, patterns.into_iter().map(|(_, nth)| nth).collect()))
    }

    fn found<'a>(&self, text: &'a str, mut put: impl FnMut(usize, &mut String)) -> Cow<'a, str> {
        let Some((finder, owners)) = &self.finder else { return text.into() };
        if !finder.is_match(text) {
            return text.into();
        }
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for found in finder.find_iter(text) {
            out.push_str(&text[done..found.start()]);
            put(owners[found.pattern().as_usize()], &mut out);
            done = found.end();
        }
        out.push_str(&text[done..]);
        out.into()
    }

    fn replaced<'a>(&self, text: &'a str, put: impl Fn(usize) -> Option<String>) -> Cow<'a, str> {
        if !self.is_in(text) {
            return text.into();
        }
        let mut out = String::with_capacity(text.len());
        for character in text.chars() {
            match number(character).and_then(&put) {
                Some(text) => out.push_str(&text),
                None => out.push(character),
            }
        }
        out.into()
    }
}

fn stand_in(nth: usize) -> Option<char> {
    u32::try_from(nth).ok().and_then(|nth| char::from_u32(FIRST + nth))
}

fn number(character: char) -> Option<usize> {
    u32::from(character).checked_sub(FIRST).map(|nth| nth as usize)
}

/// The name and value of a line; `None` for a line without.
fn entry(line: &str) -> Result<Option<(String, String)>, &'static str> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let line = line.strip_prefix("export ").unwrap_or(line);
    let (name, value) = line.split_once('=').ok_or("it has no `=`")?;
    let name = name.trim();
    let is_name = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.');
    if name.is_empty() || !name.chars().all(is_name) {
        return Err("a name has letters, digits, `_`, `-` and `.`");
    }
    let value = unquoted(value.trim())?;
    if value.chars().count() < SHORTEST {
        return Err("a value has at least 3 characters");
    }
    if value.chars().any(|character| number(character).is_some()) {
        return Err("the value has a character of the last private plane");
    }
    Ok(Some((name.to_owned(), value)))
}

fn unquoted(text: &str) -> Result<String, &'static str> {
    let mut characters = text.chars();
    match characters.next() {
        Some('\'') => {
            let rest = characters.as_str();
            let end = rest.find('\'').ok_or("the quote does not end")?;
            Ok(rest[..end].to_owned())
        }
        Some('"') => {
            let mut value = String::new();
            loop {
                match characters.next().ok_or("the quote does not end")? {
                    '"' => return Ok(value),
                    '\\' => value.push(match characters.next().ok_or("the quote does not end")? {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    }),
                    other => value.push(other),
                }
            }
        }
        // A `#` in the middle of a word is part of it.
        _ => Ok(text.split_once(" #").map_or(text, |(value, _)| value.trim_end()).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn secrets() -> Secrets {
        Secrets::parse("PIN=4711\nPASS='hunter2'\nLONG=hunter2000\nODD=\"a\\\"b\\\\c\"\n").unwrap()
    }

    fn understood(arguments: Value) -> Result<Value, UnknownSecret> {
        let mut arguments = arguments;
        secrets().understand(&mut arguments).map(|()| arguments)
    }

    #[test]
    fn lines_are_read_as_a_shell_reads_them() {
        let text = "# mine\n\nexport A=one two # a note\nB = 'it#s'\nC=\"tab\\there\"\nA=three#3\n";
        let secrets = Secrets::parse(text).unwrap();
        assert_eq!(secrets.names, ["A", "B", "C"]);
        assert_eq!(secrets.values, ["three#3", "it#s", "tab\there"]);
    }

    #[test]
    fn what_is_no_secret_is_told_without_its_text() {
        for wrong in ["A=ab", "hunter2", "my name=hunter2", "B=\"hunter2", "C=hunter2\u{10c000}"] {
            let why = Secrets::parse(&format!("GOOD=hunter3\n{wrong}\n")).err().unwrap();
            assert!(why.starts_with("line 2: ") && !why.contains("hunter"), "{why}");
        }
    }

    #[test]
    fn a_name_becomes_its_value_only_on_the_way_into_the_app() {
        let sent = understood(json!({"steps": [{"text": "x<secret>PASS</secret>y"}]})).unwrap_or_default();
        let text = sent["steps"][0]["text"].as_str().unwrap_or_default();
        assert_eq!((text.chars().count(), text.contains("hunter2")), (3, false));
        assert_eq!(secrets().reveal(text), "xhunter2y");
        assert_eq!(secrets().mask_text(text), "x<secret>PASS</secret>y");
        assert_eq!(text.chars().nth(1).and_then(|stand_in| secrets().value_of(stand_in).map(str::len)), Some(7));
    }

    #[test]
    fn an_unknown_name_is_told_with_the_known_ones() {
        let unknown = understood(json!(["<secret>PSAS</secret>"])).err().map(|unknown| unknown.to_string());
        assert_eq!(unknown.as_deref(), Some("There is no secret `PSAS`; there is PIN, PASS, LONG, ODD."));
        assert_eq!(understood(json!("<secret>PASS")), Ok(json!("<secret>PASS")));
        let mut text = json!("<secret>PASS</secret>");
        assert_eq!(Secrets::default().understand(&mut text), Ok(()), "without a file it is text");
    }

    #[test]
    fn values_are_masked_wherever_they_stand_the_longest_first() {
        let mut told =
            json!({"text": "hunter2000, hunter2", "hunter2": [4711, "4711"], "json": "{\"v\":\"a\\\"b\\\\c\"}"});
        secrets().mask(&mut told);
        let (pass, long) = ("<secret>PASS</secret>", "<secret>LONG</secret>");
        let expected = json!({
            "text": format!("{long}, {pass}"), pass: [4711, "<secret>PIN</secret>"],
            "json": "{\"v\":\"<secret>ODD</secret>\"}",
        });
        assert_eq!(told, expected);
    }

    #[test]
    fn a_value_that_is_cut_is_not_told_in_part() {
        let secrets = secrets();
        let told = |text: &str| secrets.mask_text(&secrets.hide_cut(text)).into_owned();
        assert_eq!(told("my hunte"), "my <secret>LONG</secret>");
        assert_eq!(told("my hunter2"), "my <secret>PASS</secret>");
        assert_eq!(told("no hu"), "no hu");
    }

    #[test]
    fn a_file_that_others_can_read_is_refused() {
        let path = std::env::temp_dir().join(format!("qtmcp-secrets-{}", std::process::id()));
        let taken = [0o600, 0o400, 0o640, 0o604, 0o620].map(|mode| {
            std::fs::write(&path, "PASS=hunter2\n").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            let taken = Secrets::read(&path).is_ok_and(|secrets| !secrets.is_empty());
            std::fs::remove_file(&path).unwrap();
            taken
        });
        assert_eq!(taken, [true, true, false, false, false]);
        assert!(Secrets::read(&path).is_err(), "it is gone");
    }
}
