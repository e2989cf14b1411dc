//! The elements of a fake app: each object of the fixture is one, its role told from its class.

use super::items::{self, Place};
use super::tree::Object;
use super::ui::{FakeUi, in_the_way, placement};
use crate::{Aim, Code, ElementId, Elements, Fault, ObjectId, Obstacle, Scope, Ui, Value};
use qtmcp_a11y::{Actions, Gauge, Input, RawNode, Role, States, Window, WindowKind};
use qtmcp_vision::{Point, Rect};

impl Elements for FakeUi {
    fn windows(&mut self) -> Vec<Window> {
        let Some(application) = self.application() else { return Vec::new() };
        let mut windows: Vec<Window> = Vec::new();
        for id in self.children(application) {
            let Ok(placed) = self.placement(id) else { continue };
            if !placed.visible {
                continue;
            }
            let window = self.object(id, |object| Window {
                id,
                title: text(object, &["windowTitle", "title"]),
                kind: if object.popup {
                    WindowKind::Popup
                } else if object.identity.class.ends_with("Dialog") || object.modal {
                    WindowKind::Dialog
                } else {
                    WindowKind::Window
                },
                active: false,
                modal: object.modal,
                blocked_by: None,
                parent: None,
                bounds: placed.global,
            });
            windows.extend(window);
        }
        windows.reverse();
        if let Some(top) = windows.first_mut() {
            top.active = true;
        }
        let modal = windows.iter().find(|window| window.modal).map(|window| window.id);
        for window in windows.iter_mut().filter(|window| !window.modal) {
            window.blocked_by = modal;
        }
        windows
    }

    fn describe(&mut self, element: ElementId) -> Option<RawNode> {
        if let Some(place) = Place::of(element.part) {
            self.object(element.object, |_| ()).ok()?;
            return items::describe(&self.app.tree(), element.object, place);
        }
        let placed = self.placement(element.object).ok();
        let focused = self.app.tree().focused == Some(element.object);
        let mut node = self.object(element.object, raw_node).ok()?;
        if let Some(placed) = placed {
            node.bounds = placed.global;
            node.states.set(States::INVISIBLE, !placed.visible);
            node.states.set(States::DISABLED, !placed.enabled);
        }
        node.states.set(States::FOCUSED, focused);
        Some(node)
    }

    fn contents(&mut self, of: ElementId, scope: Scope) -> Vec<ElementId> {
        let parts = self.object(of.object, |object| items::contents(object, of)).unwrap_or_default();
        if of.part != 0 {
            return parts;
        }
        let mut children = self.children(of.object);
        let shown = |ui: &mut Self, id| ui.placement(id).is_ok_and(|placed| placed.visible);
        children.retain(|id| scope == Scope::Everything || shown(self, *id));
        parts.into_iter().chain(children.into_iter().map(ElementId::from)).collect()
    }

    fn container(&mut self, of: ElementId) -> Option<ElementId> {
        match Place::of(of.part) {
            Some(Place { row, column: Some(_) }) => {
                return Some(ElementId { object: of.object, part: Place { row, column: None }.part() });
            }
            Some(_) => return Some(of.object.into()),
            None => {}
        }
        let parent = self.parent(of.object)?;
        (Some(parent) != self.application()).then(|| parent.into())
    }

    fn focused(&mut self) -> Option<ElementId> {
        self.app.tree().focused.map(ElementId::from)
    }

    fn full_text(&mut self, of: ElementId) -> Option<String> {
        self.describe(of)?.value
    }

    fn secret_length(&mut self, of: ElementId) -> Option<usize> {
        match self.property(of.object, "text") {
            Ok(Value::Text(text)) => Some(text.chars().count()),
            _ => None,
        }
    }

    fn options(&mut self, of: ElementId) -> Vec<String> {
        self.describe(of).map(|node| node.options).unwrap_or_default()
    }

    fn item_named(&mut self, of: ElementId, text: &str, column: Option<u32>) -> Option<ElementId> {
        let place = self.object(of.object, |object| items::named(object, text, column)).ok()??;
        Some(ElementId { object: of.object, part: place.part() })
    }

    fn item_at(&mut self, of: ElementId, row: u64, column: u32) -> Option<ElementId> {
        let row = usize::try_from(row).ok()?;
        let columns = self.object(of.object, items::grid).ok()??.columns;
        let place = Place { row, column: (columns > 1).then_some(column as usize) };
        let element = ElementId { object: of.object, part: place.part() };
        self.describe(element).map(|_| element)
    }

    fn assign(&mut self, element: ElementId, value: &Value) -> Result<(), Fault> {
        let node = self.describe(element).ok_or_else(|| Fault::new(Code::StaleRef, "it is gone"))?;
        self.record(format!("assign {value:?}"));
        let bad = |why: &str| Err(Fault::new(Code::BadArgument, why));
        let mut tree = self.app.tree();
        match (node.input, value) {
            (Input::Range | Input::Number, Value::Int(_) | Value::Real(_)) | (Input::Other, _) => {
                tree.set(element.object, "value", value.clone());
                Ok(())
            }
            (Input::DateTime, Value::Text(text)) if text.starts_with(|first: char| first.is_ascii_digit()) => {
                tree.set(element.object, "value", value.clone());
                Ok(())
            }
            (Input::DateTime, _) => bad("a date is such as 2026-01-31"),
            (Input::Choice | Input::EditableChoice, Value::Text(text)) if node.options.contains(text) => {
                tree.set(element.object, "currentText", value.clone());
                Ok(())
            }
            _ => Err(Fault::new(Code::Unsupported, "it has no value that could be set")),
        }
    }

