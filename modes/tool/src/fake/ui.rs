//! A visit to a fake app.

use super::tree::{Object, Row, Tree};
use super::{FakeApp, OnDrop, lock};
use crate::{
    Code, Connection, Elements, Fault, Identity, Listener, Method, ModelCell, ModelPage, ModelQuery, MouseButton,
    MouseEvent, MouseKind, ObjectId, Placement, Property, Screen, Shot, Stroke, Ui, Value, Visited,
};
use qtmcp_vision::keys::{self, Chord, Key, Modifiers};
use qtmcp_vision::{Frame, Rect};
use std::cell::Cell;
use std::sync::mpsc::Sender;

pub(super) struct FakeUi {
    pub(super) app: FakeApp,
    nested: Option<Sender<Visited>>,
    calls: Cell<usize>,
}

impl FakeUi {
    pub(super) fn new(app: FakeApp, nested: Option<Sender<Visited>>) -> Self {
        Self { app, nested, calls: Cell::new(0) }
    }

    pub(super) fn object<R>(&self, id: ObjectId, read: impl FnOnce(&Object) -> R) -> Result<R, Fault> {
        self.calls.set(self.calls.get() + 1);
        self.app.tree().get(id).map(read).ok_or_else(gone)
    }

    pub(super) fn record(&self, line: String) {
        self.app.script().input.push(line);
    }

    /// Runs an event loop, until the test ends it; a visit that waits for its job has none to run.
    fn nest(&self) {
        let Some(nested) = &self.nested else { return };
        nested.send(Visited::Nested).ok();
        let (done, changed) = &self.app.shared.nested_done;
        let held = lock(done);
        drop(changed.wait_while(held, |done| !*done));
    }
}

impl Ui for FakeUi {
    fn application(&mut self) -> Option<ObjectId> {
        self.app.tree().application()
    }

    fn children(&mut self, of: ObjectId) -> Vec<ObjectId> {
        self.object(of, |object| object.children.clone()).unwrap_or_default()
    }

    fn related(&mut self, of: ObjectId) -> Vec<ObjectId> {
        let names = self.object(of, |object| object.related.clone()).unwrap_or_default();
        let tree = self.app.tree();
        names.iter().filter_map(|name| tree.find(name)).collect()
    }

    fn parent(&mut self, of: ObjectId) -> Option<ObjectId> {
        self.object(of, |object| object.parent).ok().flatten()
    }

    fn identity(&mut self, of: ObjectId) -> Option<Identity> {
        self.object(of, |object| object.identity.clone()).ok()
    }

    fn inheritance(&mut self, of: ObjectId) -> Result<Vec<String>, Fault> {
        self.object(of, |object| std::iter::once(&object.identity.class).chain(&object.bases).cloned().collect())
    }

    fn placement(&mut self, of: ObjectId) -> Result<Placement, Fault> {
        self.object(of, |_| ())?;
        let tree = self.app.tree();
        placement(&tree, of).ok_or_else(|| Fault::new(Code::Unsupported, "the object has no place on the screen"))
    }

    fn properties(&mut self, of: ObjectId) -> Result<Vec<Property>, Fault> {
        self.object(of, |object| object.properties.clone())
    }

    fn property(&mut self, of: ObjectId, name: &str) -> Result<Value, Fault> {
        let found = self.object(of, |object| {
            object.properties.iter().chain(&object.context).find(|p| p.name == name).map(|p| p.value.clone())
        })?;
        found.ok_or_else(|| Fault::new(Code::NotFound, format!("no property `{name}`")))
    }

    fn set_property(&mut self, of: ObjectId, name: &str, value: &Value) -> Result<Value, Fault> {
        let property =
            self.own_property(of, name).ok_or_else(|| Fault::new(Code::NotFound, format!("no property `{name}`")))?;
        if !property.writable {
            return Err(Fault::new(Code::Unsupported, format!("`{name}` is read-only")));
        }
        if !fits(&property.type_name, value) {
            let message = format!("`{name}` is a {}, and {value:?} is none", property.type_name);
            return Err(Fault::new(Code::BadArgument, message));
        }
        self.app.tree().set(of, name, value.clone());
        Ok(value.clone())
    }

    fn methods(&mut self, of: ObjectId) -> Result<Vec<Method>, Fault> {
        self.object(of, |object| object.methods.iter().map(|fake| fake.method.clone()).collect())
    }

