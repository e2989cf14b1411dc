//! `findByClassName`: objects by their class or a base of it.

use crate::find::{Extra, find};
use crate::path::plain_class;
use qtmcp_tool::{Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

/// Find objects by class name.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct FindByClassName {
    /// Such as QPushButton; QML classes without _QMLTYPE_n.
    class_name: String,
    /// Subclasses as well.
    #[serde(default)]
    inherits: bool,
    /// Default 1000.
    limit: Option<usize>,
}

impl Tool for FindByClassName {
    const NAME: &'static str = "findByClassName";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let class = plain_class(&self.class_name).to_owned();
        find(session, self.limit, move |ui, id, identity| {
            let is_one = identity.class == class
                || self.inherits && ui.inheritance(id).is_ok_and(|bases| bases.contains(&class));
            is_one.then(Extra::new)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::json;

    const FIXTURE: &str = "QApplication\n QWidget#w\n  QPushButton#a\n  QCheckBox#b\n  QLabel#c\n  Button@d";

    fn found(class: &str, inherits: bool) -> Vec<String> {
        let result = Client::new(FIXTURE).call("findByClassName", json!({"className": class, "inherits": inherits}));
        result["objects"].as_array().unwrap().iter().map(|object| object["id"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn the_class_itself_is_found() {
        assert_eq!(found("QPushButton", false), ["QApplication/QWidget#w/QPushButton#a"]);
        assert_eq!(found("QAbstractButton", false), [""; 0]);
        assert_eq!(found("Button_QMLTYPE_7", false), ["QApplication/QWidget#w/Button#d"]);
    }

    #[test]
    fn subclasses_are_found_when_asked_for() {
        let buttons = ["QApplication/QWidget#w/QPushButton#a", "QApplication/QWidget#w/QCheckBox#b"];
        assert_eq!(found("QAbstractButton", true), buttons);
    }
}
