//! What is known of the app at a glance, and told by `status`: the title of its window, the screens it is on.

use crate::abi;
use crate::engine::Engine;
use crate::registry;
use crate::ui::{Hiding, QtUi};
use crate::values::Collector;
use qtmcp_tool::vision::Rect;
use qtmcp_tool::{Monitor, Screen, Value};
use std::sync::Arc;

/// As it was when the GUI thread last came round to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Face {
    pub(crate) title: Option<String>,
    pub(crate) monitors: Option<Vec<Monitor>>,
    pub(crate) screen: Option<Screen>,
}

/// On the GUI thread.
pub(crate) fn read(engine: &Arc<Engine>) -> Face {
    let Some(gui) = engine.parts.gui() else { return Face::default() };
    let mut monitors = Collector::new(&|_| None);
    // SAFETY: on the GUI thread, with a sink that outlives the call.
    unsafe { (gui.screens)(&monitors.sink()) };
    // An app may have the library and yet no user interface.
    let monitors = match monitors.into_value() {
        Value::List(monitors) if !monitors.is_empty() => monitors.into_iter().map(monitor).collect(),
        _ => return Face::default(),
    };
    Face {
        title: Some(engine.veil.told(&shown_title(engine, title(gui)))),
        monitors: Some(monitors),
        screen: QtUi::new(engine).shown_screen(),
    }
}

/// Has the entry of this app tell its title, as soon as there is a window that has one.
pub(crate) fn look_for_title(engine: &Arc<Engine>) {
    let here = Arc::clone(engine);
    engine.later(move || {
        here.parts.look_around();
        let Some(gui) = here.parts.gui() else { return };
        let title = title(gui);
        if title.is_empty() {
            // SAFETY: on the GUI thread.
            unsafe { (gui.await_title)() };
        } else {
            tell(&here, title);
        }
    });
}

/// The title is known, on the GUI thread: its file is written on the clients' thread.
pub(crate) fn tell(engine: &Arc<Engine>, title: String) {
    let title = shown_title(engine, title);
    let title = engine.veil.told(&title);
    engine.spawn(async move { registry::set_title(&title) });
}

/// The title as clients may know it.
fn shown_title(engine: &Arc<Engine>, title: String) -> String {
    let deny = &engine.settings.policy.deny;
    if deny.is_empty() { title } else { Hiding::new(QtUi::new(engine), deny).title() }
}

fn title(gui: &abi::Gui) -> String {
    let mut title = Collector::new(&|_| None);
    // SAFETY: on the GUI thread, with a sink that outlives the call.
    unsafe { (gui.title)(&title.sink()) };
    title.into_text()
}

fn monitor(value: Value) -> Monitor {
    let mut monitor = Monitor { name: String::new(), area: Rect::default(), ratio: 1.0, is_primary: false };
    let Value::Map(entries) = value else { return monitor };
    for (name, value) in entries {
        match (name.as_str(), value) {
            ("name", Value::Text(text)) => monitor.name = text,
            ("x", Value::Real(number)) => monitor.area.x = number,
            ("y", Value::Real(number)) => monitor.area.y = number,
            ("width", Value::Real(number)) => monitor.area.width = number,
            ("height", Value::Real(number)) => monitor.area.height = number,
            ("ratio", Value::Real(number)) => monitor.ratio = number,
            ("primary", Value::Bool(is_primary)) => monitor.is_primary = is_primary,
            _ => {}
        }
    }
    monitor
}
