//! The app's own screen: all its windows and nothing else, each where one can see and use it.

use qtmcp_tests::{
    Area, Client, Code, Computer, OnScreen, Picture, Qt, Screen, TestApp, Value, eventually, gallery, json, launch,
    on_both, qml_gallery, small, succeed,
};
use std::time::{Duration, Instant};

const GREEN: [u8; 3] = [0x12, 0xab, 0x34];
const PINK: [u8; 3] = [0xff, 0x00, 0xa0];
const BACKGROUND: [u8; 3] = [0x40; 3];

/// Of the windows of `layers`.
const LOWER: [u8; 3] = [200, 30, 30];
const UPPER: [u8; 3] = [30, 160, 30];
const ROUND: [u8; 3] = [240, 240, 30];
const INSIDE: [u8; 3] = [30, 30, 200];
const BARE: [u8; 3] = [30, 200, 200];
const NOT_PAINTABLE: [u8; 3] = [0x80; 3];

async fn look(app: &TestApp) -> Picture {
    Picture::of(&app.call("screenshot", json!({})).await)
}

async fn paint(app: &TestApp, id: &str, [red, green, blue]: [u8; 3]) {
    let colour = format!("#{red:02x}{green:02x}{blue:02x}");
    app.set(id, "styleSheet", json!(format!("background: {colour}; color: {colour}; border: none"))).await;
}

async fn place(app: &TestApp, id: &str) -> Area {
    let [x, y, width, height] = app.place(id).await.map(|side| side as u32);
    Area { x, y, width, height }
}

fn middle(area: Area) -> [u32; 2] {
    [area.x + area.width / 2, area.y + area.height / 2]
}

fn darkened(colour: [u8; 3]) -> [u8; 3] {
    colour.map(|part| part / 2)
}

fn near(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) <= 2)
}

