//! `getObjectInfo`: what one object is and where.

use crate::find::entry;
use crate::json::{length, rect};
use crate::path::PathBook;
use crate::presence::Presence;
use crate::resolve::visit_object;
use qtmcp_tool::{Code, Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// Get an object's classes, visibility and place.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetObjectInfo {
    /// Object path.
    id: String,
}

impl Tool for GetObjectInfo {
    const NAME: &'static str = "getObjectInfo";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let read = |ui: &mut dyn qtmcp_tool::Ui, id| {
            let known = ui.identity(id).zip(PathBook::default().path(ui, id));
            let (identity, path) = known.ok_or_else(|| Fault::new(Code::NotFound, "The object is gone."))?;
            let inheritance = ui.inheritance(id)?;
            let presence = Presence::of(ui, id);
            let placement = presence.placement.clone().unwrap_or_default();
            let mut info = Json::Object(entry(&path, &identity));
            info["inheritance"] = json!(inheritance);
            info["isWidget"] = json!(placement.is_widget);
            info["isQuickItem"] = json!(placement.is_item);
            info["isWindow"] = json!(placement.is_window);
            info["visible"] = json!(presence.visible);
            info["enabled"] = json!(presence.enabled);
            if presence.placement.is_some() {
                info["geometry"] = rect(placement.local);
                info["globalPosition"] = json!({"x": length(placement.global.x), "y": length(placement.global.y)});
            }
            Ok(info)
        };
        visit_object(session.app(), session.deadline(), &self.id, read).await.map(Response::json)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::json;

    const FIXTURE: &str = r#"
QApplication
 QMainWindow#main at=400,200,640,480
  QPushButton#ok at=100,200,80.5,30 disabled
  QAction#save visible=true enabled=false
"#;

    #[test]
    fn a_widget_has_all_the_specified_fields() {
        let client = Client::new(FIXTURE);
        assert_eq!(
            client.call("getObjectInfo", json!({"id": "#ok"})),
            json!({
                "id": "QApplication/QMainWindow#main/QPushButton#ok", "className": "QPushButton", "objectName": "ok",
                "inheritance": ["QPushButton", "QAbstractButton", "QWidget", "QObject"],
                "isWidget": true, "isQuickItem": false, "isWindow": false, "visible": true, "enabled": false,
                "geometry": {"x": 100, "y": 200, "width": 80.5, "height": 30},
                "globalPosition": {"x": 500, "y": 400},
            })
        );
    }

    #[test]
    fn an_object_without_a_place_says_what_its_properties_say() {
        let info = Client::new(FIXTURE).call("getObjectInfo", json!({"id": "QMainWindow/QAction#save"}));
        assert_eq!((&info["visible"], &info["enabled"], info.get("geometry")), (&json!(true), &json!(false), None));
    }

    #[test]
    fn one_call_is_one_visit() {
        let client = Client::new(FIXTURE);
        client.call("getObjectInfo", json!({"id": "QMainWindow#main/QPushButton#ok"}));
        assert_eq!(client.app.visits(), 1);
    }
}
