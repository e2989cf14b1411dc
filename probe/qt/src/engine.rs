//! The probe's heart: one per process, it brings jobs to the GUI thread and knows when there is none.

use crate::changes::Changes;
use crate::desktop::Desktop;
use crate::face::{self, Face};
use crate::fork::ClosedInChildren;
use crate::job::{GiveUp, Job, Ticket};
use crate::lifecycle::Lifecycle;
use crate::parts::Parts;
use crate::qml_ids::QmlIds;
use crate::registry;
use crate::settings::Settings;
use crate::signals::Signals;
use crate::tracker::{Tracked, Tracker};
use crate::ui::{Hiding, QtUi};
use crate::veil::Veil;
use crate::{fork, hooks, process};
use qtmcp_guard::Audit;
use qtmcp_tool::a11y::Refs;
use qtmcp_tool::{Code, Fault, Patience, Status, Visited, Work};
use rustc_hash::FxHashMap;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, oneshot, watch};

/// How long a job seen in an event loop of its own may still take before it counts as staying there. Loops that only
/// wait for a reply from the window system end within this.
const NESTED_GRACE: Duration = Duration::from_millis(50);

/// When a job has run for so long it may well be in an event loop of its own.
const NUDGE_AFTER: Duration = Duration::from_millis(20);

/// How long `status` waits for the GUI thread before it calls it blocked.
const RESPONSIVE_WITHIN: Duration = Duration::from_millis(30);

/// Qt's priority for ordinary events.
const NORMAL: i32 = 0;

/// Runs after everything else that is posted.
pub(crate) const FENCE: i32 = i32::MIN;

/// The probe of this process.
pub(crate) struct Engine {
    pub(crate) parts: Parts,
    pub(crate) tracker: &'static Tracker,
    pub(crate) signals: Signals,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) changes: Changes,
    /// What stands under the application, and the tracker's births when it was looked for: there may be many objects,
    /// and few come between two calls.
    pub(crate) top_level: Mutex<(u64, Vec<Tracked>)>,
    /// Whether the objects that are older than the hooks were looked for.
    pub(crate) counted: AtomicBool,
    qml_ids: Mutex<QmlIds>,
    /// The runtime of the thread that serves the clients, once it runs.
    pub(crate) runtime: RwLock<Option<tokio::runtime::Handle>>,
    /// How many waits for rest are counting events.
    pub(crate) settling: AtomicU32,
    /// Whether there is an application to post to. Held for reading while posting, so that the application cannot go
    /// in the middle of it.
    open: RwLock<bool>,
    /// Counts the applications that have gone.
    gone: watch::Sender<u64>,
    /// Since when the GUI thread owes an answer.
    owed_since: Mutex<Option<Instant>>,
    /// Told whenever the GUI thread has answered.
    answered: Notify,
    platform: OnceLock<String>,
    /// What the GUI thread last told of itself.
    face: Mutex<Face>,
    pub(crate) refs: Arc<Refs>,
    /// The refs of the clients that asked for a block of their own.
    pub(crate) blocks: Mutex<FxHashMap<u32, Arc<Refs>>>,
    /// What must not leave.
    pub(crate) veil: Veil,
    pub(crate) settings: Settings,
    /// Where calls are noted, once somebody can come in.
    pub(crate) audit: OnceLock<(Arc<Audit>, ClosedInChildren)>,
    /// The real screen, once it was asked for.
    pub(crate) desktop: OnceLock<Result<Desktop, String>>,
    /// How many clients are connected.
    pub(crate) clients: AtomicUsize,
}

