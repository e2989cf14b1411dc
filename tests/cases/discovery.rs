//! Objects are found, listed and named: by every finder, in the tree, and by paths in every form.

use qtmcp_tests::{Code, TestApp, Value, eventually, gallery, json, launch, on_both, qml_gallery};
use std::collections::HashSet;

const FORM: &str = "QApplication/QMainWindow#mainWindow/QWidget#centralWidget/QTabWidget#tabs\
                    /QStackedWidget#qt_tabwidget_stackedwidget/QWidget#formPage";

/// The last segments of the paths found.
fn names(found: &Value) -> Vec<&str> {
    let objects = found["objects"].as_array().unwrap();
    objects.iter().map(|object| object["id"].as_str().unwrap().rsplit('/').next().unwrap()).collect()
}

async fn find(app: &TestApp, finder: &str, arguments: Value) -> Value {
    let found = app.call(finder, arguments).await;
    for object in found["objects"].as_array().unwrap() {
        assert!(object["id"].is_string() && object["className"].is_string(), "{object}");
    }
    found
}

/// Every node of a tree, parents before children.
fn nodes(tree: &Value) -> Vec<&Value> {
    let children = tree["children"].as_array().unwrap_or_else(|| panic!("no children: {tree}"));
    std::iter::once(tree).chain(children.iter().flat_map(nodes)).collect()
}

/// Every path of the whole tree leads back to an object with that very path and class, and no two are alike.
async fn every_path_leads_back(app: &TestApp, at_least: usize) {
    // Animations and the like go away by themselves, so the tree is compared with what it is afterwards.
    let lost = eventually("a tree that stays as it is while it is looked at", async || {
        let tree = app.call("getObjectTree", json!({})).await;
        assert_eq!(tree.get("truncated"), None);
        let nodes = nodes(&tree["tree"]);
        assert!(nodes.len() > at_least, "only {} objects", nodes.len());
        let distinct: HashSet<&str> = nodes.iter().map(|node| node["id"].as_str().unwrap()).collect();
        assert_eq!(distinct.len(), nodes.len());
        let mut lost = Vec::new();
        for node in nodes {
            let info = app.client.call("getObjectInfo", json!({"id": node["id"]})).await;
            let is_it = |info: &Value| ["id", "className", "objectName"].iter().all(|field| info[field] == node[field]);
            if !info.as_ref().is_ok_and(is_it) {
                lost.push((node["id"].clone(), info));
            }
        }
        (app.call("getObjectTree", json!({})).await == tree).then_some(lost)
    })
    .await;
    assert!(lost.is_empty(), "{lost:#?}");
}

/// Leads to `canonical`, or to the fault that it is not so.
async fn means(app: &TestApp, path: &str, canonical: &str) {
    let info = app.call("getObjectInfo", json!({"id": path})).await;
    assert_eq!(info["id"], canonical, "{path}");
}

