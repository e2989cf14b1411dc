//! Values across the border: streams of calls out of Qt, arrays of nodes into it.

use crate::abi::{Kind, Node, Sink};
use crate::tracker::Tracked;
use qtmcp_tool::{ObjectId, Value};
use std::ffi::{CStr, c_char, c_void};

pub(crate) fn object_id(tracked: Tracked) -> ObjectId {
    ObjectId { slot: tracked.address as u64, generation: tracked.serial }
}

pub(crate) fn tracked(id: ObjectId) -> Tracked {
    Tracked { address: id.slot as usize, serial: id.generation }
}

/// Copies a C string of a meta-object.
///
/// # Safety
/// `text` is null or a valid C string for the duration of the call.
pub(crate) unsafe fn c_string(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not null, and valid by the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Copies a piece of memory that the other side lends for a call.
///
/// # Safety
/// `data` is null or points to `length` elements that live for `'a`.
pub(crate) unsafe fn slice<'a, T>(data: *const T, length: usize) -> &'a [T] {
    if data.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: not null, and valid by the caller's promise.
    unsafe { std::slice::from_raw_parts(data, length) }
}

/// How an address that came out of Qt becomes an object.
pub(crate) type Resolve<'a> = &'a dyn Fn(usize) -> Option<ObjectId>;

/// Collects what the C++ side streams.
pub(crate) struct Collector<'a> {
    resolve: Resolve<'a>,
    /// Hides what must not leave.
    hide: Option<&'a dyn Fn(&mut Value)>,
    values: Vec<Value>,
    open: Vec<Open>,
}

/// A list or map that has begun and not ended.
enum Open {
    List(Vec<Value>),
    Map { entries: Vec<(String, Value)>, key: Option<String> },
}

impl<'a> Collector<'a> {
    pub(crate) fn new(resolve: Resolve<'a>) -> Self {
        Self { resolve, hide: None, values: Vec::new(), open: Vec::new() }
    }

    /// The same, with `hide` run over each text and each piece of bytes.
    pub(crate) fn hiding(self, hide: &'a dyn Fn(&mut Value)) -> Self {
        Self { hide: Some(hide), ..self }
    }

    /// The table of functions that fill this collector. It must not outlive it.
    pub(crate) fn sink(&mut self) -> Sink {
        Sink {
            context: std::ptr::from_mut(self).cast(),
            null,
            boolean,
            integer,
            natural,
            real,
            text,
            bytes,
            object,
            enumerator,
            opaque,
            begin_list,
            begin_map,
            key,
            end,
        }
    }

    /// Everything at the top level, in order.
    pub(crate) fn into_values(self) -> Vec<Value> {
        self.values
    }

    /// The single value, `Null` when none came.
    pub(crate) fn into_value(self) -> Value {
        self.values.into_iter().next().unwrap_or(Value::Null)
    }

    /// The single text, empty when none came.
    pub(crate) fn into_text(self) -> String {
        match self.into_value() {
            Value::Text(text) => text,
            _ => String::new(),
        }
    }

    /// Takes what has come so far.
    pub(crate) fn take_value(&mut self) -> Value {
        let first = self.values.drain(..).next();
        self.open.clear();
        first.unwrap_or(Value::Null)
    }

    fn push(&mut self, mut value: Value) {
        if let (Some(hide), Value::Text(_) | Value::Bytes(_)) = (self.hide, &value) {
            hide(&mut value);
        }
        match self.open.last_mut() {
            None => self.values.push(value),
            Some(Open::List(items)) => items.push(value),
            Some(Open::Map { entries, key }) => entries.push((key.take().unwrap_or_default(), value)),
        }
    }
}

/// Runs `fill` with the collector behind `context`.
///
/// # Safety
/// `context` is the pointer that [`Collector::sink`] put into the table, and its collector is alive and not borrowed.
unsafe fn with(context: *mut c_void, fill: impl FnOnce(&mut Collector<'_>)) {
    // A panic may not cross into C++; there is nobody to tell, and a missing value shows as null.
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // SAFETY: by the caller's promise; C++ calls the sink on one thread, one call at a time.
        fill(unsafe { &mut *context.cast::<Collector<'_>>() });
    }));
}

