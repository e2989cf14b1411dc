//! Computer Use on real apps: the screen in pixels, every action by coordinate, what is hit at which ratio and budget, and
//! screens that never rest or show nothing.

mod accuracy;
mod actions;
mod dragging;
mod faults;
mod form;
mod keys;
mod patterns;
mod pixels;
mod pointing;
mod special;

use qtmcp_tests::{Computer, Launch, OnScreen, Qt, Value, gallery, json, qml_gallery};

/// Of the private screen: larger than any window of the galleries, and no larger than what pictures usually fit into, so
/// that a pixel of a picture is a pixel of the screen.
const SCREEN: (u32, u32) = (1280, 900);

/// A tab of the Widgets gallery.
fn tab(name: &str) -> impl Fn(Qt) -> Launch {
    move |qt| gallery(qt).args(["--tab", name]).screen(SCREEN.0, SCREEN.1)
}

/// A page of the Widgets gallery beyond the tabs.
fn page(name: &str) -> impl Fn(Qt) -> Launch {
    move |qt| gallery(qt).args(["--page", name]).screen(SCREEN.0, SCREEN.1)
}

/// A tab of the QML gallery.
fn quick_tab(name: &str) -> impl Fn(Qt) -> Launch {
    move |qt| qml_gallery(qt).args(["--tab", name]).screen(SCREEN.0, SCREEN.1)
}

/// A page of the QML gallery beyond the tabs.
fn quick_page(name: &str) -> impl Fn(Qt) -> Launch {
    move |qt| qml_gallery(qt).args(["--page", name]).screen(SCREEN.0, SCREEN.1)
}

/// The same test on both versions of Qt, offscreen and on an X server with a window manager.
macro_rules! everywhere {
    ($($(#[$note:meta])* async fn $name:ident($computer:ident: Computer = $app:expr) $body:block)*) => {$(
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use qtmcp_tests::on_both;

            $(#[$note])*
            async fn check($computer: qtmcp_tests::Computer) $body

            on_both! {
                async fn offscreen(qt: Qt) {
                    check(qtmcp_tests::Computer::open(($app)(qt)).await).await;
                }

                async fn on_a_real_screen(qt: Qt) {
                    let screen = qtmcp_tests::Screen::start();
                    check(qtmcp_tests::Computer::open(screen.show(($app)(qt))).await).await;
                }
            }
        }
    )*};
}
use everywhere;

/// The middle of a named object, where a pixel of a picture is a pixel of the screen.
async fn middle_of(computer: &Computer, id: &str) -> [i64; 2] {
    let [x, y, width, height] = computer.place(id).await;
    [(x + width / 2.0) as i64, (y + height / 2.0) as i64]
}

/// Clicks the middle of a named object and answers with what is said.
async fn click(computer: &Computer, id: &str) -> String {
    let at = middle_of(computer, id).await;
    computer.quietly(json!({"action": "left_click", "coordinate": at})).await
}

/// The lines that the gallery's input lab has seen so far; it forgets them.
async fn seen_by_lab(computer: &Computer) -> Vec<String> {
    let log = computer.get("inputLab", "eventLog").await;
    computer.invoke("inputLab", "clearLog", json!([])).await;
    let line = |line: &Value| line.as_str().unwrap_or_default().to_owned();
    log.as_array().map(|lines| lines.iter().map(line).collect()).unwrap_or_default()
}
