//! The accessibility tree, pure: what a toolkit tells of its elements, what roles they have, the refs agents know them
//! by, and the text that agents read. No toolkit, no I/O, no async.

mod behaviour;
mod dialect;
mod diff;
mod element;
mod find;
#[cfg(test)]
mod golden;
mod naming;
mod refs;
mod render;
mod role;
mod sanitize;
#[cfg(test)]
mod testing;
mod text;
mod tree;

pub use behaviour::{Behaviours, behaviours, interactive, role_of};
pub use dialect::{Dialect, UnknownDialect};
pub use diff::{Diff, diff};
pub use element::{Actions, ElementId, Gauge, Grid, Input, ObjectId, Position, RawNode, States, Window, WindowKind};
pub use find::{Match, find};
pub use refs::{Given, Ref, Refs};
pub use render::{Filter, Rendered, Shown, View, line, render};
pub use role::Role;
pub use sanitize::sanitize;
pub use text::{PageText, long_texts, page_text};
pub use tree::{Node, Page, Read, Tree};
