//! What members call and answer, what they refuse, and that they are those of the published schemas.

mod members;
mod schemas;
mod windows;

use crate::AGENT_LOOP_TOOLS;
use qtmcp_tool::fake::{FakeApp, block_on};
use qtmcp_tool::{App, Catalog, Code, Effect, Fault, Image, Mode, Response, Session, Tool, ToolDef, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;
use std::time::Duration;

/// Stands in for `computer` of Computer Use mode: its arguments are what it says and what it says has changed.
#[derive(Deserialize, JsonSchema)]
struct Computer {
    #[serde(flatten)]
    arguments: Map<String, Json>,
}

impl Tool for Computer {
    const NAME: &'static str = "computer";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, _: &Session) -> Result<Response, Fault> {
        let action = self.arguments.get("action").and_then(Json::as_str).unwrap_or_default().to_owned();
        let given = Json::Object(self.arguments.clone()).to_string();
        if self.arguments.get("text") == Some(&json!("fail")) {
            return Err(Fault::new(Code::NotFound, "The app has no window at (3, 4)"));
        }
        if action == "fly" {
            return Err(Fault::new(Code::BadArgument, "Invalid action: fly"));
        }
        let response = Response::told(given.clone(), json!({"success": true, "changed": [given]}));
        let is_shown = self.arguments.get("screenshot") != Some(&json!(false)) && action != "cursor_position";
        let image = Image { media_type: "image/png", bytes: vec![1, 2], place: "/screenshot/data".into() };
        Ok(if is_shown { response.with_image(image) } else { response })
    }
}

fn advice(_: Code) -> &'static str {
    "Call something else."
}

const STAND_IN: &[ToolDef] = tools![advice; Computer];

const FIXTURE: &str = r##"
QApplication applicationName="gallery"
 QMainWindow#other windowTitle="Other" at=0,0,640,480 slot="bool close()"
 QMainWindow#main windowTitle="Main" at=0,0,640,480 slot="bool close()"
  QPushButton#ok text="OK" at=10,10,80,30
  QLineEdit#edit text="" label="Name" at=10,90,80,20
  QCheckBox#agree text="Agree" checked=false at=10,130,80,20
 QDialog#dialog windowTitle="Really?" at=0,0,60,60 modal hidden
"##;

/// An agent loop.
struct Loop {
    app: FakeApp,
    session: Session,
}

impl Loop {
    fn new() -> Self {
        let app = FakeApp::new(FIXTURE);
        let catalog =
            Catalog { modes: &[(Mode::Chrome, qtmcp_chrome::TOOLS), (Mode::ComputerUse, STAND_IN)], beside: &[] };
        let shared: Arc<dyn App> = Arc::new(app.clone());
        let session = Session::new(shared, catalog, Mode::Native, Duration::from_secs(60), Arc::new(|_| ()));
        Self { app, session }
    }

    fn call(&self, arguments: Json) -> Result<Json, Fault> {
        let tool = AGENT_LOOP_TOOLS.iter().find(|tool| tool.name == "toolUse").unwrap();
        let response = block_on(tool.call(arguments, &self.session))?;
        Ok(response.with_pictures_inside(|bytes| format!("{bytes:?}")))
    }

    /// The content of a block that succeeds.
    #[track_caller]
    fn content(&self, toolset: &str, name: &str, input: Json) -> Vec<Json> {
        let answer = self.call(json!({"toolset_name": toolset, "name": name, "input": input})).unwrap();
        assert_eq!(answer["is_error"], false, "{answer}");
        answer["content"].as_array().unwrap().clone()
    }

    /// The texts of a block that succeeds.
    #[track_caller]
    fn texts(&self, toolset: &str, name: &str, input: Json) -> Vec<String> {
        let content = self.content(toolset, name, input);
        content.iter().filter_map(|block| block["text"].as_str()).map(str::to_owned).collect()
    }

    /// The one text of a block that fails.
    #[track_caller]
    fn error(&self, toolset: &str, name: &str, input: Json) -> String {
        let answer = self.call(json!({"toolset_name": toolset, "name": name, "input": input})).unwrap();
        error_text(&answer)
    }

    fn give(&self, target: &str) -> u64 {
        self.app.refs().give(self.app.id(target).into(), || target.to_owned())
    }
}

#[track_caller]
fn error_text(answer: &Json) -> String {
    assert_eq!(answer["is_error"], true, "{answer}");
    let content = answer["content"].as_array().unwrap();
    assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")), "{answer}");
    let text = content[0]["text"].as_str().unwrap().to_owned();
    assert!(!text.is_empty());
    text
}
