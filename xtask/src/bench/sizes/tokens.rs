//! About how many tokens a text is to a model, without any model's vocabulary.

/// Letters that are one token when they stand together; longer words are cut.
const LETTERS: usize = 8;

/// Digits that are one token.
const DIGITS: usize = 3;

/// Counts pieces as the splitters of today's tokenizers cut them before they look anything up: a word with the space
/// before it, a hump of a compound word, up to three digits, a run of up to two marks, a run of white space. Words are
/// then cut at a length that most words of an interface stay below.
pub(super) fn count(text: &str) -> usize {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = 0;
    let mut at = 0;
    while at < characters.len() {
        let kind = Kind::of(characters[at]);
        let mut end = at + 1;
        while end < characters.len() && goes_on(kind, &characters[at..end], characters[end]) {
            end += 1;
        }
        // A single space belongs to what follows it.
        let is_joined = kind == Kind::Space && end - at == 1 && characters[at] == ' ' && end < characters.len();
        let is_joined = is_joined && matches!(Kind::of(characters[end]), Kind::Letter | Kind::Mark);
        tokens += usize::from(!is_joined);
        at = end;
    }
    tokens
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Digit,
    Space,
    Mark,
    /// Scripts without spaces: about a token each.
    Single,
}

impl Kind {
    fn of(character: char) -> Self {
        match character {
            _ if character.is_whitespace() => Kind::Space,
            _ if character.is_numeric() => Kind::Digit,
            _ if character.is_alphabetic() && u32::from(character) < 0x2e80 => Kind::Letter,
            _ if character.is_alphabetic() => Kind::Single,
            _ => Kind::Mark,
        }
    }
}

fn goes_on(kind: Kind, piece: &[char], next: char) -> bool {
    let last = piece.last().copied().unwrap_or_default();
    Kind::of(next) == kind
        && match kind {
            Kind::Letter => piece.len() < LETTERS && !(last.is_lowercase() && next.is_uppercase()),
            Kind::Digit => piece.len() < DIGITS,
            Kind::Space => true,
            Kind::Mark => piece.len() < 2 || next == last,
            Kind::Single => false,
        }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn pieces_are_cut_where_tokenizers_cut() {
        let table = [
            ("", 0),
            ("button", 1),
            ("acknowledgement", 2),
            ("button \"OK\"", 4),
            ("QPushButton", 2),
            (" [ref_7]", 5),
            ("12345", 2),
            ("    - text", 3),
            ("├── [2]", 4),
            ("日本", 2),
        ];
        for (text, expected) in table {
            assert_eq!(count(text), expected, "{text:?}");
        }
    }
}