impl Engine {
    pub(crate) fn new(parts: Parts, tracker: &'static Tracker, settings: Settings) -> Self {
        Self {
            parts,
            tracker,
            signals: Signals::default(),
            lifecycle: Lifecycle::default(),
            changes: Changes::default(),
            top_level: Mutex::default(),
            counted: AtomicBool::new(false),
            qml_ids: Mutex::default(),
            runtime: RwLock::new(None),
            settling: AtomicU32::new(0),
            open: RwLock::new(false),
            gone: watch::Sender::new(0),
            owed_since: Mutex::new(None),
            answered: Notify::new(),
            platform: OnceLock::new(),
            face: Mutex::default(),
            refs: Arc::new(Refs::default().with_most(settings.policy.max_refs)),
            blocks: Mutex::default(),
            veil: Veil::new(&settings),
            settings,
            audit: OnceLock::new(),
            desktop: OnceLock::new(),
            clients: AtomicUsize::new(0),
        }
    }

    /// An application is there: jobs may be posted to its thread.
    pub(crate) fn application_came(&self) -> bool {
        // SAFETY: `attach` may be called on any thread.
        let attached = crate::hooks::as_ours(|| unsafe { (self.parts.core.attach)() });
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = attached;
        self.lifecycle.wake();
        self.changes.application_came();
        attached
    }

    /// The application is about to go: whoever waits for its thread is told.
    pub(crate) fn application_goes(&self) {
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = false;
        *self.owed() = None;
        self.settling.store(0, Ordering::Relaxed);
        self.gone.send_modify(|count| *count += 1);
        self.let_desktop_rest();
    }

