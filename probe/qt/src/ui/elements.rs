//! The elements of the user interface: the seam's `Elements`, answered by the C++ parts for widgets and for QML items.

use super::{Object, QtUi, rect};
use crate::abi::{self, AimOutcome, Outcome, text_kind};
use crate::values::{Nodes, c_string, utf16};
use qtmcp_tool::a11y::{Actions, Gauge, Grid, Input, Position, RawNode, Role, States, Window, WindowKind};
use qtmcp_tool::vision::{Point, Rect};
use qtmcp_tool::{Aim, Code, ElementId, Elements, Fault, ObjectId, Obstacle, Scope, Value};
use std::borrow::Cow;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers that a part gives by filling an element.
const NOWHERE: abi::Element = abi::Element { object: std::ptr::null(), part: 0 };

impl QtUi<'_> {
    /// The element as the C++ side knows it, while its object lives.
    fn element(&self, id: ElementId) -> Option<abi::Element> {
        Some(abi::Element { object: self.find(id.object)?, part: id.part })
    }

    /// The id of an element that C++ has just named.
    fn element_id(&self, element: abi::Element) -> Option<ElementId> {
        let object = self.known_as(element.object)?;
        Some(ElementId { object, part: element.part })
    }

    /// The tables of the parts that are loaded, in the order they are asked.
    fn element_tables(&self) -> impl Iterator<Item = &'static abi::ElementTable> + use<> {
        let parts = &self.engine.parts;
        [parts.widgets().map(|part| &part.elements), parts.quick().map(|part| &part.elements)].into_iter().flatten()
    }

    /// Asks one part after the other; the element is looked up anew for each, since the one before may have run the
    /// app's code.
    fn ask<R>(&self, id: ElementId, ask: impl Fn(&abi::ElementTable, &abi::Element) -> Option<R>) -> Option<R> {
        self.element_tables().find_map(|table| ask(table, &self.element(id)?))
    }

    /// Asks for an element that a part finds.
    fn ask_for(
        &self,
        id: ElementId,
        ask: impl Fn(&abi::ElementTable, &abi::Element, &mut abi::Element) -> bool,
    ) -> Option<ElementId> {
        self.ask(id, |table, element| {
            let mut found = NOWHERE;
            ask(table, element, &mut found).then(|| self.element_id(found)).flatten()
        })
    }

    /// A window without widgets or QML in it.
    fn describe_window(&self, id: ElementId) -> Option<RawNode> {
        let object = self.find(id.object)?;
        let placed = self.object_placement(object).filter(|placed| placed.is_window)?;
        let hidden = if placed.visible { States::empty() } else { States::INVISIBLE };
        let identity = self.object_identity(id.object)?;
        let shift = self.shift(object);
        let title = self.read_own_property(id.object, "title").map(|property| property.value);
        Some(RawNode {
            role: Role::Window,
            object_name: identity.name().to_owned(),
            class: identity.class,
            name: if let Some(Value::Text(title)) = title { title } else { String::new() },
            states: hidden | States::CUSTOM_PAINTED,
            bounds: Rect { x: placed.global.x + shift.x, y: placed.global.y + shift.y, ..placed.global },
            ..RawNode::default()
        })
    }

    fn raw_node(&self, id: ElementId, record: &abi::Accessible) -> RawNode {
        let veil = &self.engine.veil;
        let text = |kind: usize| match record.texts.get(kind) {
            // SAFETY: C++ lends the texts for the call.
            Some(text) => veil.hide(&unsafe { utf16(text.data, text.length) }).into_owned(),
            None => String::new(),
        };
        let name = |kind: usize| match record.texts.get(kind) {
            // SAFETY: as above.
            Some(text) => veil.named.hide(&unsafe { utf16(text.data, text.length) }).into_owned(),
            None => String::new(),
        };
        // SAFETY: as above.
        let options = unsafe { crate::values::slice(record.options, record.option_texts as usize) };
        let states = States::from_bits_truncate(record.states);
        // Whatever C++ says: a secret has no value to tell.
        let is_secret = states.contains(States::PASSWORD) && !veil.is_lifted();
        let input = Input::ALL.get(record.input as usize).copied().unwrap_or_default();
        RawNode {
            role: Role::from_number(record.role),
            class: self.element_class(id, record),
            object_name: name(text_kind::OBJECT_NAME),
            name: text(text_kind::NAME),
            value: (record.has_value && !is_secret).then(|| self.shown_value(record)),
            value_length: record.value_length,
            description: text(text_kind::DESCRIPTION),
            tool_tip: text(text_kind::TOOL_TIP),
            status_tip: text(text_kind::STATUS_TIP),
            placeholder: text(text_kind::PLACEHOLDER),
            label: text(text_kind::LABEL),
            icon: text(text_kind::ICON),
            header: text(text_kind::HEADER),
            shortcut: text(text_kind::SHORTCUT),
            labels: if record.labels.object.is_null() { None } else { self.element_id(record.labels) },
            states,
            actions: Actions::from_bits_truncate(record.actions),
            input,
            bounds: rect(record.bounds),
            gauge: (record.has_gauge && !is_secret).then_some(Gauge {
                value: record.gauge[0],
                minimum: record.gauge[1],
                maximum: record.gauge[2],
                step: record.gauge[3],
            }),
            grid: record.has_grid.then_some(Grid {
                rows: record.rows,
                columns: record.columns,
                first: record.first_row,
                shown: record.shown_rows,
            }),
            position: record.has_position.then_some(Position {
                row: record.row,
                column: record.column,
                level: record.level,
            }),
            // SAFETY: as above.
            options: options
                .iter()
                .filter(|_| !is_secret)
                .map(|option| veil.hide(&unsafe { utf16(option.data, option.length) }).into_owned())
                .collect(),
            option_count: record.option_count,
        }
    }

    /// The value, which may have been cut in the middle of a secret.
    fn shown_value(&self, record: &abi::Accessible) -> String {
        let Some(text) = record.texts.get(text_kind::VALUE) else { return String::new() };
        // SAFETY: C++ lends the texts for the call.
        let text = unsafe { utf16(text.data, text.length) };
        let is_cut = record.value_length > text.encode_utf16().count() as u64;
        let veil = &self.engine.veil;
        if is_cut { veil.hide_cut(&text) } else { veil.hide(&text).into_owned() }
    }

    fn element_class(&self, id: ElementId, record: &abi::Accessible) -> String {
        if !record.class_name.is_null() {
            // SAFETY: C++ lends a C string for the call.
            return unsafe { c_string(record.class_name) };
        }
        let Some(object) = self.find(id.object) else { return String::new() };
        // SAFETY: the object is alive on this thread; the name is its meta-object's.
        let class = unsafe { c_string((self.engine.parts.core.class_name)(object)) };
        super::tree::plain_class(&class).to_owned()
    }
}

