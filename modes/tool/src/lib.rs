//! The seam: what a tool is, what it may ask of an app, and how it answers. Knows no toolkit and no transport.

mod access;
mod app;
pub mod arguments;
mod call_tool;
mod catalog;
mod changes;
pub mod computer;
mod connection;
mod console;
mod elements;
pub mod fake;
mod gesture;
pub mod keyboard;
mod object;
pub mod pointer;
pub mod release;
mod response;
mod schema;
mod session;
pub mod snapshot;
pub mod tab;
pub mod target;
mod tool;
mod value;
mod windows;

pub use access::{Access, Permits, UnknownAccess};
pub use app::{
    Aim, App, BoxFuture, Change, ChangeListener, Connection, LifecycleListener, Listener, Monitor, MouseButton,
    MouseEvent, MouseKind, Obstacle, Patience, Screen, Settled, Shot, Status, Stroke, Ui, Visited, Work,
};
pub use catalog::{Catalog, Mode};
pub use connection::CONNECTION_TOOLS;
pub use console::{Console, ConsoleMessage, Level};
pub use elements::{Elements, Scope};
pub use gesture::{Broken, Held, Step, click_steps, hold_key, key_steps, perform, perform_in, typing_steps};
pub use object::{Identity, Method, MethodKind, ModelCell, ModelPage, ModelQuery, Parameter, Placement, Property};
pub use qtmcp_a11y as a11y;
pub use qtmcp_a11y::{ElementId, ObjectId};
pub use qtmcp_vision as vision;
pub use qtmcp_wire::{Code, Event, Fault};
pub use response::{Image, Response};
pub use session::{EventSink, Session};
pub use tool::{Advice, Effect, Tool, ToolDef};
pub use value::Value;
