//! What the tests of tools share: a client of a fake app.

use crate::{AGENT_LOOP_TOOLS, TOOLS};
use qtmcp_tool::fake::{FakeApp, block_on};
use qtmcp_tool::{App, Catalog, Code, Fault, Mode, Response, Session};
use serde_json::Value as Json;
use std::sync::Arc;
use std::time::Duration;

/// One client with its own session.
pub(crate) struct Client {
    pub(crate) app: FakeApp,
    pub(crate) session: Session,
}

impl Client {
    pub(crate) fn new(fixture: &str) -> Self {
        let app = FakeApp::new(fixture);
        let catalog = Catalog {
            modes: &[(Mode::ComputerUse, TOOLS), (Mode::Chrome, qtmcp_chrome::TOOLS)],
            beside: AGENT_LOOP_TOOLS,
        };
        let timeout = Duration::from_secs(60);
        let session = Session::new(Arc::new(app.clone()), catalog, Mode::ComputerUse, timeout, Arc::new(|_| ()));
        Self { app, session }
    }

    /// The ref of an object.
    pub(crate) fn number(&self, target: &str) -> u64 {
        self.app.refs().give(self.app.id(target).into(), || target.to_owned())
    }

    pub(crate) fn respond(&self, method: &str, arguments: Json) -> Result<Response, Fault> {
        let tool = self.session.catalog().find(Mode::ComputerUse, method, &arguments).expect("a method");
        block_on(tool.call(arguments, &self.session))
    }

    /// The text of a call that succeeds.
    #[track_caller]
    pub(crate) fn read(&self, method: &str, arguments: Json) -> String {
        let response = self.respond(method, arguments).unwrap_or_else(|fault| panic!("{method}: {fault}"));
        response.text.expect("a text")
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
}