    fn invoke(&mut self, of: ObjectId, method: i32, arguments: &[Value]) -> Result<Value, Fault> {
        let found =
            self.object(of, |object| object.methods.iter().find(|fake| fake.method.index == method).cloned())?;
        let fake = found.ok_or_else(|| Fault::new(Code::NotFound, format!("no method {method}")))?;
        let parameters = &fake.method.parameters;
        let all_fit = parameters.iter().zip(arguments).all(|(parameter, value)| fits(&parameter.type_name, value));
        if parameters.len() != arguments.len() || !all_fit {
            return Err(Fault::new(Code::BadArgument, format!("{} does not take that", fake.method.signature)));
        }
        self.record(format!("invoke {} {arguments:?}", fake.method.signature));
        if fake.nests {
            self.nest();
        }
        Ok(fake.answer)
    }

    fn connect(&mut self, of: ObjectId, signal: i32, listener: Listener) -> Result<Connection, Fault> {
        let number = self.app.next_number();
        self.app.tree().get_mut(of).ok_or_else(gone)?.listeners.push((signal, number, listener));
        let app = self.app.clone();
        Ok(Box::new(OnDrop::new(move || {
            if let Some(object) = app.tree().get_mut(of) {
                object.listeners.retain(|(_, known, _)| *known != number);
            }
        })))
    }

    fn model_page(&mut self, of: ObjectId, query: &ModelQuery) -> Result<ModelPage, Fault> {
        let (rows, headers) = self.object(of, |object| (object.rows.clone(), object.headers.clone()))?;
        let mut rows: Vec<Row> = rows.ok_or_else(|| Fault::new(Code::Unsupported, "the object shows no model"))?;
        for &row in &query.parent {
            let under = usize::try_from(row).ok().and_then(|row| rows.get(row).cloned());
            rows = under.ok_or_else(|| Fault::new(Code::NotFound, format!("no row {row}")))?.rows;
        }
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let part = |first: i32, count: i32| (first.max(0) as usize, count.max(0) as usize);
        let (first, count) = part(query.first_row, query.rows);
        let (first_column, columns) = part(query.first_column, query.columns);
        let wanted: Vec<String> = if query.roles.is_empty() { vec!["display".into()] } else { query.roles.clone() };
        let cell = |cell: &ModelCell| ModelCell {
            values: wanted
                .iter()
                .map(|role| {
                    let value = cell.values.iter().find(|(known, _)| known == role);
                    (role.clone(), value.map_or(Value::Null, |(_, value)| value.clone()))
                })
                .collect(),
            has_children: cell.has_children,
        };
        Ok(ModelPage {
            row_count: number(rows.len()),
            column_count: number(rows.iter().map(|row| row.cells.len()).max().unwrap_or_default()),
            can_fetch_more: false,
            role_names: vec!["display".into(), "edit".into()],
            headers: headers.into_iter().skip(first_column).take(columns).collect(),
            rows: rows
                .iter()
                .skip(first)
                .take(count)
                .map(|row| row.cells.iter().skip(first_column).take(columns).map(cell).collect())
                .collect(),
        })
    }

    fn mouse(&mut self, event: &MouseEvent) -> Result<(), Fault> {
        let what = match event.kind {
            MouseKind::Move { .. } => "move".to_owned(),
            MouseKind::Press(button) => format!("press {button:?}"),
            MouseKind::DoublePress(button) => format!("double press {button:?}"),
            MouseKind::Release(button) => format!("release {button:?}"),
            MouseKind::Wheel { right, down } => format!("wheel {right},{down}"),
        };
        self.record(format!("{what} {},{}{}", event.at.global.x, event.at.global.y, held(event.modifiers)));
        let mut tree = self.app.tree();
        tree.pointer = Some(event.at.screen);
        let Some((element, place)) = tree.aimed else { return Ok(()) };
        match event.kind {
            MouseKind::DoublePress(MouseButton::Left) => tree.clicked(element, place, 2, event.modifiers.ctrl),
            MouseKind::Release(MouseButton::Left) => tree.clicked(element, place, 1, event.modifiers.ctrl),
            _ => return Ok(()),
        }
        drop(tree);
        let aimed = element.object;
        let (listeners, opens) = {
            let tree = self.app.tree();
            (tree.listeners(aimed, "clicked"), tree.get(aimed).and_then(|object| object.opens.clone()))
        };
        for listener in listeners {
            listener(vec![Value::Bool(false)]);
        }
        if let Some(target) = opens {
            self.app.show(&target, true);
            self.nest();
        }
        Ok(())
    }

