//! `browser_batch`: several calls in one, up to the first that fails.

use crate::TOOLS;
use qtmcp_tool::{Code, Effect, Fault, Permits, Response, Session, Tool, ToolDef};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

const MOST_ACTIONS: usize = 100;

/// Make several calls in order, up to the first that fails.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BrowserBatch {
    /// The calls, in order.
    #[schemars(extend("x-unlisted" = "description"))]
    #[schemars(length(min = 1))]
    actions: Vec<Item>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Item {
    /// A tool other than browser_batch.
    #[schemars(extend("x-unlisted" = "description"))]
    name: String,
    /// Its arguments.
    #[schemars(extend("x-unlisted" = "description"))]
    input: Map<String, Json>,
}

impl Tool for BrowserBatch {
    const NAME: &'static str = "browser_batch";
    const EFFECT: Effect = Effect::Acts;
    const LEAST: Effect = Effect::Reads;

    /// Each of its calls answers for itself.
    fn effect(&self) -> Effect {
        Effect::Reads
    }

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let count = self.actions.len();
        if !(1..=MOST_ACTIONS).contains(&count) {
            return Err(bad(format!("actions has {count} entries; it takes 1 to {MOST_ACTIONS}.")));
        }
        // A batch with a wrong name in it, or a call that is not allowed, does nothing at all.
        let tools: Vec<&ToolDef> =
            self.actions.iter().enumerate().map(|(nth, item)| tool(nth, &item.name)).collect::<Result<_, _>>()?;
        let access = session.access();
        for (nth, (item, tool)) in self.actions.iter().zip(&tools).enumerate() {
            let arguments = Json::Object(item.input.clone());
            tool.check(&arguments, access).map_err(|fault| {
                let message = format!("actions[{nth}]: {} Nothing was done.", fault.message);
                Fault { message, ..fault }
            })?;
        }
        let mut done = Done::default();
        for (nth, (item, tool)) in self.actions.into_iter().zip(tools).enumerate() {
            let title = item.title();
            match tool.call(Json::Object(item.input), session).await {
                Ok(response) => done.add(&title, response),
                Err(fault) => {
                    let remaining = count - nth - 1;
                    let mut message = format!(
                        "actions[{nth}] ({title}) failed: {} ({nth} completed, {remaining} remaining)",
                        fault.message
                    );
                    // What was done before is done, and its answers are not asked for again.
                    if nth > 0 {
                        message += &format!("\n\n{}", done.texts.join("\n"));
                    }
                    return Err(Fault { message, ..fault });
                }
            }
        }
        Ok(done.into())
    }
}

impl Item {
    /// The tool, and what it is asked to do: `computer:left_click`.
    fn title(&self) -> String {
        match self.input.get("action").and_then(Json::as_str) {
            Some(action) => format!("{}:{action}", self.name),
            None => self.name.clone(),
        }
    }
}

fn tool(nth: usize, name: &str) -> Result<&'static ToolDef, Fault> {
    if name == BrowserBatch::NAME {
        return Err(bad(format!("actions[{nth}]: a batch cannot contain a batch.")));
    }
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let names = TOOLS.iter().map(|tool| tool.name).filter(|known| *known != BrowserBatch::NAME);
        bad(format!("actions[{nth}]: there is no tool `{name}`; there are {}.", names.collect::<Vec<_>>().join(", ")))
    })
}

fn bad(message: String) -> Fault {
    Fault::new(Code::BadArgument, message)
}

/// What the calls so far answered.
#[derive(Default)]
struct Done {
    texts: Vec<String>,
    results: Vec<Json>,
    response: Response,
}

impl Done {
    fn add(&mut self, title: &str, response: Response) {
        let nth = self.results.len();
        let text = response.text.unwrap_or_else(|| response.result.to_string());
        self.texts.push(format!("[{title}] {text}"));
        self.results.push(response.result);
        for mut image in response.images {
            image.place = format!("/results/{nth}{}", image.place).into();
            self.response.images.push(image);
        }
    }
}

impl From<Done> for Response {
    fn from(done: Done) -> Self {
        let text = done.texts.join("\n");
        let completed = done.results.len();
        let result = json!({"results": done.results, "completed": completed, "text": text});
        Response { result, text: Some(text), ..done.response }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::json;

    const FIXTURE: &str = r##"
QApplication
 QMainWindow#main windowTitle="Main" at=0,0,640,480
  QPushButton#ok text="OK" at=10,10,80,30
  QPushButton#off text="Off" at=10,50,80,30 disabled
"##;

    fn client() -> (Client, u64, u64) {
        let client = Client::new(FIXTURE);
        let (ok, off) = (client.give("#ok"), client.give("#off"));
        (client, ok, off)
    }

    #[test]
    fn calls_run_in_order_and_their_answers_and_pictures_are_kept() {
        let (client, ok, _) = client();
        let actions = json!([
            {"name": "computer", "input": {"action": "left_click", "ref": ok, "dialect": "chrome"}},
            {"name": "computer", "input": {"action": "screenshot"}},
            {"name": "tabs_context_mcp", "input": {}},
        ]);
        let response = client.respond("browser_batch", json!({"actions": actions})).unwrap();
        let text = response.text.as_deref().unwrap();
        assert!(text.starts_with(&format!("[computer:left_click] Clicked on element ref_{ok}")), "{text}");
        assert!(text.contains("\n[computer:screenshot] Screenshot, 1024x768 pixels\n[tabs_context_mcp] {"), "{text}");
        assert_eq!(response.result["completed"], 3);
        assert_eq!(&*response.images[0].place, "/results/1/screenshot/data");
        let whole = response.with_pictures_inside(|bytes| bytes.len().to_string());
        assert!(whole["results"][1]["screenshot"]["data"].is_string());
    }

    #[test]
    fn the_first_that_fails_ends_it_and_what_was_done_is_told() {
        let (client, ok, off) = client();
        let actions = json!([
            {"name": "click", "input": {"ref": ok}},
            {"name": "click", "input": {"ref": off}},
            {"name": "click", "input": {"ref": ok}},
        ]);
        let (code, message) = client.fail("browser_batch", json!({"actions": actions}));
        assert_eq!(code, Code::Disabled);
        assert!(message.starts_with("actions[1] (click) failed: "), "{message}");
        assert!(message.contains("is disabled. (1 completed, 1 remaining)\n\n[click] Clicked"), "{message}");
        assert_eq!(client.app.take_input().matches("press").count(), 1);
    }

    #[test]
    fn a_batch_that_cannot_run_to_its_end_does_nothing() {
        let (client, ok, _) = client();
        let click = json!({"name": "click", "input": {"ref": ok}});
        let nested = json!({"name": "browser_batch", "input": {"actions": [click]}});
        let unknown = json!({"name": "fly", "input": {}});
        for (second, expected) in [(nested, "cannot contain a batch"), (unknown, "there is no tool `fly`")] {
            let (code, message) = client.fail("browser_batch", json!({"actions": [click, second]}));
            assert_eq!(code, Code::BadArgument);
            assert!(message.contains(expected), "{message}");
        }
        assert_eq!(client.fail("browser_batch", json!({"actions": []})).0, Code::BadArgument);
        assert_eq!(client.app.take_input(), "");
    }
}
