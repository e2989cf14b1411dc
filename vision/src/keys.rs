//! Key names and key sequences: `Ctrl+A, Del`, `ctrl+shift+s`, `Page_Down`, single characters, `+` itself.

mod dead;

pub use dead::{accent, compose};

use std::fmt;

/// A key of the keyboard, named by what is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A key that types this character, given as it is without Shift where it has a lower case.
    Char(char),
    /// `F1` to `F35`.
    F(u8),
    /// A key that types nothing by itself but puts this combining mark on the letter after it; see [`compose`].
    Dead(char),
    /// Any key with a name of its own.
    Named(Named),
}

/// Modifier keys held down during a chord.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Control.
    pub ctrl: bool,
    /// Alt.
    pub alt: bool,
    /// Super, the Windows or Meta key.
    pub meta: bool,
}

/// A key and the modifiers held with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// The key that is pressed.
    pub key: Key,
    /// What is held down meanwhile.
    pub modifiers: Modifiers,
}

/// A name that is no key, with the names nearest to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKey {
    /// The name as it was given.
    pub name: String,
    /// Known names that look like it, best first.
    pub near: Vec<&'static str>,
}

impl fmt::Display for UnknownKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beginning: String = self.name.chars().take(LONGEST_NAME).collect();
        let rest = if beginning.len() < self.name.len() { "…" } else { "" };
        write!(f, "no key is called `{beginning}{rest}`")?;
        if !self.near.is_empty() {
            write!(f, "; near: {}", self.near.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownKey {}

macro_rules! named {
    ($($variant:ident: $($name:literal),+;)*) => {
        /// Keys with a name. The first spelling is the usual one; all are accepted in any case.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Named { $($variant,)* }

        const NAMES: &[(&str, Named)] = &[$($(($name, Named::$variant),)+)*];
    };
}

named! {
    Return: "Return", "Enter", "CR", "Linefeed";
    KeypadEnter: "KP_Enter";
    Tab: "Tab", "KP_Tab";
    Backtab: "Backtab", "ISO_Left_Tab";
    Escape: "Escape", "Esc";
    Space: "Space", "spacebar", "KP_Space";
    Backspace: "Backspace", "BackSpace";
    Delete: "Delete", "Del", "KP_Delete";
    Insert: "Insert", "Ins", "KP_Insert";
    Home: "Home", "KP_Home";
    End: "End", "KP_End";
    PageUp: "Page_Up", "PgUp", "PageUp", "Prior", "KP_Page_Up", "KP_Prior";
    PageDown: "Page_Down", "PgDown", "PgDn", "PageDown", "Next", "KP_Page_Down", "KP_Next";
    Left: "Left", "ArrowLeft", "KP_Left";
    Right: "Right", "ArrowRight", "KP_Right";
    Up: "Up", "ArrowUp", "KP_Up";
    Down: "Down", "ArrowDown", "KP_Down";
    Shift: "Shift", "Shift_L", "Shift_R";
    Control: "Control", "Ctrl", "Control_L", "Control_R";
    Alt: "Alt", "Alt_L", "Alt_R", "Option";
    Meta: "Meta", "Super", "Super_L", "Super_R", "Win", "Windows", "Cmd", "Command", "Meta_L", "Meta_R";
    CapsLock: "Caps_Lock", "CapsLock";
    NumLock: "Num_Lock", "NumLock";
    ScrollLock: "Scroll_Lock", "ScrollLock";
    Pause: "Pause";
    Print: "Print", "PrintScreen", "SysReq";
    Menu: "Menu", "Apps", "ContextMenu";
    Help: "Help";
    Undo: "Undo";
    Redo: "Redo";
    Cut: "Cut";
    Copy: "Copy";
    Paste: "Paste";
    Find: "Find";
    Back: "XF86Back", "Back", "BrowserBack";
    Forward: "XF86Forward", "Forward", "BrowserForward";
    VolumeUp: "XF86AudioRaiseVolume", "VolumeUp";
    VolumeDown: "XF86AudioLowerVolume", "VolumeDown";
    VolumeMute: "XF86AudioMute", "VolumeMute";
    MediaPlay: "XF86AudioPlay", "MediaPlay";
}

/// What is longer is no misspelt name, and is not told in full. Comparing takes time for each of its characters.
const LONGEST_NAME: usize = 80;

/// X11's names for characters, as xdotool takes them.
const CHARACTERS: &[(&str, char)] = &[
    ("plus", '+'),
    ("minus", '-'),
    ("comma", ','),
    ("period", '.'),
    ("slash", '/'),
    ("backslash", '\\'),
    ("semicolon", ';'),
    ("apostrophe", '\''),
    ("quotedbl", '"'),
    ("grave", '`'),
    ("equal", '='),
    ("underscore", '_'),
    ("bracketleft", '['),
    ("bracketright", ']'),
    ("parenleft", '('),
    ("parenright", ')'),
    ("asterisk", '*'),
    ("ampersand", '&'),
    ("at", '@'),
    ("numbersign", '#'),
    ("exclam", '!'),
    ("question", '?'),
    ("colon", ':'),
    ("less", '<'),
    ("greater", '>'),
    ("percent", '%'),
    ("dollar", '$'),
    ("asciitilde", '~'),
    ("asciicircum", '^'),
    ("bar", '|'),
    ("braceleft", '{'),
    ("braceright", '}'),
    ("ssharp", 'ß'),
    ("ae", 'æ'),
    ("oslash", 'ø'),
    ("degree", '°'),
    ("section", '§'),
    ("sterling", '£'),
    ("euro", '€'),
    ("EuroSign", '€'),
    ("KP_0", '0'),
    ("KP_1", '1'),
    ("KP_2", '2'),
    ("KP_3", '3'),
    ("KP_4", '4'),
    ("KP_5", '5'),
    ("KP_6", '6'),
    ("KP_7", '7'),
    ("KP_8", '8'),
    ("KP_9", '9'),
    ("KP_Add", '+'),
    ("KP_Subtract", '-'),
    ("KP_Multiply", '*'),
    ("KP_Divide", '/'),
    ("KP_Decimal", '.'),
    ("KP_Separator", ','),
    ("KP_Equal", '='),
];

/// Reads chords separated by commas or spaces: `Ctrl+A, Del` and `ctrl+a Delete` are the same two.
pub fn sequence(text: &str) -> Result<Vec<Chord>, UnknownKey> {
    if text == " " {
        return Ok(vec![chord(text)?]);
    }
    let mut chords = Vec::new();
    // With commas it is Qt's spelling, in which all letters are capitals and none has Shift.
    let mut commas = false;
    for word in text.split_whitespace() {
        // A comma ends a chord, unless the comma is the chord: `,` or `Ctrl+,`.
        let ended = if word.len() > 1 && !word.ends_with("+,") { word.strip_suffix(',') } else { None };
        commas |= ended.is_some();
        let word = ended.unwrap_or(word);
        chords.push(if commas { as_written(word)? } else { chord(word)? });
    }
    if chords.is_empty() {
        return Err(UnknownKey { name: text.to_owned(), near: Vec::new() });
    }
    Ok(chords)
}

/// Reads one chord, such as `ctrl+shift+s` or `+`. A capital alone is its letter with Shift, as xdotool types it; behind
/// a modifier it is the letter's key, as in every menu: `Ctrl+S`.
pub fn chord(text: &str) -> Result<Chord, UnknownKey> {
    let mut chord = as_written(text)?;
    let mut characters = text.chars();
    if let (Some(character), None) = (characters.next(), characters.next()) {
        chord.modifiers.shift = lower(character) != character;
    }
    Ok(chord)
}

fn as_written(text: &str) -> Result<Chord, UnknownKey> {
    let mut modifiers = Modifiers::default();
    let mut rest = text;
    // The key is what stands behind the last `+` that has something behind it: `ctrl++` is Ctrl and `+`.
    while let Some(plus) = rest.find('+').filter(|&at| at > 0 && at + 1 < rest.len()) {
        let name = &rest[..plus];
        match self::key(name)? {
            Key::Named(Named::Shift) => modifiers.shift = true,
            Key::Named(Named::Control) => modifiers.ctrl = true,
            Key::Named(Named::Alt) => modifiers.alt = true,
            Key::Named(Named::Meta) => modifiers.meta = true,
            _ => return Err(UnknownKey { name: text.to_owned(), near: vec!["Ctrl", "Shift", "Alt", "Super"] }),
        }
        rest = &rest[plus + 1..];
    }
    Ok(Chord { key: key(rest)?, modifiers })
}

/// Reads one key's name.
pub fn key(name: &str) -> Result<Key, UnknownKey> {
    let mut characters = name.chars();
    if let (Some(character), None) = (characters.next(), characters.next()) {
        return Ok(if character == ' ' { Key::Named(Named::Space) } else { Key::Char(lower(character)) });
    }
    if let Some((_, named)) = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return Ok(Key::Named(*named));
    }
    if let Some((_, character)) = CHARACTERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return Ok(Key::Char(*character));
    }
    // Digits only: a number may have a sign as well.
    if let Some(digits) =
        name.strip_prefix(['F', 'f']).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        && let Ok(number) = digits.parse()
        && (1..=35).contains(&number)
    {
        return Ok(Key::F(number));
    }
    if let Some(mark) = dead::mark(name) {
        return Ok(Key::Dead(mark));
    }
    if let Some(character) = dead::accented(name) {
        return Ok(Key::Char(lower(character)));
    }
    let near = if name.len() > LONGEST_NAME { Vec::new() } else { near(name) };
    Err(UnknownKey { name: name.to_owned(), near })
}

