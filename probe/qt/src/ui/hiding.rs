//! The UI without what `QTMCP_DENY` hides: the layer between every mode and the app, which is only there where somebody
//! wants something hidden.

mod areas;
mod elements;
mod properties;

use super::{Object, QtUi};
use areas::cover;
use qtmcp_guard::Deny;
use qtmcp_guard::deny::{Properties, Subject};
use qtmcp_tool::vision::Frame;
use qtmcp_tool::vision::keys::Chord;
use qtmcp_tool::{
    Code, Connection, ElementId, Elements, Fault, Identity, Listener, Method, ModelPage, ModelQuery, MouseEvent,
    MouseKind, ObjectId, Obstacle, Placement, Property, Screen, Shot, Stroke, Ui, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) use areas::hidden_areas;

/// How many models a chain of proxies is followed for.
const MOST_PROXIES: usize = 8;

/// What is hidden is found out once in a visit, and again when the app's code has run.
pub(crate) struct Hiding<'a> {
    ui: QtUi<'a>,
    deny: &'a Deny,
    known: FxHashMap<ObjectId, bool>,
    /// The models of hidden views, once one was asked for.
    models: Option<FxHashSet<ObjectId>>,
}

impl<'a> Hiding<'a> {
    pub(crate) fn new(ui: QtUi<'a>, deny: &'a Deny) -> Self {
        Self { ui, deny, known: FxHashMap::default(), models: None }
    }

    /// The title of the window a person works in, as far as clients may know of it.
    pub(crate) fn title(mut self) -> String {
        let windows = self.windows();
        let active = windows.iter().find(|window| window.active).or_else(|| windows.first());
        active.map(|window| window.title.clone()).unwrap_or_default()
    }

    /// Whether clients are not to know of an object: a pattern is of it, or of something that it is in or belongs to.
    pub(crate) fn is_hidden(&mut self, id: ObjectId) -> bool {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let is_hidden = self.is_below_hidden(id) || self.is_model_of_hidden(id);
        self.known.insert(id, is_hidden);
        is_hidden
    }

