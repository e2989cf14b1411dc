//! End-to-end tests: real apps, the real probe, on both Qt versions.
#![allow(missing_docs, clippy::unwrap_used)]

mod abi;
mod blocked;
mod clicking;
mod clients;
mod dialogs;
mod discovery;
mod embed;
mod exits;
mod fork;
mod idle;
mod methods;
mod models;
mod overload;
mod pictures;
mod process;
mod properties;
mod protocol;
mod python;
mod signals;
mod skeleton;
mod specification;
mod threads;
mod typing;
mod waiting;
mod wild;
