//! The way of a signal to the client: from any thread, in order, with objects among its arguments turned into paths.

use crate::json::{Writer, holds_object, plain};
use qtmcp_tool::{App, Event, EventSink, Listener, Method, Value};
use serde_json::{Value as Json, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Emissions kept while the user interface is too busy to name objects; more are counted and dropped.
const MOST_WAITING: usize = 10_000;
/// How long one attempt to name objects may wait for the user interface.
const PATIENCE: Duration = Duration::from_secs(5);

/// One subscription's relay.
pub(crate) struct Relay {
    app: Arc<dyn App>,
    events: EventSink,
    subscription: String,
    object: String,
    queue: Mutex<Queue>,
    ended: AtomicBool,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Emission>,
    dropped: u64,
    is_draining: bool,
}

struct Emission {
    signal: Arc<Method>,
    arguments: Vec<Value>,
}

/// Ends the relay when dropped, so that nothing arrives once the client was told that it ended.
pub(crate) struct RelayEnd(Arc<Relay>);

impl Drop for RelayEnd {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::Release);
    }
}

impl Relay {
    pub(crate) fn new(app: Arc<dyn App>, events: EventSink, subscription: String, object: String) -> Arc<Self> {
        let (queue, ended) = (Mutex::default(), AtomicBool::new(false));
        Arc::new(Self { app, events, subscription, object, queue, ended })
    }

    pub(crate) fn end(self: &Arc<Self>) -> RelayEnd {
        RelayEnd(Arc::clone(self))
    }

    /// What to connect to a signal.
    pub(crate) fn listener(self: &Arc<Self>, signal: Method) -> Listener {
        let relay = Arc::clone(self);
        let signal = Arc::new(signal);
        Arc::new(move |arguments| relay.heard(Emission { signal: Arc::clone(&signal), arguments }))
    }

    fn heard(self: &Arc<Self>, emission: Emission) {
        if self.ended.load(Ordering::Acquire) {
            return;
        }
        {
            let mut queue = self.queue();
            // Nothing waits and nothing needs the user interface: sent under the lock, so that order is kept.
            if !queue.is_draining && !emission.arguments.iter().any(holds_object) {
                let arguments = emission.arguments.iter().map(|value| plain(value, &mut |_| Json::Null)).collect();
                self.send(&emission.signal, arguments);
                return;
            }
            if queue.waiting.len() >= MOST_WAITING {
                queue.dropped += 1;
                return;
            }
            queue.waiting.push_back(emission);
            if queue.is_draining {
                return;
            }
            queue.is_draining = true;
        }
        let relay = Arc::clone(self);
        self.app.spawn(Box::pin(async move { relay.drain().await }));
    }

    async fn drain(self: Arc<Self>) {
        loop {
            let (waiting, dropped) = {
                let mut queue = self.queue();
                if queue.waiting.is_empty() || self.ended.load(Ordering::Acquire) {
                    queue.waiting.clear();
                    queue.is_draining = false;
                    return;
                }
                (Arc::new(std::mem::take(&mut queue.waiting)), std::mem::take(&mut queue.dropped))
            };
            let emissions = Arc::clone(&waiting);
            let write = move |ui: &mut dyn qtmcp_tool::Ui| {
                let mut writer = Writer::new(ui);
                let mut all = |arguments: &[Value]| arguments.iter().map(|value| writer.write(value)).collect();
                emissions.iter().map(|emission| all(&emission.arguments)).collect::<Vec<Json>>()
            };
            let written = self.app.visit(Instant::now() + PATIENCE, write).await;
            // With the user interface out of reach the rest of the arguments is still worth sending.
            let written = written.unwrap_or_else(|_| {
                let nameless = |value: &Value| plain(value, &mut |_| Json::Null);
                waiting.iter().map(|emission| emission.arguments.iter().map(nameless).collect()).collect()
            });
            for (emission, arguments) in waiting.iter().zip(written) {
                self.send(&emission.signal, arguments);
            }
            if dropped > 0 {
                let data = json!({"subscriptionId": self.subscription, "count": dropped});
                (self.events)(Event { kind: "eventsDropped".into(), data });
            }
        }
    }

    fn send(&self, signal: &Method, arguments: Json) {
        if self.ended.load(Ordering::Acquire) {
            return;
        }
        let data = json!({
            "subscriptionId": self.subscription,
            "object": self.object,
            "signal": signal.name,
            "signature": signal.signature,
            "args": arguments,
        });
        (self.events)(Event { kind: "signalEmitted".into(), data });
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
