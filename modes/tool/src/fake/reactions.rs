//! What a fake app does about input: fields take text, boxes are checked, lists drop down, cells are edited. Enough of
//! it for tools to be tested, in the manner of Qt's widgets.

use super::items::{self, CHECK_BOX, Place};
use super::tree::{Object, Tree};
use super::ui::placement;
use crate::{ElementId, ObjectId, Property, Value};
use qtmcp_a11y::Input;
use qtmcp_vision::Point;
use qtmcp_vision::keys::{Chord, Key, Named};

/// The arrow of a combo box is this wide.
const ARROW: f64 = 20.0;

impl Tree {
    /// A click has ended on an element.
    pub(super) fn clicked(&mut self, element: ElementId, place: Point, count: u32, ctrl: bool) {
        match Place::of(element.part) {
            Some(part) => self.clicked_part(element.object, part, place, count, ctrl),
            None => self.clicked_object(element.object, place),
        }
    }

    fn clicked_part(&mut self, id: ObjectId, part: Place, place: Point, count: u32, ctrl: bool) {
        let is_on_box = (place.x - CHECK_BOX.x).abs() < 5.0 && (place.y - CHECK_BOX.y).abs() < 5.0;
        let Some(node) = items::describe(self, id, part) else { return };
        let Some(object) = self.get_mut(id) else { return };
        if node.states.contains(qtmcp_a11y::States::DISABLED) {
            return;
        }
        if is_on_box && node.states.contains(qtmcp_a11y::States::CHECKABLE) {
            let checked = node.states.contains(qtmcp_a11y::States::CHECKED);
            items::set(object, part, "check", Value::Bool(!checked));
            return;
        }
        items::select(object, part, ctrl);
        self.focused = Some(id);
        self.choose(id, part);
        if count == 2 {
            self.edit();
        }
    }

    /// A row of a list that a combo box has dropped down is the choice.
    fn choose(&mut self, list: ObjectId, part: Place) {
        let is_its = |object: &Object| property(object, "popup") == Some(&Value::Object(list));
        let Some(combo) = self.all().into_iter().find(|id| self.get(*id).is_some_and(is_its)) else { return };
        let text = self.get(list).map(|object| items::text(object, part)).unwrap_or_default();
        self.set(combo, "currentText", Value::Text(text));
        self.show(list, false);
    }

    fn clicked_object(&mut self, id: ObjectId, place: Point) {
        let input = self.input(id);
        let width = placement(self, id).map_or(0.0, |placed| placed.global.width);
        match input {
            Input::Toggle if !self.is_set(id, "wide") => self.switch(id),
            Input::Radio => self.pick(id),
            Input::Choice => self.drop_down(id),
            Input::EditableChoice if place.x > width - ARROW => self.drop_down(id),
            _ => {}
        }
        if input != Input::None {
            self.focused = Some(id);
        }
    }

    /// A key went down in what has the focus.
    pub(super) fn pressed(&mut self, chord: Chord) {
        let Key::Named(named) = chord.key else {
            if chord.key == Key::Char('a') && chord.modifiers.ctrl {
                self.selection = Some(0);
            }
            self.record_chord(chord);
            return;
        };
        match named {
            Named::Escape => self.escape(),
            Named::Return => self.enter(),
            Named::Delete => self.delete(),
            Named::Space => {
                if let Some(focused) = self.focused.filter(|id| self.input(*id) == Input::Toggle) {
                    self.switch(focused);
                }
            }
            _ => {}
        }
    }

    /// A function key went down.
    pub(super) fn pressed_function(&mut self, number: u8) {
        if number == 2 {
            self.edit();
        }
    }

    /// A character is typed in place of what is selected.
    pub(super) fn typed(&mut self, character: char) {
        let selection = self.selection.take();
        let Some(object) = self.focused.and_then(|id| self.get_mut(id)) else { return };
        let number = |name: &str| match property(object, name) {
            Some(Value::Int(number)) => usize::try_from(*number).ok(),
            _ => None,
        };
        let text_in = |name: &str| match property(object, name) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let is_refused = text_in("accepts").is_some_and(|accepted| !accepted.contains(character));
        let (most, completion) = (number("maxLength"), text_in("completes"));
        let Some(text) = text_of(object) else { return };
        if is_refused {
            self.selection = selection;
            return;
        }
        if let Some(start) = selection {
            *text = text.chars().take(start).collect();
        }
        if most.is_none_or(|most| text.chars().count() < most) {
            text.push(character);
        }
        if let Some(completion) = completion.filter(|completion| completion.starts_with(&**text)) {
            let typed = text.chars().count();
            *text = completion;
            self.selection = Some(typed);
        }
        if let Some(Value::Object(list)) =
            self.focused.and_then(|id| self.get(id)).and_then(|o| property(o, "completions"))
        {
            let list = *list;
            self.show(list, true);
        }
        let focused = self.focused.and_then(|id| self.get_mut(id));
        let is_full = focused.and_then(text_of).is_some_and(|text| most == Some(text.chars().count()));
        if let Some(Value::Object(next)) = self.focused.and_then(|id| self.get(id)).and_then(|o| property(o, "next"))
            && is_full
        {
            self.focused = Some(*next);
        }
    }

