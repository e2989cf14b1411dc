//! Apps written in Python: PySide6, which brings a Qt of its own, in several versions, and Debian's PyQt5. What Python
//! defines (signals, slots, properties) is seen like any other.

use qtmcp_tests::{Events, Home, PATIENCE, Picture, TestApp, Value, code, environment, json, launch};
use std::path::{Path, PathBuf};

/// A Python with a binding to Qt.
struct Binding {
    python: PathBuf,
    /// What its Qt's version begins with.
    qt: &'static str,
}

fn pyside(version: &str, qt: &'static str) -> Binding {
    Binding { python: environment(&format!("pyside6-{version}")).join("bin/python"), qt }
}

fn pyqt5() -> Binding {
    Binding { python: "/usr/bin/python3".into(), qt: "5.15." }
}

macro_rules! with_bindings {
    ($run:ident: $($name:ident: $binding:expr;)*) => {
        mod $run {
            use super::*;
            $(
                #[tokio::test]
                async fn $name() {
                    super::$run($binding).await;
                }
            )*
        }
    };
}

with_bindings! {
    a_widget_of_python_is_read_and_set_and_driven:
    pyside_newest_qt6: pyside("newest", "6.");
    pyside_6_8_qt6: pyside("6.8", "6.8.");
    pyside_6_5_qt6: pyside("6.5", "6.5.");
    pyqt5_qt5: pyqt5();
}

with_bindings! {
    a_qml_window_over_python_is_read_and_set_and_driven:
    pyside_newest_qt6: pyside("newest", "6.");
    pyside_6_8_qt6: pyside("6.8", "6.8.");
    pyside_6_5_qt6: pyside("6.5", "6.5.");
}

async fn a_widget_of_python_is_read_and_set_and_driven(binding: Binding) {
    let home = Home::new();
    let mut app = start(&home, &binding, "widgets.py").await;

    let path = app.path("addButton").await;
    assert_eq!(path, "QApplication/Counter#counter/QPushButton#addButton");
    let tree = app.call("getObjectTree", json!({"root": "counter", "depth": 1})).await;
    let classes: Vec<_> =
        tree["tree"]["children"].as_array().unwrap().iter().map(|child| &child["className"]).collect();
    assert_eq!(classes, ["QVBoxLayout", "QLabel", "QPushButton", "QLabel", "QLineEdit", "QPushButton"]);
    assert_eq!(app.get("counter", "windowTitle").await, "Counter in Python");

    assert_eq!(app.set("nameEdit", "text", json!("Ada")).await, "Ada");
    app.becomes("greetingLabel", "text", json!("Hello Ada")).await;
    app.call("sendKeys", json!({"id": "nameEdit", "text": " é 日本語"})).await;
    app.becomes("greetingLabel", "text", json!("Hello Ada é 日本語")).await;

    the_counter_counts(&app).await;
    leaves_with_its_own_code(&mut app).await;
}

async fn a_qml_window_over_python_is_read_and_set_and_driven(binding: Binding) {
    let home = Home::new();
    let mut app = start(&home, &binding, "quick.py").await;

    assert_eq!(app.get("window", "title").await, "Counter in QML");
    let path = app.path("addButton").await;
    assert!(path.starts_with("QGuiApplication/") && path.ends_with("/Button#addButton"), "{path}");
    assert_eq!(app.set("nameField", "text", json!("Ada")).await, "Ada");
    app.call("sendKeys", json!({"id": "nameField", "text": " é 日本語"})).await;
    app.becomes("nameField", "text", json!("Ada é 日本語")).await;
    // A context property is read through the item, and is the Python object.
    let counter = app.get("addButton", "counter").await;
    assert_eq!(app.path(counter.as_str().unwrap()).await, app.path("QGuiApplication/counter").await);

    the_counter_counts(&app).await;
    leaves_with_its_own_code(&mut app).await;
}

async fn start(home: &Home, binding: &Binding, script: &str) -> TestApp {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("apps/python").join(script);
    let app = launch(home.launch(&binding.python).arg(script)).await;
    assert!(app.qt_version.starts_with(binding.qt), "{}", app.qt_version);
    app.appears("addButton").await;
    app
}

/// Counts by clicking, by the Python property and by the Python slot, and hears the Python signal each time.
async fn the_counter_counts(app: &TestApp) {
    let mut events = Events::of(&app.client);
    app.call("subscribeSignals", json!({"id": "counter", "signals": ["countChanged"]})).await;

    assert_eq!(app.get("countLabel", "text").await, "0");
    app.click("addButton").await;
    app.becomes("countLabel", "text", json!("1")).await;
    assert_eq!(events.next_signal().await, ("countChanged".to_owned(), json!([1])));

    let count = listed(app, "listProperties", "properties", "count").await;
    assert_eq!((&count["type"], &count["value"], &count["writable"]), (&json!("int"), &json!(1), &json!(true)));
    assert_eq!(app.set("counter", "count", json!(41)).await, 41);
    assert_eq!(events.next_signal().await.1, json!([41]));

    assert_eq!(listed(app, "listSignals", "signals", "countChanged").await["signature"], "countChanged(int)");
    let add = listed(app, "listMethods", "methods", "add").await;
    assert_eq!((&add["signature"], &add["returnType"]), (&json!("add(int)"), &json!("int")));
    assert_eq!(app.invoke("counter", "add", json!([1])).await, 42);
    assert_eq!(events.next_signal().await.1, json!([42]));
    app.becomes("countLabel", "text", json!("42")).await;

    assert!(Picture::of(&app.call("screenshot", json!({})).await).colours() > 8);
}

async fn leaves_with_its_own_code(app: &mut TestApp) {
    // The app may be gone before it can answer.
    let _ = app.client.call("click", json!({"id": "leaveButton"})).await;
    let status = app.wait_exit(PATIENCE).await.unwrap_or_else(|error| panic!("{error}\n{}", app.stderr()));
    assert_eq!(code(status), 23, "{}", app.stderr());
    assert_eq!(app.stdout(), "counted to 42\n");
}

/// The entry of that name in a list about the counter.
async fn listed(app: &TestApp, method: &str, list: &str, name: &str) -> Value {
    let mut answer = app.call(method, json!({"id": "counter"})).await;
    let entries = answer[list].as_array_mut().unwrap();
    let found = entries.iter().position(|entry| entry["name"] == name);
    entries.swap_remove(found.unwrap_or_else(|| panic!("{method} has no {name}")))
}
