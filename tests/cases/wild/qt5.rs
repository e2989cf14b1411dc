//! Applications on Debian's Qt 5.

use super::{Leaving, Wild, compare, drive, only, shown, type_text, wild};
use qtmcp_tests::{Events, Qt, json};

wild! {
    featherpad: Wild {
        qt: Qt::Five,
        command: &["featherpad"],
        window: "FPwin",
        objects: 250,
        known: ("FPwin", "windowTitle", json!("Untitled")),
        settable: ("FPwin/statusBar/statusLabel", "text", json!("é 日本語")),
        leaving: Leaving::Asks("&Discard changes"),
    }, async |app| {
        let editor = only(app, "FeatherPad::TextEdit").await;
        type_text(app, &editor, "Grüße, 日本語 €\nsecond line").await;
        app.becomes(&editor, "plainText", json!("Grüße, 日本語 €\nsecond line")).await;
        let tabs = only(app, "FeatherPad::TabBar").await;
        assert_eq!(app.get(&tabs, "count").await, 1);
        app.click(&shown(app, "QToolButton", "New").await).await;
        app.becomes(&tabs, "count", json!(2)).await;
    };

    kcalc: Wild {
        qt: Qt::Five,
        command: &["kcalc"],
        window: "QApplication/KCalculator",
        objects: 400,
        known: ("pb7", "text", json!("7")),
        settable: ("pb7", "toolTip", json!("seven")),
        leaving: Leaving::AtOnce,
    }, async |app| {
        let mut events = Events::of(&app.client);
        app.call("subscribeSignals", json!({"id": "calc_display", "signals": ["changedText"]})).await;
        let mut display = Vec::new();
        for button in ["pb7", "pbPlus", "pb5", "pbEqual"] {
            app.click(button).await;
            display.push(events.next_signal().await.1);
        }
        assert_eq!(display, [json!(["7"]), json!(["7"]), json!(["5"]), json!(["12"])]);
    };

    speedcrunch: Wild {
        qt: Qt::Five,
        command: &["speedcrunch"],
        window: "QApplication/MainWindow",
        objects: 250,
        known: ("QApplication/MainWindow", "windowTitle", json!("SpeedCrunch")),
        settable: ("QApplication/MainWindow", "windowTitle", json!("Sums")),
        leaving: Leaving::AtOnce,
    }, async |app| {
        let editor = only(app, "Editor").await;
        type_text(app, &editor, "6*7\n").await;
        app.becomes(&only(app, "ResultDisplay").await, "plainText", json!("6*7\n= 42\n")).await;
        app.click(&shown(app, "QAction", "&View").await).await;
        app.click(&shown(app, "QAction", "&Keypad").await).await;
        app.click(&shown(app, "QPushButton", "8").await).await;
        app.becomes(&editor, "plainText", json!("8")).await;
    };

    kwrite: Wild {
        qt: Qt::Five,
        command: &["kwrite"],
        window: "QApplication/KateMainWindow",
        objects: 400,
        known: ("WelcomeView", "enabled", json!(true)),
        settable: ("WelcomeView", "toolTip", json!("Grüße")),
        leaving: Leaving::Asks("&Discard"),
    }, async |app| {
        app.click(&shown(app, "QToolButton", "New").await).await;
        type_text(app, &only(app, "KateViewInternal").await, "Hello").await;
        shown(app, "StatusBarButton", "1:6").await;
    };

    keepassxc: Wild {
        qt: Qt::Five,
        command: &["keepassxc"],
        window: "Application/MainWindow",
        objects: 1000,
        known: ("Application/MainWindow", "windowTitle", json!("KeePassXC")),
        settable: ("searchEdit", "placeholderText", json!("Seek")),
        leaving: Leaving::AtOnce,
    }, async |app| {
        app.click("buttonNewDatabase").await;
        let wizard = only(app, "NewDatabaseWizard").await;
        app.click("qt_wizard_cancel").await;
        app.call("waitFor", json!({"id": wizard, "state": "hidden"})).await;
    };

    linguist: Wild {
        qt: Qt::Five,
        command: &["/usr/lib/qt5/bin/linguist"],
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

    qml_gallery: Wild {
        qt: Qt::Five,
        command: &["quickcontrols2/gallery/gallery"],
        window: "QGuiApplication/ApplicationWindow",
        objects: 300,
        known: ("titleLabel", "text", json!("Gallery")),
        settable: ("window", "title", json!("Galerie é")),
        leaving: Leaving::AtOnce,
    }, async |app| {
        let buttons = app.call("findByClassName", json!({"className": "ToolButton"})).await;
        app.click(buttons["objects"][0]["id"].as_str().unwrap()).await;
        app.becomes("drawer", "opened", json!(true)).await;
        app.click(&shown(app, "ItemDelegate", "CheckBox").await).await;
        app.becomes("titleLabel", "text", json!("CheckBox")).await;
        app.becomes("drawer", "visible", json!(false)).await;
        let second = shown(app, "CheckBox", "Second").await;
        assert_eq!(app.get(&second, "checked").await, false);
        app.click(&second).await;
        app.becomes(&second, "checked", json!(true)).await;
    };

    qml_contactlist: Wild {
        qt: Qt::Five,
        command: &["quickcontrols2/contactlist/contactlist"],
        window: "QGuiApplication/ApplicationWindow",
        objects: 150,
        known: ("contactView", "count", json!(11)),
        settable: ("window", "title", json!("Kontakte é")),
        leaving: Leaving::AtOnce,
    }, async |app| {
        app.click(&only(app, "RoundButton").await).await;
        app.becomes("contactDialog", "opened", json!(true)).await;
        for field in ["fullName", "address", "city", "number"] {
            type_text(app, field, "Ada é").await;
            app.becomes(field, "text", json!("Ada é")).await;
        }
        app.click(&shown(app, "Button", "OK").await).await;
        app.becomes("contactView", "count", json!(12)).await;
    };
}
