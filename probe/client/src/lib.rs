//! Launch an app with the probe in it, connect to the probe, call its methods, read its events: what the `qtmcp`
//! command and the tests use to talk to an app.

mod address;
mod alias;
mod announcement;
mod client;
mod error;
mod inbox;
mod launch;
mod launched;
mod libraries;
mod output;
pub mod registry;
mod spawning;
mod tie;

pub use client::{Client, DEFAULT_DEADLINE};
pub use error::{CallError, ConnectError, LaunchError};
pub use launch::Launch;
pub use launched::{Ended, How, LaunchedApp};
pub use libraries::{Libraries, LibrariesError};
pub use qtmcp_wire::{Code, Event, Fault, HAS_SECRETS};
