//! `listMethods`: what can be called on an object.

use crate::resolve::visit_object;
use qtmcp_tool::{Effect, Fault, Method, MethodKind, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// List an object's slots and invokable methods.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListMethods {
    /// Object path.
    id: String,
}

impl Tool for ListMethods {
    const NAME: &'static str = "listMethods";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let read = |ui: &mut dyn Ui, id| ui.methods(id);
        let methods = visit_object(session.app(), session.deadline(), &self.id, read).await?;
        let callable = methods.iter().filter(|method| method.kind != MethodKind::Signal && method.public);
        let describe = |method: &Method| {
            json!({
                "name": method.name,
                "signature": method.signature,
                "returnType": method.return_type,
                "parameters": parameters(method),
                "kind": if method.kind == MethodKind::Slot { "slot" } else { "method" },
            })
        };
        Ok(Response::json(json!({"methods": callable.map(describe).collect::<Json>()})))
    }
}

pub(crate) fn parameters(method: &Method) -> Json {
    let describe = |parameter: &qtmcp_tool::Parameter| json!({"name": parameter.name, "type": parameter.type_name});
    method.parameters.iter().map(describe).collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::json;

    #[test]
    fn slots_and_methods_are_listed_without_signals() {
        let client = Client::new(
            r#"
QApplication
 QPushButton#ok slot="void click()" signal="clicked(bool)" method="int combine(int a,int)"
"#,
        );
        assert_eq!(
            client.call("listMethods", json!({"id": "#ok"})),
            json!({"methods": [
                {"name": "click", "signature": "click()", "returnType": "void", "parameters": [], "kind": "slot"},
                {"name": "combine", "signature": "combine(int,int)", "returnType": "int", "kind": "method",
                 "parameters": [{"name": "a", "type": "int"}, {"name": "", "type": "int"}]},
            ]})
        );
    }
}
