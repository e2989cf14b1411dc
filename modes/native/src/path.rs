//! Paths: how an object is written, `QApplication/QMainWindow#main/QPushButton[1]`, and how such text is read.

use qtmcp_tool::{Identity, ObjectId, Ui};
use std::collections::HashMap;
use std::sync::Arc;

/// No tree of objects is deeper; it ends the climb should parents ever form a ring.
const MAX_DEPTH: usize = 1000;

/// The paths of objects, each parent's children looked at once. Valid within one visit only, since names and siblings
/// change between visits.
#[derive(Default)]
pub(crate) struct PathBook {
    paths: HashMap<ObjectId, Arc<str>>,
    segments: HashMap<ObjectId, String>,
    listed: HashMap<ObjectId, Vec<ObjectId>>,
}

impl PathBook {
    /// The canonical path; `None` when the object is gone.
    pub(crate) fn path(&mut self, ui: &mut dyn Ui, of: ObjectId) -> Option<Arc<str>> {
        let mut climb = Vec::new();
        let mut path: Option<Arc<str>> = None;
        let mut next = Some(of);
        while let Some(id) = next {
            if let Some(known) = self.paths.get(&id) {
                path = Some(Arc::clone(known));
                break;
            }
            next = if climb.len() < MAX_DEPTH { ui.parent(id) } else { None };
            climb.push((id, next));
        }
        while let Some((id, parent)) = climb.pop() {
            let segment = self.segment(ui, id, parent)?;
            let full: Arc<str> = match path {
                Some(above) => format!("{above}/{segment}").into(),
                None => segment.into(),
            };
            self.paths.insert(id, Arc::clone(&full));
            path = Some(full);
        }
        path
    }

    /// The children with their segments, in order; those gone meanwhile are left out.
    pub(crate) fn children(&mut self, ui: &mut dyn Ui, of: ObjectId) -> Vec<(ObjectId, String)> {
        self.list(ui, of);
        let children = self.listed.get(&of).cloned().unwrap_or_default();
        children.into_iter().filter_map(|child| Some((child, self.segments.get(&child)?.clone()))).collect()
    }

    fn segment(&mut self, ui: &mut dyn Ui, id: ObjectId, parent: Option<ObjectId>) -> Option<String> {
        if let Some(parent) = parent {
            self.list(ui, parent);
        }
        if let Some(known) = self.segments.get(&id) {
            return Some(known.clone());
        }
        let identity = ui.identity(id)?;
        // The application is the one root, so its name would say nothing.
        let is_root = parent.is_none() && ui.application() == Some(id);
        let segment = if is_root { encode(&identity.class) } else { segment_text(&identity) };
        self.segments.insert(id, segment.clone());
        Some(segment)
    }

    fn list(&mut self, ui: &mut dyn Ui, parent: ObjectId) {
        if self.listed.contains_key(&parent) {
            return;
        }
        let children = ui.children(parent);
        let texts: Vec<Option<String>> =
            children.iter().map(|child| ui.identity(*child).map(|identity| segment_text(&identity))).collect();
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
        for text in texts.iter().flatten() {
            counts.entry(text).or_default().0 += 1;
        }
        for (child, text) in children.iter().zip(&texts) {
            let Some(text) = text else { continue };
            let Some((count, next)) = counts.get_mut(text.as_str()) else { continue };
            let segment = if *count > 1 { format!("{text}[{next}]") } else { text.clone() };
            *next += 1;
            self.segments.insert(*child, segment);
        }
        self.listed.insert(parent, children);
    }
}

/// `Class` or `Class#name`, without an index.
pub(crate) fn segment_text(identity: &Identity) -> String {
    let class = encode(&identity.class);
    match identity.name() {
        "" => class,
        name => format!("{class}#{}", encode(name)),
    }
}

/// One segment as somebody wrote it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Segment {
    /// The text, for messages.
    pub(crate) text: String,
    /// What stands before `#`, without what QML appends to class names. Without a `#` it may be a name as well.
    pub(crate) class: String,
    /// What stands behind `#`.
    pub(crate) name: Option<String>,
    /// Which of several.
    pub(crate) index: Option<usize>,
}

/// A path as somebody wrote it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    /// The text, for messages.
    pub(crate) text: String,
    /// Never empty.
    pub(crate) segments: Vec<Segment>,
}

impl Path {
    /// Reads a path; `None` when there is nothing in it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let segments: Vec<Segment> = text.trim().split('/').filter(|part| !part.is_empty()).map(segment).collect();
        (!segments.is_empty()).then(|| Self { text: text.to_owned(), segments })
    }
}

