//! What a toolkit tells of one element of its user interface.

use crate::Role;
use bitflags::bitflags;
use qtmcp_vision::Rect;

/// An object of the app. Opaque: only the toolkit that gave it can look it up, and it never comes to mean another
/// object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId {
    /// Where the object is kept.
    pub slot: u64,
    /// Which of the objects that were ever kept there.
    pub generation: u64,
}

/// An element: an object, or a part of one that has no object of its own, such as a row, a cell or a tab. Opaque as
/// well, and never another element's: a part follows its content when rows are inserted or sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId {
    /// The object that shows it.
    pub object: ObjectId,
    /// Which part of the object; `0` is the object itself.
    pub part: u64,
}

impl From<ObjectId> for ElementId {
    fn from(object: ObjectId) -> Self {
        Self { object, part: 0 }
    }
}

bitflags! {
    /// What holds for an element now.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct States: u64 {
        /// Takes no input, itself or through a parent.
        const DISABLED = 1 << 0;
        /// Hidden, itself or through a parent.
        const INVISIBLE = 1 << 1;
        /// Shown by its parents, but scrolled or moved out of what can be seen.
        const OFFSCREEN = 1 << 2;
        /// Can have the keyboard focus.
        const FOCUSABLE = 1 << 3;
        /// Has the keyboard focus.
        const FOCUSED = 1 << 4;
        /// Can be checked.
        const CHECKABLE = 1 << 5;
        /// Is checked.
        const CHECKED = 1 << 6;
        /// Is partly checked.
        const MIXED = 1 << 7;
        /// Can be selected.
        const SELECTABLE = 1 << 8;
        /// Is selected; of tabs, the current one.
        const SELECTED = 1 << 9;
        /// Has content that can be shown and hidden.
        const EXPANDABLE = 1 << 10;
        /// Shows that content now.
        const EXPANDED = 1 << 11;
        /// Its text can be edited by a person now.
        const EDITABLE = 1 << 12;
        /// It is of an editable kind, but refuses changes.
        const READ_ONLY = 1 << 13;
        /// Its text may have several lines.
        const MULTI_LINE = 1 << 14;
        /// Its text is secret.
        const PASSWORD = 1 << 15;
        /// A window that takes the input of others.
        const MODAL = 1 << 16;
        /// The window that has the focus.
        const ACTIVE = 1 << 17;
        /// Held down or switched on.
        const PRESSED = 1 << 18;
        /// The button that Return presses.
        const DEFAULT = 1 << 19;
        /// Opens a menu or a list.
        const HAS_POPUP = 1 << 20;
        /// What it holds is not acceptable to its validator.
        const INVALID = 1 << 21;
        /// Busy; its value is not known.
        const BUSY = 1 << 22;
        /// Several of its items can be selected at once.
        const MULTI_SELECTABLE = 1 << 23;
        /// A helper of the toolkit that nobody looks for (a viewport, a corner); its children count, it does not.
        const INTERNAL = 1 << 24;
        /// Draws itself and tells accessibility nothing: no role, no action, no focus.
        const CUSTOM_PAINTED = 1 << 25;
        /// Reacts to a press though it has no role that says so.
        const CLICKABLE = 1 << 26;
    }
}

bitflags! {
    /// What can be done with an element through accessibility.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Actions: u32 {
        /// Press it.
        const PRESS = 1 << 0;
        /// Switch it.
        const TOGGLE = 1 << 1;
        /// Open its menu.
        const SHOW_MENU = 1 << 2;
        /// Give it the focus.
        const SET_FOCUS = 1 << 3;
        /// One step up.
        const INCREASE = 1 << 4;
        /// One step down.
        const DECREASE = 1 << 5;
        /// The page after.
        const NEXT_PAGE = 1 << 6;
        /// The page before.
        const PREVIOUS_PAGE = 1 << 7;
        /// Scroll in any direction.
        const SCROLL = 1 << 8;
    }
}

/// How a person sets an element's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Input {
    /// Not at all.
    #[default]
    None = 0,
    /// By typing a line.
    Text = 1,
    /// By typing lines.
    MultiLine = 2,
    /// By typing a number: a spin box.
    Number = 3,
    /// By moving a handle: a slider, a dial, a scroll bar.
    Range = 4,
    /// By choosing from a list that opens.
    Choice = 5,
    /// As [`Input::Choice`], or by typing.
    EditableChoice = 6,
    /// By switching it on and off: check boxes, switches, checkable buttons.
    Toggle = 7,
    /// By switching it on; another of its group goes off.
    Radio = 8,
    /// By typing a date, a time, or both.
    DateTime = 9,
    /// By choosing one of its tabs or pages.
    Tabs = 10,
    /// By selecting among its items: lists, trees, tables.
    Items = 11,
    /// By selecting, checking or editing it: an item, a row, a cell.
    Item = 12,
    /// By pressing a key combination.
    Keys = 13,
    /// By other means; accessibility's value or editable text is all there is.
    Other = 14,
}

