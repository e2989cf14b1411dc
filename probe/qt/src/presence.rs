//! Who is connected: while anybody is, the app's carets do not blink, so that two pictures of an app at rest are equal.

use crate::engine::Engine;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A client, from its handshake to its leaving.
pub(crate) struct Presence(Arc<Engine>);

impl Presence {
    pub(crate) fn new(engine: &Arc<Engine>) -> Self {
        engine.clients.fetch_add(1, Ordering::Relaxed);
        hold_carets(engine);
        Self(Arc::clone(engine))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        if self.0.clients.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.let_desktop_rest();
        }
        hold_carets(&self.0);
    }
}

/// Holds the carets or lets them go, by who is there when the GUI thread comes round to it.
pub(crate) fn hold_carets(engine: &Arc<Engine>) {
    let here = Arc::clone(engine);
    engine.later(move || {
        here.parts.look_around();
        if let Some(gui) = here.parts.gui() {
            // SAFETY: on the GUI thread.
            unsafe { (gui.hold_caret)(here.clients.load(Ordering::Relaxed) > 0) };
        }
    });
}
