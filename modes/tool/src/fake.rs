//! An app made of text, so that tools are tested without a toolkit: visits run at once, sleeping takes no time, and
//! tests can fire signals, add and remove objects, and make the app busy or slow.

mod client;
mod elements;
mod fixture;
mod items;
mod places;
mod reactions;
mod tree;
mod ui;

use crate::{
    App, BoxFuture, Code, Connection, Console, ConsoleMessage, Fault, Level, LifecycleListener, ObjectId, Patience,
    Screen, Settled, Status, Value, Visited, Work,
};
pub use client::FakeClient;
use qtmcp_a11y::Refs;
use qtmcp_vision::Rect;
use std::future::Future;
use std::pin::pin;
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant, SystemTime};
use tree::Tree;
use ui::FakeUi;

/// An app read from a fixture; clones are the same app.
///
/// ```text
/// QApplication
///  QMainWindow#main title="Main" at=0,0,640,480
///   QPushButton#ok text="OK" at=10,10,80,30 signal="clicked(bool)" slot="void click()"
///   Button#late@submit disabled hidden
/// ```
/// A line is `Class#objectName@qmlId`, then attributes: properties as `name=JSON`, and those `Attribute` lists.
#[derive(Clone)]
pub struct FakeApp {
    shared: Arc<Shared>,
}

struct Shared {
    tree: Mutex<Tree>,
    script: Mutex<Script>,
    watchers: Mutex<Vec<Watcher>>,
    nested_done: (Mutex<bool>, Condvar),
    refs: Refs,
}

type Watcher = (u64, Arc<dyn LifecycleListener>);
type Deed = Box<dyn FnOnce(&FakeApp) + Send>;

/// What a test wants to happen and when, and what has happened.
struct Script {
    visits: usize,
    sleeps: usize,
    busy_visits: usize,
    budget_calls: usize,
    settled: Settled,
    at_visit: Vec<(usize, Deed)>,
    at_sleep: Vec<(usize, Deed)>,
    input: Vec<String>,
    console: Vec<ConsoleMessage>,
    last_number: u64,
}

impl FakeApp {
    /// Reads a fixture; its first line is the application object.
    #[must_use]
    pub fn new(fixture: &str) -> Self {
        let script = Script {
            visits: 0,
            sleeps: 0,
            busy_visits: 0,
            budget_calls: usize::MAX,
            settled: Settled::Quiet,
            at_visit: Vec::new(),
            at_sleep: Vec::new(),
            input: Vec::new(),
            console: Vec::new(),
            last_number: 0,
        };
        let shared = Shared {
            tree: Mutex::new(Tree::read(fixture)),
            script: Mutex::new(script),
            watchers: Mutex::default(),
            nested_done: (Mutex::new(false), Condvar::new()),
            refs: Refs::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// The object a test means: `#name` by object name or QML id, otherwise the first of that class.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn id(&self, target: &str) -> ObjectId {
        self.tree().find(target).unwrap_or_else(|| panic!("the fixture has no `{target}`"))
    }

    /// Another screen than the usual 1024 by 768 logical pixels with one device pixel each.
    pub fn set_screen(&self, width: f64, height: f64, ratio: f64) {
        self.tree().screen = Screen { area: Rect { x: 0.0, y: 0.0, width, height }, ratio };
    }

    /// Every object alive, parents before children.
    #[must_use]
    pub fn objects(&self) -> Vec<ObjectId> {
        self.tree().all()
    }

    /// Adds an object given as a fixture line, and tells the watchers.
    pub fn add(&self, parent: &str, line: &str) -> ObjectId {
        let parent = self.id(parent);
        let id = self.tree().add(parent, line);
        self.tell(&[id], &[], 0);
        id
    }

    /// Removes an object and what is below it, and tells the watchers.
    pub fn remove(&self, target: &str) {
        let id = self.id(target);
        let gone = self.tree().remove(id);
        self.tell(&[], &gone, 0);
    }

    /// Tells the watchers that `count` changes could not be kept.
    pub fn drop_changes(&self, count: u64) {
        self.tell(&[], &[], count);
    }

    /// Sets a property as the app itself would.
    pub fn set(&self, target: &str, property: &str, value: Value) {
        let id = self.id(target);
        self.tree().set(id, property, value);
    }

    /// Shows or hides an object.
    pub fn show(&self, target: &str, visible: bool) {
        let id = self.id(target);
        self.tree().show(id, visible);
    }

    /// Emits a signal, given as name or signature, on this thread.
    pub fn fire(&self, target: &str, signal: &str, arguments: &[Value]) {
        let id = self.id(target);
        let listeners = self.tree().listeners(id, signal);
        for listener in listeners {
            listener(arguments.to_vec());
        }
    }

    /// How many listeners are connected anywhere in the app.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.tree().connections() + lock(&self.shared.watchers).len()
    }

    /// The next `visits` visits answer `app_busy`.
    pub fn be_busy(&self, visits: usize) {
        self.script().busy_visits = visits;
    }