/// What [`Elements::describe`] fills while C++ lends the record.
struct Describing<'a, 'b> {
    ui: &'a QtUi<'b>,
    id: ElementId,
    node: Option<RawNode>,
}

/// A panic must not go through C++.
fn without_panic(take: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(take));
}

unsafe extern "C" fn take_description(context: *mut c_void, record: *const abi::Accessible) {
    // SAFETY: the context is the `Describing` of the call under way, and the record is lent for it.
    let (describing, record) = unsafe { (&mut *context.cast::<Describing<'_, '_>>(), &*record) };
    without_panic(|| describing.node = Some(describing.ui.raw_node(describing.id, record)));
}

unsafe extern "C" fn take_element(context: *mut c_void, element: *const abi::Element) {
    // SAFETY: the context is the vector of the call under way, and the element is lent for it.
    let (elements, element) = unsafe { (&mut *context.cast::<Vec<abi::Element>>(), *element) };
    without_panic(|| elements.push(element));
}

/// A window as it came, and the objects it names.
struct ShownWindow {
    window: Object,
    blocked_by: Object,
    parent: Object,
    rest: Window,
}

unsafe extern "C" fn take_window(context: *mut c_void, window: *const abi::Window) {
    const NOBODY: ObjectId = ObjectId { slot: 0, generation: 0 };
    // SAFETY: the context is the vector of the call under way, and the window is lent for it.
    let (windows, window) = unsafe { (&mut *context.cast::<Vec<ShownWindow>>(), &*window) };
    without_panic(|| {
        let rest = Window {
            id: NOBODY,
            // SAFETY: lent for the call.
            title: unsafe { utf16(window.title.data, window.title.length) },
            kind: WindowKind::ALL.get(window.kind as usize).copied().unwrap_or_default(),
            active: window.active,
            modal: window.modal,
            blocked_by: None,
            parent: None,
            bounds: rect(window.bounds),
        };
        let (blocked_by, parent) = (window.blocked_by, window.parent);
        windows.push(ShownWindow { window: window.window, blocked_by, parent, rest });
    });
}

