//! The border between Rust and the C++ parts: the same declarations as in `cpp/abi.h`, which documents them.
#![allow(missing_docs)]

use std::ffi::{c_char, c_void};

const ABI: u32 = 1;

/// What each table begins with: it changes with the table's size as well, so that a part never meets another probe's.
pub(crate) const fn table_number<T>() -> u32 {
    (ABI << 16) + size_of::<T>() as u32
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Sink {
    pub(crate) context: *mut c_void,
    pub(crate) null: unsafe extern "C" fn(*mut c_void),
    pub(crate) boolean: unsafe extern "C" fn(*mut c_void, bool),
    pub(crate) integer: unsafe extern "C" fn(*mut c_void, i64),
    pub(crate) natural: unsafe extern "C" fn(*mut c_void, u64),
    pub(crate) real: unsafe extern "C" fn(*mut c_void, f64),
    pub(crate) text: unsafe extern "C" fn(*mut c_void, *const u16, usize),
    pub(crate) bytes: unsafe extern "C" fn(*mut c_void, *const u8, usize),
    pub(crate) object: unsafe extern "C" fn(*mut c_void, *const c_void),
    pub(crate) enumerator: unsafe extern "C" fn(*mut c_void, *const c_char, usize, i64),
    pub(crate) opaque: unsafe extern "C" fn(*mut c_void, *const c_char),
    pub(crate) begin_list: unsafe extern "C" fn(*mut c_void),
    pub(crate) begin_map: unsafe extern "C" fn(*mut c_void),
    pub(crate) key: unsafe extern "C" fn(*mut c_void, *const u16, usize),
    pub(crate) end: unsafe extern "C" fn(*mut c_void),
}

#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Bool,
    Int,
    UInt,
    Real,
    Text,
    Bytes,
    Object,
    List,
    Map,
}

#[repr(C)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) count: u32,
    pub(crate) integer: i64,
    pub(crate) real: f64,
    pub(crate) data: *const c_void,
    pub(crate) length: usize,
}

/// A `QtmcpResult`; kept as a number, since C++ may one day know more of them.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome(pub(crate) u32);

