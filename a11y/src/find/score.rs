//! How well one element answers one clause of a query, as a confidence from 0 to 1.

use super::element::{cannot_hold, fits, holds, reachable, shown, window_penalties};
use super::index::{Index, Source, is_label_of_a_field};
use super::query::{Clause, Part, Word};
use super::similar::{Asked, How, Likeness};
use crate::behaviour::{acts, is_text, is_window};
use crate::{Page, Role, States};

/// What a clause is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It says what is looked for: what one can act on is preferred, and what is in reach.
    Target,
    /// It says where; anything may be a place.
    Place,
}

/// How an element answers a clause.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answer {
    pub(super) confidence: f64,
    /// The text that spoke for it, and how alike it is to what was said.
    pub(super) source: Option<(Source, How)>,
    /// Whether it is of the kind that was named.
    pub(super) role: bool,
}

/// The best of an element's texts for a word.
#[derive(Clone, Copy, Debug, Default)]
struct Own {
    score: f32,
    source: Source,
    how: How,
}

/// Compares the words of a query with a page, once.
pub(super) struct Scorer<'a> {
    index: &'a Index<'a>,
    windows: Vec<f64>,
    reachable: Vec<bool>,
    words: Vec<Compared>,
}

/// One word of the query and the whole page.
struct Compared {
    /// By place in the vocabulary.
    likeness: Vec<Likeness>,
    /// By element.
    own: Vec<Own>,
    /// By element: how well what is around it has the word.
    around: Vec<f32>,
    /// How well any element has it.
    anywhere: f32,
}

/// A word counts as one the element has from here on; below, what is around it is asked.
const HAS: f32 = 0.45;
/// A word of a group, menu or row counts this much for what is inside.
const AROUND: f32 = 0.8;
/// And a word of a window's title, which nobody needs to say.
const IN_WINDOW: f32 = 0.6;
/// A word that is only elsewhere on the page: the page is about it.
const ELSEWHERE: f64 = 0.6;

impl<'a> Scorer<'a> {
    pub(super) fn new(page: &Page, index: &'a Index<'a>, words: &[String]) -> Self {
        let mut scorer = Self {
            index,
            windows: window_penalties(page),
            reachable: reachable(index),
            words: Vec::with_capacity(words.len()),
        };
        for word in words {
            let asked = Asked::new(word);
            let likeness: Vec<_> = index.vocabulary.iter().map(|other| asked.likeness(other)).collect();
            let compared = scorer.compare(likeness);
            scorer.words.push(compared);
        }
        scorer
    }

    fn compare(&self, likeness: Vec<Likeness>) -> Compared {
        let nodes = self.index.tree.nodes();
        let mut own = vec![Own::default(); nodes.len()];
        let mut around = vec![0.0f32; nodes.len()];
        let mut anywhere = 0.0f32;
        for (place, node) in nodes.iter().enumerate() {
            for text in self.index.texts(place) {
                let weight = text.source.weight();
                for word in self.index.words(text) {
                    let Likeness { score, how } = likeness[*word as usize];
                    if score * weight > own[place].score {
                        own[place] = Own { score: score * weight, source: text.source, how };
                    }
                }
            }
            anywhere = anywhere.max(own[place].score);
            if let Some(parent) = node.parent {
                let tells = match own[parent].source {
                    Source::Class | Source::Option | Source::Icon => 0.0,
                    _ if nodes[parent].parent.is_none() => IN_WINDOW,
                    _ => AROUND,
                };
                around[place] = around[parent].max(own[parent].score * tells);
            }
        }
        // Where an element is called by the word itself, those called by a synonym are less likely meant.
        if anywhere >= 0.99 {
            own.iter_mut().filter(|own| own.how == How::Synonym).for_each(|own| own.score *= 0.88);
        }
        Compared { likeness, own, around, anywhere }
    }