    /// Whether there is an application now.
    pub(crate) fn has_application(&self) -> bool {
        *self.open.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many applications have gone.
    pub(crate) fn gone_count(&self) -> u64 {
        *self.gone.borrow()
    }

    /// Runs something on the GUI thread when it comes round to it; never, without an application.
    pub(crate) fn later(&self, work: impl FnOnce() + Send + 'static) {
        let _ = self.post(Job::new(Ticket::new(), Box::new(work)), NORMAL);
    }

    /// Runs `job` on the GUI thread; see [`qtmcp_tool::App::visit_boxed`].
    pub(crate) async fn visit(
        self: &Arc<Self>,
        deadline: Instant,
        patience: Patience,
        job: Work,
    ) -> Result<Visited, Fault> {
        let posted = Instant::now();
        let mut gone = self.gone.subscribe();
        let ticket = Ticket::new();
        let (finished, mut finishing) = oneshot::channel();
        let engine = Arc::clone(self);
        let work = move || {
            engine.parts.look_around();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let mut ui = QtUi::new(&engine);
                ui.look_for_secrets();
                let deny = &engine.settings.policy.deny;
                if deny.is_empty() { job(&mut ui) } else { job(&mut Hiding::new(ui, deny)) }
            }));
            let _ = finished.send(outcome.is_ok());
        };
        let _abandoned = GivenUp(Arc::clone(&ticket));
        self.post(Job::new(Arc::clone(&ticket), Box::new(work)), NORMAL)?;
        let nested = self.nested_notice(patience, &ticket);
        if let Some(done) = soon(&mut finishing) {
            return ended(done);
        }
        // A bare QEventLoop inside a posted event does not look for what was posted before it began; the next one wakes it.
        let nudge = async {
            tokio::time::sleep(NUDGE_AFTER).await;
            if patience == Patience::UntilNested {
                self.later(|| ());
            }
            std::future::pending::<Infallible>().await
        };
        tokio::select! {
            biased;
            done = &mut finishing => ended(done.ok()),
            () = nested => match tokio::time::timeout(NESTED_GRACE, finishing).await {
                Ok(done) => ended(done.ok()),
                Err(_) => Ok(Visited::Nested),
            },
            _ = gone.changed() => Err(no_application()),
            never = nudge => match never {},
            () = tokio::time::sleep_until(deadline.into()) => match ticket.give_up() {
                GiveUp::Done => ended(finishing.await.ok()),
                GiveUp::Running => {
                    let waited = posted.elapsed().as_millis();
                    Err(Fault::new(Code::Timeout, format!("The call began and is still running after {waited} ms.")))
                }
                GiveUp::NeverRuns => {
                    self.expect_answer(posted);
                    let waited = posted.elapsed().as_millis();
                    let message = format!("The app's GUI thread did not answer within {waited} ms; nothing was done.");
                    Err(Fault::new(Code::AppBusy, message))
                }
            },
        }
    }

    /// Completes when everything posted before has been handled; `false` when that did not happen in time.
    pub(crate) async fn fence(
        self: &Arc<Self>,
        deadline: Instant,
        then: impl FnOnce(&Engine) + Send + 'static,
    ) -> bool {
        let (reached, reaching) = oneshot::channel();
        let engine = Arc::clone(self);
        let ticket = Ticket::new();
        let work = move || {
            then(&engine);
            let _ = reached.send(());
        };
        if self.post(Job::new(Arc::clone(&ticket), Box::new(work)), FENCE).is_err() {
            return false;
        }
        let _abandoned = GivenUp(ticket);
        let in_time = tokio::time::timeout_at(deadline.into(), reaching).await;
        matches!(in_time, Ok(Ok(())))
    }

    pub(crate) async fn status(self: &Arc<Self>) -> Status {
        if self.has_application() {
            let answered = self.answered.notified();
            tokio::pin!(answered);
            // Registered before the look, so that an answer right after it is not missed.
            answered.as_mut().enable();
            let owed = *self.owed();
            let since = owed.unwrap_or_else(|| {
                self.expect_answer(Instant::now());
                Instant::now()
            });
            // A debt that another client's question made a moment ago says no more than ours would.
            let _ = tokio::time::timeout_at((since + RESPONSIVE_WITHIN).into(), answered).await;
        }
        let blocked_for = self.owed().map(|since| since.elapsed());
        let has_application = self.has_application();
        let is_told = has_application && blocked_for.is_none();
        let face = if is_told { self.face().clone() } else { Face::default() };
        registry::set_title(face.title.as_deref().unwrap_or_default());
        // SAFETY: `version` may be called on any thread and answers a C string that is never freed.
        let version = unsafe { crate::values::c_string((self.parts.core.version)()) };
        Status {
            toolkit: format!("Qt {version}"),
            toolkit_version: version,
            pid: std::process::id(),
            platform: self.platform.get().cloned().unwrap_or_default(),
            blocked_for,
            has_application,
            object_count: self.tracker.count(),
            program: registry::program(),
            title: face.title,
            monitors: face.monitors,
            screen: face.screen,
        }
    }

    /// The GUI thread owes an answer since `since`: posts a job that settles the debt when its turn comes.
    fn expect_answer(self: &Arc<Self>, since: Instant) {
        self.owed().get_or_insert(since);
        let engine = Arc::clone(self);
        let work = move || {
            engine.parts.look_around();
            if let (None, Some(gui)) = (engine.platform.get(), engine.parts.gui()) {
                let mut name = crate::values::Collector::new(&|_| None);
                // SAFETY: on the GUI thread, with a sink that outlives the call.
                unsafe { (gui.platform)(&name.sink()) };
                let _ = engine.platform.set(name.into_text());
            }
            let face = face::read(&engine);
            *engine.face() = face;
            *engine.owed() = None;
            engine.answered.notify_waiters();
        };
        if self.post(Job::new(Ticket::new(), Box::new(work)), NORMAL).is_err() {
            *self.owed() = None;
        }
    }

    /// Completes when the job behind `ticket` is seen to run an event loop: a second job, posted behind it, begins
    /// while the first has not ended.
    fn nested_notice(&self, patience: Patience, ticket: &Arc<Ticket>) -> impl Future<Output = ()> + Send + 'static {
        let (seen, seeing) = oneshot::channel();
        if patience == Patience::UntilNested {
            let ticket = Arc::clone(ticket);
            let look = move || {
                if ticket.is_running() {
                    let _ = seen.send(());
                }
            };
            let _ = self.post(Job::new(Ticket::new(), Box::new(look)), NORMAL);
        }
        async move {
            if seeing.await.is_err() {
                std::future::pending().await
            }
        }
    }

    fn post(&self, job: Job, priority: i32) -> Result<(), Fault> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        if !*open {
            return Err(no_application());
        }
        let job = Box::into_raw(Box::new(job));
        // SAFETY: the application is there and cannot go while `open` is held; ownership passes when it answers true.
        if !unsafe { (self.parts.core.post)(job.cast(), priority) } {
            // SAFETY: not taken, so still ours.
            drop(unsafe { Box::from_raw(job) });
            return Err(no_application());
        }
        Ok(())
    }

    /// Runs a task on the clients' thread, from any thread; without one it is dropped.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &*self.runtime.read().unwrap_or_else(PoisonError::into_inner) {
            runtime.spawn(task);
        }
    }

    /// An app that takes Qt's hooks for itself would leave us with objects that are gone. On the GUI thread.
    pub(crate) fn hold_hooks(&self) {
        // SAFETY: on the GUI thread, as the caller is.
        if hooks::hold(|| unsafe { (self.parts.core.make_object)() }) {
            self.tracker.forget();
            self.counted.store(false, Ordering::Relaxed);
        }
    }

    pub(crate) fn qml_ids(&self) -> MutexGuard<'_, QmlIds> {
        self.qml_ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn face(&self) -> MutexGuard<'_, Face> {
        self.face.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owed(&self) -> MutexGuard<'_, Option<Instant>> {
        self.owed_since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Gives up on a job when its caller goes, whichever way: answered, out of time, or with the client that asked.