fn segment(text: &str) -> Segment {
    let (body, index) = match text.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        Some((body, digits)) if !body.is_empty() => match digits.parse() {
            Ok(index) => (body, Some(index)),
            Err(_) => (text, None),
        },
        _ => (text, None),
    };
    let (class, name) = match body.split_once('#') {
        Some((class, name)) => (class, Some(decode(name))),
        None => (body, None),
    };
    Segment { text: text.to_owned(), class: plain_class(&decode(class)).to_owned(), name, index }
}

/// A QML class without the numbers the engine appends: `Button_QMLTYPE_12`, `Button_QML_3`.
pub(crate) fn plain_class(class: &str) -> &str {
    for suffix in ["_QMLTYPE_", "_QML_"] {
        if let Some((plain, number)) = class.rsplit_once(suffix)
            && !plain.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            return plain;
        }
    }
    class
}

fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '/' => encoded.push_str("%2F"),
            '#' => encoded.push_str("%23"),
            '[' => encoded.push_str("%5B"),
            ']' => encoded.push_str("%5D"),
            '%' => encoded.push_str("%25"),
            // A path is trimmed when it is read.
            ' ' if encoded.is_empty() => encoded.push_str("%20"),
            _ if character.is_control() || character.is_whitespace() && character != ' ' => {
                let mut bytes = [0; 4];
                for byte in character.encode_utf8(&mut bytes).bytes() {
                    encoded.push_str(&format!("%{byte:02X}"));
                }
            }
            _ => encoded.push(character),
        }
    }
    if encoded.ends_with(' ') {
        encoded.pop();
        encoded.push_str("%20");
    }
    encoded
}

/// Undoes [`encode`]; a `%` that begins no code is itself, as people write it.
fn decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = text.get(at + 1..at + 3).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                decoded.push(byte);
                at += 3;
            }
            _ => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::visit;
    use qtmcp_tool::fake::FakeApp;

    fn paths(fixture: &str) -> Vec<String> {
        let app = FakeApp::new(fixture);
        let objects = app.objects();
        visit(&app, move |ui| {
            let mut book = PathBook::default();
            objects.into_iter().map(|id| book.path(ui, id).unwrap().to_string()).collect()
        })
    }

    #[test]
    fn siblings_that_read_alike_are_numbered() {
        let fixture =
            "QApplication#demo\n QMainWindow#main\n  QPushButton\n  QPushButton#ok\n  QPushButton\n  Button#b@id";
        assert_eq!(
            paths(fixture),
            [
                "QApplication",
                "QApplication/QMainWindow#main",
                "QApplication/QMainWindow#main/QPushButton[0]",
                "QApplication/QMainWindow#main/QPushButton#ok",
                "QApplication/QMainWindow#main/QPushButton[1]",
                "QApplication/QMainWindow#main/Button#id",
            ]
        );
    }

    #[test]
    fn a_gone_object_has_no_path() {
        let app = FakeApp::new("QApplication\n QWidget#a");
        let id = app.id("#a");
        app.remove("#a");
        assert_eq!(visit(&app, move |ui| PathBook::default().path(ui, id)), None);
    }

    #[test]
    fn names_survive_encoding() {
        for name in ["a/b", "[0]", "#", "%", "%2F", "100%", "é日本🎈", " padded ", "tab\tand\nline", "a[1]"] {
            assert_eq!(decode(&encode(name)), name);
            assert!(!encode(name).contains(['/', '#', '[', ']', '\n']));
        }
    }

    #[test]
    fn segments_are_read_in_every_form() {
        let read = |text| {
            let segment = segment(text);
            (segment.class, segment.name, segment.index)
        };
        assert_eq!(read("QPushButton#ok[2]"), ("QPushButton".into(), Some("ok".into()), Some(2)));
        assert_eq!(read("#ok"), (String::new(), Some("ok".into()), None));
        assert_eq!(read("Button_QMLTYPE_12[1]"), ("Button".into(), None, Some(1)));
        assert_eq!(read("odd[x]"), ("odd[x]".into(), None, None));
        assert_eq!(read("50%"), ("50%".into(), None, None));
    }

    #[test]
    fn siblings_are_looked_at_once() {
        let mut fixture = "QApplication\n QWidget#all\n".to_owned();
        for _ in 0..300 {
            fixture.push_str("  QLabel\n");
        }
        let app = FakeApp::new(&fixture);
        let objects = app.objects();
        app.set_budget(302 * 6);
        let is_over_budget = visit(&app, move |ui| {
            let mut book = PathBook::default();
            let paths: Vec<_> = objects.into_iter().filter_map(|id| book.path(ui, id)).collect();
            assert_eq!(paths.last().map(|path| &**path), Some("QApplication/QWidget#all/QLabel[299]"));
            ui.is_over_budget()
        });
        assert!(!is_over_budget);
    }
}
