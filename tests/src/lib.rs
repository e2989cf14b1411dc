//! The harness of the end-to-end tests: the bundled apps on both Qt versions, calls that must succeed, calls that must
//! fail with a code, and waiting with a deadline.

mod app;
mod computer;
mod events;
mod marks;
mod mcp;
mod node;
mod page;
mod picture;
mod proc;
mod raw;
mod run;
mod screen;
mod surroundings;
mod wayland;

pub use app::{Place, Qt, TestApp, built, gallery, launch, on_path, qml_gallery, small, succeed};
pub use computer::{Computer, OnScreen, Seen, pixel};
pub use events::Events;
pub use marks::{Mark, read_marks};
pub use mcp::{Answer, Ears, Era, Heard, HttpServer, Mcp, Serve, Transport};
pub use node::node_program;
pub use page::{Page, first_line, text};
pub use picture::{Area, Colour, Picture, bytes, is_near};
pub use proc::{
    Memory, Signal, anonymous_bytes, cpu_time, is_alive, kill, kill_group, memory, open_descriptors, threads,
    with_variable,
};
pub use qtmcp_client::{CallError, Client, Code, Event, Launch, LaunchedApp, Libraries};
pub use raw::{Fin, Kind, RawSocket, frame_head};
pub use run::{Ended, Run, code, product};
pub use screen::Screen;
pub use serde_json::{Value, json};
pub use surroundings::{Home, closing_by_itself, environment, qt_dir};
pub use wayland::Wayland;

use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Asks again and again until `look` answers, and panics with `what` when it never does.
pub async fn eventually<R>(what: &str, mut look: impl AsyncFnMut() -> Option<R>) -> R {
    let give_up = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(Instant::now() < give_up, "never came: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// One test on Qt 5 and on Qt 6: `on_both! { async fn what_holds(qt: Qt) { … } }`.
#[macro_export]
macro_rules! on_both {
    ($($(#[$note:meta])* async fn $name:ident($qt:ident: Qt) $body:block)*) => {$(
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            $(#[$note])*
            async fn run($qt: $crate::Qt) $body

            #[tokio::test]
            async fn qt5() {
                run($crate::Qt::Five).await;
            }

            #[tokio::test]
            async fn qt6() {
                run($crate::Qt::Six).await;
            }
        }
    )*};
}
