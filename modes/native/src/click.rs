//! `click`: a mouse click as a person's, once the object can take one.

use crate::obstacle;
use crate::resolve::start_on_object;
use qtmcp_tool::vision::Point;
use qtmcp_tool::vision::keys::Modifiers;
use qtmcp_tool::{
    Aim, Code, Effect, Fault, MouseButton, MouseEvent, MouseKind, Response, Session, Settled, Tool, Ui, click_steps,
    keyboard, perform,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::sync::{Arc, Mutex, PoisonError};

/// Click an object with the mouse; waits until the UI has settled.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Click {
    /// Object path.
    id: String,
    #[serde(default)]
    button: Button,
    /// From its top left; default center.
    #[serde(default)]
    position: Position,
    /// 2 is a double click; at most 3.
    count: Option<u32>,
    /// Held keys: shift, ctrl, alt, meta.
    modifiers: Option<Held>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Button {
    #[default]
    Left,
    Right,
    Middle,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "position is \"center\" or {\"x\": …, \"y\": …}")]
enum Position {
    Named(Center),
    At { x: f64, y: f64 },
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Center {
    Center,
}

impl Default for Position {
    fn default() -> Self {
        Self::Named(Center::Center)
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "modifiers is a list such as [\"ctrl\"] or a string such as \"ctrl+shift\"")]
enum Held {
    Many(Vec<String>),
    Text(String),
}

impl Tool for Click {
    const NAME: &'static str = "click";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let count = self.count.unwrap_or(1);
        if !(1..=3).contains(&count) {
            return Err(Fault::new(Code::BadArgument, format!("count is 1, 2 or 3, not {count}.")));
        }
        let modifiers = self.modifiers.map_or(Ok(Modifiers::default()), |held| held.modifiers())?;
        let place = match self.position {
            Position::Named(Center::Center) => None,
            Position::At { x, y } => Some(Point { x, y }),
        };
        let button = match self.button {
            Button::Left => MouseButton::Left,
            Button::Right => MouseButton::Right,
            Button::Middle => MouseButton::Middle,
        };
        let (app, deadline) = (session.app(), session.deadline());
        // The move may open an event loop of its own, so where it went must be known without its answer.
        let aimed: Arc<Mutex<Option<Aim>>> = Arc::default();
        let slot = Arc::clone(&aimed);
        start_on_object(app, deadline, &self.id, move |ui: &mut dyn Ui, id| {
            let at = ui.aim_at(id.into(), place).map_err(|obstacle| obstacle::fault(ui, id, obstacle))?;
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(at);
            ui.mouse(&MouseEvent { at, kind: MouseKind::Move { held: None }, modifiers })
        })
        .await?;
        let at = aimed.lock().unwrap_or_else(PoisonError::into_inner).take();
        let at = at.ok_or_else(|| Fault::new(Code::Internal, "the pointer was never aimed"))?;
        let steps = click_steps(at, button, count, modifiers);
        perform(&session.shared_app(), session.timeout(), &steps).await.map_err(|broken| broken.fault)?;
        Ok(Response::json(settled(app.settle().await)))
    }
}

impl Held {
    fn modifiers(self) -> Result<Modifiers, Fault> {
        let names = match self {
            Held::Many(words) => words.join("+"),
            Held::Text(text) => text,
        };
        keyboard::modifiers(&names).map_err(|word| {
            let message = format!("`{word}` is no modifier; there are shift, ctrl, alt and meta.");
            Fault::new(Code::BadArgument, message)
        })
    }
}

