//! QML ids that were looked up before: Qt finds them by reading properties of the app, so each is asked for once.

use qtmcp_tool::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Past this everything is forgotten and asked for again; ids of objects that are gone go with it.
const KEPT: usize = 20_000;

/// What is known of objects' ids.
#[derive(Default)]
pub(crate) struct QmlIds {
    /// An id never changes.
    named: FxHashMap<ObjectId, String>,
    /// An object without an id may still be in the making; this holds until the next object comes.
    nameless: FxHashSet<ObjectId>,
    births: u64,
}

impl QmlIds {
    /// The id, empty where there is none, or `None` when it must be asked for.
    pub(crate) fn get(&self, object: ObjectId, births: u64) -> Option<String> {
        if births == self.births && self.nameless.contains(&object) {
            return Some(String::new());
        }
        self.named.get(&object).cloned()
    }

    /// Keeps an answer that was asked for after `births` objects had come.
    pub(crate) fn put(&mut self, object: ObjectId, births: u64, id: &str) {
        if births != self.births || self.nameless.len() >= KEPT {
            self.nameless.clear();
            self.births = births;
        }
        if self.named.len() >= KEPT {
            self.named.clear();
        }
        if id.is_empty() {
            self.nameless.insert(object);
        } else {
            self.named.insert(object, id.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_id_is_asked_for_again_when_objects_have_come() {
        let (one, two) = (ObjectId { slot: 1, generation: 1 }, ObjectId { slot: 2, generation: 2 });
        let mut ids = QmlIds::default();
        ids.put(one, 5, "");
        ids.put(two, 5, "two");
        assert_eq!((ids.get(one, 5).as_deref(), ids.get(two, 5).as_deref()), (Some(""), Some("two")));
        assert_eq!((ids.get(one, 6).as_deref(), ids.get(two, 6).as_deref()), (None, Some("two")));
    }
}
