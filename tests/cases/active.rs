//! That somebody reads the app by its accessibility is told to Qt Quick alone: QML items have their names, and Qt Widgets
//! and the app itself do nothing that they would not do without the probe.

use qtmcp_tests::{Home, environment, eventually, gallery, json, launch, memory, on_both, qml_gallery};

/// Four million indexes take 96 MB and more.
const LITTLE: u64 = 16 << 20;

/// What Qt says to an app that asks, before there is an application object, after that and in its event loop.
const ASKS: &str = "
from PySide6 import QtCore, QtGui, QtQuick
ask = lambda: print(QtGui.QAccessible.isActive(), flush=True)
ask()
app = QtGui.QGuiApplication([])
ask()
item = QtQuick.QQuickItem()
QtCore.QTimer.singleShot(0, ask)
app.exec()";

on_both! {
    async fn selecting_a_million_rows_makes_no_index_for_each(qt: Qt) {
        let app = launch(gallery(qt).args(["--page", "Million"])).await;
        app.appears("millionTable").await;
        for method in ["selectAll", "clearSelection", "selectAll"] {
            let before = memory(app.pid);
            app.invoke("millionTable", method, json!([])).await;
            let grown = memory(app.pid).peak_bytes.saturating_sub(before.resident_bytes);
            assert!(grown < LITTLE, "{method}: {grown} bytes more");
        }
        let rows = app.call("getModelData", json!({"id": "millionTable", "offset": 999_999})).await;
        assert_eq!(rows["rowCount"], 1_000_000, "{rows}");
    }

    async fn controls_of_qml_have_their_names(qt: Qt) {
        let app = launch(qml_gallery(qt).args(["--page", "Controls"]).env("QTMCP_MODE", "chrome")).await;
        let tree = eventually("the page", async || {
            let page = app.call("read_page", json!({})).await;
            page["tree"].as_str().filter(|tree| tree.contains("\"Wi-Fi\"")).map(str::to_owned)
        })
        .await;
        for name in ["Partly", "Slow", "Fast", "Range"] {
            assert!(tree.contains(&format!("\"{name}\"")), "no {name} in:\n{tree}");
        }
    }

    async fn controls_of_qml_keep_what_is_read_of_them(qt: Qt) {
        let app = launch(qml_gallery(qt).args(["--page", "Controls"])).await;
        app.appears("wifiSwitch").await;
        for (id, name) in [("wifiSwitch", "Wi-Fi"), ("triCheck", "Partly"), ("slowRadio", "Slow")] {
            // Made by the control itself where it is told yes, and by nobody else: the page does not describe these.
            let tree = app.call("getObjectTree", json!({"root": id, "depth": 1})).await;
            let children = tree["tree"]["children"].as_array().unwrap();
            let mut kept = children.iter().filter(|child| child["className"] == "QQuickAccessibleAttached").peekable();
            assert!(kept.peek().is_some(), "{id} keeps nothing: {tree}");
            let mut names = Vec::new();
            for child in kept {
                names.push(app.get(child["id"].as_str().unwrap(), "name").await);
            }
            assert!(names.contains(&json!(name)), "{id}: {names:?}");
        }
    }
}

#[tokio::test]
async fn an_app_in_python_that_asks_hears_no() {
    let home = Home::new();
    let python = environment("pyside6-newest").join("bin/python");
    let app = launch(home.launch(python).args(["-c", ASKS])).await;
    let said = eventually("three answers", async || {
        let said = app.stdout();
        (said.lines().count() == 3).then_some(said)
    })
    .await;
    assert_eq!(said, "False\n".repeat(3));
}
