//! `listProperties`: all properties of an object with their values.

use crate::json::Writer;
use crate::resolve::visit_object;
use qtmcp_tool::{Effect, Fault, Property, Response, Session, Tool, Ui, Value};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// List an object's properties with types and values.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListProperties {
    /// Object path.
    id: String,
}

impl Tool for ListProperties {
    const NAME: &'static str = "listProperties";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let read = |ui: &mut dyn Ui, id| {
            let properties = ui.properties(id)?;
            let mut writer = Writer::new(ui);
            Ok(properties.iter().map(|property| describe(property, &mut writer)).collect::<Json>())
        };
        let properties = visit_object(session.app(), session.deadline(), &self.id, read).await?;
        Ok(Response::json(json!({"properties": properties})))
    }
}

fn describe(property: &Property, writer: &mut Writer<'_>) -> Json {
    let mut entry = json!({"name": property.name, "type": property.type_name, "writable": property.writable});
    entry["value"] = match &property.value {
        Value::Opaque(type_name) => {
            entry["unsupported"] = json!(type_name);
            Json::Null
        }
        value => writer.write(value),
    };
    if property.dynamic {
        entry["dynamic"] = json!(true);
    }
    entry
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::json;

    #[test]
    fn every_property_has_name_type_value_and_writability() {
        let client = Client::new(
            r#"
QApplication
 QPushButton#ok text="OK" readonly.width=80 icon:QIcon=opaque dynamic.note=[1] menu->#m
  QMenu#m
"#,
        );
        assert_eq!(
            client.call("listProperties", json!({"id": "QPushButton#ok"})),
            json!({"properties": [
                {"name": "text", "type": "QString", "value": "OK", "writable": true},
                {"name": "width", "type": "int", "value": 80, "writable": false},
                {"name": "icon", "type": "QIcon", "value": null, "writable": true, "unsupported": "QIcon"},
                {"name": "note", "type": "QVariantList", "value": [1], "writable": true, "dynamic": true},
                {"name": "menu", "type": "QMenu*", "value": "QApplication/QPushButton#ok/QMenu#m", "writable": true},
            ]})
        );
    }
}
