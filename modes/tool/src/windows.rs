//! `closeWindows`: every window closed as a window manager does when a session ends, and what the app asks before it lets go.

use crate::a11y::{self, Dialect, Page, Ref, Role, View, Window, WindowKind};
use crate::snapshot::{Extent, Limits, snapshot};
use crate::{Code, Effect, Fault, ObjectId, Response, Session, Settled, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashSet;

/// More windows than this are not closed in one call.
const MOST_WINDOWS: usize = 100;
/// What is told of a dialog that asks.
const DIALOG_CHARS: usize = 1500;
/// A title, a question or the name of a button.
const TEXT_CHARS: usize = 500;

/// Close every window, the topmost first, as a person would by the buttons in their frames, and tell what is still open: a
/// dialog that asks about unsaved work, a window that refuses.
///
/// Stops at the first window that opens meanwhile. An app usually ends with its last window, and then the connection may
/// end before the answer.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CloseWindows {
    /// Close nothing; only tell what is open.
    #[serde(default)]
    ask: bool,
}

impl Tool for CloseWindows {
    const NAME: &'static str = "closeWindows";
    const EFFECT: Effect = Effect::Acts;
    const LEAST: Effect = Effect::Reads;

    fn effect(&self) -> Effect {
        if self.ask { Effect::Reads } else { Effect::Acts }
    }

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let closed = if self.ask {
            // What is just opening is told of as well.
            session.app().settle().await;
            Ok(())
        } else {
            close_all(session).await
        };
        let open = match closed {
            Ok(()) => snapshot(session.app(), session.deadline(), Extent::Everything, Limits::OUTCOME).await,
            Err(fault) => Err(fault),
        };
        match open {
            Ok(page) => Ok(told(&page, session.dialect())),
            Err(fault) if fault.code == Code::NoWindow => Ok(without_windows(session).await),
            Err(fault) => Err(fault),
        }
    }
}

async fn close_all(session: &Session) -> Result<(), Fault> {
    let app = session.app();
    let windows = async || app.visit(session.deadline(), |ui| ui.windows()).await;
    let known: HashSet<ObjectId> = windows().await?.iter().map(|window| window.id).collect();
    let mut asked = HashSet::new();
    while asked.len() < MOST_WINDOWS {
        let open = windows().await?;
        // What was not there before is an answer to us, a question most likely, and not ours to close.
        let is_answer = |window: &Window| !known.contains(&window.id) && !is_passing(window);
        let next = open.iter().find(|window| window.blocked_by.is_none() && !asked.contains(&window.id));
        let Some(next) = next.filter(|_| !open.iter().any(is_answer)) else { break };
        let id = next.id;
        asked.insert(id);
        // A question that runs an event loop of its own holds the close until it is answered.
        match app.start(session.deadline(), move |ui| ui.close(id)).await?.unwrap_or(Ok(())) {
            // It went by itself.
            Err(fault) if matches!(fault.code, Code::NotFound | Code::NoWindow) => {}
            closed => closed?,
        }
        if app.settle().await == Settled::Ending {
            break;
        }
    }
    Ok(())
}

fn is_passing(window: &Window) -> bool {
    matches!(window.kind, WindowKind::Popup | WindowKind::ToolTip)
}

async fn without_windows(session: &Session) -> Response {
    let is_running = session.app().status().await.has_application;
    let text = if is_running { "No window is open, and the app runs on." } else { "The app ends." };
    Response::told(text.to_owned(), json!({"open": [], "running": is_running, "text": ""}))
}

