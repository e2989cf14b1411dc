//! What `computer` sends and says, and what it refuses.

use crate::testing::Client;
use expect_test::expect;
use qtmcp_tool::Code;
use serde_json::{Value as Json, json};

const FIXTURE: &str = r##"
QApplication
 QMainWindow#main windowTitle="Main" at=100,100,640,480
  QPushButton#ok text="OK" at=10,10,80,30 toolTip="Does it"
  QPushButton#off text="Off" at=10,50,80,30 disabled
  QLineEdit#edit text="" at=10,90,80,20
  Canvas#canvas at=200,200,100,50 bases=QWidget,QObject
 QDialog#dialog at=0,0,60,60 modal hidden windowTitle="Really?"
"##;

fn client() -> Client {
    Client::new(FIXTURE)
}

/// What the answer says first; what came of it follows.
#[track_caller]
fn said(client: &Client, arguments: Json) -> String {
    let text = client.read("computer", arguments);
    text.lines().next().unwrap_or_default().to_owned()
}

#[track_caller]
fn chrome(client: &Client, mut arguments: Json) -> String {
    arguments["dialect"] = json!("chrome");
    said(client, arguments)
}

#[test]
fn clicks_by_ref_press_the_middle() {
    let client = client();
    let ok = client.give("#ok");
    assert_eq!(
        chrome(&client, json!({"action": "left_click", "ref": format!("ref_{ok}")})),
        format!("Clicked on element ref_{ok}")
    );
    expect![[r#"
        move 150,125
        press Left 150,125
        release Left 150,125
    "#]]
    .assert_eq(&client.app.take_input());
    let triple = json!({"action": "triple_click", "ref": ok, "modifiers": "ctrl+shift"});
    assert_eq!(chrome(&client, triple), format!("Triple-clicked on element ref_{ok}"));
    let input = client.app.take_input();
    assert_eq!(input.matches("press Left 150,125 shift ctrl").count(), 3, "{input}");
    assert_eq!(
        said(&client, json!({"action": "right_click", "ref": ok})),
        format!("Right-clicked [{ok}] QPushButton \"OK\".")
    );
    assert!(client.app.take_input().contains("press Right"));
}

#[test]
fn clicks_by_coordinate_name_what_was_hit() {
    let client = client();
    let said = chrome(&client, json!({"action": "left_click", "coordinate": [127, 122]}));
    assert_eq!(said, format!("Clicked at (127, 122) on button \"OK\" [ref_{}]", client.give("#ok")));
    assert!(client.app.take_input().ends_with("press Left 127,122\nrelease Left 127,122\n"));
    let said = chrome(&client, json!({"action": "double_click", "coordinate": [150, 165]}));
    assert!(
        said.starts_with("Double-clicked at (150, 165) on button \"Off\"") && said.ends_with("(disabled)"),
        "{said}"
    );
}

#[test]
fn a_place_without_a_window_or_a_pixel_is_no_place() {
    let client = client();
    let fail =
        |at: Json| client.fail("computer", json!({"action": "left_click", "coordinate": at, "dialect": "chrome"}));
    assert_eq!(fail(json!([3, 4])), (Code::NotFound, "The app has no window at (3, 4).".into()));
    let (code, message) = fail(json!([1024, 4]));
    assert_eq!(code, Code::BadArgument);
    assert!(message.starts_with("Coordinate (1024, 4) is outside the coordinate frame (1024x768). "), "{message}");
    client.app.show("#dialog", true);
    let (code, message) = fail(json!([127, 122]));
    assert_eq!(code, Code::BlockedByDialog);
    assert!(message.contains("\"Really?\""), "{message}");
    assert_eq!(client.app.take_input(), "");
}

#[test]
fn what_is_missing_is_named() {
    let client = client();
    for (arguments, expected) in [
        (json!({"action": "left_click"}), "coordinate is required for left_click"),
        (json!({"action": "hover"}), "coordinate is required for hover"),
        (
            json!({"action": "left_click_drag", "coordinate": [1, 1]}),
            "start_coordinate is required for left_click_drag",
        ),
        (json!({"action": "scroll"}), "scroll_direction is required for scroll"),
        (json!({"action": "scroll_to"}), "ref is required for scroll_to"),
        (json!({"action": "key"}), "text is required for key"),
        (json!({"action": "type", "text": ""}), "text is required for type"),
        (json!({"action": "wait"}), "duration is required for wait"),
        (json!({"action": "wait", "duration": 31}), "Duration cannot exceed 30 seconds"),
        (json!({"action": "wait", "duration": -1}), "duration=-1 must be non-negative"),
        (json!({"action": "key", "text": "a", "repeat": 101}), "Repeat parameter cannot exceed 100"),
        (json!({"action": "key", "text": "Retrun"}), "In text \"Retrun\": no key is called `Retrun`; near: Return"),
        (json!({"action": "zoom"}), "region is required for zoom"),
        (json!({"action": "zoom", "region": [5, 5, 5, 9]}), "region=[5, 5, 5, 9] must be [x0, y0, x1, y1]"),
        (
            json!({"action": "zoom", "region": [0, 0, 9, 999]}),
            "Region (0,0) to (9,999) is outside the coordinate frame (1024x768).",
        ),
        (json!({"action": "screenshot", "scale": 2}), "scale=2 must be from 0.1 to 1"),
        (json!({"action": "left_mouse_down", "coordinate": [1, 1]}), "coordinate is not accepted for left_mouse_down"),
        (json!({"action": "left_click", "coordinate": [1]}), "[1] must be a tuple of length 2"),
        (json!({"action": "fly"}), "computer: action: unknown variant `fly`, expected one of"),
        (json!({"action": "key", "text": "a", "txt": "b"}), "computer: txt: unknown field `txt`, expected one of"),
        (json!({"action": "left_click", "coordinate": [127, 122], "modifiers": "hyper"}), "`hyper` is no modifier"),
    ] {
        let (code, message) = client.fail("computer", arguments.clone());
        assert_eq!(code, Code::BadArgument, "{arguments}");
        assert!(message.starts_with(expected), "{arguments}: {message}");
    }
    assert_eq!(client.app.take_input(), "");
}

#[test]
fn keys_are_a_sequence_and_can_be_repeated() {
    let client = client();
    assert_eq!(chrome(&client, json!({"action": "key", "text": "Return"})), "Pressed 1 key: Return");
    assert_ne!(client.app.take_input(), "");
    let repeated = json!({"action": "key", "text": "ctrl+a Backspace", "repeat": 3});
    assert_eq!(chrome(&client, repeated), "Pressed 2 keys: ctrl+a Backspace (repeated 3 times)");
    let input = client.app.take_input();
    assert_eq!((input.matches("key down a ctrl").count(), input.matches("key up Backspace").count()), (3, 3));
    assert_eq!(said(&client, json!({"action": "hold_key", "text": "shift", "duration": 1})), "Held shift for 1s.");
    assert_eq!(client.app.take_input(), "key down Shift\nkey up Shift\n");
}

#[test]
fn text_goes_into_what_has_the_focus() {
    let client = client();
    let edit = client.give("#edit");
    let nowhere = chrome(&client, json!({"action": "type", "text": "a"}));
    assert_eq!(nowhere, "Typed \"a\" though nothing has the focus");
    client.call("click", json!({"ref": edit}));
    let typed = chrome(&client, json!({"action": "type", "text": "Grüße"}));
    assert!(typed.starts_with("Typed \"Grüße\" into textbox ") && typed.ends_with(&format!("[ref_{edit}]")), "{typed}");
}

#[test]
fn the_wheel_turns_tick_by_tick_where_the_mouse_is() {
    let client = client();
    let down = json!({"action": "scroll", "coordinate": [127, 122], "scroll_direction": "down", "scroll_amount": 2});
    assert_eq!(chrome(&client, down), "Scrolled down by 2 ticks at (127, 122)");
    assert_eq!(client.app.take_input(), "move 127,122\nwheel 0,1 127,122\nwheel 0,1 127,122\n");
    let left = json!({"action": "scroll", "scroll_direction": "left", "scroll_amount": 1});
    assert_eq!(chrome(&client, left), "Scrolled left by 1 tick at (127, 122)");
    let ok = client.give("#ok");
    let up = json!({"action": "scroll", "ref": ok, "scroll_direction": "up"});
    assert_eq!(chrome(&client, up), format!("Scrolled up by 3 ticks at element ref_{ok}"));
    let fresh = Client::new(FIXTURE);
    let middle = json!({"action": "scroll", "scroll_direction": "right"});
    assert_eq!(chrome(&fresh, middle), "Scrolled right by 3 ticks at (420, 340)");
}

#[test]
fn a_drag_is_a_press_moves_and_a_release_in_one_window() {
    let client = client();
    let drag = json!({"action": "left_click_drag", "start_coordinate": [110, 120], "coordinate": [140, 120]});
    assert_eq!(chrome(&client, drag), "Dragged from (110, 120) to (140, 120)");
    expect![[r#"
        move 110,120
        press Left 110,120
        move 118,120
        move 125,120
        move 133,120
        move 140,120
        release Left 140,120
    "#]]
    .assert_eq(&client.app.take_input());
}

#[test]
fn a_button_stays_down_between_calls_and_comes_up_with_the_client() {
    let client = client();
    assert_eq!(client.fail("computer", json!({"action": "left_mouse_down"})).0, Code::BadArgument);
    assert_eq!(client.read("computer", json!({"action": "cursor_position"})), "X=420,Y=340");
    assert_eq!(chrome(&client, json!({"action": "mouse_move", "coordinate": [110, 120]})), {
        format!("Hovered at (110, 120) on button \"OK\" [ref_{}]", client.give("#ok"))
    });
    assert_eq!(client.read("computer", json!({"action": "cursor_position"})), "X=110,Y=120");
    assert_eq!(client.fail("computer", json!({"action": "left_mouse_up"})).0, Code::BadArgument);
    assert_ne!(client.app.take_input(), "");
    assert_eq!(said(&client, json!({"action": "left_mouse_down"})), "Left mouse button pressed.");
    said(&client, json!({"action": "mouse_move", "coordinate": [3, 4]}));
    assert_eq!(said(&client, json!({"action": "left_mouse_up"})), "Left mouse button released.");
    assert_eq!(client.app.take_input(), "move 110,120\npress Left 110,120\nmove 3,4\nrelease Left 3,4\n");
    said(&client, json!({"action": "mouse_move", "coordinate": [110, 120]}));
    said(&client, json!({"action": "left_mouse_down"}));
    let app = client.app.clone();
    drop(client);
    let input = app.take_input();
    assert!(input.ends_with("press Left 110,120\nmove -9890,-9880\nrelease Left -9890,-9880\n"), "{input}");
}

#[test]
fn pictures_have_the_shape_of_the_specification() {
    let client = client();
    let response = client.respond("computer", json!({"action": "screenshot", "dialect": "chrome"})).unwrap();
    let text = response.text.clone().unwrap();
    assert!(text.starts_with("Successfully captured screenshot (1024x768, png) - ID: ss_"), "{text}");
    let result = response.with_pictures_inside(|bytes| String::from_utf8_lossy(&bytes[1..4]).into_owned());
    assert_eq!(result["success"], true);
    assert_eq!(result["screenshot"], json!({"type": "base64", "media_type": "image/png", "data": "PNG"}));
    let half = client.read("computer", json!({"action": "screenshot", "scale": 0.5, "dialect": "chrome"}));
    assert!(
        half.contains("(512x384, png)") && half.ends_with(" — 0.5-scale view; coordinate frame: 1024x768."),
        "{half}"
    );
    let zoom = client.read("computer", json!({"action": "zoom", "region": [0, 0, 40, 30], "dialect": "chrome"}));
    assert_eq!(zoom, "Successfully captured zoomed screenshot of region (0,0) to (40,30) - 160x120 pixels");
}

#[test]
fn an_area_the_app_paints_by_itself_is_for_coordinates() {
    let client = client();
    let canvas = client.give("#canvas");
    let (code, message) = client.fail("computer", json!({"action": "left_click", "ref": canvas}));
    assert_eq!(code, Code::Unsupported);
    assert!(message.contains("use computer with coordinate (350, 325)"), "{message}");
    let clicked = said(&client, json!({"action": "left_click", "coordinate": [350, 325]}));
    assert!(clicked.starts_with(&format!("Clicked at (350, 325) on [{canvas}] Canvas")), "{clicked}");
}

#[test]
fn waiting_takes_its_time_and_tells_what_changed_meanwhile() {
    let client = client();
    assert_eq!(chrome(&client, json!({"action": "wait", "duration": 2})), "Waited for 2 seconds");
    assert_eq!(chrome(&client, json!({"action": "wait", "duration": 1})), "Waited for 1 second");
}

#[test]
fn scrolling_to_an_element_brings_it_into_view() {
    let client = client();
    let ok = client.give("#ok");
    assert_eq!(
        chrome(&client, json!({"action": "scroll_to", "ref": ok})),
        format!("Scrolled to element with reference: ref_{ok}")
    );
    client.app.remove("#ok");
    let (code, message) = client.fail("computer", json!({"action": "scroll_to", "ref": ok, "dialect": "chrome"}));
    assert_eq!(code, Code::StaleRef);
    let expected =
        format!("No element found with reference: \"ref_{ok}\". The element may have been removed from the page.");
    assert!(message.starts_with(&expected), "{message}");
}
