//! End-to-end tests: real apps, the real probe, on both Qt versions.
#![allow(missing_docs, clippy::unwrap_used)]

mod abi;
mod blocked;
mod clicking;
mod clients;
mod discovery;
mod embed;
mod exits;
mod fork;
mod idle;
mod overload;
mod process;
mod properties;
mod protocol;
mod skeleton;
mod threads;
mod typing;
mod wild;
