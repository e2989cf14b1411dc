//! From a path, as leniently as it may be written, to the one object it means.

use crate::near::{self, Nearest, nearest};
use crate::path::{Path, PathBook, Segment, segment_text};
use crate::walk::{Flow, walk};
use qtmcp_tool::{App, Code, Fault, Identity, ObjectId, Patience, Ui, Value};
use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

/// Runs `job` on the object `path` means, in the same visit that found it.
pub(crate) async fn visit_object<R: Send + 'static>(
    app: &dyn App,
    deadline: Instant,
    path: &str,
    job: impl FnOnce(&mut dyn Ui, ObjectId) -> Result<R, Fault> + Send + 'static,
) -> Result<R, Fault> {
    let done = on(app, deadline, Patience::UntilDone, path, job).await?;
    done.ok_or_else(|| Fault::new(Code::Internal, "the job ended without an answer"))
}

/// Like [`visit_object`], but `None` as soon as the job runs an event loop of its own.
pub(crate) async fn start_on_object<R: Send + 'static>(
    app: &dyn App,
    deadline: Instant,
    path: &str,
    job: impl FnOnce(&mut dyn Ui, ObjectId) -> Result<R, Fault> + Send + 'static,
) -> Result<Option<R>, Fault> {
    on(app, deadline, Patience::UntilNested, path, job).await
}

/// Finds an object within a visit, however long that takes: for objects among a call's values.
pub(crate) fn resolve(ui: &mut dyn Ui, path: &str) -> Result<ObjectId, Fault> {
    let path = parse(path)?;
    let missing = match resolve_from_root(ui, &path) {
        Ok(id) => return Ok(id),
        Err(Miss::Final(fault)) => return Err(fault),
        Err(Miss::Elsewhere(missing)) => missing,
    };
    let mut search = Search::new(&path, missing);
    for leniency in Leniency::ALL {
        search.leniency = leniency;
        let mut stack: Vec<ObjectId> = ui.application().into_iter().collect();
        let mut seen = HashSet::new();
        while let Some(id) = stack.pop() {
            if seen.insert(id) {
                search.look_below(ui, id);
                stack.extend(ui.children(id));
            }
        }
        if let Some(found) = search.finish(ui) {
            return found;
        }
    }
    Err(search.fault(ui))
}

async fn on<R: Send + 'static, J>(
    app: &dyn App,
    deadline: Instant,
    patience: Patience,
    path: &str,
    job: J,
) -> Result<Option<R>, Fault>
where
    J: FnOnce(&mut dyn Ui, ObjectId) -> Result<R, Fault> + Send + 'static,
{
    enum Tried<R, J, M> {
        Done(Result<R, Fault>),
        Missed(J, M),
    }
    let path = parse(path)?;
    let rooted = path.clone();
    let tried = run(app, deadline, patience, move |ui| match resolve_from_root(ui, &rooted) {
        Ok(id) => Tried::Done(job(ui, id)),
        Err(Miss::Final(fault)) => Tried::Done(Err(fault)),
        Err(Miss::Elsewhere(missing)) => Tried::Missed(job, missing),
    })
    .await?;
    let (mut job, missing) = match tried {
        None => return Ok(None),
        Some(Tried::Done(result)) => return result.map(Some),
        Some(Tried::Missed(job, missing)) => (job, missing),
    };
    let mut search = Search::new(&path, missing);
    for leniency in Leniency::ALL {
        search.leniency = leniency;
        let look = |search: &mut Search, ui: &mut dyn Ui, _: &mut PathBook, id| {
            search.look_below(ui, id);
            Flow::Descend
        };
        let (mut searched, _) = walk(app, deadline, None, search, look).await?;
        let tried = run(app, deadline, patience, move |ui| match searched.finish(ui) {
            Some(Ok(id)) => Tried::Done(job(ui, id)),
            Some(Err(fault)) => Tried::Done(Err(fault)),
            None => Tried::Missed(job, searched),
        })
        .await?;
        match tried {
            None => return Ok(None),
            Some(Tried::Done(result)) => return result.map(Some),
            Some(Tried::Missed(again, searched)) => (job, search) = (again, searched),
        }
    }
    Err(app.visit(deadline, move |ui| search.fault(ui)).await?)
}

async fn run<R: Send + 'static>(
    app: &dyn App,
    deadline: Instant,
    patience: Patience,
    job: impl FnOnce(&mut dyn Ui) -> R + Send + 'static,
) -> Result<Option<R>, Fault> {
    match patience {
        Patience::UntilDone => app.visit(deadline, job).await.map(Some),
        Patience::UntilNested => app.start(deadline, job).await,
    }
}

