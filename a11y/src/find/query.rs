//! A query taken apart: what is looked for, of which kind and in which state, which of several, and where. Words may be
//! meant in more than one way (`sign in`, `first name`), so a query has several readings.

use super::pieces::{Piece, Split, number, pieces, said, splits, with_state_first};
use super::roles::{ROLES, RoleWord};
use super::text::stem;
use super::words::{ACTIONS, CONTAINING, GESTURES, Holds, ORDINALS, SMALL, STATES, TELLING, THINGS, VERBS};
use crate::States;

/// One way to understand a query.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) target: Clause,
    /// Where it is, the innermost place first.
    pub(super) places: Vec<(Relation, Clause)>,
}

/// How the target stands to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Inside,
    Near,
    Above,
    Below,
    LeftOf,
    RightOf,
}

/// A description of an element.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    /// As it was said.
    pub(super) said: String,
    pub(super) words: Vec<Word>,
    /// What it must show, folded.
    pub(super) containing: Option<String>,
    pub(super) ordinal: Option<Ordinal>,
    /// `row 2 column 3`, from 0.
    pub(super) cell: Option<(u64, u32)>,
    /// How sure it is that this is meant, from 0 to 1.
    pub(super) trust: f64,
}

/// Which of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordinal {
    /// From 0.
    From(u64),
    Last,
}

/// A word of a clause.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// Its place in [`Query::words`].
    pub(super) number: usize,
    pub(super) part: Part,
}

/// What a word is there for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// It says what the element is called. An action that it is called by is another element's where it lacks it.
    Text { action: bool },
    /// The element is called by it, or it is another: `first` in `first name`.
    Must,
    /// A thing that labels often leave out, such as `file` in `save the file`.
    Thing { after_verb: bool },
    /// A verb that may be the label or only say what is to be done.
    Verb,
    /// Such as `click`: it says something only if the element is called so.
    Gesture,
    /// It says nothing, or next to nothing.
    Small { telling: bool },
    /// The kind of element.
    Role(&'static RoleWord),
    /// What holds for it.
    State(Holds),
}

/// A query and its readings.
pub(super) struct Query {
    /// The different words, folded.
    pub(super) words: Vec<String>,
    pub(super) readings: Vec<Reading>,
}

const TEXT: Part = Part::Text { action: false };

/// What is said after so many characters is no description any more.
const LONGEST: usize = 200;
/// More readings than this add nothing but time.
const READINGS: usize = 10;