    fn commit(&mut self, element: ElementId) {
        self.record("commit".to_owned());
        self.app.tree().commit(element.object);
    }

    fn check_place(&mut self, element: ElementId) -> Option<Point> {
        let node = self.describe(element)?;
        (element.part != 0 && node.states.contains(States::CHECKABLE)).then_some(items::CHECK_BOX)
    }

    fn aim_at(&mut self, element: ElementId, place: Option<Point>) -> Result<Aim, Obstacle> {
        let target = element.object;
        let part = match element.part {
            0 => None,
            _ => Some(self.describe(element).ok_or(Obstacle::Gone)?.bounds),
        };
        let mut tree = self.app.tree();
        let object = tree.get(target).ok_or(Obstacle::Gone)?;
        let name = format!("#{}", object.identity.name());
        let placement =
            placement(&tree, target).ok_or_else(|| Obstacle::Unsupported("it has no place on the screen".into()))?;
        if !placement.visible || placement.global.width * placement.global.height == 0.0 {
            return Err(Obstacle::Hidden);
        }
        if !placement.enabled {
            return Err(Obstacle::Disabled);
        }
        if let Some(modal) = in_the_way(&tree, target, |object| object.modal) {
            return Err(Obstacle::Modal(modal));
        }
        if let Some(popup) = in_the_way(&tree, target, |object| object.popup) {
            return Err(Obstacle::Popup(popup));
        }
        if let Some(cover) = in_the_way(&tree, target, |object| object.covers.as_deref() == Some(&*name)) {
            return Err(Obstacle::Covered(cover));
        }
        let area = part.unwrap_or(placement.global);
        let size = Rect { x: 0.0, y: 0.0, ..area };
        let at = place.unwrap_or_else(|| size.center());
        if !size.contains(at) {
            return Err(Obstacle::Outside);
        }
        let window = tree.lineage(target).filter(|(_, object)| object.parent.is_some()).last().map(|(id, _)| id);
        let window = window.unwrap_or(target);
        let origin = tree.get(window).map(|object| object.rect).unwrap_or_default();
        let global = Point { x: area.x + at.x, y: area.y + at.y };
        tree.aimed = Some((element, at));
        Ok(Aim { window, local: Point { x: global.x - origin.x, y: global.y - origin.y }, global, screen: global })
    }

    fn element_at(&mut self, point: Point) -> Option<ElementId> {
        self.innermost_at(point)
    }

    fn aim_at_point(&mut self, point: Point) -> Result<Aim, Obstacle> {
        self.aim_at_place(point)
    }

    fn resize(&mut self, window: ObjectId, width: u32, height: u32) -> Result<(u32, u32), Fault> {
        Ok(self.resize_to(window, width, height))
    }

    fn raise(&mut self, window: ObjectId) -> Result<(), Fault> {
        let name = self.identity(window).unwrap_or_default();
        self.record(format!("raise {}", items::recorded(&name)));
        Ok(())
    }

    fn close(&mut self, window: ObjectId) -> Result<(), Fault> {
        let name = self.identity(window).ok_or_else(|| Fault::new(Code::NotFound, "the window is gone"))?;
        self.record(format!("close {}", items::recorded(&name)));
        let mut tree = self.app.tree();
        let question = tree.get(window).and_then(|object| object.opens.clone());
        match question.and_then(|question| tree.find(&question)) {
            Some(question) => tree.show(question, true),
            None => tree.show(window, false),
        }
        Ok(())
    }

    fn focus_on(&mut self, element: ElementId) -> Result<(), Obstacle> {
        let target = element.object;
        let placement = self.placement(target).map_err(|_| Obstacle::Gone)?;
        if !placement.visible {
            return Err(Obstacle::Hidden);
        }
        if !placement.enabled {
            return Err(Obstacle::Disabled);
        }
        let name = self.identity(target).unwrap_or_default();
        self.record(format!("focus {}", items::recorded(&name)));
        let mut tree = self.app.tree();
        (tree.focused, tree.selection) = (Some(target), None);
        Ok(())
    }
}

fn property<'a>(object: &'a Object, names: &[&str]) -> Option<&'a Value> {
    names.iter().find_map(|name| object.properties.iter().find(|property| property.name == *name)).map(|p| &p.value)
}