    /// A visit is over its budget once it has made `calls` calls.
    pub fn set_budget(&self, calls: usize) {
        self.script().budget_calls = calls;
    }

    /// What settling answers.
    pub fn settle_as(&self, settled: Settled) {
        self.script().settled = settled;
    }

    /// Does something right before the `nth` visit from now, counted from 1.
    pub fn before_visit(&self, nth: usize, deed: impl FnOnce(&FakeApp) + Send + 'static) {
        let mut script = self.script();
        let when = script.visits + nth;
        script.at_visit.push((when, Box::new(deed)));
    }

    /// Does something during the `nth` sleep from now, counted from 1.
    pub fn during_sleep(&self, nth: usize, deed: impl FnOnce(&FakeApp) + Send + 'static) {
        let mut script = self.script();
        let when = script.sleeps + nth;
        script.at_sleep.push((when, Box::new(deed)));
    }

    /// Ends every event loop a method or a click has opened.
    pub fn end_nested(&self) {
        let (done, changed) = &self.shared.nested_done;
        *lock(done) = true;
        changed.notify_all();
    }

    /// The app says something on its console.
    pub fn say(&self, level: Level, text: &str) {
        let mut script = self.script();
        let number = script.console.len() as u64 + 1;
        script.console.push(ConsoleMessage {
            number,
            time: SystemTime::UNIX_EPOCH,
            level,
            category: "default".to_owned(),
            text: text.to_owned(),
            place: String::new(),
            count: 1,
        });
    }

    /// How many visits there were.
    #[must_use]
    pub fn visits(&self) -> usize {
        self.script().visits
    }

    /// The input events so far, one a line; reading empties it.
    #[must_use]
    pub fn take_input(&self) -> String {
        self.script().input.drain(..).map(|line| line + "\n").collect()
    }

    fn tree(&self) -> MutexGuard<'_, Tree> {
        lock(&self.shared.tree)
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        lock(&self.shared.script)
    }

    fn next_number(&self) -> u64 {
        let mut script = self.script();
        script.last_number += 1;
        script.last_number
    }

    fn tell(&self, created: &[ObjectId], destroyed: &[ObjectId], dropped: u64) {
        let watchers: Vec<_> = lock(&self.shared.watchers).iter().map(|(_, watcher)| Arc::clone(watcher)).collect();
        for watcher in watchers {
            watcher.changed(&mut FakeUi::new(self.clone(), None), created, destroyed, dropped);
        }
    }

    /// Runs the deeds whose time has come.
    fn run_deeds(&self, due: impl FnOnce(&mut Script) -> Vec<Deed>) {
        let deeds = due(&mut self.script());
        for deed in deeds {
            deed(self);
        }
    }

    fn visit_now(&self, patience: Patience, job: Work) -> Result<Visited, Fault> {
        self.run_deeds(|script| {
            script.visits += 1;
            take_due(&mut script.at_visit, script.visits)
        });
        {
            let mut script = self.script();
            if script.busy_visits > 0 {
                script.busy_visits -= 1;
                return Err(Fault::new(Code::AppBusy, "the fake app is busy"));
            }
        }
        if patience == Patience::UntilDone || !self.tree().can_nest() {
            job(&mut FakeUi::new(self.clone(), None));
            return Ok(Visited::Done);
        }
        // A job that nests goes on after the visit has answered, so it needs a thread of its own.
        let (ended, how) = mpsc::channel();
        let nested = ended.clone();
        let app = self.clone();
        std::thread::spawn(move || {
            job(&mut FakeUi::new(app, Some(nested)));
            ended.send(Visited::Done).ok();
        });
        how.recv().map_err(|_| Fault::new(Code::Internal, "the job of a fake visit panicked"))
    }
}

impl App for FakeApp {
    fn visit_boxed<'a>(
        &'a self,
        deadline: Instant,
        patience: Patience,
        job: Work,
    ) -> BoxFuture<'a, Result<Visited, Fault>> {
        let late = Instant::now() >= deadline;
        Box::pin(async move {
            if late {
                return Err(Fault::new(Code::AppBusy, "the deadline had passed"));
            }
            self.visit_now(patience, job)
        })
    }

    fn settle<'a>(&'a self) -> BoxFuture<'a, Settled> {
        Box::pin(async { self.script().settled.clone() })
    }

    fn watch_lifecycle(&self, listener: Arc<dyn LifecycleListener>) -> Result<Connection, Fault> {
        let number = self.next_number();
        lock(&self.shared.watchers).push((number, listener));
        let app = self.clone();
        Ok(Box::new(OnDrop::new(move || lock(&app.shared.watchers).retain(|(of, _)| *of != number))))
    }

    fn sleep<'a>(&'a self, _: Duration) -> BoxFuture<'a, ()> {
        Box::pin(async {
            self.run_deeds(|script| {
                script.sleeps += 1;
                take_due(&mut script.at_sleep, script.sleeps)
            });
        })
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        block_on(task);
    }

    fn status<'a>(&'a self) -> BoxFuture<'a, Status> {
        Box::pin(async {
            Status {
                toolkit: "Fake 1.0".into(),
                toolkit_version: "1.0".into(),
                pid: 1,
                platform: "fake".into(),
                blocked_for: None,
                has_application: true,
                object_count: self.objects().len(),
                ..Status::default()
            }
        })
    }

    fn refs(&self) -> &Refs {
        &self.shared.refs
    }

    fn console(&self, after: u64) -> Console {
        let script = self.script();
        let messages = script.console.iter().filter(|message| message.number > after).cloned().collect();
        Console { messages, last: script.console.len() as u64, ..Console::default() }
    }
}

