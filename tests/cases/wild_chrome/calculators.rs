//! Two calculators: one with keys to click, one with a line to type into.

use super::{Desk, file_with};

#[tokio::test]
async fn kcalc_computes_what_is_clicked_and_keeps_its_mode() {
    let desk = Desk::open("kcalc", &[]).await;
    for key in ["7", "×", "6", "="] {
        desk.click(&format!("button \"{key}\" ")).await;
    }
    desk.sees("42").await;
    desk.menu("Settings > Science Mode").await;
    desk.click("button \"x!\"").await;
    // 42! has 52 digits, and the display rounds.
    desk.sees("1.40500611").await;
    let home = desk.leave_by_menu("File > Quit").await;
    file_with(&home.dir().join("config/kcalcrc"), "CalculatorMode=science").await;
}

#[tokio::test]
async fn speedcrunch_computes_what_is_typed_and_saves_its_session() {
    let desk = Desk::open("speedcrunch", &[]).await;
    let input = *desk.numbers("textbox").await.last().unwrap();
    for (expression, result) in [("6*7", "= 42"), ("50-7", "= 43")] {
        desk.set_number(input, expression).await;
        desk.keys("Return").await;
        desk.sees(result).await;
    }
    let session = desk.file("session.json");
    desk.menu("Session > Save").await;
    desk.choose(&session).await;
    let saved = file_with(&session, "50-7").await;
    assert!(saved.contains("6*7"), "{saved}");
    desk.leave_by_menu("Session > Quit").await;
}
