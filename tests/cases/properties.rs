//! Values of every common type go to JSON and back, through an object made for it and through the app's own widgets.

use qtmcp_tests::{Code, TestApp, Value, gallery, json, launch, on_both, qml_gallery};

const VALUES: &str = "ValuesObject#values";

/// A property, what is written to it, and what is read back.
fn writes() -> Vec<(&'static str, Value, Value)> {
    // Past 2^53, where a double would no longer be exact.
    const WIDE: i64 = 9_007_199_254_740_993;
    let mut writes = Vec::new();
    let mut same = |property, values: Vec<Value>| {
        writes.extend(values.into_iter().map(|value| (property, value.clone(), value)));
    };
    same("boolValue", vec![json!(false), json!(true)]);
    same("intValue", vec![json!(0), json!(i32::MAX), json!(i32::MIN)]);
    same("uintValue", vec![json!(0), json!(u32::MAX)]);
    same("longLongValue", vec![json!(WIDE), json!(i64::MAX), json!(i64::MIN)]);
    same("ulongLongValue", vec![json!(WIDE), json!(0), json!(u64::MAX)]);
    same("doubleValue", vec![json!(-0.5), json!(1e300), json!("NaN"), json!("Infinity"), json!("-Infinity")]);
    same("floatValue", vec![json!(0.5), json!("NaN")]);
    same(
        "stringValue",
        vec![json!(""), json!("é 日本語 € 🎉\n\t\"quoted\" \\"), json!("x".repeat(100_000)), json!("\0")],
    );
    same("stringListValue", vec![json!([]), json!(["", "ü", "three"])]);
    same("variantListValue", vec![json!([]), json!([1, "two", 3.5, false, [null, [WIDE]], {"deep": {"er": ["x"]}}])]);
    same("variantMapValue", vec![json!({}), json!({"a": 1, "b": [true, {"c": "d"}], "日本": null})]);
    same("variantValue", vec![json!(true), json!(5), json!(WIDE), json!(2.5), json!("text"), json!([1, "x"])]);
    same("variantValue", vec![json!({"a": "b"}), json!(null)]);
    same("byteArrayValue", vec![json!(""), json!("AP8="), json!("cXRtY3A=")]);
    same("colorValue", vec![json!("#102030"), json!("#80102030"), json!(null)]);
    same("sizeValue", vec![json!({"width": 1, "height": 2}), json!({"width": -1, "height": -1})]);
    same("sizeFValue", vec![json!({"width": 1.5, "height": 0.25})]);
    same("pointValue", vec![json!({"x": -3, "y": 4})]);
    same("pointFValue", vec![json!({"x": -0.5, "y": 1e10})]);
    same("rectValue", vec![json!({"x": -1, "y": 2, "width": 3, "height": 4})]);
    same("rectFValue", vec![json!({"x": 0.5, "y": 1.5, "width": 2.5, "height": 3.5})]);
    same("dateValue", vec![json!("2024-02-29"), json!(null), json!("1752-09-14")]);
    same("timeValue", vec![json!("00:00:00.000"), json!("23:59:59.999"), json!(null)]);
    same("dateTimeValue", vec![json!("2026-02-28T23:59:58.123Z"), json!("2026-07-01T12:00:00.000"), json!(null)]);
    same("dateTimeValue", vec![json!("2026-07-01T12:00:00.000+05:30")]);
    same("urlValue", vec![json!("https://example.org/?q=%26%2F%25#top"), json!(""), json!("relative/日本.html")]);
    same("levelValue", vec![json!("Low"), json!("High")]);
    same("optionsValue", vec![json!("Read|Execute"), json!("Write")]);
    same("alignmentValue", vec![json!("AlignLeft|AlignTop"), json!("AlignCenter")]);
    same("notifyingValue", vec![json!(3)]);
    same("objectName", vec![json!("values")]);
    writes.extend([
        ("doubleValue", json!(3), json!(3.0)),
        ("intValue", json!(4.0), json!(4)),
        ("clampedValue", json!(1000), json!(100)),
        ("colorValue", json!("red"), json!("#ff0000")),
        ("colorValue", json!("#123"), json!("#112233")),
        ("colorValue", json!("transparent"), json!("#00000000")),
        ("sizeValue", json!([7, 8]), json!({"width": 7, "height": 8})),
        ("timeValue", json!("09:30"), json!("09:30:00.000")),
        ("dateTimeValue", json!("2026-02-28T09:30:00Z"), json!("2026-02-28T09:30:00.000Z")),
        ("levelValue", json!(10), json!("High")),
        ("levelValue", json!("ValuesObject::Medium"), json!("Medium")),
        ("levelValue", json!(3), json!(3)),
        ("optionsValue", json!(6), json!("Write|Execute")),
        ("optionsValue", json!("Execute | Read"), json!("Read|Execute")),
        ("optionsValue", json!(0), json!(0)),
        ("alignmentValue", json!(0x21), json!("AlignLeft|AlignTop")),
        ("alignmentValue", json!("Qt::AlignHCenter"), json!("AlignHCenter")),
        ("objectValue", json!("okButton"), json!("<okButton>")),
        ("objectValue", json!(null), json!(null)),
        ("widgetValue", json!("QMainWindow/centralWidget"), json!("<centralWidget>")),
        ("widgetValue", json!(null), json!(null)),
    ]);
    writes
}

