//! A client of a fake app, for the tests of tools.

use super::{FakeApp, block_on, lock};
use crate::{App, Catalog, Code, Event, Fault, Mode, Response, Session};
use qtmcp_a11y::Ref;
use serde_json::Value as Json;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// One client with its own session and events.
pub struct FakeClient {
    /// The app it uses.
    pub app: FakeApp,
    /// What tools are given.
    pub session: Session,
    events: Arc<Mutex<Vec<Event>>>,
}

impl FakeClient {
    /// A client in `mode` of an app with these tools.
    #[must_use]
    pub fn new(app: FakeApp, catalog: Catalog, mode: Mode) -> Self {
        let events = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&events);
        let sink = Arc::new(move |event| lock(&heard).push(event));
        let session = Session::new(Arc::new(app.clone()), catalog, mode, Duration::from_secs(60), sink);
        Self { app, session, events }
    }

    /// The ref of an object, as [`FakeApp::id`] finds it.
    #[must_use]
    pub fn give(&self, target: &str) -> Ref {
        self.app.refs().give(self.app.id(target).into(), || target.to_owned())
    }

    /// Calls a method as it is meant in the client's mode.
    ///
    /// # Errors
    /// The method's fault.
    ///
    /// # Panics
    /// When there is no such method.
    pub fn respond(&self, method: &str, arguments: Json) -> Result<Response, Fault> {
        let tool = self.session.catalog().find(self.session.mode(), method, &arguments);
        let tool = tool.unwrap_or_else(|| panic!("there is no {method}"));
        block_on(tool.call(arguments, &self.session))
    }

    /// The result of a call that succeeds.
    ///
    /// # Panics
    /// When it fails.
    #[track_caller]
    pub fn call(&self, method: &str, arguments: Json) -> Json {
        self.respond(method, arguments).unwrap_or_else(|fault| panic!("{method}: {fault}")).result
    }

    /// The text of a call that succeeds.
    ///
    /// # Panics
    /// When it fails or has none.
    #[track_caller]
    pub fn read(&self, method: &str, arguments: Json) -> String {
        let response = self.respond(method, arguments).unwrap_or_else(|fault| panic!("{method}: {fault}"));
        response.text.unwrap_or_else(|| panic!("{method} said nothing"))
    }

    /// The code and message of a call that fails.
    ///
    /// # Panics
    /// When it succeeds, or names no next step.
    #[track_caller]
    pub fn fail(&self, method: &str, arguments: Json) -> (Code, String) {
        match self.respond(method, arguments) {
            Ok(response) => panic!("{method} succeeded: {}", response.result),
            Err(fault) => {
                assert!(!fault.next.is_empty(), "{method}: a fault without a next step: {fault}");
                (fault.code, fault.message)
            }
        }
    }

    /// The events since the last call, each as its type and data.
    #[must_use]
    pub fn events(&self) -> Vec<(String, Json)> {
        lock(&self.events).drain(..).map(|event| (event.kind, event.data)).collect()
    }
}
