//! Chrome mode on real apps: pages read and driven by ref, the specification's usage patterns call for call, windows and
//! popups, waiting, batches, mouse and keyboard.

mod computer;
mod finding;
mod hostile;
mod outcomes;
mod pages;
mod patterns;
mod popups;
mod waits;
mod windows;

use qtmcp_tests::{Launch, Qt, TestApp, Value, eventually, gallery, json, launch, qml_gallery, small};

/// An app driven as a page.
struct Page(TestApp);

impl std::ops::Deref for Page {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

impl Page {
    /// Starts an app in Chrome mode and waits until it shows a window.
    async fn open(app: Launch) -> Self {
        let page = Self(launch(app.env("QTMCP_MODE", "chrome")).await);
        eventually("a window", async || {
            let windows = page.call("tabs_context", json!({})).await;
            windows["activeWindow"].as_u64()
        })
        .await;
        page
    }

    /// A tab of the Widgets gallery.
    async fn tab(qt: Qt, name: &str) -> Self {
        Self::open(gallery(qt).args(["--tab", name])).await
    }

    /// A page of the Widgets gallery beyond the tabs.
    async fn more(qt: Qt, name: &str) -> Self {
        Self::open(gallery(qt).args(["--page", name])).await
    }

    /// A page of the QML gallery beyond the tabs.
    async fn quick(qt: Qt, name: &str) -> Self {
        Self::open(qml_gallery(qt).args(["--page", name])).await
    }

    /// The form of the specification's usage patterns.
    async fn pattern(qt: Qt) -> Self {
        Self::open(small(qt, "addressform").args(["--pattern"])).await
    }

    /// What `read_page` shows.
    async fn tree(&self, dialect: &str) -> String {
        let page = self.call("read_page", json!({"dialect": dialect})).await;
        page["tree"].as_str().unwrap().to_owned()
    }

    /// The ref of the shown element of this class and name.
    async fn number(&self, class: &str, name: &str) -> u64 {
        let page = self.call("read_page", json!({})).await;
        let refs = page["refs"].as_object().unwrap();
        let found = refs.iter().find(|(_, about)| about["class"] == class && about["name"] == name);
        let (number, _) =
            found.unwrap_or_else(|| panic!("no {class} \"{name}\" in:\n{}", page["tree"].as_str().unwrap()));
        number.parse().unwrap()
    }

    /// Whether an element of this class and name is shown.
    async fn shows(&self, class: &str, name: &str) -> bool {
        let page = self.call("read_page", json!({})).await;
        let refs = page["refs"].as_object().unwrap();
        refs.values().any(|about| about["class"] == class && about["name"] == name)
    }

    /// Clicks the element of this class and name.
    async fn press(&self, class: &str, name: &str) -> Value {
        let number = self.number(class, name).await;
        self.call("click", json!({"ref": number})).await
    }

    /// Waits until the app has said a line on stdout.
    async fn said(&self, line: &str) {
        let what = format!("`{line}` on stdout");
        eventually(&what, async || self.stdout().lines().any(|said| said == line).then_some(())).await;
    }

    /// `computer`, and the first line of what it says.
    async fn computer(&self, arguments: Value) -> String {
        let answer = self.call("computer", arguments).await;
        first_line(&answer).to_owned()
    }

    /// The middle of a named object on the screen.
    async fn middle(&self, id: &str) -> (f64, f64) {
        let place = self.call("getGeometry", json!({"id": id})).await["global"].clone();
        let side = |at: &str, size: &str| (place[at].as_f64().unwrap() + place[size].as_f64().unwrap() / 2.0).floor();
        (side("x", "width"), side("y", "height"))
    }
}

/// What an answer says first.
fn first_line(answer: &Value) -> &str {
    text(answer).lines().next().unwrap_or_default()
}

/// What an answer says.
fn text(answer: &Value) -> &str {
    answer["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}"))
}
