//! Where an object is and whether it can be seen, for objects of any kind.

use qtmcp_tool::{ObjectId, Placement, Ui, Value};

/// What is known of an object's presence on the screen.
pub(crate) struct Presence {
    /// For widgets, QML items and windows.
    pub(crate) placement: Option<Placement>,
    pub(crate) visible: bool,
    pub(crate) enabled: bool,
}

impl Presence {
    /// Objects without a place, such as actions, may still say whether they are visible and enabled.
    pub(crate) fn of(ui: &mut dyn Ui, id: ObjectId) -> Self {
        if let Ok(placement) = ui.placement(id) {
            return Self { visible: placement.visible, enabled: placement.enabled, placement: Some(placement) };
        }
        let mut says = |name: &str, otherwise: bool| match ui.own_property(id, name).map(|property| property.value) {
            Some(Value::Bool(value)) => value,
            _ => otherwise,
        };
        Self { visible: says("visible", false), enabled: says("enabled", true), placement: None }
    }
}
