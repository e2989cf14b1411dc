//! The UI as the GUI thread sees it: the seam's `Ui`, answered by the C++ parts.

mod covering;
mod elements;
mod hiding;
mod input;
mod members;
mod pixels;
mod real;
mod secrets;
mod tree;

pub(crate) use hiding::{Hiding, hidden_areas};
pub(crate) use secrets::guard_arguments;

use crate::abi;
use crate::engine::Engine;
use crate::values::{Collector, object_id, tracked};
use qtmcp_tool::vision::keys::Chord;
use qtmcp_tool::vision::{Frame, Rect};
use qtmcp_tool::{
    Code, Connection, Fault, Identity, Listener, Method, ModelPage, ModelQuery, MouseEvent, ObjectId, Placement,
    Property, Screen, Shot, Stroke, Ui, Value,
};
use rustc_hash::FxHashSet;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// After this a long read goes on in a new visit. The app's own events may have to wait for two of them, which is still
/// well under the 50 ms at which people begin to notice.
const BUDGET: Duration = Duration::from_millis(10);

/// Exists only inside a job, so whoever has one is on the GUI thread.
pub(crate) struct QtUi<'a> {
    engine: &'a Arc<Engine>,
    began: Instant,
    /// Not to be taken to another thread.
    stays: PhantomData<*const ()>,
}

/// An object that was alive on this thread when asked for. Good until the app's code runs.
type Object = *const c_void;

impl<'a> QtUi<'a> {
    /// To be called on the GUI thread only.
    pub(crate) fn new(engine: &'a Arc<Engine>) -> Self {
        Self { engine, began: Instant::now(), stays: PhantomData }
    }

    /// The object, if it lives and belongs to this thread. Objects of other threads may go at any moment.
    fn find(&self, id: ObjectId) -> Option<Object> {
        self.engine.hold_hooks();
        let core = self.engine.parts.core;
        let here = |address: usize| {
            let object = address as Object;
            // SAFETY: alive while the tracker's lock is held.
            unsafe { (core.lives_in_gui_thread)(object) }.then_some(object)
        };
        self.engine.tracker.while_alive(tracked(id), here).flatten()
    }

    fn require(&self, id: ObjectId) -> Result<Object, Fault> {
        self.find(id).ok_or_else(|| Fault::new(Code::NotFound, "The object is gone."))
    }

    /// The id of an object that Qt has just named.
    fn id(&self, object: Object) -> ObjectId {
        object_id(self.engine.tracker.adopt(object as usize))
    }

    /// The id of an object that a value of the app points to. Nobody clears such a pointer when its object goes, so only
    /// an object that is known to live is taken. Those older than the hooks are counted when one of them is first met.
    fn id_in_value(&self, object: Object) -> Option<ObjectId> {
        let known = || self.engine.tracker.get(object as usize).map(object_id);
        known().or_else(|| {
            if self.engine.counted.swap(true, Ordering::Relaxed) {
                return None;
            }
            self.count_objects();
            known()
        })
    }

    /// Makes every object of the tree known.
    fn count_objects(&self) {
        // SAFETY: on the GUI thread.
        let application = unsafe { (self.engine.parts.core.application)() };
        let mut open: Vec<ObjectId> = self.id_or_none(application).into_iter().collect();
        let mut seen = FxHashSet::default();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(self.tree_children(id));
            }
        }
    }

    fn id_or_none(&self, object: Object) -> Option<ObjectId> {
        (!object.is_null()).then(|| self.id(object))
    }

    /// Collects the objects that `list` names.
    fn collect(&self, list: impl FnOnce(&abi::Objects)) -> Vec<ObjectId> {
        self.addresses(list).into_iter().map(|object| self.id(object)).collect()
    }

    fn addresses(&self, list: impl FnOnce(&abi::Objects)) -> Vec<Object> {
        unsafe extern "C" fn take(context: *mut c_void, object: *const c_void) {
            // SAFETY: the context is the vector below, which outlives the listing.
            unsafe { (*context.cast::<Vec<Object>>()).push(object) };
        }
        let mut objects: Vec<Object> = Vec::new();
        list(&abi::Objects { context: std::ptr::from_mut(&mut objects).cast(), take });
        objects
    }

    /// Collects the values that `fill` streams.
    fn values<R>(&self, fill: impl FnOnce(&abi::Sink) -> R) -> (R, Vec<Value>) {
        self.values_hidden_by(&|value: &mut Value| self.engine.veil.hide_value(value), fill)
    }

    fn values_hidden_by<R>(&self, hide: &dyn Fn(&mut Value), fill: impl FnOnce(&abi::Sink) -> R) -> (R, Vec<Value>) {
        let resolve = |address: usize| self.id_in_value(address as Object);
        let mut collector = Collector::new(&resolve).hiding(hide);
        let outcome = fill(&collector.sink());
        (outcome, collector.into_values())
    }

    fn value<R>(&self, fill: impl FnOnce(&abi::Sink) -> R) -> (R, Value) {
        let (outcome, values) = self.values(fill);
        (outcome, values.into_iter().next().unwrap_or(Value::Null))
    }

    /// The name of an object.
    fn name(&self, fill: impl FnOnce(&abi::Sink)) -> String {
        let (_, values) = self.values_hidden_by(&|value: &mut Value| self.engine.veil.hide_name(value), fill);
        match values.into_iter().next() {
            Some(Value::Text(text)) => text,
            _ => String::new(),
        }
    }
}

