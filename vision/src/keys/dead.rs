//! Dead keys: an accent that waits for the letter it belongs to.

use unicode_normalization::char::compose as composed;

/// A dead key.
struct Dead {
    /// As X calls it, in lower case.
    name: &'static str,
    /// The mark that Unicode combines with the letter before it.
    mark: char,
    /// The accent alone, as keyboards give it.
    alone: char,
}

const fn dead(name: &'static str, mark: char, alone: char) -> Dead {
    Dead { name, mark, alone }
}

const DEAD: [Dead; 13] = [
    dead("dead_grave", '\u{300}', '`'),
    dead("dead_acute", '\u{301}', '´'),
    dead("dead_circumflex", '\u{302}', '^'),
    dead("dead_tilde", '\u{303}', '~'),
    dead("dead_macron", '\u{304}', '¯'),
    dead("dead_breve", '\u{306}', '˘'),
    dead("dead_abovedot", '\u{307}', '˙'),
    dead("dead_diaeresis", '\u{308}', '¨'),
    dead("dead_abovering", '\u{30a}', '°'),
    dead("dead_doubleacute", '\u{30b}', '˝'),
    dead("dead_caron", '\u{30c}', 'ˇ'),
    dead("dead_cedilla", '\u{327}', '¸'),
    dead("dead_ogonek", '\u{328}', '˛'),
];

/// What a keyboard types for a dead key and the character after it: the letter with its accent, the accent alone before a
/// space, and otherwise both, one after the other. `mark` is what [`Key::Dead`](super::Key::Dead) has.
#[must_use]
pub fn compose(mark: char, character: char) -> String {
    if character == ' ' {
        return accent(mark).to_string();
    }
    match composed(character, mark) {
        Some(letter) => letter.to_string(),
        None => [accent(mark), character].into_iter().collect(),
    }
}

/// The accent of a dead key alone, as it is typed when no letter follows.
#[must_use]
pub fn accent(mark: char) -> char {
    DEAD.iter().find(|dead| dead.mark == mark).map_or(mark, |dead| dead.alone)
}

/// The mark of the dead key of this name.
pub(super) fn mark(name: &str) -> Option<char> {
    DEAD.iter().find(|dead| dead.name.eq_ignore_ascii_case(name)).map(|dead| dead.mark)
}

/// The character of a name such as `eacute` or `Udiaeresis`: a letter, then its accent.
pub(super) fn accented(name: &str) -> Option<char> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let accent = match name[1..].to_ascii_lowercase().as_str() {
        "ring" => "abovering".to_owned(),
        other => other.to_owned(),
    };
    composed(letter, mark(&format!("dead_{accent}"))?)
}

/// What the dead keys are called.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    DEAD.iter().map(|dead| dead.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_key_joins_the_letter_after_it() {
        for (name, letter, expected) in [
            ("dead_acute", 'e', "é"),
            ("dead_grave", 'A', "À"),
            ("dead_circumflex", 'o', "ô"),
            ("dead_diaeresis", 'u', "ü"),
            ("dead_tilde", 'n', "ñ"),
            ("dead_cedilla", 'c', "ç"),
            ("dead_abovering", 'a', "å"),
            ("dead_caron", 's', "š"),
            ("dead_macron", 'e', "ē"),
            ("dead_breve", 'g', "ğ"),
        ] {
            assert_eq!(compose(mark(name).unwrap(), letter), expected, "{name} {letter}");
        }
    }

    #[test]
    fn before_a_space_or_a_letter_that_has_none_the_accent_stands_alone() {
        assert_eq!(compose('\u{301}', ' '), "´");
        assert_eq!(compose('\u{303}', ' '), "~");
        assert_eq!(compose('\u{301}', 'q'), "´q");
        assert_eq!(compose('\u{302}', '日'), "^日");
        for dead in &DEAD {
            assert_eq!(compose(dead.mark, ' ').chars().count(), 1);
            assert_eq!(accent(dead.mark), dead.alone);
        }
    }

    #[test]
    fn accented_letters_have_names() {
        assert_eq!((accented("eacute"), accented("Adiaeresis")), (Some('é'), Some('Ä')));
        assert_eq!((accented("aring"), accented("qacute")), (Some('å'), None));
        assert_eq!((accented("e"), accented(""), accented("é")), (None, None, None));
    }
}
