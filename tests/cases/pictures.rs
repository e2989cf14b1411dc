//! `screenshot` and `getGeometry`: pictures that decode, have the right size and show what is there, where it is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use qtmcp_tests::{Code, Qt, Screen, TestApp, Value, eventually, gallery, json, launch, on_both, qml_gallery};
use std::time::{Duration, Instant};

/// Red, green and blue.
type Colour = [u8; 3];

const GREEN: Colour = [0x12, 0xab, 0x34];
const PINK: Colour = [0xff, 0x00, 0xa0];
const DOT: Colour = [0x1f, 0x6f, 0xeb];
const WHITE: Colour = [0xff; 3];

#[derive(PartialEq)]
struct Picture {
    width: i64,
    height: i64,
    ratio: f64,
    rgb: Vec<Colour>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Area {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

impl Picture {
    /// Takes one, of the whole screen for no id.
    async fn take(app: &TestApp, id: Option<&str>) -> Self {
        let answer = app.call("screenshot", id.map_or(json!({}), |id| json!({"id": id, "format": "png"}))).await;
        assert_eq!((&answer["success"], &answer["format"]), (&json!(true), &json!("png")));
        let bytes = BASE64.decode(answer["data"].as_str().unwrap()).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let size = (i64::from(info.width), i64::from(info.height));
        assert_eq!((answer["width"].as_i64(), answer["height"].as_i64()), (Some(size.0), Some(size.1)));
        let rgb =
            pixels[..info.buffer_size()].chunks(info.color_type.samples()).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        Self { width: size.0, height: size.1, ratio: answer["ratio"].as_f64().unwrap(), rgb: rgb.collect() }
    }

    fn at(&self, x: i64, y: i64) -> Colour {
        assert!((0..self.width).contains(&x) && (0..self.height).contains(&y), "{x},{y} is not in the picture");
        self.rgb[(y * self.width + x) as usize]
    }

    /// The smallest rectangle that has all pixels of a colour.
    fn extent(&self, colour: Colour) -> Option<Area> {
        let places = (0..).zip(&self.rgb).filter(|(_, pixel)| **pixel == colour);
        let places: Vec<(i64, i64)> = places.map(|(i, _): (i64, _)| (i % self.width, i / self.width)).collect();
        let (left, right) = (places.iter().map(|at| at.0).min()?, places.iter().map(|at| at.0).max()?);
        let (top, bottom) = (places.iter().map(|at| at.1).min()?, places.iter().map(|at| at.1).max()?);
        Some(Area { x: left, y: top, width: right - left + 1, height: bottom - top + 1 })
    }
}

async fn geometry(app: &TestApp, id: &str) -> Value {
    app.call("getGeometry", json!({"id": id})).await
}

fn area(rect: &Value) -> Area {
    let side = |name: &str| rect[name].as_i64().unwrap_or_else(|| panic!("{rect}"));
    Area { x: side("x"), y: side("y"), width: side("width"), height: side("height") }
}

/// Where an object is in its window.
async fn within(app: &TestApp, id: &str, window: &str) -> Area {
    let (object, window) = (geometry(app, id).await, geometry(app, window).await);
    let (object, window) = (area(&object["global"]), area(&window["global"]));
    Area { x: object.x - window.x, y: object.y - window.y, ..object }
}

fn times(area: Area, factor: i64) -> Area {
    Area { x: area.x * factor, y: area.y * factor, width: area.width * factor, height: area.height * factor }
}

/// Makes a label one flat colour.
async fn paint(app: &TestApp, id: &str, colour: Colour) {
    let [red, green, blue] = colour;
    let sheet = format!(
        "background-color: #{red:02x}{green:02x}{blue:02x}; color: #{red:02x}{green:02x}{blue:02x}; border: none"
    );
    app.set(id, "styleSheet", json!(sheet)).await;
}

on_both! {
    async fn a_picture_is_as_large_as_what_it_shows(qt: Qt) {
        let app = launch(gallery(qt)).await;
        app.appears("formPage").await;
        for id in ["mainWindow", "okButton", "tabs", "notesEdit", "formPage/QVBoxLayout"] {
            let (picture, local) = (Picture::take(&app, Some(id)).await, area(&geometry(&app, id).await["local"]));
            assert_eq!((picture.width, picture.height, picture.ratio), (local.width, local.height, 1.0), "{id}");
        }
        let screen = Picture::take(&app, None).await;
        let offscreen = if qt == Qt::Five { (800, 600) } else { (800, 800) };
        assert_eq!((screen.width, screen.height), offscreen);
    }

    async fn a_picture_of_a_scaled_app_has_all_its_pixels(qt: Qt) {
        let app = launch(gallery(qt).env("QT_SCALE_FACTOR", "2")).await;
        paint(&app, "nameLabel", GREEN).await;
        for id in ["mainWindow", "okButton"] {
            let (picture, local) = (Picture::take(&app, Some(id)).await, area(&geometry(&app, id).await["local"]));
            assert_eq!(
                (picture.width, picture.height, picture.ratio),
                (local.width * 2, local.height * 2, 2.0),
                "{id}"
            );
        }
        let picture = Picture::take(&app, Some("mainWindow")).await;
        assert_eq!(picture.extent(GREEN), Some(times(within(&app, "nameLabel", "mainWindow").await, 2)));
        app.click("submitButton").await;
        assert!(app.stdout().contains("SUBMIT "), "what is seen is where it can be clicked");
    }

    async fn colours_are_where_the_geometry_says(qt: Qt) {
        let app = launch(gallery(qt)).await;
        paint(&app, "nameLabel", GREEN).await;
        let picture = Picture::take(&app, Some("nameLabel")).await;
        assert!(picture.rgb.iter().all(|pixel| *pixel == GREEN));
        let window = Picture::take(&app, Some("mainWindow")).await;
        assert_eq!(window.extent(GREEN), Some(within(&app, "nameLabel", "mainWindow").await));
        let screen = Picture::take(&app, None).await;
        assert_eq!(screen.extent(GREEN), Some(area(&geometry(&app, "nameLabel").await["global"])));
        paint(&app, "nameLabel", PINK).await;
        let window = Picture::take(&app, Some("mainWindow")).await;
        assert_eq!((window.extent(GREEN), window.extent(PINK).is_some()), (None, true), "a picture is of now");
    }

    async fn what_is_drawn_by_hand_is_in_the_picture(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "canvas"])).await;
        app.appears("canvas").await;
        app.call("click", json!({"id": "canvas", "position": {"x": 120, "y": 80}})).await;
        let picture = Picture::take(&app, Some("canvas")).await;
        assert_eq!((picture.at(120, 80), picture.at(130, 80), picture.at(25, 25)), (DOT, WHITE, WHITE));
        app.click("canvasClearButton").await;
        assert_eq!(Picture::take(&app, Some("canvas")).await.at(120, 80), WHITE);
    }

    async fn rectangles_agree_with_each_other(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let path = "centralWidget/tabs/qt_tabwidget_stackedwidget/formPage/nameEdit";
        let window = area(&geometry(&app, "mainWindow").await["global"]);
        let (mut x, mut y) = (window.x, window.y);
        let mut so_far = "mainWindow".to_owned();
        for segment in path.split('/') {
            so_far = format!("{so_far}/{segment}");
            let given = geometry(&app, &so_far).await;
            let (local, global) = (area(&given["local"]), area(&given["global"]));
            (x, y) = (x + local.x, y + local.y);
            assert_eq!((global.x, global.y), (x, y), "{so_far}");
            assert_eq!((local.width, local.height), (global.width, global.height));
            assert_eq!((&given["visible"], &given["enabled"]), (&json!(true), &json!(true)));
        }
        assert_eq!(geometry(&app, "disabledButton").await["enabled"], false);
        assert_eq!(geometry(&app, "hiddenButton").await["visible"], false);
        assert_eq!(app.fault("getGeometry", json!({"id": "bigModel"})).await.0, Code::Unsupported);
        assert_eq!(app.fault("getGeometry", json!({"id": "nothing"})).await.0, Code::NotFound);
    }

    async fn menus_and_dialogs_lie_over_the_window(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "dialogs"])).await;
        paint(&app, "fileMenu", PINK).await;
        assert_eq!(Picture::take(&app, None).await.extent(PINK), None);
        app.click("fileMenu").await;
        app.appears("fileMenu").await;
        let menu = area(&geometry(&app, "fileMenu").await["global"]);
        let screen = Picture::take(&app, None).await;
        assert_eq!(screen.extent(PINK), Some(menu));
        assert!(Picture::take(&app, Some("fileMenu")).await.extent(PINK).is_some());
        assert_eq!(Picture::take(&app, Some("mainWindow")).await.extent(PINK), None, "a window alone is without them");
        let action = Picture::take(&app, Some("fileMenu/saveAction")).await;
        assert_eq!(action.width, area(&geometry(&app, "fileMenu/saveAction").await["local"]).width);
        app.call("sendKeys", json!({"keys": "Escape"})).await;
        assert_eq!(Picture::take(&app, None).await.extent(PINK), None);

        app.click("modalButton").await;
        app.appears("modalDialog").await;
        paint(&app, "modalDialog", GREEN).await;
        let dialog = area(&geometry(&app, "modalDialog").await["global"]);
        assert_eq!(Picture::take(&app, None).await.extent(GREEN), Some(dialog));
    }

    async fn an_app_at_rest_looks_the_same_twice(qt: Qt) {
        let app = launch(gallery(qt)).await;
        for id in ["nameEdit", "notesEdit", "codeEdit"] {
            app.call("sendKeys", json!({"id": id, "text": "caret"})).await;
            let first = (Picture::take(&app, None).await, Picture::take(&app, Some(id)).await);
            // Longer than a caret takes to blink.
            let until = Instant::now() + Duration::from_millis(1200);
            while Instant::now() < until {
                let again = (Picture::take(&app, None).await, Picture::take(&app, Some(id)).await);
                assert!(first == again, "something changed in an app at rest, with the caret in {id}");
            }
            app.call("sendKeys", json!({"text": "!"})).await;
            assert!(first.1 != Picture::take(&app, Some(id)).await);
        }
    }

    async fn what_nobody_sees_has_no_picture(qt: Qt) {
        let app = launch(gallery(qt)).await;
        let code = async |params: Value| app.fault("screenshot", params).await.0;
        assert_eq!(code(json!({"id": "hiddenButton"})).await, Code::NotVisible);
        assert_eq!(code(json!({"id": "canvas"})).await, Code::NotVisible);
        assert_eq!(code(json!({"id": "fileMenu"})).await, Code::NotVisible);
        assert_eq!(code(json!({"id": "bigModel"})).await, Code::Unsupported);
        assert_eq!(code(json!({"id": "nothing"})).await, Code::NotFound);
        assert_eq!(code(json!({"id": "okButton", "format": "bmp"})).await, Code::BadArgument);
    }

    async fn on_a_real_screen_it_is_the_same(qt: Qt) {
        let screen = Screen::start();
        let app = launch(screen.show(gallery(qt).args(["--tab", "dialogs"]))).await;
        app.becomes("mainWindow", "isActiveWindow", json!(true)).await;
        assert_eq!(app.call("status", json!({})).await["platform"], "xcb");
        paint(&app, "dialogResult", GREEN).await;
        let window = Picture::take(&app, Some("mainWindow")).await;
        assert_eq!(window.extent(GREEN), Some(within(&app, "dialogResult", "mainWindow").await));
        let whole = Picture::take(&app, None).await;
        assert_eq!((whole.width, whole.height), (1280, 900));
        assert_eq!(whole.extent(GREEN), Some(area(&geometry(&app, "dialogResult").await["global"])));
        app.click("modalButton").await;
        app.becomes("modalDialog", "isActiveWindow", json!(true)).await;
        paint(&app, "modalDialog", PINK).await;
        let dialog = area(&geometry(&app, "modalDialog").await["global"]);
        assert_eq!(Picture::take(&app, None).await.extent(PINK), Some(dialog));
        app.call("sendKeys", json!({"id": "dialogEdit", "text": "é 日本語 🎉\n"})).await;
        app.becomes("dialogResult", "text", json!("modal accepted é 日本語 🎉")).await;
        app.becomes("mainWindow", "isActiveWindow", json!(true)).await;
        app.click("fileMenu").await;
        app.appears("fileMenu").await;
        app.click("fileMenu/saveAction").await;
        app.call("sendKeys", json!({"keys": "Ctrl+N"})).await;
        eventually("the shortcut", async || app.stdout().contains("ACTION newAction").then_some(())).await;
        assert!(app.stdout().contains("ACTION saveAction"));
        app.click("nonModalButton").await;
        app.becomes("nonModalDialog", "isActiveWindow", json!(true)).await;
        app.click("okButton").await;
        app.becomes("mainWindow", "isActiveWindow", json!(true)).await;
    }

    async fn qml_windows_and_items_have_pictures(qt: Qt) {
        let app = launch(qml_gallery(qt).args(["--tab", "canvas"])).await;
        app.appears("canvas").await;
        app.click("statusLabel").await;
        app.call("click", json!({"id": "canvas", "position": {"x": 120, "y": 80}})).await;
        for id in ["window", "canvas", "tabBar"] {
            let (picture, local) = (Picture::take(&app, Some(id)).await, area(&geometry(&app, id).await["local"]));
            assert_eq!((picture.width, picture.height, picture.ratio), (local.width, local.height, 1.0), "{id}");
        }
        let canvas = Picture::take(&app, Some("canvas")).await;
        assert_eq!((canvas.at(120, 80), canvas.at(140, 80), canvas.at(25, 25)), (DOT, WHITE, WHITE));
        app.set("canvas", "color", json!("#12ab34")).await;
        app.set("canvas", "radius", json!(0)).await;
        let place = within(&app, "canvas", "window").await;
        let seen = Picture::take(&app, Some("window")).await.extent(GREEN).unwrap();
        // All but its border, which is one pixel wide.
        assert_eq!(seen, Area { x: place.x + 1, y: place.y + 1, width: place.width - 2, height: place.height - 2 });
        let screen = Picture::take(&app, None).await;
        let seen = screen.extent(GREEN).unwrap();
        let place = area(&geometry(&app, "canvas").await["global"]);
        assert_eq!((seen.x, seen.y), (place.x + 1, place.y + 1), "the offscreen screen is smaller than this window");
        assert_eq!(app.fault("screenshot", json!({"id": "submitButton"})).await.0, Code::NotVisible);
        assert_eq!(app.fault("screenshot", json!({"id": "backend"})).await.0, Code::Unsupported);
    }

    async fn a_scaled_qml_app_has_all_its_pixels(qt: Qt) {
        // The offscreen platform of Qt 5 takes the size of a scaled window for that of its pixels.
        let screen = Screen::start();
        let app = launch(screen.show(qml_gallery(qt).args(["--tab", "canvas"]).env("QT_SCALE_FACTOR", "1.5"))).await;
        app.appears("canvas").await;
        app.set("canvas", "color", json!("#12ab34")).await;
        let (picture, local) =
            (Picture::take(&app, Some("canvas")).await, area(&geometry(&app, "canvas").await["local"]));
        assert_eq!(picture.ratio, 1.5);
        // A pixel that is covered in part is in the picture.
        for (pixels, length) in [(picture.width, local.width), (picture.height, local.height)] {
            assert!((0..=2).contains(&(pixels - length * 3 / 2)), "{pixels} pixels for a length of {length}");
        }
        assert_eq!(picture.at(picture.width / 2, picture.height / 2), GREEN);
        app.call("click", json!({"id": "canvas", "position": {"x": 33, "y": 44}})).await;
        assert!(app.stdout().contains("CANVAS 33 44 left\n"), "{}", app.stdout());
    }

    async fn a_qml_app_at_rest_looks_the_same_twice(qt: Qt) {
        let app = launch(qml_gallery(qt)).await;
        app.appears("formPage").await;
        app.call("sendKeys", json!({"id": "nameEdit", "text": "caret"})).await;
        let first = Picture::take(&app, Some("window")).await;
        let until = Instant::now() + Duration::from_millis(1200);
        while Instant::now() < until {
            assert!(first == Picture::take(&app, Some("window")).await, "something changed in an app at rest");
        }
    }
}