/// Runs a future to its end on this thread; enough for tools, which in a fake app never wait for another thread.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        std::thread::yield_now();
    }
}

fn take_due(deeds: &mut Vec<(usize, Deed)>, now: usize) -> Vec<Deed> {
    deeds.extract_if(.., |(when, _)| *when <= now).map(|(_, deed)| deed).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection that does something when it is dropped.
struct OnDrop(Option<Box<dyn FnOnce() + Send>>);

impl OnDrop {
    fn new(deed: impl FnOnce() + Send + 'static) -> Self {
        Self(Some(Box::new(deed)))
    }
}

impl Drop for OnDrop {
    fn drop(&mut self) {
        if let Some(deed) = self.0.take() {
            deed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Obstacle, Ui};
    use std::sync::atomic::{AtomicUsize, Ordering};

    const FIXTURE: &str = r##"
QApplication
 QMainWindow#main title="Main" at=100,50,640,480
  QPushButton#ok text="OK" at=10,10,80,30 signal="clicked(bool)" slot="int run(int) = 7" method="int exec() nests"
  QLabel#label hidden buddy->#ok
 QDialog#ask modal hidden at=0,0,100,100
"##;

    fn far() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    fn visit<R: Send + 'static>(app: &FakeApp, job: impl FnOnce(&mut dyn Ui) -> R + Send + 'static) -> R {
        let app: &dyn App = app;
        block_on(app.visit(far(), job)).unwrap()
    }

    #[test]
    fn a_fixture_becomes_a_tree_with_properties() {
        let app = FakeApp::new(FIXTURE);
        let (ok, main, label) = (app.id("#ok"), app.id("#main"), app.id("#label"));
        visit(&app, move |ui| {
            assert_eq!(ui.parent(ok), Some(main));
            assert_eq!(ui.children(main), [ok, label]);
            assert_eq!(ui.property(ok, "text"), Ok(Value::Text("OK".into())));
            assert_eq!(ui.property(label, "buddy"), Ok(Value::Object(ok)));
            assert_eq!(ui.placement(ok).unwrap().global.x, 110.0);
            assert_eq!(ui.inheritance(ok).unwrap()[..2], ["QPushButton", "QAbstractButton"]);
        });
    }

    #[test]
    fn a_modal_dialog_blocks_other_windows_while_it_is_shown() {
        let app = FakeApp::new(FIXTURE);
        let (ok, ask) = (app.id("#ok"), app.id("#ask"));
        assert!(visit(&app, move |ui| ui.aim_at(ok.into(), None)).is_ok());
        app.show("#ask", true);
        assert_eq!(visit(&app, move |ui| ui.aim_at(ok.into(), None)), Err(Obstacle::Modal(ask)));
    }

    #[test]
    fn a_signal_reaches_its_listeners_until_they_disconnect() {
        let app = FakeApp::new(FIXTURE);
        let heard = Arc::new(AtomicUsize::new(0));
        let ok = app.id("#ok");
        let counter = Arc::clone(&heard);
        let connection = visit(&app, move |ui| {
            let signal = ui.methods(ok).unwrap().into_iter().find(|method| method.name == "clicked").unwrap();
            let listener = move |_| {
                counter.fetch_add(1, Ordering::Relaxed);
            };
            ui.connect(ok, signal.index, Arc::new(listener)).unwrap()
        });
        app.fire("#ok", "clicked", &[Value::Bool(true)]);
        drop(connection);
        app.fire("#ok", "clicked(bool)", &[Value::Bool(true)]);
        assert_eq!((heard.load(Ordering::Relaxed), app.connections()), (1, 0));
    }

    #[test]
    fn a_method_that_nests_does_not_hold_the_visit() {
        let app = FakeApp::new(FIXTURE);
        let ok = app.id("#ok");
        let handle: &dyn App = &app;
        let index = visit(&app, move |ui| ui.methods(ok).unwrap().iter().find(|m| m.name == "exec").unwrap().index);
        let answer = block_on(handle.start(far(), move |ui| ui.invoke(ok, index, &[]))).unwrap();
        assert!(answer.is_none());
        app.end_nested();
    }

    #[test]
    fn a_busy_app_answers_busy_and_recovers() {
        let app = FakeApp::new(FIXTURE);
        app.be_busy(1);
        let handle: &dyn App = &app;
        assert_eq!(block_on(handle.visit(far(), |_| ())).unwrap_err().code, Code::AppBusy);
        assert!(block_on(handle.visit(far(), |_| ())).is_ok());
    }
}
