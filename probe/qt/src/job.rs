//! A job for the GUI thread: it runs once or never, and never after its caller has given up on it.

use crate::sync::{Arc, AtomicU8, Mutex, Ordering, PoisonError};

const WAITING: u8 = 0;
const RUNNING: u8 = 1;
const DONE: u8 = 2;
const GIVEN_UP: u8 = 3;

/// Where a job stands; shared by the thread that waits and the thread that runs it.
#[derive(Debug)]
pub(crate) struct Ticket {
    state: AtomicU8,
}

/// What giving up found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GiveUp {
    /// The job will never run.
    NeverRuns,
    /// The job is at work and will go on.
    Running,
    /// The job was done already.
    Done,
}

impl Ticket {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { state: AtomicU8::new(WAITING) })
    }

    /// The caller's side: after `NeverRuns`, the job's work never begins.
    pub(crate) fn give_up(&self) -> GiveUp {
        match self.state.compare_exchange(WAITING, GIVEN_UP, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) | Err(GIVEN_UP) => GiveUp::NeverRuns,
            Err(RUNNING) => GiveUp::Running,
            Err(_) => GiveUp::Done,
        }
    }

    /// Whether the job's work has begun and not ended: seen from another job, that it runs an event loop of its own.
    pub(crate) fn is_running(&self) -> bool {
        self.state.load(Ordering::Acquire) == RUNNING
    }

    fn begin(&self) -> bool {
        self.state.compare_exchange(WAITING, RUNNING, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    fn finish(&self) {
        self.state.store(DONE, Ordering::Release);
    }
}

/// The work itself, owned by the event that carries it through the toolkit's queue.
pub(crate) struct Job {
    ticket: Arc<Ticket>,
    work: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl Job {
    pub(crate) fn new(ticket: Arc<Ticket>, work: Box<dyn FnOnce() + Send>) -> Self {
        Self { ticket, work: Mutex::new(Some(work)) }
    }

    /// The running side: does the work unless the caller has given up.
    pub(crate) fn run(self) {
        if !self.ticket.begin() {
            return;
        }
        let work = self.work.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Finished also when the work unwinds, so that nobody takes it for a running event loop.
        let _finished = Finish(&self.ticket);
        if let Some(work) = work {
            work();
        }
    }
}

struct Finish<'a>(&'a Ticket);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}
