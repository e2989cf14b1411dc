//! Geometry, frames, image encoding and key names: what an app looks like and how it is touched, without Qt and without I/O.

mod encode;
mod frame;
mod geometry;
pub mod keys;
mod resample;

pub use encode::{EncodeError, png};
pub use frame::Frame;
pub use geometry::{Point, Rect};
