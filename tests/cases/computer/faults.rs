//! What `computer` refuses, in the words of the reference implementation, and that nothing was done then.

use super::{middle_of, seen_by_lab, tab};
use qtmcp_tests::{Code, Computer, json, on_both};

on_both! {
    async fn what_is_wrong_is_told_in_the_words_of_the_reference_and_nothing_is_done(qt: Qt) {
        let computer = Computer::open(tab("input lab")(qt)).await;
        for (arguments, expected) in [
            (json!({"action": "mouse_move"}), "coordinate is required for mouse_move"),
            (json!({"action": "left_click_drag", "start_coordinate": [5, 5]}), "coordinate is required for left_click_drag"),
            (json!({"action": "left_click_drag", "coordinate": [5, 5]}), "start_coordinate is required for left_click_drag"),
            (json!({"action": "mouse_move", "coordinate": [5, 5], "text": "a"}), "text is not accepted for mouse_move"),
            (json!({"action": "screenshot", "text": "a"}), "text is not accepted for screenshot"),
            (json!({"action": "cursor_position", "text": "a"}), "text is not accepted for cursor_position"),
            (json!({"action": "screenshot", "coordinate": [5, 5]}), "coordinate is not accepted for screenshot"),
            (json!({"action": "cursor_position", "coordinate": [5, 5]}), "coordinate is not accepted for cursor_position"),
            (json!({"action": "key"}), "text is required for key"),
            (json!({"action": "type"}), "text is required for type"),
            (json!({"action": "hold_key", "duration": 1}), "text is required for hold_key"),
            (json!({"action": "key", "text": "a", "coordinate": [5, 5]}), "coordinate is not accepted for key"),
            (json!({"action": "type", "text": "a", "coordinate": [5, 5]}), "coordinate is not accepted for type"),
            (json!({"action": "left_click", "coordinate": [5]}), "[5] must be a tuple of length 2"),
            (json!({"action": "left_click", "coordinate": [5, 5, 5]}), "[5, 5, 5] must be a tuple of length 2"),
            (json!({"action": "left_click", "coordinate": 5}), "5 must be a tuple of length 2"),
            (json!({"action": "left_click", "coordinate": [-5, 5]}), "[-5, 5] must be a tuple of non-negative ints"),
            (json!({"action": "left_click", "coordinate": [5.5, 5]}), "[5.5, 5] must be a tuple of non-negative ints"),
            (json!({"action": "left_click", "coordinate": ["5", 5]}), "['5', 5] must be a tuple of non-negative ints"),
            (json!({"action": "left_click_drag", "start_coordinate": [5], "coordinate": [5, 5]}), "[5] must be a tuple of length 2"),
            (json!({"action": "left_click", "coordinate": [1280, 5]}), "Coordinates 1280, 5 are out of bounds: the screenshot is 1280x900 pixels."),
            (json!({"action": "left_click", "coordinate": [5, 900]}), "Coordinates 5, 900 are out of bounds: the screenshot is 1280x900 pixels."),
            (json!({"action": "mouse_move", "coordinate": [9999, 9999]}), "Coordinates 9999, 9999 are out of bounds"),
            (json!({"action": "left_click_drag", "start_coordinate": [5, 5], "coordinate": [5, 900]}), "Coordinates 5, 900 are out of bounds"),
            (json!({"action": "scroll", "scroll_direction": "in", "scroll_amount": 1}), "scroll_direction='in' must be 'up', 'down', 'left', or 'right'"),
            (json!({"action": "scroll", "scroll_amount": 1}), "scroll_direction=None must be 'up', 'down', 'left', or 'right'"),
            (json!({"action": "scroll", "scroll_direction": "up", "scroll_amount": -1}), "scroll_amount=-1 must be a non-negative int"),
            (json!({"action": "scroll", "scroll_direction": "up", "scroll_amount": 1.5}), "scroll_amount=1.5 must be a non-negative int"),
            (json!({"action": "scroll", "scroll_direction": "up"}), "scroll_amount=None must be a non-negative int"),
            (json!({"action": "wait"}), "duration=None must be a number"),
            (json!({"action": "wait", "duration": "long"}), "duration='long' must be a number"),
            (json!({"action": "wait", "duration": -1}), "duration=-1 must be non-negative"),
            (json!({"action": "wait", "duration": 101}), "duration=101 is too long."),
            (json!({"action": "hold_key", "text": "a", "duration": 101}), "duration=101 is too long."),
            (json!({"action": "hold_key", "text": "a", "duration": -0.5}), "duration=-0.5 must be non-negative"),
            (json!({"action": "zoom"}), "region=None must be a tuple of 4 coordinates (x0, y0, x1, y1)"),
            (json!({"action": "zoom", "region": [5, 5, 9]}), "region=[5, 5, 9] must be a tuple of 4 coordinates (x0, y0, x1, y1)"),
            (json!({"action": "zoom", "region": [5, 5, 9, -9]}), "region=[5, 5, 9, -9] must contain non-negative integers"),
            (json!({"action": "left_mouse_down", "coordinate": [5, 5]}), "coordinate is not accepted for action='left_mouse_down'."),
            (json!({"action": "left_mouse_up", "coordinate": [5, 5]}), "coordinate is not accepted for action='left_mouse_up'."),
            (json!({"action": "left_click", "coordinate": [5, 5], "text": "hyper"}), "`hyper` is no modifier"),
            (json!({"action": "key", "text": "Retrun"}), "In text \"Retrun\": no key is called `Retrun`; near: Return"),
            (json!({"action": "key", "text": "a", "repeat": 0}), "repeat=0 must be an int from 1 to 100"),
        ] {
            let (code, message, next) = computer.fault("computer", arguments.clone()).await;
            assert_eq!(code, Code::BadArgument, "{arguments}: {message}");
            assert!(message.starts_with(expected), "{arguments}: {message}");
            assert!(!next.is_empty(), "{arguments}: nothing says what to do next");
        }
        let message = computer.refuses(json!({"action": "fly"})).await;
        assert!(message.contains("Invalid action: fly"), "{message}");
        let seen = seen_by_lab(&computer).await;
        assert!(!seen.iter().any(|line| line.starts_with("press") || line.starts_with("key")), "{seen:?}");
    }

    async fn where_there_is_no_window_nothing_can_be_clicked(qt: Qt) {
        let computer = Computer::open(tab("form")(qt)).await;
        let corner = json!({"action": "left_click", "coordinate": [1279, 899]});
        let (code, message, next) = computer.fault("computer", corner).await;
        assert_eq!((code, &*message), (Code::NotFound, "The app has no window at (1279, 899)."));
        assert!(next.contains("screenshot"), "{next}");
    }

    async fn a_button_is_let_go_only_once_and_pressed_only_once(qt: Qt) {
        let computer = Computer::open(tab("canvas")(qt)).await;
        let at = middle_of(&computer, "canvas").await;
        computer.quietly(json!({"action": "mouse_move", "coordinate": at})).await;
        assert!(computer.refuses(json!({"action": "left_mouse_up"})).await.contains("No mouse button is down"));
        computer.quietly(json!({"action": "left_mouse_down"})).await;
        assert!(computer.refuses(json!({"action": "left_mouse_down"})).await.contains("down already"));
        computer.quietly(json!({"action": "left_mouse_up"})).await;
    }
}