macro_rules! sink_functions {
    ($($name:ident($($argument:ident: $type:ty),*) => $body:expr;)*) => {$(
        unsafe extern "C" fn $name(context: *mut c_void, $($argument: $type),*) {
            let fill: &mut dyn FnMut(&mut Collector<'_>) = &mut $body;
            // SAFETY: C++ passes back the context it was given, within the call that gave it.
            unsafe { with(context, fill) }
        }
    )*};
}

sink_functions! {
    null() => |collector| collector.push(Value::Null);
    boolean(value: bool) => |collector| collector.push(Value::Bool(value));
    integer(value: i64) => |collector| collector.push(Value::Int(value));
    natural(value: u64) => |collector| collector.push(Value::UInt(value));
    real(value: f64) => |collector| collector.push(Value::Real(value));
    // SAFETY: the text is lent for the call.
    text(data: *const u16, length: usize) => |collector| collector.push(Value::Text(unsafe { utf16(data, length) }));
    // SAFETY: the bytes are lent for the call.
    bytes(data: *const u8, length: usize) => |collector| collector.push(Value::Bytes(unsafe { slice(data, length) }.to_vec()));
    object(address: *const c_void) => |collector| {
        let id = if address.is_null() { None } else { (collector.resolve)(address as usize) };
        collector.push(id.map_or(Value::Null, Value::Object));
    };
    enumerator(name: *const c_char, length: usize, number: i64) => |collector| {
        // SAFETY: the name is lent for the call.
        let name = String::from_utf8_lossy(unsafe { slice(name.cast::<u8>(), length) }).into_owned();
        collector.push(Value::Enum { name, number });
    };
    // SAFETY: the name is a C string for the call.
    opaque(type_name: *const c_char) => |collector| collector.push(Value::Opaque(unsafe { c_string(type_name) }));
    begin_list() => |collector| collector.open.push(Open::List(Vec::new()));
    begin_map() => |collector| collector.open.push(Open::Map { entries: Vec::new(), key: None });
    key(data: *const u16, length: usize) => |collector| {
        if let Some(Open::Map { key, .. }) = collector.open.last_mut() {
            // SAFETY: the text is lent for the call.
            let mut name = Value::Text(unsafe { utf16(data, length) });
            if let Some(hide) = collector.hide {
                hide(&mut name);
            }
            *key = if let Value::Text(name) = name { Some(name) } else { None };
        }
    };
    end() => |collector| match collector.open.pop() {
        Some(Open::List(items)) => collector.push(Value::List(items)),
        Some(Open::Map { entries, .. }) => collector.push(Value::Map(entries)),
        None => {}
    };
}

/// Copies a text. Lone surrogates, which Qt may hold, become U+FFFD.
///
/// # Safety
/// As for [`slice`]; C++ lends texts for a call.
pub(crate) unsafe fn utf16(data: *const u16, length: usize) -> String {
    // SAFETY: by the caller's promise.
    String::from_utf16_lossy(unsafe { slice(data, length) })
}

/// A value laid out for C++; it keeps the memory its nodes point to.
#[derive(Default)]
pub(crate) struct Nodes {
    nodes: Vec<Node>,
    texts: Vec<Vec<u16>>,
    bytes: Vec<Vec<u8>>,
}

impl Nodes {
    pub(crate) fn of(values: &[Value]) -> Self {
        let mut nodes = Self::default();
        values.iter().for_each(|value| nodes.push(value));
        nodes
    }

    pub(crate) fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut nodes = Self::default();
        texts.into_iter().for_each(|text| nodes.push_text(text));
        nodes
    }

    pub(crate) fn as_slice(&self) -> &[Node] {
        &self.nodes
    }

    fn push(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Opaque(_) => self.plain(Kind::Null, 0, 0.0),
            Value::Bool(value) => self.plain(Kind::Bool, i64::from(*value), 0.0),
            Value::Int(value) | Value::Enum { number: value, .. } => self.plain(Kind::Int, *value, 0.0),
            Value::UInt(value) => self.plain(Kind::UInt, value.cast_signed(), 0.0),
            Value::Real(value) => self.plain(Kind::Real, 0, *value),
            Value::Text(text) => self.push_text(text),
            Value::Bytes(bytes) => {
                self.bytes.push(bytes.clone());
                let kept = self.bytes.last().map_or(&[][..], Vec::as_slice);
                self.node(Kind::Bytes, kept.as_ptr().cast(), kept.len());
            }
            Value::Object(id) => self.node(Kind::Object, id.slot as *const c_void, 0),
            Value::List(items) => {
                self.container(Kind::List, items.len());
                items.iter().for_each(|item| self.push(item));
            }
            Value::Map(entries) => {
                self.container(Kind::Map, entries.len());
                for (key, value) in entries {
                    self.push_text(key);
                    self.push(value);
                }
            }
        }
    }

    fn push_text(&mut self, text: &str) {
        self.texts.push(text.encode_utf16().collect());
        let kept = self.texts.last().map_or(&[][..], Vec::as_slice);
        self.node(Kind::Text, kept.as_ptr().cast(), kept.len());
    }

    fn plain(&mut self, kind: Kind, integer: i64, real: f64) {
        self.nodes.push(Node { kind, count: 0, integer, real, data: std::ptr::null(), length: 0 });
    }

    fn node(&mut self, kind: Kind, data: *const c_void, length: usize) {
        self.nodes.push(Node { kind, count: 0, integer: 0, real: 0.0, data, length });
    }

    fn container(&mut self, kind: Kind, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.nodes.push(Node { kind, count, integer: 0, real: 0.0, data: std::ptr::null(), length: 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_of_calls_becomes_one_value() {
        let resolve = |address: usize| Some(ObjectId { slot: address as u64, generation: 1 });
        let mut collector = Collector::new(&resolve);
        let sink = collector.sink();
        let name: Vec<u16> = "é".encode_utf16().collect();
        // SAFETY: the collector outlives the calls, and all pointers are to living memory.
        unsafe {
            (sink.begin_map)(sink.context);
            (sink.key)(sink.context, name.as_ptr(), name.len());
            (sink.begin_list)(sink.context);
            (sink.integer)(sink.context, -1);
            (sink.object)(sink.context, 16 as *const c_void);
            (sink.object)(sink.context, std::ptr::null());
            (sink.end)(sink.context);
            (sink.end)(sink.context);
        }
        let object = Value::Object(ObjectId { slot: 16, generation: 1 });
        let list = Value::List(vec![Value::Int(-1), object, Value::Null]);
        assert_eq!(collector.into_value(), Value::Map(vec![("é".to_owned(), list)]));
    }

    #[test]
    fn nodes_are_in_preorder() {
        let value = Value::List(vec![Value::Map(vec![("k".into(), Value::Bool(true))]), Value::Text("日本".into())]);
        let nodes = Nodes::of(&[value]);
        let kinds: Vec<_> = nodes.as_slice().iter().map(|node| (node.kind, node.count, node.length)).collect();
        assert_eq!(
            kinds,
            [(Kind::List, 2, 0), (Kind::Map, 1, 0), (Kind::Text, 0, 1), (Kind::Bool, 0, 0), (Kind::Text, 0, 2)]
        );
    }
}
