//! `getObjectTree`: the hierarchy of objects, whole or in part.

use crate::find::entry;
use crate::path::PathBook;
use crate::resolve::visit_object;
use crate::walk::no_application;
use qtmcp_tool::{Effect, Fault, ObjectId, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

/// Objects given unless the caller says otherwise.
const DEFAULT_LIMIT: usize = 20_000;

/// Get the object hierarchy with paths.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetObjectTree {
    /// Path to start at; the application if omitted.
    root: Option<String>,
    /// Levels below the root; all if omitted.
    depth: Option<usize>,
    /// Most objects, default 20000.
    limit: Option<usize>,
}

impl Tool for GetObjectTree {
    const NAME: &'static str = "getObjectTree";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let deadline = session.deadline();
        let mut growth = Growth::new(self.depth, self.limit.unwrap_or(DEFAULT_LIMIT).max(1));
        growth = match self.root {
            Some(root) => {
                let begin = move |ui: &mut dyn Ui, id| Ok(growth.begin(ui, id));
                visit_object(session.app(), deadline, &root, begin).await?
            }
            None => {
                let begin = move |ui: &mut dyn Ui| ui.application().map(|id| growth.begin(ui, id));
                session.app().visit(deadline, begin).await?.ok_or_else(no_application)?
            }
        };
        while !growth.pending.is_empty() && Instant::now() < deadline {
            growth = session.app().visit(deadline, move |ui| growth.slice(ui)).await?;
        }
        let truncated = growth.left_out || !growth.pending.is_empty();
        let mut result = json!({"tree": growth.into_tree()});
        if truncated {
            result["truncated"] = json!(true);
        }
        Ok(Response::json(result))
    }
}

/// A tree being read, parents before children.
struct Growth {
    depth: usize,
    limit: usize,
    nodes: Vec<Node>,
    pending: Vec<Pending>,
    /// Objects move while the reading rests; none stands in the tree twice.
    seen: HashSet<ObjectId>,
    left_out: bool,
}

struct Node {
    parent: Option<usize>,
    fields: Map<String, Json>,
}

/// An object whose turn is still to come.
struct Pending {
    id: ObjectId,
    path: Arc<str>,
    parent: Option<usize>,
    depth: usize,
}

impl Growth {
    fn new(depth: Option<usize>, limit: usize) -> Self {
        Self {
            depth: depth.unwrap_or(usize::MAX),
            limit,
            nodes: Vec::new(),
            pending: Vec::new(),
            seen: HashSet::new(),
            left_out: false,
        }
    }

    fn begin(mut self, ui: &mut dyn Ui, root: ObjectId) -> Self {
        if let Some(path) = PathBook::default().path(ui, root) {
            self.pending.push(Pending { id: root, path, parent: None, depth: 0 });
        }
        self.slice(ui)
    }

    fn slice(mut self, ui: &mut dyn Ui) -> Self {
        let mut book = PathBook::default();
        while let Some(next) = self.pending.pop() {
            if self.nodes.len() >= self.limit {
                self.left_out = true;
                self.pending.clear();
                break;
            }
            self.read(ui, &mut book, next);
            if ui.is_over_budget() {
                break;
            }
        }
        self
    }

    fn read(&mut self, ui: &mut dyn Ui, book: &mut PathBook, next: Pending) {
        if !self.seen.insert(next.id) {
            return;
        }
        let Some(identity) = ui.identity(next.id) else { return };
        let mut fields = entry(&next.path, &identity);
        let at = self.nodes.len();
        if next.depth < self.depth {
            let children = book.children(ui, next.id);
            self.pending.extend(children.into_iter().rev().map(|(id, segment)| Pending {
                id,
                path: format!("{}/{segment}", next.path).into(),
                parent: Some(at),
                depth: next.depth + 1,
            }));
        } else {
            let count = ui.children(next.id).len();
            if count > 0 {
                fields.insert("childCount".into(), json!(count));
            }
        }
        self.nodes.push(Node { parent: next.parent, fields });
    }

    /// Puts the nodes together from the last to the first, so that no depth of nesting needs recursion.
    fn into_tree(self) -> Json {
        let mut below: Vec<Vec<Json>> = self.nodes.iter().map(|_| Vec::new()).collect();
        for node in self.nodes.into_iter().rev() {
            let mut children = below.pop().unwrap_or_default();
            children.reverse();
            let mut fields = node.fields;
            fields.insert("children".into(), Json::Array(children));
            match node.parent.and_then(|parent| below.get_mut(parent)) {
                Some(siblings) => siblings.push(Json::Object(fields)),
                None => return Json::Object(fields),
            }
        }
        Json::Null
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::{Value as Json, json};

    const FIXTURE: &str = "QApplication\n QMainWindow#main\n  QWidget#a\n   QLabel\n   QLabel\n  QWidget#b\n QDialog#d";

    /// The tree as indented last segments.
    fn outline(node: &Json, depth: usize) -> String {
        let segment = node["id"].as_str().unwrap().rsplit('/').next().unwrap();
        let below: String =
            node["children"].as_array().into_iter().flatten().map(|it| outline(it, depth + 1)).collect();
        format!("{}{segment}\n{below}", " ".repeat(depth))
    }

    #[test]
    fn the_whole_tree_is_the_same_in_one_slice_or_many() {
        let client = Client::new(FIXTURE);
        let whole = client.call("getObjectTree", json!({}));
        expect_test::expect![[r#"
            QApplication
             QMainWindow#main
              QWidget#a
               QLabel[0]
               QLabel[1]
              QWidget#b
             QDialog#d
        "#]]
        .assert_eq(&outline(&whole["tree"], 0));
        client.app.set_budget(1);
        let visits = client.app.visits();
        assert_eq!(client.call("getObjectTree", json!({"root": null, "depth": null})), whole);
        assert!(client.app.visits() > visits + 3);
    }

    #[test]
    fn depth_and_root_choose_a_part() {
        let client = Client::new(FIXTURE);
        assert_eq!(
            client.call("getObjectTree", json!({"root": "QMainWindow", "depth": 1})),
            json!({"tree": {
                "id": "QApplication/QMainWindow#main", "className": "QMainWindow", "objectName": "main",
                "children": [
                    {"id": "QApplication/QMainWindow#main/QWidget#a", "className": "QWidget", "objectName": "a",
                     "childCount": 2, "children": []},
                    {"id": "QApplication/QMainWindow#main/QWidget#b", "className": "QWidget", "objectName": "b",
                     "children": []},
                ],
            }})
        );
    }

    #[test]
    fn a_limit_cuts_the_tree_and_says_so() {
        let cut = Client::new(FIXTURE).call("getObjectTree", json!({"limit": 3}));
        assert_eq!(cut["truncated"], json!(true));
        assert_eq!(outline(&cut["tree"], 0), "QApplication\n QMainWindow#main\n  QWidget#a\n");
    }

    #[test]
    fn objects_gone_between_slices_are_left_out() {
        let client = Client::new(FIXTURE);
        client.app.set_budget(1);
        client.app.before_visit(4, |app| app.remove("#b"));
        let tree = client.call("getObjectTree", json!({}));
        assert!(!outline(&tree["tree"], 0).contains("#b"));
    }
}