fn parse(path: &str) -> Result<Path, Fault> {
    Path::parse(path).ok_or_else(|| Fault::new(Code::BadArgument, "The path is empty."))
}

/// An object a path may mean, and how far the path was stretched for it.
type Candidate = (ObjectId, u32);

/// How much a segment may differ from what it matches.
#[derive(Clone, Copy, PartialEq)]
enum Leniency {
    /// As [`PathBook`] writes it: the usual case, and the one that looks at the fewest objects.
    Exact,
    /// Class and names in any form, and related objects.
    Names,
    /// Base classes, and properties that hold an object, as well.
    Bases,
}

impl Leniency {
    const ALL: [Leniency; 3] = [Leniency::Exact, Leniency::Names, Leniency::Bases];
}

/// How far a path led: so many segments, to these objects.
struct Missing {
    matched: usize,
    at: Vec<ObjectId>,
}

enum Miss {
    /// Looking further will not help.
    Final(Fault),
    /// Not from the root; the path may begin somewhere below.
    Elsewhere(Missing),
}

fn resolve_from_root(ui: &mut dyn Ui, path: &Path) -> Result<ObjectId, Miss> {
    let Some(application) = ui.application() else {
        return Err(Miss::Final(Fault::new(Code::NoWindow, "The app has no application object yet.")));
    };
    let first = &path.segments[0];
    let names_application = first.index.is_none()
        && (matches!(first.class.as_str(), "QApplication" | "QGuiApplication" | "QCoreApplication")
            || ui.identity(application).is_some_and(|identity| identity.class == first.class));
    let skipped = usize::from(names_application);
    let mut farthest: Option<Missing> = None;
    for leniency in Leniency::ALL {
        match follow(ui, vec![(application, 0)], &path.segments[skipped..], leniency) {
            Ok(ends) => return pick(ui, path, ends).map_err(Miss::Final),
            Err(missing) if farthest.as_ref().is_none_or(|known| known.matched < missing.matched) => {
                farthest = Some(missing);
            }
            Err(_) => {}
        }
    }
    let mut missing = farthest.unwrap_or(Missing { matched: 0, at: vec![application] });
    missing.matched += skipped;
    if names_application { Err(Miss::Final(not_found(ui, path, &missing))) } else { Err(Miss::Elsewhere(missing)) }
}

/// Steps along the segments; all that is left at the end, or how far it went.
fn follow(
    ui: &mut dyn Ui,
    from: Vec<Candidate>,
    segments: &[Segment],
    leniency: Leniency,
) -> Result<Vec<Candidate>, Missing> {
    let mut from = from;
    for (matched, segment) in segments.iter().enumerate() {
        let mut best: BTreeMap<ObjectId, u32> = BTreeMap::new();
        for &(id, stretch) in &from {
            for (next, more) in step(ui, id, segment, leniency) {
                let entry = best.entry(next).or_insert(u32::MAX);
                *entry = (*entry).min(stretch + more);
            }
        }
        if best.is_empty() {
            return Err(Missing { matched, at: from.into_iter().map(|(id, _)| id).collect() });
        }
        from = best.into_iter().collect();
    }
    Ok(from)
}

fn step(ui: &mut dyn Ui, from: ObjectId, segment: &Segment, leniency: Leniency) -> Vec<Candidate> {
    if leniency == Leniency::Exact && !segment.class.is_empty() {
        let name = segment.name.as_deref().unwrap_or_default();
        let exact = ui.children_named(from, &segment.class, name);
        return nth(exact.into_iter(), segment.index).map(|id| (id, 0)).collect();
    }
    let children = ui.children(from);
    let found = matches(ui, &children, segment, leniency);
    if !found.is_empty() || leniency == Leniency::Exact {
        return found;
    }
    let related = ui.related(from);
    let found = matches(ui, &related, segment, leniency);
    if !found.is_empty() || leniency == Leniency::Names || segment.name.is_some() || segment.index.is_some() {
        return found.into_iter().map(|(id, stretch)| (id, stretch + 1)).collect();
    }
    match ui.own_property(from, &segment.class).map(|property| property.value) {
        Some(Value::Object(id)) => vec![(id, 4)],
        _ => Vec::new(),
    }
}

