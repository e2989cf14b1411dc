//! A gallery of Qt Quick controls, written in Rust: the QML target of the tests, and the QML demo. `README.md` one
//! folder up lists its ids, object names and options.

mod backend;
mod cells;
mod options;
mod places;
mod rows;

use std::cell::RefCell;
use std::process::ExitCode;

use qmetaobject::{QObjectPinned, QQuickStyle, QString, QUrl, QmlEngine, qrc};

use backend::Backend;
use cells::Cells;
use options::Options;
use places::Places;
use rows::Rows;

qrc!(qml_files,
    "gallery" {
        "../gallery/more/icons/document-save.xpm" as "document-save.xpm",
        "qml/AnimationPage.qml" as "AnimationPage.qml",
        "qml/CanvasPage.qml" as "CanvasPage.qml",
        "qml/ColoursPage.qml" as "ColoursPage.qml",
        "qml/ControlsPage.qml" as "ControlsPage.qml",
        "qml/CustomPage.qml" as "CustomPage.qml",
        "qml/DialogsPage.qml" as "DialogsPage.qml",
        "qml/DragPage.qml" as "DragPage.qml",
        "qml/Ending.qml" as "Ending.qml",
        "qml/FlickPage.qml" as "FlickPage.qml",
        "qml/FormPage.qml" as "FormPage.qml",
        "qml/GridPage.qml" as "GridPage.qml",
        "qml/LabelledField.qml" as "LabelledField.qml",
        "qml/ListPage.qml" as "ListPage.qml",
        "qml/LoggedField.qml" as "LoggedField.qml",
        "qml/LoggedPage.qml" as "LoggedPage.qml",
        "qml/Main.qml" as "Main.qml",
        "qml/MenusPage.qml" as "MenusPage.qml",
        "qml/MorePage.qml" as "MorePage.qml",
        "qml/MoreWindow.qml" as "MoreWindow.qml",
        "qml/PageWindow.qml" as "PageWindow.qml",
        "qml/PagesPage.qml" as "PagesPage.qml",
        "qml/RowsPage.qml" as "RowsPage.qml",
        "qml/StackPage.qml" as "StackPage.qml",
        "qml/TreeBox.qml" as "TreeBox.qml",
        "qml/ViewsPage.qml" as "ViewsPage.qml",
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
    let cells = RefCell::new(Cells::default());
    let places = RefCell::new(Places::default());
    let mut engine = QmlEngine::new();
    // SAFETY: the objects are declared before the engine, so they outlive it, and none is moved.
    unsafe {
        engine.set_object_property("backend".into(), QObjectPinned::new(&backend));
        engine.set_object_property("rowsModel".into(), QObjectPinned::new(&rows));
        engine.set_object_property("cellsModel".into(), QObjectPinned::new(&cells));
        engine.set_object_property("placesModel".into(), QObjectPinned::new(&places));
    }
    engine.set_property("appTitle".into(), QString::from("QtMCP gallery in QML").into());
    let window = if options.page.is_empty() { "qrc:/gallery/Main.qml" } else { "qrc:/gallery/PageWindow.qml" };
    engine.load_url(QUrl::from(QString::from(window)));
    engine.exec();
    backend.borrow().exit_code()
}
