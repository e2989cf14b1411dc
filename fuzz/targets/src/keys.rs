//! Key names and sequences: each is a key, the same in any case, or is unknown with names that are near.

use qtmcp_tool::vision::keys::{Key, Modifiers, UnknownKey, accent, chord, compose, key, sequence};
use qtmcp_tool::vision::keysyms;
use qtmcp_tool::{key_steps, typing_steps};

/// Reads a text as a key, a chord, a sequence and as text to type.
pub fn keys(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let text = text.as_ref();
    match key(text) {
        Ok(known) => {
            check(known);
            if text.chars().count() > 1 {
                assert_eq!(key(&text.to_ascii_uppercase()), Ok(known), "{text}");
                assert_eq!(key(&text.to_ascii_lowercase()), Ok(known), "{text}");
            }
            assert_eq!(chord(text).map(|chord| chord.key), Ok(known), "{text}");
        }
        Err(unknown) => refused(&unknown),
    }
    // Without a plus it is a key, and that was looked at.
    if text.contains('+')
        && let Err(unknown) = chord(text)
    {
        refused(&unknown);
    }
    match sequence(text) {
        Ok(chords) => {
            assert!(!chords.is_empty() && chords.len() <= text.len().max(1));
            for chord in &chords {
                check(chord.key);
            }
            // Each key that is not dead goes down and comes up; a dead one is a character.
            assert!(!key_steps(&chords).is_empty());
            if let [only] = chords[..]
                && !text.contains(',')
            {
                assert_eq!(chord(text.trim()).map_or(Modifiers::default(), |chord| chord.modifiers), only.modifiers);
            }
        }
        Err(unknown) => refused(&unknown),
    }
    assert!(typing_steps(text).len() <= 2 * text.chars().count());
}

fn check(key: Key) {
    assert!(keysyms::of(key) > 0, "{key:?}");
    match key {
        Key::F(number) => assert!((1..=35).contains(&number)),
        Key::Char(character) => {
            assert_eq!(keysyms::character(keysyms::of_character(character)), Some(character));
        }
        Key::Dead(mark) => {
            assert!(!compose(mark, 'e').is_empty());
            let _ = accent(mark);
        }
        Key::Named(_) => {}
    }
}

fn refused(unknown: &UnknownKey) {
    assert!(unknown.near.len() <= 4 && !unknown.to_string().is_empty());
    for name in &unknown.near {
        assert!(key(name).is_ok(), "{name} is offered and unknown");
    }
}
