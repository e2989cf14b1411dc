//! A query as words and marks, and the ways to cut it into what is looked for and where.

use super::query::{Part, Relation, part};
use super::roles::ROLES;
use super::text::{fold, is_cjk, words};
use super::words::{INSIDE, SMALL};

/// A word or a mark of a query.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Word(String),
    /// In quotes: says what the element is called, whatever else the word may mean.
    Quoted(String),
    /// `>` between the steps of a path.
    Step,
    /// `'s`.
    Of,
}

/// A query cut in two.
pub(super) struct Split<'a> {
    pub(super) target: &'a [Piece],
    pub(super) relation: Relation,
    pub(super) place: &'a [Piece],
    /// Whether a word says that it is a place.
    pub(super) said: bool,
}

impl Split<'_> {
    /// Whether the kind of element that the query names is that of the place and not of what is looked for.
    pub(super) fn takes_the_kind(&self) -> bool {
        let has = |pieces: &[Piece], wanted: fn(Part) -> bool| {
            pieces.iter().any(|piece| matches!(piece, Piece::Word(word) if wanted(part(word, false))))
        };
        let kind = |part| matches!(part, Part::Role(_));
        let content = |part| !matches!(part, Part::Small { .. } | Part::Gesture);
        self.said && has(self.place, kind) && has(self.target, content)
    }
}

/// Every way to cut a query into what is looked for and where: at a preposition, at `'s`, after the word for a
/// container.
pub(super) fn splits(pieces: &[Piece]) -> impl Iterator<Item = Split<'_>> {
    (1..pieces.len()).filter_map(move |at| {
        let word = |at: usize| match pieces.get(at) {
            Some(Piece::Word(word)) => word.as_str(),
            _ => "",
        };
        let (before, here, next) = (word(at - 1), word(at), word(at + 1));
        let (relation, length) = match (here, next) {
            ("next", "to") | ("close", "to") => (Relation::Near, 2),
            ("left", "of") => (Relation::LeftOf, 2),
            ("right", "of") => (Relation::RightOf, 2),
            ("beside" | "near" | "alongside", _) => (Relation::Near, 1),
            ("above", _) => (Relation::Above, 1),
            ("below" | "beneath", _) => (Relation::Below, 1),
            (preposition, _) if INSIDE.contains(&preposition) => (Relation::Inside, 1),
            _ if pieces[at] == Piece::Of => {
                let (place, target) = (&pieces[..at], pieces.get(at + 1..)?);
                return (!target.is_empty()).then_some(Split { target, relation: Relation::Inside, place, said: true });
            }
            // `file menu save`, `row 3 delete`
            _ => {
                let (container, counted) =
                    if number(&pieces[at - 1]).is_some() && at >= 2 { (word(at - 2), 2) } else { (before, 1) };
                let contains = matches!(part(container, false), Part::Role(role) if role.contains);
                let named = at > counted || counted == 2;
                let goes_on = number(&pieces[at]).is_none() && !SMALL.contains(&here) && pieces[at] != Piece::Of;
                let (target, place) = (&pieces[at..], &pieces[..at]);
                let split = Split { target, relation: Relation::Inside, place, said: false };
                return (contains && named && goes_on).then_some(split);
            }
        };
        let place = pieces.get(at + length..)?;
        // `box for the size` is a box that is called so as often as one that is there.
        (!place.is_empty()).then_some(Split { target: &pieces[..at], relation, place, said: here != "for" })
    })
}

/// The words and marks of a query.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let closing = match character {
            '"' => Some('"'),
            '“' | '„' => Some('”'),
            '«' => Some('»'),
            '「' => Some('」'),
            _ => None,
        };
        let after = &text[at + character.len_utf8()..];
        if let Some(length) = closing.and_then(|closing| after.find(closing)) {
            flush(&mut plain, &mut pieces);
            pieces.extend(words(&after[..length]).into_iter().map(Piece::Quoted));
            let end = at + character.len_utf8() + length;
            while characters.next_if(|(at, _)| *at <= end).is_some() {}
            continue;
        }
        let possessive = matches!(character, '\'' | '’')
            && (after == "s" || after.starts_with("s ") || (after.starts_with(' ') && plain.ends_with('s')));
        match character {
            '>' | '→' | '›' | '»' | '▸' if !(plain.is_empty() && pieces.is_empty()) => {
                let plain_length = plain.trim_end_matches('-').len();
                plain.truncate(plain_length);
                flush(&mut plain, &mut pieces);
                pieces.push(Piece::Step);
            }
            _ if possessive => {
                flush(&mut plain, &mut pieces);
                pieces.push(Piece::Of);
                characters.next_if(|(_, next)| *next == 's');
            }
            _ => plain.push(character),
        }
    }
    flush(&mut plain, &mut pieces);
    pieces
}

/// `the box in the first row that is checked` is `checked the box in the first row`.
pub(super) fn with_state_first(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let that = |piece: &Piece| matches!(piece, Piece::Word(word) if matches!(word.as_str(), "that" | "which"));
    let of_state = |piece: &Piece| match piece {
        Piece::Word(word) => matches!(part(word, false), Part::State(_) | Part::Small { .. }),
        _ => false,
    };
    if let Some(at) = pieces.iter().position(that).filter(|at| pieces[*at..].iter().all(of_state)) {
        pieces.rotate_left(at);
    }
    pieces
}

fn flush(plain: &mut String, pieces: &mut Vec<Piece>) {
    for word in words(&std::mem::take(plain)) {
        // `削除ボタン`: what is asked for and its kind, written together.
        let kinds = ROLES.iter().flat_map(|role| role.words).filter(|kind| kind.contains(is_cjk));
        match kinds.filter_map(|kind| Some((word.strip_suffix(kind)?, kind))).find(|(rest, _)| !rest.is_empty()) {
            Some((rest, kind)) => pieces.extend([rest, *kind].map(|word| Piece::Word(word.to_owned()))),
            None => pieces.push(Piece::Word(word)),
        }
    }
}

/// As it was said, folded and without marks.
pub(super) fn said(pieces: &[Piece]) -> String {
    let words = pieces.iter().filter_map(|piece| match piece {
        Piece::Word(word) | Piece::Quoted(word) => Some(word.as_str()),
        Piece::Step | Piece::Of => None,
    });
    fold(&words.collect::<Vec<_>>().join(" "))
}

/// `3` as a count from 0.
pub(super) fn number(piece: &Piece) -> Option<u64> {
    match piece {
        Piece::Word(word) => word.parse::<u64>().ok()?.checked_sub(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Piece {
        Piece::Word(text.to_owned())
    }

    #[test]
    fn quotes_arrows_and_possessives_are_told_from_words() {
        assert_eq!(
            pieces("the \"Close tab\""),
            [word("the"), Piece::Quoted("close".into()), Piece::Quoted("tab".into())]
        );
        assert_eq!(pieces("File > Save"), [word("file"), Piece::Step, word("save")]);
        assert_eq!(pieces("File -> Save"), [word("file"), Piece::Step, word("save")]);
        assert_eq!(pieces("Ada's name"), [word("ada"), Piece::Of, word("name")]);
        assert_eq!(pieces("an open \" quote"), [word("an"), word("open"), word("quote")]);
    }

    #[test]
    fn a_kind_written_together_with_a_name_is_a_word_of_its_own() {
        assert_eq!(pieces("削除ボタン"), [word("削除"), word("ボタン")]);
    }

    #[test]
    fn a_state_said_last_comes_first() {
        let turned = with_state_first(pieces("the box in the row that is checked"));
        assert_eq!(said(&turned), "that is checked the box in the row");
    }
}