/// A property, a value that does not fit, and the type the message must name.
fn misfits() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("boolValue", json!(1), "bool"),
        ("boolValue", json!("true"), "bool"),
        ("intValue", json!("five"), "int"),
        ("intValue", json!(2.5), "int"),
        ("intValue", json!(2_147_483_648_i64), "int"),
        ("intValue", json!(true), "int"),
        ("intValue", json!(null), "int"),
        ("intValue", json!([1]), "int"),
        ("uintValue", json!(-1), "uint"),
        ("longLongValue", json!(u64::MAX), "qlonglong"),
        ("ulongLongValue", json!(-1), "qulonglong"),
        ("doubleValue", json!("three"), "double"),
        ("floatValue", json!(1e300), "float"),
        ("stringValue", json!(5), "QString"),
        ("stringListValue", json!("one"), "QStringList"),
        ("stringListValue", json!(["one", 2]), "QString"),
        ("variantListValue", json!({"a": 1}), "QVariantList"),
        ("variantMapValue", json!([1]), "QVariantMap"),
        ("byteArrayValue", json!("no base64!"), "base64"),
        ("byteArrayValue", json!(5), "QByteArray"),
        ("colorValue", json!("nocolour"), "QColor"),
        ("colorValue", json!(255), "QColor"),
        ("fontValue", json!({"familly": "DejaVu Sans"}), "QFont"),
        ("fontValue", json!(12), "QFont"),
        ("sizeValue", json!({"width": 1}), "QSize"),
        ("sizeValue", json!({"width": 1.5, "height": 2}), "QSize"),
        ("sizeValue", json!({"w": 1, "h": 2}), "QSize"),
        ("pointFValue", json!({"x": "1", "y": 2}), "QPointF"),
        ("rectValue", json!([1, 2, 3]), "QRect"),
        ("dateValue", json!("2026-02-30"), "QDate"),
        ("dateValue", json!(20260228), "QDate"),
        ("timeValue", json!("25:00"), "QTime"),
        ("dateTimeValue", json!("yesterday"), "QDateTime"),
        ("urlValue", json!("http://[broken"), "QUrl"),
        ("urlValue", json!(5), "QUrl"),
        ("levelValue", json!("Highest"), "ValuesObject::Level"),
        ("levelValue", json!("Low|High"), "ValuesObject::Level"),
        ("levelValue", json!(true), "ValuesObject::Level"),
        ("optionsValue", json!("Read|Fly"), "Option"),
        ("alignmentValue", json!({}), "Alignment"),
        ("objectValue", json!(5), "QObject*"),
        ("widgetValue", json!("values"), "QWidget*"),
        ("iconValue", json!("icon.png"), "QIcon"),
        ("opaqueValue", json!(5), "Opaque"),
    ]
}

