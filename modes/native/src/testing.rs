//! What the tests of tools share: a client of a fake app.

use crate::TOOLS;
use qtmcp_tool::fake::{FakeApp, block_on};
use qtmcp_tool::{App, Catalog, Code, Event, Fault, Mode, Response, Session, Ui};
use serde_json::Value as Json;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// One client with its own session and events.
pub(crate) struct Client {
    pub(crate) app: FakeApp,
    session: Session,
    events: Arc<Mutex<Vec<Event>>>,
}

impl Client {
    pub(crate) fn new(fixture: &str) -> Self {
        Self::of(FakeApp::new(fixture))
    }

    pub(crate) fn of(app: FakeApp) -> Self {
        let events = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&events);
        let catalog = Catalog { modes: &[(Mode::Native, TOOLS)], beside: &[] };
        let sink = Arc::new(move |event| heard.lock().unwrap().push(event));
        let session = Session::new(Arc::new(app.clone()), catalog, Mode::Native, Duration::from_secs(60), sink);
        Self { app, session, events }
    }

    pub(crate) fn respond(&self, method: &str, arguments: Json) -> Result<Response, Fault> {
        let tool = TOOLS.iter().find(|tool| tool.name == method).expect("a tool of native mode");
        block_on(tool.call(arguments, &self.session))
    }

    /// The result of a call that succeeds.
    #[track_caller]
    pub(crate) fn call(&self, method: &str, arguments: Json) -> Json {
        self.respond(method, arguments).unwrap_or_else(|fault| panic!("{method}: {fault}")).result
    }

    /// The code and message of a call that fails.
    #[track_caller]
    pub(crate) fn fail(&self, method: &str, arguments: Json) -> (Code, String) {
        match self.respond(method, arguments) {
            Ok(response) => panic!("{method} succeeded: {}", response.result),
            Err(fault) => {
                assert!(!fault.next.is_empty());
                (fault.code, fault.message)
            }
        }
    }

    /// The events since the last call, each as its type and data.
    pub(crate) fn events(&self) -> Vec<(String, Json)> {
        self.events.lock().unwrap().drain(..).map(|event| (event.kind, event.data)).collect()
    }
}

pub(crate) fn far() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

pub(crate) fn visit<R: Send + 'static>(app: &FakeApp, job: impl FnOnce(&mut dyn Ui) -> R + Send + 'static) -> R {
    let app: &dyn App = app;
    block_on(app.visit(far(), job)).unwrap()
}
