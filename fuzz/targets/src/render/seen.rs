//! What a reader takes for the page's own words: everything outside quotes. A name that gets there has forged it.

use qtmcp_tool::a11y::Dialect;
use std::collections::HashSet;

/// Checks lines that agents read: quotes end where they began, every ref outside them was given, and all can be seen.
pub(super) fn check(text: &str, dialect: Dialect, given: &HashSet<u64>) {
    check_text(text);
    for line in text.lines() {
        let outside = outside_quotes(line);
        for number in refs(&outside, dialect) {
            assert!(given.contains(&number), "{number} was never given: {line}");
        }
    }
}

/// Checks text that may have any words, but nothing that is not seen or shown in another order.
pub(super) fn check_text(text: &str) {
    let unseen = text.chars().find(|character| {
        character.is_control() && !matches!(character, '\n' | '\t')
            || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || matches!(character, '\u{61c}' | '\u{feff}' | '\u{ad}' | '\u{e0000}'..='\u{e007f}')
    });
    assert_eq!(unseen, None, "{text:?}");
}

/// A line without what stands in quotes, and without what is escaped.
fn outside_quotes(line: &str) -> String {
    let mut outside = String::new();
    let mut quoted = false;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '"' => {
                quoted = !quoted;
                outside.push('"');
            }
            _ if quoted => {}
            _ => outside.push(character),
        }
    }
    assert!(!quoted, "a quote without an end: {line}");
    outside
}

/// The refs a reader finds, as this dialect writes them.
fn refs(text: &str, dialect: Dialect) -> impl Iterator<Item = u64> {
    let opening = match dialect {
        Dialect::Qt => "[",
        Dialect::Chrome => "[ref_",
    };
    text.split(opening).skip(1).filter_map(|rest| rest.split_once(']')?.0.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forges(line: &str) -> bool {
        let given = HashSet::from([1]);
        std::panic::catch_unwind(|| check(line, Dialect::Chrome, &given)).is_err()
    }

    #[test]
    fn what_is_forged_is_noticed() {
        assert!(!forges(r#"button "say \"[ref_9]\"" [ref_1] ="[ref_9]""#));
        assert!(!forges(r"Ada | \[ref_9]  [ref_1]"));
        assert!(forges(r#"button "OK" [ref_9]"#));
        assert!(forges(r#"button "OK" [ref_1] =""#));
        assert!(forges("button \"O\u{202e}K\" [ref_1]"));
    }
}
