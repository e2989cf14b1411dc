//! `setProperty`: sets a property and answers with what it then is.

use crate::get_property::with_near;
use crate::json::{Writer, read};
use crate::resolve::visit_object;
use qtmcp_tool::{Effect, Fault, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// Set a property; answers with the value read back.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetProperty {
    /// Object path.
    id: String,
    property: String,
    /// Enums by name or number, objects by path, bytes as base64.
    value: Json,
}

impl Tool for SetProperty {
    const NAME: &'static str = "setProperty";
    const EFFECT: Effect = Effect::Alters;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let (name, wanted) = (self.property, self.value);
        let set = move |ui: &mut dyn Ui, id| {
            let type_name = ui.own_property(id, &name).map(|property| property.type_name).unwrap_or_default();
            let value = read(ui, &wanted, &type_name)?;
            let now = ui.set_property(id, &name, &value).map_err(|fault| with_near(ui, id, &name, fault))?;
            Ok(Writer::new(ui).write(&now))
        };
        let new_value = visit_object(session.app(), session.deadline(), &self.id, set).await?;
        Ok(Response::json(json!({"success": true, "newValue": new_value})))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::{Value as Json, json};

    const FIXTURE: &str = r#"
QApplication
 QLabel#l text="Hi" readonly.width=5 data=bytes(x) buddy->#m count=1
  QLineEdit#m
"#;

    fn arguments(property: &str, value: Json) -> Json {
        json!({"id": "#l", "property": property, "value": value})
    }

    #[test]
    fn the_value_is_read_back() {
        let client = Client::new(FIXTURE);
        let set = |property, value| client.call("setProperty", arguments(property, value))["newValue"].clone();
        assert_eq!(set("text", json!("Bye")), json!("Bye"));
        assert_eq!(set("data", json!("AP8=")), json!("AP8="));
        assert_eq!(set("buddy", json!("QLineEdit#m")), json!("QApplication/QLabel#l/QLineEdit#m"));
        assert_eq!(set("buddy", json!(null)), json!(null));
    }

    #[test]
    fn what_cannot_be_set_says_why() {
        let client = Client::new(FIXTURE);
        let fail = |property, value| client.fail("setProperty", arguments(property, value));
        assert_eq!(fail("width", json!(6)).0, Code::Unsupported);
        assert_eq!(fail("count", json!("six")).0, Code::BadArgument);
        assert_eq!(fail("data", json!("*")).0, Code::BadArgument);
        assert_eq!(fail("buddy", json!("#nobody")).0, Code::NotFound);
        assert_eq!(
            fail("cuont", json!(1)),
            (Code::NotFound, "The QLabel has no property `cuont`; near: count.".into())
        );
        assert_eq!(client.fail("setProperty", json!({"id": "#l", "property": "count"})).0, Code::BadArgument);
    }
}
