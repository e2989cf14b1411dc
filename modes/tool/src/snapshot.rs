//! Reading a page: the elements of the windows that matter, in slices so that the app is never held for long.

use crate::a11y::{ElementId, Page, Read, States, Tree, Window, WindowKind};
use crate::{App, Code, Fault, ObjectId, Scope, Ui};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// What of the app is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// The active window with what belongs to it: its dialogs and every popup.
    Active,
    /// Every window, the active one and what belongs to it first.
    Everything,
    /// One window with what belongs to it.
    Window(ObjectId),
    /// One element and what it contains.
    Element(ElementId),
}

/// How long the app has for itself between two slices.
const REST: Duration = Duration::from_millis(1);

/// Elements past the limit are counted up to here.
const COUNTED: usize = 5_000;

/// How much is read.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Which elements.
    pub scope: Scope,
    /// Elements that are described; further ones are only counted.
    pub nodes: usize,
}

impl Limits {
    /// Enough for what an act changes, and quick.
    pub const OUTCOME: Limits = Limits { scope: Scope::Shown, nodes: 3000 };
}

/// Reads a page. Elements that go while it is read are left out.
pub async fn snapshot(app: &dyn App, deadline: Instant, extent: Extent, limits: Limits) -> Result<Page, Fault> {
    let mut reading = Reading { limits, ..Reading::default() };
    let mut begin = Some(extent);
    loop {
        let extent = begin.take();
        let (rest, state) = app
            .visit(deadline, move |ui| {
                let state = reading.slice(ui, extent);
                (reading, state)
            })
            .await?;
        reading = rest;
        match state? {
            // Qt takes posted events one after the other, ours too if the next is there already; its timers and paints
            // come between only if it is not.
            State::Unfinished if Instant::now() < deadline => app.sleep(REST).await,
            State::Unfinished | State::Finished => return Ok(reading.into_page(app)),
        }
    }
}

/// The active window, or the one that would be asked for when none has the focus.
pub fn active(windows: &[Window]) -> Option<&Window> {
    let counts = |window: &&Window| !matches!(window.kind, WindowKind::Popup | WindowKind::ToolTip);
    let usable = |window: &&Window| counts(window) && window.blocked_by.is_none();
    windows
        .iter()
        .find(|window| window.active && usable(window))
        .or_else(|| windows.iter().find(usable))
        .or_else(|| windows.iter().find(counts))
        .or_else(|| windows.first())
}

/// A window with what belongs to it: windows opened over it that take no part of their own, and popups of whichever
/// window, since they lie over everything.
fn with_companions(windows: &[Window], main: ObjectId) -> Vec<ObjectId> {
    let belongs = |window: &&Window| {
        let is_passing = matches!(window.kind, WindowKind::Popup | WindowKind::ToolTip);
        window.id != main && (is_passing || is_over(windows, window, main))
    };
    // The topmost is first in the list; a reader wants what lies below first.
    std::iter::once(main).chain(windows.iter().rev().filter(belongs).map(|window| window.id)).collect()
}

fn is_over(windows: &[Window], window: &Window, main: ObjectId) -> bool {
    let parent_of = |id: ObjectId| windows.iter().find(|window| window.id == id).and_then(|window| window.parent);
    let mut parents = std::iter::successors(window.parent, |id| parent_of(*id)).take(windows.len() + 1);
    parents.any(|parent| parent == main)
}

enum State {
    Unfinished,
    Finished,
}

struct Reading {
    limits: Limits,
    windows: Vec<Window>,
    /// What is still to be read, the next one last.
    open: Vec<(ElementId, u32)>,
    seen: HashSet<ElementId>,
    read: Vec<Read>,
    unread: usize,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            limits: Limits::OUTCOME,
            windows: Vec::new(),
            open: Vec::new(),
            seen: HashSet::new(),
            read: Vec::new(),
            unread: 0,
        }
    }
}

impl Reading {
    fn slice(&mut self, ui: &mut dyn Ui, begin: Option<Extent>) -> Result<State, Fault> {
        if let Some(extent) = begin {
            self.begin(ui, extent)?;
        }
        while let Some((element, depth)) = self.open.pop() {
            // Elements may move while a reading rests; none is told of twice.
            if !self.seen.insert(element) {
                continue;
            }
            if self.read.len() < self.limits.nodes {
                let Some(raw) = ui.describe(element) else { continue };
                let hidden = raw.states.contains(States::INVISIBLE) && self.limits.scope == Scope::Shown && depth > 0;
                if hidden {
                    continue;
                }
                self.read.push(Read { element, depth, raw });
            } else {
                self.unread += 1;
                // What is shown does not grow any more, so neither does the time it takes.
                if self.unread >= COUNTED {
                    return Ok(State::Finished);
                }
            }
            let inside = ui.contents(element, self.limits.scope);
            self.open.extend(inside.into_iter().rev().map(|inner| (inner, depth + 1)));
            if ui.is_over_budget() && !self.open.is_empty() {
                return Ok(State::Unfinished);
            }
        }
        Ok(State::Finished)
    }

    fn begin(&mut self, ui: &mut dyn Ui, extent: Extent) -> Result<(), Fault> {
        self.windows = ui.windows();
        let roots: Vec<ElementId> = match extent {
            Extent::Element(element) => vec![element],
            Extent::Window(window) => with_companions(&self.windows, window).into_iter().map(ElementId::from).collect(),
            Extent::Active | Extent::Everything => {
                let main = active(&self.windows).ok_or_else(no_window)?.id;
                let mut shown = with_companions(&self.windows, main);
                if extent == Extent::Everything {
                    let rest: Vec<_> = self.windows.iter().map(|window| window.id).collect();
                    shown.extend(rest.into_iter().filter(|id| !shown.contains(id)).collect::<Vec<_>>());
                }
                shown.into_iter().map(ElementId::from).collect()
            }
        };
        self.open = roots.into_iter().rev().map(|root| (root, 0)).collect();
        Ok(())
    }

    fn into_page(self, app: &dyn App) -> Page {
        let refs = app.refs();
        let tree = Tree::new(self.read, refs);
        let number = |window: Window| {
            let described = || format!("window \"{}\"", window.title);
            (refs.give_window(window.id, described), window)
        };
        Page {
            windows: self.windows.into_iter().map(number).collect(),
            tree,
            unread: self.unread + self.open.len(),
            uncounted: !self.open.is_empty(),
        }
    }
}

/// The fault of an app that shows none.
#[must_use]
pub fn no_window() -> Fault {
    Fault::new(Code::NoWindow, "The app shows no window.")
}