fn text(object: &Object, names: &[&str]) -> String {
    match property(object, names) {
        Some(Value::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

pub(super) fn raw_node(object: &Object) -> RawNode {
    let class = object.identity.class.as_str();
    let (role, mut input, states, actions) = kind(class);
    let is_set = |name: &str| property(object, &[name]) == Some(&Value::Bool(true));
    if input == Input::Choice && is_set("editable") {
        input = Input::EditableChoice;
    }
    let is_text = matches!(input, Input::Text | Input::MultiLine | Input::Number);
    let value = property(object, &["value", "currentText", if is_text { "text" } else { "value" }])
        .filter(|_| !is_set("password"))
        .map(|value| match value {
            Value::Text(text) => text.clone(),
            Value::Int(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            other => format!("{other:?}"),
        });
    let mut node = RawNode {
        role,
        class: class.to_owned(),
        object_name: object.identity.name().to_owned(),
        name: if is_text {
            text(object, &["accessibleName"])
        } else {
            text(object, &["accessibleName", "windowTitle", "title", "text"])
        },
        value_length: value.as_ref().map_or(0, |value| value.chars().count() as u64),
        value,
        tool_tip: text(object, &["toolTip"]),
        status_tip: text(object, &["statusTip"]),
        placeholder: text(object, &["placeholderText"]),
        label: text(object, &["label"]),
        states,
        actions,
        input,
        ..RawNode::default()
    };
    node.states.set(States::CHECKED, is_set("checked"));
    node.states.set(States::MIXED, matches!(property(object, &["checked"]), Some(Value::Text(_))));
    node.states.set(States::READ_ONLY, is_set("readOnly"));
    node.states.set(States::PASSWORD, is_set("password"));
    node.gauge = gauge(object);
    node.grid = items::grid(object).filter(|_| input == Input::Items);
    if let Some(Value::List(options)) = property(object, &["options"]) {
        node.options =
            options.iter().filter_map(|o| if let Value::Text(text) = o { Some(text.clone()) } else { None }).collect();
        node.option_count = node.options.len() as u64;
    }
    node
}

fn gauge(object: &Object) -> Option<Gauge> {
    let number = |name: &str| match property(object, &[name])? {
        Value::Int(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        _ => None,
    };
    let (value, minimum, maximum) = (number("value")?, number("minimum")?, number("maximum")?);
    Some(Gauge { value, minimum, maximum, step: 1.0 })
}

/// What the classes that fixtures use are to accessibility.
fn kind(class: &str) -> (Role, Input, States, Actions) {
    let focusable = States::FOCUSABLE;
    match class {
        "QMainWindow" | "QQuickWindow" => (Role::Window, Input::None, States::empty(), Actions::empty()),
        "QDialog" | "QMessageBox" => (Role::Dialog, Input::None, States::empty(), Actions::empty()),
        "QPushButton" | "QToolButton" | "Button" => (Role::Button, Input::None, focusable, Actions::PRESS),
        "QCheckBox" | "CheckBox" => (Role::CheckBox, Input::Toggle, focusable | States::CHECKABLE, Actions::TOGGLE),
        "QRadioButton" => (Role::RadioButton, Input::Radio, focusable | States::CHECKABLE, Actions::TOGGLE),
        "QLineEdit" | "TextField" => {
            (Role::EditableText, Input::Text, focusable | States::EDITABLE, Actions::SET_FOCUS)
        }
        "QTextEdit" | "QPlainTextEdit" => (
            Role::EditableText,
            Input::MultiLine,
            focusable | States::EDITABLE | States::MULTI_LINE,
            Actions::SET_FOCUS,
        ),
        "QSpinBox" => {
            (Role::SpinBox, Input::Number, focusable | States::EDITABLE, Actions::INCREASE | Actions::DECREASE)
        }
        "QSlider" => (Role::Slider, Input::Range, focusable, Actions::INCREASE | Actions::DECREASE),
        "QComboBox" => (Role::ComboBox, Input::Choice, focusable | States::HAS_POPUP, Actions::SHOW_MENU),
        "QDateEdit" => (Role::SpinBox, Input::DateTime, focusable | States::EDITABLE, Actions::empty()),
        "QKeySequenceEdit" => (Role::EditableText, Input::Keys, focusable | States::EDITABLE, Actions::empty()),
        "Gauge" => (Role::Indicator, Input::Other, focusable, Actions::empty()),
        "QLabel" | "Text" => (Role::StaticText, Input::None, States::empty(), Actions::empty()),
        "QMenuBar" => (Role::MenuBar, Input::None, States::empty(), Actions::empty()),
        "QMenu" => (Role::PopupMenu, Input::None, States::empty(), Actions::empty()),
        "QAction" => (Role::MenuItem, Input::None, States::empty(), Actions::PRESS),
        "QTabWidget" | "QTabBar" => (Role::PageTabList, Input::Tabs, focusable, Actions::empty()),
        "QGroupBox" => (Role::Grouping, Input::None, States::empty(), Actions::empty()),
        "QStatusBar" => (Role::StatusBar, Input::None, States::empty(), Actions::empty()),
        "QTableView" => (Role::Table, Input::Items, focusable, Actions::empty()),
        "QListView" => (Role::List, Input::Items, focusable, Actions::empty()),
        "Canvas" => (Role::Client, Input::None, States::CUSTOM_PAINTED, Actions::empty()),
        _ => (Role::Client, Input::None, States::empty(), Actions::empty()),
    }
}
