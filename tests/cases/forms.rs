//! `form_input` on every kind of input: what it sets is read back from the app, and the signals the app saw are those
//! of a person's input.

mod fields;
mod quick;
mod records;
mod refusals;
mod widgets;

use qtmcp_tests::{Code, Launch, Qt, TestApp, Value, eventually, gallery, json, launch, qml_gallery};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The Widgets gallery with its signals on stdout; `page` is one beyond the tabs, or the form.
async fn widgets(qt: Qt, page: &str) -> Form {
    let (app, result) = match page {
        "form" => (gallery(qt), "resultLabel".to_owned()),
        _ => (gallery(qt).args(["--page", page]), format!("{page}Result")),
    };
    Form::launch(app, &format!("{page}Page"), Marker::Link(result)).await
}

/// The QML gallery, alike.
async fn quick(qt: Qt, page: &str) -> Form {
    let app = if page == "form" { qml_gallery(qt) } else { qml_gallery(qt).args(["--page", page]) };
    Form::launch(app, &format!("{page}Page"), Marker::Say).await
}

/// An app whose inputs are set.
struct Form {
    app: TestApp,
    marker: Marker,
    marks: AtomicUsize,
}

/// How the app is made to write a line of ours, between those of its own.
enum Marker {
    /// By a signal of this label, which is logged.
    Link(String),
    /// By the backend.
    Say,
}

impl std::ops::Deref for Form {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl Form {
    async fn launch(app: Launch, window: &str, marker: Marker) -> Self {
        let app = launch(app.args(["--log-signals"])).await;
        app.appears(window).await;
        Self { app, marker, marks: AtomicUsize::new(0) }
    }

    /// The ref of a named object: the element of its class whose place is inside the object's.
    async fn number(&self, id: &str) -> u64 {
        let place = self.call("getGeometry", json!({"id": id})).await["global"].clone();
        let class = self.call("getObjectInfo", json!({"id": id})).await["className"].clone();
        let page = self.call("read_page", json!({"filter": "all"})).await;
        let is_inside = |about: &Value, axis: &str, size: &str| {
            let (at, from, extent) = (about[axis].as_f64(), place[axis].as_f64(), place[size].as_f64());
            (from.unwrap()..from.unwrap() + extent.unwrap()).contains(&at.unwrap())
        };
        let refs = page["refs"].as_object().unwrap();
        let is_it = |about: &Value| {
            about["class"] == class && is_inside(about, "x", "width") && is_inside(about, "y", "height")
        };
        let found = refs.iter().find(|(_, about)| is_it(about));
        let (number, _) = found.unwrap_or_else(|| panic!("{id}, a {class} at {place}, is not on the page"));
        number.parse().unwrap()
    }

    /// The ref of a row, cell, item or tab by the text it shows.
    async fn part(&self, class: &str, name: &str) -> u64 {
        let page = self.call("read_page", json!({"filter": "all"})).await;
        let refs = page["refs"].as_object().unwrap();
        let found = refs.iter().find(|(_, about)| about["class"] == class && about["name"] == name);
        let (number, _) = found.unwrap_or_else(|| panic!("no {class} \"{name}\" is on the page"));
        number.parse().unwrap()
    }

    /// Sets a named input and answers with the result.
    async fn set(&self, id: &str, value: impl Into<Value>) -> Value {
        let number = self.number(id).await;
        self.call("form_input", json!({"ref": number, "value": value.into()})).await
    }

    /// Sets a named input, which must be taken, and answers with the signals it sent.
    async fn sets(
        &self,
        id: &str,
        value: impl Into<Value>,
        before: impl Into<Value>,
        after: impl Into<Value>,
    ) -> Vec<String> {
        let number = self.number(id).await;
        self.signals_of(id, async {
            let answer = self.call("form_input", json!({"ref": number, "value": value.into()})).await;
            assert_eq!(answer["success"], true, "{answer}");
            assert_eq!((&answer["previous"], &answer["value"]), (&before.into(), &after.into()), "{id}: {answer}");
            assert_eq!(answer["refused"], Value::Null, "{answer}");
        })
        .await
    }

    /// The signals that an object sends while something is done, without its name: `textEdited("A")`.
    async fn signals_of(&self, id: &str, deed: impl Future<Output = ()>) -> Vec<String> {
        let from = self.mark().await;
        deed.await;
        let until = self.mark().await;
        let begin = format!("SIGNAL {id} ");
        let said = self.stdout();
        let lines = said.lines().skip_while(|line| !line.contains(&from)).take_while(|line| !line.contains(&until));
        lines.filter_map(|line| line.strip_prefix(&begin)).map(str::to_owned).collect()
    }

    /// A line that the app has written after all that it had to say before.
    async fn mark(&self) -> String {
        let mark = format!("MARK-{}-", self.marks.fetch_add(1, Ordering::Relaxed));
        match &self.marker {
            Marker::Link(label) => self.invoke(label, "linkActivated", json!([mark])).await,
            Marker::Say => self.invoke("backend", "say", json!([mark])).await,
        };
        eventually("the mark", async || self.stdout().contains(&mark).then_some(())).await;
        mark
    }

    /// The code and message of a value that is not taken.
    async fn refuses(&self, id: &str, value: impl Into<Value>) -> (Code, String) {
        let number = self.number(id).await;
        let (code, message, next) = self.fault("form_input", json!({"ref": number, "value": value.into()})).await;
        assert!(!next.is_empty(), "{message}");
        (code, message)
    }
}
