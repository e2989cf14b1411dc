//! The calls of one client that run, and those that wait for their turn, each to be cancelled by the id its request had.

use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::{AbortHandle, JoinSet};

/// What a request is to the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It takes the app's time, and waits for its turn.
    Call,
    /// It takes none.
    Word,
}

/// All end when this is dropped.
pub(crate) struct Calls {
    under_way: JoinSet<()>,
    /// By the id as it was written; of calls that share one, the last.
    by_id: HashMap<String, AbortHandle>,
    turns: Arc<Semaphore>,
}

impl Calls {
    /// No calls yet; at most `in_flight` will run at a time.
    pub(crate) fn new(in_flight: usize) -> Self {
        Self { under_way: JoinSet::new(), by_id: HashMap::new(), turns: Arc::new(Semaphore::new(in_flight)) }
    }

    /// Begins a call, in its turn. One without an id cannot be cancelled.
    pub(crate) fn begin(&mut self, kind: Kind, id: Option<&Value>, call: impl Future<Output = ()> + Send + 'static) {
        while self.under_way.try_join_next().is_some() {}
        self.by_id.retain(|_, call| !call.is_finished());
        let turns = Arc::clone(&self.turns);
        let handle = self.under_way.spawn(async move {
            let _turn = match kind {
                Kind::Call => turns.acquire_owned().await.ok(),
                Kind::Word => None,
            };
            call.await;
        });
        if let Some(id) = id {
            self.by_id.insert(id.to_string(), handle);
        }
    }

    /// Ends a call where it stands, or waits; `false` when none with this id is under way.
    pub(crate) fn cancel(&mut self, id: &Value) -> bool {
        let Some(call) = self.by_id.remove(&id.to_string()) else { return false };
        let was_running = !call.is_finished();
        call.abort();
        was_running
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::atomic::{AtomicUsize, Ordering};

    async fn for_ever(alive: Arc<()>) {
        std::future::pending::<()>().await;
        drop(alive);
    }

    async fn all_end(alive: &Arc<()>, left: usize) {
        while Arc::strong_count(alive) > left + 1 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_call_is_cancelled_by_its_own_id() {
        let (mut calls, alive) = (Calls::new(8), Arc::new(()));
        for id in [json!(1), json!("1"), json!(null)] {
            calls.begin(Kind::Call, Some(&id), for_ever(Arc::clone(&alive)));
        }
        calls.begin(Kind::Call, None, for_ever(Arc::clone(&alive)));
        assert!(calls.cancel(&json!("1")));
        all_end(&alive, 3).await;
        assert!(!calls.cancel(&json!("1")) && !calls.cancel(&json!(2)));
        drop(calls);
        all_end(&alive, 0).await;
    }

    #[tokio::test]
    async fn what_has_ended_is_forgotten() {
        let mut calls = Calls::new(8);
        for id in 0..100 {
            calls.begin(Kind::Call, Some(&json!(id)), async {});
            tokio::task::yield_now().await;
        }
        assert!(calls.by_id.len() < 10 && calls.under_way.len() < 10);
        tokio::task::yield_now().await;
        assert!(!calls.cancel(&json!(99)));
    }
    #[tokio::test]
    async fn no_more_than_the_limit_run_and_a_word_needs_no_turn() {
        let (mut calls, begun) = (Calls::new(2), Arc::new(AtomicUsize::new(0)));
        let call = |begun: &Arc<AtomicUsize>| {
            let begun = Arc::clone(begun);
            async move {
                begun.fetch_add(1, Ordering::Relaxed);
                std::future::pending::<()>().await;
            }
        };
        for id in 0..4 {
            calls.begin(Kind::Call, Some(&json!(id)), call(&begun));
        }
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        assert_eq!(begun.load(Ordering::Relaxed), 2);
        let (said, heard) = tokio::sync::oneshot::channel();
        calls.begin(Kind::Word, None, async move { assert!(said.send(()).is_ok()) });
        heard.await.unwrap();
        // One that waits is cancelled like one that runs, and never begins.
        assert!(calls.cancel(&json!(2)) && calls.cancel(&json!(0)));
        while begun.load(Ordering::Relaxed) < 3 {
            tokio::task::yield_now().await;
        }
        assert!(!calls.cancel(&json!(2)) && calls.cancel(&json!(3)));
    }
}