    /// What leaving a number's field does.
    pub(super) fn commit(&mut self, id: ObjectId) {
        let Some(object) = self.get_mut(id) else { return };
        let typed = text_of(object).and_then(|text| text.parse::<i64>().ok());
        if let Some(number) = typed.filter(|_| property(object, "value").is_some()) {
            self.set(id, "value", Value::Int(number));
        }
    }

    fn delete(&mut self) {
        let selection = self.selection.take();
        let text = self.focused.and_then(|id| self.get_mut(id)).and_then(text_of);
        if let (Some(start), Some(text)) = (selection, text) {
            *text = text.chars().take(start).collect();
        }
    }

    /// Closes the popup that is open; otherwise the editor of a cell; otherwise the dialog.
    fn escape(&mut self) {
        let shown = |tree: &Tree, id: &ObjectId| placement(tree, *id).is_some_and(|placed| placed.visible);
        let top = |tree: &Tree, is_it: fn(&Object) -> bool| {
            tree.all().into_iter().rev().find(|id| tree.get(*id).is_some_and(is_it) && shown(tree, id))
        };
        if let Some(popup) = top(self, |object| object.popup) {
            self.show(popup, false);
        } else if let Some((editor, _)) = self.editor() {
            self.end_editing(editor);
        } else if let Some(dialog) = top(self, |object| object.modal) {
            self.show(dialog, false);
        }
    }

    fn enter(&mut self) {
        let Some((editor, view)) = self.editor() else { return };
        let text = self.get_mut(editor).and_then(text_of).cloned().unwrap_or_default();
        if let Some(object) = self.get_mut(view)
            && let Some(place) = object.current
        {
            items::set(object, place, "display", Value::Text(text));
        }
        self.end_editing(editor);
    }

    fn end_editing(&mut self, editor: ObjectId) {
        self.focused = self.get(editor).and_then(|object| object.parent);
        self.remove(editor);
    }

    /// The field that edits a cell and has the focus, with its view.
    fn editor(&self) -> Option<(ObjectId, ObjectId)> {
        let editor = self.focused?;
        let view = self.get(editor)?.parent?;
        self.get(view)?.rows.is_some().then_some((editor, view))
    }

    /// Opens a field in the current cell.
    fn edit(&mut self) {
        let Some(view) = self.focused else { return };
        let Some(place) = self.get(view).and_then(|object| object.current) else { return };
        let is_editable =
            items::describe(self, view, place).is_some_and(|node| node.states.contains(qtmcp_a11y::States::EDITABLE));
        if is_editable {
            let text = self.get(view).map(|object| items::text(object, place)).unwrap_or_default();
            let line = format!("QLineEdit#editor text={} at=0,0,50,20", serde_json::Value::from(text));
            let editor = self.add(view, &line);
            (self.focused, self.selection) = (Some(editor), Some(0));
        }
    }

    fn switch(&mut self, id: ObjectId) {
        let held = self.get(id).and_then(|object| property(object, "checked")).cloned();
        let is_mixed = matches!(&held, Some(Value::Text(_)));
        let next = match held {
            _ if self.is_set(id, "vetoes") => return,
            Some(Value::Bool(false)) if self.is_set(id, "tristate") => Value::Text("mixed".to_owned()),
            Some(Value::Bool(checked)) => Value::Bool(!checked),
            _ => Value::Bool(is_mixed),
        };
        self.set(id, "checked", next);
    }

    fn pick(&mut self, id: ObjectId) {
        let siblings = self.get(id).and_then(|object| object.parent).and_then(|parent| self.get(parent));
        let siblings = siblings.map(|parent| parent.children.clone()).unwrap_or_default();
        for sibling in siblings {
            if self.input(sibling) == Input::Radio {
                self.set(sibling, "checked", Value::Bool(sibling == id));
            }
        }
    }

    fn drop_down(&mut self, id: ObjectId) {
        if let Some(Value::Object(list)) = self.get(id).and_then(|object| property(object, "popup")) {
            let list = *list;
            self.show(list, true);
        }
    }

    /// A field for key combinations shows the one that was pressed.
    fn record_chord(&mut self, chord: Chord) {
        let Key::Char(letter) = chord.key else { return };
        let Some(focused) = self.focused.filter(|id| self.input(*id) == Input::Keys) else { return };
        let held = [("Ctrl+", chord.modifiers.ctrl), ("Alt+", chord.modifiers.alt), ("Shift+", chord.modifiers.shift)];
        let held: String = held.iter().filter(|(_, is_held)| *is_held).map(|(name, _)| *name).collect();
        self.set(focused, "value", Value::Text(format!("{held}{}", letter.to_uppercase())));
    }

    fn input(&self, id: ObjectId) -> Input {
        self.get(id).map(|object| super::elements::raw_node(object).input).unwrap_or_default()
    }

    fn is_set(&self, id: ObjectId, name: &str) -> bool {
        self.get(id).and_then(|object| property(object, name)) == Some(&Value::Bool(true))
    }
}

fn property<'a>(object: &'a Object, name: &str) -> Option<&'a Value> {
    object.properties.iter().find(|property| property.name == name).map(|property| &property.value)
}

/// The text that typing changes.
fn text_of(object: &mut Object) -> Option<&mut String> {
    let held = |property: &&mut Property| matches!(property.name.as_str(), "text" | "currentText");
    match object.properties.iter_mut().find(held) {
        Some(Property { value: Value::Text(text), .. }) => Some(text),
        _ => None,
    }
}
