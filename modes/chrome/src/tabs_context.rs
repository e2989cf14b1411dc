//! `tabs_context` and `tabs_context_mcp`: the windows there are, which one is active, and which takes the others' input.

use crate::dialect;
use crate::pages::kind;
use qtmcp_tool::a11y::{self, Dialect, Read, Ref, Tree, Window, WindowKind};
use qtmcp_tool::arguments::DialectArgument;
use qtmcp_tool::snapshot::active;
use qtmcp_tool::tab;
use qtmcp_tool::target::spelled;
use qtmcp_tool::{Effect, Fault, ObjectId, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

/// List windows, dialogs and popups by tabId: which is active, modal, blocked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TabsContext {
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

impl Tool for TabsContext {
    const NAME: &'static str = "tabs_context";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        let shown = Shown::read(session, dialect).await?;
        let windows: Vec<Json> = shown.windows.iter().map(|window| shown.json(window)).collect();
        let mut result = json!({"windows": windows, "activeWindow": shown.active});
        let lines: Vec<String> = shown.windows.iter().map(|window| shown.line(window, dialect)).collect();
        let text = if lines.is_empty() { "The app shows no window.".to_owned() } else { lines.join("\n") };
        result["text"] = json!(text);
        Ok(Response::told(text, result))
    }
}

/// List the app's windows as tabs.
///
/// What `tabs_context` is called in the browser, in the form it has there. Models are shown `tabs_context` alone.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TabsContextMcp {
    /// Ignored: an app opens its windows itself.
    #[serde(rename = "createIfEmpty")]
    _create_if_empty: Option<bool>,
}

impl Tool for TabsContextMcp {
    const NAME: &'static str = "tabs_context_mcp";
    const EFFECT: Effect = Effect::Reads;
    const LISTED: bool = false;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let shown = Shown::read(session, Dialect::Chrome).await?;
        let lasting = |window: &&ShownWindow| !matches!(window.window.kind, WindowKind::Popup | WindowKind::ToolTip);
        let tab = |shown_window: &ShownWindow| {
            let title = &shown_window.window.title;
            json!({"tabId": shown_window.number, "title": title, "url": tab::url(&shown.app, title)})
        };
        let tabs: Vec<Json> = shown.windows.iter().filter(lasting).map(tab).collect();
        let mut result = json!({"availableTabs": tabs, "tabGroupId": 1});
        if let Some(active) = shown.active {
            result["selectedTabId"] = json!(active);
        }
        Ok(Response::json(result))
    }
}

/// The windows of one moment, with their refs.
struct Shown {
    app: String,
    /// The topmost first.
    windows: Vec<ShownWindow>,
    active: Option<Ref>,
}

struct ShownWindow {
    number: Ref,
    /// Role or class, title and ref.
    named: String,
    window: Window,
}

impl Shown {
    async fn read(session: &Session, dialect: Dialect) -> Result<Self, Fault> {
        let app = session.shared_app();
        session
            .app()
            .visit(session.deadline(), move |ui| {
                let refs = app.refs();
                let windows = ui.windows();
                let active = active(&windows).map(|window| window.id);
                let mut shown = Vec::new();
                for window in windows {
                    // Looked at anew: titles change.
                    let Some(raw) = ui.describe(window.id.into()) else { continue };
                    let read = Read { element: window.id.into(), depth: 0, raw };
                    let named = a11y::line(&Tree::new(vec![read], refs), 0, dialect);
                    let number = refs.give_window(window.id, || named.clone());
                    shown.push(ShownWindow { number, named, window });
                }
                let of = |id: ObjectId| shown.iter().find(|shown| shown.window.id == id).map(|shown| shown.number);
                let active = active.and_then(of);
                Shown { app: tab::app_name(ui), windows: shown, active }
            })
            .await
    }

    fn number(&self, id: ObjectId) -> Option<Ref> {
        self.windows.iter().find(|shown| shown.window.id == id).map(|shown| shown.number)
    }

    /// The windows whose input this one takes.
    fn blocks(&self, of: &ShownWindow) -> Vec<Ref> {
        let blocked = |shown: &&ShownWindow| shown.window.blocked_by == Some(of.window.id);
        self.windows.iter().filter(blocked).map(|shown| shown.number).collect()
    }

