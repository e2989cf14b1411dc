//! `getGeometry`: where an object is, in its parent and on the screen.

use crate::json::rect;
use crate::resolve::visit_object;
use qtmcp_tool::{Effect, Fault, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Get an object's rectangle in its parent and on the screen.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetGeometry {
    /// Object path.
    id: String,
}

impl Tool for GetGeometry {
    const NAME: &'static str = "getGeometry";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let read = |ui: &mut dyn Ui, id| ui.placement(id);
        let placement = visit_object(session.app(), session.deadline(), &self.id, read).await?;
        Ok(Response::json(json!({
            "local": rect(placement.local),
            "global": rect(placement.global),
            "visible": placement.visible,
            "enabled": placement.enabled,
        })))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::json;

    #[test]
    fn both_rectangles_are_given() {
        let client =
            Client::new("QApplication\n QWidget#w at=500,300,200,100\n  QLabel#l at=10,20,100,30\n  QAction#a");
        assert_eq!(
            client.call("getGeometry", json!({"id": "QWidget#w/QLabel#l"})),
            json!({
                "local": {"x": 10, "y": 20, "width": 100, "height": 30},
                "global": {"x": 510, "y": 320, "width": 100, "height": 30},
                "visible": true, "enabled": true,
            })
        );
        assert_eq!(client.fail("getGeometry", json!({"id": "#a"})).0, Code::Unsupported);
    }
}
