//! Properties, methods, signals and models of one object.

use super::{Object, QtUi, guard_arguments};
use crate::abi::{self, Outcome};
use crate::process;
use crate::signals::Connected;
use crate::values::{Collector, Nodes, c_string};
use crate::veil::cover;
use qtmcp_tool::{
    Code, Connection, Fault, Listener, Method, MethodKind, ModelCell, ModelPage, ModelQuery, ObjectId, Parameter,
    Property, Value,
};
use std::ffi::{CString, c_char, c_void};
use std::sync::Arc;

impl QtUi<'_> {
    pub(super) fn object_properties(&self, of: ObjectId) -> Result<Vec<Property>, Fault> {
        let object = self.require(of)?;
        let core = self.engine.parts.core;
        // SAFETY: the object is alive on this thread; a getter that destroys it ends the listing in C++.
        let mut properties = self.read_properties(|properties| unsafe { (core.properties)(object, properties) });
        self.guard_properties(of, &mut properties);
        Ok(properties)
    }

    pub(super) fn read_own_property(&self, of: ObjectId, name: &str) -> Option<Property> {
        let object = self.find(of)?;
        let name = CString::new(name).ok()?;
        let core = self.engine.parts.core;
        let list = |properties: &abi::Properties| {
            // SAFETY: the object is alive on this thread and the name a C string.
            unsafe { (core.property)(object, name.as_ptr(), properties) };
        };
        let mut property = self.read_properties(list).pop()?;
        self.guard_property(of, &property.name, &mut property.value);
        Some(property)
    }

    fn read_properties(&self, list: impl FnOnce(&abi::Properties)) -> Vec<Property> {
        struct Reader<'a> {
            collector: Collector<'a>,
            properties: Vec<Property>,
        }
        unsafe extern "C" fn take(context: *mut c_void, property: *const abi::Property) {
            // SAFETY: the context is the reader below, touched by nobody else during this call; the property is lent.
            let (reader, property) = unsafe { (&mut *context.cast::<Reader<'_>>(), &*property) };
            finish(reader);
            // SAFETY: both are C strings for the call.
            let (name, type_name) = unsafe { (c_string(property.name), c_string(property.type_name)) };
            let (writable, dynamic) = (property.writable, property.dynamic);
            reader.properties.push(Property { name, type_name, value: Value::Null, writable, dynamic });
        }
        fn finish(reader: &mut Reader<'_>) {
            let value = reader.collector.take_value();
            if let Some(last) = reader.properties.last_mut() {
                last.value = value;
            }
        }
        let resolve = |address: usize| self.id_in_value(address as Object);
        let hide = |value: &mut Value| self.engine.veil.hide_value(value);
        let mut reader = Reader { collector: Collector::new(&resolve).hiding(&hide), properties: Vec::new() };
        let context = &raw mut reader;
        // SAFETY: the reader lives on this stack frame; C++ uses its two halves by turns, never at once.
        let sink = unsafe { (*context).collector.sink() };
        list(&abi::Properties { context: context.cast(), take, sink });
        finish(&mut reader);
        reader.properties
    }

    pub(super) fn read_property(&self, of: ObjectId, name: &str) -> Result<Value, Fault> {
        let object = self.require(of)?;
        let c_name = property_name(name)?;
        let parts = &self.engine.parts;
        // SAFETY: the object is alive on this thread and the name a C string.
        let (outcome, mut value) =
            self.value(|sink| unsafe { (parts.core.read_property)(object, c_name.as_ptr(), sink) });
        if outcome == Outcome::OK {
            self.guard_property(of, name, &mut value);
            return Ok(value);
        }
        // The getter ran no code when there is no such property, so the object still lives.
        if let (Outcome::NO_SUCH, Some(quick)) = (outcome, parts.quick()) {
            // Qt makes an object of a context for whoever first asks for it.
            let (outcome, mut value) = crate::hooks::as_ours(|| {
                // SAFETY: as above.
                self.value(|sink| unsafe { (quick.context_property)(object, c_name.as_ptr(), sink) })
            });
            if outcome == Outcome::OK {
                self.guard_property(of, name, &mut value);
                return Ok(value);
            }
        }
        Err(refusal(outcome, &Value::Null, &format!("property `{name}`")))
    }

    pub(super) fn write_property(&self, of: ObjectId, name: &str, value: &Value) -> Result<Value, Fault> {
        let object = self.require(of)?;
        let c_name = property_name(name)?;
        self.require_objects(std::slice::from_ref(value))?;
        self.adopt_for(object, value);
        let nodes = Nodes::of(&[self.engine.veil.revealed(value)]);
        let nodes = nodes.as_slice();
        let core = self.engine.parts.core;
        let (outcome, error) = self.value(|sink| {
            // SAFETY: the object is alive on this thread; name and nodes outlive the call.
            unsafe { (core.write_property)(object, c_name.as_ptr(), nodes.as_ptr(), nodes.len(), sink) }
        });
        if outcome != Outcome::OK {
            return Err(self.guard_fault(of, refusal(outcome, &error, &format!("property `{name}`"))));
        }
        if let Some(answer) = self.written(of, name, value) {
            return Ok(answer);
        }
        self.read_property(of, name)
    }

    /// Objects among values cross as addresses, so each must be alive on this thread now.
    fn require_objects(&self, values: &[Value]) -> Result<(), Fault> {
        values.iter().try_for_each(|value| match value {
            Value::Object(id) => self.require(*id).map(|_| ()),
            Value::List(items) => self.require_objects(items),
            Value::Map(entries) => {
                entries.iter().try_for_each(|(_, value)| self.require_objects(std::slice::from_ref(value)))
            }
            _ => Ok(()),
        })
    }

    pub(super) fn object_methods(&self, of: ObjectId) -> Result<Vec<Method>, Fault> {
        unsafe extern "C" fn take(context: *mut c_void, method: *const abi::Method) {
            // SAFETY: the context is the vector below; the method and what it points to are lent for the call.
            unsafe { (*context.cast::<Vec<Method>>()).push(copied(&*method)) };
        }
        let object = self.require(of)?;
        let mut methods: Vec<Method> = Vec::new();
        let list = abi::Methods { context: std::ptr::from_mut(&mut methods).cast(), take };
        // SAFETY: the object is alive on this thread, and the listing runs no code of the app.
        unsafe { (self.engine.parts.core.methods)(object, &list) };
        Ok(methods)
    }

    pub(super) fn invoke_method(&self, of: ObjectId, method: i32, arguments: &[Value]) -> Result<Value, Fault> {
        let object = self.require(of)?;
        self.require_objects(arguments)?;
        let revealed: Vec<Value> = arguments.iter().map(|argument| self.engine.veil.revealed(argument)).collect();
        let nodes = Nodes::of(&revealed);
        let nodes = nodes.as_slice();
        let core = self.engine.parts.core;
        let mut result = Value::Null;
        let (outcome, error) = self.value(|error| {
            let (outcome, value) = self.value(|sink| {
                // SAFETY: the object is alive on this thread; the nodes outlive the call.
                unsafe { (core.invoke)(object, method, nodes.as_ptr(), nodes.len(), arguments.len(), sink, error) }
            });
            result = value;
            outcome
        });
        if outcome != Outcome::OK {
            return Err(self.guard_fault(of, refusal(outcome, &error, "method")));
        }
        if self.guards(of) {
            cover(&mut result);
        }
        Ok(result)
    }

    pub(super) fn connect_signal(&self, of: ObjectId, signal: i32, listener: Listener) -> Result<Connection, Fault> {
        let object = self.require(of)?;
        let core = self.engine.parts.core;
        let guarded: Listener = Arc::new(move |mut arguments: Vec<Value>| {
            if let Some(engine) = process::engine() {
                guard_arguments(engine, of, &mut arguments);
                listener(arguments);
            }
        });
        let slot = self.engine.signals.add(guarded);
        let connected = Connected { slot, core };
        // SAFETY: the object is alive on this thread.
        if !crate::hooks::as_ours(|| unsafe { (core.connect)(object, signal, slot) }) {
            return Err(Fault::new(Code::Unsupported, "This signal cannot be connected to."));
        }
        Ok(Box::new(connected))
    }

    pub(super) fn read_model(&self, of: ObjectId, query: &ModelQuery) -> Result<ModelPage, Fault> {
        let model = self.model_behind(of)?;
        let roles = Nodes::texts(query.roles.iter().map(String::as_str));
        let asked = abi::ModelQuery {
            parent: query.parent.as_ptr(),
            parent_length: query.parent.len(),
            first_row: query.first_row,
            rows: query.rows,
            first_column: query.first_column,
            columns: query.columns,
            roles: roles.as_slice().as_ptr(),
            role_count: roles.as_slice().len(),
        };
        let mut counts = abi::ModelCounts::default();
        // SAFETY: the model is alive on this thread; the query and what it points to outlive the call.
        let (outcome, values) =
            self.values(|sink| unsafe { (self.engine.parts.core.model_page)(model, &asked, &mut counts, sink) });
        if outcome != Outcome::OK {
            // The last: a model may go while it is read, and what was read until then stands before it.
            return Err(refusal(outcome, values.last().unwrap_or(&Value::Null), "row or role"));
        }
        let mut lists = values.into_iter().map(list);
        let text = |value| match value {
            Value::Text(text) => text,
            _ => String::new(),
        };
        let mut page = ModelPage {
            row_count: counts.rows,
            column_count: counts.columns,
            can_fetch_more: counts.can_fetch_more,
            role_names: lists.next().unwrap_or_default().into_iter().map(text).collect(),
            headers: lists.next().unwrap_or_default(),
            rows: lists.map(|row| row.into_iter().map(cell).collect()).collect(),
        };
        self.guard_page(of, &mut page);
        Ok(page)
    }

    /// The object itself when it is a model, otherwise the model that it shows.
    fn model_behind(&self, of: ObjectId) -> Result<Object, Fault> {
        let object = self.require(of)?;
        let parts = &self.engine.parts;
        // SAFETY: the object is alive on this thread.
        if unsafe { (parts.core.is_model)(object) } {
            return Ok(object);
        }
        // SAFETY: as above.
        let shown = parts.widgets().map(|widgets| unsafe { (widgets.model_of)(object) });
        // SAFETY: as above.
        let in_qml = || parts.quick().map(|quick| unsafe { (quick.model_of)(object) });
        shown.filter(|model| !model.is_null()).or_else(|| in_qml().filter(|model| !model.is_null())).ok_or_else(|| {
            Fault::new(Code::Unsupported, "The object is no item model and shows none.").next(
                "Pass an item view, a combo box or a QAbstractItemModel; findByClassName with inherits finds them.",
            )
        })
    }
}

