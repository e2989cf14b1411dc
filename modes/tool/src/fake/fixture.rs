//! The text a fake app is read from: one object a line, children indented below their parent.

use crate::{Method, MethodKind, Parameter, Property, Value};
use qtmcp_vision::Rect;
use serde_json::Value as Json;

/// One object as its line describes it.
pub(super) struct Line {
    pub(super) depth: usize,
    pub(super) class: String,
    pub(super) object_name: String,
    pub(super) qml_id: String,
    pub(super) attributes: Vec<Attribute>,
}

/// What may stand behind the object on its line.
pub(super) enum Attribute {
    /// `text="OK"`, `color:QColor="red"`, `readonly.width=5`, `dynamic.note="x"`.
    Property(Property),
    /// `buddy->#field`: a property that holds another object.
    Reference { property: String, target: String },
    /// `context.user="Ada"`: seen by the object through its QML context.
    Context(Property),
    /// `method="int combine(int a,int b) = 7"`, `slot="void click()"`, `signal="clicked(bool)"`; `nests` at the end of
    /// a method makes it run an event loop of its own.
    Method { method: Method, answer: Value, nests: bool },
    /// `bases=QAbstractButton,QWidget,QObject`.
    Bases(Vec<String>),
    /// `at=10,20,80,30`, in the parent's coordinates.
    At(Rect),
    /// `related=#save,#open`.
    Related(Vec<String>),
    /// `covers=#ok`.
    Covers(String),
    /// `opens=#dialog`: a click shows it and runs its event loop.
    Opens(String),
    /// `rows=[["a","b"]]`, or for a tree `rows=[{"cells":["a"],"rows":[["b"]]}]`.
    Rows(Json),
    /// `headers=["Name"]`.
    Headers(Json),
    /// `hidden`, `disabled`, `modal`, `popup`.
    Flag(String),
}

/// Reads a fixture. Panics on what it does not understand: fixtures are written by tests.
pub(super) fn read(text: &str) -> Vec<Line> {
    text.lines().filter(|line| !line.trim().is_empty()).map(line).collect()
}

/// Reads one line.
pub(super) fn line(text: &str) -> Line {
    let depth = text.len() - text.trim_start().len();
    let mut words = words(text.trim()).into_iter();
    let head = words.next().unwrap_or_default();
    let (class, names) = head.split_at(head.find(['#', '@']).unwrap_or(head.len()));
    let (object_name, names) = name(names, '#');
    let (qml_id, _) = name(names, '@');
    let class = class.to_owned();
    Line { depth, class, object_name, qml_id, attributes: words.map(|word| attribute(&word)).collect() }
}

/// The name behind a mark, which may be a JSON string, and what follows it.
fn name(text: &str, mark: char) -> (String, &str) {
    let Some(text) = text.strip_prefix(mark) else { return (String::new(), text) };
    if text.starts_with('"') {
        let mut quoted = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let name = quoted.next().and_then(Result::ok).unwrap_or_else(|| panic!("`{text}`: a JSON string is wanted"));
        return (name, &text[quoted.byte_offset()..]);
    }
    let (name, rest) = text.split_at(text.find('@').unwrap_or(text.len()));
    (name.to_owned(), rest)
}

