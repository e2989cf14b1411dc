//! Applications nobody here wrote, as Debian ships them: read, set, driven and closed through the probe; and run to
//! their end with a probe that nobody talks to, and without one.

mod qt5;
mod qt6;

use qtmcp_tests::{
    Home, PATIENCE, Picture, Qt, Run, TestApp, Value, closing_by_itself, code, eventually, json, launch, qt_dir,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// An application, and what it is known by.
struct Wild {
    qt: Qt,
    /// Its name in `PATH` or where it is, from Qt's examples on if not from the root, and its arguments.
    command: &'static [&'static str],
    /// The path of its main window.
    window: &'static str,
    /// How many objects it has at least, its window open.
    objects: usize,
    /// A property that is known beforehand: object, property, value.
    known: (&'static str, &'static str, Value),
    /// A property that may be set to a value.
    settable: (&'static str, &'static str, Value),
    leaving: Leaving,
}

/// What happens when the main window is closed.
enum Leaving {
    /// The application ends.
    AtOnce,
    /// It asks what to do with the work, and this button lets it go.
    Asks(&'static str),
    /// It stays in the background until it is told to quit.
    Stays,
}

/// Two tests of each application: `name: Wild { … }, async |app| { what a person does with it };`.
macro_rules! wild {
    ($($name:ident: $wild:expr, $act:expr;)*) => {$(
        mod $name {
            use super::*;

            #[tokio::test]
            async fn is_read_and_set_and_driven_and_closed() {
                drive(&$wild, $act).await;
            }

            #[tokio::test]
            async fn ends_with_an_idle_probe_as_without() {
                compare(&$wild).await;
            }
        }
    )*};
}
use wild;

impl Wild {
    fn program(&self) -> PathBuf {
        let program = Path::new(self.command[0]);
        match program.parent() {
            Some(dir) if program.is_relative() && dir != Path::new("") => {
                qt_dir(self.qt, "QT_INSTALL_EXAMPLES").join(program)
            }
            _ => program.to_owned(),
        }
    }

    fn args(&self) -> &'static [&'static str] {
        &self.command[1..]
    }
}

async fn drive(wild: &Wild, act: impl AsyncFnOnce(&TestApp)) {
    let home = Home::new();
    let mut app = launch(home.launch(wild.program()).args(wild.args())).await;
    let major = wild.qt.major().to_string();
    assert!(app.qt_version.starts_with(&major), "{}", app.qt_version);

    let (object, property, value) = &wild.known;
    app.becomes(object, property, value.clone()).await;
    assert_eq!(app.get(object, property).await, *value, "{object} {property}");

    let window = app.path(wild.window).await;
    eventually("as many objects as the app has", async || {
        let tree = app.call("getObjectTree", json!({})).await;
        let mut ids = BTreeSet::new();
        gather(&tree["tree"], &mut ids);
        assert!(ids.contains(&window), "{window} is not in the tree");
        (ids.len() >= wild.objects).then_some(())
    })
    .await;

    let (object, property, value) = &wild.settable;
    assert_ne!(app.get(object, property).await, *value, "{object} {property} before");
    assert_eq!(app.set(object, property, value.clone()).await, *value, "{object} {property} as answered");
    assert_eq!(app.get(object, property).await, *value, "{object} {property} afterwards");

    act(&app).await;
    app.appears(&window).await;

    let colours = Picture::of(&app.call("screenshot", json!({"id": window})).await).colours();
    assert!(colours > 8, "a picture of {colours} colours");

    // Whatever makes the application go, it may be gone before it can answer.
    let _ = app.client.call("invokeMethod", json!({"id": window, "method": "close"})).await;
    let _ = match wild.leaving {
        Leaving::AtOnce => Ok(Value::Null),
        Leaving::Asks(button) => {
            let button = shown(&app, "QPushButton", button).await;
            app.client.call("click", json!({"id": button})).await
        }
        Leaving::Stays => app.client.call("invokeMethod", json!({"id": app_path(&window), "method": "quit"})).await,
    };
    let status = app.wait_exit(PATIENCE).await.unwrap_or_else(|error| panic!("{error}\n{}", app.stderr()));
    assert_eq!(code(status), 0, "{}", app.stderr());
}

async fn compare(wild: &Wild) {
    let mut codes = Vec::new();
    for run in [Run::plain, Run::probed] {
        let home = Home::new();
        let variables = home.variables().into_iter().chain(closing_by_itself(wild.qt));
        let run = variables.fold(run(wild.program()), |run, (name, value)| run.env(name, value));
        let ended = run.args(wild.args()).end().await;
        codes.push((ended.stderr.contains("qtmcp: listening"), ended.code));
    }
    // Whether there was a probe, and how it ended.
    assert_eq!(codes, [(false, 0), (true, 0)]);
}

/// The path of the application object, where all paths begin.
fn app_path(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

fn gather(node: &Value, ids: &mut BTreeSet<String>) {
    ids.extend(node["id"].as_str().map(str::to_owned));
    node["children"].as_array().into_iter().flatten().for_each(|child| gather(child, ids));
}

/// The only object of a class, once it can be seen.
async fn only(app: &TestApp, class: &str) -> String {
    let wanted = json!({"className": class, "state": "visible", "timeoutMs": PATIENCE.as_millis() as u64});
    app.call("waitFor", wanted).await["id"].as_str().unwrap().to_owned()
}

/// The object of a class with this text, once it can be seen.
async fn shown(app: &TestApp, class: &str, text: &str) -> String {
    eventually(&format!("{class} `{text}`"), async || {
        let found = app.call("findByText", json!({"text": text, "exact": true})).await;
        for object in found["objects"].as_array().unwrap() {
            let id = object["id"].as_str().unwrap();
            // It may go while we ask.
            let info = app.client.call("getObjectInfo", json!({"id": id})).await.ok();
            if object["className"] == class && info.is_some_and(|info| info["visible"] == true) {
                return Some(id.to_owned());
            }
        }
        None
    })
    .await
}

async fn type_text(app: &TestApp, id: &str, text: &str) {
    app.call("sendKeys", json!({"id": id, "text": text})).await;
}