    /// How well the element answers.
    pub(super) fn answer(&self, clause: &Clause, place: usize, purpose: Purpose) -> Answer {
        let node = &self.index.tree.nodes()[place];
        let raw = &node.raw;
        let none = Answer::default();
        let hidden_is_meant = clause.asks_for_hidden() || purpose == Purpose::Place;
        if raw.states.contains(States::INTERNAL) || !(self.reachable[place] || hidden_is_meant) {
            return none;
        }
        if let Some((row, column)) = clause.cell {
            let there = raw.position.is_some_and(|position| position.row == row && position.column == column);
            return if there && self.index.roles[place] == Role::Cell {
                Answer { confidence: 0.93, ..none }
            } else {
                none
            };
        }
        let shown = clause.containing.as_ref().map(|text| shown(self.index, place, text));
        if shown == Some(0.0) {
            return none;
        }
        let Some(mut evidence) = self.weigh(clause, place) else { return none };
        evidence.shown = shown;
        if purpose == Purpose::Place {
            // A place is where all was said of, or another one.
            evidence.elsewhere = 0.0;
        }
        let confidence = evidence.confidence(clause);
        if confidence <= 0.0 {
            return none;
        }
        let adjusted =
            confidence + if purpose == Purpose::Target { self.preference(clause, place, &evidence) } else { 0.0 };
        Answer {
            confidence: adjusted.clamp(0.0, 0.99),
            source: evidence.source,
            role: evidence.role.unwrap_or(0.0) > 0.0,
        }
    }

    fn weigh(&self, clause: &Clause, place: usize) -> Option<Evidence> {
        let node = &self.index.tree.nodes()[place];
        let mut evidence = Evidence::default();
        let mut role_in_name = false;
        for word in &clause.words {
            let compared = &self.words[word.number];
            let own = compared.own[place];
            let named = own.score >= 0.85 && own.how == How::Same && own.source.is_shown();
            match word.part {
                Part::Text { .. } => self.count(&mut evidence, word, place, 1.0),
                Part::Must if own.score < 0.7 => return None,
                Part::Must => evidence.has(own, 1.0),
                Part::Thing { after_verb } => {
                    self.count(&mut evidence, word, place, if after_verb { 0.12 } else { 0.35 })
                }
                Part::Verb if own.score >= 0.7 => evidence.has(own, 1.0),
                Part::Verb => evidence.lacks(if compared.anywhere >= 0.7 { 0.3 } else { 0.15 }),
                Part::Gesture if named => evidence.has(own, 1.0),
                Part::Small { telling: true } if !named => evidence.lacks(0.05),
                Part::Gesture | Part::Small { .. } => {}
                Part::State(state) if holds(state, node) => evidence.state = true,
                Part::State(_) if named => evidence.has(own, 0.6),
                Part::State(state) if clause.has_text() && cannot_hold(state, node) => evidence.lacks(0.3),
                Part::State(_) => return None,
                Part::Role(role) => {
                    let fits = fits(role, node, self.index.roles[place]);
                    evidence.role = Some(evidence.role.unwrap_or(0.0).max(fits));
                    evidence.unfit += if fits > 0.0 { 0.0 } else { 1.0 };
                    let alike = own.score >= 0.6 && own.how == How::Synonym && own.source.is_shown();
                    if named || (fits <= 0.0 && alike) {
                        role_in_name = true;
                        evidence.has(own, 1.0);
                    }
                }
            }
        }
        if role_in_name && evidence.role == Some(0.0) {
            evidence.role = None;
        }
        if evidence.matched > 0.0 {
            evidence.covered = self.covered(clause, place);
            evidence.phrase = evidence.covered > 0.6 && self.is_phrase(clause, place);
        }
        Some(evidence)
    }

    fn count(&self, evidence: &mut Evidence, word: &Word, place: usize, weight: f64) {
        let compared = &self.words[word.number];
        let own = compared.own[place];
        let around = compared.around[place];
        if own.score >= HAS && own.score >= around {
            evidence.has(own, weight);
        } else if around >= HAS {
            evidence.total += weight;
            evidence.quality += f64::from(around) * weight;
            evidence.matched += weight;
        } else {
            evidence.total += weight;
            let about = compared.anywhere >= 0.9 && !matches!(word.part, Part::Text { action: true });
            evidence.elsewhere += if about { weight } else { 0.0 };
        }
    }