/// Which of some siblings a segment means. Those it means exactly stand before those it may mean; an index counts among
/// its own kind.
fn matches(ui: &mut dyn Ui, siblings: &[ObjectId], segment: &Segment, leniency: Leniency) -> Vec<Candidate> {
    let siblings: Vec<(ObjectId, Identity)> = siblings.iter().filter_map(|id| Some((*id, ui.identity(*id)?))).collect();
    let mut found = Vec::new();
    let mut add = |stretch: u32, kind: fn(&Segment, &Identity) -> bool| {
        let these = siblings.iter().filter(|(_, identity)| kind(segment, identity)).map(|(id, _)| *id);
        found.extend(nth(these, segment.index).map(|id| (id, stretch)));
        found.is_empty()
    };
    add(0, is_canonical);
    if leniency != Leniency::Exact && add(1, is_lenient) {
        add(2, is_loose);
    }
    if found.is_empty() && leniency == Leniency::Bases && !segment.class.is_empty() {
        let these: Vec<ObjectId> = siblings
            .iter()
            .filter(|(_, identity)| segment.name.as_ref().is_none_or(|name| has_name(identity, name)))
            .map(|(id, _)| *id)
            .filter(|id| ui.inheritance(*id).is_ok_and(|bases| bases.contains(&segment.class)))
            .collect();
        found.extend(nth(these.into_iter(), segment.index).map(|id| (id, 3)));
    }
    found
}

/// All of them, or the one the index counts to.
fn nth(these: impl Iterator<Item = ObjectId>, index: Option<usize>) -> impl Iterator<Item = ObjectId> {
    these.skip(index.unwrap_or_default()).take(index.map_or(usize::MAX, |_| 1))
}

/// As [`PathBook`] writes it, or by the name that goes first.
fn is_canonical(segment: &Segment, identity: &Identity) -> bool {
    let class_fits = segment.class == identity.class || segment.class.is_empty() && segment.name.is_some();
    class_fits && segment.name.as_deref().unwrap_or_default() == identity.name()
}

/// A class whose object has a name as well, a bare name, or the other of two names.
fn is_lenient(segment: &Segment, identity: &Identity) -> bool {
    match &segment.name {
        None => segment.class == identity.class || has_name(identity, &segment.class),
        Some(name) => {
            let class_fits = segment.class.is_empty() || segment.class == identity.class;
            class_fits && has_name(identity, name)
        }
    }
}

/// A word in another case, or a class without its first letter: `menuBar` for a QMenuBar, `centralWidget` for an object
/// that Qt Designer called `centralwidget`.
fn is_loose(segment: &Segment, identity: &Identity) -> bool {
    let word = &segment.class;
    let short = identity.class.strip_prefix('Q').unwrap_or(&identity.class);
    segment.name.is_none()
        && (word.eq_ignore_ascii_case(&identity.object_name)
            || word.eq_ignore_ascii_case(&identity.qml_id)
            || word.eq_ignore_ascii_case(short))
}

fn has_name(identity: &Identity, name: &str) -> bool {
    !name.is_empty() && (identity.qml_id == name || identity.object_name == name)
}

fn pick(ui: &mut dyn Ui, path: &Path, ends: Vec<Candidate>) -> Result<ObjectId, Fault> {
    let least = ends.iter().map(|(_, stretch)| *stretch).min().unwrap_or_default();
    let best: Vec<ObjectId> = ends.into_iter().filter(|(_, stretch)| *stretch == least).map(|(id, _)| id).collect();
    if let [only] = best[..] {
        return Ok(only);
    }
    const LISTED: usize = 5;
    let mut book = PathBook::default();
    let mut paths: Vec<_> = best.iter().filter_map(|id| book.path(ui, *id)).collect();
    paths.sort();
    let more = if paths.len() > LISTED { format!(" and {} more", paths.len() - LISTED) } else { String::new() };
    let listed: Vec<String> = paths.iter().take(LISTED).map(|path| format!("`{path}`")).collect();
    let message = format!("`{}` means {} objects: {}{more}.", path.text, paths.len(), listed.join(", "));
    Err(Fault::new(Code::Ambiguous, message))
}

fn not_found(ui: &mut dyn Ui, path: &Path, missing: &Missing) -> Fault {
    let wanted = &path.segments[missing.matched.min(path.segments.len() - 1)].text;
    let mut book = PathBook::default();
    let mut names = Vec::new();
    for &id in missing.at.iter().take(3) {
        names.extend(book.children(ui, id).into_iter().map(|(_, segment)| segment));
        for related in ui.related(id) {
            names.extend(ui.identity(related).map(|identity| segment_text(&identity)));
        }
    }
    let near = near::hint(&nearest(wanted, names));
    let reached = missing.at.first().and_then(|id| book.path(ui, *id)).unwrap_or_default();
    Fault::new(Code::NotFound, format!("No object `{}`: `{reached}` has no child `{wanted}`{near}.", path.text))
}

