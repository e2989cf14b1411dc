//! The events that a client gets, one after the other.

use crate::{Client, Event, PATIENCE, Value};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

/// All events of one connection from here on.
pub struct Events(UnboundedReceiver<Event>);

impl Events {
    /// Begins to listen; events that came before are not among them.
    #[must_use]
    pub fn of(client: &Client) -> Self {
        Self(client.events())
    }

    /// The next event.
    pub async fn next(&mut self) -> Event {
        let next = timeout(PATIENCE, self.0.recv()).await;
        next.unwrap_or_else(|_| panic!("no event came")).unwrap_or_else(|| panic!("the connection ended"))
    }

    /// The next event, which must be a signal's: its name and its arguments.
    pub async fn next_signal(&mut self) -> (String, Value) {
        let event = self.next().await;
        assert_eq!(event.kind, "signalEmitted", "{}", event.data);
        (event.data["signal"].as_str().unwrap_or_default().to_owned(), event.data["args"].clone())
    }

    /// What has come so far and was not asked for yet.
    pub fn so_far(&mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.0.try_recv().ok()).collect()
    }
}
