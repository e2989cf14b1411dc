//! Walks over the tree of objects, cut into slices so that the app's user interface is never held for long.

use crate::path::PathBook;
use qtmcp_tool::{App, Code, Fault, ObjectId, Ui};
use std::collections::HashSet;
use std::time::Instant;

/// Where a walk goes from an object.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Flow {
    /// On, its children first.
    Descend,
    /// Nowhere: the walk is over.
    Stop,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ended {
    /// Every object was seen.
    Complete,
    /// It was stopped, or its time was up.
    Early,
}

/// Calls `look` for `root`, or the application, and everything below, parents before children. The [`PathBook`] is new in
/// each slice. Objects that go away in between are left out.
pub(crate) async fn walk<S: Send + 'static>(
    app: &dyn App,
    deadline: Instant,
    root: Option<ObjectId>,
    state: S,
    look: impl FnMut(&mut S, &mut dyn Ui, &mut PathBook, ObjectId) -> Flow + Send + 'static,
) -> Result<(S, Ended), Fault> {
    let mut walk = Walk { stack: Vec::new(), seen: HashSet::new(), state, look };
    let mut start = Some(root);
    loop {
        let begin = start.take();
        let (rest, progress) = app.visit(deadline, move |ui| walk.slice(ui, begin)).await?;
        walk = rest;
        let ended = match progress? {
            Progress::Unfinished if Instant::now() < deadline => continue,
            Progress::Unfinished => Ended::Early,
            Progress::Ended(ended) => ended,
        };
        return Ok((walk.state, ended));
    }
}

enum Progress {
    Unfinished,
    Ended(Ended),
}

struct Walk<S, F> {
    stack: Vec<ObjectId>,
    /// Objects move while a walk rests; none is told of twice, and no ring of parents keeps it going.
    seen: HashSet<ObjectId>,
    state: S,
    look: F,
}

impl<S, F: FnMut(&mut S, &mut dyn Ui, &mut PathBook, ObjectId) -> Flow> Walk<S, F> {
    fn slice(mut self, ui: &mut dyn Ui, begin: Option<Option<ObjectId>>) -> (Self, Result<Progress, Fault>) {
        if let Some(root) = begin {
            match root.or_else(|| ui.application()) {
                Some(root) => self.stack.push(root),
                None => return (self, Err(no_application())),
            }
        }
        let mut book = PathBook::default();
        while let Some(id) = self.stack.pop() {
            if !self.seen.insert(id) {
                continue;
            }
            if (self.look)(&mut self.state, ui, &mut book, id) == Flow::Stop {
                return (self, Ok(Progress::Ended(Ended::Early)));
            }
            let children = ui.children(id);
            self.stack.extend(children.into_iter().rev());
            if ui.is_over_budget() && !self.stack.is_empty() {
                return (self, Ok(Progress::Unfinished));
            }
        }
        (self, Ok(Progress::Ended(Ended::Complete)))
    }
}

pub(crate) fn no_application() -> Fault {
    Fault::new(Code::NoWindow, "The app has no application object yet.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::far;
    use qtmcp_tool::fake::{FakeApp, block_on};

    const FIXTURE: &str = "QApplication\n A\n  B\n  C\n   D\n E\n  F";

    fn classes(app: &FakeApp) -> (String, Ended) {
        let look = |seen: &mut String, ui: &mut dyn Ui, _: &mut PathBook, id: ObjectId| {
            seen.extend(ui.identity(id).map(|identity| identity.class));
            Flow::Descend
        };
        block_on(walk(app, far(), None, String::new(), look)).unwrap()
    }

    #[test]
    fn every_object_is_seen_once_however_small_the_slices() {
        for budget in [1, 3, 7, 1000] {
            let app = FakeApp::new(FIXTURE);
            app.set_budget(budget);
            assert_eq!(classes(&app), ("QApplicationABCDEF".into(), Ended::Complete));
            assert_eq!(app.visits() > 1, budget < 14);
        }
    }

    #[test]
    fn what_goes_away_between_slices_is_left_out() {
        let app = FakeApp::new(FIXTURE);
        app.set_budget(1);
        app.before_visit(3, |app| app.remove("C"));
        assert_eq!(classes(&app).0, "QApplicationABEF");
    }

    #[test]
    fn a_walk_stops_when_told() {
        let app = FakeApp::new(FIXTURE);
        let look = |seen: &mut usize, _: &mut dyn Ui, _: &mut PathBook, _: ObjectId| {
            *seen += 1;
            if *seen == 3 { Flow::Stop } else { Flow::Descend }
        };
        assert_eq!(block_on(walk(&app, far(), None, 0, look)).unwrap(), (3, Ended::Early));
    }
}
