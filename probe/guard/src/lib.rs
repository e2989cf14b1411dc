//! Who gets in, what may be done and seen, and what must not leave: the rules that the probe and the server share.

pub mod door;
pub mod front;
pub mod head;
pub mod nesting;
pub mod peer;
pub mod private;
pub mod rules;
mod secrets;
pub mod token;

pub use secrets::{Secrets, UnknownSecret};

mod typed;

pub use typed::{MASK, Typed};

pub mod audit;
pub mod deny;
mod redact;

pub use audit::Audit;
pub use deny::Deny;
pub use redact::redact;
