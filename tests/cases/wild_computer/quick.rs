//! Applications made with QML.

use super::{Seat, file_with};

#[tokio::test]
async fn ausweisapp_is_set_up_without_a_history() {
    let seat = Seat::take("AusweisApp2", &["--port", "0"]).await;
    seat.click("button \"Yes\"").await;
    seat.click("button \"No\"").await;
    let settings = seat.file("config/Unknown Organization/AusweisApp2.conf");
    file_with(&settings, "[history]\nenable=false").await;
    seat.end_from_outside().await;
}
