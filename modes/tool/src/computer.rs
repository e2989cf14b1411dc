//! The mouse, the keyboard and pictures of the screen: what Chrome's and Computer Use's `computer` have in common. Each
//! mode reads its own arguments into a [`Request`] and words what was [`Done`] in its own way.

mod action;
mod drag;
mod marks;
mod perform;
mod picture;
mod request;
mod space;
mod spot;

pub use action::{Action, Distance, Look, Ticks};
pub use marks::Marked;
pub use perform::{Done, Focus, cursor_position, perform};
pub use picture::{Picture, screenshot, with_pointer, zoom};
pub use request::{ActionName, Coordinates, Direction, Number, Request, Rules};
pub use space::space;
pub use spot::{Met, Spot, written};

use crate::a11y::Dialect;

/// How elements are named in what is done and in faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voice {
    /// How refs are written, and elements unless the role comes first.
    pub dialect: Dialect,
    /// Whether elements go by role and name, `button "Submit" [12]`, in either dialect.
    pub role_first: bool,
}

impl From<Dialect> for Voice {
    fn from(dialect: Dialect) -> Self {
        Self { dialect, role_first: false }
    }
}