impl Elements for QtUi<'_> {
    fn windows(&mut self) -> Vec<Window> {
        let Some(gui) = self.engine.parts.gui() else { return Vec::new() };
        let mut shown: Vec<ShownWindow> = Vec::new();
        let sink = abi::WindowSink { context: std::ptr::from_mut(&mut shown).cast(), take: take_window };
        // SAFETY: on the GUI thread; the sink outlives the call.
        unsafe { (gui.shown_windows)(&sink) };
        let named = |shown: ShownWindow| {
            Some(Window {
                id: self.known_as(shown.window)?,
                blocked_by: self.known_as(shown.blocked_by),
                parent: self.known_as(shown.parent),
                ..shown.rest
            })
        };
        let mut windows: Vec<Window> = shown.into_iter().filter_map(named).collect();
        for window in &mut windows {
            window.title = self.engine.veil.hide(&window.title).into_owned();
        }
        windows
    }

    fn describe(&mut self, id: ElementId) -> Option<RawNode> {
        let mut describing = Describing { ui: self, id, node: None };
        for table in self.element_tables() {
            let description =
                abi::Description { context: std::ptr::from_mut(&mut describing).cast(), take: take_description };
            // SAFETY: the object is alive on this thread; the description outlives the call.
            unsafe { (table.describe)(&self.element(id)?, &description) };
            if describing.node.is_some() {
                break;
            }
        }
        let mut node = describing.node.or_else(|| self.describe_window(id))?;
        if id.part == 0 && node.object_name.is_empty() {
            node.object_name = self.object_identity(id.object)?.qml_id;
        }
        Some(node)
    }

    fn contents(&mut self, of: ElementId, scope: Scope) -> Vec<ElementId> {
        let mut found: Vec<abi::Element> = Vec::new();
        for table in self.element_tables() {
            let Some(element) = self.element(of) else { break };
            let elements = abi::Elements { context: std::ptr::from_mut(&mut found).cast(), take: take_element };
            // SAFETY: the object is alive on this thread; the list outlives the call.
            unsafe { (table.contents)(&element, scope == Scope::Everything, &elements) };
        }
        found.into_iter().filter_map(|element| self.element_id(element)).collect()
    }

    fn container(&mut self, of: ElementId) -> Option<ElementId> {
        // SAFETY: the object is alive on this thread.
        self.ask_for(of, |table, element, found| unsafe { (table.container)(element, found) })
    }

    fn focused(&mut self) -> Option<ElementId> {
        self.element_tables().find_map(|table| {
            let mut found = NOWHERE;
            // SAFETY: on the GUI thread.
            unsafe { (table.focused)(&mut found) }.then(|| self.element_id(found)).flatten()
        })
    }

    fn element_at(&mut self, point: Point) -> Option<ElementId> {
        let aim = self.aim_at_point(point).ok().filter(|aim| !self.is_foreign(aim))?;
        let innermost = self.element_tables().filter_map(|table| {
            let mut found = NOWHERE;
            let window = self.find(aim.window)?;
            // SAFETY: the window is alive on this thread.
            unsafe { (table.element_at)(window, aim.global.x, aim.global.y, &mut found) }
                .then(|| self.element_id(found))?
        });
        innermost.last()
    }

    fn full_text(&mut self, of: ElementId) -> Option<String> {
        self.ask(of, |table, element| {
            // SAFETY: the object is alive on this thread; the sink outlives the call.
            let (answered, value) = self.value(|sink| unsafe { (table.full_text)(element, sink) });
            match value {
                Value::Text(text) if answered => Some(text),
                _ => None,
            }
        })
    }

    fn options(&mut self, of: ElementId) -> Vec<String> {
        let options = self.ask(of, |table, element| {
            // SAFETY: the object is alive on this thread; the sink outlives the call.
            let (answered, value) = self.value(|sink| unsafe { (table.options)(element, sink) });
            match value {
                Value::List(options) if answered => Some(options),
                _ => None,
            }
        });
        let text = |option| if let Value::Text(text) = option { Some(text) } else { None };
        options.into_iter().flatten().filter_map(text).collect()
    }

    fn item_named(&mut self, of: ElementId, text: &str, column: Option<u32>) -> Option<ElementId> {
        let veil = &self.engine.veil;
        // What is hidden cannot be found by a guess at it.
        if matches!(veil.hide(text), Cow::Owned(_)) {
            return None;
        }
        let text: Vec<u16> = veil.named.reveal(text).encode_utf16().collect();
        let column = column.map_or(-1, |column| i32::try_from(column).unwrap_or(i32::MAX));
        self.ask_for(of, |table, element, found| {
            // SAFETY: the object is alive on this thread; the text outlives the call.
            unsafe { (table.item_named)(element, text.as_ptr(), text.len(), column, found) }
        })
    }

    fn item_at(&mut self, of: ElementId, row: u64, column: u32) -> Option<ElementId> {
        // SAFETY: the object is alive on this thread.
        self.ask_for(of, |table, element, found| unsafe { (table.item_at)(element, row, column, found) })
    }

    fn assign(&mut self, id: ElementId, value: &Value) -> Result<(), Fault> {
        if let Some(object) = self.find(id.object) {
            self.adopt_for(object, value);
        }
        let nodes = Nodes::of(&[self.engine.veil.revealed(value)]);
        let answered = self.ask(id, |table, element| {
            let (outcome, message) = self.value(|error| {
                // SAFETY: the object is alive on this thread; nodes and sink outlive the call.
                unsafe { (table.assign)(element, nodes.as_slice().as_ptr(), nodes.as_slice().len(), error) }
            });
            let message = if let Value::Text(message) = message { message } else { String::new() };
            (outcome != Outcome::NO_SUCH || !message.is_empty()).then_some((outcome, message))
        });
        let (outcome, message) = answered.unwrap_or((Outcome::UNSUPPORTED, String::new()));
        let fault = |code, usual: &str| {
            Err(Fault::new(code, if message.is_empty() { usual.to_owned() } else { message.clone() }))
        };
        let assigned = match outcome {
            Outcome::OK => Ok(()),
            Outcome::NOT_CONVERTIBLE | Outcome::NO_SUCH => fault(Code::BadArgument, "The value does not fit."),
            Outcome::READ_ONLY => fault(Code::Unsupported, "It is read-only."),
            Outcome::UNSUPPORTED => fault(Code::Unsupported, "It has no value that can be set."),
            _ => fault(Code::Internal, "The app refused the value."),
        };
        assigned.map_err(|fault| self.guard_fault(id.object, fault))
    }

    fn secret_length(&mut self, of: ElementId) -> Option<usize> {
        self.length_of_secret(of.object)
    }

    fn commit(&mut self, id: ElementId) {
        for table in self.element_tables() {
            let Some(element) = self.element(id) else { return };
            // SAFETY: the object is alive on this thread.
            unsafe { (table.commit)(&element) };
        }
    }

    fn expand(&mut self, id: ElementId, open: bool) -> Result<(), Fault> {
        let answered = self.ask(id, |table, element| {
            // SAFETY: the object is alive on this thread.
            let outcome = unsafe { (table.expand)(element, open) };
            (outcome != Outcome::NO_SUCH).then_some(outcome)
        });
        let refused = || Fault::new(Code::Unsupported, "It has nothing to expand.");
        (answered == Some(Outcome::OK)).then_some(()).ok_or_else(refused)
    }

    fn check_place(&mut self, id: ElementId) -> Option<Point> {
        self.ask(id, |table, element| {
            let mut place = Point::default();
            // SAFETY: the object is alive on this thread.
            unsafe { (table.check_place)(element, &mut place.x, &mut place.y) }.then_some(place)
        })
    }

    fn aim_at(&mut self, target: ElementId, place: Option<Point>) -> Result<Aim, Obstacle> {
        let at = place.unwrap_or_default();
        for table in self.element_tables() {
            let element = self.element(target).ok_or(Obstacle::Gone)?;
            let mut aim = abi::Aim::default();
            let mut obstacle: Object = std::ptr::null();
            // SAFETY: the object is alive on this thread; bringing it into view may run the app's code, after which
            // neither part looks at it again without a guard.
            let outcome = unsafe { (table.aim)(&element, place.is_some(), at.x, at.y, &mut aim, &mut obstacle) };
            if outcome == AimOutcome::NOT_MINE {
                continue;
            }
            self.judge(outcome, obstacle)?;
            return self.aimed(&aim).ok_or(Obstacle::Hidden);
        }
        // A part that nobody knows any more.
        let object = self.find(target.object).filter(|_| target.part == 0).ok_or(Obstacle::Gone)?;
        self.aim_at_window(target.object, object, place)
    }

    fn aim_at_point(&mut self, point: Point) -> Result<Aim, Obstacle> {
        let Some(gui) = self.engine.parts.gui() else { return Err(Obstacle::Outside) };
        let mut aim = abi::Aim::default();
        let mut obstacle: Object = std::ptr::null();
        // SAFETY: on the GUI thread.
        let outcome = unsafe { (gui.aim_at_point)(self.composed(), point.x, point.y, &mut aim, &mut obstacle) };
        let in_app = self.judge(outcome, obstacle).and_then(|()| self.aimed(&aim).ok_or(Obstacle::Outside));
        if self.input_is_real() { self.aim_on_desktop(point, in_app) } else { in_app }
    }

    fn focus_on(&mut self, target: ElementId) -> Result<(), Obstacle> {
        for table in self.element_tables() {
            let element = self.element(target).ok_or(Obstacle::Gone)?;
            let mut obstacle: Object = std::ptr::null();
            // SAFETY: the object is alive on this thread.
            let outcome = unsafe { (table.focus)(&element, &mut obstacle) };
            if outcome != AimOutcome::NOT_MINE {
                return self.judge(outcome, obstacle);
            }
        }
        if target.part != 0 {
            return Err(Obstacle::Gone);
        }
        Err(Obstacle::Unsupported("it cannot have the keyboard focus".to_owned()))
    }

    fn raise(&mut self, window: ObjectId) -> Result<(), Fault> {
        let (gui, window) = self.window_of(window)?;
        // SAFETY: the window is alive on this thread.
        unsafe { (gui.raise)(window) };
        Ok(())
    }

    fn resize(&mut self, window: ObjectId, mut width: u32, mut height: u32) -> Result<(u32, u32), Fault> {
        let (gui, window) = self.window_of(window)?;
        // SAFETY: the window is alive on this thread.
        unsafe { (gui.resize)(window, &mut width, &mut height) };
        Ok((width, height))
    }

    fn close(&mut self, window: ObjectId) -> Result<(), Fault> {
        let (gui, window) = self.window_of(window)?;
        // SAFETY: the window is alive on this thread.
        unsafe { (gui.close)(window) };
        Ok(())
    }
}
