//! Secrets at the border: password fields are noticed, and what could tell what they hold is hidden as it comes out.

use super::{Object, QtUi};
use crate::abi;
use crate::engine::Engine;
use crate::tracker::Tracked;
use crate::values::{Collector, tracked};
use crate::veil::{self, cover};
use qtmcp_guard::MASK;
use qtmcp_tool::{Code, Fault, ModelPage, ObjectId, Property, Value};
use std::sync::Arc;
use std::time::Instant;

/// How far out a component may be that hands on what a field in it holds.
const AROUND: usize = 8;

/// Texts of a secret field that say nothing of what it holds. All others are hidden: those of classes nobody knows, too.
const HARMLESS: [&str; 24] = [
    "objectName",
    "placeholderText",
    "passwordCharacter",
    "inputMask",
    "prefix",
    "suffix",
    "specialValueText",
    "displayFormat",
    "toolTip",
    "statusTip",
    "whatsThis",
    "accessibleName",
    "accessibleDescription",
    "styleSheet",
    "windowTitle",
    "windowIconText",
    "windowRole",
    "windowFilePath",
    "font",
    "palette",
    "locale",
    "sizePolicy",
    "state",
    "states",
];

/// What of a secret field is no text and yet tells its value, or how long it is.
const TELLING: [&str; 16] = [
    "value",
    "realValue",
    "date",
    "time",
    "dateTime",
    "currentIndex",
    "currentData",
    "currentValue",
    "cursorPosition",
    "length",
    "selectionStart",
    "selectionEnd",
    "contentWidth",
    "implicitWidth",
    "cursorRectangle",
    "highlightedIndex",
];

impl QtUi<'_> {
    /// Notices the fields that hide their text, and what they hold. Before each visit, so that a field is known before
    /// anything is done that shows its text.
    pub(crate) fn look_for_secrets(&mut self) {
        let veil = &self.engine.veil;
        if veil.is_lifted() {
            return;
        }
        if veil.is_due(self.engine.tracker.births()) {
            for table in self.secret_tables() {
                // SAFETY: on the GUI thread.
                unsafe { (table.find)() };
            }
            let fields = veil.known().into_iter();
            let place = |field: Tracked| Some((field, self.around(self.find_tracked(field)?)));
            veil.set_places(fields.filter_map(place).collect());
        }
        self.read_secrets();
        // What the visit is for has its full time all the same.
        self.began = Instant::now();
    }

    /// Notices what the fields hold now.
    fn read_secrets(&self) {
        for field in self.engine.veil.known() {
            if let Some(text) = self.held_by(field) {
                self.engine.veil.set_held(field, text);
            }
        }
    }

    fn held_by(&self, field: Tracked) -> Option<String> {
        self.secret_tables().find_map(|table| {
            let object = self.find_tracked(field)?;
            let mut text = Collector::new(&|_| None);
            // SAFETY: the object is alive on this thread; the sink outlives the call.
            unsafe { (table.text)(object, &text.sink()) }.then(|| text.into_text())
        })
    }

    /// The objects that an object is in, up to the window.
    fn around(&self, object: Object) -> Vec<Tracked> {
        let core = self.engine.parts.core;
        let mut around = Vec::new();
        let mut inner = object;
        while around.len() < AROUND {
            // SAFETY: each is alive on this thread, and nothing of the app runs meanwhile.
            let parent = self.visual_parent(inner).unwrap_or_else(|| unsafe { (core.parent)(inner) });
            // SAFETY: as above.
            if parent.is_null() {
                break;
            }
            around.push(self.engine.tracker.adopt(parent as usize));
            // A dialog that asks for one thing hands it on itself.
            // SAFETY: as above.
            if unsafe { (core.is_window)(parent) } {
                break;
            }
            inner = parent;
        }
        around
    }

    /// Makes a field secret that a named secret is about to come into: what is left of the value when a part of it is taken
    /// away again is no text that could be found.
    pub(super) fn adopt_for(&self, object: Object, value: &Value) {
        if self.engine.veil.has_named(value) {
            self.adopt(object);
        }
    }

    pub(super) fn adopt(&self, object: Object) {
        for table in self.secret_tables() {
            // SAFETY: the object is alive on this thread.
            unsafe { (table.adopt)(object) };
        }
    }

    /// Whether what an object says may be what a password field holds.
    pub(super) fn guards(&self, of: ObjectId) -> bool {
        if self.engine.veil.is_lifted() {
            return false;
        }
        self.secret_tables().any(|table| {
            // SAFETY: the object is alive on this thread.
            self.find(of).is_some_and(|object| unsafe { (table.guards)(object) })
        })
    }

    /// Hides the value of a property where it must not be told.
    pub(super) fn guard_property(&self, of: ObjectId, name: &str, value: &mut Value) {
        if tells(name, value) && self.guards(of) {
            cover(value);
        } else {
            self.guard_handed_on(of, value);
        }
    }

    /// The same for all of an object's.
    pub(super) fn guard_properties(&self, of: ObjectId, properties: &mut [Property]) {
        let is_guarded = self.guards(of);
        for property in properties {
            if is_guarded && tells(&property.name, &property.value) {
                cover(&mut property.value);
            } else {
                self.guard_handed_on(of, &mut property.value);
            }
        }
    }

    fn guard_handed_on(&self, of: ObjectId, value: &mut Value) {
        if let Value::Text(text) = value
            && self.engine.veil.is_handed_on(tracked(of), text)
        {
            cover(value);
        }
    }

    /// What is answered to a write: of a secret only how long it is.
    pub(super) fn written(&self, of: ObjectId, name: &str, value: &Value) -> Option<Value> {
        match value {
            Value::Text(text) if tells(name, value) && self.guards(of) => {
                Some(Value::Text(format!("{} characters", text.chars().count())))
            }
            _ => None,
        }
    }

    /// The fault of a call with a secret field, which may quote what it was given.
    pub(super) fn guard_fault(&self, of: ObjectId, fault: Fault) -> Fault {
        if fault.code == Code::BadArgument && self.guards(of) {
            return Fault { message: "The value does not fit.".to_owned(), ..fault };
        }
        fault
    }

    pub(super) fn guard_page(&self, of: ObjectId, page: &mut ModelPage) {
        if !self.guards(of) {
            return;
        }
        let cells = page.rows.iter_mut().flatten();
        cells.flat_map(|cell| &mut cell.values).for_each(|(_, value)| cover(value));
    }

    /// How long the text of a secret is, a named one counting as one character.
    pub(super) fn length_of_secret(&self, of: ObjectId) -> Option<usize> {
        let text = self.held_by(tracked(of))?;
        Some(self.engine.veil.named.hide(&text).chars().count())
    }

    fn find_tracked(&self, object: Tracked) -> Option<Object> {
        self.find(crate::values::object_id(object))
    }

    fn secret_tables(&self) -> impl Iterator<Item = &'static abi::SecretTable> + use<> {
        let parts = &self.engine.parts;
        [parts.widgets().map(|part| &part.secrets), parts.quick().map(|part| &part.secrets)].into_iter().flatten()
    }
}