/// The answer of a tool that acted.
pub(crate) fn settled(settled: Settled) -> Json {
    let mut answer = json!({"success": true, "settled": settled.word()});
    if let Settled::StillBusy(with) = settled {
        answer["busyWith"] = json!(with);
    }
    answer
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use expect_test::expect;
    use qtmcp_tool::{Code, Settled};
    use serde_json::json;

    const FIXTURE: &str = r##"
QApplication
 QMainWindow#main at=100,100,640,480
  QPushButton#ok at=10,10,80,30
  QPushButton#off at=10,50,80,30 disabled
  QPushButton#gone at=10,90,80,30 hidden
  QPushButton#under at=10,130,80,30
  QFrame#lid at=0,120,640,100 covers=#under
  QPushButton#ask at=10,200,80,30 opens=#dialog
  QAction#save
 QDialog#dialog at=0,0,100,100 modal hidden windowTitle="Really?"
  QPushButton#yes at=10,10,50,20
 QMenu#menu at=0,0,50,50 popup hidden
"##;

    #[test]
    fn a_click_moves_presses_and_releases() {
        let client = Client::new(FIXTURE);
        assert_eq!(client.call("click", json!({"id": "#ok"})), json!({"success": true, "settled": "quiet"}));
        expect![[r#"
            move 150,125
            press Left 150,125
            release Left 150,125
        "#]]
        .assert_eq(&client.app.take_input());
    }

    #[test]
    fn button_place_count_and_modifiers_are_kept() {
        let client = Client::new(FIXTURE);
        client.app.settle_as(Settled::StillBusy("timers".into()));
        let click = json!({"id": "#ok", "button": "right", "position": {"x": 1, "y": 2}, "count": 2, "modifiers": "ctrl+Shift"});
        let answer = json!({"success": true, "settled": "still_busy", "busyWith": "timers"});
        assert_eq!(client.call("click", click), answer);
        expect![[r#"
            move 111,112 shift ctrl
            press Right 111,112 shift ctrl
            release Right 111,112 shift ctrl
            double press Right 111,112 shift ctrl
            release Right 111,112 shift ctrl
        "#]]
        .assert_eq(&client.app.take_input());
        client.call("click", json!({"id": "#ok", "position": "center", "modifiers": ["alt"]}));
        assert!(client.app.take_input().starts_with("move 150,125 alt\n"));
    }

    #[test]
    fn what_is_in_the_way_is_named_and_nothing_is_clicked() {
        let client = Client::new(FIXTURE);
        let fail = |id: &str| client.fail("click", json!({"id": id}));
        assert_eq!(fail("#gone").0, Code::NotVisible);
        assert_eq!(
            fail("#off"),
            (Code::Disabled, "`QApplication/QMainWindow#main/QPushButton#off` is disabled.".into())
        );
        let (code, message) = fail("#under");
        assert_eq!(code, Code::Covered);
        assert!(message.contains("covered by `QApplication/QMainWindow#main/QFrame#lid`"), "{message}");
        assert_eq!(fail("#save").0, Code::Unsupported);
        let (code, message) = client.fail("click", json!({"id": "#ok", "position": {"x": 80, "y": 0}}));
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("80×30"), "{message}");
        client.app.show("#menu", true);
        assert_eq!(fail("#ok").0, Code::Covered);
        client.app.show("#dialog", true);
        let (code, message) = fail("#ok");
        assert_eq!(code, Code::BlockedByDialog);
        assert!(message.contains("`QApplication/QDialog#dialog` (“Really?”)"), "{message}");
        assert_eq!(client.app.take_input(), "");
    }

    #[test]
    fn a_click_that_opens_a_dialog_answers_and_the_dialog_can_be_clicked() {
        let client = Client::new(FIXTURE);
        assert_eq!(client.call("click", json!({"id": "#ask"}))["success"], json!(true));
        assert_eq!(client.fail("click", json!({"id": "#ok"})).0, Code::BlockedByDialog);
        client.call("click", json!({"id": "#yes"}));
        client.app.end_nested();
    }

    #[test]
    fn wrong_arguments_say_what_is_right() {
        let client = Client::new(FIXTURE);
        for (arguments, expected) in [
            (json!({"id": "#ok", "count": 4}), "1, 2 or 3"),
            (json!({"id": "#ok", "modifiers": ["hyper"]}), "shift, ctrl, alt and meta"),
            (json!({"id": "#ok", "position": "left"}), "\"center\""),
            (json!({"id": "#ok", "buton": "left"}), "buton"),
        ] {
            let (code, message) = client.fail("click", arguments);
            assert_eq!(code, Code::BadArgument);
            assert!(message.contains(expected), "{message}");
        }
    }
}