on_both! {
    async fn its_size_is_what_was_asked_for_and_stays(qt: Qt) {
        for (width, height) in [(1400, 1000), (500, 400)] {
            let app = launch(gallery(qt).screen(width, height)).await;
            app.appears("mainWindow").await;
            let first = look(&app).await;
            assert_eq!((first.width, first.height), (width, height));
            app.set("mainWindow", "size", json!({"width": 1000, "height": 800})).await;
            let second = look(&app).await;
            assert_eq!((second.width, second.height), (width, height));
        }
    }

    async fn windows_lie_over_each_other_as_they_were_used(qt: Qt) {
        let computer = Computer::open(small(qt, "layers").screen(800, 600).fit("full")).await;
        let press = async |x: u32, y: u32| computer.quietly(json!({"action": "left_click", "coordinate": [x, y]})).await;
        press(50, 50).await;
        let picture = look(&computer).await;
        assert_eq!((picture.at(300, 180), picture.at(400, 300)), (LOWER, UPPER), "the one that was pressed is on top");
        press(400, 300).await;
        computer.said("PRESS upper 160 160").await;
        assert_eq!(look(&computer).await.at(300, 180), UPPER);
        press(300, 180).await;
        computer.said("PRESS upper 60 40").await;
        assert_eq!(computer.times("PRESS lower 260 140"), 0, "what is covered is not pressed");
    }

    async fn shapes_and_transparency_are_as_a_person_sees_them(qt: Qt) {
        let app = launch(small(qt, "layers").screen(800, 600)).await;
        app.appears("round").await;
        let picture = look(&app).await;
        assert_eq!(picture.extent(ROUND), Some(Area { x: 560, y: 40, width: 100, height: 100 }));
        assert_eq!(picture.at(562, 42), BACKGROUND, "beside the circle");
        assert!(near(picture.at(450, 100), darkened(BACKGROUND)), "through the glass: {:?}", picture.at(450, 100));
        assert!(near(picture.at(110, 350), darkened(BACKGROUND)), "half there: {:?}", picture.at(110, 350));
        assert_eq!(picture.extent([255, 0, 255]), None, "a window without a size");
    }

    async fn windows_inside_others_are_there_and_take_their_clicks(qt: Qt) {
        let computer = Computer::open(small(qt, "layers").screen(800, 600).fit("full")).await;
        let picture = look(&computer).await;
        assert_eq!(picture.extent(INSIDE), Some(Area { x: 60, y: 160, width: 80, height: 60 }));
        assert_eq!(picture.extent(BARE), Some(Area { x: 600, y: 300, width: 100, height: 100 }));
        computer.quietly(json!({"action": "left_click", "coordinate": [70, 175]})).await;
        computer.said("PRESS inside 10 15").await;
        computer.quietly(json!({"action": "left_click", "coordinate": [610, 320]})).await;
        computer.said("PRESS bare 10 20").await;
    }

    async fn nothing_of_another_application_is_in_it(qt: Qt) {
        let screen = Screen::start();
        let app = launch(screen.show(small(qt, "layers"))).await;
        app.appears("upper").await;
        let other = launch(screen.show(gallery(qt))).await;
        other.becomes("mainWindow", "isActiveWindow", json!(true)).await;
        other.set("mainWindow", "geometry", json!({"x": 0, "y": 0, "width": 1280, "height": 900})).await;
        paint(&other, "mainWindow", PINK).await;
        other.becomes("mainWindow", "width", json!(1280)).await;
        let picture = look(&app).await;
        assert_eq!(picture.extent(PINK), None);
        let upper = place(&app, "upper").await;
        assert_eq!(picture.at(upper.x + 200, upper.y + 150), UPPER);
        // Only itself could paint it, or the screen, which shows the other application there.
        let bare = place(&app, "bare").await;
        assert_eq!(picture.at(bare.x + 50, bare.y + 50), NOT_PAINTABLE);
        assert!(look(&other).await.extent(PINK).is_some());
    }

    async fn what_is_far_away_is_moved_in_and_can_be_used(qt: Qt) {
        let computer = Computer::open(gallery(qt).screen(1000, 800).fit("full")).await;
        computer.set("mainWindow", "pos", json!({"x": 5000, "y": 3000})).await;
        paint(&computer, "submitButton", GREEN).await;
        let seen = look(&computer).await.extent(GREEN).unwrap();
        let (button, window) = (place(&computer, "submitButton").await, place(&computer, "mainWindow").await);
        let moved = (button.x - seen.x, button.y - seen.y);
        let ends = (window.x + window.width - moved.0, window.y + window.height - moved.1);
        assert_eq!(ends, (1000, 800), "just inside");
        assert!(window.x >= 5000, "the window itself stays where it is");
        let said = computer.quietly(json!({"action": "left_click", "coordinate": middle(seen)})).await;
        assert!(said.contains("Submit"), "{said}");
        eventually("what the button does", async || computer.stdout().contains("SUBMIT ").then_some(())).await;
    }

    async fn what_pops_up_from_a_window_far_away_can_be_used(qt: Qt) {
        let computer = Computer::open(gallery(qt).screen(1000, 800).fit("full")).await;
        computer.set("mainWindow", "pos", json!({"x": 5000, "y": 3000})).await;
        computer.set("fileMenu", "styleSheet", json!("background: #ff00a0")).await;
        computer.click("fileMenu").await;
        computer.appears("fileMenu").await;
        let (menu, action) = (place(&computer, "fileMenu").await, place(&computer, "fileMenu/saveAction").await);
        let seen = look(&computer).await.extent(PINK).unwrap();
        assert_eq!((seen.width, seen.height), (menu.width, menu.height), "all of it");
        let [x, y] = middle(Area { x: seen.x + action.x - menu.x, y: seen.y + action.y - menu.y, ..action });
        computer.quietly(json!({"action": "left_click", "coordinate": [x, y]})).await;
        computer.said("ACTION saveAction").await;
    }

    async fn what_sticks_out_of_a_screen_that_is_not_real_is_moved_in(qt: Qt) {
        let screen = Screen::start();
        for (app, is_real) in [(gallery(qt), false), (screen.show(gallery(qt)), true)] {
            let computer = Computer::open(app.screen(1280, 800).fit("full")).await;
            computer.set("mainWindow", "geometry", json!({"x": -60, "y": 30, "width": 900, "height": 700})).await;
            paint(&computer, "submitButton", GREEN).await;
            eventually("the window at its place", async || {
                let [[window, ..], [button, ..]] =
                    [computer.place("mainWindow").await, computer.place("submitButton").await];
                let seen = f64::from(look(&computer).await.extent(GREEN)?.x) - (button - window);
                (window < 0.0 && seen == if is_real { window } else { 0.0 }).then_some(())
            })
            .await;
        }
    }

    async fn what_is_not_to_be_painted_now_leaves_no_hole(qt: Qt) {
        let app = launch(gallery(qt).screen(1000, 800)).await;
        app.appears("mainWindow").await;
        app.set("mainWindow", "styleSheet", json!("QPlainTextEdit { background: #12ab34; }")).await;
        let [x, y] = middle(look(&app).await.extent(GREEN).unwrap());
        // Nothing is painted under what covers all of its area.
        app.set("formPage", "autoFillBackground", json!(true)).await;
        app.set("formPage", "updatesEnabled", json!(false)).await;
        let picture = look(&app).await;
        assert_ne!(picture.at(x, y), BACKGROUND, "the window is there all the same");
        assert_eq!(picture.at(x, y), picture.at(x + 1, y + 1));
        // One that begins beyond the edge is drawn another way.
        app.set("mainWindow", "geometry", json!({"x": -20, "y": 30, "width": 1100, "height": 700})).await;
        assert_ne!(look(&app).await.at(x, y), BACKGROUND);
    }

    async fn windows_may_belong_to_each_other_in_a_circle(qt: Qt) {
        let app = small(qt, "layers").args(["--circle"]).screen(800, 600).fit("full");
        let computer = Computer::open(app).await;
        assert_eq!(look(&computer).await.at(400, 300), UPPER);
        computer.quietly(json!({"action": "left_click", "coordinate": [400, 300]})).await;
        computer.said("PRESS upper 160 160").await;
        // Whether it is in the way of the others is looked for along the circle.
        computer.set("glass", "windowModality", json!("WindowModal")).await;
        computer.quietly(json!({"action": "left_click", "coordinate": [410, 310]})).await;
        computer.said("PRESS upper 170 170").await;
    }

    async fn what_is_cut_off_is_marked_where_it_can_be_seen(qt: Qt) {
        let computer = Computer::open(small(qt, "layers").screen(800, 600).fit("full")).await;
        let marks = computer.act(json!({"action": "screenshot", "marks": true})).await.answer["marks"].clone();
        let is_it = |mark: &&Value| mark["element"] == format!("button \"Cut off\" [{}]", mark["ref"]);
        let mark = marks.as_array().unwrap().iter().find(is_it).unwrap_or_else(|| panic!("{marks}"));
        assert_eq!((&mark["x"], &mark["y"]), (&json!(55), &json!(135)), "the middle of 30 pixels");
        computer.quietly(json!({"action": "left_click", "coordinate": [mark["x"], mark["y"]]})).await;
        computer.said("CLICK cutButton").await;
    }

    async fn the_active_window_alone_can_be_the_picture(qt: Qt) {
        let app = launch(gallery(qt).args(["--tab", "dialogs"]).env("QTMCP_CAPTURE", "window")).await;
        app.appears("mainWindow").await;
        let size = async |id: &str| {
            let area = place(&app, id).await;
            (area.width, area.height)
        };
        let picture = look(&app).await;
        assert_eq!((picture.width, picture.height), size("mainWindow").await, "all of it, though the screen is smaller");
        paint(&app, "fileMenu", PINK).await;
        app.click("fileMenu").await;
        app.appears("fileMenu").await;
        let seen = look(&app).await.extent(PINK).unwrap();
        assert_eq!((seen.width, seen.height), size("fileMenu").await, "what pops up belongs to it");
        app.call("sendKeys", json!({"keys": "Escape"})).await;
        app.click("modalButton").await;
        app.appears("modalDialog").await;
        paint(&app, "modalDialog", GREEN).await;
        let picture = look(&app).await;
        assert_eq!((picture.width, picture.height), size("modalDialog").await);
        assert_eq!(picture.extent(GREEN).map(|area| (area.width, area.height)), Some(size("modalDialog").await));
    }

    async fn clicks_in_the_active_window_count_from_its_corner(qt: Qt) {
        let app = small(qt, "layers").env("QTMCP_CAPTURE", "window").fit("full");
        let computer = Computer::open(app).await;
        computer.becomes("lower", "isActiveWindow", json!(true)).await;
        let picture = computer.look().await;
        assert_eq!((picture.width, picture.height), (300, 200));
        computer.quietly(json!({"action": "left_click", "coordinate": [250, 30]})).await;
        computer.said("PRESS lower 250 30").await;
        // Another window lies over it there, which the picture does not show.
        let cover = json!({"x": 100, "y": 80, "width": 60, "height": 60});
        computer.set("round", "geometry", cover).await;
        computer.quietly(json!({"action": "left_click", "coordinate": [80, 60]})).await;
        computer.said("PRESS lower 80 60").await;
        let beyond = computer.refuses(json!({"action": "left_click", "coordinate": [300, 30]})).await;
        assert!(beyond.contains("300"), "{beyond}");
    }

    async fn a_tip_is_in_the_picture(qt: Qt) {
        let computer = Computer::open(small(qt, "layers").screen(800, 600).fit("full")).await;
        computer.becomes("lower", "isActiveWindow", json!(true)).await;
        computer.set("lower", "toolTip", json!("In passing")).await;
        let before = look(&computer).await;
        computer.quietly(json!({"action": "mouse_move", "coordinate": [180, 100]})).await;
        computer.appears("qtooltip_label").await;
        let tip = place(&computer, "qtooltip_label").await;
        let after = look(&computer).await;
        let at = (tip.x + tip.width / 2, tip.y + 2);
        assert_eq!(before.at(at.0, at.1), LOWER, "{tip:?}");
        assert_ne!(after.at(at.0, at.1), LOWER, "{tip:?}");
    }

    async fn a_window_that_is_shown_beside_what_is_typed_into_takes_no_keys(qt: Qt) {
        let computer = Computer::open(small(qt, "layers").screen(800, 600).fit("full")).await;
        computer.call("sendKeys", json!({"id": "field", "text": "a"})).await;
        computer.set("note", "visible", json!(true)).await;
        computer.call("sendKeys", json!({"text": "b"})).await;
        computer.becomes("field", "text", json!("ab")).await;
        assert_eq!(computer.get("lower", "isActiveWindow").await, true);
        let [x, y] = middle(place(&computer, "note").await);
        computer.quietly(json!({"action": "left_click", "coordinate": [x, y]})).await;
        computer.becomes("note", "isActiveWindow", json!(true)).await;
    }

    async fn carets_stand_still_while_anybody_looks(qt: Qt) {
        let mut app = launch(small(qt, "layers")).await;
        app.appears("field").await;
        app.call("sendKeys", json!({"id": "field", "text": "caret"})).await;
        let second = Client::connect(&app.url).await.unwrap();
        succeed(&second, "ping", json!({})).await;
        app.client = second;
        let first = look(&app).await;
        // Longer than a caret takes to blink.
        let until = Instant::now() + Duration::from_millis(1200);
        while Instant::now() < until {
            assert!(first == look(&app).await, "the caret blinks though one client is still there");
        }
        assert_eq!((app.times("CARET 0"), app.times("CARET 1000")), (1, 0), "{}", app.stdout());
    }

    async fn carets_blink_again_when_nobody_does(qt: Qt) {
        let elsewhere = launch(small(qt, "nowindow")).await;
        let mut app = launch(small(qt, "layers")).await;
        app.appears("field").await;
        app.call("sendKeys", json!({"id": "field", "text": "caret"})).await;
        assert_eq!(app.times("CARET 0"), 1, "{}", app.stdout());
        app.client = Client::connect(&elsewhere.url).await.unwrap();
        app.said("CARET 1000").await;
        // The field has the focus from before, its caret in the middle of its blinking.
        app.client = Client::connect(&app.url).await.unwrap();
        let first = look(&app).await;
        assert_eq!(app.times("CARET 0"), 2, "{}", app.stdout());
        let until = Instant::now() + Duration::from_millis(1200);
        while Instant::now() < until {
            assert!(first == look(&app).await, "the caret blinks");
        }
    }

    async fn carets_blink_again_when_the_probe_is_stopped(qt: Qt) {
        let app = launch(small(qt, "layers")).await;
        app.appears("field").await;
        app.call("sendKeys", json!({"id": "field", "text": "caret"})).await;
        assert_eq!((app.times("CARET 0"), app.times("CARET 1000")), (1, 0), "{}", app.stdout());
        let stops = json!({"id": "stopper", "method": "start", "args": [0]});
        // The probe may be gone before its answer is.
        let _ = app.client.call("invokeMethod", stops).await;
        app.said("CARET 1000").await;
    }

    async fn without_a_window_there_is_nothing_to_see(qt: Qt) {
        let app = launch(small(qt, "nowindow")).await;
        let (code, message, next) = app.fault("screenshot", json!({})).await;
        assert_eq!(code, Code::NoWindow, "{message}");
        assert!(message.contains("no window") && !next.is_empty(), "{message} {next}");
    }

    async fn a_minimised_window_is_shown_when_there_is_no_other(qt: Qt) {
        let screen = Screen::start();
        for launching in [gallery(qt).screen(1000, 800), screen.show(gallery(qt).screen(1000, 800))] {
            let computer = Computer::open(launching.fit("full")).await;
            paint(&computer, "submitButton", GREEN).await;
            computer.invoke("mainWindow", "showMinimized", json!([])).await;
            computer.becomes("mainWindow", "minimized", json!(true)).await;
            let button = look(&computer).await.extent(GREEN).unwrap();
            computer.quietly(json!({"action": "left_click", "coordinate": middle(button)})).await;
            eventually("what the button does", async || computer.stdout().contains("SUBMIT ").then_some(())).await;
            computer.becomes("mainWindow", "minimized", json!(false)).await;
        }
    }
}

