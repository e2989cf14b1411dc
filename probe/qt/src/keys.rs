//! Qt's numbers for keys, buttons and modifiers.

use qtmcp_tool::MouseButton;
use qtmcp_tool::vision::keys::{Chord, Key, Modifiers, Named};
use qtmcp_tool::vision::keysyms;

/// `Qt::Key_unknown`: for text that no key types.
const UNKNOWN: i32 = 0x01ff_ffff;

/// `Qt::MouseButton`.
pub(crate) fn button(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => 1,
        MouseButton::Right => 2,
        MouseButton::Middle => 4,
    }
}

/// `Qt::KeyboardModifiers`.
pub(crate) fn modifiers(held: Modifiers) -> u32 {
    [(held.shift, 0x0200_0000), (held.ctrl, 0x0400_0000), (held.alt, 0x0800_0000), (held.meta, 0x1000_0000)]
        .into_iter()
        .filter(|(on, _)| *on)
        .map(|(_, bit)| bit)
        .sum()
}

/// `Qt::Key` and the text the key types while nothing but Shift is held.
pub(crate) fn key(chord: Chord) -> (i32, String) {
    let types = !(chord.modifiers.ctrl || chord.modifiers.alt || chord.modifiers.meta);
    match chord.key {
        Key::Char(character) => {
            let character = if chord.modifiers.shift { upper(character) } else { character };
            (of_character(character), if types { character.to_string() } else { String::new() })
        }
        Key::F(number) => (0x0100_0030 + i32::from(number) - 1, String::new()),
        Key::Dead(_) => (of_dead(chord.key), String::new()),
        Key::Named(named) => {
            let (number, text) = of_named(named);
            (number, if types { text.to_owned() } else { String::new() })
        }
    }
}

/// The modifier keys of a chord, in the order a person presses them.
pub(crate) fn modifier_keys(held: Modifiers) -> impl DoubleEndedIterator<Item = (i32, Modifiers)> {
    let none = Modifiers::default();
    [
        (held.ctrl, Named::Control, Modifiers { ctrl: true, ..none }),
        (held.shift, Named::Shift, Modifiers { shift: true, ..none }),
        (held.alt, Named::Alt, Modifiers { alt: true, ..none }),
        (held.meta, Named::Meta, Modifiers { meta: true, ..none }),
    ]
    .into_iter()
    .filter(|(on, _, _)| *on)
    .map(|(_, named, alone)| (of_named(named).0, alone))
}

/// The key that types `character`: Qt numbers them by their upper case in Unicode.
pub(crate) fn of_character(character: char) -> i32 {
    i32::try_from(u32::from(upper(character))).unwrap_or(UNKNOWN)
}

/// The character's upper case where that is a single character.
pub(crate) fn upper(character: char) -> char {
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(only), None) => only,
        _ => character,
    }
}

/// Qt numbers dead keys as X does, in a row of its own.
fn of_dead(key: Key) -> i32 {
    match keysyms::of(key) {
        number @ 0xfe50..=0xfe5c => 0x0100_1200 + (number & 0xff) as i32,
        _ => UNKNOWN,
    }
}

fn of_named(named: Named) -> (i32, &'static str) {
    match named {
        Named::Escape => (0x0100_0000, "\u{1b}"),
        Named::Tab => (0x0100_0001, "\t"),
        Named::Backtab => (0x0100_0002, ""),
        Named::Backspace => (0x0100_0003, "\u{8}"),
        Named::Return => (0x0100_0004, "\r"),
        Named::KeypadEnter => (0x0100_0005, "\r"),
        Named::Insert => (0x0100_0006, ""),
        Named::Delete => (0x0100_0007, "\u{7f}"),
        Named::Pause => (0x0100_0008, ""),
        Named::Print => (0x0100_0009, ""),
        Named::Home => (0x0100_0010, ""),
        Named::End => (0x0100_0011, ""),
        Named::Left => (0x0100_0012, ""),
        Named::Up => (0x0100_0013, ""),
        Named::Right => (0x0100_0014, ""),
        Named::Down => (0x0100_0015, ""),
        Named::PageUp => (0x0100_0016, ""),
        Named::PageDown => (0x0100_0017, ""),
        Named::Shift => (0x0100_0020, ""),
        Named::Control => (0x0100_0021, ""),
        Named::Meta => (0x0100_0022, ""),
        Named::Alt => (0x0100_0023, ""),
        Named::CapsLock => (0x0100_0024, ""),
        Named::NumLock => (0x0100_0025, ""),
        Named::ScrollLock => (0x0100_0026, ""),
        Named::Menu => (0x0100_0055, ""),
        Named::Help => (0x0100_0058, ""),
        Named::Back => (0x0100_0061, ""),
        Named::Forward => (0x0100_0062, ""),
        Named::VolumeDown => (0x0100_0070, ""),
        Named::VolumeMute => (0x0100_0071, ""),
        Named::VolumeUp => (0x0100_0072, ""),
        Named::MediaPlay => (0x0100_0080, ""),
        Named::Copy => (0x0100_00cf, ""),
        Named::Cut => (0x0100_00d0, ""),
        Named::Paste => (0x0100_00e2, ""),
        Named::Find => (0x0100_0122, ""),
        Named::Redo => (0x0100_0124, ""),
        Named::Undo => (0x0100_0123, ""),
        Named::Space => (0x20, " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qtmcp_tool::vision::keys;

    #[test]
    fn a_letter_is_numbered_by_its_upper_case_and_types_as_shift_says() {
        assert_eq!(key(keys::chord("a").unwrap()), (0x41, "a".to_owned()));
        assert_eq!(key(keys::chord("shift+a").unwrap()), (0x41, "A".to_owned()));
        assert_eq!(key(keys::chord("ctrl+a").unwrap()), (0x41, String::new()));
        assert_eq!(key(keys::chord("F5").unwrap()).0, 0x0100_0034);
        assert_eq!(of_character('é'), 0xC9);
        assert_eq!(key(keys::chord("dead_acute").unwrap()), (0x0100_1251, String::new()));
        assert_eq!(key(keys::chord("dead_cedilla").unwrap()).0, 0x0100_125b);
        assert_eq!(key(keys::chord("XF86Back").unwrap()).0, 0x0100_0061);
    }

    #[test]
    fn modifiers_are_qts_bits() {
        let all = Modifiers { shift: true, ctrl: true, alt: true, meta: true };
        assert_eq!(modifiers(all), 0x1E00_0000);
        assert_eq!(modifier_keys(all).count(), 4);
    }
}