    /// How much of what the element is called was said, from 0 to 1.
    fn covered(&self, clause: &Clause, place: usize) -> f64 {
        let mut best = 0.0f64;
        for text in self.index.texts(place).iter().filter(|text| text.source.is_title()) {
            let (mut said, mut all) = (0.0, 0.0);
            for word in self.index.words(text) {
                let weight = if self.index.vocabulary[*word as usize].minor { 0.2 } else { 1.0 };
                let likenesses =
                    clause.words.iter().map(|asked| self.words[asked.number].likeness[*word as usize].score);
                said += f64::from(likenesses.fold(0.0, f32::max)) * weight;
                all += weight;
            }
            let spoken = f64::from(text.source.weight());
            best = best.max(if all > 0.0 { said / all * spoken } else { 0.0 });
        }
        best
    }

    /// Whether the words are one of the element's texts, no more and no less and in that order.
    fn is_phrase(&self, clause: &Clause, place: usize) -> bool {
        let said = |roles_count: bool| {
            clause.words.iter().filter(move |word| match word.part {
                Part::Small { telling: false } | Part::State(_) => false,
                Part::Role(_) => roles_count,
                _ => true,
            })
        };
        self.index.texts(place).iter().filter(|text| text.source.is_shown()).any(|text| {
            let words = self.index.words(text).iter().map(|word| *word as usize);
            let told = words.filter(|word| !self.index.vocabulary[*word].article);
            let is = |roles_count: bool| {
                let (mut told, mut said) = (told.clone(), said(roles_count));
                loop {
                    match (told.next(), said.next()) {
                        (None, None) => return true,
                        (Some(word), Some(asked)) if self.words[asked.number].likeness[word].score >= 0.95 => {}
                        _ => return false,
                    }
                }
            };
            is(true) || is(false)
        })
    }

    /// What people mean when several elements have the same words.
    fn preference(&self, clause: &Clause, place: usize, evidence: &Evidence) -> f64 {
        let nodes = self.index.tree.nodes();
        let node = &nodes[place];
        let states = node.raw.states;
        let mut sum = self.windows[place];
        if states.contains(States::INVISIBLE) && !clause.asks_for_hidden() {
            sum -= 0.03;
        }
        if states.contains(States::OFFSCREEN) {
            sum -= 0.01;
        }
        if states.contains(States::DEFAULT) && evidence.source.is_some_and(|(_, how)| how == How::Synonym) {
            sum += 0.02;
        }
        if evidence.role.unwrap_or(0.0) > 0.5 {
            return sum;
        }
        let role = self.index.roles[place];
        sum + if is_label_of_a_field(self.index.tree, place) {
            -0.12
        } else if is_text(role) {
            -0.05
        } else if is_window(role)
            || matches!(role, Role::Grouping | Role::ToolBar | Role::MenuBar | Role::PageTabList | Role::PropertyPage)
        {
            -0.06
        } else if acts(nodes, place) {
            0.02
        } else if role.name() == "generic" {
            -0.15
        } else {
            0.0
        }
    }
}

/// What speaks for an element.
#[derive(Default)]
struct Evidence {
    /// The weight of all words, of those it or what is around it has, and of those that are only elsewhere.
    total: f64,
    matched: f64,
    elsewhere: f64,
    /// The sum of how alike the matched ones are, weighed.
    quality: f64,
    /// How much of its name was said.
    covered: f64,
    /// Whether one of its texts was said as it is.
    phrase: bool,
    /// How well it is of the kind that was named, if one was.
    role: Option<f64>,
    /// How many of the kinds that were named it is not.
    unfit: f64,
    state: bool,
    /// How much of what it shows was said, where that was asked.
    shown: Option<f64>,
    source: Option<(Source, How)>,
}

impl Evidence {
    fn has(&mut self, own: Own, weight: f64) {
        self.total += weight;
        self.matched += weight;
        self.quality += f64::from(own.score) * weight;
        let worse = self.source.is_none_or(|(_, how)| own.how >= how);
        if worse {
            self.source = Some((own.source, own.how));
        }
    }

    fn lacks(&mut self, weight: f64) {
        self.total += weight;
    }

