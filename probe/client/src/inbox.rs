//! Messages that wait until somebody asks for them.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::timeout;

/// A queue of the newest messages; the oldest go when nobody reads.
pub(crate) struct Inbox<T> {
    state: Mutex<State<T>>,
    changed: Notify,
    capacity: usize,
}

struct State<T> {
    messages: VecDeque<T>,
    closed: bool,
}

/// Why there is no message.
#[derive(Debug, PartialEq)]
pub(crate) enum Missing {
    Closed,
    Late,
}

impl<T> Inbox<T> {
    pub(crate) fn new(capacity: usize) -> Self {
        let state = Mutex::new(State { messages: VecDeque::new(), closed: false });
        Self { state, changed: Notify::new(), capacity }
    }

    pub(crate) fn put(&self, message: T) {
        let mut state = self.state();
        if state.messages.len() == self.capacity {
            state.messages.pop_front();
        }
        state.messages.push_back(message);
        drop(state);
        self.changed.notify_waiters();
    }

    /// No more will come; what waits can still be taken.
    pub(crate) fn close(&self) {
        self.state().closed = true;
        self.changed.notify_waiters();
    }

    pub(crate) async fn take(&self, patience: Duration) -> Result<T, Missing> {
        timeout(patience, self.take_next()).await.unwrap_or(Err(Missing::Late))
    }

    async fn take_next(&self) -> Result<T, Missing> {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // Registered before the look, so that what comes right after it is not missed.
            changed.as_mut().enable();
            {
                let mut state = self.state();
                match state.messages.pop_front() {
                    Some(message) => return Ok(message),
                    None if state.closed => return Err(Missing::Closed),
                    None => {}
                }
            }
            changed.await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(10);

    #[tokio::test]
    async fn messages_come_in_order_and_the_oldest_go_first() {
        let inbox = Inbox::new(2);
        (1..=3).for_each(|message| inbox.put(message));
        assert_eq!((inbox.take(SOON).await, inbox.take(SOON).await), (Ok(2), Ok(3)));
        assert_eq!(inbox.take(SOON).await, Err(Missing::Late));
    }

    #[tokio::test]
    async fn what_waits_outlives_the_close() {
        let inbox = Inbox::new(2);
        inbox.put(1);
        inbox.close();
        assert_eq!((inbox.take(SOON).await, inbox.take(SOON).await), (Ok(1), Err(Missing::Closed)));
    }
}
