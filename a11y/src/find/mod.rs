//! Finds elements by what people say of them: "the submit button", "second row's delete", "file menu save".
//!
//! A query is taken apart into several readings ([`query`]); each is compared with the words of the page ([`index`],
//! [`similar`], [`score`]) and with where its elements are ([`place`]); an element's best reading counts.

#[cfg(test)]
mod cases;
mod element;
mod index;
mod pieces;
mod place;
mod query;
mod roles;
mod score;
mod similar;
mod text;
mod words;

use crate::{Page, Ref};
use index::Index;
use place::{Place, pick};
use query::{Ordinal, Query, Reading, Relation};
use score::{Answer, Purpose, Scorer};
use similar::How;
use std::collections::HashMap;

/// An element that answers a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Where it is in the page's tree.
    pub index: usize,
    /// Its ref.
    pub number: Ref,
    /// From 0 to 1: its name and kind as said are 0.95 and more, the name alone about 0.85, a synonym 0.7 to 0.8, a
    /// misspelling 0.5 to 0.7.
    pub confidence: f64,
    /// What speaks for it, in a few words. It has no text of the app's.
    pub reason: String,
}

/// At most this many are found.
const MOST: usize = 20;
/// Less sure than this is not found.
const LEAST: f64 = 0.35;
/// Nor what is that much less sure than the best.
const OF_THE_BEST: f64 = 0.6;
/// This sure is no guess.
const SURE: f64 = 0.8;

/// The elements that answer a query, the best first; none where nothing does. Hidden ones are found only when the query
/// asks for them, except the items of closed menus.
#[must_use]
pub fn find(page: &Page, query: &str) -> Vec<Match> {
    let query = Query::new(query);
    let index = Index::new(page);
    let scorer = Scorer::new(page, &index, &query.words);
    let mut found: HashMap<usize, (Found, &Reading)> = HashMap::new();
    for reading in &query.readings {
        for one in answers(page, &scorer, reading) {
            let best = found.get(&one.index).map_or(0.0, |(known, _)| known.confidence);
            if one.confidence > best {
                found.insert(one.index, (one, reading));
            }
        }
    }
    let best = found.values().map(|(one, _)| one.confidence).fold(0.0, f64::max);
    let is_near = |one: &Found| one.confidence >= LEAST.max(best * OF_THE_BEST);
    // What is only of the kind that was said is no answer where something surely has the name that was said.
    let is_named = found.values().any(|(one, _)| one.confidence >= SURE && one.answer.source.is_some());
    let counts = |one: &Found, reading: &Reading| {
        let target = &reading.target;
        let is_told = !reading.places.is_empty() || target.ordinal.is_some() || target.cell.is_some();
        is_near(one) && (!is_named || is_told || one.answer.source.is_some())
    };
    let mut found: Vec<_> = found.into_values().filter(|(one, reading)| counts(one, reading)).collect();
    found.sort_by(|(one, _), (other, _)| other.confidence.total_cmp(&one.confidence).then(one.index.cmp(&other.index)));
    found.truncate(MOST);
    let matched = |(one, reading): (Found, &Reading)| Match {
        index: one.index,
        number: page.tree.nodes()[one.index].number,
        confidence: (one.confidence * 100.0).round() / 100.0,
        reason: reason(&one.answer, reading),
    };
    found.into_iter().map(matched).collect()
}

struct Found {
    index: usize,
    confidence: f64,
    answer: Answer,
}

fn answers(page: &Page, scorer: &Scorer, reading: &Reading) -> Vec<Found> {
    let tree = &page.tree;
    let mut place: Option<Place> = None;
    for (relation, clause) in reading.places.iter().rev() {
        match Place::new(tree, scorer, *relation, clause, place.as_ref()) {
            Some(inner) => place = Some(inner),
            None => return Vec::new(),
        }
    }
    let mut answers = Vec::new();
    let mut candidates = Vec::new();
    for index in 0..tree.nodes().len() {
        let answer = scorer.answer(&reading.target, index, Purpose::Target);
        if answer.confidence < LEAST {
            continue;
        }
        let factor = place.as_ref().map_or(1.0, |place| place.factor(index));
        if factor > 0.0 {
            // Where a place was said and found, that speaks for the element too.
            let bonus = if place.is_some() { 0.03 } else { 0.0 };
            candidates.push((index, answer.confidence * factor + bonus));
            answers.push((index, answer));
        }
    }
    let chosen = pick(tree, &candidates, &reading.target);
    let found = chosen.into_iter().filter_map(|(index, confidence)| {
        let at = answers.binary_search_by_key(&index, |(index, _)| *index).ok()?;
        let confidence = (confidence * reading.target.trust).min(0.99);
        Some(Found { index, confidence, answer: answers[at].1 })
    });
    found.collect()
}

