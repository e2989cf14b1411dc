//! What the finding tools share: a walk over all objects that keeps the matching ones, up to a limit.

use crate::path::PathBook;
use crate::walk::{Ended, Flow, walk};
use qtmcp_tool::{Fault, Identity, ObjectId, Response, Session, Ui};
use serde_json::{Map, Value as Json, json};

/// Objects given unless the caller says otherwise.
const DEFAULT_LIMIT: usize = 1000;

/// Fields a match adds to its entry.
pub(crate) type Extra = Map<String, Json>;

/// Answers with every object for which `is_match` gives something.
pub(crate) async fn find(
    session: &Session,
    limit: Option<usize>,
    mut is_match: impl FnMut(&mut dyn Ui, ObjectId, &Identity) -> Option<Extra> + Send + 'static,
) -> Result<Response, Fault> {
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    let look = move |objects: &mut Vec<Json>, ui: &mut dyn Ui, book: &mut PathBook, id: ObjectId| {
        let Some(identity) = ui.identity(id) else { return Flow::Descend };
        let Some(extra) = is_match(ui, id, &identity) else { return Flow::Descend };
        if objects.len() >= limit {
            return Flow::Stop;
        }
        if let Some(path) = book.path(ui, id) {
            let mut entry = entry(&path, &identity);
            entry.extend(extra);
            objects.push(Json::Object(entry));
        }
        Flow::Descend
    };
    let (objects, ended) = walk(session.app(), session.deadline(), None, Vec::new(), look).await?;
    let mut result = json!({"objects": objects});
    if ended == Ended::Early {
        result["truncated"] = json!(true);
    }
    Ok(Response::json(result))
}

/// How an object stands in a list or tree.
pub(crate) fn entry(path: &str, identity: &Identity) -> Map<String, Json> {
    let mut entry = Map::new();
    entry.insert("id".into(), json!(path));
    entry.insert("className".into(), json!(identity.class));
    entry.insert("objectName".into(), json!(identity.object_name));
    if !identity.qml_id.is_empty() {
        entry.insert("qmlId".into(), json!(identity.qml_id));
    }
    entry
}
