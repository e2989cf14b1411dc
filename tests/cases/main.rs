//! End-to-end tests: real apps, the real probe, on both Qt versions.
#![allow(missing_docs, clippy::unwrap_used)]

mod abi;
mod skeleton;
