//! What the tests of tools share: a client of a fake app.

use crate::{AGENT_LOOP_TOOLS, TOOLS};
use qtmcp_tool::fake::{FakeApp, FakeClient};
use qtmcp_tool::{Catalog, Mode};
use std::ops::Deref;

/// A client in Computer Use mode.
pub(crate) struct Client(FakeClient);

impl Client {
    pub(crate) fn new(fixture: &str) -> Self {
        let catalog = Catalog {
            modes: &[(Mode::ComputerUse, TOOLS), (Mode::Chrome, qtmcp_chrome::TOOLS)],
            beside: AGENT_LOOP_TOOLS,
        };
        Self(FakeClient::new(FakeApp::new(fixture), catalog, Mode::ComputerUse))
    }
}

impl Deref for Client {
    type Target = FakeClient;

    fn deref(&self) -> &FakeClient {
        &self.0
    }
}
