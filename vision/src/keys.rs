//! Key names and key sequences: `Ctrl+A, Del`, `ctrl+shift+s`, `Page_Down`, single characters, `+` itself.

use std::fmt;

/// A key of the keyboard, named by what is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A key that types this character, given as it is without Shift where it has a lower case.
    Char(char),
    /// `F1` to `F35`.
    F(u8),
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
        write!(f, "no key is called `{}`", self.name)?;
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
    Tab: "Tab";
    Backtab: "Backtab", "ISO_Left_Tab";
    Escape: "Escape", "Esc";
    Space: "Space", "spacebar";
    Backspace: "Backspace", "BackSpace";
    Delete: "Delete", "Del", "KP_Delete";
    Insert: "Insert", "Ins";
    Home: "Home";
    End: "End";
    PageUp: "Page_Up", "PgUp", "PageUp", "Prior";
    PageDown: "Page_Down", "PgDown", "PgDn", "PageDown", "Next";
    Left: "Left", "ArrowLeft";
    Right: "Right", "ArrowRight";
    Up: "Up", "ArrowUp";
    Down: "Down", "ArrowDown";
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
    VolumeUp: "XF86AudioRaiseVolume", "VolumeUp";
    VolumeDown: "XF86AudioLowerVolume", "VolumeDown";
    VolumeMute: "XF86AudioMute", "VolumeMute";
    MediaPlay: "XF86AudioPlay", "MediaPlay";
}

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
    ("eacute", 'é'),
    ("euro", '€'),
    ("EuroSign", '€'),
];

/// Reads chords separated by commas or spaces: `Ctrl+A, Del` and `ctrl+a Delete` are the same two.
pub fn sequence(text: &str) -> Result<Vec<Chord>, UnknownKey> {
    let mut chords = Vec::new();
    for word in text.split_whitespace() {
        // A comma ends a chord, unless the comma is the chord: `,` or `Ctrl+,`.
        let word = if word.len() > 1 && !word.ends_with("+,") { word.strip_suffix(',').unwrap_or(word) } else { word };
        chords.push(chord(word)?);
    }
    if chords.is_empty() {
        return Err(UnknownKey { name: text.to_owned(), near: Vec::new() });
    }
    Ok(chords)
}

/// Reads one chord, such as `ctrl+shift+s` or `+`.
pub fn chord(text: &str) -> Result<Chord, UnknownKey> {
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
    if let Some(number) = name.strip_prefix(['F', 'f']).and_then(|digits| digits.parse().ok())
        && (1..=35).contains(&number)
    {
        return Ok(Key::F(number));
    }
    let wanted = name.to_lowercase();
    let mut near: Vec<(f64, &'static str)> = NAMES
        .iter()
        .map(|(known, _)| *known)
        .chain(CHARACTERS.iter().map(|(known, _)| *known))
        .map(|known| (strsim::jaro_winkler(&wanted, &known.to_lowercase()), known))
        .filter(|(likeness, _)| *likeness > 0.7)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(4);
    Err(UnknownKey { name: name.to_owned(), near: near.into_iter().map(|(_, known)| known).collect() })
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
    fn an_unknown_name_lists_near_ones() {
        let unknown = chord("ctrl+Retrun").unwrap_err();
        assert_eq!(unknown.name, "Retrun");
        assert_eq!(unknown.near.first(), Some(&"Return"));
        assert!(sequence("").is_err());
        assert!(chord("a+b").is_err());
        assert!(key("F36").is_err());
    }
}
