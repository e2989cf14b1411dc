//! One client's session: the app it drives, its mode, its subscriptions and the way events reach it.

use crate::{Access, Aim, App, Catalog, Code, Connection, Event, Fault, Held, Mode, Permits};
use qtmcp_a11y::{Dialect, Ref};
use qtmcp_vision::{Budget, Space};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// As many as a client may have: each costs the app something whenever it does anything.
const MOST_SUBSCRIPTIONS: usize = 1000;

/// Takes an event for the client; never blocks.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;

/// What a tool is given besides its arguments.
pub struct Session {
    app: Arc<dyn App>,
    catalog: Catalog,
    timeout: Duration,
    events: EventSink,
    dialect: Dialect,
    access: Access,
    state: Mutex<State>,
}

struct State {
    mode: Mode,
    last_subscription: u64,
    subscriptions: BTreeMap<String, Connection>,
    console_cleared: u64,
    pointer: Option<Aim>,
    held: Option<Held>,
    budget: Budget,
    space: Option<Space>,
    pressed: HashSet<Ref>,
}

impl Session {
    /// A session that starts in `mode`; a call without a deadline of its own has `timeout`.
    #[must_use]
    pub fn new(app: Arc<dyn App>, catalog: Catalog, mode: Mode, timeout: Duration, events: EventSink) -> Self {
        let state = State {
            mode,
            last_subscription: 0,
            subscriptions: BTreeMap::new(),
            console_cleared: 0,
            pointer: None,
            held: None,
            budget: Budget::default(),
            space: None,
            pressed: HashSet::new(),
        };
        Self {
            app,
            catalog,
            timeout,
            events,
            dialect: Dialect::default(),
            access: Access::default(),
            state: Mutex::new(state),
        }
    }

    /// The same session with another dialect for calls that ask for none.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// The same session for a client that may do this much.
    #[must_use]
    pub fn with_access(self, access: Access) -> Self {
        Self { access, ..self }
    }

    /// The same session with another size for its pictures.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        self.set_budget(budget);
        self
    }

    /// The app.
    #[must_use]
    pub fn app(&self) -> &dyn App {
        &*self.app
    }

    /// The app, for work that outlives the call.
    #[must_use]
    pub fn shared_app(&self) -> Arc<dyn App> {
        Arc::clone(&self.app)
    }

    /// Every tool there is.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// How long a call may take.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// When a call that begins now should be done.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        Instant::now() + self.timeout
    }

    /// How answers are worded when a call does not say.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The way to the client.
    #[must_use]
    pub fn events(&self) -> EventSink {
        Arc::clone(&self.events)
    }

    /// The mode now.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.state().mode
    }

    /// Changes the mode.
    pub fn set_mode(&self, mode: Mode) {
        self.state().mode = mode;
    }

    /// A number for a subscription about to be made: `sub_1`, `sub_2`, …
    pub fn next_subscription(&self) -> Result<String, Fault> {
        let mut state = self.state();
        if state.subscriptions.len() >= MOST_SUBSCRIPTIONS {
            let message = format!("This client has {MOST_SUBSCRIPTIONS} subscriptions, and there may be no more.");
            return Err(Fault::new(Code::Unsupported, message).next("End some that are not needed any more."));
        }
        state.last_subscription += 1;
        Ok(format!("sub_{}", state.last_subscription))
    }

    /// Keeps a subscription until [`Session::unsubscribe`] or the session's end.
    pub fn subscribe(&self, id: String, connection: Connection) {
        self.state().subscriptions.insert(id, connection);
    }

    /// Ends a subscription; `false` when there is none of that id.
    pub fn unsubscribe(&self, id: &str) -> bool {
        let ended = self.state().subscriptions.remove(id);
        ended.is_some()
    }

    /// The number of the last console message that this client wants to see no more.
    #[must_use]
    pub fn console_cleared(&self) -> u64 {
        self.state().console_cleared
    }

    /// Leaves out the console's messages up to this number from now on.
    pub fn clear_console(&self, last: u64) {
        self.state().console_cleared = last;
    }

    /// Where this client last moved the mouse to.
    #[must_use]
    pub fn pointer(&self) -> Option<Aim> {
        self.state().pointer
    }

    /// Remembers where the mouse is now.
    pub fn set_pointer(&self, at: Aim) {
        self.state().pointer = Some(at);
    }

    /// Keeps a mouse button down after the call, until [`Session::take_held`] or the session's end.
    pub fn keep_held(&self, held: Held) {
        let before = self.state().held.replace(held);
        // Not under the lock: letting go is a call to the app.
        drop(before);
    }

    /// The mouse button that an earlier call left down.
    #[must_use]
    pub fn take_held(&self) -> Option<Held> {
        self.state().held.take()
    }

    /// Whether an earlier call left a mouse button down.
    #[must_use]
    pub fn is_holding(&self) -> bool {
        self.state().held.is_some()
    }

    /// How large this client's pictures may be.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.state().budget
    }

    /// Gives this client's pictures another size from now on; it counts in pixels of the next one at once.
    pub fn set_budget(&self, budget: Budget) {
        let mut state = self.state();
        state.budget = budget;
        state.space = None;
    }

    /// What the last screenshot that this client was given shows; `None` before there was one.
    #[must_use]
    pub fn space(&self) -> Option<Space> {
        self.state().space
    }

    /// Remembers what the screenshot shows that this client is being given.
    pub fn set_space(&self, space: Space) {
        self.state().space = Some(space);
    }

    /// The buttons that were still down when this client was last answered.
    #[must_use]
    pub fn pressed(&self) -> HashSet<Ref> {
        self.state().pressed.clone()
    }

    /// Remembers which buttons are still down.
    pub fn set_pressed(&self, pressed: HashSet<Ref>) {
        self.state().pressed = pressed;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permits for Session {
    fn access(&self) -> Access {
        self.access
    }
}
