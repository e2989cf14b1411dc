//! `screenshot`: the pixels of an object or of the whole app.

use crate::json::length;
use crate::obstacle;
use crate::resolve::visit_object;
use qtmcp_tool::arguments::FormatArgument;
use qtmcp_tool::computer::with_pointer;
use qtmcp_tool::vision::{Budget, Format, Frame, encode};
use qtmcp_tool::{Code, Effect, Fault, Image, ObjectId, Obstacle, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Take a picture of an object or the whole screen.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Screenshot {
    /// Object path; the screen if omitted.
    id: Option<String>,
    #[serde(default)]
    format: FormatArgument,
    /// Largest size: xga, wxga, fwxga, standard, hires or WxH; all pixels if omitted.
    fit: Option<String>,
}

impl Tool for Screenshot {
    const NAME: &'static str = "screenshot";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let budget: Budget = match &self.fit {
            Some(fit) => fit.parse().map_err(|error| Fault::new(Code::BadArgument, format!("fit: {error}.")))?,
            None => Budget::Full,
        };
        let (app, deadline) = (session.app(), session.deadline());
        let frame = match &self.id {
            Some(id) => visit_object(app, deadline, id, grab).await?,
            None => with_pointer(app.visit(deadline, |ui| ui.grab_screen()).await??),
        };
        if frame.width == 0 || frame.height == 0 {
            return Err(Fault::new(Code::NotVisible, "There is nothing to see: the picture has no size."));
        }
        let frame = frame.scaled(budget.fit(frame.size()));
        let format = Format::from(self.format);
        let bytes = encode(&frame, format).map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
        let result = json!({
            "success": true,
            "format": format.to_string(),
            "width": frame.width,
            "height": frame.height,
            "ratio": length(frame.ratio),
        });
        Ok(Response::json(result).with_image(Image { media_type: format.media_type(), bytes, place: "/data".into() }))
    }
}

/// What is hidden could be drawn all the same, but nobody sees it.
fn grab(ui: &mut dyn Ui, id: ObjectId) -> Result<Frame, Fault> {
    let placed = ui.placement(id)?;
    if (placed.is_widget || placed.is_item || placed.is_window) && !placed.visible {
        return Err(obstacle::fault(ui, id, Obstacle::Hidden));
    }
    ui.grab(id)
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::json;

    const FIXTURE: &str =
        "QApplication\n QWidget#w at=0,0,20,10\n  QLabel#flat at=0,0,0,0\n  QLabel#off at=0,0,9,9 hidden";

    #[test]
    fn an_object_and_the_screen_have_their_sizes_and_a_png() {
        let client = Client::new(FIXTURE);
        for (arguments, width, height) in [(json!({"id": "#w", "format": "png"}), 20, 10), (json!({}), 1024, 768)] {
            let response = client.respond("screenshot", arguments).unwrap();
            let expected = json!({"success": true, "format": "png", "width": width, "height": height, "ratio": 1});
            assert_eq!(response.result, expected);
            let image = &response.images[0];
            assert_eq!((&*image.place, image.media_type), ("/data", "image/png"));
            assert!(image.bytes.starts_with(b"\x89PNG"));
        }
    }

    #[test]
    fn what_cannot_be_pictured_says_so() {
        let client = Client::new(FIXTURE);
        let (code, message) = client.fail("screenshot", json!({"format": "bmp"}));
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("`bmp`") && message.contains("`webp`"), "{message}");
        assert_eq!(client.fail("screenshot", json!({"id": "#flat"})).0, Code::NotVisible);
        assert_eq!(client.fail("screenshot", json!({"id": "#off"})).0, Code::NotVisible);
    }
}