async fn listed(app: &TestApp, id: &str) -> Vec<Value> {
    let listed = app.call("listProperties", json!({"id": id})).await;
    listed["properties"].as_array().unwrap_or_else(|| panic!("{listed}")).clone()
}

/// The list has all fields for each, and each reads alone as it reads in the list.
async fn lists_its_properties(app: &TestApp, id: &str) {
    for property in listed(app, id).await {
        let name = property["name"].as_str().unwrap();
        assert!(property["type"].is_string() && property["writable"].is_boolean(), "{id}: {property}");
        assert!(property.get("value").is_some(), "{id}: {property}");
        let arguments = json!({"id": id, "property": name});
        match property.get("unsupported") {
            None => assert_eq!(app.call("getProperty", arguments).await["value"], property["value"], "{id}.{name}"),
            Some(type_name) => {
                let (code, message, _) = app.fault("getProperty", arguments).await;
                assert_eq!(code, Code::Unsupported, "{id}.{name}");
                assert!(message.contains(type_name.as_str().unwrap()), "{id}.{name}: {message}");
            }
        }
    }
}

/// Every path of the app's tree.
async fn all_paths(app: &TestApp) -> Vec<String> {
    fn paths(node: &Value) -> Vec<String> {
        let below = node["children"].as_array().unwrap().iter().flat_map(paths);
        std::iter::once(node["id"].as_str().unwrap().to_owned()).chain(below).collect()
    }
    paths(&app.call("getObjectTree", json!({})).await["tree"])
}

/// No object's properties are too much for the probe. Objects that go away by themselves are passed over, and so are
/// those that get a twin because somebody read a property which made one.
async fn every_object_lists_its_properties(app: &TestApp) {
    let mut seen = 0;
    for path in all_paths(app).await {
        match app.client.call("listProperties", json!({"id": path})).await {
            Ok(listed) => seen += listed["properties"].as_array().unwrap().len(),
            Err(error) => {
                let is_other = matches!(error.fault_code(), Some(Code::NotFound | Code::Ambiguous));
                assert!(is_other, "{path}: {error}");
            }
        }
    }
    assert!(seen > 5000, "only {seen} properties");
}

