//! What `computer` sends, says and shows, and what it refuses.

use crate::testing::Client;
use expect_test::expect;
use qtmcp_tool::{Code, Settled};
use serde_json::{Value as Json, json};

const FIXTURE: &str = r##"
QApplication
 QMainWindow#main windowTitle="Main" at=100,100,640,480
  QPushButton#ok text="OK" at=10,10,80,30
  QPushButton#off text="Off" at=10,50,80,30 disabled
  QLineEdit#edit text="" at=10,90,80,20
 QDialog#dialog at=0,0,60,60 modal hidden windowTitle="Really?"
"##;

fn client() -> Client {
    Client::new(FIXTURE)
}

#[track_caller]
fn said(client: &Client, arguments: Json) -> String {
    client.read("computer", arguments)
}

#[track_caller]
fn refused(client: &Client, arguments: Json) -> String {
    let (code, message) = client.fail("computer", arguments.clone());
    assert_eq!(code, Code::BadArgument, "{arguments}: {message}");
    message
}

#[test]
fn a_click_says_what_it_hit_and_shows_the_screen() {
    let client = client();
    let response = client.respond("computer", json!({"action": "left_click", "coordinate": [150, 125]})).unwrap();
    let ok = client.give("#ok");
    let text = format!("left_click at (150, 125): button \"OK\" [{ok}]");
    assert_eq!(response.text.as_deref(), Some(&*text));
    assert!(response.images[0].bytes.starts_with(b"\x89PNG"));
    let result = response.with_pictures_inside(|_| "…".to_owned());
    let screenshot = json!({"type": "base64", "media_type": "image/png", "data": "…"});
    let expected = json!({"success": true, "screenshot": screenshot, "width": 1024, "height": 768, "text": text});
    assert_eq!(result, expected);
    expect![[r#"
        move 150,125
        press Left 150,125
        release Left 150,125
    "#]]
    .assert_eq(&client.app.take_input());
}

#[test]
fn without_a_screenshot_words_are_all() {
    let client = client();
    let click = json!({"action": "double_click", "coordinate": [150, 165], "screenshot": false});
    let response = client.respond("computer", click).unwrap();
    assert!(response.images.is_empty());
    let text = response.result["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("double_click at (150, 165): button \"Off\"") && text.ends_with("(disabled)"), "{text}");
}

#[test]
fn without_a_coordinate_the_mouse_acts_where_it_is() {
    let client = client();
    assert_eq!(said(&client, json!({"action": "cursor_position"})), "X=512,Y=384");
    assert!(said(&client, json!({"action": "right_click"})).starts_with("right_click at (512, 384): window \"Main\""));
    said(&client, json!({"action": "mouse_move", "coordinate": [150, 125]}));
    assert_eq!(said(&client, json!({"action": "cursor_position"})), "X=150,Y=125");
    assert_ne!(client.app.take_input(), "");
    for (action, presses) in [("left_click", 1), ("middle_click", 1), ("double_click", 2), ("triple_click", 3)] {
        let text = said(&client, json!({"action": action, "text": "ctrl", "key": "shift"}));
        assert!(text.starts_with(&format!("{action} at (150, 125): button \"OK\"")), "{text}");
        let input = client.app.take_input();
        assert_eq!(input.matches("press").count(), presses, "{input}");
        assert!(input.lines().all(|line| line.ends_with("shift ctrl")), "{input}");
    }
}

#[test]
fn what_only_coordinates_reach_is_told_in_pixels_of_the_screenshot() {
    let fixture =
        "QApplication\n QMainWindow#main at=0,0,1000,800\n  Canvas#canvas at=300,200,400,400 bases=QWidget,QObject";
    let client = Client::new(fixture);
    client.app.set_screen(1920.0, 1080.0, 1.0);
    let canvas = client.give("#canvas");
    let (code, message) = client.fail("computer", json!({"action": "left_click", "ref": canvas}));
    assert_eq!(code, Code::Unsupported);
    // 500, 400 of 1920x1080 in a picture of 1456x819.
    assert!(message.ends_with("custom-painted; use computer with coordinate (379, 303)."), "{message}");
}

#[test]
fn coordinates_are_pixels_of_the_last_screenshot() {
    let client = client();
    client.app.set_screen(1920.0, 1080.0, 1.0);
    let text = said(&client, json!({"action": "screenshot"}));
    assert_eq!(text, "screenshot 1456x819");
    said(&client, json!({"action": "left_click", "coordinate": [114, 95], "screenshot": false}));
    assert!(client.app.take_input().contains("press Left 150,125"));
    assert_eq!(said(&client, json!({"action": "cursor_position"})), "X=114,Y=95");
    let message = refused(&client, json!({"action": "left_click", "coordinate": [1456, 0]}));
    assert_eq!(message, "Coordinates 1456, 0 are out of bounds: the screenshot is 1456x819 pixels.");
    let zoom = client.respond("computer", json!({"action": "zoom", "region": [100, 90, 200, 140]})).unwrap();
    assert!(zoom.text.unwrap().starts_with("zoom into (100, 90) to (200, 140), "));
    said(&client, json!({"action": "left_click", "coordinate": [114, 95], "screenshot": false}));
    assert!(client.app.take_input().contains("press Left 150,125"), "a zoom changes nothing");
    client.app.set_screen(960.0, 540.0, 2.0);
    said(&client, json!({"action": "screenshot"}));
    said(&client, json!({"action": "left_click", "coordinate": [228, 190], "screenshot": false}));
    assert!(client.app.take_input().contains("press Left 150,125"), "device pixels are no logical ones");
}

#[test]
fn a_drag_a_held_button_and_the_wheel_say_where() {
    let client = client();
    let drag = json!({"action": "left_click_drag", "start_coordinate": [110, 120], "coordinate": [140, 120]});
    let ok = client.give("#ok");
    let on = format!("button \"OK\" [{ok}]");
    assert_eq!(said(&client, drag), format!("left_click_drag from (110, 120): {on} to (140, 120): {on}"));
    let scroll = json!({"action": "scroll", "coordinate": [150, 125], "scroll_direction": "down", "scroll_amount": 2});
    assert_ne!(client.app.take_input(), "");
    assert_eq!(said(&client, scroll), format!("scroll down 2 at (150, 125): {on}"));
    assert_eq!(client.app.take_input(), "move 150,125\nwheel 0,1 150,125\nwheel 0,1 150,125\n");
    let pixels = json!({"action": "scroll", "coordinate": [150, 125], "direction": "right", "amount": 90});
    assert_eq!(said(&client, pixels), format!("scroll right 90 pixels at (150, 125): {on}"));
    assert_eq!(client.app.take_input(), "move 150,125\nwheel 1,0 150,125\nwheel 0.5,0 150,125\n");
    assert_eq!(said(&client, json!({"action": "left_mouse_down"})), format!("left_mouse_down at (150, 125): {on}"));
    assert!(refused(&client, json!({"action": "left_mouse_down"})).contains("down already"));
    said(&client, json!({"action": "mouse_move", "coordinate": [300, 300]}));
    said(&client, json!({"action": "left_mouse_up"}));
    let input = client.app.take_input();
    assert!(input.ends_with("press Left 150,125\nmove 300,300\nrelease Left 300,300\n"), "{input}");
    assert!(refused(&client, json!({"action": "left_mouse_up"})).contains("No mouse button is down"));
}

#[test]
fn keys_and_text_go_to_what_has_the_focus() {
    let client = client();
    let nowhere = said(&client, json!({"action": "type", "text": "a"}));
    assert_eq!(nowhere, "type \"a\": nothing has the focus");
    said(&client, json!({"action": "left_click", "coordinate": [150, 200]}));
    let typed = said(&client, json!({"action": "type", "text": "Grüße 日本"}));
    let edit = client.give("#edit");
    assert!(typed.starts_with("type \"Grüße 日本\": textbox ") && typed.ends_with(&format!("[{edit}]")), "{typed}");
    assert_ne!(client.app.take_input(), "");
    assert_eq!(said(&client, json!({"action": "key", "text": "ctrl+s Tab", "repeat": 2})), "key ctrl+s Tab 2 times");
    assert_eq!(client.app.take_input().matches("key down s ctrl").count(), 2);
    let held = json!({"action": "hold_key", "text": "shift", "duration": 0.5});
    assert_eq!(said(&client, held), "hold_key shift for 0.5 s");
    assert_eq!(said(&client, json!({"action": "wait", "duration": 2})), "wait 2 s");
}

#[test]
fn what_is_wrong_is_told_in_the_references_words() {
    let client = client();
    for (arguments, expected) in [
        (json!({"action": "mouse_move"}), "coordinate is required for mouse_move"),
        (
            json!({"action": "left_click_drag", "coordinate": [1, 1]}),
            "start_coordinate is required for left_click_drag",
        ),
        (
            json!({"action": "left_click_drag", "start_coordinate": [1, 1]}),
            "coordinate is required for left_click_drag",
        ),
        (json!({"action": "mouse_move", "coordinate": [1, 1], "text": "a"}), "text is not accepted for mouse_move"),
        (json!({"action": "screenshot", "text": "a"}), "text is not accepted for screenshot"),
        (json!({"action": "screenshot", "coordinate": [1, 1]}), "coordinate is not accepted for screenshot"),
        (json!({"action": "cursor_position", "coordinate": [1, 1]}), "coordinate is not accepted for cursor_position"),
        (json!({"action": "key"}), "text is required for key"),
        (json!({"action": "type"}), "text is required for type"),
        (json!({"action": "key", "text": "a", "coordinate": [1, 1]}), "coordinate is not accepted for key"),
        (json!({"action": "type", "text": "a", "coordinate": [1, 1]}), "coordinate is not accepted for type"),
        (json!({"action": "left_click", "coordinate": [1]}), "[1] must be a tuple of length 2"),
        (json!({"action": "left_click", "coordinate": "here"}), "'here' must be a tuple of length 2"),
        (json!({"action": "left_click", "coordinate": [-1, 2]}), "[-1, 2] must be a tuple of non-negative ints"),
        (json!({"action": "left_click", "coordinate": [1.5, 2]}), "[1.5, 2] must be a tuple of non-negative ints"),
        (json!({"action": "left_click", "coordinate": [null, 2]}), "[None, 2] must be a tuple of non-negative ints"),
        (json!({"action": "left_click", "coordinate": [5000, 2]}), "Coordinates 5000, 2 are out of bounds"),
        (json!({"action": "scroll"}), "scroll_direction=None must be 'up', 'down', 'left', or 'right'"),
        (
            json!({"action": "scroll", "scroll_direction": "in"}),
            "scroll_direction='in' must be 'up', 'down', 'left', or 'right'",
        ),
        (
            json!({"action": "scroll", "scroll_direction": "up", "scroll_amount": -1}),
            "scroll_amount=-1 must be a non-negative int",
        ),
        (json!({"action": "scroll", "scroll_direction": "up"}), "scroll_amount=None must be a non-negative int"),
        (json!({"action": "hold_key", "text": "a"}), "duration=None must be a number"),
        (json!({"action": "hold_key", "duration": 1}), "text is required for hold_key"),
        (json!({"action": "hold_key", "text": "a b", "duration": 1}), "text=\"a b\" must be one key for hold_key"),
        (json!({"action": "wait", "duration": "long"}), "duration='long' must be a number"),
        (json!({"action": "wait", "duration": -1}), "duration=-1 must be non-negative"),
        (json!({"action": "wait", "duration": 101}), "duration=101 is too long."),
        (json!({"action": "zoom"}), "region=None must be a tuple of 4 coordinates (x0, y0, x1, y1)"),
        (
            json!({"action": "zoom", "region": [1, 2]}),
            "region=[1, 2] must be a tuple of 4 coordinates (x0, y0, x1, y1)",
        ),
        (json!({"action": "zoom", "region": [1, 2, -3, 4]}), "region=[1, 2, -3, 4] must contain non-negative integers"),
        (
            json!({"action": "left_mouse_down", "coordinate": [1, 1]}),
            "coordinate is not accepted for action='left_mouse_down'.",
        ),
        (
            json!({"action": "left_mouse_up", "coordinate": [1, 1]}),
            "coordinate is not accepted for action='left_mouse_up'.",
        ),
        (json!({"action": "fly"}), "computer: action: Invalid action: fly; there are screenshot, left_click"),
        (json!({"action": "hover"}), "computer: action: Invalid action: hover"),
        (json!({"action": "key", "text": "Retrun"}), "In text \"Retrun\": no key is called `Retrun`; near: Return"),
        (
            json!({"action": "left_click", "text": "hyper"}),
            "`hyper` is no modifier; there are shift, ctrl, alt and super.",
        ),
        (json!({"action": "left_click", "txt": "a"}), "computer: txt: unknown field `txt`"),
    ] {
        let message = refused(&client, arguments.clone());
        assert!(message.starts_with(expected), "{arguments}: {message}");
    }
    assert_eq!(client.app.take_input(), "");
}

#[test]
fn what_cannot_be_hit_says_why() {
    let client = client();
    let outside = json!({"action": "left_click", "coordinate": [3, 4]});
    assert_eq!(client.fail("computer", outside), (Code::NotFound, "The app has no window at (3, 4).".into()));
    client.app.show("#dialog", true);
    let (code, message) = client.fail("computer", json!({"action": "left_click", "coordinate": [150, 125]}));
    assert_eq!(code, Code::BlockedByDialog);
    assert!(message.starts_with("What is at (150, 125) is blocked by dialog \"Really?\" ["), "{message}");
}

#[test]
fn the_mouse_can_be_moved_where_nothing_is() {
    let client = client();
    for place in [[3, 4], [1000, 700]] {
        let text = said(&client, json!({"action": "mouse_move", "coordinate": place}));
        assert_eq!(text, format!("mouse_move at ({}, {})", place[0], place[1]));
        assert_eq!(said(&client, json!({"action": "cursor_position"})), format!("X={},Y={}", place[0], place[1]));
    }
}

#[test]
fn marks_number_what_can_be_clicked_and_a_number_clicks_it() {
    let client = client();
    let response = client.respond("computer", json!({"action": "screenshot", "marks": true})).unwrap();
    let marks = response.result["marks"].as_array().unwrap().clone();
    let ok = client.give("#ok");
    let mark = marks.iter().find(|mark| mark["ref"] == ok).unwrap();
    assert_eq!((&mark["x"], &mark["y"]), (&json!(150), &json!(125)));
    let plain = client.respond("computer", json!({"action": "screenshot"})).unwrap();
    assert_ne!(plain.images[0].bytes, response.images[0].bytes);
    let text = said(&client, json!({"action": "left_click", "ref": ok}));
    assert_eq!(text, format!("left_click at (150, 125): button \"OK\" [{ok}]"));
}

#[test]
fn a_drag_may_end_beyond_every_window_and_nothing_is_clicked_while_a_button_is_down() {
    let client = client();
    let drag = json!({"action": "left_click_drag", "start_coordinate": [150, 125], "coordinate": [1000, 20]});
    let text = said(&client, drag);
    assert!(text.ends_with(" to (1000, 20)"), "{text}");
    assert!(client.app.take_input().ends_with("move 1000,20\nrelease Left 1000,20\n"));
    said(&client, json!({"action": "mouse_move", "coordinate": [150, 125]}));
    said(&client, json!({"action": "left_mouse_down"}));
    for action in ["left_click", "double_click", "right_click", "left_mouse_down"] {
        assert!(refused(&client, json!({"action": action})).contains("down already"), "{action}");
    }
    let drag = json!({"action": "left_click_drag", "start_coordinate": [1, 1], "coordinate": [2, 2]});
    assert!(refused(&client, drag).contains("down already"));
}

#[test]
fn what_is_typed_into_a_secret_field_is_never_repeated() {
    let client = Client::new(
        "QApplication\n QMainWindow#main at=0,0,300,200\n  QLineEdit#name text=\"\" at=10,10,80,20\n  QLineEdit#secret text=\"\" password=true at=10,50,80,20",
    );
    said(&client, json!({"action": "left_click", "coordinate": [50, 20]}));
    let typed = said(&client, json!({"action": "type", "text": "bob"}));
    assert!(typed.starts_with("type \"bob\": textbox"), "{typed}");
    said(&client, json!({"action": "left_click", "coordinate": [50, 60]}));
    let typed = said(&client, json!({"action": "type", "text": "hunter9"}));
    assert!(typed.starts_with("type 7 characters: textbox"), "{typed}");
}

#[test]
fn a_click_beside_an_open_popup_is_the_popups() {
    let client = Client::new(
        "QApplication\n QMainWindow#main at=0,0,300,200\n  QCheckBox#agree text=\"I agree\" at=10,10,80,20\n QMenu#menu windowTitle=\"File\" at=100,100,50,50 popup",
    );
    let text = said(&client, json!({"action": "left_click", "coordinate": [50, 20]}));
    assert!(text.starts_with("left_click at (50, 20): outside menu "), "{text}");
    let text = said(&client, json!({"action": "left_click", "coordinate": [120, 120]}));
    assert!(text.starts_with("left_click at (120, 120): menu "), "{text}");
}

#[test]
fn an_app_that_does_not_settle_says_so() {
    let client = client();
    client.app.settle_as(Settled::StillBusy("timers fire without pause".into()));
    let text = said(&client, json!({"action": "key", "text": "F5"}));
    assert_eq!(text, "key F5\nThe app is still busy (timers fire without pause).");
}

#[test]
fn without_a_window_there_is_no_screenshot() {
    let client = Client::new("QApplication\n QMainWindow#main hidden");
    let (code, message) = client.fail("computer", json!({"action": "screenshot"}));
    assert_eq!((code, &*message), (Code::NoWindow, "The app shows no window."));
}
