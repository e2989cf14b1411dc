//! The first emission of a signal, caught on any thread for a task that waits for it.

use qtmcp_tool::{Listener, Value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Where the emission is kept.
#[derive(Default)]
pub(crate) struct Caught(Mutex<(Option<Vec<Value>>, Option<Waker>)>);

impl Caught {
    /// What to connect to the signal.
    pub(crate) fn listener(caught: &Arc<Self>) -> Listener {
        let caught = Arc::clone(caught);
        Arc::new(move |arguments| {
            let waker = {
                let mut state = caught.state();
                state.0.get_or_insert(arguments);
                state.1.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
        })
    }

    /// The arguments, once there was an emission; the task is woken by it.
    pub(crate) fn poll(&self, context: &mut Context<'_>) -> Poll<Vec<Value>> {
        let mut state = self.state();
        match state.0.take() {
            Some(arguments) => Poll::Ready(arguments),
            None => {
                state.1 = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, (Option<Vec<Value>>, Option<Waker>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
