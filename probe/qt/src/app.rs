//! The seam's `App`, for the Qt application this process is.

use crate::changes::Changes;
use crate::console;
use crate::engine::Engine;
use crate::lifecycle::Lifecycle;
use crate::settle;
use qtmcp_tool::a11y::Refs;
use qtmcp_tool::{
    App, BoxFuture, ChangeListener, Connection, Console, Fault, LifecycleListener, Patience, Settled, Status, Visited,
    Work,
};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// From so many blocks on, those that nobody uses are emptied when another one comes.
const MOST_BLOCKS: usize = 64;

/// The application around the probe, with the refs of one client.
pub(crate) struct QtApp {
    engine: Arc<Engine>,
    refs: Arc<Refs>,
}

impl QtApp {
    /// With the refs that all clients share who ask for no others.
    pub(crate) fn new(engine: &Arc<Engine>) -> Self {
        Self { engine: Arc::clone(engine), refs: Arc::clone(&engine.refs) }
    }

    /// With the refs of a block, the same whenever it is asked for; `None` when there is no such block.
    pub(crate) fn with_refs(engine: &Arc<Engine>, block: u32) -> Option<Self> {
        let mut blocks = engine.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let refs = match blocks.get(&block) {
            Some(refs) => Arc::clone(refs),
            None => {
                let refs = Arc::new(Refs::in_block(block)?.with_most(engine.settings.policy.max_refs));
                // Of blocks that nobody uses only the numbers are kept, which must not be given again.
                if blocks.len() >= MOST_BLOCKS {
                    blocks.values().filter(|refs| Arc::strong_count(refs) == 1).for_each(|refs| refs.forget());
                }
                blocks.insert(block, Arc::clone(&refs));
                refs
            }
        };
        Some(Self { engine: Arc::clone(engine), refs })
    }
}

impl App for QtApp {
    fn visit_boxed<'a>(
        &'a self,
        deadline: Instant,
        patience: Patience,
        job: Work,
    ) -> BoxFuture<'a, Result<Visited, Fault>> {
        Box::pin(self.engine.visit(deadline, patience, job))
    }

    fn settle<'a>(&'a self) -> BoxFuture<'a, Settled> {
        Box::pin(settle::settle(&self.engine))
    }

    fn watch_lifecycle(&self, listener: Arc<dyn LifecycleListener>) -> Result<Connection, Fault> {
        Ok(Lifecycle::watch(&self.engine, listener))
    }

    fn watch_changes(&self, listener: ChangeListener) -> Result<Connection, Fault> {
        Changes::watch(&self.engine, listener)
    }

    fn sleep<'a>(&'a self, duration: Duration) -> BoxFuture<'a, ()> {
        Box::pin(tokio::time::sleep(duration))
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        self.engine.spawn(task);
    }

    fn status<'a>(&'a self) -> BoxFuture<'a, Status> {
        Box::pin(self.engine.status())
    }

    fn refs(&self) -> &Refs {
        &self.refs
    }

    fn console(&self, after: u64) -> Console {
        let mut console = console::since(self.engine.parts.core, after);
        if !self.engine.veil.is_idle() {
            for message in &mut console.messages {
                message.text = self.engine.veil.hide(&message.text).into_owned();
            }
        }
        console
    }
}
