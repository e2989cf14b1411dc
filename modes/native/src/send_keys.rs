//! `sendKeys`: text and keys as from a keyboard.

use crate::click::settled;
use crate::obstacle;
use crate::resolve::start_on_object;
use qtmcp_tool::vision::keys;
use qtmcp_tool::{
    Broken, Code, Effect, Fault, ObjectId, Response, Session, Tool, Ui, key_steps, perform_in, typing_steps,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Type text, then press keys.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SendKeys {
    /// Object to focus first; else what has the focus.
    id: Option<String>,
    /// Typed literally, in any script.
    text: Option<String>,
    /// Key sequence such as "Ctrl+A, Del".
    keys: Option<String>,
}

impl Tool for SendKeys {
    const NAME: &'static str = "sendKeys";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        if self.text.is_none() && self.keys.is_none() {
            return Err(Fault::new(Code::BadArgument, "Give text to type, or keys such as \"Ctrl+A, Del\"."));
        }
        let mut steps = typing_steps(self.text.as_deref().unwrap_or_default());
        if let Some(sequence) = &self.keys {
            let chords = keys::sequence(sequence)
                .map_err(|unknown| Fault::new(Code::BadArgument, format!("In keys `{sequence}`: {unknown}.")))?;
            steps.extend(key_steps(&chords));
        }
        let app = session.app();
        let mut window = None;
        if let Some(id) = &self.id {
            let focused = start_on_object(app, session.deadline(), id, |ui: &mut dyn Ui, id| {
                ui.focus_on(id.into()).map_err(|obstacle| obstacle::fault(ui, id, obstacle))?;
                Ok(window_around(ui, id))
            });
            window = focused.await?.flatten();
        }
        // A long text takes long: the timeout is for an app that does not go on.
        let sent = perform_in(&session.shared_app(), session.timeout(), window, &steps).await;
        sent.map_err(|Broken { done, fault }| if done == 0 { fault } else { broken_off(fault, done, steps.len()) })?;
        Ok(Response::json(settled(app.settle().await)))
    }
}

/// The window that an object is in.
fn window_around(ui: &mut dyn Ui, id: ObjectId) -> Option<ObjectId> {
    let mut around = Some(id);
    while let Some(id) = around {
        if ui.placement(id).is_ok_and(|placed| placed.is_window) {
            return Some(id);
        }
        around = ui.parent(id);
    }
    None
}

/// A fault in the middle of the typing, when it is no longer true that nothing was done.
fn broken_off(fault: Fault, done: usize, of: usize) -> Fault {
    let message = format!("{} Before that, {done} of {of} events were sent to it.", fault.message);
    Fault { message, ..fault }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use expect_test::expect;
    use qtmcp_tool::Code;
    use serde_json::json;

    const FIXTURE: &str =
        "QApplication\n QWidget#w at=0,0,99,99\n  QLineEdit#e text=\"\"\n  QLineEdit#off text=\"\" disabled";

    #[test]
    fn text_is_typed_literally_and_keys_follow() {
        let client = Client::new(FIXTURE);
        let answer = client.call("sendKeys", json!({"id": "#e", "text": "é€\n", "keys": "Ctrl+A, Del"}));
        assert_eq!(answer, json!({"success": true, "settled": "quiet"}));
        expect![[r#"
            focus QLineEdit#e
            type é
            type €
            key down Return
            key up Return
            key down a ctrl
            key up a ctrl
            key down Delete
            key up Delete
        "#]]
        .assert_eq(&client.app.take_input());
        let text = || client.call("getProperty", json!({"id": "#e", "property": "text"}))["value"].clone();
        assert_eq!(text(), json!(""), "the keys came after the text");
        client.call("sendKeys", json!({"id": "#e", "text": "é€"}));
        assert_eq!(text(), json!("é€"));
    }

    #[test]
    fn an_unknown_key_types_nothing() {
        let client = Client::new(FIXTURE);
        let (code, message) = client.fail("sendKeys", json!({"id": "#e", "text": "a", "keys": "Retrun"}));
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("near: Return"), "{message}");
        assert_eq!(client.fail("sendKeys", json!({"id": "#e"})).0, Code::BadArgument);
        assert_eq!(client.fail("sendKeys", json!({"id": "#off", "text": "a"})).0, Code::Disabled);
        assert_eq!(client.app.take_input(), "");
    }

    #[test]
    fn without_an_object_the_focus_stays() {
        let client = Client::new(FIXTURE);
        client.call("sendKeys", json!({"keys": "F5"}));
        assert_eq!(client.app.take_input(), "key down F5\nkey up F5\n");
    }
}
