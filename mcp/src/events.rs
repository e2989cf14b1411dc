//! What an app tells by itself: that what it shows has changed, and the events of subscriptions.

use crate::watching::Watchers;
use qtmcp_client::{Client, Event};
use serde_json::json;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast;

/// Events that wait for `app_status` to be asked; the oldest go first.
const EVENTS_KEPT: usize = 200;
/// The probe answers from a thread of its own, whatever the app does.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// What the server's connections are told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The list of tools.
    Tools,
    /// What the app of this number shows, or whether it is the selected one.
    Page(u32),
    /// What the app of this number has said.
    Console(u32),
}

/// The events of an app that nobody has asked for yet.
#[derive(Default)]
pub(crate) struct Events(Arc<Mutex<Waiting>>);

#[derive(Default)]
struct Waiting {
    kept: VecDeque<Event>,
    dropped: u64,
}

impl Events {
    /// Those of the app of this number. Its changes are passed on to all connections, the rest is kept for whoever asks.
    pub(crate) fn of(number: u32, client: &Client, watchers: &Watchers, changes: &broadcast::Sender<Change>) -> Self {
        let events = Self::default();
        let (mut incoming, kept, changes) = (client.events(), Arc::clone(&events.0), changes.clone());
        tokio::spawn(watch(client.clone(), watchers.count()));
        tokio::spawn(async move {
            while let Some(event) = incoming.recv().await {
                if event.kind == "changed" {
                    let is_console = event.data["console"] == true;
                    // Nobody is connected: nobody is told.
                    let _ = changes.send(if is_console { Change::Console(number) } else { Change::Page(number) });
                    continue;
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.kept.len() == EVENTS_KEPT {
                    kept.kept.pop_front();
                    kept.dropped += 1;
                }
                kept.kept.push_back(event);
            }
            let _ = changes.send(Change::Page(number));
        });
        events
    }

    /// Those that came since this was last asked, and how many more there were.
    pub(crate) fn take(&self) -> (Vec<Event>, u64) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut waiting.kept).into(), std::mem::take(&mut waiting.dropped))
    }
}

/// Has the app tell of changes while anybody wants to hear of them.
async fn watch(client: Client, mut watchers: tokio::sync::watch::Receiver<usize>) {
    let mut subscription = None;
    // An app that is gone changes no more; a server that is gone asks no more.
    while client.closed().is_none() {
        let is_wanted = *watchers.borrow_and_update() > 0;
        match (is_wanted, &subscription) {
            (true, None) => {
                let Ok(answer) = client.call_within(ANSWER_WITHIN, "subscribeChanges", json!({})).await else { return };
                subscription = Some(answer["subscriptionId"].clone());
            }
            (false, Some(id)) => {
                let id = json!({"subscriptionId": id});
                let _ = client.call_within(ANSWER_WITHIN, "unsubscribeChanges", id).await;
                subscription = None;
            }
            _ => {}
        }
        if watchers.changed().await.is_err() {
            return;
        }
    }
}
