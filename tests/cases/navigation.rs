//! `navigate` and `file_upload`: menus by path, tabs and pages by name, back and forward, and file dialogs answered in
//! one step; on Widgets and on QML.

mod files;
mod history;
mod menus;
mod tabs;

use qtmcp_tests::{Code, Launch, Page, Qt, Value, json};

/// An app that is gone about in.
struct Place(Page);

impl std::ops::Deref for Place {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.0
    }
}

impl Place {
    async fn open(app: Launch) -> Self {
        Self(Page::open(app).await)
    }

    /// A page of the Widgets gallery beyond the tabs.
    async fn page(qt: Qt, name: &str) -> Self {
        Self(Page::more(qt, name).await)
    }

    /// A page of the QML gallery beyond the tabs.
    async fn quick(qt: Qt, name: &str) -> Self {
        Self(Page::quick(qt, name).await)
    }

    /// `navigate` that must get there, and all it says.
    async fn go(&self, action: &str, target: &str) -> String {
        let answer = self.call("navigate", json!({"action": action, "target": target})).await;
        assert_eq!(answer["success"], true, "{answer}");
        text(&answer)
    }

    /// The same as the browser's extension has it.
    async fn go_as_chrome(&self, action: &str, target: &str) -> String {
        let answer = self.call("navigate", json!({"action": action, "target": target, "dialect": "chrome"})).await;
        text(&answer)
    }

    /// `navigate` that must fail: the code, and the message with the next step.
    async fn refuses(&self, action: &str, target: &str) -> (Code, String) {
        let (code, message, next) = self.fault("navigate", json!({"action": action, "target": target})).await;
        assert!(!next.is_empty(), "{message}");
        (code, format!("{message} {next}"))
    }

    /// Clicks the only element of this class and name.
    async fn press(&self, class: &str, name: &str) -> String {
        let number = self.number(class, name).await;
        text(&self.call("click", json!({"ref": number})).await)
    }

    async fn key(&self, keys: &str) -> String {
        text(&self.call("computer", json!({"action": "key", "text": keys})).await)
    }
}

/// What an answer says.
fn text(answer: &Value) -> String {
    answer["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}")).to_owned()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
