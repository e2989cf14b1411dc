//! Screens that never rest, windows that are put away, and apps that show none.

use super::{SCREEN, click, everywhere, middle_of, quick_page, tab};
use qtmcp_tests::{Code, Computer, OnScreen, Picture, Screen, eventually, json, on_both, small};

const STILL: [u8; 3] = [0x2d, 0xa4, 0x4e];
const TURNING: [u8; 3] = [0xd0, 0x30, 0x50];

/// A pixel in the middle of a named object.
async fn seen_at(computer: &Computer, picture: &Picture, id: &str) -> [u8; 3] {
    let [x, y] = middle_of(computer, id).await;
    picture.at(x as u32, y as u32)
}

/// There is no window: whatever is tried says so.
async fn shows_nothing(computer: &Computer) {
    for (arguments, expected) in [
        (json!({"action": "screenshot"}), Code::NoWindow),
        (json!({"action": "zoom", "region": [0, 0, 50, 50]}), Code::NoWindow),
        (json!({"action": "left_click", "coordinate": [20, 20]}), Code::NoWindow),
    ] {
        let (code, message, next) = computer.fault("computer", arguments.clone()).await;
        assert_eq!(code, expected, "{arguments}: {message}");
        assert!(message.contains("no window") && !next.is_empty(), "{arguments}: {message} {next}");
    }
}

async fn a_window_comes_and_goes(computer: Computer) {
    shows_nothing(&computer).await;
    computer.invoke("opener", "start", json!([])).await;
    let picture = eventually("a picture", async || {
        let answer = computer.client.call("computer", json!({"action": "screenshot"})).await.ok()?;
        Some(Picture::encoded(&answer["screenshot"]["data"]))
    })
    .await;
    assert!(picture.colours() > 3, "a button with its text");
    computer.appears("lateButton").await;
    let clicked = click(&computer, "lateButton").await;
    assert!(clicked.contains(": button \"Late window\" ["), "{clicked}");
    computer.said("CLICK lateButton").await;
    computer.invoke("closer", "start", json!([])).await;
    eventually("that it is gone", async || {
        computer.client.call("computer", json!({"action": "screenshot"})).await.err()
    })
    .await;
    shows_nothing(&computer).await;
}

on_both! {
    async fn without_a_window_that_is_said_until_one_comes(qt: Qt) {
        let app = small(qt, "nowindow").screen(SCREEN.0, SCREEN.1);
        a_window_comes_and_goes(Computer::start(app).await).await;
    }

    async fn without_a_window_that_is_said_on_a_real_screen_too(qt: Qt) {
        let screen = Screen::start();
        let app = small(qt, "nowindow").screen(SCREEN.0, SCREEN.1);
        a_window_comes_and_goes(Computer::start(screen.show(app)).await).await;
    }
}

everywhere! {
    async fn what_never_rests_is_shown_and_clicked_all_the_same(computer: Computer = quick_page("animation")) {
        let first = computer.look().await;
        assert_eq!(seen_at(&computer, &first, "stillness").await, STILL);
        assert_eq!(seen_at(&computer, &first, "spinner").await, TURNING);
        eventually("another picture", async || (computer.look().await != first).then_some(())).await;
        let at = middle_of(&computer, "stillButton").await;
        let clicked = computer.act(json!({"action": "left_click", "coordinate": at})).await;
        assert!(clicked.text.contains(": button \"Still\" ["), "{}", clicked.text);
        assert_eq!(clicked.answer["settled"], "animating", "{}", clicked.text);
        assert_eq!(seen_at(&computer, &clicked.picture(), "stillness").await, STILL);
        computer.said("CLICK stillButton").await;
    }

    async fn a_window_put_away_is_shown_and_comes_back_when_it_is_clicked(computer: Computer = tab("canvas")) {
        let before = computer.look().await;
        computer.invoke("mainWindow", "showMinimized", json!([])).await;
        computer.becomes("mainWindow", "minimized", json!(true)).await;
        let away = computer.look().await;
        assert_eq!((away.width, away.height), (before.width, before.height));
        let [x, y] = middle_of(&computer, "canvas").await;
        assert_eq!(away.at(x as u32, y as u32), before.at(x as u32, y as u32), "the canvas can be seen");
        click(&computer, "canvas").await;
        computer.becomes("mainWindow", "minimized", json!(false)).await;
    }
}