    fn confidence(&self, clause: &Clause) -> f64 {
        let role = self.role.unwrap_or(0.0);
        let wrong_role = self.role.is_some_and(|role| role <= 0.0);
        if let Some(shown) = self.shown.filter(|_| self.source.is_some() || !clause.has_text()) {
            return if wrong_role { 0.0 } else { 0.75 + 0.1 * shown + 0.12 * role };
        }
        if !clause.has_text() && self.source.is_none() {
            let described = self.state || clause.has_role();
            let things = if clause.has_thing() { 0.1 } else { 0.0 };
            let base = if clause.has_role() { 0.62 + 0.24 * role - 0.1 * self.unfit - things } else { 0.78 - things };
            return if described && !wrong_role { base + if self.state { 0.07 } else { 0.0 } } else { 0.0 };
        }
        if self.matched <= 0.0 {
            return 0.0;
        }
        let quality = self.quality / self.matched;
        let coverage = (self.matched + self.elsewhere * ELSEWHERE) / self.total;
        // A word more than the name has is a description; a word less, another element's name.
        let severity = if self.covered > 0.88 { 1.2 } else { 1.5 };
        let text = quality * coverage.powf(severity);
        let said = text * (0.68 + 0.15 * self.covered) + if self.phrase { 0.02 } else { 0.0 };
        if self.source.is_none() {
            // Only what is around it has the words: `Contacts field` is any field of the contacts.
            return if role > 0.0 && coverage > 0.9 { 0.9 * said + 0.14 * role } else { 0.0 };
        }
        match self.role {
            Some(role) if role > 0.0 => {
                // A kind that fits says less when the words do not.
                said + 0.14 * role * text.sqrt()
            }
            Some(_) => said * 0.65,
            None => said,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::query::Query;
    use super::*;
    use crate::testing;

    fn confidences(fixture: &str, query: &str, purpose: Purpose) -> Vec<f64> {
        let (page, _) = testing::page(fixture);
        let query = Query::new(query);
        let index = Index::new(&page);
        let scorer = Scorer::new(&page, &index, &query.words);
        let clause = &query.readings[0].target;
        (0..page.tree.nodes().len()).map(|place| scorer.answer(clause, place, purpose).confidence).collect()
    }

    #[test]
    fn the_whole_name_is_better_than_a_part_and_a_name_than_a_tool_tip() {
        let found = confidences(
            "window\n button \"Save\"\n button \"Save all files\"\n button tip=\"Save\"\n \
             button object=saveButton\n button \"Stop\"",
            "save",
            Purpose::Target,
        );
        assert!(found[1] > found[2] && found[1] > found[3] && found[3] > found[4] && found[4] > 0.5, "{found:?}");
        assert_eq!(found[5], 0.0);
    }

    #[test]
    fn a_word_around_an_element_counts_for_it() {
        let found = confidences(
            "window\n group \"Billing\"\n  textbox label=\"City\"\n group \"Shipping\"\n  textbox label=\"City\"",
            "billing city",
            Purpose::Target,
        );
        assert!(found[2] > found[4] + 0.05, "{found:?}");
    }

    #[test]
    fn the_wrong_kind_is_less_sure_but_not_impossible() {
        let found = confidences("window\n link \"Imprint\"\n textbox \"Imprint\"", "imprint checkbox", Purpose::Target);
        assert!(found[1] > 0.35 && found[1] < 0.7, "{found:?}");
    }

    #[test]
    fn a_synonym_counts_less_where_the_word_itself_is_on_the_page() {
        let alone = confidences("window\n button \"Delete\"", "remove", Purpose::Target);
        let beside = confidences("window\n button \"Delete\"\n button \"Remove\"", "remove", Purpose::Target);
        assert!(beside[1] < alone[1] && beside[2] > alone[1]);
    }

    #[test]
    fn a_place_may_be_anything() {
        let fixture = "window\n group \"Details\"\n text \"Details\"";
        let [target, place] = [Purpose::Target, Purpose::Place].map(|purpose| confidences(fixture, "details", purpose));
        assert!(place[1] > target[1] && place[2] > target[2]);
    }
}
