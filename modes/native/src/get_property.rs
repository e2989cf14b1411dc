//! `getProperty`: one property, from the object or its QML context.

use crate::json::Writer;
use crate::near::{hint, nearest};
use crate::resolve::visit_object;
use qtmcp_tool::{Code, Effect, Fault, ObjectId, Response, Session, Tool, Ui, Value};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// Read one property; for QML objects also one of their context.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetProperty {
    /// Object path.
    id: String,
    property: String,
}

impl Tool for GetProperty {
    const NAME: &'static str = "getProperty";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let name = self.property;
        let read = move |ui: &mut dyn Ui, id| {
            let (value, type_name) = match ui.own_property(id, &name) {
                Some(property) => (property.value, Some(property.type_name)),
                None => (ui.property(id, &name).map_err(|fault| with_near(ui, id, &name, fault))?, None),
            };
            if let Value::Opaque(type_name) = &value {
                let message = format!("Property `{name}` is a {type_name}, which has no JSON form.");
                return Err(Fault::new(Code::Unsupported, message));
            }
            let mut result = json!({"value": Writer::new(ui).write(&value)});
            if let Value::Enum { number, .. } = value {
                result["number"] = json!(number);
            }
            if let Some(type_name) = type_name {
                result["type"] = Json::String(type_name);
            }
            Ok(result)
        };
        visit_object(session.app(), session.deadline(), &self.id, read).await.map(Response::json)
    }
}

/// A `not_found` that lists the properties whose names are near; any other fault as it is.
pub(crate) fn with_near(ui: &mut dyn Ui, id: ObjectId, name: &str, fault: Fault) -> Fault {
    // An object that went in the meantime lacks no property.
    let Some(class) = ui.identity(id).map(|identity| identity.class).filter(|_| fault.code == Code::NotFound) else {
        return fault;
    };
    let names = ui.properties(id).unwrap_or_default().into_iter().map(|property| property.name);
    let near = hint(&nearest(name, names));
    Fault::new(Code::NotFound, format!("The {class} has no property `{name}`{near}."))
        .next("Call listProperties for the names there are.")
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::json;

    const FIXTURE: &str = r#"
QApplication
 QLabel#l text="Hi" alignment:Qt::Alignment=enum(AlignLeft|AlignTop,33) odd:E=enum(,9) icon:QIcon=opaque buddy->#l
  Item#i context.user="Ada"
"#;

    #[test]
    fn values_come_with_their_type_and_enumerators_with_their_number() {
        let client = Client::new(FIXTURE);
        let get = |id: &str, property: &str| client.call("getProperty", json!({"id": id, "property": property}));
        assert_eq!(get("#l", "text"), json!({"value": "Hi", "type": "QString"}));
        assert_eq!(
            get("#l", "alignment"),
            json!({"value": "AlignLeft|AlignTop", "number": 33, "type": "Qt::Alignment"})
        );
        assert_eq!(get("#l", "odd"), json!({"value": 9, "number": 9, "type": "E"}));
        assert_eq!(get("#l", "buddy"), json!({"value": "QApplication/QLabel#l", "type": "QLabel*"}));
        assert_eq!(get("#i", "user"), json!({"value": "Ada"}));
    }

    #[test]
    fn what_has_no_json_form_is_named() {
        let (code, message) = Client::new(FIXTURE).fail("getProperty", json!({"id": "#l", "property": "icon"}));
        assert_eq!((code, &*message), (Code::Unsupported, "Property `icon` is a QIcon, which has no JSON form."));
    }

    #[test]
    fn a_wrong_name_brings_near_ones() {
        let (code, message) = Client::new(FIXTURE).fail("getProperty", json!({"id": "#l", "property": "txt"}));
        assert_eq!((code, &*message), (Code::NotFound, "The QLabel has no property `txt`; near: text."));
    }

    #[test]
    fn one_read_is_one_visit() {
        let client = Client::new(FIXTURE);
        client.call("getProperty", json!({"id": "QApplication/QLabel#l", "property": "text"}));
        assert_eq!(client.app.visits(), 1);
    }
}