/// The known names that are most like one, best first.
fn near(name: &str) -> Vec<&'static str> {
    let wanted = name.to_lowercase();
    let mut near: Vec<(f64, &'static str)> = NAMES
        .iter()
        .map(|(known, _)| *known)
        .chain(CHARACTERS.iter().map(|(known, _)| *known))
        .chain(dead::names())
        .map(|known| (strsim::jaro_winkler(&wanted, &known.to_lowercase()), known))
        .filter(|(likeness, _)| *likeness > 0.7)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(4);
    near.into_iter().map(|(_, known)| known).collect()
}

/// The character's own lower case where that is a single character.
fn lower(character: char) -> char {
    let mut lower = character.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CTRL: Modifiers = Modifiers { shift: false, ctrl: true, alt: false, meta: false };
    const NONE: Modifiers = Modifiers { shift: false, ctrl: false, alt: false, meta: false };

    #[test]
    fn qts_and_xdotools_spelling_mean_the_same() {
        let expected = vec![
            Chord { key: Key::Char('a'), modifiers: CTRL },
            Chord { key: Key::Named(Named::Delete), modifiers: NONE },
        ];
        assert_eq!(sequence("Ctrl+A, Del").unwrap(), expected);
        assert_eq!(sequence("ctrl+a Delete").unwrap(), expected);
    }

    #[test]
    fn plus_and_comma_are_keys_too() {
        assert_eq!(chord("+").unwrap().key, Key::Char('+'));
        assert_eq!(chord("ctrl++").unwrap(), Chord { key: Key::Char('+'), modifiers: CTRL });
        assert_eq!(chord("Ctrl+plus").unwrap(), Chord { key: Key::Char('+'), modifiers: CTRL });
        assert_eq!(sequence(",").unwrap()[0].key, Key::Char(','));
        assert_eq!(sequence("Ctrl+,").unwrap(), vec![Chord { key: Key::Char(','), modifiers: CTRL }]);
    }

    #[test]
    fn every_spelling_is_found_in_any_case() {
        for (name, named) in NAMES {
            assert_eq!(key(name), Ok(Key::Named(*named)));
            assert_eq!(key(&name.to_uppercase()), Ok(Key::Named(*named)));
        }
        assert_eq!(key("f12"), Ok(Key::F(12)));
    }

    #[test]
    fn a_capital_alone_has_shift_and_behind_a_modifier_or_in_qts_spelling_none() {
        let shifted = Chord { key: Key::Char('a'), modifiers: Modifiers { shift: true, ..NONE } };
        assert_eq!((chord("A").unwrap(), chord("shift+a").unwrap()), (shifted, shifted));
        assert_eq!(sequence("A b").unwrap(), [shifted, Chord { key: Key::Char('b'), modifiers: NONE }]);
        assert_eq!(chord("Ctrl+A").unwrap().modifiers, CTRL);
        assert!(sequence("G, G").unwrap().iter().all(|chord| chord.modifiers == NONE));
        assert_eq!(chord("!").unwrap().modifiers, NONE);
    }

    #[test]
    fn chords_are_separated_by_spaces_and_a_space_alone_is_the_key() {
        let keys = |text| sequence(text).unwrap().iter().map(|chord| chord.key).collect::<Vec<_>>();
        assert_eq!(keys("BackSpace  ctrl+shift+s +"), [Key::Named(Named::Backspace), Key::Char('s'), Key::Char('+')]);
        assert_eq!(keys(" "), [Key::Named(Named::Space)]);
        assert_eq!(keys("space"), [Key::Named(Named::Space)]);
        let save = Modifiers { shift: true, ..CTRL };
        assert_eq!(sequence("CTRL+SHIFT+S").unwrap(), [Chord { key: Key::Char('s'), modifiers: save }]);
        assert_eq!(chord("super").unwrap(), Chord { key: Key::Named(Named::Meta), modifiers: NONE });
        assert_eq!(chord("ctrl+shift++").unwrap(), Chord { key: Key::Char('+'), modifiers: save });
        assert!(chord("ctrl+").is_err() && chord("++").is_err());
    }

    #[test]
    fn keypad_dead_and_accented_keys_are_known() {
        assert_eq!((key("KP_7"), key("kp_add")), (Ok(Key::Char('7')), Ok(Key::Char('+'))));
        assert_eq!((key("KP_Home"), key("XF86Back")), (Ok(Key::Named(Named::Home)), Ok(Key::Named(Named::Back))));
        assert_eq!((key("dead_acute"), key("Dead_Caron")), (Ok(Key::Dead('\u{301}')), Ok(Key::Dead('\u{30c}'))));
        assert_eq!((key("eacute"), key("udiaeresis")), (Ok(Key::Char('é')), Ok(Key::Char('ü'))));
        assert_eq!(key("dead_acut").unwrap_err().near.first(), Some(&"dead_acute"));
    }

    #[test]
    fn an_unknown_name_lists_near_ones() {
        let unknown = chord("ctrl+Retrun").unwrap_err();
        assert_eq!(unknown.name, "Retrun");
        assert_eq!(unknown.near.first(), Some(&"Return"));
        assert!(sequence("").is_err());
        assert!(chord("a+b").is_err());
        assert!(key("F36").is_err() && key("F+5").is_err());
        let long = key(&"Return".repeat(100_000)).unwrap_err();
        assert!(long.near.is_empty() && long.to_string().len() < 200, "{long}");
    }
}
