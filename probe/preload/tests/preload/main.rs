//! libqtmcp.so in real processes, with a stand-in for the probe that notes when it is started.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod bed;
mod linked;
mod preloaded;
mod standing;