impl Outcome {
    pub(crate) const OK: Self = Self(0);
    pub(crate) const NO_SUCH: Self = Self(1);
    pub(crate) const READ_ONLY: Self = Self(2);
    pub(crate) const NOT_CONVERTIBLE: Self = Self(3);
    pub(crate) const UNSUPPORTED: Self = Self(4);
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

#[repr(C)]
pub(crate) struct Image {
    pub(crate) context: *mut c_void,
    pub(crate) allocate: unsafe extern "C" fn(*mut c_void, u32, u32, f64, bool) -> *mut u8,
}

/// `QtmcpCapture`.
pub(crate) const CAPTURE_PRIVATE: u32 = 0;
pub(crate) const CAPTURE_WINDOW: u32 = 1;

#[repr(C)]
#[derive(Default)]
pub(crate) struct Screen {
    pub(crate) area: Rect,
    pub(crate) ratio: f64,
}

#[repr(C)]
pub(crate) struct Objects {
    pub(crate) context: *mut c_void,
    pub(crate) take: unsafe extern "C" fn(*mut c_void, *const c_void),
}

#[repr(C)]
pub(crate) struct Rects {
    pub(crate) context: *mut c_void,
    pub(crate) take: unsafe extern "C" fn(*mut c_void, *const Rect),
}

#[repr(C)]
pub(crate) struct Property {
    pub(crate) name: *const c_char,
    pub(crate) type_name: *const c_char,
    pub(crate) writable: bool,
    pub(crate) readable: bool,
    pub(crate) dynamic: bool,
}

#[repr(C)]
pub(crate) struct Properties {
    pub(crate) context: *mut c_void,
    pub(crate) take: unsafe extern "C" fn(*mut c_void, *const Property),
    pub(crate) sink: Sink,
}

#[repr(C)]
pub(crate) struct Method {
    pub(crate) index: i32,
    pub(crate) kind: u32,
    pub(crate) is_public: bool,
    pub(crate) signature: *const c_char,
    pub(crate) return_type: *const c_char,
    pub(crate) parameter_count: u32,
    pub(crate) parameter_types: *const *const c_char,
    pub(crate) parameter_names: *const *const c_char,
}

#[repr(C)]
pub(crate) struct Methods {
    pub(crate) context: *mut c_void,
    pub(crate) take: unsafe extern "C" fn(*mut c_void, *const Method),
}

#[repr(C)]
pub(crate) struct ModelQuery {
    pub(crate) parent: *const i32,
    pub(crate) parent_length: usize,
    pub(crate) first_row: i32,
    pub(crate) rows: i32,
    pub(crate) first_column: i32,
    pub(crate) columns: i32,
    pub(crate) roles: *const Node,
    pub(crate) role_count: usize,
}

#[repr(C)]
#[derive(Default)]
pub(crate) struct ModelCounts {
    pub(crate) rows: i32,
    pub(crate) columns: i32,
    pub(crate) can_fetch_more: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Aim {
    pub(crate) window: *const c_void,
    pub(crate) local_x: f64,
    pub(crate) local_y: f64,
    pub(crate) global_x: f64,
    pub(crate) global_y: f64,
}

impl Default for Aim {
    fn default() -> Self {
        Self { window: std::ptr::null(), local_x: 0.0, local_y: 0.0, global_x: 0.0, global_y: 0.0 }
    }
}

/// A `QtmcpAimResult`.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AimOutcome(pub(crate) u32);

impl AimOutcome {
    pub(crate) const OK: Self = Self(0);
    pub(crate) const NOT_MINE: Self = Self(1);
    pub(crate) const HIDDEN: Self = Self(2);
    pub(crate) const DISABLED: Self = Self(3);
    pub(crate) const COVERED: Self = Self(4);
    pub(crate) const POPUP: Self = Self(5);
    pub(crate) const MODAL: Self = Self(6);
    pub(crate) const OUTSIDE: Self = Self(7);
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct Placement {
    pub(crate) local: Rect,
    pub(crate) global: Rect,
    pub(crate) visible: bool,
    pub(crate) enabled: bool,
    pub(crate) is_window: bool,
}

pub(crate) type FillArguments = unsafe extern "C" fn(*mut c_void, *const Sink);

#[repr(C)]
pub(crate) struct Message {
    pub(crate) kind: u32,
    pub(crate) line: i32,
    pub(crate) file: *const c_char,
    pub(crate) category: *const c_char,
    pub(crate) text: *const u16,
    pub(crate) length: usize,
}

#[repr(C)]
pub(crate) struct Host {
    pub(crate) abi: u32,
    pub(crate) run_job: unsafe extern "C" fn(*mut c_void),
    pub(crate) drop_job: unsafe extern "C" fn(*mut c_void),
    pub(crate) application_gone: unsafe extern "C" fn(),
    pub(crate) signal_emitted: unsafe extern "C" fn(u64, FillArguments, *mut c_void),
    pub(crate) exception: unsafe extern "C" fn(*const c_char, *const c_char),
    pub(crate) is_forked_child: unsafe extern "C" fn() -> bool,
    pub(crate) is_object: unsafe extern "C" fn(*const c_void) -> bool,
    pub(crate) message: unsafe extern "C" fn(*const Message),
    pub(crate) screen_size: unsafe extern "C" fn(*mut u32, *mut u32),
    pub(crate) titled: unsafe extern "C" fn(*const u16, usize),
    pub(crate) stirred: unsafe extern "C" fn(),
    pub(crate) is_secret: unsafe extern "C" fn(*const c_void, bool) -> bool,
    pub(crate) secrets: unsafe extern "C" fn(*const Objects),
    pub(crate) hidden_areas: unsafe extern "C" fn(*const c_void, *const Rects),
}

type ReadVariant = unsafe extern "C" fn(*const c_void, *const Sink) -> bool;
type WriteVariant = unsafe extern "C" fn(*mut c_void, *const Node, usize) -> bool;
/// Answers a `QtmcpPainted`.
type Paint = unsafe extern "C" fn(*const c_void, *mut c_void, *mut c_void) -> u32;

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Text {
    pub(crate) data: *const u16,
    pub(crate) length: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Element {
    pub(crate) object: *const c_void,
    pub(crate) part: u64,
}

#[repr(C)]
pub(crate) struct Elements {
    pub(crate) context: *mut c_void,
    pub(crate) take: unsafe extern "C" fn(*mut c_void, *const Element),
}

/// Indices into [`Accessible::texts`], a `QtmcpTextKind` each.
pub(crate) mod text_kind {
    pub(crate) const NAME: usize = 0;
    pub(crate) const VALUE: usize = 1;
    pub(crate) const DESCRIPTION: usize = 2;
    pub(crate) const TOOL_TIP: usize = 3;
    pub(crate) const STATUS_TIP: usize = 4;
    pub(crate) const PLACEHOLDER: usize = 5;
    pub(crate) const LABEL: usize = 6;
    pub(crate) const ICON: usize = 7;
    pub(crate) const HEADER: usize = 8;
    pub(crate) const SHORTCUT: usize = 9;
    pub(crate) const OBJECT_NAME: usize = 10;
    pub(crate) const COUNT: usize = 11;
}

#[repr(C)]
pub(crate) struct Accessible {
    pub(crate) role: u32,
    pub(crate) input: u32,
    pub(crate) states: u64,
    pub(crate) actions: u32,
    pub(crate) has_value: bool,
    pub(crate) has_gauge: bool,
    pub(crate) has_grid: bool,
    pub(crate) has_position: bool,
    pub(crate) class_name: *const c_char,
    pub(crate) texts: [Text; text_kind::COUNT],
    pub(crate) value_length: u64,
    pub(crate) labels: Element,
    pub(crate) bounds: Rect,
    pub(crate) gauge: [f64; 4],
    pub(crate) rows: u64,
    pub(crate) first_row: u64,
    pub(crate) shown_rows: u64,
    pub(crate) row: u64,
    pub(crate) columns: u32,
    pub(crate) column: u32,
    pub(crate) level: u32,
    pub(crate) option_texts: u32,
    pub(crate) options: *const Text,
    pub(crate) option_count: u64,
}

#[repr(C)]
pub(crate) struct Description {
    pub(crate) context: *mut c_void,
    pub(crate) take: unsafe extern "C" fn(*mut c_void, *const Accessible),
}

#[repr(C)]
pub(crate) struct ElementTable {
    pub(crate) describe: unsafe extern "C" fn(*const Element, *const Description) -> bool,
    pub(crate) contents: unsafe extern "C" fn(*const Element, bool, *const Elements) -> bool,
    pub(crate) container: unsafe extern "C" fn(*const Element, *mut Element) -> bool,
    pub(crate) focused: unsafe extern "C" fn(*mut Element) -> bool,
    pub(crate) element_at: unsafe extern "C" fn(*const c_void, f64, f64, *mut Element) -> bool,
    pub(crate) full_text: unsafe extern "C" fn(*const Element, *const Sink) -> bool,
    pub(crate) options: unsafe extern "C" fn(*const Element, *const Sink) -> bool,
    pub(crate) item_named: unsafe extern "C" fn(*const Element, *const u16, usize, i32, *mut Element) -> bool,
    pub(crate) item_at: unsafe extern "C" fn(*const Element, u64, u32, *mut Element) -> bool,
    pub(crate) assign: unsafe extern "C" fn(*const Element, *const Node, usize, *const Sink) -> Outcome,
    pub(crate) commit: unsafe extern "C" fn(*const Element),
    pub(crate) expand: unsafe extern "C" fn(*const Element, bool) -> Outcome,
    pub(crate) check_place: unsafe extern "C" fn(*const Element, *mut f64, *mut f64) -> bool,
    pub(crate) aim: unsafe extern "C" fn(*const Element, bool, f64, f64, *mut Aim, *mut *const c_void) -> AimOutcome,
    pub(crate) focus: unsafe extern "C" fn(*const Element, *mut *const c_void) -> AimOutcome,
}

#[repr(C)]
pub(crate) struct Window {
    pub(crate) window: *const c_void,
    pub(crate) kind: u32,
    pub(crate) active: bool,
    pub(crate) modal: bool,
    pub(crate) blocked_by: *const c_void,
    pub(crate) parent: *const c_void,
    pub(crate) title: Text,
    pub(crate) bounds: Rect,
}

#[repr(C)]
pub(crate) struct WindowSink {
    pub(crate) context: *mut c_void,
    pub(crate) take: unsafe extern "C" fn(*mut c_void, *const Window),
}

#[repr(C)]
pub(crate) struct Core {
    pub(crate) abi: u32,
    pub(crate) built_for: u32,
    pub(crate) version: unsafe extern "C" fn() -> *const c_char,
    pub(crate) attach: unsafe extern "C" fn() -> bool,
    pub(crate) post: unsafe extern "C" fn(*mut c_void, i32) -> bool,
    pub(crate) lives_in_gui_thread: unsafe extern "C" fn(*const c_void) -> bool,
    pub(crate) is_gui_thread: unsafe extern "C" fn() -> bool,
    pub(crate) application: unsafe extern "C" fn() -> *const c_void,
    pub(crate) parent: unsafe extern "C" fn(*const c_void) -> *const c_void,
    pub(crate) children: unsafe extern "C" fn(*const c_void, *const Objects),
    pub(crate) children_named: unsafe extern "C" fn(*const c_void, *const c_char, *const u16, usize, *const Objects),
    pub(crate) is_named: unsafe extern "C" fn(*const c_void, *const c_char, *const u16, usize) -> bool,
    pub(crate) class_name: unsafe extern "C" fn(*const c_void) -> *const c_char,
    pub(crate) object_name: unsafe extern "C" fn(*const c_void, *const Sink),
    pub(crate) inheritance: unsafe extern "C" fn(*const c_void, *const Sink),
    pub(crate) inherits: unsafe extern "C" fn(*const c_void, *const c_char) -> bool,
    pub(crate) is_widget: unsafe extern "C" fn(*const c_void) -> bool,
    pub(crate) is_window: unsafe extern "C" fn(*const c_void) -> bool,
    pub(crate) properties: unsafe extern "C" fn(*const c_void, *const Properties),
    pub(crate) property: unsafe extern "C" fn(*const c_void, *const c_char, *const Properties) -> bool,
    pub(crate) read_property: unsafe extern "C" fn(*const c_void, *const c_char, *const Sink) -> Outcome,
    pub(crate) write_property:
        unsafe extern "C" fn(*const c_void, *const c_char, *const Node, usize, *const Sink) -> Outcome,
    pub(crate) notifier: unsafe extern "C" fn(*const c_void, *const c_char) -> i32,
    pub(crate) methods: unsafe extern "C" fn(*const c_void, *const Methods),
    pub(crate) invoke:
        unsafe extern "C" fn(*const c_void, i32, *const Node, usize, usize, *const Sink, *const Sink) -> Outcome,
    pub(crate) connect: unsafe extern "C" fn(*const c_void, i32, u64) -> bool,
    pub(crate) disconnect: unsafe extern "C" fn(u64),
    pub(crate) is_model: unsafe extern "C" fn(*const c_void) -> bool,
    pub(crate) model_page:
        unsafe extern "C" fn(*const c_void, *const ModelQuery, *mut ModelCounts, *const Sink) -> Outcome,
    pub(crate) watch_events: unsafe extern "C" fn(bool),
    pub(crate) event_counts: unsafe extern "C" fn(*mut u64, *mut u64, *mut u64),
    pub(crate) await_change: unsafe extern "C" fn(bool),
    pub(crate) add_conversions: unsafe extern "C" fn(ReadVariant, WriteVariant),
    pub(crate) variant: unsafe extern "C" fn(*const c_void, *const Sink),
    pub(crate) watch_console: unsafe extern "C" fn() -> bool,
    pub(crate) unwatch_console: unsafe extern "C" fn(),
    pub(crate) is_console_replaced: unsafe extern "C" fn() -> bool,
    pub(crate) console_stand_in: unsafe extern "C" fn(*const c_void) -> *const c_void,
    pub(crate) make_object: unsafe extern "C" fn(),
}

#[repr(C)]
pub(crate) struct Gui {
    pub(crate) abi: u32,
    pub(crate) platform: unsafe extern "C" fn(*const Sink),
    pub(crate) windows: unsafe extern "C" fn(*const Objects),
    pub(crate) placement: unsafe extern "C" fn(*const c_void, *mut Placement) -> bool,
    pub(crate) focus_window: unsafe extern "C" fn() -> *const c_void,
    pub(crate) mouse: unsafe extern "C" fn(*const Aim, u32, u32, u32, u32),
    pub(crate) wheel: unsafe extern "C" fn(*const Aim, f64, f64, u32) -> bool,
    pub(crate) key: unsafe extern "C" fn(bool, bool, i32, u32, *const u16, usize) -> bool,
    pub(crate) commit_text: unsafe extern "C" fn(*const u16, usize) -> bool,
    pub(crate) activate: unsafe extern "C" fn(*const c_void),
    pub(crate) has_override_cursor: unsafe extern "C" fn() -> bool,
    pub(crate) grab_screen: unsafe extern "C" fn(u32, *const Image, *mut Rect) -> Outcome,
    pub(crate) add_painter: unsafe extern "C" fn(Paint),
    pub(crate) is_blocked: unsafe extern "C" fn(*const c_void, *mut *const c_void) -> bool,
    pub(crate) add_window_filter: unsafe extern "C" fn(unsafe extern "C" fn(*const c_void) -> bool),
    pub(crate) shown_windows: unsafe extern "C" fn(*const WindowSink),
    pub(crate) aim_at_point: unsafe extern "C" fn(u32, f64, f64, *mut Aim, *mut *const c_void) -> AimOutcome,
    pub(crate) raise: unsafe extern "C" fn(*const c_void),
    pub(crate) resize: unsafe extern "C" fn(*const c_void, *mut u32, *mut u32),
    pub(crate) screen: unsafe extern "C" fn(u32, *mut Screen) -> bool,
    pub(crate) shift: unsafe extern "C" fn(*const c_void, *mut f64, *mut f64),
    pub(crate) is_shown: unsafe extern "C" fn(*const c_void) -> bool,
    pub(crate) pointer: unsafe extern "C" fn(*mut f64, *mut f64) -> bool,
    pub(crate) hold_caret: unsafe extern "C" fn(bool),
    pub(crate) real_screen: unsafe extern "C" fn(*mut Screen) -> bool,
    pub(crate) device_pixel: unsafe extern "C" fn(f64, f64, *mut i32, *mut i32),
    pub(crate) is_ours_at: unsafe extern "C" fn(f64, f64) -> bool,
    pub(crate) drag_stand_in: unsafe extern "C" fn(*const c_void) -> *const c_void,
    pub(crate) end_drag: unsafe extern "C" fn(),
    pub(crate) close: unsafe extern "C" fn(*const c_void),
    pub(crate) title: unsafe extern "C" fn(*const Sink),
    pub(crate) await_title: unsafe extern "C" fn(),
    pub(crate) screens: unsafe extern "C" fn(*const Sink),
    pub(crate) own_screen: unsafe extern "C" fn(*mut Screen) -> bool,
    pub(crate) cover: unsafe extern "C" fn(*const c_void, *mut c_void, f64, f64),
    pub(crate) add_cover: unsafe extern "C" fn(unsafe extern "C" fn(*const c_void, *mut c_void, f64, f64)),
}

#[repr(C)]
pub(crate) struct SecretTable {
    pub(crate) find: unsafe extern "C" fn(),
    pub(crate) guards: unsafe extern "C" fn(*const c_void) -> bool,
    pub(crate) text: unsafe extern "C" fn(*const c_void, *const Sink) -> bool,
    pub(crate) adopt: unsafe extern "C" fn(*const c_void),
}

#[repr(C)]
pub(crate) struct Widgets {
    pub(crate) abi: u32,
    pub(crate) top_levels: unsafe extern "C" fn(*const Objects),
    pub(crate) related: unsafe extern "C" fn(*const c_void, *const Objects),
    pub(crate) placement: unsafe extern "C" fn(*const c_void, *mut Placement) -> bool,
    pub(crate) elements: ElementTable,
    pub(crate) grab: unsafe extern "C" fn(*const c_void, *const Image) -> bool,
    pub(crate) model_of: unsafe extern "C" fn(*const c_void) -> *const c_void,
    pub(crate) widget_of_window: unsafe extern "C" fn(*const c_void) -> *const c_void,
    pub(crate) window_of: unsafe extern "C" fn(*const c_void) -> *const c_void,
    pub(crate) secrets: SecretTable,
}

#[repr(C)]
pub(crate) struct Quick {
    pub(crate) abi: u32,
    pub(crate) is_item: unsafe extern "C" fn(*const c_void) -> bool,
    pub(crate) children: unsafe extern "C" fn(*const c_void, *const Objects) -> bool,
    pub(crate) parent: unsafe extern "C" fn(*const c_void, *mut *const c_void) -> bool,
    pub(crate) qml_id: unsafe extern "C" fn(*const c_void, *const Sink),
    pub(crate) context_property: unsafe extern "C" fn(*const c_void, *const c_char, *const Sink) -> Outcome,
    pub(crate) placement: unsafe extern "C" fn(*const c_void, *mut Placement) -> bool,
    pub(crate) elements: ElementTable,
    pub(crate) grab: unsafe extern "C" fn(*const c_void, *const Image) -> bool,
    pub(crate) model_of: unsafe extern "C" fn(*const c_void) -> *const c_void,
    pub(crate) watch_frames: unsafe extern "C" fn(bool),
    pub(crate) frame_count: unsafe extern "C" fn() -> u64,
    pub(crate) is_moving: unsafe extern "C" fn() -> bool,
    pub(crate) secrets: SecretTable,
}

pub(crate) type PartEntry = unsafe extern "C" fn(*const Host, *const Core, *const Gui) -> *const c_void;