/// The arguments of a signal that an object has emitted, on whichever thread.
pub(crate) fn guard_arguments(engine: &Arc<Engine>, of: ObjectId, arguments: &mut [Value]) {
    let veil = &engine.veil;
    if arguments.is_empty() || (veil.is_lifted() && veil.named.is_empty()) {
        return;
    }
    // SAFETY: may be called on any thread.
    let is_guarded = if unsafe { (engine.parts.core.is_gui_thread)() } {
        let ui = QtUi::new(engine);
        // A field tells others of its text as soon as it has it.
        ui.read_secrets();
        arguments.iter_mut().for_each(|argument| ui.guard_handed_on(of, argument));
        ui.guards(of)
    } else {
        veil.is_field(tracked(of))
    };
    for argument in arguments {
        if is_guarded || (veil::is_entering() && matches!(argument, Value::Text(_))) {
            cover(argument);
        } else {
            veil.hide_value(argument);
        }
    }
}

/// Whether a property of a secret field tells what it holds.
fn tells(name: &str, value: &Value) -> bool {
    match value {
        Value::Text(text) => text != MASK && !HARMLESS.contains(&name) && !is_colour(text),
        Value::Bytes(_) => true,
        Value::List(items) => !HARMLESS.contains(&name) && items.iter().any(|item| tells(name, item)),
        Value::Map(entries) => {
            TELLING.contains(&name)
                || (!HARMLESS.contains(&name) && entries.iter().any(|(_, value)| tells(name, value)))
        }
        Value::Null | Value::Bool(_) | Value::Object(_) | Value::Opaque(_) | Value::Enum { .. } => false,
        _ => TELLING.contains(&name),
    }
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    matches!(digits.len(), 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn unknown_texts_of_a_field_are_telling_and_known_harmless_ones_are_not() {
        for (name, value, is_telling) in [
            ("text", text("hunter2"), true),
            ("ownText", text("hunter2"), true),
            ("placeholderText", text("Password"), false),
            ("color", text("#ff0000"), false),
            ("text", text("#ff00zz"), true),
            ("value", Value::Int(7), true),
            ("width", Value::Int(7), false),
            ("cursorPosition", Value::Int(7), true),
            ("history", Value::List(vec![text("hunter2")]), true),
            ("font", Value::Map(vec![("family".into(), text("Sans"))]), false),
            ("enabled", Value::Bool(true), false),
        ] {
            assert_eq!(tells(name, &value), is_telling, "{name}");
        }
    }
}