    fn json(&self, shown: &ShownWindow) -> Json {
        let window = &shown.window;
        let mut members = Map::new();
        let mut put = |member: &str, value: Json| members.insert(member.to_owned(), value);
        put("id", json!(shown.number));
        put("title", json!(window.title));
        put("active", json!(self.active == Some(shown.number)));
        put("size", json!([window.bounds.width.round(), window.bounds.height.round()].map(|length| length as i64)));
        put("position", json!([window.bounds.x.round(), window.bounds.y.round()].map(|length| length as i64)));
        put("kind", json!(kind(window.kind)));
        put("modal", json!(window.modal));
        if let Some(by) = window.blocked_by.and_then(|id| self.number(id)) {
            put("blockedBy", json!(by));
        }
        let blocks = self.blocks(shown);
        if !blocks.is_empty() {
            put("blocks", json!(blocks));
        }
        Json::Object(members)
    }

    fn line(&self, shown: &ShownWindow, dialect: Dialect) -> String {
        let bounds = shown.window.bounds;
        let mut line = format!("{} {}x{} at ({}, {})", shown.named, bounds.width, bounds.height, bounds.x, bounds.y);
        if shown.window.kind != WindowKind::Window {
            line += &format!(", {}", kind(shown.window.kind));
        }
        if self.active == Some(shown.number) {
            line += ", active";
        }
        if shown.window.modal {
            let blocked: Vec<_> = self.blocks(shown).into_iter().map(|number| spelled(number, dialect)).collect();
            line += ", modal";
            if !blocked.is_empty() {
                line += &format!(": blocks {}", blocked.join(" "));
            }
        }
        if let Some(by) = shown.window.blocked_by.and_then(|id| self.number(id)) {
            line += &format!(", blocked by {}", spelled(by, dialect));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use expect_test::expect;
    use serde_json::json;

    const FIXTURE: &str = r##"
QApplication applicationName="Address Book"
 QMainWindow#main windowTitle="My Application" at=0,0,1920,1080
 QDialog#settings windowTitle="Settings" at=10,20,400,300 modal hidden
 QMenu#menu at=5,5,50,60 popup hidden
"##;

    #[test]
    fn a_plain_window_is_active_and_blocks_nothing() {
        let client = Client::new(FIXTURE);
        let answer = client.call("tabs_context", json!({}));
        let main = json!({"id": 1, "title": "My Application", "active": true, "size": [1920, 1080], "position": [0, 0],
            "kind": "window", "modal": false});
        assert_eq!((&answer["windows"], &answer["activeWindow"]), (&json!([main]), &json!(1)));
    }

    #[test]
    fn a_modal_dialog_says_what_it_blocks_and_what_is_blocked_says_by_what() {
        let client = Client::new(FIXTURE);
        client.call("tabs_context", json!({}));
        client.app.show("#settings", true);
        client.app.show("#menu", true);
        let answer = client.call("tabs_context", json!({"dialect": "chrome"}));
        let windows = answer["windows"].as_array().unwrap();
        let of = |title: &str| windows.iter().find(|window| window["title"] == title).unwrap();
        assert_eq!(of("My Application")["blockedBy"], of("Settings")["id"]);
        assert!(of("Settings")["blocks"].as_array().unwrap().contains(&json!(1)));
        assert_eq!((&of("Settings")["modal"], &of("Settings")["kind"]), (&json!(true), &json!("dialog")));
        assert_eq!(answer["activeWindow"], of("Settings")["id"]);
        assert_eq!(of("")["kind"], "popup");
    }

    #[test]
    fn the_browsers_form_lists_tabs_with_addresses() {
        let client = Client::new(FIXTURE);
        client.app.show("#menu", true);
        let answer = client.call("tabs_context_mcp", json!({"createIfEmpty": true}));
        expect![[r#"{"availableTabs":[{"tabId":2,"title":"My Application","url":"app://address-book/my-application"}],"tabGroupId":1,"selectedTabId":2}"#]]
            .assert_eq(&answer.to_string());
    }

    #[test]
    fn an_app_without_a_window_says_so() {
        let client = Client::new("QApplication\n QMainWindow#main hidden");
        let answer = client.call("tabs_context", json!({}));
        assert_eq!((&answer["windows"], &answer["text"]), (&json!([]), &json!("The app shows no window.")));
        assert_eq!(client.call("tabs_context_mcp", json!({}))["availableTabs"], json!([]));
    }
}
