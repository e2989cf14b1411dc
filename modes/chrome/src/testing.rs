//! What the tests of tools share: a client of a fake app.

use crate::TOOLS;
use qtmcp_tool::fake::{FakeApp, FakeClient};
use qtmcp_tool::{Catalog, Mode};
use std::ops::Deref;

/// A client in Chrome mode.
pub(crate) struct Client(FakeClient);

impl Client {
    pub(crate) fn new(fixture: &str) -> Self {
        let catalog = Catalog { modes: &[(Mode::Chrome, TOOLS)], beside: &[] };
        Self(FakeClient::new(FakeApp::new(fixture), catalog, Mode::Chrome))
    }
}

impl Deref for Client {
    type Target = FakeClient;

    fn deref(&self) -> &FakeClient {
        &self.0
    }
}
