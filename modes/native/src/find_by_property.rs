//! `findByProperty`: objects by the value of one property.

use crate::find::{Extra, find};
use crate::json::{Writer, equals};
use crate::path::plain_class;
use qtmcp_tool::{Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;

/// Find objects whose property has a value.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct FindByProperty {
    property: String,
    /// As getProperty gives it.
    value: Json,
    /// Only this class and its subclasses.
    class_name: Option<String>,
    /// Default 1000.
    limit: Option<usize>,
}

impl Tool for FindByProperty {
    const NAME: &'static str = "findByProperty";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let class = self.class_name.map(|class| plain_class(&class).to_owned());
        let (property, wanted) = (self.property, self.value);
        find(session, self.limit, move |ui, id, identity| {
            if let Some(class) = &class
                && identity.class != *class
                && !ui.inheritance(id).is_ok_and(|bases| bases.contains(class))
            {
                return None;
            }
            let value = ui.own_property(id, &property)?.value;
            equals(&value, &wanted, &mut Writer::new(ui)).then(Extra::new)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::json;

    #[test]
    fn value_and_class_both_count() {
        let client = Client::new(
            "QApplication\n QWidget#w\n  QCheckBox#a checked=true\n  QCheckBox#b checked=false\n  QAction#c checked=true",
        );
        let found = |arguments| client.call("findByProperty", arguments)["objects"].as_array().unwrap().len();
        assert_eq!(found(json!({"property": "checked", "value": true})), 2);
        assert_eq!(found(json!({"property": "checked", "value": true, "className": "QAbstractButton"})), 1);
        assert_eq!(found(json!({"property": "checked", "value": "true"})), 0);
        assert_eq!(found(json!({"property": "missing", "value": null})), 0);
    }
}
