//! Whether the app has a shortcut for back or forward. Without one the keys would go to whatever has the focus, and
//! turn its tabs or move its slider.

use super::history::Direction;
use qtmcp_tool::vision::keys::{Chord, Key, Modifiers, Named};
use qtmcp_tool::{Fault, ObjectId, Session, Ui, Value};
use std::collections::HashSet;
use std::time::Instant;

/// What has a shortcut, and the properties it is in.
const HOLDERS: [(&str, &[&str]); 4] = [
    ("QAction", &["shortcut"]),
    ("QShortcut", &["key"]),
    ("QQuickAction", &["shortcut"]),
    ("QQuickShortcut", &["sequence", "sequences"]),
];

/// The keys to press, when something in these windows is enabled and waits for them.
pub(super) async fn find(
    session: &Session,
    windows: Vec<ObjectId>,
    direction: Direction,
) -> Result<Option<Chord>, Fault> {
    let mut search = Search { seen: windows.iter().copied().collect(), open: windows, direction };
    loop {
        let (rest, found) = session
            .app()
            .visit(session.deadline(), move |ui: &mut dyn Ui| {
                let found = search.slice(ui);
                (search, found)
            })
            .await?;
        search = rest;
        let is_over = found || search.open.is_empty() || Instant::now() >= session.deadline();
        if is_over {
            return Ok(found.then(|| chord(direction)));
        }
    }
}

fn chord(direction: Direction) -> Chord {
    let key = if direction == Direction::Back { Named::Left } else { Named::Right };
    Chord { key: Key::Named(key), modifiers: Modifiers { alt: true, ..Modifiers::default() } }
}

struct Search {
    open: Vec<ObjectId>,
    seen: HashSet<ObjectId>,
    direction: Direction,
}

impl Search {
    /// Looks until it is found or the app has been held for long enough.
    fn slice(&mut self, ui: &mut dyn Ui) -> bool {
        while let Some(object) = self.open.pop() {
            if waits(ui, object, self.direction) {
                return true;
            }
            let inside = ui.children(object);
            self.open.extend(inside.into_iter().filter(|child| self.seen.insert(*child)));
            if ui.is_over_budget() {
                return false;
            }
        }
        false
    }
}

fn waits(ui: &mut dyn Ui, object: ObjectId, direction: Direction) -> bool {
    let classes = ui.inheritance(object).unwrap_or_default();
    let Some((_, properties)) = HOLDERS.iter().find(|(holder, _)| classes.iter().any(|class| class == holder)) else {
        return false;
    };
    matches!(ui.property(object, "enabled"), Ok(Value::Bool(true)))
        && properties.iter().any(|name| ui.property(object, name).is_ok_and(|keys| means(&keys, direction)))
}

/// Whether a key sequence is the one for this direction: by its text, or by the number that Qt's standard keys have.
fn means(keys: &Value, direction: Direction) -> bool {
    let (text, standard) = match direction {
        Direction::Back => ("Alt+Left", 13),
        Direction::Forward => ("Alt+Right", 14),
    };
    match keys {
        Value::Text(keys) => keys == text,
        Value::Int(number) | Value::Enum { number, .. } => *number == standard,
        Value::List(several) => several.iter().any(|one| means(one, direction)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_by_text_and_by_standard_number() {
        let text = |keys: &str| Value::Text(keys.to_owned());
        assert!(means(&text("Alt+Left"), Direction::Back) && means(&Value::Int(14), Direction::Forward));
        assert!(means(&Value::List(vec![text("Ctrl+["), Value::Int(13)]), Direction::Back));
        assert!(!means(&text("Alt+Left"), Direction::Forward) && !means(&text("Left"), Direction::Back));
        assert!(!means(&Value::Null, Direction::Back));
    }
}
