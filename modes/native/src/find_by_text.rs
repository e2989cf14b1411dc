//! `findByText`: objects by the text people see on them.

use crate::find::{Extra, find};
use qtmcp_tool::{Effect, Fault, ObjectId, Response, Session, Tool, Ui, Value};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Properties that hold what is read on an object.
const TEXT_PROPERTIES: [&str; 7] =
    ["text", "title", "windowTitle", "placeholderText", "label", "currentText", "displayText"];

/// Find objects, hidden ones too, by their text, title, label or placeholder.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindByText {
    /// Part of the text, in any case.
    text: String,
    /// The whole text, in this case.
    #[serde(default)]
    exact: bool,
    /// Default 1000.
    limit: Option<usize>,
}

impl Tool for FindByText {
    const NAME: &'static str = "findByText";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let wanted = Wanted::new(self.text, self.exact);
        find(session, self.limit, move |ui, id, _| {
            let (property, text) = wanted.shown_on(ui, id)?;
            Some(Extra::from_iter([("property".into(), json!(property)), ("text".into(), json!(text))]))
        })
        .await
    }
}

/// A text to look for.
pub(crate) struct Wanted {
    text: String,
    exact: bool,
}

impl Wanted {
    pub(crate) fn new(text: String, exact: bool) -> Self {
        Self { text: if exact { text } else { text.to_lowercase() }, exact }
    }

    /// The first property of the object that shows the text, and all it shows.
    pub(crate) fn shown_on(&self, ui: &mut dyn Ui, id: ObjectId) -> Option<(&'static str, String)> {
        TEXT_PROPERTIES.into_iter().find_map(|name| match ui.own_property(id, name)?.value {
            Value::Text(text) if self.is_in(&text) => Some((name, text)),
            _ => None,
        })
    }

    fn is_in(&self, text: &str) -> bool {
        let read = without_mnemonic(text);
        if self.exact {
            return text == self.text || read == self.text;
        }
        !text.is_empty() && (read.to_lowercase().contains(&self.text) || text.to_lowercase().contains(&self.text))
    }
}

/// The text as it is read: `&File` is "File", `&&` is "&".
fn without_mnemonic(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '&' {
            read.extend(characters.next());
        } else {
            read.push(character);
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::json;

    const FIXTURE: &str = r#"
QApplication
 QMainWindow#main windowTitle="Address Book"
  QPushButton#add text="&Add entry"
  QLineEdit#name text="" placeholderText="Full name"
  QLabel#note text="Tom && Ada"
  Item#plain context.text="Add entry"
"#;

    fn found(arguments: serde_json::Value) -> Vec<(String, String)> {
        let result = Client::new(FIXTURE).call("findByText", arguments);
        let text = |object: &serde_json::Value, field: &str| object[field].as_str().unwrap().to_owned();
        let objects = result["objects"].as_array().unwrap().iter();
        objects.map(|object| (text(object, "objectName"), text(object, "property"))).collect()
    }

    #[test]
    fn text_is_found_in_part_and_in_any_case() {
        assert_eq!(
            found(json!({"text": "add"})),
            [("main".into(), "windowTitle".into()), ("add".into(), "text".into())]
        );
        assert_eq!(found(json!({"text": "FULL"})), [("name".into(), "placeholderText".into())]);
    }

    #[test]
    fn exact_text_may_leave_out_the_mnemonic() {
        assert_eq!(found(json!({"text": "Add entry", "exact": true})), [("add".into(), "text".into())]);
        assert_eq!(found(json!({"text": "&Add entry", "exact": true})), [("add".into(), "text".into())]);
        assert_eq!(found(json!({"text": "Tom & Ada", "exact": true})), [("note".into(), "text".into())]);
        assert_eq!(found(json!({"text": "Add", "exact": true})), []);
    }
}