impl Query {
    pub(super) fn new(text: &str) -> Self {
        let mut query = Self { words: Vec::new(), readings: Vec::new() };
        let text = text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end]);
        let whole = pieces(text);
        query.readings =
            if whole.contains(&Piece::Step) { query.path(&whole) } else { query.readings_of(&with_state_first(whole)) };
        query.readings.truncate(READINGS);
        query.add_alternatives(text);
        query
    }

    /// `go back (undo)`, `parent folder / up`: said in two ways.
    fn add_alternatives(&mut self, text: &str) {
        let ways: Vec<_> = text.split(['(', ')']).flat_map(|part| part.split(" / ")).map(pieces).collect();
        if ways.len() > 1 {
            for way in ways.iter().filter(|way| !way.is_empty() && !way.contains(&Piece::Step)).take(3) {
                let target = Clause { trust: 0.9, ..self.clause(way, true) };
                self.readings.push(Reading { target, places: Vec::new() });
            }
        }
    }

    fn path(&mut self, pieces: &[Piece]) -> Vec<Reading> {
        let mut steps: Vec<_> = pieces.split(|piece| *piece == Piece::Step).filter(|step| !step.is_empty()).collect();
        let Some(target) = steps.pop() else { return Vec::new() };
        let places = steps.iter().rev().map(|step| (Relation::Inside, self.clause(step, true))).collect();
        vec![Reading { target: self.clause(target, true), places }]
    }

    fn readings_of(&mut self, pieces: &[Piece]) -> Vec<Reading> {
        let mut readings = Vec::new();
        for Split { target, relation, place, said } in splits(pieces) {
            let mut targets = self.clauses(target);
            let guessed = targets.first().and_then(|counted| self.any_item(counted));
            targets.extend(guessed);
            for mut target in targets {
                // `dialogs tab` is a tab more likely than the tabs of a dialog.
                target.trust *= if said || target.has_text() || target.ordinal.is_some() { 1.0 } else { 0.85 };
                let mut inner = vec![vec![(relation, self.clause(place, false))]];
                if let Some(outer) = splits(place).next() {
                    let nearer = (relation, self.clause(outer.target, false));
                    inner.insert(0, vec![nearer, (outer.relation, self.clause(outer.place, false))]);
                }
                readings.extend(inner.into_iter().map(|places| Reading { target: target.clone(), places }));
            }
        }
        // `type of the second row` is no row: what stands after the preposition is not the kind of what stands before
        // it.
        let trust = if splits(pieces).any(|split| split.takes_the_kind()) { 0.8 } else { 1.0 };
        let whole = self.clauses(pieces).into_iter();
        let whole =
            whole.map(
                |target| if target.cell.is_some() { target } else { Clause { trust: target.trust * trust, ..target } },
            );
        let whole = whole.map(|target| Reading { target, places: Vec::new() });
        whole.chain(readings).collect()
    }

    /// A clause, and where it has an ordinal that may be a part of a name, both ways to take it.
    fn clauses(&mut self, pieces: &[Piece]) -> Vec<Clause> {
        let plain = self.clause(pieces, true);
        let counted = self.clause(pieces, false);
        let counts = counted.ordinal.is_some() || counted.cell.is_some();
        if counts { vec![Clause { trust: 0.98, ..counted }, plain] } else { vec![plain] }
    }

    /// `first song` of a list that says nowhere that it holds songs: its first item.
    fn any_item(&mut self, counted: &Clause) -> Option<Clause> {
        let Part::Role(item) = part("item", false) else { return None };
        (counted.ordinal.is_some() && !counted.has_role()).then(|| {
            let words = vec![self.word("item", Part::Role(item))];
            Clause { words, trust: 0.85, ..counted.clone() }
        })
    }

    fn clause(&mut self, pieces: &[Piece], ordinals_are_text: bool) -> Clause {
        let said_in_all = said(pieces);
        let mut clause =
            Clause { said: said_in_all, words: Vec::new(), containing: None, ordinal: None, cell: None, trust: 1.0 };
        let pieces =
            match pieces.iter().position(|piece| matches!(piece, Piece::Word(word) if CONTAINING.contains(&&**word))) {
                Some(at) if at + 1 < pieces.len() => {
                    clause.containing = Some(said(&pieces[at + 1..]));
                    &pieces[..at]
                }
                _ => pieces,
            };
        let (mut row, mut column) = (None, None);
        let mut after_verb = false;
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            at += 1;
            let (word, quoted) = match piece {
                Piece::Word(word) => (word, false),
                Piece::Quoted(word) => (word, true),
                Piece::Step | Piece::Of => continue,
            };
            if quoted {
                clause.words.push(self.word(word, TEXT));
                continue;
            }
            if !ordinals_are_text {
                if let Some(ordinal) = ordinal(word) {
                    clause.ordinal = Some(ordinal);
                    continue;
                }
                if let Some(count) = pieces.get(at).and_then(number).filter(|_| counts(word)) {
                    at += 1;
                    match stem(word).as_str() {
                        "row" => row = Some(count),
                        "column" => column = Some(count),
                        _ => {}
                    }
                    clause.ordinal = Some(Ordinal::From(count));
                }
            }
            let part = if ordinal(word).is_some() { Part::Must } else { part(word, after_verb) };
            after_verb = ACTIONS.contains(&word.as_str())
                || matches!(part, Part::Verb)
                || (after_verb && matches!(part, Part::Small { .. }));
            clause.words.push(self.word(word, part));
        }
        if let (Some(row), Some(column)) = (row, column.and_then(|column| u32::try_from(column).ok())) {
            clause.cell = Some((row, column));
            clause.ordinal = None;
            clause.words.retain(|word| !["row", "column"].contains(&self.words[word.number].as_str()));
        }
        clause.means_something();
        clause
    }

    fn word(&mut self, word: &str, part: Part) -> Word {
        let known = self.words.iter().position(|other| other == word);
        let number = known.unwrap_or_else(|| {
            self.words.push(word.to_owned());
            self.words.len() - 1
        });
        Word { number, part }
    }
}

impl Clause {
    /// Whether the kind of element is said.
    pub(super) fn has_role(&self) -> bool {
        self.words.iter().any(|word| matches!(word.part, Part::Role(_)))
    }

    /// Whether it says what the element is called, and not only what is to be done with it.
    pub(super) fn has_text(&self) -> bool {
        self.words.iter().any(|word| matches!(word.part, Part::Text { .. } | Part::Must))
    }

    /// Whether it names a thing that labels often leave out.
    pub(super) fn has_thing(&self) -> bool {
        self.words.iter().any(|word| matches!(word.part, Part::Thing { .. }))
    }

