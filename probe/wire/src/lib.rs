//! JSON-RPC requests, replies, events and faults: plain data, shared by the probe and everything that talks to it.

mod fault;
mod message;
pub mod registry;
mod settings;

pub use fault::{Code, Fault};
pub use message::{
    ErrorObject, Event, HAS_SECRETS, Incoming, Invalid, LARGEST_BATCH, PROTOCOL, Reply, Request, error_code, parse,
};
pub use settings::{SETTINGS, Setting};