/// # Safety
/// The strings and arrays of `method` are valid for the call.
unsafe fn copied(method: &abi::Method) -> Method {
    // SAFETY: by the caller's promise.
    let at = |array: *const *const c_char, nth: usize| unsafe { c_string(*array.add(nth)) };
    let parameter =
        |nth: usize| Parameter { name: at(method.parameter_names, nth), type_name: at(method.parameter_types, nth) };
    // SAFETY: by the caller's promise.
    let (signature, return_type) = unsafe { (c_string(method.signature), c_string(method.return_type)) };
    Method {
        index: method.index,
        name: signature.split('(').next().unwrap_or_default().to_owned(),
        signature,
        return_type: if return_type.is_empty() { "void".to_owned() } else { return_type },
        parameters: (0..method.parameter_count as usize).map(parameter).collect(),
        kind: match method.kind {
            1 => MethodKind::Slot,
            2 => MethodKind::Signal,
            _ => MethodKind::Method,
        },
        public: method.is_public,
    }
}

fn list(value: Value) -> Vec<Value> {
    match value {
        Value::List(items) => items,
        _ => Vec::new(),
    }
}

/// The entry without a name says whether the cell has rows of its own.
fn cell(value: Value) -> ModelCell {
    let Value::Map(entries) = value else { return ModelCell::default() };
    let has_children = entries.iter().any(|(name, value)| name.is_empty() && *value == Value::Bool(true));
    ModelCell { values: entries.into_iter().filter(|(name, _)| !name.is_empty()).collect(), has_children }
}

fn property_name(name: &str) -> Result<CString, Fault> {
    CString::new(name).map_err(|_| Fault::new(Code::BadArgument, "A property's name has no NUL in it."))
}

/// Words what C++ refused; `error` is its own message, if it gave one.
fn refusal(outcome: Outcome, error: &Value, what: &str) -> Fault {
    let said = match error {
        Value::Text(text) => text.as_str(),
        _ => "",
    };
    let (code, default) = match outcome {
        Outcome::NO_SUCH => (Code::NotFound, format!("There is no such {what}.")),
        Outcome::READ_ONLY => (Code::Unsupported, format!("The {what} is read-only.")),
        Outcome::NOT_CONVERTIBLE => (Code::BadArgument, format!("The value does not fit the {what}.")),
        Outcome::UNSUPPORTED => (Code::Unsupported, format!("The {what} has a type that has no JSON form.")),
        _ => (Code::Internal, format!("The app refused the {what}, or threw an exception.")),
    };
    Fault::new(code, if said.is_empty() { default } else { said.to_owned() })
}
