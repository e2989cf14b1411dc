//! What a toolkit gives, and all that a mode may ask of it.

use crate::{
    Code, Console, Elements, Fault, Identity, Method, ModelPage, ModelQuery, ObjectId, Placement, Property, Value,
};
use qtmcp_a11y::Refs;
use qtmcp_vision::keys::{Chord, Modifiers};
use qtmcp_vision::{Frame, Point, Rect};
use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A boxed future, so that [`App`] stays usable behind a pointer.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Called with a signal's arguments, on whichever thread emitted it. It must only copy and return.
pub type Listener = Arc<dyn Fn(Vec<Value>) + Send + Sync>;

/// Called when something has changed, on the threads that serve the calls.
pub type ChangeListener = Arc<dyn Fn(Change) + Send + Sync>;

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// What is seen, which has come to rest since.
    Page,
    /// The app has said something.
    Console,
}

/// Keeps a subscription alive; dropping it, on any thread, ends it.
pub type Connection = Box<dyn Any + Send>;

/// What one visit does with the UI.
pub type Work = Box<dyn FnOnce(&mut dyn Ui) + Send>;

/// An application, reached from any thread.
pub trait App: Send + Sync {
    /// Runs `job` on the thread that owns the UI. A job that has not begun at `deadline` never runs, and the answer is
    /// `app_busy`. Prefer [`visit`](trait.App.html#method.visit) on `dyn App`, which returns the job's value.
    fn visit_boxed<'a>(
        &'a self,
        deadline: Instant,
        patience: Patience,
        job: Work,
    ) -> BoxFuture<'a, Result<Visited, Fault>>;

    /// Waits until the UI has come to rest, a second at the most.
    fn settle<'a>(&'a self) -> BoxFuture<'a, Settled>;

    /// Tells `listener` of objects that come and go, until the connection is dropped.
    fn watch_lifecycle(&self, listener: Arc<dyn LifecycleListener>) -> Result<Connection, Fault>;

    /// Tells `listener` of changes until the connection is dropped; of many in a row only a few times a second.
    fn watch_changes(&self, _: ChangeListener) -> Result<Connection, Fault> {
        Err(Fault::new(Code::Unsupported, "This toolkit tells of no changes."))
    }

    /// Completes after `duration`.
    fn sleep<'a>(&'a self, duration: Duration) -> BoxFuture<'a, ()>;

    /// Runs `task` beside the calls, on the threads that serve them. May be called from any thread, a [`Listener`]'s too.
    fn spawn(&self, task: BoxFuture<'static, ()>);

    /// How the app is; answers at once even while its UI is blocked.
    fn status<'a>(&'a self) -> BoxFuture<'a, Status>;

    /// The refs of this app's elements, the same for all clients that did not ask for a block of their own.
    fn refs(&self) -> &Refs;

    /// What the app said after the message numbered `after`. Any thread, at once.
    fn console(&self, after: u64) -> Console;
}

impl dyn App + '_ {
    /// Runs `job` on the UI's thread and returns what it returned.
    pub async fn visit<R: Send + 'static>(
        &self,
        deadline: Instant,
        job: impl FnOnce(&mut dyn Ui) -> R + Send + 'static,
    ) -> Result<R, Fault> {
        match self.run(deadline, Patience::UntilDone, job).await? {
            Some(value) => Ok(value),
            None => Err(Fault::new(Code::Internal, "the job ended without an answer")),
        }
    }

    /// Like [`visit`](#method.visit), but `None` as soon as the job has entered an event loop of its own, as a modal
    /// dialog's `exec` does. The job goes on.
    pub async fn start<R: Send + 'static>(
        &self,
        deadline: Instant,
        job: impl FnOnce(&mut dyn Ui) -> R + Send + 'static,
    ) -> Result<Option<R>, Fault> {
        self.run(deadline, Patience::UntilNested, job).await
    }

    async fn run<R: Send + 'static>(
        &self,
        deadline: Instant,
        patience: Patience,
        job: impl FnOnce(&mut dyn Ui) -> R + Send + 'static,
    ) -> Result<Option<R>, Fault> {
        let slot = Arc::new(Mutex::new(None));
        let filled = Arc::clone(&slot);
        let job = Box::new(move |ui: &mut dyn Ui| {
            let value = job(ui);
            *filled.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
        });
        self.visit_boxed(deadline, patience, job).await?;
        Ok(slot.lock().unwrap_or_else(PoisonError::into_inner).take())
    }
}