    fn is_below_hidden(&mut self, id: ObjectId) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            if !seen.insert(next) {
                continue;
            }
            match self.known.get(&next).copied() {
                Some(true) => return true,
                Some(false) => continue,
                None if self.is_meant(next) => return true,
                None => open.extend(self.around(next)),
            }
        }
        // None of them was meant, and neither was anything around them.
        self.known.extend(seen.into_iter().filter(|one| *one != id).map(|one| (one, false)));
        false
    }

    /// Whether a pattern is of the object itself.
    fn is_meant(&mut self, id: ObjectId) -> bool {
        self.with_subject(id, |deny, subject| deny.hides(subject)).unwrap_or(false)
    }

    fn with_subject<R>(&mut self, id: ObjectId, ask: impl FnOnce(&Deny, Subject<'_>) -> R) -> Option<R> {
        let identity = self.ui.object_identity(id)?;
        let classes = self.ui.inheritance(id).ok()?;
        let names = [identity.object_name.as_str(), identity.qml_id.as_str()];
        Some(ask(self.deny, Subject { classes: &classes, names: &names }))
    }

    /// What an object is in: the item around it, its owner, the widget behind its window.
    fn around(&self, id: ObjectId) -> impl Iterator<Item = ObjectId> + use<> {
        let core = self.ui.engine.parts.core;
        let object = self.ui.find(id);
        // SAFETY: the object is alive on this thread.
        let owner = object.and_then(|object| self.ui.id_or_none(unsafe { (core.parent)(object) }));
        let known_as = object.and_then(|object| self.ui.known_as(object)).filter(|other| *other != id);
        [self.ui.tree_parent(id), owner, known_as].into_iter().flatten()
    }

    fn is_model_of_hidden(&mut self, id: ObjectId) -> bool {
        let core = self.ui.engine.parts.core;
        // SAFETY: the object is alive on this thread.
        let is_model = self.ui.find(id).is_some_and(|object| unsafe { (core.is_model)(object) });
        if !is_model {
            return false;
        }
        if self.models.is_none() {
            // There while they are looked for, so that the search does not begin anew for each model it meets.
            self.models = Some(FxHashSet::default());
            let models = self.find_hidden_models();
            self.known.extend(models.iter().map(|model| (*model, true)));
            self.models = Some(models);
        }
        self.models.as_ref().is_some_and(|models| models.contains(&id))
    }

    fn find_hidden_models(&mut self) -> FxHashSet<ObjectId> {
        let mut models = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut open: Vec<ObjectId> = self.ui.application().into_iter().collect();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            open.extend(self.ui.tree_children(id));
            let Some(mut model) = self.ui.find(id).and_then(|object| self.model_of(object)) else { continue };
            if !self.is_hidden(id) {
                continue;
            }
            for _ in 0..MOST_PROXIES {
                models.insert(model);
                match self.ui.read_own_property(model, "sourceModel").map(|property| property.value) {
                    Some(Value::Object(source)) => model = source,
                    _ => break,
                }
            }
        }
        models
    }

    fn model_of(&self, object: Object) -> Option<ObjectId> {
        let parts = &self.ui.engine.parts;
        // SAFETY: the object is alive on this thread.
        let in_widgets = parts.widgets().map(|widgets| unsafe { (widgets.model_of)(object) });
        // SAFETY: as above.
        let in_qml = || parts.quick().map(|quick| unsafe { (quick.model_of)(object) });
        let model = in_widgets.filter(|model| !model.is_null()).or_else(in_qml)?;
        self.ui.id_or_none(model)
    }

    /// The object, if clients may know of it.
    fn shown(&mut self, id: ObjectId) -> Option<ObjectId> {
        (!self.is_hidden(id)).then_some(id)
    }

    /// The object, or the fault of one that is not there.
    fn require(&mut self, id: ObjectId) -> Result<ObjectId, Fault> {
        self.shown(id).ok_or_else(|| Fault::new(Code::NotFound, "The object is gone."))
    }

    fn only_shown(&mut self, mut ids: Vec<ObjectId>) -> Vec<ObjectId> {
        ids.retain(|id| !self.is_hidden(*id));
        ids
    }

    /// The properties of an object that stay hidden.
    fn hidden_properties(&mut self, id: ObjectId) -> Properties {
        if !self.deny.knows_properties() {
            return Properties::default();
        }
        self.with_subject(id, |deny, subject| deny.properties(subject)).unwrap_or_default()
    }

    /// The value with nothing in the place of objects that are hidden.
    fn without_hidden(&mut self, value: Value) -> Value {
        match value {
            Value::Object(id) if self.is_hidden(id) => Value::Null,
            Value::List(items) => Value::List(items.into_iter().map(|item| self.without_hidden(item)).collect()),
            Value::Map(entries) => {
                Value::Map(entries.into_iter().map(|(name, value)| (name, self.without_hidden(value))).collect())
            }
            other => other,
        }
    }

    /// Whether a hidden object is among values that a client gives.
    fn names_hidden(&mut self, value: &Value) -> bool {
        match value {
            Value::Object(id) => self.is_hidden(*id),
            Value::List(items) => items.iter().any(|item| self.names_hidden(item)),
            Value::Map(entries) => entries.iter().any(|(_, value)| self.names_hidden(value)),
            _ => false,
        }
    }

    fn require_values(&mut self, values: &[Value]) -> Result<(), Fault> {
        match values.iter().any(|value| self.names_hidden(value)) {
            true => Err(Fault::new(Code::NotFound, "The object is gone.")),
            false => Ok(()),
        }
    }

    /// The app's code has run: what was known may be otherwise.
    fn forget(&mut self) {
        self.known.clear();
        self.models = None;
    }

    /// Whether keys would go to something hidden: it has the focus, or its window is the active one.
    fn keys_go_to_hidden(&mut self) -> bool {
        if let Some(focused) = self.ui.focused() {
            return self.is_hidden(focused.object);
        }
        let windows = self.ui.windows();
        windows.iter().any(|window| window.active && self.is_hidden(window.id))
    }

    /// Whether something hidden is at a point of the screen.
    fn is_hidden_at(&mut self, at: &qtmcp_tool::Aim) -> bool {
        let there = self.ui.element_at(at.screen).map(|element| element.object);
        [there, Some(at.window)].into_iter().flatten().any(|id| self.is_hidden(id)) || self.lies_hidden_at(at.screen)
    }
}