    /// Whether hidden elements are asked for.
    pub(super) fn asks_for_hidden(&self) -> bool {
        self.words.iter().any(|word| match word.part {
            Part::State(Holds::All(states)) => states.contains(States::INVISIBLE),
            _ => false,
        })
    }

    /// A query of small words only, such as `to`, is about a label of that text.
    fn means_something(&mut self) {
        let filler = |word: &Word| matches!(word.part, Part::Gesture | Part::Small { .. });
        if self.containing.is_none() && self.cell.is_none() && self.ordinal.is_none() && self.words.iter().all(filler) {
            self.words.iter_mut().for_each(|word| word.part = TEXT);
        }
    }
}

/// What a word is there for, taken by itself.
pub(super) fn part(word: &str, after_verb: bool) -> Part {
    let singular = stem(word);
    let is = |known: &str| known == word || (singular != word && stem(known) == singular);
    if let Some((_, holds)) = STATES.iter().find(|(words, _)| words.contains(&word)) {
        Part::State(*holds)
    } else if let Some(role) = ROLES.iter().find(|role| role.words.iter().any(|known| is(known))) {
        Part::Role(role)
    } else if SMALL.contains(&word) {
        Part::Small { telling: TELLING.contains(&word) }
    } else if GESTURES.contains(&word) || !word.contains(char::is_alphanumeric) {
        Part::Gesture
    } else if VERBS.contains(&word) {
        Part::Verb
    } else if THINGS.contains(&word) {
        Part::Thing { after_verb }
    } else if let Some(role) = misspelt_role(word) {
        Part::Role(role)
    } else {
        Part::Text { action: ACTIONS.contains(&word) }
    }
}

fn misspelt_role(word: &str) -> Option<&'static RoleWord> {
    let near = |known: &str| known.len() >= 6 && known.is_ascii() && strsim::osa_distance(known, word) == 1;
    ROLES.iter().find(|role| role.words.iter().any(|known| near(known)))
}

fn ordinal(word: &str) -> Option<Ordinal> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending)?.parse::<i64>().ok());
    let named = ORDINALS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
    match named.or(digits)? {
        -1 => Some(Ordinal::Last),
        number => u64::try_from(number - 1).ok().map(Ordinal::From),
    }
}

/// Whether elements of this kind are told by number.
fn counts(word: &str) -> bool {
    matches!(stem(word).as_str(), "row" | "column" | "item" | "tab" | "line" | "record" | "cell" | "page")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let query = Query::new(text);
        let one = |reading: &Reading| {
            let places = reading.places.iter().map(|(relation, place)| format!(" {relation:?} {}", place.said));
            format!("{}{}", reading.target.said, places.collect::<String>())
        };
        query.readings.iter().map(one).collect()
    }

    #[test]
    fn places_are_found_at_prepositions_possessives_containers_and_arrows() {
        assert!(told("delete in the Ada row").contains(&"delete Inside the ada row".to_owned()));
        assert!(told("second row's delete").contains(&"delete Inside second row".to_owned()));
        assert!(told("file menu save").contains(&"save Inside file menu".to_owned()));
        assert!(told("button next to Name").contains(&"button Near name".to_owned()));
        assert_eq!(told("File > Export > PDF…"), ["pdf Inside export Inside file"]);
        assert_eq!(told("File -> Save"), ["save Inside file"]);
    }

    #[test]
    fn a_preposition_may_belong_to_the_name() {
        assert_eq!(told("sign in")[0], "signin");
        assert_eq!(told("zoom in")[0], "zoom in");
    }

    #[test]
    fn an_ordinal_counts_or_belongs_to_the_name() {
        let query = Query::new("third tab");
        let ordinals: Vec<_> = query.readings.iter().map(|reading| reading.target.ordinal).collect();
        assert_eq!(ordinals, [Some(Ordinal::From(2)), None]);
        assert_eq!(Query::new("row 5").readings[0].target.ordinal, Some(Ordinal::From(4)));
        assert_eq!(Query::new("cell in row 2 column 3").readings[0].target.cell, Some((1, 2)));
    }

    #[test]
    fn quoted_words_are_only_text() {
        let query = Query::new("the \"Close tab\" button");
        let parts: Vec<_> =
            query.readings[0].target.words.iter().map(|word| matches!(word.part, Part::Text { .. })).collect();
        assert_eq!(parts, [false, true, true, false]);
    }

    #[test]
    fn what_an_element_shows_is_kept_whole() {
        let query = Query::new("field containing Mill Lane");
        assert_eq!(query.readings[0].target.containing.as_deref(), Some("mill lane"));
    }
}
