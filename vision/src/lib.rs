//! Geometry, frames, image encoding, marks and key names: what an app looks like and how it is touched, without Qt and
//! without I/O.

pub mod cursor;
#[cfg(all(feature = "desktop", target_os = "linux"))]
pub mod desktop;
mod encode;
mod fit;
mod frame;
mod geometry;
pub mod keys;
pub mod keysyms;
pub mod marks;
mod paint;
mod resample;

pub use encode::{EncodeError, Format, UnknownFormat, encode};
pub use fit::{Budget, UnknownBudget};
pub use frame::Frame;
pub use geometry::{DevicePoint, ImagePoint, ImageRect, Point, Rect, Size, Space};