impl Ui for Hiding<'_> {
    fn application(&mut self) -> Option<ObjectId> {
        let application = self.ui.application()?;
        self.shown(application)
    }

    fn children(&mut self, of: ObjectId) -> Vec<ObjectId> {
        if self.is_hidden(of) {
            return Vec::new();
        }
        let children = self.ui.children(of);
        self.only_shown(children)
    }

    fn children_named(&mut self, of: ObjectId, class: &str, name: &str) -> Vec<ObjectId> {
        if self.is_hidden(of) {
            return Vec::new();
        }
        let children = self.ui.children_named(of, class, name);
        self.only_shown(children)
    }

    fn related(&mut self, of: ObjectId) -> Vec<ObjectId> {
        if self.is_hidden(of) {
            return Vec::new();
        }
        let related = self.ui.related(of);
        self.only_shown(related)
    }

    fn parent(&mut self, of: ObjectId) -> Option<ObjectId> {
        self.shown(of)?;
        self.ui.parent(of)
    }

    fn identity(&mut self, of: ObjectId) -> Option<Identity> {
        self.shown(of)?;
        self.ui.identity(of)
    }

    fn inheritance(&mut self, of: ObjectId) -> Result<Vec<String>, Fault> {
        self.require(of)?;
        self.ui.inheritance(of)
    }

    fn placement(&mut self, of: ObjectId) -> Result<Placement, Fault> {
        self.require(of)?;
        self.ui.placement(of)
    }

    fn properties(&mut self, of: ObjectId) -> Result<Vec<Property>, Fault> {
        self.shown_properties(of)
    }

    fn property(&mut self, of: ObjectId, name: &str) -> Result<Value, Fault> {
        self.require_property(of, name)?;
        let value = self.ui.property(of, name)?;
        Ok(self.without_hidden(value))
    }

    fn own_property(&mut self, of: ObjectId, name: &str) -> Option<Property> {
        self.require_property(of, name).ok()?;
        let property = self.ui.own_property(of, name)?;
        Some(Property { value: self.without_hidden(property.value), ..property })
    }

    fn set_property(&mut self, of: ObjectId, name: &str, value: &Value) -> Result<Value, Fault> {
        self.require_property(of, name)?;
        self.require_values(std::slice::from_ref(value))?;
        let now = self.ui.set_property(of, name, value)?;
        self.forget();
        Ok(self.without_hidden(now))
    }

    fn methods(&mut self, of: ObjectId) -> Result<Vec<Method>, Fault> {
        self.shown_methods(of)
    }

    fn invoke(&mut self, of: ObjectId, method: i32, arguments: &[Value]) -> Result<Value, Fault> {
        self.require_method(of, method)?;
        self.require_values(arguments)?;
        let result = self.ui.invoke(of, method, arguments)?;
        self.forget();
        Ok(self.without_hidden(result))
    }

    fn connect(&mut self, of: ObjectId, signal: i32, listener: Listener) -> Result<Connection, Fault> {
        self.require_method(of, signal)?;
        self.ui.connect(of, signal, listener)
    }

    fn model_page(&mut self, of: ObjectId, query: &ModelQuery) -> Result<ModelPage, Fault> {
        // A view that is not hidden may show the model of one that is; then it is to be seen there.
        self.require(of)?;
        self.ui.model_page(of, query)
    }

    fn mouse(&mut self, event: &MouseEvent) -> Result<(), Fault> {
        // What is down has to come up, wherever that is.
        if !matches!(event.kind, MouseKind::Release(_)) && self.is_hidden_at(&event.at) {
            return Err(Obstacle::denied());
        }
        self.forget();
        self.ui.mouse(event)
    }

    fn key(&mut self, chord: Chord, stroke: Stroke) -> Result<(), Fault> {
        if stroke != Stroke::Release && self.keys_go_to_hidden() {
            return Err(Obstacle::denied());
        }
        self.forget();
        self.ui.key(chord, stroke)
    }

    fn type_character(&mut self, character: char) -> Result<(), Fault> {
        if self.keys_go_to_hidden() {
            return Err(Obstacle::denied());
        }
        self.forget();
        self.ui.type_character(character)
    }

    fn grab(&mut self, of: ObjectId) -> Result<Frame, Fault> {
        self.require(of)?;
        self.ui.grab(of)
    }

    fn screen(&mut self) -> Result<Screen, Fault> {
        self.ui.screen()
    }

    fn grab_screen(&mut self) -> Result<Shot, Fault> {
        let mut shot = self.ui.grab_screen()?;
        // The app's own windows are covered as they are painted; on the real screen they have been painted long ago.
        if self.ui.captures_real_screen() {
            for area in self.areas_on_screen() {
                cover(&mut shot.frame, &shot.area, &area);
            }
        }
        Ok(shot)
    }

    fn is_over_budget(&self) -> bool {
        self.ui.is_over_budget()
    }
}

/// The element, if clients may know of it.
fn shown_element(hiding: &mut Hiding<'_>, element: ElementId) -> Option<ElementId> {
    hiding.shown(element.object).map(|_| element)
}
