//! The tree people think in: windows under the application, QML items under their visual parent.

use super::{Object, QtUi, rect};
use crate::abi;
use crate::values::c_string;
use qtmcp_tool::{Identity, ObjectId, Placement};
use rustc_hash::FxHashSet;
use std::ffi::CString;
use std::sync::PoisonError;

impl QtUi<'_> {
    pub(super) fn tree_children(&self, of: ObjectId) -> Vec<ObjectId> {
        let Some(object) = self.find(of) else { return Vec::new() };
        // SAFETY: on the GUI thread.
        let is_application = object == unsafe { (self.engine.parts.core.application)() };
        let children = if is_application { self.top_level(object) } else { self.shown_children(object) };
        children.into_iter().map(|child| self.id(child)).collect()
    }

    fn shown_children(&self, object: Object) -> Vec<Object> {
        let parts = &self.engine.parts;
        let mut children = Vec::new();
        if let Some(quick) = parts.quick() {
            children = self.addresses(|objects| {
                // SAFETY: the object is alive on this thread; the listing runs no code of the app.
                unsafe { (quick.children)(object, objects) };
            });
        }
        let visual: FxHashSet<Object> = children.iter().copied().collect();
        // SAFETY: as above.
        let own = self.addresses(|objects| unsafe { (parts.core.children)(object, objects) });
        let own = own.into_iter().filter(|child| !visual.contains(child) && !self.has_other_parent(*child, object));
        children.extend(own);
        children
    }

    /// As [`QtUi::tree_children`], looking only at class and name: most steps of most paths.
    pub(super) fn tree_children_named(&self, of: ObjectId, class: &str, name: &str) -> Vec<ObjectId> {
        let Some(object) = self.find(of) else { return Vec::new() };
        let Ok(c_class) = CString::new(class) else { return Vec::new() };
        let c_name: Vec<u16> = self.engine.veil.named.reveal(name).encode_utf16().collect();
        let (class_pointer, name_pointer, length) = (c_class.as_ptr(), c_name.as_ptr(), c_name.len());
        let core = self.engine.parts.core;
        if self.engine.parts.quick().is_some() {
            // Looked up by id at each step, since QML's names may run code of the app.
            let is_it = |child: &ObjectId| {
                self.object_identity(*child).is_some_and(|known| known.class == class && known.name() == name)
            };
            return self.tree_children(of).into_iter().filter(is_it).collect();
        }
        // SAFETY: on the GUI thread.
        if object == unsafe { (core.application)() } {
            // SAFETY: the objects were listed a moment ago on this thread; class and name outlive the call.
            let is_it = |child: &Object| unsafe { (core.is_named)(*child, class_pointer, name_pointer, length) };
            return self.top_level(object).into_iter().filter(is_it).map(|child| self.id(child)).collect();
        }
        self.collect(|objects| {
            // SAFETY: the object is alive on this thread; class and name outlive the call.
            unsafe { (core.children_named)(object, class_pointer, name_pointer, length, objects) };
        })
    }

    /// What stands under the application: looked for anew when objects have come, otherwise what is left of it.
    fn top_level(&self, application: Object) -> Vec<Object> {
        let core = self.engine.parts.core;
        let tracker = self.engine.tracker;
        let mut known = self.engine.top_level.lock().unwrap_or_else(PoisonError::into_inner);
        let births = tracker.births();
        if known.0 != births {
            let objects = self.find_top_level(application);
            *known = (births, objects.into_iter().map(|object| tracker.adopt(object as usize)).collect());
        }
        let still = |address: usize| {
            let object = address as Object;
            // SAFETY: alive while the tracker's lock is held, and the call makes no object.
            let parent = unsafe { (core.parent)(object) };
            (parent.is_null() || parent == application).then_some(object)
        };
        known.1.iter().filter_map(|tracked| tracker.while_alive(*tracked, still).flatten()).collect()
    }

    /// Windows first, then what else the application owns, then what nobody owns.
    fn find_top_level(&self, application: Object) -> Vec<Object> {
        let parts = &self.engine.parts;
        let mut seen = FxHashSet::default();
        let mut children = Vec::new();
        let mut add = |objects: Vec<Object>| children.extend(objects.into_iter().filter(|object| seen.insert(*object)));
        if let Some(widgets) = parts.widgets() {
            // SAFETY: on the GUI thread.
            add(self.addresses(|objects| unsafe { (widgets.top_levels)(objects) }));
        }
        if let Some(gui) = parts.gui() {
            // SAFETY: on the GUI thread.
            add(self.addresses(|objects| unsafe { (gui.windows)(objects) }));
        }
        // SAFETY: the application is alive on this thread.
        add(self.addresses(|objects| unsafe { (parts.core.children)(application, objects) }));
        let orphans = self.engine.tracker.select(|address| {
            let object = address as Object;
            // SAFETY: alive while the tracker's lock is held, and neither call makes objects. An object of another
            // thread is not looked at further.
            unsafe { (parts.core.lives_in_gui_thread)(object) && (parts.core.parent)(object).is_null() }
        });
        let orphans = orphans.into_iter().map(|tracked| tracked.address as Object);
        add(orphans.filter(|object| *object != application && self.stands_alone(*object)).collect());
        children
    }

    /// Whether an object without a parent belongs under the application: windows come through their own lists, and QML
    /// items have a visual parent.
    fn stands_alone(&self, object: Object) -> bool {
        let parts = &self.engine.parts;
        // SAFETY: the object was selected a moment ago on this thread, and nothing has run since.
        let is_window = unsafe { (parts.core.is_widget)(object) || (parts.core.is_window)(object) };
        !is_window && self.visual_parent(object).is_none()
    }

    /// Whether a child by ownership is shown elsewhere: a QML item owned by one item and placed in another.
    fn has_other_parent(&self, child: Object, parent: Object) -> bool {
        self.visual_parent(child).is_some_and(|visual| visual != parent)
    }

    pub(super) fn visual_parent(&self, object: Object) -> Option<Object> {
        let quick = self.engine.parts.quick()?;
        let mut parent: Object = std::ptr::null();
        // SAFETY: the object is alive on this thread.
        let is_item = unsafe { (quick.parent)(object, &mut parent) };
        (is_item && !parent.is_null()).then_some(parent)
    }

    pub(super) fn tree_parent(&self, of: ObjectId) -> Option<ObjectId> {
        let object = self.find(of)?;
        let core = self.engine.parts.core;
        // SAFETY: on the GUI thread.
        let application = unsafe { (core.application)() };
        if object == application {
            return None;
        }
        if let Some(parent) = self.visual_parent(object) {
            return Some(self.id(parent));
        }
        // SAFETY: the object is alive on this thread.
        let parent = unsafe { (core.parent)(object) };
        self.id_or_none(if parent.is_null() { application } else { parent })
    }

    pub(super) fn object_identity(&self, of: ObjectId) -> Option<Identity> {
        let object = self.find(of)?;
        let parts = &self.engine.parts;
        // SAFETY: the object is alive on this thread, and the name is copied at once.
        let class = unsafe { c_string((parts.core.class_name)(object)) };
        // SAFETY: the object is alive on this thread.
        let object_name = self.name(|sink| unsafe { (parts.core.object_name)(object, sink) });
        Some(Identity { class: plain_class(&class).to_owned(), object_name, qml_id: self.qml_id(of, object) })
    }

    fn qml_id(&self, of: ObjectId, object: Object) -> String {
        let Some(quick) = self.engine.parts.quick() else { return String::new() };
        let births = self.engine.tracker.births();
        if let Some(id) = self.engine.qml_ids().get(of, births) {
            return id;
        }
        // Qt makes an object of a context for whoever first asks for it.
        let id = crate::hooks::as_ours(|| {
            // SAFETY: the object is alive on this thread.
            self.name(|sink| unsafe { (quick.qml_id)(object, sink) })
        });
        self.engine.qml_ids().put(of, births, &id);
        id
    }

    pub(super) fn object_placement(&self, object: Object) -> Option<Placement> {
        let parts = &self.engine.parts;
        // SAFETY: the object is alive on this thread, here and in the calls below.
        let (is_widget, is_window) = unsafe { ((parts.core.is_widget)(object), (parts.core.is_window)(object)) };
        // SAFETY: as above.
        let is_item = parts.quick().is_some_and(|quick| unsafe { (quick.is_item)(object) });
        let place = match () {
            () if is_item => parts.quick().map(|quick| quick.placement),
            () if is_window => parts.gui().map(|gui| gui.placement),
            () => parts.widgets().map(|widgets| widgets.placement),
        };
        let mut placed = abi::Placement::default();
        // SAFETY: as above.
        let is_placed = unsafe { place?(object, &mut placed) };
        is_placed.then(|| Placement {
            is_widget,
            is_item,
            is_window: is_window || placed.is_window,
            local: rect(placed.local),
            global: rect(placed.global),
            visible: placed.visible,
            enabled: placed.enabled,
        })
    }
}

/// A class without what QML appends: `Button_QMLTYPE_12` is `Button`, `QQuickRectangle_QML_3` is `QQuickRectangle`.
pub(super) fn plain_class(class: &str) -> &str {
    ["_QMLTYPE_", "_QML_"]
        .into_iter()
        .filter_map(|mark| class.rfind(mark).map(|at| (at, at + mark.len())))
        .find(|(_, number)| !class[*number..].is_empty() && class[*number..].bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(class, |(at, _)| plain_class(&class[..at]))
}

#[cfg(test)]
mod tests {
    use super::plain_class;

    #[test]
    fn qmls_suffixes_are_left_out() {
        assert_eq!(plain_class("Button_QMLTYPE_12"), "Button");
        assert_eq!(plain_class("Button_QMLTYPE_12_QML_3"), "Button");
        assert_eq!(plain_class("QQuickRectangle_QML_3"), "QQuickRectangle");
        assert_eq!(plain_class("My_QML_Thing"), "My_QML_Thing");
        assert_eq!(plain_class("QPushButton"), "QPushButton");
    }
}
