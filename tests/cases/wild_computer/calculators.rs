//! Calculators: keys on the screen and keys of the keyboard, and a result that goes to another app.

use super::{Seat, file_with};
use qtmcp_tests::{Screen, eventually, json};

#[tokio::test]
async fn what_kcalc_computes_is_pasted_into_featherpad() {
    let screen = Screen::start();
    let calculator = Seat::take_at(&screen, "kcalc", &[]).await;
    for key in ["7", "×", "6", "="] {
        calculator.click(&format!("button \"{key}\"")).await;
    }
    // Each of these presses a button for a moment, which the next call must not come into.
    calculator.types("+8=").await;
    calculator.keys("ctrl+c").await;

    let editor = Seat::take_at(&screen, "featherpad", &[]).await;
    editor.types("It is ").await;
    editor.keys("ctrl+v").await;
    editor.keys("ctrl+s").await;
    let note = editor.save_as("note.txt").await;
    assert_eq!(file_with(&note, "It is").await.trim_end(), "It is 50");
    editor.leave_by_keys("ctrl+q").await;
    calculator.leave_by_menu("File", "Quit").await;
}

#[tokio::test]
async fn kcalc_gets_a_digit_that_is_typed_twice() {
    let seat = Seat::take("kcalc", &[]).await;
    seat.types("77*7=").await;
    // Each digit presses a button, which is down for a moment and deaf to a second press. The display has the keyboard,
    // and its name is what it shows.
    let hit = seat.types("+0=").await;
    assert!(hit.contains("\"539\""), "{hit}");
    seat.leave_by_keys("ctrl+q").await;
}

#[tokio::test]
async fn an_agents_loop_computes_in_speedcrunch_and_saves_the_session() {
    let seat = Seat::take("speedcrunch", &[]).await;
    let picture = seat.tool_use("screenshot", json!({})).await;
    assert_eq!(picture[0]["type"], "image", "{}", picture[0]["type"]);
    for expression in ["6*7", "50-7"] {
        let typed = seat.tool_use("type", json!({"text": expression})).await;
        assert_eq!(typed[0]["text"], "Typed.");
        seat.tool_use("key", json!({"text": "Return"})).await;
    }
    // The line above is taken back into the field, and goes on from there.
    seat.tool_use("key", json!({"text": "Up"})).await;
    seat.tool_use("type", json!({"text": "*2\n"})).await;
    let session = seat.find("menuitem \"Session\"").await;
    seat.tool_use("left_click", json!({"coordinate": session.at})).await;
    let save = seat.find("menuitem \"Save").await;
    seat.tool_use("left_click", json!({"coordinate": save.at})).await;
    let session = seat.save_as("session.json").await;
    let saved = eventually("the session", async || {
        let saved = std::fs::read_to_string(&session).ok()?;
        saved.contains("50-7*2").then_some(saved)
    })
    .await;
    assert!(saved.contains("6*7"), "{saved}");
    seat.leave_by_menu("Session", "Quit").await;
}
