//! The real screen and real input, on an X server with a window manager: what others show is in the picture, and mouse and
//! keys reach whatever is there.

use qtmcp_tests::{
    Code, Computer, Launch, Libraries, OnScreen, Picture, Screen, TestApp, Value, eventually, gallery, json, launch,
    on_both, pixel,
};
use std::path::Path;

/// The corners of the Colours page's field.
const CORNERS: [[u8; 3]; 4] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]];

/// On the X server, whatever desktop the tests are run from.
fn on(screen: &Screen, app: Launch) -> Launch {
    screen.show(app).env_remove("WAYLAND_DISPLAY").env_remove("XDG_SESSION_TYPE")
}

/// An app whose input is real and whose screen is the real one.
async fn open(screen: &Screen, app: Launch, window: &str) -> Computer {
    let app = Computer::open(on(screen, app).env("QTMCP_CAPTURE", "screen").env("QTMCP_INPUT", "desktop")).await;
    // The window manager has moved it by the time it gives it the focus.
    app.becomes(window, "isActiveWindow", json!(true)).await;
    app
}

/// Another application, in front of all others.
async fn open_other(screen: &Screen, app: Launch, window: &str) -> TestApp {
    let other = launch(on(screen, app)).await;
    other.appears(window).await;
    other.becomes(window, "isActiveWindow", json!(true)).await;
    other
}

async fn said(app: &TestApp, line: &str) {
    eventually(line, async || app.stdout().lines().any(|said| said == line).then_some(())).await;
}

/// The middle of an object, as a coordinate of a picture of the whole screen.
async fn middle(app: &TestApp, id: &str) -> Value {
    let global = app.call("getGeometry", json!({"id": id})).await["global"].clone();
    let side = |name: &str| global[name].as_f64().unwrap();
    json!([(side("x") + side("width") / 2.0) as i64, (side("y") + side("height") / 2.0) as i64])
}

/// The colours at the corners of an object.
async fn corners(app: &TestApp, id: &str, picture: &Picture) -> [[u8; 3]; 4] {
    let global = app.call("getGeometry", json!({"id": id})).await["global"].clone();
    let side = |name: &str| global[name].as_u64().unwrap() as u32;
    let (left, top) = (side("x"), side("y"));
    let (right, bottom) = (left + side("width") - 1, top + side("height") - 1);
    [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(x, y)| picture.at(x, y))
}

