//! `subscribeLifecycle`: an event for each object that comes or goes.

use crate::find::entry;
use crate::path::{PathBook, plain_class};
use crate::walk::{Flow, walk};
use qtmcp_tool::{Code, Effect, Event, EventSink, Fault, LifecycleListener, ObjectId, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Get objectCreated and objectDestroyed events.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SubscribeLifecycle {
    /// Only these classes and their subclasses.
    class_name: Option<Classes>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "className is a class name or a list of them")]
enum Classes {
    One(String),
    Many(Vec<String>),
}

impl Tool for SubscribeLifecycle {
    const NAME: &'static str = "subscribeLifecycle";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let classes = match self.class_name {
            None => Vec::new(),
            Some(Classes::One(class)) => vec![class],
            Some(Classes::Many(classes)) => classes,
        };
        let subscription = session.next_subscription()?;
        let watcher = Arc::new(Watcher {
            classes: classes.iter().map(|class| plain_class(class).to_owned()).collect(),
            subscription: subscription.clone(),
            events: session.events(),
            known: Mutex::default(),
            ended: AtomicBool::new(false),
        });
        let end = WatchEnd(Arc::clone(&watcher));
        let connection = session.app().watch_lifecycle(Arc::clone(&watcher) as Arc<dyn LifecycleListener>)?;
        // The census comes second: an object made meanwhile is announced by the watcher and met again here, never missed.
        let meet = |watcher: &mut Arc<Watcher>, ui: &mut dyn Ui, book: &mut PathBook, id: ObjectId| {
            watcher.meet(ui, book, id);
            Flow::Descend
        };
        match walk(session.app(), session.deadline(), None, watcher, meet).await {
            Ok(_) => {}
            // Before the application object there is nothing to count.
            Err(fault) if fault.code == Code::NoWindow => {}
            Err(fault) => return Err(fault),
        }
        session.subscribe(subscription.clone(), Box::new((end, connection)));
        Ok(Response::json(json!({"success": true, "subscriptionId": subscription})))
    }
}

struct Watcher {
    classes: Vec<String>,
    subscription: String,
    events: EventSink,
    /// The path each object was announced with or, if older, had when the subscription began.
    known: Mutex<HashMap<ObjectId, Arc<str>>>,
    ended: AtomicBool,
}

/// Silences the watcher when dropped.
struct WatchEnd(Arc<Watcher>);

impl Drop for WatchEnd {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::Release);
        self.0.known().clear();
    }
}

impl Watcher {
    /// Remembers a matching object; its entry if it was not known before.
    fn meet(&self, ui: &mut dyn Ui, book: &mut PathBook, id: ObjectId) -> Option<Map<String, Json>> {
        if self.known().contains_key(&id) {
            return None;
        }
        let identity = ui.identity(id)?;
        let is_wanted = self.classes.is_empty()
            || self.classes.contains(&identity.class)
            || ui.inheritance(id).is_ok_and(|bases| bases.iter().any(|base| self.classes.contains(base)));
        if !is_wanted {
            return None;
        }
        let path = book.path(ui, id)?;
        let entry = entry(&path, &identity);
        self.known().insert(id, path);
        Some(entry)
    }

    fn send(&self, kind: &str, mut data: Map<String, Json>) {
        data.insert("subscriptionId".into(), json!(self.subscription));
        (self.events)(Event { kind: kind.into(), data: Json::Object(data) });
    }

    fn send_destroyed(&self, path: &str) {
        self.send("objectDestroyed", Map::from_iter([("id".into(), json!(path))]));
    }

    fn known(&self) -> MutexGuard<'_, HashMap<ObjectId, Arc<str>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LifecycleListener for Watcher {
    fn changed(&self, ui: &mut dyn Ui, created: &[ObjectId], destroyed: &[ObjectId], dropped: u64) {
        if self.ended.load(Ordering::Acquire) {
            return;
        }
        // First what went: its path may be the one a new object now has.
        for id in destroyed {
            let path = self.known().remove(id);
            if let Some(path) = path {
                self.send_destroyed(&path);
            }
        }
        if dropped > 0 {
            self.send("eventsDropped", Map::from_iter([("count".into(), json!(dropped))]));
            self.forget_the_gone(ui);
        }
        let mut book = PathBook::default();
        for id in created {
            if let Some(entry) = self.meet(ui, &mut book, *id) {
                self.send("objectCreated", entry);
            }
        }
    }
}

impl Watcher {
    /// Some ends may be among what was dropped: whoever does not answer any more is told of now.
    fn forget_the_gone(&self, ui: &mut dyn Ui) {
        let ids: Vec<ObjectId> = self.known().keys().copied().collect();
        for id in ids {
            if ui.identity(id).is_none() {
                let path = self.known().remove(&id);
                if let Some(path) = path {
                    self.send_destroyed(&path);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use serde_json::{Value as Json, json};

    const FIXTURE: &str = "QApplication\n QMainWindow#main\n  QLabel#old\n  QTimer#t";

    fn short(client: &Client) -> Vec<(String, Json)> {
        client.events().into_iter().map(|(kind, data)| (kind, data["id"].clone())).collect()
    }

    #[test]
    fn what_comes_and_goes_is_told_with_the_same_path() {
        let client = Client::new(FIXTURE);
        client.call("subscribeLifecycle", json!({}));
        client.app.add("#main", "QDialog#new");
        assert_eq!(
            client.events(),
            [(
                "objectCreated".to_owned(),
                json!({"id": "QApplication/QMainWindow#main/QDialog#new", "className": "QDialog", "objectName": "new",
                       "subscriptionId": "sub_1"})
            )]
        );
        client.app.remove("#new");
        client.app.remove("#old");
        assert_eq!(
            short(&client),
            [
                ("objectDestroyed".into(), json!("QApplication/QMainWindow#main/QDialog#new")),
                ("objectDestroyed".into(), json!("QApplication/QMainWindow#main/QLabel#old")),
            ]
        );
    }

    #[test]
    fn a_class_filter_counts_bases_in() {
        let client = Client::new(FIXTURE);
        client.call("subscribeLifecycle", json!({"className": ["QWidget", "QTimer"]}));
        client.app.add("#main", "QPushButton#b");
        client.app.add("#main", "QAction#a");
        client.app.remove("#a");
        client.app.remove("#t");
        let kinds: Vec<_> = short(&client).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, ["objectCreated", "objectDestroyed"]);
        client.call("unsubscribeLifecycle", json!({"subscriptionId": "sub_1"}));
        client.app.remove("#b");
        assert_eq!((client.events().len(), client.app.connections()), (0, 0));
    }

    #[test]
    fn an_object_made_during_the_census_is_told_of_once() {
        let client = Client::new(FIXTURE);
        client.app.set_budget(1);
        client.app.before_visit(3, |app| {
            app.add("#main", "QLabel#late");
        });
        client.call("subscribeLifecycle", json!({"className": "QLabel"}));
        client.app.remove("#late");
        let kinds: Vec<_> = short(&client).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, ["objectCreated", "objectDestroyed"]);
    }

    #[test]
    fn dropped_changes_are_counted() {
        let client = Client::new(FIXTURE);
        client.call("subscribeLifecycle", json!({}));
        client.app.drop_changes(7);
        assert_eq!(client.events(), [("eventsDropped".into(), json!({"count": 7, "subscriptionId": "sub_1"}))]);
    }
}
