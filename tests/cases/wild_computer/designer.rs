//! Qt Designer: a widget is dragged from the box onto the form.

use super::{Seat, file_with};
use qtmcp_tests::{Qt, Screen, on_both, qt_dir};
use std::path::PathBuf;

fn designer(qt: Qt) -> PathBuf {
    qt_dir(qt, "QT_INSTALL_BINS").join("designer")
}

on_both! {
    async fn a_button_is_dragged_onto_a_form(qt: Qt) {
        drag_a_button(Seat::take(designer(qt), &[]).await).await;
    }

    async fn a_button_is_dragged_onto_a_form_on_a_real_screen(qt: Qt) {
        let screen = Screen::start();
        drag_a_button(Seat::take_at(&screen, designer(qt), &[]).await).await;
    }
}

async fn drag_a_button(seat: Seat) {
    seat.press("double_click", "treeitem \"Widget\"").await;
    let button = seat.find("listitem \"Push Button\"").await;
    // The form stands right of the box, and its grid begins below its title.
    let [x, y] = [button.at[0] + 200, button.at[1] - 150];
    let dragged = seat.drag(button.at, [x, y]).await;
    assert!(dragged.contains("listitem \"Push Button\""), "{dragged}");
    let dropped = seat.find("button \"PushButton\"").await;
    seat.press("double_click", "button \"PushButton\"").await;
    assert!((dropped.at[0] - x).abs() < 120 && (dropped.at[1] - y).abs() < 40, "{:?} for {x}, {y}", dropped.at);
    seat.keys("ctrl+a").await;
    seat.types("Grüß <Gott>\n").await;
    seat.keys("ctrl+s").await;
    let form = seat.save_as("form.ui").await;
    let saved = file_with(&form, "</ui>").await;
    assert!(saved.contains("<widget class=\"QPushButton\" name=\"pushButton\">"), "{saved}");
    assert!(saved.contains("<string>Grüß &lt;Gott&gt;</string>"), "{saved}");
    seat.leave_by_menu("File", "Quit").await;
}