on_both! {
    async fn every_type_is_written_and_read_back(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (property, written, mut expected) in writes() {
            // Objects read as their full path.
            if let Some(name) = expected.as_str().and_then(|text| text.strip_prefix('<')?.strip_suffix('>')) {
                expected = json!(app.path(name).await);
            }
            let arguments = json!({"id": VALUES, "property": property, "value": written});
            let set = app.call("setProperty", arguments).await;
            assert_eq!(set, json!({"success": true, "newValue": expected}), "{property} = {written}");
            let read = app.call("getProperty", json!({"id": VALUES, "property": property})).await;
            assert_eq!(read["value"], expected, "{property} = {written}");
        }
    }

    async fn start_values_read_as_documented(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let weight = if qt == qtmcp_tests::Qt::Five { 75 } else { 700 };
        for (property, value) in [
            ("longLongValue", json!(-9_007_199_254_740_993_i64)),
            ("ulongLongValue", json!(u64::MAX)),
            ("stringValue", json!("é 日本語 € 🎉")),
            ("byteArrayValue", json!("AAFxdG1jcP8=")),
            ("colorValue", json!("#801f6feb")),
            (
                "fontValue",
                json!({
                    "family": "DejaVu Sans", "pointSize": 12.0, "pixelSize": -1, "weight": weight, "bold": true,
                    "italic": false, "underline": false, "strikeOut": false,
                }),
            ),
            ("dateTimeValue", json!("2026-02-28T23:59:58.123Z")),
            ("levelValue", json!("Medium")),
            ("optionsValue", json!("Read|Write")),
            ("alignmentValue", json!("AlignRight|AlignVCenter")),
            ("objectValue", json!(app.path(VALUES).await)),
            ("widgetValue", json!(app.path("valuesPage").await)),
            ("readOnlyValue", json!(11)),
            ("constantValue", json!("constant")),
        ] {
            assert_eq!(app.get(VALUES, property).await, value, "{property}");
        }
        let level = app.call("getProperty", json!({"id": VALUES, "property": "levelValue"})).await;
        assert_eq!((&level["number"], &level["type"]), (&json!(5), &json!("ValuesObject::Level")));
        let flags = app.call("getProperty", json!({"id": VALUES, "property": "alignmentValue"})).await;
        assert_eq!(flags["number"], 0x82);
    }

    async fn a_url_reads_so_that_it_can_be_written_again(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for url in ["https://example.org/a%20b?q=1#top", "file:///tmp/a%2520b%23c", "http://bücher.example/ä?x=%3D"] {
            let read = app.set(VALUES, "urlValue", json!(url)).await;
            assert_eq!(app.set(VALUES, "urlValue", read.clone()).await, read, "{url}");
            let same = app.invoke(VALUES, "echoUrl", json!([read])).await;
            assert_eq!(same, read, "{url}");
        }
    }

    async fn fonts_and_colours_take_their_usual_forms(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let font =
            app.set(VALUES, "fontValue", json!({"family": "DejaVu Serif", "pointSize": 10.5, "italic": true})).await;
        assert_eq!((&font["family"], &font["pointSize"]), (&json!("DejaVu Serif"), &json!(10.5)));
        assert_eq!((&font["italic"], &font["bold"]), (&json!(true), &json!(false)));
        assert_eq!(app.set(VALUES, "fontValue", font.clone()).await, font);
        let pixels =
            app.set(VALUES, "fontValue", json!({"family": "DejaVu Sans", "pixelSize": 20, "bold": true})).await;
        assert_eq!((&pixels["pixelSize"], &pixels["pointSize"]), (&json!(20), &json!(-1.0)));
        assert_eq!(pixels["bold"], true);

        // What is set is seen: the widget's own font, not a copy of it.
        let font = app.set("okButton", "font", json!({"family": "DejaVu Sans", "pointSize": 20})).await;
        assert_eq!(font["pointSize"], 20.0);
        app.becomes("okButton", "font", font).await;
    }

    async fn what_does_not_fit_is_refused_and_changes_nothing(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (property, value, type_name) in misfits() {
            let before = app.client.call("getProperty", json!({"id": VALUES, "property": property})).await.ok();
            let arguments = json!({"id": VALUES, "property": property, "value": value});
            let (code, message, _) = app.fault("setProperty", arguments).await;
            assert_eq!(code, Code::BadArgument, "{property} = {value}: {message}");
            assert!(message.contains(type_name), "{property} = {value}: {message}");
            let after = app.client.call("getProperty", json!({"id": VALUES, "property": property})).await.ok();
            assert_eq!(before, after, "{property} = {value}");
        }
        let nobody = json!({"id": VALUES, "property": "objectValue", "value": "nobody"});
        assert_eq!(app.fault("setProperty", nobody).await.0, Code::NotFound);
        let nothing = json!({"id": VALUES, "property": "intValue"});
        assert_eq!(app.fault("setProperty", nothing).await.0, Code::BadArgument);
    }

    async fn what_cannot_be_read_or_written_says_why(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for (property, type_name) in
            [("iconValue", "QIcon"), ("opaqueValue", "Opaque"), ("unregisteredValue", "Unregistered")]
        {
            let (code, message, _) = app.fault("getProperty", json!({"id": VALUES, "property": property})).await;
            assert_eq!(code, Code::Unsupported, "{property}");
            assert!(message.contains(type_name) && message.contains(property), "{message}");
        }
        for property in ["readOnlyValue", "constantValue"] {
            let arguments = json!({"id": VALUES, "property": property, "value": "x"});
            let (code, message, _) = app.fault("setProperty", arguments).await;
            assert_eq!(code, Code::Unsupported);
            assert!(message.contains(property) && message.contains("read-only"), "{message}");
        }
        for (method, more) in [("getProperty", json!({})), ("setProperty", json!({"value": 1}))] {
            let mut arguments = json!({"id": VALUES, "property": "intValu"});
            arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let (code, message, next) = app.fault(method, arguments).await;
            assert_eq!(code, Code::NotFound);
            assert!(message.contains("`intValu`") && message.contains("intValue"), "{message}");
            assert!(next.contains("listProperties"), "{next}");
        }
        // Asking for all that has not made Qt complain in the app's own log.
        listed(&app, VALUES).await;
        assert!(!app.stderr().contains("Unable to handle unregistered"), "{}", app.stderr());
    }

    async fn a_pointer_to_what_is_gone_reads_as_nothing(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let child = app.invoke(VALUES, "makeChild", json!(["brief"])).await;
        assert_eq!(app.set(VALUES, "objectValue", child.clone()).await, child);
        // The app keeps the address and nobody tells it that its object is gone.
        assert_eq!(app.invoke(VALUES, "dropChild", json!(["brief"])).await, true);
        assert_eq!(app.get(VALUES, "objectValue").await, json!(null));
        let properties = listed(&app, VALUES).await;
        let dangling = properties.iter().find(|property| property["name"] == "objectValue").unwrap();
        assert_eq!(dangling["value"], json!(null));
        let by_object = json!({"property": "objectValue", "value": null, "className": "ValuesObject"});
        assert_eq!(app.call("findByProperty", by_object).await["objects"].as_array().unwrap().len(), 1);
    }

    async fn every_property_is_listed_with_name_type_value_and_writability(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let properties = listed(&app, VALUES).await;
        let of = |name: &str| properties.iter().find(|property| property["name"] == name).unwrap();
        assert_eq!(*of("intValue"), json!({"name": "intValue", "type": "int", "value": -7, "writable": true}));
        assert_eq!(
            (&of("readOnlyValue")["writable"], &of("constantValue")["writable"]),
            (&json!(false), &json!(false))
        );
        assert_eq!((&of("opaqueValue")["value"], &of("opaqueValue")["unsupported"]), (&json!(null), &json!("Opaque")));
        let button = listed(&app, "submitButton").await;
        for (name, type_name, value) in [
            ("text", "QString", json!("&Submit")),
            ("enabled", "bool", json!(true)),
            ("checkable", "bool", json!(false)),
        ] {
            let expected = json!({"name": name, "type": type_name, "value": value, "writable": true});
            assert!(button.contains(&expected), "{expected}");
        }
        for id in [
            VALUES,
            "submitButton",
            "mainWindow",
            "ageSpin",
            "notesEdit",
            "smallTable",
            "saveAction",
            "tabs",
            "QApplication",
        ] {
            lists_its_properties(&app, id).await;
        }
    }

    async fn properties_of_widgets_take_back_what_they_gave(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let mut written = 0;
        for id in [
            "okButton",
            "nameEdit",
            "ageSpin",
            "dateTimeEdit",
            "volumeSlider",
            "agreeCheck",
            "shortcutEdit",
            "saveAction",
        ] {
            for property in listed(&app, id).await {
                let (name, value) = (&property["name"], &property["value"]);
                if property["writable"] != true || property.get("unsupported").is_some() {
                    continue;
                }
                let set = app.client.call("setProperty", json!({"id": id, "property": name, "value": value})).await;
                let set = set.unwrap_or_else(|error| panic!("{id}.{name} = {value}: {error}"));
                assert_eq!(set["newValue"], *value, "{id}.{name}");
                written += 1;
            }
        }
        assert!(written > 350, "only {written} properties");
    }

    async fn no_objects_properties_are_too_much(qt: Qt) {
        let app = launch(gallery(qt)).await;
        every_object_lists_its_properties(&app).await;
        assert_eq!(app.call("ping", json!({})).await["pong"], true);
    }

    async fn qml_properties_are_read_and_written(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        assert_eq!(app.set("canvas", "color", json!("steelblue")).await, "#4682b4");
        assert_eq!(app.get("canvas", "color").await, "#4682b4");
        assert_eq!(app.set("ageSpin", "value", json!(41)).await, 41);
        // An alias of a component of our own, and a binding on it.
        assert_eq!(app.set("nameField", "text", json!("Ada 日本")).await, "Ada 日本");
        assert_eq!(app.get("nameEdit", "text").await, "Ada 日本");
        assert_eq!(app.set("volumeSlider", "value", json!(25)).await, 25.0);
        app.becomes("progressBar", "value", json!(0.25)).await;

        let font =
            app.set("resultLabel", "font", json!({"family": "DejaVu Sans", "pointSize": 20, "italic": true})).await;
        assert_eq!((&font["pointSize"], &font["italic"]), (&json!(20.0), &json!(true)));
        // Values that JavaScript made: an array, by the type `var` of ComboBox.model.
        assert_eq!(app.get("colourCombo", "model").await, json!(["Red", "Green", "Blue"]));
        assert_eq!(app.set("colourCombo", "model", json!(["Cyan", "Magenta"])).await, json!(["Cyan", "Magenta"]));
        app.becomes("colourCombo", "count", json!(2)).await;
        assert_eq!(app.get("canvas", "clicks").await, 0);
        // A list of objects, an object, and an enumerator.
        let children = app.get("nameField", "children").await;
        assert!(children.as_array().unwrap().contains(&json!(app.path("nameEdit").await)), "{children}");
        assert_eq!(app.get("nameEdit", "parent").await, app.path("nameField").await);
        assert_eq!(app.get("passwordField", "echoMode").await, 2);
        let (code, message, _) =
            app.fault("setProperty", json!({"id": "canvas", "property": "color", "value": "no colour"})).await;
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("QColor"), "{message}");
        assert_eq!(
            app.fault("setProperty", json!({"id": "canvas", "property": "colour", "value": "red"})).await.0,
            Code::NotFound
        );

        for id in ["formPage", "nameField", "nameEdit", "canvas", "rowsView", "colourCombo", "pages", "canvasArea"] {
            lists_its_properties(&app, id).await;
        }
        every_object_lists_its_properties(&app).await;
    }

    async fn qml_context_properties_answer_where_an_item_has_none(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        for id in ["window", "nameField", "nameEdit", "canvas"] {
            assert_eq!(app.get(id, "appTitle").await, "QtMCP gallery in QML", "{id}");
        }
        let backend = app.get("submitButton", "backend").await;
        assert_eq!(app.get(backend.as_str().unwrap(), "userName").await, "Ada");
        // Its own property goes before one of the context, and what is in neither is not found.
        assert_eq!(app.get("window", "title").await, "QtMCP gallery in QML");
        let (code, message, _) = app.fault("getProperty", json!({"id": "window", "property": "apTitle"})).await;
        assert_eq!(code, Code::NotFound, "{message}");
    }

    async fn rust_objects_have_properties_like_any_other(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        let names: Vec<_> =
            listed(&app, "backend").await.into_iter().map(|property| property["name"].clone()).collect();
        for name in ["counter", "userName", "startTab", "exitAfterMs"] {
            assert!(names.contains(&json!(name)), "{name} is not among {names:?}");
        }
        assert_eq!(app.set("backend", "counter", json!(7)).await, 7);
        app.becomes("counterLabel", "text", json!("Counted to 7")).await;
        assert_eq!(app.set("backend", "userName", json!("Grace 日本")).await, "Grace 日本");
        let constant = json!({"id": "backend", "property": "startTab", "value": "x"});
        assert_eq!(app.fault("setProperty", constant).await.0, Code::Unsupported);
    }
}
