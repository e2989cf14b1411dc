//! The objects of a fake app.

use super::fixture::{self, Attribute, Line};
use super::items::Place;
use crate::{ElementId, Identity, Listener, Method, ModelCell, ObjectId, Property, Screen, Value};
use qtmcp_vision::{Point, Rect};
use serde_json::Value as Json;

/// All objects there ever were; a slot is never used twice.
pub(super) struct Tree {
    objects: Vec<Option<Object>>,
    /// What the mouse was last aimed at, and where in it.
    pub(super) aimed: Option<(ElementId, Point)>,
    /// Where on the screen the mouse is.
    pub(super) pointer: Option<Point>,
    pub(super) screen: Screen,
    pub(super) focused: Option<ObjectId>,
    /// In the field that has the focus, where the selection begins; it goes to the end.
    pub(super) selection: Option<usize>,
}

#[derive(Default)]
pub(super) struct Object {
    pub(super) identity: Identity,
    pub(super) bases: Vec<String>,
    pub(super) parent: Option<ObjectId>,
    pub(super) children: Vec<ObjectId>,
    pub(super) related: Vec<String>,
    pub(super) properties: Vec<Property>,
    pub(super) context: Vec<Property>,
    pub(super) methods: Vec<FakeMethod>,
    pub(super) listeners: Vec<(i32, u64, Listener)>,
    pub(super) rect: Rect,
    pub(super) hidden: bool,
    pub(super) disabled: bool,
    pub(super) modal: bool,
    pub(super) popup: bool,
    pub(super) covers: Option<String>,
    pub(super) opens: Option<String>,
    pub(super) rows: Option<Vec<Row>>,
    pub(super) headers: Vec<Value>,
    /// Of its rows and cells: those selected, and the current one.
    pub(super) selected: Vec<u64>,
    pub(super) current: Option<Place>,
}

#[derive(Clone)]
pub(super) struct FakeMethod {
    pub(super) method: Method,
    pub(super) answer: Value,
    pub(super) nests: bool,
}

#[derive(Clone)]
pub(super) struct Row {
    pub(super) cells: Vec<ModelCell>,
    pub(super) rows: Vec<Row>,
}

impl Tree {
    pub(super) fn read(text: &str) -> Self {
        let area = Rect { x: 0.0, y: 0.0, width: 1024.0, height: 768.0 };
        let mut tree = Self {
            objects: Vec::new(),
            aimed: None,
            pointer: None,
            screen: Screen { area, ratio: 1.0 },
            focused: None,
            selection: None,
        };
        let mut references = Vec::new();
        let mut above: Vec<(usize, ObjectId)> = Vec::new();
        for line in fixture::read(text) {
            above.retain(|(depth, _)| *depth < line.depth);
            let depth = line.depth;
            let id = tree.place(above.last().map(|(_, parent)| *parent), line, &mut references);
            above.push((depth, id));
        }
        tree.link(references);
        tree
    }

    pub(super) fn add(&mut self, parent: ObjectId, line: &str) -> ObjectId {
        let mut references = Vec::new();
        let id = self.place(Some(parent), fixture::line(line), &mut references);
        self.link(references);
        id
    }

    /// Takes an object and all below it out; the answer lists them, children first.
    pub(super) fn remove(&mut self, id: ObjectId) -> Vec<ObjectId> {
        let Some(object) = self.objects.get_mut(id.slot as usize).and_then(Option::take) else { return Vec::new() };
        if let Some(parent) = object.parent.and_then(|parent| self.get_mut(parent)) {
            parent.children.retain(|child| *child != id);
        }
        let mut gone: Vec<_> = object.children.iter().flat_map(|child| self.remove(*child)).collect();
        gone.push(id);
        gone
    }

