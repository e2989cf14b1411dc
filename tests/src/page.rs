//! An app as Chrome mode sees it: a page of elements with refs.

use crate::{Code, Launch, Qt, TestApp, Value, eventually, gallery, json, launch, qml_gallery, small};
use std::ops::Deref;

/// An app driven as a page.
pub struct Page(TestApp);

impl Deref for Page {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

impl Page {
    /// Starts an app in Chrome mode and waits until it shows a window.
    pub async fn open(app: Launch) -> Self {
        let page = Self(launch(app.env("QTMCP_MODE", "chrome")).await);
        eventually("a window", async || page.call("tabs_context", json!({})).await["activeWindow"].as_u64()).await;
        page
    }

    /// A tab of the Widgets gallery.
    pub async fn tab(qt: Qt, name: &str) -> Self {
        Self::open(gallery(qt).args(["--tab", name])).await
    }

    /// A page of the Widgets gallery beyond the tabs.
    pub async fn more(qt: Qt, name: &str) -> Self {
        Self::open(gallery(qt).args(["--page", name])).await
    }

    /// A page of the QML gallery beyond the tabs.
    pub async fn quick(qt: Qt, name: &str) -> Self {
        Self::open(qml_gallery(qt).args(["--page", name])).await
    }

    /// The form of the specification's usage patterns.
    pub async fn pattern(qt: Qt) -> Self {
        Self::open(small(qt, "addressform").args(["--pattern"])).await
    }

    /// What `read_page` shows in a dialect.
    pub async fn tree(&self, dialect: &str) -> String {
        let page = self.call("read_page", json!({"dialect": dialect})).await;
        page["tree"].as_str().unwrap_or_else(|| panic!("no tree in {page}")).to_owned()
    }

    /// The refs of what is shown of this class and name, from top to bottom.
    pub async fn all(&self, class: &str, name: &str) -> Vec<u64> {
        self.all_in(json!({}), class, name).await
    }

    /// The same of what `read_page` shows with these arguments.
    pub async fn all_in(&self, arguments: Value, class: &str, name: &str) -> Vec<u64> {
        let page = self.call("read_page", arguments).await;
        let refs = page["refs"].as_object().unwrap_or_else(|| panic!("no refs in {page}"));
        let found = refs.iter().filter(|(_, about)| about["class"] == class && about["name"] == name);
        let placed = found.map(|(number, about)| (about["y"].as_i64(), number.parse().unwrap_or_default()));
        let mut placed: Vec<(Option<i64>, u64)> = placed.collect();
        placed.sort_unstable();
        placed.into_iter().map(|(_, number)| number).collect()
    }

    /// The ref of the only element of this class and name.
    pub async fn number(&self, class: &str, name: &str) -> u64 {
        let all = self.all(class, name).await;
        assert_eq!(all.len(), 1, "of {class} \"{name}\" there are {} in:\n{}", all.len(), self.tree("chrome").await);
        all[0]
    }

    /// Whether an element of this class and name is shown.
    pub async fn shows(&self, class: &str, name: &str) -> bool {
        !self.all(class, name).await.is_empty()
    }

    /// Clicks the only element of this class and name.
    pub async fn press(&self, class: &str, name: &str) -> Value {
        let number = self.number(class, name).await;
        self.call("click", json!({"ref": number})).await
    }

    /// What an element shows now: its own line in `read_page`.
    pub async fn line(&self, number: u64) -> String {
        let page = self.call("read_page", json!({"ref_id": number, "depth": 0})).await;
        page["tree"].as_str().and_then(|tree| tree.lines().next()).unwrap_or_default().to_owned()
    }

    /// The element must be gone.
    pub async fn is_stale(&self, number: u64) {
        let (code, message, _) = self.fault("click", json!({"ref": number})).await;
        assert_eq!(code, Code::StaleRef, "{message}");
    }

    /// `computer`, and the first line of what it says.
    pub async fn computer(&self, arguments: Value) -> String {
        first_line(&self.call("computer", arguments).await).to_owned()
    }

    /// The middle of a named object on the screen.
    pub async fn middle(&self, id: &str) -> (f64, f64) {
        let [x, y, width, height] = self.place(id).await;
        ((x + width / 2.0).floor(), (y + height / 2.0).floor())
    }
}

/// What an answer says.
#[must_use]
pub fn text(answer: &Value) -> &str {
    answer["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}"))
}

/// What an answer says first.
#[must_use]
pub fn first_line(answer: &Value) -> &str {
    text(answer).lines().next().unwrap_or_default()
}