async fn log(app: &TestApp) -> Vec<String> {
    let log = app.get("inputLab", "eventLog").await;
    log.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn the_real_screen_has_the_windows_of_others_and_the_private_one_has_not(qt: Qt) {
        let screen = Screen::start();
        let real = Computer::open(on(&screen, gallery(qt)).env("QTMCP_CAPTURE", "screen")).await;
        let private = Computer::open(on(&screen, gallery(qt))).await;
        let other = open_other(&screen, gallery(qt).args(["--page", "Colours"]), "coloursPage").await;
        let picture = eventually("the other's window in the picture", async || {
            let picture = real.look().await;
            (corners(&other, "colours", &picture).await == CORNERS).then_some(picture)
        })
        .await;
        assert_eq!((picture.width, picture.height), (1280, 900));
        let picture = private.look().await;
        assert_ne!(corners(&other, "colours", &picture).await, CORNERS);
    }

    async fn a_click_reaches_a_button_of_the_app(qt: Qt) {
        let screen = Screen::start();
        let app = open(&screen, gallery(qt), "mainWindow").await;
        let coordinate = middle(&app, "okButton").await;
        let text = app.quietly(json!({"action": "left_click", "coordinate": coordinate})).await;
        assert!(text.contains("\"OK\""), "{text}");
        app.said("OK").await;
        let here = app.call("computer", json!({"action": "cursor_position"})).await;
        assert_eq!(here["text"], format!("X={},Y={}", coordinate[0], coordinate[1]), "{here}");
    }

    async fn a_click_reaches_a_button_of_another_application(qt: Qt) {
        let screen = Screen::start();
        let app = open(&screen, gallery(qt), "mainWindow").await;
        let other = open_other(&screen, gallery(qt), "mainWindow").await;
        app.act(json!({"action": "left_click", "coordinate": middle(&other, "okButton").await})).await;
        said(&other, "OK").await;
        assert!(!app.stdout().lines().any(|line| line == "OK"), "the app itself was clicked: {}", app.stdout());
    }

    async fn text_of_any_script_is_typed_into_the_app_and_into_another(qt: Qt) {
        let screen = Screen::start();
        let app = open(&screen, gallery(qt), "mainWindow").await;
        let text = "aA é 日本 ß€!";
        app.act(json!({"action": "left_click", "coordinate": middle(&app, "nameEdit").await})).await;
        app.act(json!({"action": "type", "text": text})).await;
        app.becomes("nameEdit", "text", json!(text)).await;
        let other = open_other(&screen, gallery(qt), "mainWindow").await;
        app.act(json!({"action": "left_click", "coordinate": middle(&other, "nameEdit").await})).await;
        other.becomes("nameEdit", "focus", json!(true)).await;
        app.act(json!({"action": "type", "text": text})).await;
        other.becomes("nameEdit", "text", json!(text)).await;
        assert_eq!(app.get("nameEdit", "text").await, text);
    }

    async fn a_chord_triggers_its_action_and_a_held_modifier_goes_with_the_click(qt: Qt) {
        let screen = Screen::start();
        let app = open(&screen, gallery(qt), "mainWindow").await;
        app.act(json!({"action": "key", "text": "ctrl+s"})).await;
        app.said("ACTION saveAction").await;
        app.show_page("inputLabPage").await;
        let coordinate = middle(&app, "inputLab").await;
        app.act(json!({"action": "left_click", "coordinate": coordinate, "text": "ctrl"})).await;
        eventually("a press with Ctrl", async || {
            let log = log(&app).await;
            log.iter().any(|line| line.starts_with("press left") && line.ends_with(" Ctrl")).then_some(())
        })
        .await;
        // Elsewhere: two real clicks at one place may come so close that they are a double click.
        let beside = [&coordinate[0], &coordinate[1]].map(|place| place.as_u64().unwrap() + 30);
        app.act(json!({"action": "left_click", "coordinate": beside})).await;
        eventually("a press without it", async || {
            let log = log(&app).await;
            log.iter().any(|line| line.starts_with("press left") && !line.contains("Ctrl")).then_some(())
        })
        .await;
    }

    async fn the_wheel_turns_and_a_double_click_is_one(qt: Qt) {
        let screen = Screen::start();
        let app = open(&screen, gallery(qt).args(["--tab", "Input lab"]), "mainWindow").await;
        app.appears("inputLab").await;
        let coordinate = middle(&app, "inputLab").await;
        let scroll = json!({"action": "scroll", "coordinate": coordinate, "scroll_direction": "down", "scroll_amount": 2});
        app.act(scroll).await;
        eventually("two ticks", async || {
            let log = log(&app).await;
            (log.iter().filter(|line| line.starts_with("wheel -120")).count() == 2).then_some(())
        })
        .await;
        app.act(json!({"action": "double_click", "coordinate": coordinate})).await;
        eventually("a double click", async || {
            log(&app).await.iter().any(|line| line.starts_with("double left")).then_some(())
        })
        .await;
    }

    async fn a_drag_moves_a_slider(qt: Qt) {
        let screen = Screen::start();
        let app = open(&screen, gallery(qt), "mainWindow").await;
        app.appears("volumeSlider").await;
        let from = middle(&app, "volumeSlider").await;
        let to = json!([from[0].as_i64().unwrap() + 60, from[1]]);
        app.act(json!({"action": "left_click_drag", "start_coordinate": from, "coordinate": to})).await;
        eventually("the slider moved", async || {
            let value = app.get("volumeSlider", "value").await.as_i64().unwrap();
            (value > 55).then_some(())
        })
        .await;
    }

    async fn pixels_are_met_where_there_are_two_for_each_logical_one(qt: Qt) {
        let screen = Screen::start();
        let app = open(&screen, gallery(qt).args(["--page", "Wizard"]).ratio(2.0), "wizardPage").await;
        let picture = app.look().await;
        assert_eq!((picture.width, picture.height), (1280, 900));
        let place = app.place("wizardButton").await;
        let coordinate = pixel(place, (640, 450), (1280, 900));
        app.act(json!({"action": "left_click", "coordinate": coordinate})).await;
        app.appears("wizard").await;
    }

    async fn a_window_that_a_dialog_blocks_is_not_clicked(qt: Qt) {
        let screen = Screen::start();
        let app = open(&screen, gallery(qt).args(["--tab", "Dialogs"]), "mainWindow").await;
        let ok = middle(&app, "okButton").await;
        app.act(json!({"action": "left_click", "coordinate": middle(&app, "modalButton").await})).await;
        app.appears("modalDialog").await;
        app.becomes("modalDialog", "isActiveWindow", json!(true)).await;
        let (code, message, _) = app.fault("computer", json!({"action": "left_click", "coordinate": ok})).await;
        assert_eq!(code, Code::BlockedByDialog, "{message}");
        app.act(json!({"action": "left_click", "coordinate": middle(&app, "dialogOkButton").await})).await;
        eventually("the dialog gone", async || app.stdout().contains("DIALOG modal accepted").then_some(())).await;
    }

    async fn the_keyboard_is_as_it_was_when_the_app_has_gone(qt: Qt) {
        let screen = Screen::start();
        let mut app = open(&screen, gallery(qt), "mainWindow").await;
        app.act(json!({"action": "left_click", "coordinate": middle(&app, "nameEdit").await})).await;
        app.act(json!({"action": "type", "text": "日本語"})).await;
        app.becomes("nameEdit", "text", json!("日本語")).await;
        let has_lent = || {
            let keymap = screen.keymap();
            ["U65E5", "U672C", "U8A9E"].iter().any(|name| keymap.contains(name))
        };
        assert!(has_lent(), "no key was lent to any of them");
        assert_eq!(app.quit().await, 0);
        eventually("the keys given back", async || (!has_lent()).then_some(())).await;
    }

    async fn without_a_real_screen_or_the_part_the_fault_says_so(qt: Qt) {
        let app = Computer::open(gallery(qt).env("QTMCP_CAPTURE", "screen").env("QTMCP_INPUT", "desktop")).await;
        let (code, message, next) = app.fault("computer", json!({"action": "screenshot"})).await;
        assert_eq!(code, Code::Unsupported);
        assert!(message.contains("X11") && next.contains("QT_QPA_PLATFORM=xcb"), "{message} {next}");

        let libraries = std::env::temp_dir().join(format!("qtmcp-no-desktop-{}-{}", std::process::id(), qt.major()));
        copy_all_but(&libraries, "libqtmcp-desktop.so");
        let screen = Screen::start();
        let without = gallery(qt).libraries(Libraries::in_dir(&libraries).unwrap());
        let app = open(&screen, without, "mainWindow").await;
        for action in [json!({"action": "screenshot"}), json!({"action": "key", "text": "a"})] {
            let (code, message, next) = app.fault("computer", action).await;
            assert_eq!(code, Code::Unsupported);
            assert!(message.contains("libqtmcp-desktop.so"), "{message}");
            assert!(next.contains("cargo xtask build --desktop"), "{next}");
        }
        let _ = std::fs::remove_dir_all(&libraries);
    }
}

/// A directory with our libraries, one left out.
fn copy_all_but(directory: &Path, missing: &str) {
    let _ = std::fs::remove_dir_all(directory);
    std::fs::create_dir_all(directory).unwrap();
    for entry in std::fs::read_dir(Libraries::find().unwrap().dir()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != missing && entry.path().is_file() {
            std::fs::copy(entry.path(), directory.join(entry.file_name())).unwrap();
        }
    }
}
