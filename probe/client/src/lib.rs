//! Launch an app with the probe in it, connect to the probe, call its methods, read its events: what the `qtmcp`
//! command and the tests use to talk to an app.

mod announcement;
mod client;
mod error;
mod inbox;
mod launch;
mod libraries;
mod output;

pub use client::{Client, DEFAULT_DEADLINE};
pub use error::{CallError, ConnectError, LaunchError};
pub use launch::{Launch, LaunchedApp};
pub use libraries::{Libraries, LibrariesError};
pub use qtmcp_wire::{Code, Event, Fault};
