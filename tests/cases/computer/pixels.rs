//! What pictures show: known colours at known places at every ratio and in every budget, and the same picture as long as
//! the app is the same.

use super::{SCREEN, click, everywhere, page, quick_page, quick_tab, tab};
use qtmcp_tests::{
    Area, Colour, Computer, Launch, OnScreen, Picture, Place, Screen, Value, is_near, json, on_both, pixel,
};
use std::time::{Duration, Instant};

/// The colours of the corners, from the top left to the bottom right.
const CORNERS: [Colour; 4] = [[0xff, 0, 0], [0, 0xff, 0], [0, 0, 0xff], [0xff, 0xff, 0]];

const BLACK: Colour = [0; 3];
const WHITE: Colour = [0xff; 3];

/// The fields: where each is on the screen, and its colour.
fn fields([x, y, ..]: Place) -> impl Iterator<Item = (Place, Colour)> {
    (0..48_u8).map(move |index| {
        let (column, row) = (index % 8, index / 8);
        let place = [x + 1.0 + 50.0 * f64::from(column), y + 1.0 + 50.0 * f64::from(row), 50.0, 50.0];
        (place, [32 * column + 16, 40 * row + 20, 128])
    })
}

/// All fields have their colours where they are seen in a picture of each budget.
async fn fields_are_where_they_belong(computer: &Computer) {
    let place = computer.place("colours").await;
    for budget in ["xga", "wxga", "fwxga", "standard", "hires", "full", "640x400"] {
        let size = computer.display(Some(budget)).await;
        let picture = computer.look().await;
        assert_eq!(
            (picture.width, picture.height),
            size,
            "{budget}: the size that was stated is the size that is sent"
        );
        for (field, colour) in fields(place) {
            let [x, y] = pixel(field, SCREEN, size);
            let seen = picture.at(x, y);
            assert!(is_near(seen, colour), "{budget}: {seen:?} at ({x}, {y}) is not {colour:?}");
        }
    }
}

/// With all the pixels there are, each corner is the square of device pixels that one logical pixel is.
async fn corners_are_exact(computer: &Computer, ratio: f64) {
    computer.display(Some("full")).await;
    let picture = computer.look().await;
    let device = |length: u32| (f64::from(length) * ratio).round() as u32;
    assert_eq!((picture.width, picture.height), (device(SCREEN.0), device(SCREEN.1)));
    let [x, y, width, height] = computer.place("colours").await;
    let corners = [(x, y), (x + width - 1.0, y), (x, y + height - 1.0), (x + width - 1.0, y + height - 1.0)];
    for (colour, (x, y)) in CORNERS.into_iter().zip(corners) {
        let found = picture.extent(colour).unwrap_or_else(|| panic!("no pixel is {colour:?}"));
        if ratio.fract() == 0.0 {
            let side = ratio as u32;
            assert_eq!(found, Area { x: x as u32 * side, y: y as u32 * side, width: side, height: side }, "{colour:?}");
        } else {
            // A logical pixel begins between two device pixels: toolkits round.
            let (dx, dy) = (f64::from(found.x) - x * ratio, f64::from(found.y) - y * ratio);
            assert!(
                dx.abs() <= 1.0 && dy.abs() <= 1.0 && found.width <= 2 && found.height <= 2,
                "{colour:?}: {found:?}"
            );
        }
    }
}

/// Lines of one logical pixel, none left out and none blurred.
async fn lines_are_sharp(computer: &Computer, side: u32) {
    let picture: Picture = computer.look().await;
    let [x, y, ..] = computer.place("lines").await.map(|at| at as u32);
    for at in 0..50 * side {
        let expected = if (at / side).is_multiple_of(2) { BLACK } else { WHITE };
        assert_eq!(picture.at(x * side + at, y * side + 7), expected, "upright line at {at}");
        assert_eq!(picture.at((x + 75) * side, y * side + at), expected, "level line at {at}");
    }
}

async fn colours_come_back(app: Launch, ratio: f64) {
    let computer = Computer::open(app.ratio(ratio)).await;
    fields_are_where_they_belong(&computer).await;
    corners_are_exact(&computer, ratio).await;
    if ratio.fract() == 0.0 {
        lines_are_sharp(&computer, ratio as u32).await;
    }
}

on_both! {
    async fn colours_of_widgets_come_back_at_every_ratio(qt: Qt) {
        for ratio in [1.0, 1.25, 1.5, 2.0] {
            colours_come_back(page("colours")(qt), ratio).await;
        }
    }

    // Not offscreen: Qt 5 keeps there no more of a scaled QML window than its upper left part.
    async fn colours_of_items_come_back_at_every_ratio(qt: Qt) {
        let screen = Screen::start();
        for ratio in [1.0, 1.25, 1.5, 2.0] {
            colours_come_back(screen.show(quick_page("colours")(qt)), ratio).await;
        }
    }
}

/// The screen's pictures over more than a whole blink of a caret are all the same, byte for byte.
async fn stays_the_same(computer: &Computer) {
    let shot =
        async || -> Value { computer.act(json!({"action": "screenshot"})).await.answer["screenshot"]["data"].take() };
    let first = shot().await;
    let until = Instant::now() + Duration::from_millis(1300);
    let mut looks = 0;
    while Instant::now() < until {
        looks += 1;
        assert!(shot().await == first, "picture {looks} differs from the first one");
    }
    assert!(looks > 2);
}

everywhere! {
    async fn colours_come_back_from_a_shown_window(computer: Computer = page("colours")) {
        fields_are_where_they_belong(&computer).await;
        corners_are_exact(&computer, 1.0).await;
        lines_are_sharp(&computer, 1).await;
    }

    async fn colours_come_back_from_a_shown_qml_window(computer: Computer = quick_page("colours")) {
        fields_are_where_they_belong(&computer).await;
        corners_are_exact(&computer, 1.0).await;
        lines_are_sharp(&computer, 1).await;
    }

    async fn neither_caret_nor_password_makes_two_pictures_differ(computer: Computer = tab("form")) {
        for field in ["nameEdit", "passwordEdit", "notesEdit", "codeEdit", "ageSpin"] {
            click(&computer, field).await;
            computer.quietly(json!({"action": "type", "text": "12"})).await;
            stays_the_same(&computer).await;
        }
    }

    async fn nor_do_they_in_qml(computer: Computer = quick_tab("form")) {
        for field in ["nameEdit", "passwordEdit", "notesEdit"] {
            click(&computer, field).await;
            computer.quietly(json!({"action": "type", "text": "12"})).await;
            stays_the_same(&computer).await;
        }
    }
}
