//! A canvas, of which nothing is known but its pixels.

use super::Seat;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use qtmcp_tests::{Picture, Screen, eventually, json};

#[tokio::test]
async fn kolourpaint_draws_and_saves_a_line() {
    draw_a_line(Seat::take("kolourpaint", &[]).await).await;
}

#[tokio::test]
async fn kolourpaint_draws_and_saves_a_line_on_a_real_screen() {
    let screen = Screen::start();
    draw_a_line(Seat::take_at(&screen, "kolourpaint", &[]).await).await;
}

async fn draw_a_line(seat: Seat) {
    seat.click("checkbox \"Line\"").await;
    // The sheet is the only thing that is white for hundreds of pixels.
    let empty = seat.computer.look().await;
    let sheet = white(&empty);
    let [x, y] = [sheet[0] + 30, sheet[1] + 40];
    seat.drag([x, y], [x + 120, y + 60]).await;
    let drawn = seat.computer.look().await;
    let black = |at: [i64; 2]| drawn.at(at[0] as u32, at[1] as u32) == [0, 0, 0];
    assert!(black([x + 60, y + 30]), "nothing in the middle of the line");
    seat.keys("ctrl+s").await;
    // While the path is typed, a list of completions comes up, which must not take the keys.
    let file = seat.file("line.png");
    seat.types(file.to_str().unwrap()).await;
    seat.keys("Return").await;
    let saved = eventually("a whole picture", async || {
        let bytes = std::fs::read(&file).ok()?;
        bytes.ends_with(b"IEND\xaeB`\x82").then(|| Picture::encoded(&json!(BASE64_STANDARD.encode(bytes))))
    })
    .await;
    let pixels = (0..saved.height).flat_map(|y| (0..saved.width).map(move |x| (x, y)));
    let line: Vec<(u32, u32)> = pixels.filter(|(x, y)| saved.at(*x, *y) != [255; 3]).collect();
    assert_eq!((line.first(), line.last()), (Some(&(30, 40)), Some(&(150, 100))), "{line:?}");
    assert!(line.iter().all(|(x, y)| (x - 30).abs_diff(2 * (y - 40)) <= 2), "no straight line: {line:?}");
    assert!((30..=150).all(|column| line.iter().any(|(x, _)| *x == column)), "a line with gaps: {line:?}");
    seat.leave_by_keys("ctrl+q").await;
}

/// The top left of the first white corner whose edges are long.
fn white(picture: &Picture) -> [i64; 2] {
    const LENGTH: u32 = 180;
    let is_white = |x: u32, y: u32| picture.at(x, y) == [255; 3];
    for y in 0..picture.height - LENGTH {
        for x in 0..picture.width - LENGTH {
            if (0..LENGTH).all(|i| is_white(x + i, y) && is_white(x, y + i)) {
                return [i64::from(x), i64::from(y)];
            }
        }
    }
    panic!("there is no white sheet in the picture");
}