fn told(page: &Page, dialect: Dialect) -> Response {
    let windows: Vec<&(Ref, Window)> = page.windows.iter().filter(|(_, window)| !is_passing(window)).collect();
    let asks = |window: &Window| window.blocked_by.is_none() && (window.modal || window.kind == WindowKind::Dialog);
    let line = |(number, window): &&(Ref, Window)| {
        if asks(window) {
            let view = View { root: Some(*number), max_chars: DIALOG_CHARS, brief: true, ..View::default() };
            return format!("It asks: {}", a11y::render(page, dialect, &view).text.trim_end());
        }
        format!("Open: {} \"{}\".", kind(window), a11y::sanitize(&window.title, TEXT_CHARS))
    };
    let text = windows.iter().map(line).collect::<Vec<_>>().join("\n");
    let open: Vec<Value> = windows.iter().map(|(number, window)| entry(page, *number, window, asks(window))).collect();
    Response::told(text.clone(), json!({"open": open, "running": true, "text": text}))
}

fn entry(page: &Page, number: Ref, window: &Window, asks: bool) -> Value {
    let title = a11y::sanitize(&window.title, TEXT_CHARS);
    let mut entry = json!({"title": title, "kind": kind(window), "modal": window.modal});
    if let Some(root) = page.tree.index_of(number).filter(|_| asks) {
        let end = page.tree.get(root).map_or(root, |node| node.end);
        let inside = page.tree.nodes().get(root..end).unwrap_or_default();
        let texts = |role: Role| {
            let named = inside.iter().filter(move |node| node.role() == role && !node.label.is_empty());
            named.map(|node| a11y::sanitize(&node.label, TEXT_CHARS)).collect::<Vec<_>>()
        };
        entry["text"] = json!(texts(Role::StaticText).join("\n"));
        entry["buttons"] = json!(texts(Role::Button));
    }
    entry
}

fn kind(window: &Window) -> &'static str {
    if window.kind == WindowKind::Dialog { "dialog" } else { "window" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeApp, FakeClient};
    use crate::{Catalog, Mode};

    const EDITOR: &str = r##"
QApplication
 QMainWindow#main windowTitle="Letter" at=0,0,640,480
  QPushButton#ok text="OK" at=10,10,80,30
 QMainWindow#other windowTitle="Notes" at=0,0,640,480
 QDialog#ask windowTitle="Editor" modal hidden at=0,0,300,100
  QLabel#question text="Save changes?" at=0,0,100,20
  QPushButton#save text="Save" at=0,50,50,20
  QPushButton#discard text="Discard" at=60,50,50,20
"##;

    fn client(fixture: &str) -> FakeClient {
        FakeClient::new(FakeApp::new(fixture), Catalog { modes: &[], beside: &[] }, Mode::Native)
    }

    #[test]
    fn every_window_is_closed() {
        let client = client(EDITOR);
        let closed = client.call("closeWindows", json!({}));
        assert_eq!(closed, json!({"open": [], "running": true, "text": ""}));
        let input = client.app.take_input();
        assert!(input.contains("close QMainWindow#main") && input.contains("close QMainWindow#other"), "{input}");
    }

    #[test]
    fn a_question_stops_it_and_is_told() {
        let fixture = EDITOR.replace("at=0,0,640,480\n  QPushButton#ok", "at=0,0,640,480 opens=#ask\n  QPushButton#ok");
        let client = client(&fixture);
        let answer = client.call("closeWindows", json!({}));
        client.app.end_nested();
        let asking = json!({"title": "Editor", "kind": "dialog", "modal": true, "text": "Save changes?",
            "buttons": ["Save", "Discard"]});
        assert_eq!(answer["open"][0], asking, "{answer}");
        let text = answer["text"].as_str().unwrap();
        assert!(text.starts_with("It asks: ") && text.contains("Save changes?"), "{text}");
        let titles = answer["open"].as_array().unwrap().iter().map(|open| open["title"].as_str().unwrap());
        assert!(titles.clone().any(|title| title == "Letter"), "{answer}");
        // Asking alone closes nothing, and tells the same.
        let _ = client.app.take_input();
        assert_eq!(client.call("closeWindows", json!({"ask": true})), answer);
        assert_eq!(client.app.take_input(), "");
    }
}
