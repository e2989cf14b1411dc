//! `resize_window`: gives a window another size.

use crate::dialect;
use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::snapshot::{active, no_window};
use qtmcp_tool::tab;
use qtmcp_tool::target::named;
use qtmcp_tool::{Code, Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

const LARGEST: f64 = 16_384.0;

/// Resize a window.
///
/// The answer tells the size it has then.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResizeWindow {
    /// In pixels.
    #[schemars(extend("x-unlisted" = "description"))]
    width: f64,
    /// In pixels.
    #[schemars(extend("x-unlisted" = "description"))]
    height: f64,
    /// The window, from tabs_context; the active one if omitted.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

impl Tool for ResizeWindow {
    const NAME: &'static str = "resize_window";
    const EFFECT: Effect = Effect::Acts;
    const DESTRUCTIVE: bool = false;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        let (width, height) = (length("width", self.width)?, length("height", self.height)?);
        let wanted = match self.tab_id {
            Some(tab) => Some(tab::window(session, tab, dialect).await?),
            None => None,
        };
        let app = session.shared_app();
        let resized = session.app().visit(session.deadline(), move |ui| {
            let windows = ui.windows();
            let window = wanted.or_else(|| active(&windows).map(|window| window.id)).ok_or_else(no_window)?;
            ui.resize(window, width, height)?;
            let named = named(ui, app.refs(), window.into(), dialect);
            Ok((window, app.refs().give_window(window, || named.clone()), named))
        });
        let (window, number, named) = resized.await??;
        let settled = session.app().settle().await;
        // The window system may take its time, and a window has its own least and largest size.
        let bounds = session.app().visit(session.deadline(), move |ui| {
            ui.windows().into_iter().find(|shown| shown.id == window).map(|shown| shown.bounds)
        });
        let bounds =
            bounds.await?.ok_or_else(|| Fault::new(Code::NoWindow, format!("{named} is not shown any more.")))?;
        let (now_width, now_height) = (bounds.width.round() as u32, bounds.height.round() as u32);
        let mut text = match dialect {
            Dialect::Chrome => {
                format!("Successfully resized window containing tab {number} to {now_width}x{now_height} pixels")
            }
            Dialect::Qt => format!("Resized {named} to {now_width}x{now_height}."),
        };
        if (now_width, now_height) != (width, height) {
            text += &format!(" (asked for {width}x{height}; the window takes no other size)");
        }
        let result = json!({
            "success": true,
            "width": now_width,
            "height": now_height,
            "settled": settled.word(),
            "text": text,
        });
        Ok(Response::told(text, result))
    }
}

fn length(name: &str, length: f64) -> Result<u32, Fault> {
    if !(1.0..=LARGEST).contains(&length) || length.fract() != 0.0 {
        let message = format!("{name}={length} must be a whole number from 1 to {LARGEST}");
        return Err(Fault::new(Code::BadArgument, message));
    }
    Ok(length as u32)
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::json;

    const FIXTURE: &str = r##"
QApplication
 QMainWindow#main windowTitle="Main" at=0,0,640,480 minimum=200
 QDialog#tool windowTitle="Tool" at=0,0,100,100
"##;

    #[test]
    fn the_active_window_or_the_one_asked_for_gets_the_size() {
        let client = Client::new(FIXTURE);
        let text = client.read("resize_window", json!({"width": 390, "height": 844.0, "dialect": "chrome"}));
        let tool = client.give("#tool");
        assert_eq!(text, format!("Successfully resized window containing tab {tool} to 390x844 pixels"));
        let main = client.give("#main");
        let answer = client.call("resize_window", json!({"width": 300, "height": 250, "tabId": main}));
        assert_eq!((&answer["width"], &answer["height"]), (&json!(300), &json!(250)));
        assert_eq!(client.app.take_input(), "resize 390x844\nresize 300x250\n");
    }

    #[test]
    fn a_size_the_window_does_not_take_is_told() {
        let client = Client::new(FIXTURE);
        let main = client.give("#main");
        let text = client.read("resize_window", json!({"width": 50, "height": 300, "tabId": main}));
        assert_eq!(
            text,
            format!(
                "Resized [{main}] QMainWindow \"Main\" to 200x300. (asked for 50x300; the window takes no other size)"
            )
        );
        for (width, height) in [(0.0, 5.0), (5.5, 5.0), (5.0, 99_999.0)] {
            assert_eq!(client.fail("resize_window", json!({"width": width, "height": height})).0, Code::BadArgument);
        }
    }
}
