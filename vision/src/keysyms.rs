//! The numbers X has for keys.

use crate::keys::{Key, Named};

/// Added to a character's own number where X has no older one for it.
const UNICODE: u32 = 0x0100_0000;

/// X's number for a key; a character has its number in Unicode, which every X server takes.
#[must_use]
pub fn of(key: Key) -> u32 {
    match key {
        Key::Char(character) => of_character(character),
        Key::F(number) => 0xffbe + u32::from(number) - 1,
        Key::Dead(mark) => of_dead(mark),
        Key::Named(named) => of_named(named),
    }
}

/// X's number for a key that types this character.
#[must_use]
pub fn of_character(character: char) -> u32 {
    UNICODE + u32::from(character)
}

/// The character that a number stands for, where it was made from one.
#[must_use]
pub fn character(keysym: u32) -> Option<char> {
    keysym.checked_sub(UNICODE).and_then(char::from_u32)
}

/// A dead key's number; where X has none, the combining mark itself.
fn of_dead(mark: char) -> u32 {
    match mark {
        '\u{300}' => 0xfe50,
        '\u{301}' => 0xfe51,
        '\u{302}' => 0xfe52,
        '\u{303}' => 0xfe53,
        '\u{304}' => 0xfe54,
        '\u{306}' => 0xfe55,
        '\u{307}' => 0xfe56,
        '\u{308}' => 0xfe57,
        '\u{30a}' => 0xfe58,
        '\u{30b}' => 0xfe59,
        '\u{30c}' => 0xfe5a,
        '\u{327}' => 0xfe5b,
        '\u{328}' => 0xfe5c,
        other => of_character(other),
    }
}

fn of_named(named: Named) -> u32 {
    match named {
        Named::Space => of_character(' '),
        Named::Backspace => 0xff08,
        Named::Tab => 0xff09,
        Named::Return => 0xff0d,
        Named::Pause => 0xff13,
        Named::ScrollLock => 0xff14,
        Named::Escape => 0xff1b,
        Named::Home => 0xff50,
        Named::Left => 0xff51,
        Named::Up => 0xff52,
        Named::Right => 0xff53,
        Named::Down => 0xff54,
        Named::PageUp => 0xff55,
        Named::PageDown => 0xff56,
        Named::End => 0xff57,
        Named::Print => 0xff61,
        Named::Insert => 0xff63,
        Named::Undo => 0xff65,
        Named::Redo => 0xff66,
        Named::Menu => 0xff67,
        Named::Find => 0xff68,
        Named::Help => 0xff6a,
        Named::NumLock => 0xff7f,
        Named::KeypadEnter => 0xff8d,
        Named::Shift => 0xffe1,
        Named::Control => 0xffe3,
        Named::CapsLock => 0xffe5,
        Named::Alt => 0xffe9,
        Named::Meta => 0xffeb,
        Named::Delete => 0xffff,
        Named::Backtab => 0xfe20,
        Named::VolumeDown => 0x1008_ff11,
        Named::VolumeMute => 0x1008_ff12,
        Named::VolumeUp => 0x1008_ff13,
        Named::MediaPlay => 0x1008_ff14,
        Named::Back => 0x1008_ff26,
        Named::Forward => 0x1008_ff27,
        Named::Copy => 0x1008_ff57,
        Named::Cut => 0x1008_ff58,
        Named::Paste => 0x1008_ff6d,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys;

    #[test]
    fn keys_have_the_numbers_of_x() {
        let number = |name| of(keys::key(name).unwrap());
        assert_eq!((number("Return"), number("Page_Down"), number("super")), (0xff0d, 0xff56, 0xffeb));
        assert_eq!((number("F1"), number("F12"), number("F35")), (0xffbe, 0xffc9, 0xffe0));
    }

    #[test]
    fn a_character_comes_back_and_a_named_key_is_none() {
        for typed in ['a', ' ', 'é', '日', '\u{1f600}'] {
            assert_eq!(character(of_character(typed)), Some(typed));
        }
        assert_eq!(character(of_named(Named::Return)), None);
        assert_eq!(character(of_named(Named::VolumeUp)), None);
    }
}