/// Words between spaces, quotes and brackets kept together.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut quoted, mut escaped, mut nesting) = (false, false, 0_i32);
    for character in text.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '[' | '{' | '(' if !quoted => nesting += 1,
            ']' | '}' | ')' if !quoted => nesting -= 1,
            ' ' if !quoted && nesting == 0 => {
                words.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(word) = words.last_mut() {
            word.push(character);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn attribute(word: &str) -> Attribute {
    if let Some((property, target)) = word.split_once("->") {
        return Attribute::Reference { property: property.to_owned(), target: target.to_owned() };
    }
    let Some((key, text)) = word.split_once('=') else {
        return Attribute::Flag(word.to_owned());
    };
    let names = || text.split(',').map(str::to_owned).collect();
    match key {
        "bases" => Attribute::Bases(names()),
        "at" => {
            let numbers: Vec<f64> = text.split(',').filter_map(|number| number.parse().ok()).collect();
            let [x, y, width, height] = numbers[..] else { panic!("`{word}`: four numbers are wanted") };
            Attribute::At(Rect { x, y, width, height })
        }
        "related" => Attribute::Related(names()),
        "covers" => Attribute::Covers(text.to_owned()),
        "opens" => Attribute::Opens(text.to_owned()),
        "rows" => Attribute::Rows(json(text)),
        "headers" => Attribute::Headers(json(text)),
        "method" => method(text, MethodKind::Method),
        "slot" => method(text, MethodKind::Slot),
        "signal" => method(text, MethodKind::Signal),
        _ => property(key, text),
    }
}

fn property(key: &str, text: &str) -> Attribute {
    let (prefix, key) = match key.split_once('.') {
        Some((prefix @ ("readonly" | "dynamic" | "context"), rest)) => (prefix, rest),
        _ => ("", key),
    };
    let (name, type_name) = match key.split_once(':') {
        Some((name, type_name)) => (name, type_name.to_owned()),
        None => (key, String::new()),
    };
    let value = value(text, &type_name);
    let type_name = if type_name.is_empty() { usual_type(&value).to_owned() } else { type_name };
    let property = Property {
        name: name.to_owned(),
        type_name,
        value,
        writable: prefix != "readonly",
        dynamic: prefix == "dynamic",
    };
    if prefix == "context" { Attribute::Context(property) } else { Attribute::Property(property) }
}

/// `opaque`, `NaN`, `Infinity`, `bytes(text)`, `enum(AlignLeft,1)`, or JSON.
fn value(text: &str, type_name: &str) -> Value {
    let inside = |name: &str| text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')');
    if let Some((name, number)) = inside("enum").and_then(|pair| pair.rsplit_once(',')) {
        return Value::Enum { name: name.to_owned(), number: number.trim().parse().unwrap_or_default() };
    }
    if let Some(bytes) = inside("bytes") {
        return Value::Bytes(bytes.as_bytes().to_vec());
    }
    match text {
        "opaque" => Value::Opaque(type_name.to_owned()),
        "NaN" => Value::Real(f64::NAN),
        "Infinity" => Value::Real(f64::INFINITY),
        _ => Value::from(&json(text)),
    }
}

fn usual_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "QVariant",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::UInt(_) => "qulonglong",
        Value::Real(_) => "double",
        Value::Text(_) => "QString",
        Value::Bytes(_) => "QByteArray",
        Value::Object(_) => "QObject*",
        Value::Enum { .. } => "Enum",
        Value::List(_) => "QVariantList",
        Value::Map(_) => "QVariantMap",
        Value::Opaque(_) => "Unknown",
    }
}

fn method(text: &str, kind: MethodKind) -> Attribute {
    let text: String = serde_json::from_str(text).unwrap_or_else(|_| panic!("`{text}`: a quoted signature is wanted"));
    let (text, nests) = match text.strip_suffix(" nests") {
        Some(rest) => (rest.to_owned(), true),
        None => (text, false),
    };
    let (declared, answer) = match text.split_once(" = ") {
        Some((declared, answer)) => (declared, value(answer, "")),
        None => (text.as_str(), Value::Null),
    };
    let (head, parameters) = declared.trim_end_matches(')').split_once('(').unwrap_or((declared, ""));
    let (return_type, name) = head.rsplit_once(' ').unwrap_or(("void", head));
    let parameters: Vec<Parameter> = parameters
        .split(',')
        .filter(|parameter| !parameter.is_empty())
        .map(|parameter| {
            let (type_name, name) = parameter.trim().split_once(' ').unwrap_or((parameter.trim(), ""));
            Parameter { name: name.to_owned(), type_name: type_name.to_owned() }
        })
        .collect();
    let types: Vec<_> = parameters.iter().map(|parameter| parameter.type_name.as_str()).collect();
    let signature = format!("{name}({})", types.join(","));
    let method = Method {
        index: 0,
        name: name.to_owned(),
        signature,
        return_type: return_type.to_owned(),
        parameters,
        kind,
        public: true,
    };
    Attribute::Method { method, answer, nests }
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// The bases of the classes fixtures use most, so that they need not be spelt out.
pub(super) fn usual_bases(class: &str) -> Vec<String> {
    let bases: &[&str] = match class {
        "QApplication" => &["QGuiApplication", "QCoreApplication", "QObject"],
        "QPushButton" | "QToolButton" | "QCheckBox" | "QRadioButton" => &["QAbstractButton", "QWidget", "QObject"],
        "QTableView" | "QTreeView" | "QListView" => &["QAbstractItemView", "QAbstractScrollArea", "QWidget", "QObject"],
        "QWidget" => &["QObject"],
        "QMainWindow" | "QDialog" | "QLineEdit" | "QLabel" | "QMenu" | "QMenuBar" | "QComboBox" | "QGroupBox"
        | "QTabWidget" | "QFrame" | "QTextEdit" | "QSpinBox" | "QSlider" | "QDateEdit" | "QKeySequenceEdit"
        | "Gauge" => &["QWidget", "QObject"],
        "QQuickItem" => &["QObject"],
        "Button" | "Rectangle" | "Item" | "Text" | "TextField" => &["QQuickItem", "QObject"],
        "QQuickWindow" => &["QWindow", "QObject"],
        "QVBoxLayout" | "QHBoxLayout" => &["QBoxLayout", "QLayout", "QObject"],
        _ => &["QObject"],
    };
    bases.iter().map(|&base| base.to_owned()).collect()
}
