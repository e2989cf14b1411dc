//! The seam's `App`, for the Qt application this process is.

use crate::console;
use crate::engine::Engine;
use crate::lifecycle::Lifecycle;
use crate::settle;
use qtmcp_tool::a11y::Refs;
use qtmcp_tool::{
    App, BoxFuture, Connection, Console, Fault, LifecycleListener, Patience, Settled, Status, Visited, Work,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The application around the probe.
pub(crate) struct QtApp(pub(crate) Arc<Engine>);

impl App for QtApp {
    fn visit_boxed<'a>(
        &'a self,
        deadline: Instant,
        patience: Patience,
        job: Work,
    ) -> BoxFuture<'a, Result<Visited, Fault>> {
        Box::pin(self.0.visit(deadline, patience, job))
    }

    fn settle<'a>(&'a self) -> BoxFuture<'a, Settled> {
        Box::pin(settle::settle(&self.0))
    }

    fn watch_lifecycle(&self, listener: Arc<dyn LifecycleListener>) -> Result<Connection, Fault> {
        Ok(Lifecycle::watch(&self.0, listener))
    }

    fn sleep<'a>(&'a self, duration: Duration) -> BoxFuture<'a, ()> {
        Box::pin(tokio::time::sleep(duration))
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        self.0.spawn(task);
    }

    fn status<'a>(&'a self) -> BoxFuture<'a, Status> {
        Box::pin(self.0.status())
    }

    fn refs(&self) -> &Refs {
        &self.0.refs
    }

    fn console(&self, after: u64) -> Console {
        console::since(self.0.parts.core, after)
    }
}
