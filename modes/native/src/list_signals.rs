//! `listSignals`: what an object emits.

use crate::list_methods::parameters;
use crate::resolve::visit_object;
use qtmcp_tool::{Effect, Fault, Method, MethodKind, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// List an object's signals.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListSignals {
    /// Object path.
    id: String,
}

impl Tool for ListSignals {
    const NAME: &'static str = "listSignals";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let read = |ui: &mut dyn Ui, id| ui.methods(id);
        let methods = visit_object(session.app(), session.deadline(), &self.id, read).await?;
        let signals = methods.iter().filter(|method| method.kind == MethodKind::Signal);
        let describe = |method: &Method| json!({"name": method.name, "signature": method.signature, "parameters": parameters(method)});
        Ok(Response::json(json!({"signals": signals.map(describe).collect::<Json>()})))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::json;

    #[test]
    fn signals_are_listed_alone() {
        let client = Client::new(
            r#"
QApplication
 QPushButton#ok slot="void click()" signal="clicked(bool checked)" signal="pressed()"
"#,
        );
        assert_eq!(
            client.call("listSignals", json!({"id": "#ok"})),
            json!({"signals": [
                {"name": "clicked", "signature": "clicked(bool)", "parameters": [{"name": "checked", "type": "bool"}]},
                {"name": "pressed", "signature": "pressed()", "parameters": []},
            ]})
        );
    }
}
