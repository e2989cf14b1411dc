//! `findByObjectName`: objects by their own name.

use crate::find::{Extra, find};
use qtmcp_tool::{Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

/// Find objects by objectName or QML id.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindByObjectName {
    /// The whole name.
    name: String,
    /// Default 1000.
    limit: Option<usize>,
}

impl Tool for FindByObjectName {
    const NAME: &'static str = "findByObjectName";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let name = self.name;
        find(session, self.limit, move |_, _, identity| {
            (identity.object_name == name || identity.qml_id == name && !name.is_empty()).then(Extra::new)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::json;

    #[test]
    fn all_objects_of_the_name_are_found() {
        let client = Client::new("QApplication\n QWidget#a\n  QPushButton#x\n QWidget#b\n  Button#other@x");
        assert_eq!(
            client.call("findByObjectName", json!({"name": "x"})),
            json!({"objects": [
                {"id": "QApplication/QWidget#a/QPushButton#x", "className": "QPushButton", "objectName": "x"},
                {"id": "QApplication/QWidget#b/Button#x", "className": "Button", "objectName": "other", "qmlId": "x"},
            ]})
        );
        assert_eq!(client.call("findByObjectName", json!({"name": "none"})), json!({"objects": []}));
    }

    #[test]
    fn a_limit_is_told_of_only_when_it_cut_something() {
        let client = Client::new("QApplication\n QWidget#x\n QWidget#x");
        let cut = client.call("findByObjectName", json!({"name": "x", "limit": 1}));
        assert_eq!((cut["objects"].as_array().unwrap().len(), &cut["truncated"]), (1, &json!(true)));
        let whole = client.call("findByObjectName", json!({"name": "x", "limit": 2}));
        assert_eq!(whole.get("truncated"), None);
    }
}
