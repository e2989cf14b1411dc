//! Refs while elements come, go and move: an element keeps its ref, and no ref ever means another element.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use qtmcp_a11y::{ElementId, ObjectId, RawNode, Read, Ref, Refs, Role, Tree};
use std::collections::HashMap;

fn config() -> ProptestConfig {
    let kept = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { failure_persistence: Some(Box::new(kept)), ..ProptestConfig::default() }
}

/// What happens between two looks. Places are taken modulo how many there are.
#[derive(Clone, Debug)]
enum Deed {
    Create {
        at: usize,
        deeper: bool,
        part: bool,
    },
    Delete {
        at: usize,
    },
    Move {
        from: usize,
        to: usize,
        deeper: bool,
    },
    Rename {
        at: usize,
        name: String,
    },
    Look,
    /// A part of the page alone.
    LookAt {
        at: usize,
    },
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let at = || 0..100_usize;
    let deed = prop_oneof![
        4 => (at(), any::<bool>(), any::<bool>()).prop_map(|(at, deeper, part)| Deed::Create { at, deeper, part }),
        2 => at().prop_map(|at| Deed::Delete { at }),
        2 => (at(), at(), any::<bool>()).prop_map(|(from, to, deeper)| Deed::Move { from, to, deeper }),
        1 => (at(), "\\PC{0,6}").prop_map(|(at, name)| Deed::Rename { at, name }),
        3 => Just(Deed::Look),
        1 => at().prop_map(|at| Deed::LookAt { at }),
    ];
    proptest::collection::vec(deed, 1..80)
}

/// The elements of an app, in reading order with their depths.
#[derive(Default)]
struct Model {
    elements: Vec<(ElementId, u32, String)>,
    born: u64,
    /// What every ref that was ever seen was given to.
    given: HashMap<Ref, ElementId>,
    /// Whether the table forgets.
    is_capped: bool,
}

impl Model {
    fn place(&self, at: usize) -> usize {
        if self.elements.is_empty() { 0 } else { at % self.elements.len() }
    }

    fn put(&mut self, at: usize, deeper: bool, element: (ElementId, String)) {
        let at = if self.elements.is_empty() { 0 } else { self.place(at) + 1 };
        let depth = match at.checked_sub(1).map(|above| self.elements[above].1) {
            Some(above) if deeper => above + 1,
            Some(above) => above.max(1),
            None => 0,
        };
        self.elements.insert(at, (element.0, depth, element.1));
    }

    fn run(&mut self, deed: &Deed, refs: &Refs) -> Result<(), TestCaseError> {
        match deed {
            Deed::Create { at, deeper, part } => {
                self.born += 1;
                // Some are parts of the same object: rows of a view.
                let (slot, part) = if *part { (0, self.born) } else { (self.born, 0) };
                let element = ElementId { object: ObjectId { slot, generation: 1 + self.born % 3 }, part };
                self.put(*at, *deeper, (element, String::new()));
            }
            Deed::Delete { at } if !self.elements.is_empty() => {
                self.elements.remove(self.place(*at));
            }
            Deed::Move { from, to, deeper } if !self.elements.is_empty() => {
                let (element, _, name) = self.elements.remove(self.place(*from));
                self.put(*to, *deeper, (element, name));
            }
            Deed::Rename { at, name } if !self.elements.is_empty() => {
                let at = self.place(*at);
                self.elements[at].2.clone_from(name);
            }
            Deed::Look => self.look(0..self.elements.len(), refs)?,
            Deed::LookAt { at } if !self.elements.is_empty() => {
                let at = self.place(*at);
                let depth = self.elements[at].1;
                let inside = self.elements[at + 1..].iter().take_while(|(_, deeper, _)| *deeper > depth).count();
                self.look(at..at + 1 + inside, refs)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn look(&mut self, range: std::ops::Range<usize>, refs: &Refs) -> Result<(), TestCaseError> {
        let base = self.elements.get(range.start).map_or(0, |(_, depth, _)| *depth);
        let read = self.elements[range].iter().map(|(element, depth, name)| {
            let raw = RawNode { role: Role::Button, name: name.clone(), ..RawNode::default() };
            Read { element: *element, depth: depth.saturating_sub(base), raw }
        });
        let tree = Tree::new(read.collect(), refs);
        for node in tree.nodes() {
            prop_assert!(node.number > 0);
            let was = self.given.insert(node.number, node.element);
            prop_assert!(was.is_none_or(|was| was == node.element), "{} means another element", node.number);
            // A page may be larger than what is remembered.
            let is_known = refs.of(node.element) == Some(node.number);
            prop_assert!(is_known || self.is_capped && refs.is_forgotten(node.number));
            prop_assert_eq!(tree.index_of(node.number).map(|index| tree.nodes()[index].element), Some(node.element));
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_element_keeps_its_ref_and_a_ref_its_element(
        deeds in deeds(),
        block in proptest::option::of(0..3_u32),
        most in proptest::option::of(1..20_usize),
    ) {
        let refs = block.map_or_else(Refs::default, |block| Refs::in_block(block).expect("a block that exists"));
        let refs = refs.with_most(most.unwrap_or(Refs::MOST));
        let mut model = Model { is_capped: most.is_some(), ..Model::default() };
        for deed in &deeds {
            model.run(deed, &refs)?;
            // Also of those that are gone: what they were is remembered, so that they can be called stale.
            for (number, element) in &model.given {
                match refs.get(*number) {
                    Some(given) => prop_assert_eq!(given.element, *element, "{} means another element", number),
                    None => prop_assert!(model.is_capped && refs.is_forgotten(*number), "{number} was never given"),
                }
            }
        }
        let elements: std::collections::HashSet<_> = model.given.values().collect();
        prop_assert!(model.is_capped || elements.len() == model.given.len(), "an element has two refs");
        if let Some(most) = most {
            prop_assert!(model.given.keys().filter(|number| refs.get(**number).is_some()).count() <= most);
        }
        prop_assert_eq!(refs.get(refs.last() + 1), None);
        prop_assert_eq!(refs.get(0), None);
        if let Some(block) = block {
            prop_assert!(model.given.keys().all(|number| Refs::block_of(*number) == u64::from(block)));
        }
    }
}
