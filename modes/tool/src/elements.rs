//! The user interface as a person sees it: windows, elements, their values. What Chrome mode asks of a toolkit.

use crate::{Aim, Code, Fault, ObjectId, Obstacle, Value};
use qtmcp_a11y::{ElementId, RawNode, Window};
use qtmcp_vision::Point;

/// Which children are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What a person can see, or could by scrolling a plain area; of item views the rows in sight.
    Shown,
    /// Hidden elements too.
    Everything,
}

/// Elements, as part of [`crate::Ui`]. A toolkit without accessibility keeps the defaults.
pub trait Elements {
    /// Every window that is shown, the topmost first.
    fn windows(&mut self) -> Vec<Window> {
        Vec::new()
    }

    /// What an element is; `None` when it is gone.
    fn describe(&mut self, _element: ElementId) -> Option<RawNode> {
        None
    }

    /// What an element contains, in reading order. Popups and other windows are not among it.
    fn contents(&mut self, _of: ElementId, _scope: Scope) -> Vec<ElementId> {
        Vec::new()
    }

    /// What an element is contained in, windows having nothing around them.
    fn container(&mut self, _of: ElementId) -> Option<ElementId> {
        None
    }

    /// The element that has the keyboard focus.
    fn focused(&mut self) -> Option<ElementId> {
        None
    }

    /// The innermost element at a point of the screen.
    fn element_at(&mut self, _point: Point) -> Option<ElementId> {
        None
    }

    /// All of the text an element holds; `None` for secrets and for what holds none.
    fn full_text(&mut self, _of: ElementId) -> Option<String> {
        None
    }

    /// How many characters a secret has; `None` where that cannot be told.
    fn secret_length(&mut self, _of: ElementId) -> Option<usize> {
        None
    }

    /// Every option of a choice, in order.
    fn options(&mut self, _of: ElementId) -> Vec<String> {
        Vec::new()
    }

    /// The item of a list, tree, table, tab bar or stack that shows exactly this text; in trees, the levels joined by
    /// ` > `. Also where it is not in sight. With `column`, the cell of that column in the row whose first text it is.
    fn item_named(&mut self, _of: ElementId, _text: &str, _column: Option<u32>) -> Option<ElementId> {
        None
    }

    /// The item in a row and column, counted from 0, at the top level.
    fn item_at(&mut self, _of: ElementId, _row: u64, _column: u32) -> Option<ElementId> {
        None
    }

    /// Sets a value that no keys and clicks set exactly, with the signals that a person's doing has: sliders, dials, dates,
    /// times, and what has only accessibility's value or editable text. `bad_argument` when the value does not fit.
    fn assign(&mut self, _element: ElementId, _value: &Value) -> Result<(), Fault> {
        Err(Fault::new(Code::Unsupported, "This toolkit sets no values."))
    }

    /// Makes what was typed into an element so far its value, as leaving it would; for fields that wait for that.
    fn commit(&mut self, _element: ElementId) {}

    /// Opens, closes, expands or collapses an element as accessibility would, where a click does not do just that.
    fn expand(&mut self, _element: ElementId, _open: bool) -> Result<(), Fault> {
        Err(Fault::new(Code::Unsupported, "This toolkit expands nothing."))
    }

    /// Where in an item its check box is, or its expander; `None` where it has none.
    fn check_place(&mut self, _element: ElementId) -> Option<Point> {
        None
    }

    /// Scrolls whatever the element lies in until it can be seen.
    fn reveal(&mut self, element: ElementId) -> Result<(), Obstacle> {
        self.aim_at(element, None).map(drop)
    }

    /// Checks that a person could point at the element, at `place` from its top left or at its middle, and says where.
    /// What is only scrolled out of view is brought into view first.
    fn aim_at(&mut self, _element: ElementId, _place: Option<Point>) -> Result<Aim, Obstacle> {
        Err(Obstacle::Unsupported("this toolkit has no elements".to_owned()))
    }

    /// Where an event at a point of the screen goes: the topmost window there, unless a modal window or popup takes it.
    fn aim_at_point(&mut self, _point: Point) -> Result<Aim, Obstacle> {
        Err(Obstacle::Unsupported("this toolkit has no screen".to_owned()))
    }

    /// Gives the keyboard focus to an element, as a click or Tab would.
    fn focus_on(&mut self, _element: ElementId) -> Result<(), Obstacle> {
        Err(Obstacle::Unsupported("this toolkit has no focus".to_owned()))
    }

    /// Brings a window to the front and gives it the focus.
    fn raise(&mut self, _window: ObjectId) -> Result<(), Fault> {
        Err(Fault::new(Code::Unsupported, "This toolkit raises no windows."))
    }

    /// Gives a window another size, and answers with the size it has then.
    fn resize(&mut self, _window: ObjectId, _width: u32, _height: u32) -> Result<(u32, u32), Fault> {
        Err(Fault::new(Code::Unsupported, "This toolkit resizes no windows."))
    }

    /// Asks a window to close, as the button in its frame does. The app may refuse, or ask back in a dialog of its own: then
    /// this returns only when that is answered.
    fn close(&mut self, _window: ObjectId) -> Result<(), Fault> {
        Err(Fault::new(Code::Unsupported, "This toolkit closes no windows."))
    }
}