/// When a visit counts as answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// When the job has returned.
    UntilDone,
    /// When the job has returned or is seen to run an event loop of its own.
    UntilNested,
}

/// How a visit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visited {
    /// The job returned.
    Done,
    /// The job runs an event loop of its own; only with [`Patience::UntilNested`].
    Nested,
}

/// Whether the UI came to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Nothing moves any more.
    Quiet,
    /// Only an animation goes on.
    Animating,
    /// Still at work after the longest wait; what with.
    StillBusy(String),
    /// The application is about to be gone.
    Ending,
}

impl Settled {
    /// As results have it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Settled::Quiet => "quiet",
            Settled::Animating => "animating",
            Settled::StillBusy(_) => "still_busy",
            Settled::Ending => "ending",
        }
    }
}

/// How an app is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// The toolkit and its version, such as `Qt 6.4.2`.
    pub toolkit: String,
    /// The toolkit's version alone.
    pub toolkit_version: String,
    /// The process.
    pub pid: u32,
    /// How the toolkit reaches the screen, such as `offscreen` or `xcb`; empty until known.
    pub platform: String,
    /// How long the UI thread has not answered; `None` when it does.
    pub blocked_for: Option<Duration>,
    /// Whether there is an application object at all.
    pub has_application: bool,
    /// Objects alive in the process.
    pub object_count: usize,
    /// The file name of the program as it was started.
    pub program: String,
    /// The title of the window a person works in, empty without one. `None`, as the rest, while the UI does not answer and
    /// where it has none.
    pub title: Option<String>,
    /// The real screens.
    pub monitors: Option<Vec<Monitor>>,
    /// The app's own screen, which pictures are of.
    pub screen: Option<Screen>,
}

/// A real screen, in logical pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Monitor {
    /// What the system calls it.
    pub name: String,
    /// Where it is among the others.
    pub area: Rect,
    /// Device pixels per logical pixel.
    pub ratio: f64,
    /// Whether it is the first of them.
    pub is_primary: bool,
}

/// Told of objects that come and go, on the UI's thread.
pub trait LifecycleListener: Send + Sync {
    /// `created` are alive now; `destroyed` are gone. What came and went unseen is in neither.
    /// `dropped` counts what could not be kept since the last call.
    fn changed(&self, ui: &mut dyn Ui, created: &[ObjectId], destroyed: &[ObjectId], dropped: u64);
}

/// Where an input event goes, found by [`Ui::aim`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The window that receives it.
    pub window: ObjectId,
    /// In the window.
    pub local: Point,
    /// Where the toolkit says that is on the real screens.
    pub global: Point,
    /// Where that is on the app's screen, see [`Ui::screen`].
    pub screen: Point,
}

/// The screen an agent sees, in logical pixels of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// All of it.
    pub area: Rect,
    /// Device pixels per logical pixel.
    pub ratio: f64,
}

/// A picture of the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// The pixels, without the mouse pointer.
    pub frame: Frame,
    /// The part of the screen they show.
    pub area: Rect,
    /// Where the mouse is, once it was moved.
    pub pointer: Option<Point>,
}

/// Why an element cannot be acted on; each mode words it with its own names for things.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// The object is gone.
    Gone,
    /// It, or a parent, is hidden, or it has no size.
    Hidden,
    /// It, or a parent, is disabled.
    Disabled,
    /// Another element lies over the point.
    Covered(ObjectId),
    /// An open popup would take the click.
    Popup(ObjectId),
    /// A modal window takes the input.
    Modal(ObjectId),
    /// The point is not inside the element.
    Outside,
    /// Not a thing one can point at; why.
    Unsupported(String),
    /// Something that clients are not to know of is there.
    Denied,
}

impl Obstacle {
    /// The fault for [`Obstacle::Denied`], which names nothing.
    #[must_use]
    pub fn denied() -> Fault {
        let message = "The input would go to an element that QTMCP_DENY hides; nothing was done.";
        let next = "Leave it alone and act on other elements; only the person who started the app can allow it.";
        Fault::new(Code::Denied, message).next(next)
    }
}

/// A mouse button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MouseButton {
    /// The usual one.
    #[default]
    Left,
    /// The one that opens context menus.
    Right,
    /// The wheel, pressed.
    Middle,
}

/// What the mouse does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MouseKind {
    /// Moves, with `held` buttons down.
    Move {
        /// The button held during the move, if any.
        held: Option<MouseButton>,
    },
    /// A button goes down.
    Press(MouseButton),
    /// A button goes down for the second time of a double click.
    DoublePress(MouseButton),
    /// A button comes up.
    Release(MouseButton),
    /// The wheel turns; ticks to the right and down.
    Wheel {
        /// Ticks to the right.
        right: f64,
        /// Ticks downwards.
        down: f64,
    },
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Goes down.
    Press,
    /// Has been down for a while and says so once more, as keyboards do.
    Repeat,
    /// Comes up.
    Release,
}