/// With the renderer that a real desktop has, which knows nothing of a window before it is shown for the first time.
#[tokio::test]
async fn a_qml_window_that_was_never_shown_but_minimised_ends_nothing() {
    let screen = Screen::start();
    let app = screen.show(qml_gallery(Qt::Five).args(["--page", "menus"]));
    let app = launch(app.env("QT_QUICK_BACKEND", "").env("QSG_RENDER_LOOP", "threaded")).await;
    app.appears("moreWindow").await;
    for window in ["secondWindow", "moreWindow"] {
        app.invoke(window, "showMinimized", json!([])).await;
        app.becomes(window, "visible", json!(true)).await;
    }
    let is_left_out = async || look(&app).await.extent(NOT_PAINTABLE).map(drop);
    eventually("a picture without what nobody has painted", is_left_out).await;
}

/// Two screens with different ratios, as only the offscreen platform of Qt 6 can be told to have.
#[tokio::test]
async fn a_window_on_a_finer_screen_is_drawn_as_it_is_there() {
    let home = qtmcp_tests::Home::new();
    let file = home.dir().join("screens.json");
    let screens = json!({"synchronousWindowSystemEvents": false, "windowFrameMargins": false, "screens": [
        {"name": "coarse", "x": 0, "y": 0, "width": 1000, "height": 800, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
        {"name": "fine", "x": 1000, "y": 0, "width": 1600, "height": 1200, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 2},
    ]});
    std::fs::write(&file, screens.to_string()).unwrap();
    let platform = format!("offscreen:configfile={}", file.display());
    let computer = Computer::open(gallery(Qt::Six).platform(&platform).fit("full")).await;
    computer.set("mainWindow", "pos", json!({"x": 1050, "y": 40})).await;
    eventually("the finer screen", async || {
        (computer.call("screenshot", json!({"id": "mainWindow"})).await["ratio"] == 2).then_some(())
    })
    .await;
    paint(&computer, "submitButton", GREEN).await;
    let picture = look(&computer).await;
    assert_eq!((picture.width, picture.height), (1000, 800));
    let (seen, real) = (picture.extent(GREEN).unwrap(), place(&computer, "submitButton").await);
    assert_eq!(seen, Area { x: real.x - 1000, ..real }, "as far from its screen's corner as there");
    computer.quietly(json!({"action": "left_click", "coordinate": middle(seen)})).await;
    eventually("what the button does", async || computer.stdout().contains("SUBMIT ").then_some(())).await;
}
