//! The client against a small server of the test's own, and launches of small scripts that announce that server.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod calls;
#[cfg(target_os = "linux")]
mod launches;
mod server;
