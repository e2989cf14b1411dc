//! Applications on Debian's Qt 6.

use super::{Leaving, Wild, compare, drive, only, shown, type_text, wild};
use qtmcp_tests::{Qt, json};

wild! {
    designer: Wild {
        qt: Qt::Six,
        command: &["/usr/lib/qt6/bin/designer"],
        window: "MDIWindow",
        objects: 700,
        known: ("MDIWindow", "windowTitle", json!("Qt Designer")),
        settable: ("MDIWindow", "dockNestingEnabled", json!(true)),
        leaving: Leaving::AtOnce,
    }, async |app| {
        app.click(&shown(app, "QPushButton", "C&reate").await).await;
        let form = only(app, "QDesignerDialog").await;
        assert_eq!(app.get(&form, "windowTitle").await, "Dialog");
    };

    assistant: Wild {
        qt: Qt::Six,
        command: &["/usr/lib/qt6/bin/assistant"],
        window: "QApplication/MainWindow",
        objects: 300,
        known: ("QApplication/MainWindow", "windowTitle", json!("Qt Assistant")),
        settable: ("NavigationToolBar", "movable", json!(false)),
        leaving: Leaving::AtOnce,
    }, async |app| {
        app.click(&shown(app, "QAction", "&Help").await).await;
        app.click(&shown(app, "QAction", "About...").await).await;
        let about = only(app, "AboutDialog").await;
        app.click(&shown(app, "QPushButton", "&Close").await).await;
        app.call("waitFor", json!({"id": about, "state": "hidden"})).await;
    };

    linguist: Wild {
        qt: Qt::Six,
        command: &["/usr/lib/qt6/bin/linguist"],
        window: "QApplication/MainWindow",
        objects: 400,
        known: ("QApplication/MainWindow", "windowTitle", json!("Qt Linguist[*]")),
        settable: ("FileToolbar", "floatable", json!(false)),
        leaving: Leaving::AtOnce,
    }, async |app| {
        app.click(&shown(app, "QToolButton", "Open").await).await;
        type_text(app, "fileNameEdit", "ä.ts").await;
        app.becomes("fileNameEdit", "text", json!("ä.ts")).await;
        app.click(&shown(app, "QPushButton", "Cancel").await).await;
        app.call("waitFor", json!({"className": "QFileDialog", "state": "gone"})).await;
    };

    focuswriter: Wild {
        qt: Qt::Six,
        command: &["focuswriter"],
        window: "QtSingleApplication/Window",
        objects: 300,
        known: ("QtSingleApplication/Window/LoadScreen", "visible", json!(false)),
        settable: ("QtSingleApplication/Window", "toolTip", json!("Schön")),
        leaving: Leaving::Asks("Discard"),
    }, async |app| {
        let page = only(app, "QTextEdit").await;
        app.click(&page).await;
        type_text(app, &page, "one two three").await;
        app.becomes(&page, "plainText", json!("one two three")).await;
    };

    cutemaze: Wild {
        qt: Qt::Six,
        command: &["/usr/games/cutemaze"],
        window: "QApplication/Window",
        objects: 80,
        known: ("QApplication/Window/QStatusBar/QLabel[1]", "text", json!("0 steps taken")),
        settable: ("QApplication/Window/QToolBar", "movable", json!(true)),
        leaving: Leaving::AtOnce,
    }, async |app| {
        let pause = shown(app, "QToolButton", "Pause").await;
        assert_eq!(app.get(&pause, "checked").await, false);
        app.click(&pause).await;
        app.becomes(&pause, "checked", json!(true)).await;
    };

    qt6ct: Wild {
        qt: Qt::Six,
        command: &["qt6ct"],
        window: "QApplication/MainWindow",
        objects: 200,
        known: ("versionLabel", "text", json!("Version: 0.7")),
        settable: ("versionLabel", "text", json!("Version: 日本")),
        leaving: Leaving::AtOnce,
    }, async |app| {
        assert_eq!(app.get("customPaletteButton", "checked").await, false);
        app.click("customPaletteButton").await;
        app.becomes("customPaletteButton", "checked", json!(true)).await;
        assert_eq!(app.get("defaultPaletteButton", "checked").await, false);
        app.click("hideButton").await;
        app.becomes("warningFrame", "visible", json!(false)).await;
    };

    tanglet: Wild {
        qt: Qt::Six,
        command: &["/usr/games/tanglet"],
        window: "QApplication/Window",
        objects: 150,
        known: ("QApplication/Window/NewGameDialog", "windowTitle", json!("New Game")),
        settable: ("QApplication/Window/NewGameDialog/QComboBox[0]", "currentIndex", json!(0)),
        leaving: Leaving::AtOnce,
    }, async |app| {
        app.click(&shown(app, "QCommandLinkButton", "Classic").await).await;
        app.call("waitFor", json!({"id": "QApplication/Window/NewGameDialog", "state": "gone"})).await;
    };

    qml_ausweisapp: Wild {
        qt: Qt::Six,
        // Its own port is fixed otherwise, and a second instance ends at once.
        command: &["AusweisApp2", "--port", "0"],
        window: "appWindow",
        objects: 500,
        known: ("notifyButton", "text", json!("Notifications")),
        settable: ("notifyButton", "text", json!("Mitteilungen é")),
        leaving: Leaving::Stays,
    }, async |app| {
        app.becomes("appWindow", "title", json!("Setup Assistant")).await;
        app.click("SetupAssistantView/DecisionView[0]/agreeButton").await;
        app.becomes("appWindow", "title", json!("History Setting")).await;
    };
}