/// The search for a path's beginning anywhere in the tree.
struct Search {
    path: Path,
    missing: Missing,
    leniency: Leniency,
    found: Vec<Candidate>,
    near: Nearest,
}

impl Search {
    fn new(path: &Path, missing: Missing) -> Self {
        let near = Nearest::new(&path.segments[0].text);
        Self { path: path.clone(), missing, leniency: Leniency::Exact, found: Vec::new(), near }
    }

    fn look_below(&mut self, ui: &mut dyn Ui, parent: ObjectId) {
        let children = ui.children(parent);
        self.found.extend(matches(ui, &children, &self.path.segments[0], self.leniency));
        if self.leniency == Leniency::Exact {
            for child in children {
                if let Some(identity) = ui.identity(child) {
                    self.near.offer(segment_text(&identity));
                }
            }
        }
    }

    /// The object at the path's end, if the beginnings found lead to one.
    fn finish(&mut self, ui: &mut dyn Ui) -> Option<Result<ObjectId, Fault>> {
        let beginnings = std::mem::take(&mut self.found);
        if beginnings.is_empty() {
            return None;
        }
        match follow(ui, beginnings, &self.path.segments[1..], self.leniency) {
            Ok(ends) => Some(pick(ui, &self.path, ends)),
            Err(mut missing) => {
                missing.matched += 1;
                if missing.matched > self.missing.matched {
                    self.missing = missing;
                }
                None
            }
        }
    }

