//! libqtmcp.so: preloaded into a program or linked by it, finds which Qt the process has and starts the probe for it.
//! In a process without Qt it does nothing, and it never panics: it lives in somebody else's program.

#![allow(unsafe_code, reason = "all of it talks to the dynamic linker")]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_os = "linux")]
mod linux;