on_both! {
    async fn objects_are_found_by_name(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let found = find(&app, "findByObjectName", json!({"name": "submitButton"})).await;
        let id = format!("{FORM}/QPushButton#submitButton");
        assert_eq!(found, json!({"objects": [{"id": id, "className": "QPushButton", "objectName": "submitButton"}]}));
        let part_of_it = find(&app, "findByObjectName", json!({"name": "submitButto"})).await;
        assert_eq!(part_of_it, json!({"objects": []}));
    }

    async fn objects_are_found_by_class(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let buttons = find(&app, "findByClassName", json!({"className": "QPushButton"})).await;
        let objects = buttons["objects"].as_array().unwrap();
        assert!(objects.iter().all(|object| object["className"] == "QPushButton"), "{buttons}");
        let found = names(&buttons);
        for name in
            ["QPushButton#okButton", "QPushButton#hiddenButton", "QPushButton[2]", "QPushButton#scrollButton100"]
        {
            assert!(found.contains(&name), "{name} is not among {found:?}");
        }

        let exact = find(&app, "findByClassName", json!({"className": "QAbstractButton"})).await;
        assert_eq!(names(&exact), Vec::<&str>::new());
        let all = find(&app, "findByClassName", json!({"className": "QAbstractButton", "inherits": true})).await;
        let all_names = names(&all);
        for name in ["QPushButton#okButton", "QCheckBox#agreeCheck", "QRadioButton#smallRadio"] {
            assert!(all_names.contains(&name), "{name} is not among {all_names:?}");
        }
        assert!(!all_names.contains(&"QLineEdit#nameEdit"));
        assert!(all_names.len() > found.len());

        let some = find(&app, "findByClassName", json!({"className": "QPushButton", "limit": 3})).await;
        assert_eq!((names(&some), &some["truncated"]), (found[..3].to_vec(), &json!(true)));
    }

    async fn objects_are_found_by_what_is_read_on_them(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (text, name) in [
            ("i agree", "QCheckBox#agreeCheck"),
            ("your NAME", "QLineEdit#nameEdit"),
            ("qtmcp gallery", "QMainWindow#mainWindow"),
            ("nothing submitted", "QLabel#resultLabel"),
            ("red", "QComboBox#colourCombo"),
        ] {
            let found = find(&app, "findByText", json!({"text": text})).await;
            assert!(names(&found).contains(&name), "{text}: {found}");
        }
        let exact = find(&app, "findByText", json!({"text": "Submit", "exact": true})).await;
        assert_eq!(names(&exact), ["QPushButton#submitButton"]);
        assert_eq!(exact["objects"][0]["text"], app.get("submitButton", "text").await);
        let other_case = find(&app, "findByText", json!({"text": "submit", "exact": true})).await;
        assert_eq!(names(&other_case), Vec::<&str>::new());
    }

    async fn objects_are_found_by_the_value_of_a_property(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let age = json!({"property": "value", "value": 30, "className": "QAbstractSpinBox"});
        assert_eq!(names(&find(&app, "findByProperty", age).await), ["QSpinBox#ageSpin"]);
        for password in [json!("Password"), json!(2)] {
            let by_mode = json!({"property": "echoMode", "value": password});
            assert_eq!(names(&find(&app, "findByProperty", by_mode).await), ["QLineEdit#passwordEdit"]);
        }
        let by_object = json!({"property": "widgetValue", "value": "valuesPage"});
        assert_eq!(names(&find(&app, "findByProperty", by_object).await), ["ValuesObject#values"]);
        assert_eq!(
            find(&app, "findByProperty", json!({"property": "noSuch", "value": 1})).await,
            json!({"objects": []})
        );
    }

    async fn the_tree_is_read_whole_and_in_part(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let whole = eventually("a tree that stays as it is", async || {
            let whole = app.call("getObjectTree", json!({"root": null})).await;
            (whole == app.call("getObjectTree", json!({})).await).then_some(whole)
        })
        .await;
        assert_eq!(
            (&whole["tree"]["id"], &whole["tree"]["className"]),
            (&json!("QApplication"), &json!("QApplication"))
        );
        for node in nodes(&whole["tree"]) {
            assert!(node["className"].is_string() && node["objectName"].is_string(), "{node}");
            for child in node["children"].as_array().unwrap() {
                let above = child["id"].as_str().unwrap().rsplit_once('/').unwrap().0;
                assert_eq!(above, node["id"]);
            }
        }

        let top = app.call("getObjectTree", json!({"depth": 1})).await;
        let windows = top["tree"]["children"].as_array().unwrap();
        let window = windows.iter().find(|window| window["objectName"] == "mainWindow").unwrap();
        assert_eq!(window["children"], json!([]));
        let in_whole = whole["tree"]["children"].as_array().unwrap();
        let same = in_whole.iter().find(|node| node["id"] == window["id"]).unwrap();
        assert_eq!(window["childCount"], same["children"].as_array().unwrap().len());
        let bare = app.call("getObjectTree", json!({"depth": 0})).await;
        assert_eq!(bare["tree"]["children"], json!([]));

        let part = app.call("getObjectTree", json!({"root": "QMainWindow/centralWidget"})).await;
        let central = same["children"].as_array().unwrap().iter().find(|node| node["objectName"] == "centralWidget");
        assert_eq!(Some(&part["tree"]), central);

        let cut = app.call("getObjectTree", json!({"limit": 10})).await;
        assert_eq!((nodes(&cut["tree"]).len(), &cut["truncated"]), (10, &json!(true)));
        assert_eq!(whole.get("truncated"), None);
    }

    async fn an_object_says_what_it_is_and_where(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let info = app.call("getObjectInfo", json!({"id": "submitButton"})).await;
        let place = app.call("getGeometry", json!({"id": "submitButton"})).await;
        let at = |rect: &Value| json!({"x": rect["x"], "y": rect["y"]});
        for (field, value) in [
            ("id", json!(format!("{FORM}/QPushButton#submitButton"))),
            ("className", json!("QPushButton")),
            ("objectName", json!("submitButton")),
            ("inheritance", json!(["QPushButton", "QAbstractButton", "QWidget", "QObject"])),
            ("isWidget", json!(true)),
            ("visible", json!(true)),
            ("enabled", json!(true)),
            ("geometry", place["local"].clone()),
            ("globalPosition", at(&place["global"])),
        ] {
            assert_eq!(info[field], value, "{field}");
        }
        let (window, button) = (app.call("getGeometry", json!({"id": "mainWindow"})).await, &place["global"]);
        assert!(button["x"].as_f64() > window["global"]["x"].as_f64(), "{button} {window}");
        assert!(button["width"].as_f64() > Some(10.0));

        for (id, visible, enabled) in [
            ("hiddenButton", false, true),
            ("disabledButton", true, false),
            // On a page that is not in front.
            ("smallTable", false, true),
        ] {
            let info = app.call("getObjectInfo", json!({"id": id})).await;
            assert_eq!((&info["visible"], &info["enabled"]), (&json!(visible), &json!(enabled)), "{id}");
        }
    }

    async fn an_object_without_a_place_says_what_its_properties_say(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let save = app.call("getObjectInfo", json!({"id": "saveAction"})).await;
        assert_eq!(
            (&save["isWidget"], &save["visible"], &save["enabled"]),
            (&json!(false), &json!(true), &json!(true))
        );
        assert_eq!(save.get("geometry"), None, "an action has no rectangle of its own");
        assert_eq!(app.call("getObjectInfo", json!({"id": "undoAction"})).await["enabled"], false);
        assert_eq!(app.fault("getGeometry", json!({"id": "saveAction"})).await.0, Code::Unsupported);
    }

    async fn paths_resolve_in_every_form_of_the_specification(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let ok = "QApplication/QMainWindow#mainWindow/QWidget#centralWidget/QPushButton#okButton";
        for path in [
            ok,
            "QApplication/QMainWindow/centralWidget/QPushButton#okButton",
            "QMainWindow/centralWidget/QVBoxLayout/QPushButton#okButton",
            "QMainWindow/centralWidget/QPushButton#okButton",
            "QMainWindow#mainWindow/QWidget#centralWidget/QPushButton",
            "QMainWindow/#centralWidget/#okButton",
            "mainWindow/centralWidget/okButton",
            "QWidget#centralWidget/QAbstractButton#okButton",
            "QPushButton#okButton",
            "#okButton",
            "okButton",
        ] {
            means(&app, path, ok).await;
        }
        let menu = "QApplication/QMainWindow#mainWindow/QMenuBar#menuBar/QMenu#fileMenu";
        for path in [
            "QApplication/QMainWindow/menuBar/QMenu#fileMenu/QAction#saveAction",
            "QMainWindow/QMenuBar/fileMenu/saveAction",
            "fileMenu/QAction#saveAction",
        ] {
            means(&app, path, &format!("{menu}/QAction#saveAction")).await;
        }
        for path in ["menuBar/fileMenu/exportMenu/exportPdfAction", "QMenu#exportMenu/QAction#exportPdfAction"] {
            means(&app, path, &format!("{menu}/QMenu#exportMenu/QAction#exportPdfAction")).await;
        }
        // A toolbar shows an action that belongs to a menu.
        means(&app, "QMainWindow/toolBar/QAction#newAction", &format!("{menu}/QAction#newAction")).await;
        means(&app, "QApplication", "QApplication").await;
        means(&app, "QApplication/QMainWindow", "QApplication/QMainWindow#mainWindow").await;
        means(
            &app,
            "formPage/QVBoxLayout/QHBoxLayout[0]/QFormLayout[0]/QLineEdit#nameEdit",
            &format!("{FORM}/QLineEdit#nameEdit"),
        )
        .await;
    }

    async fn unnamed_siblings_are_told_apart_by_their_number(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "List"])).await;
        for (index, text) in ["One", "Two", "Three"].iter().enumerate() {
            let id = format!("QWidget#siblings/QPushButton[{index}]");
            assert_eq!(app.get(&id, "text").await, *text);
            assert!(app.path(&id).await.ends_with(&format!("/QWidget#siblings/QPushButton[{index}]")));
            app.click(&id).await;
            app.becomes("listResult", "text", json!(format!("{text} clicked"))).await;
        }
        let (code, ..) = app.fault("getObjectInfo", json!({"id": "QWidget#siblings/QPushButton[3]"})).await;
        assert_eq!(code, Code::NotFound);
    }

    async fn every_path_of_the_tree_leads_back_to_its_object(qt: Qt) {
        let app = launch(gallery(qt)).await;
        every_path_leads_back(&app, 400).await;
    }

    async fn a_name_may_be_anything(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let button = app.path("okButton").await;
        let parent = button.rsplit_once('/').unwrap().0;
        for name in [
            "a/b#c[0] 100%",
            "%2F",
            "[1]",
            "QTabWidget",
            " padded ",
            "日本語 🎉 é",
            "tab\tnew\nline",
            "../..",
            "#",
            "x[1]",
        ] {
            let child = app.invoke("values", "makeChild", json!([name])).await;
            let child = child.as_str().unwrap();
            assert_eq!(app.get(child, "objectName").await, name, "{child}");
            let found = find(&app, "findByObjectName", json!({"name": name})).await;
            assert!(found["objects"].as_array().unwrap().iter().any(|object| object["id"] == *child), "{found}");
            assert_eq!(app.path(child).await, child);
            assert_eq!(app.invoke("values", "dropChild", json!([name])).await, true);
            assert_eq!(app.fault("getObjectInfo", json!({"id": child})).await.0, Code::NotFound);
        }
        // A renamed object has a new path at once, and the old one is nobody's.
        app.set(&button, "objectName", json!("renamed")).await;
        assert_eq!(app.path("renamed").await, format!("{parent}/QPushButton#renamed"));
        assert_eq!(app.fault("getObjectInfo", json!({"id": button})).await.0, Code::NotFound);
    }

    async fn twins_are_numbered_and_asking_for_both_is_ambiguous(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let first = app.invoke("values", "makeChild", json!(["twin"])).await;
        assert!(first.as_str().unwrap().ends_with("/ValuesObject#values/QObject#twin"), "{first}");
        let second = app.invoke("values", "makeChild", json!(["twin"])).await;
        assert!(second.as_str().unwrap().ends_with("/ValuesObject#values/QObject#twin[1]"), "{second}");
        assert_eq!(app.path("values/QObject#twin[0]").await, format!("{}[0]", first.as_str().unwrap()));

        let (code, message, next) = app.fault("getObjectInfo", json!({"id": "values/twin"})).await;
        assert_eq!(code, Code::Ambiguous);
        assert!(
            message.contains("`values/twin` means 2 objects") && message.contains(second.as_str().unwrap()),
            "{message}"
        );
        assert!(next.contains("`getObjectInfo`"), "{next}");

        app.invoke("values", "dropChild", json!(["twin"])).await;
        assert_eq!(app.path("values/twin").await, first.as_str().unwrap());
    }

    async fn what_is_not_there_is_named_with_what_is_near(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (path, missing, near) in [
            ("QApplication/QMainWindow/centralWidgt/QPushButton#okButton", "centralWidgt", "QWidget#centralWidget"),
            ("QMainWindow/centralWidget/QPushButton#okButon", "QPushButton#okButon", "QPushButton#okButton"),
            ("#okButon", "#okButon", "QPushButton#okButton"),
            ("QMainWindow/menuBar/QMenu#fileMenu/QAction#safeAction", "QAction#safeAction", "QAction#saveAction"),
        ] {
            let (code, message, next) = app.fault("getObjectInfo", json!({"id": path})).await;
            assert_eq!(code, Code::NotFound, "{path}");
            assert!(message.contains(&format!("`{missing}`")) && message.contains(near), "{path}: {message}");
            assert!(next.contains("`getObjectTree`"), "{next}");
        }
        let (code, message, _) = app.fault("getObjectInfo", json!({"id": "QLabel"})).await;
        assert_eq!(code, Code::Ambiguous);
        assert!(message.contains(" more") && message.contains("QApplication/QMainWindow#mainWindow/"), "{message}");
        for empty in ["", "/", "  "] {
            assert_eq!(app.fault("getObjectInfo", json!({"id": empty})).await.0, Code::BadArgument);
        }
    }

    async fn qml_objects_are_found_by_id_name_class_text_and_property(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let by_id = find(&app, "findByObjectName", json!({"name": "submitButton"})).await;
        assert_eq!(by_id["objects"].as_array().unwrap().len(), 1, "{by_id}");
        let button = &by_id["objects"][0];
        assert!(button["id"].as_str().unwrap().ends_with("/Button#submitButton"), "{button}");
        assert_eq!((&button["className"], &button["qmlId"]), (&json!("Button"), &json!("submitButton")));

        for name in ["nameField", "nameInput"] {
            let found = find(&app, "findByObjectName", json!({"name": name})).await;
            assert_eq!(names(&found), ["LabelledField#nameField"]);
            assert_eq!(found["objects"][0]["objectName"], "nameInput");
        }
        for class in ["LabelledField", "LabelledField_QMLTYPE_7"] {
            let found = find(&app, "findByClassName", json!({"className": class})).await;
            assert_eq!(names(&found), ["LabelledField#nameField", "LabelledField#passwordField"]);
        }
        let layouts = json!({"className": "QQuickRowLayout", "inherits": true});
        assert!(names(&find(&app, "findByClassName", layouts).await).contains(&"LabelledField#nameField"));
        let by_text = find(&app, "findByText", json!({"text": "nothing submitted"})).await;
        assert_eq!(names(&by_text), ["Label#resultLabel"]);
        let by_value = find(&app, "findByProperty", json!({"property": "value", "value": 30})).await;
        assert_eq!(names(&by_value), ["SpinBox#ageSpin"]);
    }

    async fn qml_paths_take_the_id_before_the_object_name(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let field = app.path("nameField").await;
        assert!(field.starts_with("QApplication/Main#window/"), "{field}");
        assert!(field.contains("/FormPage#formPage/") && field.ends_with("/LabelledField#nameField"), "{field}");
        for path in
            ["nameInput", "#nameField", "#nameInput", "LabelledField#nameInput", "LabelledField_QMLTYPE_3#nameField"]
        {
            means(&app, path, &field).await;
        }
        // Inside a component the id is that of its own file, and the name is what its user gave.
        let input = app.path("nameEdit").await;
        assert_eq!(input, format!("{field}/TextField#input"));
        assert_eq!(app.get(&input, "placeholderText").await, "Your name");
        // By a base class, as the specification's example has it.
        means(&app, "QApplication/QQuickWindow#window", "QApplication/Main#window").await;
        means(&app, "QQuickRectangle#canvas", &app.path("canvas").await).await;

        let tree = app.call("getObjectTree", json!({})).await;
        for node in nodes(&tree["tree"]) {
            let id = node["id"].as_str().unwrap();
            assert!(!id.contains("_QMLTYPE_") && !id.contains("_QML_"), "{id}");
        }
        every_path_leads_back(&app, 300).await;
    }

    async fn looking_at_qml_makes_no_objects(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let look = async || {
            let tree = app.call("getObjectTree", json!({})).await;
            for id in ["submitButton", "nameField", "rowsView", "window"] {
                app.call("getObjectInfo", json!({"id": id})).await;
                find(&app, "findByObjectName", json!({"name": id})).await;
            }
            (nodes(&tree["tree"]).len(), app.call("status", json!({})).await["objects"].clone())
        };
        // What comes up by itself after the start has come once two looks see the same.
        eventually("a tree that stays as it is", async || (look().await == look().await).then_some(())).await;
    }

    async fn qml_items_stand_under_the_item_they_are_shown_in(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let info = app.call("getObjectInfo", json!({"id": "submitButton"})).await;
        assert_eq!((&info["isWidget"], &info["isQuickItem"]), (&json!(false), &json!(true)));
        assert_eq!((&info["visible"], &info["enabled"]), (&json!(true), &json!(true)));
        let bases = info["inheritance"].as_array().unwrap();
        assert_eq!(bases[0], "Button");
        assert!(bases.contains(&json!("QQuickItem")) && bases.contains(&json!("QObject")), "{bases:?}");
        let place = app.call("getGeometry", json!({"id": "submitButton"})).await;
        assert_eq!(info["geometry"], place["local"]);
        assert_eq!(place["local"]["width"].as_f64(), app.get("submitButton", "width").await.as_f64());

        for (id, visible, enabled) in
            [("hiddenButton", false, true), ("disabledButton", true, false), ("rowsView", false, true)]
        {
            let info = app.call("getObjectInfo", json!({"id": id})).await;
            assert_eq!((&info["visible"], &info["enabled"]), (&json!(visible), &json!(enabled)), "{id}");
        }
        // Rows belong to the view's content, which is where they are seen, whoever owns them.
        app.invoke("window", "openTab", json!(["List"])).await;
        let rows = find(&app, "findByText", json!({"text": "Row 1, squared 1", "exact": true})).await;
        let row = rows["objects"][0]["id"].as_str().unwrap();
        assert!(row.starts_with(&app.path("rowsView").await), "{row}");
        assert_eq!(app.call("getObjectInfo", json!({"id": row})).await["className"], "ItemDelegate");
    }
}
