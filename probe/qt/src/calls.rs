//! The calls of one client that are under way, each to be cancelled by the id its request had.

use serde_json::Value;
use std::collections::HashMap;
use tokio::task::{AbortHandle, JoinSet};

/// All end when this is dropped.
#[derive(Default)]
pub(crate) struct Calls {
    running: JoinSet<()>,
    /// By the id as it was written; of calls that share one, the last.
    by_id: HashMap<String, AbortHandle>,
}

impl Calls {
    /// Begins a call. One without an id cannot be cancelled.
    pub(crate) fn begin(&mut self, id: Option<&Value>, call: impl Future<Output = ()> + Send + 'static) {
        while self.running.try_join_next().is_some() {}
        self.by_id.retain(|_, call| !call.is_finished());
        let handle = self.running.spawn(call);
        if let Some(id) = id {
            self.by_id.insert(id.to_string(), handle);
        }
    }

    /// Ends a call where it stands; `false` when none with this id is under way.
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
    use std::sync::Arc;

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
        let (mut calls, alive) = (Calls::default(), Arc::new(()));
        for id in [json!(1), json!("1"), json!(null)] {
            calls.begin(Some(&id), for_ever(Arc::clone(&alive)));
        }
        calls.begin(None, for_ever(Arc::clone(&alive)));
        assert!(calls.cancel(&json!("1")));
        all_end(&alive, 3).await;
        assert!(!calls.cancel(&json!("1")) && !calls.cancel(&json!(2)));
        drop(calls);
        all_end(&alive, 0).await;
    }

    #[tokio::test]
    async fn what_has_ended_is_forgotten() {
        let mut calls = Calls::default();
        for id in 0..100 {
            calls.begin(Some(&json!(id)), async {});
            tokio::task::yield_now().await;
        }
        assert!(calls.by_id.len() < 10 && calls.running.len() < 10);
        tokio::task::yield_now().await;
        assert!(!calls.cancel(&json!(99)));
    }
}
