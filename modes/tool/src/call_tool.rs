//! `callTool`: any tool, answered as a model's client wants it: text, pictures beside it, and structure.

use crate::{Code, Effect, Fault, Mode, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Call a tool by its name and get its answer as content blocks, `{"type": "text", …}` and `{"type": "image", …}`, as MCP
/// has them.
///
/// `structuredContent` is there when the answer is structure and nothing else: clients that find it show a model
/// neither text nor pictures.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallTool {
    /// The tool's name.
    name: String,
    /// Its arguments.
    #[serde(default)]
    arguments: Map<String, Value>,
    /// The mode that the tool must be of. Without it, the name is understood as that of a method.
    mode: Option<Mode>,
}

impl Tool for CallTool {
    const NAME: &'static str = "callTool";
    const EFFECT: Effect = Effect::Acts;
    const LEAST: Effect = Effect::Reads;

    /// The tool that is called answers for itself.
    fn effect(&self) -> Effect {
        Effect::Reads
    }

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let arguments = Value::Object(self.arguments);
        let found = match self.mode {
            Some(mode) => session.catalog().own(mode, &self.name),
            None => session.catalog().find(session.mode(), &self.name, &arguments),
        };
        let found = found.filter(|tool| tool.name != Self::NAME);
        let Some(tool) = found else {
            return Err(Fault::new(Code::BadArgument, format!("There is no tool `{}`.", self.name))
                .next("Call listTools for the tools there are."));
        };
        Ok(blocks(tool.call(arguments, session).await?))
    }
}

fn blocks(response: Response) -> Response {
    let is_structure = response.text.is_none() && response.images.is_empty() && response.result.is_object();
    let text = response.text.unwrap_or_else(|| response.result.to_string());
    let mut content = vec![json!({"type": "text", "text": text})];
    let mut images = response.images;
    for image in &mut images {
        image.place = format!("/content/{}/data", content.len()).into();
        content.push(json!({"type": "image", "mimeType": image.media_type}));
    }
    let mut result = json!({"content": content});
    if is_structure {
        result["structuredContent"] = response.result;
    }
    Response { result, images, text: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Image;

    #[test]
    fn structure_comes_as_structure_and_as_text() {
        let result = blocks(Response::json(json!({"value": 7}))).result;
        let text = json!([{"type": "text", "text": "{\"value\":7}"}]);
        assert_eq!(result, json!({"content": text, "structuredContent": {"value": 7}}));
    }

    #[test]
    fn text_of_its_own_is_all_that_a_model_gets() {
        let result = blocks(Response::told("clicked".to_owned(), json!({"success": true}))).result;
        assert_eq!(result, json!({"content": [{"type": "text", "text": "clicked"}]}));
    }

    #[test]
    fn a_picture_is_a_block_and_never_text() {
        let image = Image { media_type: "image/png", bytes: vec![1], place: "/data".into() };
        let response = blocks(Response::json(json!({"width": 3})).with_image(image));
        let sent = response.with_pictures_inside(|bytes| format!("{bytes:?}"));
        let expected = json!([
            {"type": "text", "text": "{\"width\":3}"},
            {"type": "image", "mimeType": "image/png", "data": "[1]"},
        ]);
        assert_eq!(sent, json!({"content": expected}));
    }
}
