//! `navigate` and `file_upload`: menus by path, tabs and pages by name, back and forward, and file dialogs answered in
//! one step; on Widgets and on QML.

mod files;
mod history;
mod menus;
mod tabs;

use qtmcp_tests::{Code, Launch, Qt, TestApp, Value, eventually, gallery, json, launch, qml_gallery};

/// An app that is gone about in.
struct Place(TestApp);

impl std::ops::Deref for Place {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

impl Place {
    async fn open(app: Launch) -> Self {
        let place = Self(launch(app.env("QTMCP_MODE", "chrome")).await);
        eventually("a window", async || {
            let windows = place.call("tabs_context", json!({})).await;
            windows["activeWindow"].as_u64()
        })
        .await;
        place
    }

    /// A page of the Widgets gallery beyond the tabs.
    async fn page(qt: Qt, name: &str) -> Self {
        Self::open(gallery(qt).args(["--page", name])).await
    }

    /// A page of the QML gallery beyond the tabs.
    async fn quick(qt: Qt, name: &str) -> Self {
        Self::open(qml_gallery(qt).args(["--page", name])).await
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

    /// What is shown of this class and name, by its refs.
    async fn all(&self, class: &str, name: &str) -> Vec<u64> {
        let page = self.call("read_page", json!({})).await;
        let refs = page["refs"].as_object().unwrap();
        let found = refs.iter().filter(|(_, about)| about["class"] == class && about["name"] == name);
        found.map(|(number, _)| number.parse().unwrap()).collect()
    }

    async fn number(&self, class: &str, name: &str) -> u64 {
        let all = self.all(class, name).await;
        assert_eq!(all.len(), 1, "{class} \"{name}\": {all:?}");
        all[0]
    }

    /// Clicks the only element of this class and name.
    async fn press(&self, class: &str, name: &str) -> String {
        let number = self.number(class, name).await;
        text(&self.call("click", json!({"ref": number})).await)
    }

    async fn key(&self, keys: &str) -> String {
        text(&self.call("computer", json!({"action": "key", "text": keys})).await)
    }

    /// Waits until the app has said a line on stdout.
    async fn said(&self, line: &str) {
        let what = format!("`{line}` on stdout");
        eventually(&what, async || self.stdout().lines().any(|said| said == line).then_some(())).await;
    }

    /// How often the app has said a line so far.
    fn times(&self, line: &str) -> usize {
        self.stdout().lines().filter(|said| *said == line).count()
    }
}

/// What an answer says.
fn text(answer: &Value) -> String {
    answer["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}")).to_owned()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