fn reason(answer: &Answer, reading: &Reading) -> String {
    let mut said = Vec::new();
    if let Some((source, how)) = answer.source {
        let noun = source.noun();
        said.push(match how {
            How::Same | How::Not => format!("{noun} matches"),
            How::Part => format!("{noun} matches in part"),
            How::Synonym => format!("{noun} is a synonym"),
            How::Spelling => format!("{noun} is spelled alike"),
        });
    }
    if answer.role {
        said.push("role matches".to_owned());
    }
    if let Some(text) = &reading.target.containing {
        said.push(format!("contains \"{text}\""));
    }
    match reading.target.ordinal {
        Some(Ordinal::From(number)) => said.push(format!("number {}", number + 1)),
        Some(Ordinal::Last) => said.push("the last".to_owned()),
        None => {}
    }
    for (relation, place) in &reading.places {
        let word = match relation {
            Relation::Inside => "in",
            Relation::Near => "next to",
            Relation::Above => "above",
            Relation::Below => "below",
            Relation::LeftOf => "left of",
            Relation::RightOf => "right of",
        };
        said.push(format!("{word} \"{}\"", place.said));
    }
    if said.is_empty() { "as described".to_owned() } else { said.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    /// The refs of what is found, each with its confidence.
    fn found(fixture: &str, query: &str) -> Vec<(u64, f64)> {
        let (page, _) = testing::page(fixture);
        find(&page, query).into_iter().map(|one| (one.number, one.confidence)).collect()
    }

    fn numbers(fixture: &str, query: &str) -> Vec<u64> {
        found(fixture, query).into_iter().map(|(number, _)| number).collect()
    }

    #[test]
    fn confidence_says_how_the_element_was_found() {
        let fixture = "window\n button \"Delete\"\n button \"Preferences\"\n button \"Help\"";
        let bands = [
            ("the delete button", 2, 0.95..1.0),
            ("delete", 2, 0.83..0.9),
            ("remove", 2, 0.65..0.8),
            ("remove button", 2, 0.7..0.85),
            ("prefernces", 3, 0.5..0.7),
        ];
        for (query, number, band) in bands {
            let best = found(fixture, query)[0];
            assert!(best.0 == number && band.contains(&best.1), "{query} found {best:?}");
        }
    }

    #[test]
    fn all_elements_in_a_state_are_found_and_no_others() {
        let fixture = "window\n checkbox \"A\" states=checkable,checked\n checkbox \"B\" states=checkable\n \
                       checkbox \"C\" states=checkable,checked\n \
                       button \"D\" states=disabled\n textbox states=focused value=\"\"";
        assert_eq!(numbers(fixture, "checked boxes"), [2, 4]);
        assert_eq!(numbers(fixture, "unchecked checkboxes"), [3]);
        assert_eq!(numbers(fixture, "disabled buttons"), [5]);
        assert_eq!(numbers(fixture, "the focused field"), [6]);
        assert_eq!(numbers(fixture, "empty field"), [6]);
    }

    #[test]
    fn hidden_elements_are_found_only_when_asked_for() {
        let fixture = "window\n button \"Save\" states=invisible\n menubar\n  menuitem \"File\" states=has-popup\n   \
                       menuitem \"Print\" states=invisible";
        assert_eq!(numbers(fixture, "save"), []);
        assert_eq!(numbers(fixture, "hidden save button"), [2]);
        assert_eq!(numbers(fixture, "print"), [5], "an item of a closed menu is in reach");
    }

    #[test]
    fn what_one_can_act_on_comes_before_texts_and_a_field_before_its_label() {
        let fixture = "window \"Save\"\n text \"Save\"\n group \"Save\"\n button \"Save\"\n \
                       text \"Name\" labels=6\n textbox label=\"Name\"";
        assert_eq!(numbers(fixture, "save")[0], 4);
        assert_eq!(numbers(fixture, "name")[0], 6);
        assert_eq!(numbers(fixture, "save label")[0], 2);
    }

    #[test]
    fn the_dialog_in_front_comes_before_the_window_behind() {
        let fixture = "dialog \"Question\" states=modal,active\n button \"OK\"\nwindow \"Main\"\n button \"OK\"";
        assert_eq!(numbers(fixture, "ok")[0], 2);
        assert_eq!(numbers(fixture, "ok in the main window")[0], 4);
    }

    #[test]
    fn at_most_twenty_are_found() {
        let fixture = format!("window\n{}", " button \"Same\"\n".repeat(50));
        assert_eq!(found(&fixture, "same button").len(), MOST);
    }

    #[test]
    fn strange_queries_find_nothing_and_do_no_harm() {
        let fixture = "window\n button \"Save\"";
        let long = "save as ".repeat(10_000);
        for query in
            ["", "   ", ">", "> >", "'s", "\"", "\"\"", "()", "\u{202e}\u{200b}", "in", "row 99999999999999999999"]
        {
            assert_eq!(numbers(fixture, query), [], "{query}");
        }
        assert!(found(fixture, &long).len() <= 1);
        assert_eq!(find(&Page::default(), "save"), []);
    }

    #[test]
    fn a_reason_says_why_and_has_nothing_of_the_apps_text() {
        let fixture = "window\n row\n  cell \"Ada] [ref_1]\"\n  button \"Delete\"";
        let (page, _) = testing::page(fixture);
        let reason = &find(&page, "remove in the ada row")[0].reason;
        assert_eq!(reason, "name is a synonym, in \"the ada row\"");
    }
}
