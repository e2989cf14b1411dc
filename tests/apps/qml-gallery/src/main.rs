//! A gallery of Qt Quick controls, written in Rust: the QML target of the tests, and the QML demo. `README.md` one
//! folder up lists its ids, object names and options.

mod backend;
mod options;
mod rows;

use std::cell::RefCell;
use std::process::ExitCode;

use qmetaobject::{QObjectPinned, QQuickStyle, QString, QUrl, QmlEngine, qrc};

use backend::Backend;
use options::Options;
use rows::Rows;

qrc!(qml_files,
    "gallery" {
        "qml/CanvasPage.qml" as "CanvasPage.qml",
        "qml/DialogsPage.qml" as "DialogsPage.qml",
        "qml/FlickPage.qml" as "FlickPage.qml",
        "qml/FormPage.qml" as "FormPage.qml",
        "qml/LabelledField.qml" as "LabelledField.qml",
        "qml/ListPage.qml" as "ListPage.qml",
        "qml/Main.qml" as "Main.qml",
        "qml/StackPage.qml" as "StackPage.qml",
    }
);

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("qml-gallery: {message}");
            return ExitCode::from(2);
        }
    };
    if std::env::var_os("QT_QUICK_CONTROLS_STYLE").is_none() {
        QQuickStyle::set_style("Fusion");
    }
    qml_files();

    let backend = RefCell::new(Backend::new(&options));
    let rows = RefCell::new(Rows::default());
    let mut engine = QmlEngine::new();
    // SAFETY: both objects are declared before the engine, so they outlive it, and neither is moved.
    let (pinned_backend, pinned_rows) = unsafe { (QObjectPinned::new(&backend), QObjectPinned::new(&rows)) };
    engine.set_object_property("backend".into(), pinned_backend);
    engine.set_object_property("rowsModel".into(), pinned_rows);
    engine.set_property("appTitle".into(), QString::from("QtMCP gallery in QML").into());
    engine.load_url(QUrl::from(QString::from("qrc:/gallery/Main.qml")));
    engine.exec();
    backend.borrow().exit_code()
}
