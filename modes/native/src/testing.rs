//! What the tests of tools share: a client of a fake app.

use crate::TOOLS;
use qtmcp_tool::fake::{FakeApp, FakeClient, block_on};
use qtmcp_tool::{App, Catalog, Mode, Ui};
use std::ops::Deref;
use std::time::{Duration, Instant};

/// A client in native mode.
pub(crate) struct Client(FakeClient);

impl Client {
    pub(crate) fn new(fixture: &str) -> Self {
        Self::of(FakeApp::new(fixture))
    }

    pub(crate) fn of(app: FakeApp) -> Self {
        let catalog = Catalog { modes: &[(Mode::Native, TOOLS)], beside: &[] };
        Self(FakeClient::new(app, catalog, Mode::Native))
    }
}

impl Deref for Client {
    type Target = FakeClient;

    fn deref(&self) -> &FakeClient {
        &self.0
    }
}

pub(crate) fn far() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

pub(crate) fn visit<R: Send + 'static>(app: &FakeApp, job: impl FnOnce(&mut dyn Ui) -> R + Send + 'static) -> R {
    let app: &dyn App = app;
    block_on(app.visit(far(), job)).unwrap()
}
