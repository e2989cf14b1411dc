//! A fake app in which no call goes on for ever: naps take no time and are counted, and at an input's will the app is
//! gone in the middle of a call. Whoever waits too long is dropped, as a call that its client cancels.

use qtmcp_modes::CATALOG;
use qtmcp_tool::a11y::{Dialect, Refs};
use qtmcp_tool::fake::FakeApp;
use qtmcp_tool::{
    App, BoxFuture, Code, Connection, Console, Fault, LifecycleListener, Mode, Patience, Response, Session, Settled,
    Status, ToolDef, Visited, Work,
};
use serde_json::Value as Json;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// A call that visits the app more often never ends. Holding a key for the longest time repeats it some thousand times.
const MOST_VISITS: usize = 20_000;
/// A call that naps more often is one that waits; it is cancelled.
const MOST_NAPS: usize = 40;
/// A call that waits without a nap waits for nothing.
const MOST_POLLS: usize = 1000;

/// The app.
pub(crate) struct Bounded {
    fake: FakeApp,
    gone_after: usize,
    visits: AtomicUsize,
    naps: AtomicUsize,
    is_over: AtomicBool,
}

impl Bounded {
    /// It is gone after so many visits.
    pub(crate) fn new(fake: FakeApp, gone_after: usize) -> Self {
        let [visits, naps] = [0, 0].map(AtomicUsize::new);
        Self { fake, gone_after, visits, naps, is_over: AtomicBool::new(false) }
    }

    /// Runs a future to its end, or until it has waited for long.
    fn drive<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        let mut future = pin!(future);
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..MOST_POLLS {
            if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
                return Some(value);
            }
            if self.is_over.load(Ordering::Relaxed) {
                return None;
            }
        }
        panic!("a call waits for nothing");
    }

    fn begin(&self) {
        self.visits.store(0, Ordering::Relaxed);
        self.naps.store(0, Ordering::Relaxed);
        self.is_over.store(false, Ordering::Relaxed);
    }
}

impl App for Bounded {
    fn visit_boxed<'a>(
        &'a self,
        deadline: Instant,
        patience: Patience,
        job: Work,
    ) -> BoxFuture<'a, Result<Visited, Fault>> {
        let visit = self.visits.fetch_add(1, Ordering::Relaxed);
        assert!(visit < MOST_VISITS, "a call never ends");
        if visit >= self.gone_after {
            return Box::pin(async { Err(Fault::new(Code::AppGone, "The app ended.")) });
        }
        self.fake.visit_boxed(deadline, patience, job)
    }

    fn settle<'a>(&'a self) -> BoxFuture<'a, Settled> {
        self.fake.settle()
    }

    fn watch_lifecycle(&self, listener: Arc<dyn LifecycleListener>) -> Result<Connection, Fault> {
        self.fake.watch_lifecycle(listener)
    }

    fn sleep<'a>(&'a self, duration: Duration) -> BoxFuture<'a, ()> {
        if self.naps.fetch_add(1, Ordering::Relaxed) < MOST_NAPS {
            return self.fake.sleep(duration);
        }
        self.is_over.store(true, Ordering::Relaxed);
        Box::pin(std::future::pending())
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        self.drive(task);
    }

    fn status<'a>(&'a self) -> BoxFuture<'a, Status> {
        self.fake.status()
    }

    fn refs(&self) -> &Refs {
        self.fake.refs()
    }

    fn console(&self, after: u64) -> Console {
        self.fake.console(after)
    }
}

/// One client of such an app.
pub(crate) struct Client {
    fake: FakeApp,
    app: Arc<Bounded>,
    session: Option<Session>,
    lives_on: bool,
}

impl Client {
    pub(crate) fn new(fake: FakeApp, mode: Mode, dialect: Dialect, gone_after: Option<usize>) -> Self {
        let app = Arc::new(Bounded::new(fake.clone(), gone_after.unwrap_or(usize::MAX)));
        let shared = Arc::clone(&app) as Arc<dyn App>;
        let session = Session::new(shared, CATALOG, mode, Duration::from_secs(60), Arc::new(|_| ()));
        Self { fake, app, session: Some(session.with_dialect(dialect)), lives_on: gone_after.is_none() }
    }

    pub(crate) fn session(&self) -> &Session {
        self.session.as_ref().expect("there until the client goes")
    }

    /// Calls a tool; `None` when it was cancelled. A fault says what to do next.
    pub(crate) fn call(&self, tool: &ToolDef, arguments: Json) -> Option<Result<Response, Fault>> {
        self.app.begin();
        let outcome = self.app.drive(tool.call(arguments, self.session()));
        if let Some(Err(fault)) = &outcome {
            assert!(!fault.message.trim().is_empty(), "{}: a fault without words: {fault:?}", tool.name);
            assert!(!fault.next.trim().is_empty(), "{}: a fault without a next step: {fault:?}", tool.name);
            assert!(fault.code != Code::Internal, "{}: {fault:?}", tool.name);
        }
        outcome
    }
}

impl Drop for Client {
    /// Nothing stays pressed when a client goes, whatever it did and wherever its calls were cut off.
    fn drop(&mut self) {
        self.app.begin();
        drop(self.session.take());
        if !self.lives_on || std::thread::panicking() {
            return;
        }
        let mut down: Vec<String> = Vec::new();
        for line in self.fake.take_input().lines() {
            // A typed character may be a line end itself.
            let mut words = line.split(' ');
            match (words.next(), words.next(), words.next()) {
                (Some("press"), Some(button), _) | (Some("double"), Some("press"), Some(button)) => {
                    down.push(button.to_owned());
                }
                (Some("release"), Some(button), _) => down.retain(|held| held != button),
                (Some("key"), Some("down"), key) => down.push(format!("key {key:?}")),
                (Some("key"), Some("up"), key) => down.retain(|held| *held != format!("key {key:?}")),
                _ => {}
            }
        }
        assert!(down.is_empty(), "still pressed when the client is gone: {down:?}");
    }
}