struct GivenUp(Arc<Ticket>);

impl Drop for GivenUp {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

/// Called by C++ when a posted job's turn has come.
pub(crate) unsafe extern "C" fn run_job(job: *mut std::ffi::c_void) {
    if fork::in_child() {
        return;
    }
    // SAFETY: this is the pointer that `post` gave away, and it comes back once.
    let job = unsafe { Box::from_raw(job.cast::<Job>()) };
    let _ = catch_unwind(AssertUnwindSafe(|| {
        if let Some(engine) = process::engine() {
            engine.hold_hooks();
        }
        job.run();
    }));
}

/// Called by C++ when a posted job will never run.
pub(crate) unsafe extern "C" fn drop_job(job: *mut std::ffi::c_void) {
    if fork::in_child() {
        return;
    }
    // SAFETY: as in `run_job`.
    let job = unsafe { Box::from_raw(job.cast::<Job>()) };
    let _ = catch_unwind(AssertUnwindSafe(|| drop(job)));
}

/// Most reads take the GUI thread a few microseconds, less than it costs to let this thread sleep and wake it again.
/// `Some(None)` when the job is gone without having run; a receiver that said so may not be asked again.
fn soon(finishing: &mut oneshot::Receiver<bool>) -> Option<Option<bool>> {
    const WORTH_WAITING: Duration = Duration::from_micros(40);
    let began = Instant::now();
    loop {
        match finishing.try_recv() {
            Ok(done) => return Some(Some(done)),
            Err(oneshot::error::TryRecvError::Closed) => return Some(None),
            Err(oneshot::error::TryRecvError::Empty) if began.elapsed() >= WORTH_WAITING => return None,
            // Gives the core to the GUI thread where there are more threads than cores.
            Err(oneshot::error::TryRecvError::Empty) => std::thread::yield_now(),
        }
    }
}

/// What became of a job: whether it ran to its end, or `None` when it never ran.
fn ended(done: Option<bool>) -> Result<Visited, Fault> {
    match done {
        Some(true) => Ok(Visited::Done),
        Some(false) => Err(Fault::new(Code::Internal, "The probe failed in this call; the app was left as it was.")),
        None => Err(no_application()),
    }
}

fn no_application() -> Fault {
    Fault::new(Code::NoWindow, "There is no application object in this process now.")
}