    fn fault(self, ui: &mut dyn Ui) -> Fault {
        if self.missing.matched > 0 {
            return not_found(ui, &self.path, &self.missing);
        }
        let wanted = &self.path.segments[0].text;
        let near = near::hint(&self.near.into_names());
        let message = if self.path.segments.len() == 1 {
            format!("No object `{wanted}`{near}.")
        } else {
            format!("No object `{}`: nothing matches its first segment `{wanted}`{near}.", self.path.text)
        };
        Fault::new(Code::NotFound, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{far, visit};
    use qtmcp_tool::fake::{FakeApp, block_on};

    const FIXTURE: &str = r##"
QApplication#demo
 QMainWindow#main contentItem->#list
  QMenuBar
   QMenu#fileMenu related=#saveAction
  QWidget#centralwidget
   QVBoxLayout related=#submitButton,#other
   QPushButton#submitButton
   QPushButton#other
   QPushButton
   QPushButton
   QWidget
    QLineEdit#name
  QAction#saveAction
  QListView#list
   QLabel#dup
 QDialog#dialog
  QLabel#dup
 QQuickWindow
  Button#objectName@submit
  Button#submit
"##;

    fn found(path: &str) -> Result<String, Fault> {
        let app = FakeApp::new(FIXTURE);
        let read = |ui: &mut dyn Ui, id| Ok(PathBook::default().path(ui, id).unwrap().to_string());
        let sliced = block_on(visit_object(&app, far(), path, read));
        let text = path.to_owned();
        let at_once = visit(&app, move |ui| resolve(ui, &text).and_then(|id| read(ui, id)));
        assert_eq!(sliced, at_once);
        sliced
    }

    #[track_caller]
    fn means(path: &str, canonical: &str) {
        assert_eq!(found(path).as_deref(), Ok(canonical), "{path}");
    }

    const SUBMIT: &str = "QApplication/QMainWindow#main/QWidget#centralwidget/QPushButton#submitButton";

    #[test]
    fn the_specifications_ways_to_write_a_path_resolve() {
        means("QMainWindow/centralWidget/QVBoxLayout/QPushButton#submitButton", SUBMIT);
        means("QApplication/QMainWindow/centralWidget/QPushButton#submitButton", SUBMIT);
        let save = "QApplication/QMainWindow#main/QAction#saveAction";
        means("QApplication/QMainWindow/menuBar/QMenu#fileMenu/QAction#saveAction", save);
        means("QApplication", "QApplication");
        means("QGuiApplication/#main", "QApplication/QMainWindow#main");
    }

    #[test]
    fn a_path_may_begin_anywhere() {
        means("submitButton", SUBMIT);
        means("#submitButton", SUBMIT);
        means("QWidget#centralwidget/#submitButton", SUBMIT);
        means(
            "QWidget/QWidget/QLineEdit",
            "QApplication/QMainWindow#main/QWidget#centralwidget/QWidget/QLineEdit#name",
        );
        means("/QApplication//QMainWindow#main/", "QApplication/QMainWindow#main");
    }

    #[test]
    fn an_index_counts_first_among_those_that_read_alike_then_among_the_class() {
        let buttons = "QApplication/QMainWindow#main/QWidget#centralwidget/QPushButton";
        means(&format!("{buttons}[1]"), &format!("{buttons}[1]"));
        means(&format!("{buttons}[3]"), &format!("{buttons}[1]"));
        means("centralwidget/QPushButton[2]", &format!("{buttons}[0]"));
    }

    #[test]
    fn a_qml_id_goes_before_an_object_name_and_both_resolve() {
        means("Button#objectName", "QApplication/QQuickWindow/Button#submit[0]");
        means("QQuickWindow/Button_QMLTYPE_4#submit[1]", "QApplication/QQuickWindow/Button#submit[1]");
        assert_eq!(found("QQuickWindow/Button#submit").unwrap_err().code, Code::Ambiguous);
    }

    #[test]
    fn base_classes_and_object_properties_match_as_a_last_resort() {
        means("QAbstractButton#other", "QApplication/QMainWindow#main/QWidget#centralwidget/QPushButton#other");
        means("QMainWindow/contentItem", "QApplication/QMainWindow#main/QListView#list");
    }

    #[test]
    fn several_are_ambiguous_with_their_paths() {
        let fault = found("QLabel#dup").unwrap_err();
        let paths =
            "`QApplication/QDialog#dialog/QLabel#dup`, `QApplication/QMainWindow#main/QListView#list/QLabel#dup`";
        assert_eq!(fault, Fault::new(Code::Ambiguous, format!("`QLabel#dup` means 2 objects: {paths}.")));
    }

    #[test]
    fn a_miss_names_the_deepest_match_and_near_siblings() {
        let message = |path: &str| found(path).unwrap_err().message;
        assert_eq!(
            message("QApplication/QMainWindow/centralwidget/QPushButton#submitBtn"),
            "No object `QApplication/QMainWindow/centralwidget/QPushButton#submitBtn`: \
             `QApplication/QMainWindow#main/QWidget#centralwidget` has no child `QPushButton#submitBtn`; \
             near: QPushButton#submitButton, QPushButton#other, QPushButton[0]."
        );
        assert_eq!(message("#submitBuTTn"), "No object `#submitBuTTn`; near: QPushButton#submitButton, Button#submit.");
        assert!(message("QDialog#dialog/QLabel#x").contains("`QApplication/QDialog#dialog` has no child `QLabel#x`"));
        assert!(message("zzz/QLabel").contains("nothing matches its first segment `zzz`"));
        assert_eq!(found(" / ").unwrap_err().code, Code::BadArgument);
    }

    #[test]
    fn every_path_leads_back_to_its_object() {
        let names = [
            "",
            "a",
            "a/b",
            "/",
            "#",
            "##",
            "[0]",
            "a[1]",
            "]",
            "%",
            "%2F",
            "100%",
            "é日本🎈",
            " x ",
            "\t",
            "QWidget",
            "a#b",
        ];
        // A small generator of its own: the same trees in every run.
        let mut seed = 7_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for _ in 0..60 {
            let mut fixture = "QApplication\n".to_owned();
            let mut depth = 1;
            for _ in 0..40 {
                let class = ["QWidget", "QLabel", "a", "Button", "QVBoxLayout"][random(5)];
                let name = |index: usize| serde_json::to_string(names[index]).unwrap();
                let qml_id = if random(4) == 0 { format!("@{}", name(random(3))) } else { String::new() };
                let line = format!("{class}#{}{qml_id}", name(random(names.len())));
                fixture.push_str(&format!("{}{line}\n", " ".repeat(depth)));
                depth = 1 + random(depth + 1);
            }
            let app = FakeApp::new(&fixture);
            let objects = app.objects();
            visit(&app, move |ui| {
                let mut book = PathBook::default();
                for id in objects {
                    let path = book.path(ui, id).unwrap();
                    assert_eq!(resolve(ui, &path), Ok(id), "{path}\n{fixture}");
                }
            });
        }
    }

    #[test]
    fn a_canonical_path_takes_one_visit_and_a_search_is_sliced() {
        let app = FakeApp::new(FIXTURE);
        block_on(visit_object(&app, far(), SUBMIT, |_: &mut dyn Ui, _| Ok(()))).unwrap();
        assert_eq!(app.visits(), 1);
        app.set_budget(10);
        block_on(visit_object(&app, far(), "name", |_: &mut dyn Ui, _| Ok(()))).unwrap();
        assert!(app.visits() > 5);
    }
}
