//! The locks and atomics of what runs on foreign threads, named here so that the model checker can put its own in place.

pub(crate) use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
pub(crate) use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