    fn key(&mut self, chord: Chord, stroke: Stroke) -> Result<(), Fault> {
        let key = match chord.key {
            Key::Char(character) => character.to_string(),
            Key::F(number) => format!("F{number}"),
            Key::Dead(mark) => format!("dead {}", keys::accent(mark)),
            Key::Named(named) => format!("{named:?}"),
        };
        let what = match stroke {
            Stroke::Press => "down",
            Stroke::Repeat => "repeat",
            Stroke::Release => "up",
        };
        self.record(format!("key {what} {key}{}", held(chord.modifiers)));
        match chord.key {
            _ if stroke == Stroke::Release => {}
            Key::F(number) => self.app.tree().pressed_function(number),
            _ => self.app.tree().pressed(chord),
        }
        Ok(())
    }

    fn type_character(&mut self, character: char) -> Result<(), Fault> {
        self.record(format!("type {character}"));
        self.app.tree().typed(character);
        Ok(())
    }

    fn grab(&mut self, of: ObjectId) -> Result<Frame, Fault> {
        let rect = self.placement(of)?.global;
        Ok(plain(rect))
    }

    fn screen(&mut self) -> Result<Screen, Fault> {
        Ok(self.app.tree().screen)
    }

    fn grab_screen(&mut self) -> Result<Shot, Fault> {
        if self.windows().is_empty() {
            return Err(Fault::new(Code::NoWindow, "The app shows no window."));
        }
        let Screen { area, ratio } = self.screen()?;
        let device = Rect { width: area.width * ratio, height: area.height * ratio, ..area };
        Ok(Shot { frame: Frame { ratio, ..plain(device) }, area, pointer: self.app.tree().pointer })
    }

    fn is_over_budget(&self) -> bool {
        self.calls.get() >= self.app.script().budget_calls
    }
}

/// A picture of one colour.
fn plain(rect: Rect) -> Frame {
    let (width, height) = (rect.width as u32, rect.height as u32);
    Frame { width, height, ratio: 1.0, rgba: [10, 20, 30, 255].repeat(width as usize * height as usize) }
}

fn gone() -> Fault {
    Fault::new(Code::NotFound, "the object is gone")
}

/// Where an object is, for widgets, items and windows.
pub(super) fn placement(tree: &Tree, of: ObjectId) -> Option<Placement> {
    let object = tree.get(of)?;
    let is = |base: &str| object.identity.class == base || object.bases.iter().any(|known| known == base);
    let (is_widget, is_item) = (is("QWidget"), is("QQuickItem"));
    let is_window = is("QWindow") || is_widget && object.parent == tree.application();
    if !is_widget && !is_item && !is_window {
        return None;
    }
    let mut global = Rect { x: 0.0, y: 0.0, ..object.rect };
    let (mut visible, mut enabled) = (true, true);
    for (_, above) in tree.lineage(of) {
        global.x += above.rect.x;
        global.y += above.rect.y;
        visible &= !above.hidden;
        enabled &= !above.disabled;
    }
    Some(Placement { is_widget, is_item, is_window, local: object.rect, global, visible, enabled })
}

/// A shown object of some kind that neither is the target nor holds it.
pub(super) fn in_the_way(tree: &Tree, target: ObjectId, kind: impl Fn(&Object) -> bool) -> Option<ObjectId> {
    let holds_target = |id: ObjectId| tree.lineage(target).any(|(above, _)| above == id);
    let shown = |id: ObjectId| placement(tree, id).is_some_and(|placement| placement.visible);
    tree.all().into_iter().find(|id| tree.get(*id).is_some_and(&kind) && shown(*id) && !holds_target(*id))
}

fn fits(type_name: &str, value: &Value) -> bool {
    match type_name {
        "bool" => matches!(value, Value::Bool(_)),
        "int" => matches!(value, Value::Int(_)),
        "double" => matches!(value, Value::Int(_) | Value::Real(_)),
        "QString" => matches!(value, Value::Text(_)),
        "QByteArray" => matches!(value, Value::Bytes(_)),
        pointer if pointer.ends_with('*') => matches!(value, Value::Object(_) | Value::Null),
        _ => true,
    }
}

fn held(modifiers: Modifiers) -> String {
    let names =
        [("shift", modifiers.shift), ("ctrl", modifiers.ctrl), ("alt", modifiers.alt), ("meta", modifiers.meta)];
    names.iter().filter(|(_, is_held)| *is_held).map(|(name, _)| format!(" {name}")).collect()
}
