//! The `qtmcp` command with real apps, as a user types it.

mod call;
mod doctor;
mod inspect;
mod programs;

use qtmcp_tests::{Home, Qt, Run, TestApp, built, launch};
use std::path::PathBuf;

/// Where the apps of one home announce themselves.
fn registry(home: &Home) -> PathBuf {
    home.dir().join("run/qtmcp")
}

/// `qtmcp` with these arguments; it sees the apps of this home.
fn qtmcp(home: &Home, arguments: &[&str]) -> Run {
    Run::qtmcp(registry(home)).args(arguments)
}

/// The Widgets gallery in this home.
async fn gallery_in(home: &Home, qt: Qt) -> TestApp {
    launch(home.launch(built(qt, "gallery"))).await
}