impl Ui for QtUi<'_> {
    fn application(&mut self) -> Option<ObjectId> {
        // SAFETY: on the GUI thread.
        self.id_or_none(unsafe { (self.engine.parts.core.application)() })
    }

    fn children(&mut self, of: ObjectId) -> Vec<ObjectId> {
        self.tree_children(of)
    }

    fn children_named(&mut self, of: ObjectId, class: &str, name: &str) -> Vec<ObjectId> {
        self.tree_children_named(of, class, name)
    }

    fn related(&mut self, of: ObjectId) -> Vec<ObjectId> {
        let (Some(object), Some(widgets)) = (self.find(of), self.engine.parts.widgets()) else { return Vec::new() };
        // SAFETY: the object is alive on this thread.
        self.collect(|objects| unsafe { (widgets.related)(object, objects) })
    }

    fn parent(&mut self, of: ObjectId) -> Option<ObjectId> {
        self.tree_parent(of)
    }

    fn identity(&mut self, of: ObjectId) -> Option<Identity> {
        self.object_identity(of)
    }

    fn inheritance(&mut self, of: ObjectId) -> Result<Vec<String>, Fault> {
        let object = self.require(of)?;
        // SAFETY: the object is alive on this thread.
        let (_, classes) = self.value(|sink| unsafe { (self.engine.parts.core.inheritance)(object, sink) });
        let Value::List(classes) = classes else { return Ok(Vec::new()) };
        let name = |class| match class {
            Value::Text(name) => tree::plain_class(&name).to_owned(),
            _ => String::new(),
        };
        let mut names: Vec<String> = classes.into_iter().map(name).collect();
        // A QML component and its generated subclasses share a name once the suffix is gone.
        names.dedup();
        Ok(names)
    }

    fn placement(&mut self, of: ObjectId) -> Result<Placement, Fault> {
        let object = self.require(of)?;
        let nowhere = || Fault::new(Code::Unsupported, "The object has no place on the screen.");
        self.object_placement(object).ok_or_else(nowhere)
    }

    fn properties(&mut self, of: ObjectId) -> Result<Vec<Property>, Fault> {
        self.object_properties(of)
    }

    fn property(&mut self, of: ObjectId, name: &str) -> Result<Value, Fault> {
        self.read_property(of, name)
    }

    fn own_property(&mut self, of: ObjectId, name: &str) -> Option<Property> {
        self.read_own_property(of, name)
    }

    fn set_property(&mut self, of: ObjectId, name: &str, value: &Value) -> Result<Value, Fault> {
        self.write_property(of, name, value)
    }

    fn methods(&mut self, of: ObjectId) -> Result<Vec<Method>, Fault> {
        self.object_methods(of)
    }

    fn invoke(&mut self, of: ObjectId, method: i32, arguments: &[Value]) -> Result<Value, Fault> {
        self.invoke_method(of, method, arguments)
    }

    fn connect(&mut self, of: ObjectId, signal: i32, listener: Listener) -> Result<Connection, Fault> {
        self.connect_signal(of, signal, listener)
    }

    fn model_page(&mut self, of: ObjectId, query: &ModelQuery) -> Result<ModelPage, Fault> {
        self.read_model(of, query)
    }

    fn mouse(&mut self, event: &MouseEvent) -> Result<(), Fault> {
        if self.input_is_real() { self.move_real_mouse(event) } else { self.send_mouse(event) }
    }

    fn key(&mut self, chord: Chord, stroke: Stroke) -> Result<(), Fault> {
        if !self.input_is_real() {
            return self.send_key(chord, stroke);
        }
        match stroke {
            Stroke::Press => self.engine.desktop()?.key(chord, true),
            // The X server repeats what is held by itself.
            Stroke::Repeat => Ok(()),
            Stroke::Release => self.engine.desktop()?.key(chord, false),
        }
    }

    fn type_character(&mut self, character: char) -> Result<(), Fault> {
        match self.engine.veil.named.value_of(character) {
            Some(secret) => self.type_secret(secret),
            None => self.type_plainly(character),
        }
    }

    fn grab(&mut self, of: ObjectId) -> Result<Frame, Fault> {
        self.grab_object(of)
    }

    fn screen(&mut self) -> Result<Screen, Fault> {
        if self.captures_real_screen() { self.real_screen() } else { self.screen_here() }
    }

    fn grab_screen(&mut self) -> Result<Shot, Fault> {
        if self.captures_real_screen() { self.real_shot() } else { self.shoot() }
    }

    fn is_over_budget(&self) -> bool {
        self.began.elapsed() >= BUDGET
    }
}

fn rect(rect: abi::Rect) -> Rect {
    Rect { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
}
