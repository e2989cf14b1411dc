//! The properties that stay hidden, and what would tell of them: their setters, their notifying signals, and what
//! accessibility says in their place.

use super::Hiding;
use qtmcp_guard::deny::Properties;
use qtmcp_tool::a11y::RawNode;
use qtmcp_tool::{Code, Fault, Method, MethodKind, ObjectId, Property};
use std::ffi::CString;

/// The properties whose value accessibility gives as an element's value.
const VALUES: [&str; 17] = [
    "text",
    "plainText",
    "html",
    "markdown",
    "displayText",
    "inputText",
    "cleanText",
    "value",
    "currentText",
    "editText",
    "currentIndex",
    "date",
    "time",
    "dateTime",
    "sliderPosition",
    "checked",
    "checkState",
];
/// Those that it gives as its name.
const NAMES: [&str; 5] = ["text", "title", "windowTitle", "accessibleName", "display"];

impl Hiding<'_> {
    pub(super) fn shown_properties(&mut self, of: ObjectId) -> Result<Vec<Property>, Fault> {
        self.require(of)?;
        let hidden = self.hidden_properties(of);
        let all = self.ui.object_properties(of)?.into_iter().filter(|property| !hidden.hides(&property.name));
        let all: Vec<Property> = all.collect();
        Ok(all
            .into_iter()
            .map(|property| Property { value: self.without_hidden(property.value), ..property })
            .collect())
    }

    /// The fault of a property that is not there, where it is hidden.
    pub(super) fn require_property(&mut self, of: ObjectId, name: &str) -> Result<(), Fault> {
        self.require(of)?;
        match self.hidden_properties(of).hides(name) {
            true => Err(Fault::new(Code::NotFound, format!("There is no such property `{name}`."))),
            false => Ok(()),
        }
    }

    pub(super) fn shown_methods(&mut self, of: ObjectId) -> Result<Vec<Method>, Fault> {
        self.require(of)?;
        let methods = self.ui.object_methods(of)?;
        let hidden = self.hidden_properties(of);
        if hidden.is_empty() {
            return Ok(methods);
        }
        let notifiers = self.notifiers(of, &hidden)?;
        let is_shown = |method: &Method| !notifiers.contains(&method.index) && !is_about(&hidden, method);
        Ok(methods.into_iter().filter(is_shown).collect())
    }

    /// The fault of a method that is not there, where it is about a hidden property.
    pub(super) fn require_method(&mut self, of: ObjectId, index: i32) -> Result<(), Fault> {
        if self.hidden_properties(of).is_empty() {
            return self.require(of).map(|_| ());
        }
        let is_shown = self.shown_methods(of)?.iter().any(|method| method.index == index);
        is_shown.then_some(()).ok_or_else(|| Fault::new(Code::NotFound, "There is no such method."))
    }

    /// The signals that tell of changes of hidden properties, by their numbers.
    fn notifiers(&self, of: ObjectId, hidden: &Properties) -> Result<Vec<i32>, Fault> {
        let core = self.ui.engine.parts.core;
        let names: Vec<String> = self.ui.object_properties(of)?.into_iter().map(|property| property.name).collect();
        let names = names.into_iter().filter(|name| hidden.hides(name)).filter_map(|name| CString::new(name).ok());
        let mut notifiers = Vec::new();
        for name in names {
            let object = self.ui.require(of)?;
            // SAFETY: the object is alive on this thread and the name a C string; no code of the app runs.
            notifiers.push(unsafe { (core.notifier)(object, name.as_ptr()) });
        }
        Ok(notifiers)
    }

    /// Takes from a description what hidden properties would tell.
    pub(super) fn without_properties(&mut self, of: ObjectId, node: &mut RawNode) {
        let hidden = self.hidden_properties(of);
        if hidden.is_empty() {
            return;
        }
        if VALUES.iter().any(|name| hidden.hides(name)) {
            (node.value, node.value_length, node.gauge) = (None, 0, None);
            node.options.clear();
        }
        if NAMES.iter().any(|name| hidden.hides(name)) {
            node.name.clear();
        }
        let texts = [
            ("toolTip", &mut node.tool_tip),
            ("statusTip", &mut node.status_tip),
            ("placeholderText", &mut node.placeholder),
            ("accessibleDescription", &mut node.description),
            ("shortcut", &mut node.shortcut),
            ("objectName", &mut node.object_name),
        ];
        for (name, text) in texts {
            if hidden.hides(name) {
                text.clear();
            }
        }
    }

    /// Whether the value of an element, as accessibility has it, is a hidden property.
    pub(super) fn is_value_hidden(&mut self, of: ObjectId) -> bool {
        let hidden = self.hidden_properties(of);
        VALUES.iter().any(|name| hidden.hides(name))
    }
}

/// Whether a method reads or sets a hidden property, as Qt's names for such have it: `text()`, `setText(QString)`.
fn is_about(hidden: &Properties, method: &Method) -> bool {
    let set = method.name.strip_prefix("set").and_then(|rest| {
        let mut rest = rest.chars();
        let first = rest.next().filter(|first| first.is_uppercase())?;
        Some(first.to_lowercase().chain(rest).collect::<String>())
    });
    let told = |suffix| method.name.strip_suffix(suffix).filter(|_| method.kind == MethodKind::Signal);
    [Some(method.name.as_str()), set.as_deref(), told("Changed"), told("Edited")]
        .into_iter()
        .flatten()
        .any(|name| hidden.hides(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use qtmcp_guard::Deny;
    use qtmcp_guard::deny::Subject;

    #[test]
    fn getters_setters_and_signals_are_about_their_property() {
        let deny = Deny::parse(".text").unwrap_or_default();
        let hidden = deny.properties(Subject { classes: &[], names: &[] });
        let method = |name: &str, kind| Method {
            index: 0,
            name: name.to_owned(),
            signature: String::new(),
            return_type: String::new(),
            parameters: Vec::new(),
            kind,
            public: true,
        };
        let about = |name: &str, kind| is_about(&hidden, &method(name, kind));
        assert!(about("text", MethodKind::Method) && about("setText", MethodKind::Slot));
        assert!(about("textChanged", MethodKind::Signal) && about("textEdited", MethodKind::Signal));
        assert!(!about("settext", MethodKind::Slot) && !about("setTextFormat", MethodKind::Slot));
        assert!(!about("textChanged", MethodKind::Method) && !about("set", MethodKind::Slot));
    }
}