    pub(super) fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.slot as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(id.slot as usize)?.as_mut()
    }

    pub(super) fn all(&self) -> Vec<ObjectId> {
        let alive = |(slot, object): (usize, &Option<Object>)| object.is_some().then(|| id_of(slot));
        self.objects.iter().enumerate().filter_map(alive).collect()
    }

    pub(super) fn application(&self) -> Option<ObjectId> {
        self.get(id_of(0)).map(|_| id_of(0))
    }

    pub(super) fn find(&self, target: &str) -> Option<ObjectId> {
        let is_meant = |identity: &Identity| match target.strip_prefix('#') {
            Some(name) => identity.object_name == name || identity.qml_id == name,
            None => identity.class == target,
        };
        self.all().into_iter().find(|id| self.get(*id).is_some_and(|object| is_meant(&object.identity)))
    }

    pub(super) fn set(&mut self, id: ObjectId, name: &str, value: Value) {
        let property = self.get_mut(id).and_then(|object| object.properties.iter_mut().find(|p| p.name == name));
        if let Some(property) = property {
            property.value = value;
        }
    }

    pub(super) fn show(&mut self, id: ObjectId, visible: bool) {
        if let Some(object) = self.get_mut(id) {
            object.hidden = !visible;
        }
    }

    pub(super) fn listeners(&self, id: ObjectId, signal: &str) -> Vec<Listener> {
        let Some(object) = self.get(id) else { return Vec::new() };
        let is_meant = |method: &Method| method.name == signal || method.signature == signal;
        let of_signal = |index: i32| object.methods.iter().any(|m| m.method.index == index && is_meant(&m.method));
        object.listeners.iter().filter(|(index, ..)| of_signal(*index)).map(|(.., listener)| listener.clone()).collect()
    }

    pub(super) fn connections(&self) -> usize {
        self.objects.iter().flatten().map(|object| object.listeners.len()).sum()
    }

    pub(super) fn can_nest(&self) -> bool {
        self.objects.iter().flatten().any(|object| object.opens.is_some() || object.methods.iter().any(|m| m.nests))
    }

    /// The object and its parents, the nearest first.
    pub(super) fn lineage(&self, id: ObjectId) -> impl Iterator<Item = (ObjectId, &Object)> {
        std::iter::successors(self.get(id).map(|object| (id, object)), |(_, object)| {
            let parent = object.parent?;
            self.get(parent).map(|object| (parent, object))
        })
    }

    fn place(&mut self, parent: Option<ObjectId>, line: Line, references: &mut Vec<Reference>) -> ObjectId {
        let id = id_of(self.objects.len());
        let mut object = Object {
            bases: fixture::usual_bases(&line.class),
            identity: Identity { class: line.class, object_name: line.object_name, qml_id: line.qml_id },
            parent,
            ..Object::default()
        };
        for attribute in line.attributes {
            match attribute {
                Attribute::Property(property) => object.properties.push(property),
                Attribute::Reference { property, target } => references.push((id, property, target)),
                Attribute::Context(property) => object.context.push(property),
                Attribute::Method { mut method, answer, nests } => {
                    method.index = i32::try_from(object.methods.len()).unwrap_or(i32::MAX);
                    object.methods.push(FakeMethod { method, answer, nests });
                }
                Attribute::Bases(bases) => object.bases = bases,
                Attribute::At(rect) => object.rect = rect,
                Attribute::Related(names) => object.related = names,
                Attribute::Covers(target) => object.covers = Some(target),
                Attribute::Opens(target) => object.opens = Some(target),
                Attribute::Rows(json) => object.rows = Some(rows(&json)),
                Attribute::Headers(json) => object.headers = list(&json).iter().map(Value::from).collect(),
                Attribute::Flag(flag) => match flag.as_str() {
                    "hidden" => object.hidden = true,
                    "disabled" => object.disabled = true,
                    "modal" => object.modal = true,
                    "popup" => object.popup = true,
                    _ => panic!("`{flag}` is no flag of a fixture"),
                },
            }
        }
        self.objects.push(Some(object));
        if let Some(parent) = parent.and_then(|parent| self.get_mut(parent)) {
            parent.children.push(id);
        }
        id
    }

    fn link(&mut self, references: Vec<Reference>) {
        for (id, name, target) in references {
            let target = self.find(&target).unwrap_or_else(|| panic!("the fixture has no `{target}`"));
            let type_name = format!("{}*", self.get(target).map_or("QObject", |object| &object.identity.class));
            let value = Value::Object(target);
            if let Some(object) = self.get_mut(id) {
                object.properties.push(Property { name, type_name, value, writable: true, dynamic: false });
            }
        }
    }
}

/// An object's property, and the object it is to hold.
type Reference = (ObjectId, String, String);

fn id_of(slot: usize) -> ObjectId {
    ObjectId { slot: slot as u64, generation: 1 }
}

fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn rows(json: &Json) -> Vec<Row> {
    let row = |json: &Json| match json {
        Json::Object(fields) => Row { cells: cells(&fields["cells"], true), rows: rows(&fields["rows"]) },
        plain => Row { cells: cells(plain, false), rows: Vec::new() },
    };
    list(json).iter().map(row).collect()
}

fn cells(json: &Json, has_children: bool) -> Vec<ModelCell> {
    let cell = |(column, json): (usize, &Json)| {
        let values = match json {
            Json::Object(roles) => roles.iter().map(|(role, value)| (role.clone(), Value::from(value))).collect(),
            plain => vec![("display".to_owned(), Value::from(plain))],
        };
        ModelCell { values, has_children: has_children && column == 0 }
    };
    list(json).iter().enumerate().map(cell).collect()
}
