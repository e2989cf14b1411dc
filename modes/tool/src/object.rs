//! What a toolkit tells about its objects.

use crate::Value;
use qtmcp_vision::Rect;

/// What a path segment is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The class, without what QML appends to it.
    pub class: String,
    /// The object's own name; may be empty.
    pub object_name: String,
    /// The id in the QML document; may be empty.
    pub qml_id: String,
}

impl Identity {
    /// The name that stands behind `#` in a path: the QML id, otherwise the object name.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.qml_id.is_empty() { &self.object_name } else { &self.qml_id }
    }
}

/// Where an object is and whether it can be seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    /// Whether it is a widget.
    pub is_widget: bool,
    /// Whether it is a QML item.
    pub is_item: bool,
    /// Whether it is a window of its own.
    pub is_window: bool,
    /// In its parent's coordinates.
    pub local: Rect,
    /// On the screen.
    pub global: Rect,
    /// Whether it is shown, its parents included.
    pub visible: bool,
    /// Whether it takes input, its parents included.
    pub enabled: bool,
}

/// One property with its value at the time of reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The property's name.
    pub name: String,
    /// The toolkit's name for its type.
    pub type_name: String,
    /// The value.
    pub value: Value,
    /// Whether it can be set.
    pub writable: bool,
    /// Whether it was added to this object alone at run time.
    pub dynamic: bool,
}

/// What a method is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// Called by anyone.
    Method,
    /// Meant to be connected to; can be called as well.
    Slot,
    /// Emitted by the object.
    Signal,
}

/// A method, slot or signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// What [`crate::Ui::invoke`] and [`crate::Ui::connect`] take.
    pub index: i32,
    /// The bare name.
    pub name: String,
    /// Name and parameter types: `setText(QString)`.
    pub signature: String,
    /// The type it returns, `void` for none.
    pub return_type: String,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// Method, slot or signal.
    pub kind: MethodKind,
    /// Whether it is public.
    pub public: bool,
}

/// A parameter of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// May be empty: not every toolkit keeps names.
    pub name: String,
    /// The toolkit's name for its type.
    pub type_name: String,
}

/// Which part of an item model to read.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelQuery {
    /// Row numbers from the root down to the parent whose rows are wanted; empty for the top level.
    pub parent: Vec<i32>,
    /// The first row.
    pub first_row: i32,
    /// How many rows at the most.
    pub rows: i32,
    /// The first column.
    pub first_column: i32,
    /// How many columns at the most.
    pub columns: i32,
    /// Names of the roles to read; empty for the display text alone, or for all roles of a model that has no such.
    pub roles: Vec<String>,
}

/// A part of an item model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelPage {
    /// Rows under the parent, as far as the model has loaded them.
    pub row_count: i32,
    /// Columns under the parent.
    pub column_count: i32,
    /// Whether the model says it could load more rows.
    pub can_fetch_more: bool,
    /// Every role the model names.
    pub role_names: Vec<String>,
    /// Column headers of the columns read.
    pub headers: Vec<Value>,
    /// The cells, row by row.
    pub rows: Vec<Vec<ModelCell>>,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelCell {
    /// Role name and value, in the order asked for.
    pub values: Vec<(String, Value)>,
    /// Whether the cell has rows of its own.
    pub has_children: bool,
}