impl Input {
    /// Every kind, in the order of its number.
    pub const ALL: [Input; 15] = [
        Input::None,
        Input::Text,
        Input::MultiLine,
        Input::Number,
        Input::Range,
        Input::Choice,
        Input::EditableChoice,
        Input::Toggle,
        Input::Radio,
        Input::DateTime,
        Input::Tabs,
        Input::Items,
        Input::Item,
        Input::Keys,
        Input::Other,
    ];
}

/// A number between two others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// Now.
    pub value: f64,
    /// The least.
    pub minimum: f64,
    /// The most.
    pub maximum: f64,
    /// The smallest step; `0` where there is none.
    pub step: f64,
}

/// How many rows and columns a table, tree or list has, and which rows it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Rows there are; of a tree, those that are expanded into view or could be scrolled to, as far as the toolkit
    /// knows.
    pub rows: u64,
    /// Columns shown.
    pub columns: u32,
    /// The first row that can be seen, from 0.
    pub first: u64,
    /// How many can be seen.
    pub shown: u64,
}

/// Where an item stands among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// From 0; of a tree's item, among its siblings.
    pub row: u64,
    /// From 0.
    pub column: u32,
    /// How deep in a tree, from 0.
    pub level: u32,
}

/// One element as the toolkit tells it. Texts are as the app has them: untrusted, and not cut except where said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawNode {
    /// What accessibility calls it.
    pub role: Role,
    /// The class as a developer knows it: `QPushButton`, `Button`; of parts `Row`, `Cell`, `Item`, `Tab`, `Header`.
    pub class: String,
    /// The object's own name, or the id in its QML document.
    pub object_name: String,
    /// The accessible name; mnemonics are out.
    pub name: String,
    /// The text, number or state it holds; `None` where it has no value. Never a secret one. Cut at
    /// [`RawNode::VALUE_LIMIT`].
    pub value: Option<String>,
    /// How many characters the value has in full.
    pub value_length: u64,
    /// The accessible description.
    pub description: String,
    /// The tool tip.
    pub tool_tip: String,
    /// The status tip, or what-is-this text where there is none.
    pub status_tip: String,
    /// What an empty field shows.
    pub placeholder: String,
    /// The text of the label that belongs to it.
    pub label: String,
    /// The name of its icon.
    pub icon: String,
    /// The header of its column, or its group's title.
    pub header: String,
    /// The keys that trigger it.
    pub shortcut: String,
    /// Of a label: what it names.
    pub labels: Option<ElementId>,
    /// What holds for it.
    pub states: States,
    /// What can be done with it.
    pub actions: Actions,
    /// How its value is set.
    pub input: Input,
    /// What can be seen of it on the screen, or all of it while it is out of sight, in logical pixels.
    pub bounds: Rect,
    /// Of sliders, spin boxes, progress bars.
    pub gauge: Option<Gauge>,
    /// Of tables, trees, lists.
    pub grid: Option<Grid>,
    /// Of rows, cells, items, tabs.
    pub position: Option<Position>,
    /// Of a choice: its first options, at most [`RawNode::OPTION_LIMIT`].
    pub options: Vec<String>,
    /// How many options there are.
    pub option_count: u64,
}

impl RawNode {
    /// Values come with at most this many characters; the rest is asked for.
    pub const VALUE_LIMIT: usize = 1000;
    /// Choices come with at most this many options.
    pub const OPTION_LIMIT: usize = 20;
}

/// What kind of window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum WindowKind {
    /// A main or other ordinary window.
    #[default]
    Window = 0,
    /// A dialog or message box.
    Dialog = 1,
    /// A menu, a list that dropped down, a completer.
    Popup = 2,
    /// A tool tip or splash screen.
    ToolTip = 3,
    /// A tool window or a floating dock.
    Tool = 4,
}

impl WindowKind {
    /// Every kind, in the order of its number.
    pub const ALL: [WindowKind; 5] =
        [WindowKind::Window, WindowKind::Dialog, WindowKind::Popup, WindowKind::ToolTip, WindowKind::Tool];
}

/// A window that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Its root element.
    pub id: ObjectId,
    /// The title as the app set it.
    pub title: String,
    /// What kind.
    pub kind: WindowKind,
    /// Whether it has the focus.
    pub active: bool,
    /// Whether it takes the input of other windows.
    pub modal: bool,
    /// The window that takes its input, if any.
    pub blocked_by: Option<ObjectId>,
    /// The window it belongs to.
    pub parent: Option<ObjectId>,
    /// On the screen, in logical pixels.
    pub bounds: Rect,
}