/// One mouse event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MouseEvent {
    /// Where.
    pub at: Aim,
    /// What.
    pub kind: MouseKind,
    /// Held modifier keys.
    pub modifiers: Modifiers,
}

/// The UI as its own thread sees it. It exists only inside a visit, so nothing changes between two calls except by them.
/// What a toolkit does not have answers `unsupported`.
pub trait Ui: Elements {
    /// The application object, the root of all paths.
    fn application(&mut self) -> Option<ObjectId>;

    /// The children in the tree people think in: windows under the application, QML items under their visual parent.
    fn children(&mut self, of: ObjectId) -> Vec<ObjectId>;

    /// Those children whose path segment is exactly this class and name, the name being empty where there is none.
    fn children_named(&mut self, of: ObjectId, class: &str, name: &str) -> Vec<ObjectId> {
        let mut children = self.children(of);
        let is_it = |identity: Identity| identity.class == class && identity.name() == name;
        children.retain(|child| self.identity(*child).is_some_and(is_it));
        children
    }

    /// Objects that may stand behind `of` in a path though they are not its children: the widgets a layout places, the
    /// actions of a menu, the menu of an action.
    fn related(&mut self, of: ObjectId) -> Vec<ObjectId>;

    /// The parent in the same tree as [`Ui::children`].
    fn parent(&mut self, of: ObjectId) -> Option<ObjectId>;

    /// Class and names; `None` when the object is gone.
    fn identity(&mut self, of: ObjectId) -> Option<Identity>;

    /// The object's class and its bases, the most derived first.
    fn inheritance(&mut self, of: ObjectId) -> Result<Vec<String>, Fault>;

    /// Geometry and visibility.
    fn placement(&mut self, of: ObjectId) -> Result<Placement, Fault>;

    /// All properties with their values.
    fn properties(&mut self, of: ObjectId) -> Result<Vec<Property>, Fault>;

    /// One property; `not_found` when there is none of that name, in the object or its QML context.
    fn property(&mut self, of: ObjectId, name: &str) -> Result<Value, Fault>;

    /// A property of the object itself, with its type; `None` when it has none of that name. Its QML context is left
    /// aside, so that a search does not find a context's property in every object below it.
    fn own_property(&mut self, of: ObjectId, name: &str) -> Option<Property> {
        self.properties(of).ok()?.into_iter().find(|property| property.name == name)
    }

    /// Sets a property and reads it back.
    fn set_property(&mut self, of: ObjectId, name: &str, value: &Value) -> Result<Value, Fault>;

    /// All methods, slots and signals.
    fn methods(&mut self, of: ObjectId) -> Result<Vec<Method>, Fault>;

    /// Calls a method. `bad_argument` when the arguments do not convert to its parameters; then nothing was called.
    fn invoke(&mut self, of: ObjectId, method: i32, arguments: &[Value]) -> Result<Value, Fault>;

    /// Listens to a signal.
    fn connect(&mut self, of: ObjectId, signal: i32, listener: Listener) -> Result<Connection, Fault>;

    /// A part of an item model, given the model or a view that shows it.
    fn model_page(&mut self, of: ObjectId, query: &ModelQuery) -> Result<ModelPage, Fault>;

    /// Sends one mouse event through the window system's layer.
    fn mouse(&mut self, event: &MouseEvent) -> Result<(), Fault>;

    /// Presses or releases a key in the window that has the focus.
    fn key(&mut self, chord: Chord, stroke: Stroke) -> Result<(), Fault>;

    /// Types one character, whichever script it is from, into what has the focus.
    fn type_character(&mut self, character: char) -> Result<(), Fault>;

    /// The pixels of an object.
    fn grab(&mut self, of: ObjectId) -> Result<Frame, Fault>;

    /// The screen of this app: its size stays the same while the app runs. Windows, elements and points are on it.
    fn screen(&mut self) -> Result<Screen, Fault>;

    /// The pixels of the screen, or of the part of it that the app was started to show. `no_window` when the app has none.
    fn grab_screen(&mut self) -> Result<Shot, Fault>;

    /// Whether this visit has held the UI thread for as long as it should; long reads then go on in a new visit.
    fn is_over_budget(&self) -> bool;
}
