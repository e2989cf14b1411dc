// The border between Rust and the C++ parts: plain C, mirrored by src/abi.rs. Each part is a library of its own that
// exports `qtmcp_part` and is loaded only when the app has the Qt module it is for.
//
// Rules. Objects cross as addresses that Rust has checked to be alive on the calling thread. Strings going out are
// UTF-16, or Latin-1/UTF-8 `const char *` for names of meta-objects, borrowed for the call. Every function is
// noexcept. Unless it says otherwise, a function is called on the GUI thread only, and may run the app's code.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define QTMCP_ABI 1
// What each table begins with: it changes with the table's size as well, so that a part never meets another probe's.
#define QTMCP_TABLE(type) ((uint32_t(QTMCP_ABI) << 16) + uint32_t(sizeof(type)))

extern "C" {

// Takes a value leaving Qt, as a stream: scalars, or begin_list … end, or begin_map (key value)* end.
struct QtmcpSink {
    void *context;
    void (*null)(void *context);
    void (*boolean)(void *context, bool value);
    void (*integer)(void *context, int64_t value);
    void (*natural)(void *context, uint64_t value);
    void (*real)(void *context, double value);
    void (*text)(void *context, const char16_t *text, size_t length);
    void (*bytes)(void *context, const uint8_t *bytes, size_t length);
    void (*object)(void *context, const void *object);  // may be null; never dereferenced
    void (*enumerator)(void *context, const char *name, size_t length, int64_t number);
    void (*opaque)(void *context, const char *type_name);
    void (*begin_list)(void *context);
    void (*begin_map)(void *context);
    void (*key)(void *context, const char16_t *text, size_t length);
    void (*end)(void *context);
};

enum QtmcpKind : uint32_t {
    QTMCP_NULL, QTMCP_BOOL, QTMCP_INT, QTMCP_UINT, QTMCP_REAL, QTMCP_TEXT, QTMCP_BYTES, QTMCP_OBJECT, QTMCP_LIST,
    QTMCP_MAP,
};

// A value entering Qt, as an array of nodes in preorder: a list is followed by `count` values, a map by `count` pairs
// of a text node and a value.
struct QtmcpNode {
    QtmcpKind kind;
    uint32_t count;      // list, map
    int64_t integer;     // bool, int, uint (bit pattern)
    double real;         // real
    const void *data;    // text (char16_t), bytes, or the object itself
    size_t length;       // text (in UTF-16 units), bytes
};

// What a call that can fail answers. On anything but QTMCP_OK a message may have been given to the error sink's `text`.
enum QtmcpResult : uint32_t {
    QTMCP_OK,
    QTMCP_NO_SUCH,       // no such property, method or row
    QTMCP_READ_ONLY,
    QTMCP_NOT_CONVERTIBLE,
    QTMCP_UNSUPPORTED,
    QTMCP_FAILED,        // the call was made and refused, or an exception came out of it
};

struct QtmcpRect { double x, y, width, height; };

struct QtmcpRects {
    void *context;
    void (*take)(void *context, const QtmcpRect *rect);
};

// Takes a picture: C++ asks once for memory and has filled all of it when the call returns well.
struct QtmcpImage {
    void *context;
    // Device pixels, `width * height` of them without padding: blue, green, red and alpha, not premultiplied; without
    // `has_alpha` the fourth byte means nothing. Null: no memory.
    uint8_t *(*allocate)(void *context, uint32_t width, uint32_t height, double ratio, bool has_alpha);
};

struct QtmcpObjects {
    void *context;
    void (*take)(void *context, const void *object);
};

struct QtmcpProperty {
    const char *name;
    const char *type;
    bool writable;
    bool readable;
    bool dynamic;
};

struct QtmcpProperties {
    void *context;
    // The value follows through `sink`, which the part fills right after this call.
    void (*take)(void *context, const QtmcpProperty *property);
    QtmcpSink sink;
};

enum QtmcpMethodKind : uint32_t { QTMCP_METHOD, QTMCP_SLOT, QTMCP_SIGNAL };

struct QtmcpMethod {
    int32_t index;
    QtmcpMethodKind kind;
    bool is_public;
    const char *signature;
    const char *return_type;
    uint32_t parameter_count;
    const char *const *parameter_types;
    const char *const *parameter_names;
};

struct QtmcpMethods {
    void *context;
    void (*take)(void *context, const QtmcpMethod *method);
};

struct QtmcpModelQuery {
    const int32_t *parent;        // rows from the root down
    size_t parent_length;
    int32_t first_row, rows, first_column, columns;
    const QtmcpNode *roles;       // text nodes
    size_t role_count;
};

// Filled by the model reader, in this order: counts, then the names of all its roles as a list, headers as a list, then
// for each row a list of cells, each cell a map {role: value, …} whose key "" is a boolean: has children. Without roles
// asked for, the display role is read, or all roles of a model that has no such. QTMCP_NO_SUCH: no such parent or role,
// and a text that says which. Fewer than 0 columns means all of them.
struct QtmcpModelCounts {
    int32_t rows, columns;
    bool can_fetch_more;
};

// Where the pointer would go. `window` is the QWindow that receives the event.
struct QtmcpAim {
    const void *window;
    double local_x, local_y;
    double global_x, global_y;
};

enum QtmcpAimResult : uint32_t {
    QTMCP_AIM_OK,
    QTMCP_AIM_NOT_MINE,   // the object is none of this part's kind
    QTMCP_AIM_HIDDEN,
    QTMCP_AIM_DISABLED,
    QTMCP_AIM_COVERED,    // by *obstacle
    QTMCP_AIM_POPUP,      // *obstacle is the open popup
    QTMCP_AIM_MODAL,      // *obstacle is the modal window
    QTMCP_AIM_OUTSIDE,
    QTMCP_AIM_UNSUPPORTED,
};

struct QtmcpPlacement {
    QtmcpRect local;
    QtmcpRect global;
    bool visible;
    bool enabled;
    bool is_window;
};

// UTF-16, borrowed for the call.
struct QtmcpText { const char16_t *data; size_t length; };

// An element: an object, or a part of one that has no object of its own, such as a row, a cell or a tab. Part 0 is the
// object itself; other numbers are given by the part that answers for the object, and never given twice.
struct QtmcpElement { const void *object; uint64_t part; };

struct QtmcpElements {
    void *context;
    void (*take)(void *context, const QtmcpElement *element);
};

enum QtmcpTextKind : uint32_t {
    QTMCP_TEXT_NAME, QTMCP_TEXT_VALUE, QTMCP_TEXT_DESCRIPTION, QTMCP_TEXT_TOOL_TIP, QTMCP_TEXT_STATUS_TIP,
    QTMCP_TEXT_PLACEHOLDER, QTMCP_TEXT_LABEL, QTMCP_TEXT_ICON, QTMCP_TEXT_HEADER, QTMCP_TEXT_SHORTCUT,
    QTMCP_TEXT_OBJECT_NAME, QTMCP_TEXT_KINDS,
};

enum QtmcpState : uint64_t {
    QTMCP_DISABLED = 1 << 0, QTMCP_INVISIBLE = 1 << 1, QTMCP_OFFSCREEN = 1 << 2, QTMCP_FOCUSABLE = 1 << 3,
    QTMCP_FOCUSED = 1 << 4, QTMCP_CHECKABLE = 1 << 5, QTMCP_CHECKED = 1 << 6, QTMCP_MIXED = 1 << 7,
    QTMCP_SELECTABLE = 1 << 8, QTMCP_SELECTED = 1 << 9, QTMCP_EXPANDABLE = 1 << 10, QTMCP_EXPANDED = 1 << 11,
    QTMCP_EDITABLE = 1 << 12, QTMCP_NOT_EDITABLE = 1 << 13, QTMCP_MULTI_LINE = 1 << 14, QTMCP_PASSWORD = 1 << 15,
    QTMCP_IS_MODAL = 1 << 16, QTMCP_ACTIVE = 1 << 17, QTMCP_PRESSED = 1 << 18, QTMCP_DEFAULT = 1 << 19,
    QTMCP_HAS_POPUP = 1 << 20, QTMCP_INVALID = 1 << 21, QTMCP_BUSY = 1 << 22, QTMCP_MULTI_SELECTABLE = 1 << 23,
    QTMCP_INTERNAL = 1 << 24, QTMCP_CUSTOM_PAINTED = 1 << 25, QTMCP_CLICKABLE = 1 << 26,
};

enum QtmcpAction : uint32_t {
    QTMCP_PRESS = 1 << 0, QTMCP_TOGGLE = 1 << 1, QTMCP_SHOW_MENU = 1 << 2, QTMCP_SET_FOCUS = 1 << 3,
    QTMCP_INCREASE = 1 << 4, QTMCP_DECREASE = 1 << 5, QTMCP_NEXT_PAGE = 1 << 6, QTMCP_PREVIOUS_PAGE = 1 << 7,
    QTMCP_SCROLL = 1 << 8,
};

enum QtmcpInput : uint32_t {
    QTMCP_INPUT_NONE, QTMCP_INPUT_TEXT, QTMCP_INPUT_MULTI_LINE, QTMCP_INPUT_NUMBER, QTMCP_INPUT_RANGE,
    QTMCP_INPUT_CHOICE, QTMCP_INPUT_EDITABLE_CHOICE, QTMCP_INPUT_TOGGLE, QTMCP_INPUT_RADIO, QTMCP_INPUT_DATE_TIME,
    QTMCP_INPUT_TABS, QTMCP_INPUT_ITEMS, QTMCP_INPUT_ITEM, QTMCP_INPUT_KEYS, QTMCP_INPUT_OTHER,
};

// What an element is; a11y's RawNode in Rust says what each member means.
struct QtmcpAccessible {
    uint32_t role;                 // QAccessible::Role
    QtmcpInput input;
    uint64_t states;
    uint32_t actions;
    bool has_value, has_gauge, has_grid, has_position;
    const char *class_name;        // null: the object's own
    QtmcpText texts[QTMCP_TEXT_KINDS];
    uint64_t value_length;         // of the whole value, in characters; the text may be cut
    QtmcpElement labels;           // the object is null where there is none
    QtmcpRect bounds;              // on the app's own screen
    double gauge[4];               // value, minimum, maximum, step
    uint64_t rows, first_row, shown_rows;
    uint64_t row;
    uint32_t columns, column, level;
    uint32_t option_texts;         // how many of the options stand in `options`
    const QtmcpText *options;
    uint64_t option_count;
};

struct QtmcpDescription {
    void *context;
    void (*take)(void *context, const QtmcpAccessible *accessible);
};

// The elements of one kind of user interface: widgets, or QML items. Each function answers false, or
// QTMCP_AIM_NOT_MINE, or QTMCP_NO_SUCH, for elements of the other kind and for parts that are gone.
struct QtmcpElementTable {
    bool (*describe)(const QtmcpElement *element, const QtmcpDescription *description);
    // In reading order. Without `everything`, hidden ones are left out.
    bool (*contents)(const QtmcpElement *element, bool everything, const QtmcpElements *elements);
    bool (*container)(const QtmcpElement *element, QtmcpElement *container);
    bool (*focused)(QtmcpElement *focused);
    // The innermost element at one of Qt's global positions, inside this QWindow.
    bool (*element_at)(const void *window, double x, double y, QtmcpElement *found);
    // A text value; nothing for secrets.
    bool (*full_text)(const QtmcpElement *element, const QtmcpSink *sink);
    // A list of texts.
    bool (*options)(const QtmcpElement *element, const QtmcpSink *sink);
    // Fewer than 0: any column.
    bool (*item_named)(const QtmcpElement *of, const char16_t *text, size_t length, int32_t column, QtmcpElement *found);
    bool (*item_at)(const QtmcpElement *of, uint64_t row, uint32_t column, QtmcpElement *found);
    // Sets the value with the signals a person's doing has.
    QtmcpResult (*assign)(const QtmcpElement *element, const QtmcpNode *nodes, size_t count, const QtmcpSink *error);
    void (*commit)(const QtmcpElement *element);
    QtmcpResult (*expand)(const QtmcpElement *element, bool open);
    // From the element's top left.
    bool (*check_place)(const QtmcpElement *element, double *x, double *y);
    // Whether a person could point at the element, and where the event would go. Brings it into view.
    QtmcpAimResult (*aim)(const QtmcpElement *element, bool has_place, double x, double y, QtmcpAim *aim,
                          const void **obstacle);
    QtmcpAimResult (*focus)(const QtmcpElement *element, const void **obstacle);
};

enum QtmcpWindowKind : uint32_t {
    QTMCP_WINDOW, QTMCP_DIALOG, QTMCP_POPUP, QTMCP_TOOL_TIP, QTMCP_TOOL,
};

// A QWindow that is shown.
struct QtmcpWindow {
    const void *window;
    QtmcpWindowKind kind;
    bool active, modal;
    const void *blocked_by;        // a QWindow, or null
    const void *parent;            // a QWindow, or null
    QtmcpText title;
    QtmcpRect bounds;
};

struct QtmcpWindowSink {
    void *context;
    void (*take)(void *context, const QtmcpWindow *window);
};

// What is taken for the screen: all windows of the app, or the active one with what has popped up from it.
enum QtmcpCapture : uint32_t { QTMCP_CAPTURE_PRIVATE, QTMCP_CAPTURE_WINDOW };

struct QtmcpScreen {
    QtmcpRect area;
    double ratio;
};

// What a part's painter did with a window: nothing, since it is none of its own; drew on the canvas; made a picture.
enum QtmcpPainted : uint32_t { QTMCP_NOT_PAINTED, QTMCP_PAINTED, QTMCP_PICTURED };

// What the app says on its console. Strings are borrowed for the call and may be null.
struct QtmcpMessage {
    uint32_t type;           // QtMsgType
    int32_t line;
    const char *file;
    const char *category;
    const char16_t *text;
    size_t length;
};

// What Rust gives each part once, before anything else.
struct QtmcpHost {
    uint32_t abi;
    // A posted job's turn has come. Called on the GUI thread, exactly once, then the job is gone.
    void (*run_job)(void *job);
    // A posted job will never run (its event was discarded).
    void (*drop_job)(void *job);
    // The application object is about to go; nothing may be posted after this returns. GUI thread.
    void (*application_gone)(void);
    // A connected signal was emitted, on the emitter's thread. `arguments` is a function that fills the sink with one
    // list; call it at most once, before returning.
    void (*signal_emitted)(uint64_t slot, void (*arguments)(void *data, const QtmcpSink *sink), void *data);
    // An exception came out of Qt or the app and was stopped at the border.
    void (*exception)(const char *where, const char *what);
    // Whether this process is a fork of the one the probe started in, where no lock may be taken. Any thread.
    bool (*is_forked_child)(void);
    // Whether a living QObject is at this address, which may be anything. Any thread.
    bool (*is_object)(const void *address);
    // The app says something. Any thread, during exit and in a fork too.
    void (*message)(const QtmcpMessage *message);
    // The size of the app's own screen that was asked for; 0 for the real one's.
    void (*screen_size)(uint32_t *width, uint32_t *height);
    // A window with this title has the focus. GUI thread; see QtmcpGui::await_title.
    void (*titled)(const char16_t *text, size_t length);
    // Something that is seen has changed. GUI thread; see QtmcpCore::await_change.
    void (*stirred)(void);
    // Whether what a field holds is a secret: it hides its text now, as `hides` says, or did so once. Never, where the user
    // wants secrets shown. GUI thread.
    bool (*is_secret)(const void *field, bool hides);
    // The living fields of which that was answered. GUI thread.
    void (*secrets)(const QtmcpObjects *fields);
    // What of a widget or QWindow clients are not to see, in its coordinates. GUI thread; runs the app's code.
    void (*hidden_areas)(const void *root, const QtmcpRects *areas);
};

// QtCore: always there.
struct QtmcpCore {
    uint32_t abi;
    uint32_t built_for;               // QT_VERSION of the headers
    const char *(*version)(void);     // of the Qt in this process; any thread

    // Makes the receiver of posted jobs live in the application's thread. Called from QCoreApplication's start-up hook
    // or later, on any thread. False while there is no application.
    bool (*attach)(void);
    // Posts a job to the GUI thread; any thread. Priority as Qt's; INT32_MIN makes a fence. False when not attached.
    bool (*post)(void *job, int32_t priority);

    // Any thread, under the tracker's lock: whether the object lives in the GUI thread.
    bool (*lives_in_gui_thread)(const void *object);
    // Any thread: whether the caller is the GUI thread.
    bool (*is_gui_thread)(void);

    const void *(*application)(void);
    const void *(*parent)(const void *object);
    void (*children)(const void *object, const QtmcpObjects *objects);
    // Whether the object has this class, QML's suffix aside, and this object name; and which of its children have.
    void (*children_named)(const void *object, const char *class_name, const char16_t *name, size_t length,
                           const QtmcpObjects *objects);
    bool (*is_named)(const void *object, const char *class_name, const char16_t *name, size_t length);
    const char *(*class_name)(const void *object);
    void (*object_name)(const void *object, const QtmcpSink *sink);
    // Each class name as a text value, the most derived first, between begin_list and end.
    void (*inheritance)(const void *object, const QtmcpSink *sink);
    bool (*inherits)(const void *object, const char *class_name);
    bool (*is_widget)(const void *object);
    bool (*is_window)(const void *object);

    void (*properties)(const void *object, const QtmcpProperties *properties);
    // One of them, as `properties` would list it. False when the object has none of that name.
    bool (*property)(const void *object, const char *name, const QtmcpProperties *properties);
    QtmcpResult (*read_property)(const void *object, const char *name, const QtmcpSink *sink);
    QtmcpResult (*write_property)(const void *object, const char *name, const QtmcpNode *nodes, size_t count,
                                  const QtmcpSink *error);
    // The signal, by method index, that tells of changes of a property; -1 when there is none.
    int32_t (*notifier)(const void *object, const char *name);
    void (*methods)(const void *object, const QtmcpMethods *methods);
    // `arguments` holds `argument_count` values one behind the other.
    QtmcpResult (*invoke)(const void *object, int32_t method, const QtmcpNode *arguments, size_t node_count,
                          size_t argument_count, const QtmcpSink *result, const QtmcpSink *error);

    // Connects a signal, by method index, to the relay under a slot number that Rust chose. Disconnecting works on any
    // thread and waits for no emission; one under way may still arrive.
    bool (*connect)(const void *object, int32_t signal, uint64_t slot);
    void (*disconnect)(uint64_t slot);

    // The QAbstractItemModel itself; views are mapped to models by the other parts.
    bool (*is_model)(const void *object);
    QtmcpResult (*model_page)(const void *model, const QtmcpModelQuery *query, QtmcpModelCounts *counts,
                              const QtmcpSink *sink);

    // Counts events on the GUI thread while at least one watcher is on: ticks (timers, paints, moves) and structural
    // ones (all else), our own jobs left out. Counters only grow.
    void (*watch_events)(bool on);
    void (*event_counts)(uint64_t *ticks, uint64_t *timers, uint64_t *structural);   // any thread
    // Tells the host, once, of the next event by which what is seen changes, while events are watched. What our own jobs
    // do is none: a picture that is taken paints, too. Any thread.
    void (*await_change)(bool on);

    // Other parts add conversions for their own types. `read` fills the sink and answers true when it knows the type
    // of the QVariant; `write` fills the QVariant, which already has the wanted type.
    void (*add_conversions)(bool (*read)(const void *variant, const QtmcpSink *sink),
                            bool (*write)(void *variant, const QtmcpNode *nodes, size_t count));
    // For the other parts: streams a QVariant. Any thread.
    void (*variant)(const void *variant, const QtmcpSink *sink);

    // The app's messages, all on any thread. While watched, our handler is the one in Qt; it tells the host and calls the
    // app's. False: this Qt has none.
    bool (*watch_console)(void);
    void (*unwatch_console)(void);
    // Whether somebody has put a handler in the place of ours, past the stand-ins.
    bool (*is_console_replaced)(void);
    // What is to be called in the place of Qt's function at `real`, so that the app's handler goes to us and not into Qt;
    // `real` itself for any other function.
    const void *(*console_stand_in)(const void *real);
    // Makes an object and deletes it, so that the host sees whether Qt's hooks still reach it.
    void (*make_object)(void);
};

enum QtmcpMouse : uint32_t { QTMCP_MOUSE_MOVE, QTMCP_MOUSE_PRESS, QTMCP_MOUSE_DOUBLE, QTMCP_MOUSE_RELEASE };

// QtGui.
struct QtmcpGui {
    uint32_t abi;
    void (*platform)(const QtmcpSink *sink);
    // Top-level windows, QWidget's own QWindows left out, in creation order.
    void (*windows)(const QtmcpObjects *objects);
    bool (*placement)(const void *window, QtmcpPlacement *placement);
    const void *(*focus_window)(void);
    // Buttons and modifiers are Qt's numbers. A null window is one that has gone: what was held comes up nowhere.
    void (*mouse)(const QtmcpAim *at, QtmcpMouse type, uint32_t button, uint32_t held, uint32_t modifiers);
    // Ticks of the wheel.
    bool (*wheel)(const QtmcpAim *at, double right, double down, uint32_t modifiers);
    // Key numbers are Qt's. Goes to the focus window, or to the window last given to
    // `activate` when nothing has focus. False: no window. Repeated: as a key that is held down says again.
    bool (*key)(bool down, bool repeated, int32_t key, uint32_t modifiers, const char16_t *text, size_t length);
    // Commits text as an input method does. False when what has the focus takes none.
    bool (*commit_text)(const char16_t *text, size_t length);
    // Brings a window to the front when no window of the app has the focus.
    void (*activate)(const void *window);
    bool (*has_override_cursor)(void);
    // Windows composed at their places on the app's own screen, and which part of it that is. QTMCP_NO_SUCH: the app
    // shows no window.
    QtmcpResult (*grab_screen)(QtmcpCapture capture, const QtmcpImage *image, QtmcpRect *area);
    // How the parts that know a window's content draw it. `canvas` is an opaque QImage whose top left is the window's,
    // or null; `picture` is an empty QImage, for what cannot be drawn straight on it.
    void (*add_painter)(QtmcpPainted (*paint)(const void *window, void *canvas, void *picture));
    // Modality, over all visible modal windows: whether `window` is blocked, and by which.
    bool (*is_blocked)(const void *window, const void **modal);
    // Windows that are no windows to a person: those for which `hides` answers true are left out of all lists.
    void (*add_window_filter)(bool (*hides)(const void *window));
    // Every window that is shown, the topmost first.
    void (*shown_windows)(const QtmcpWindowSink *windows);
    // Where an event at a point of what is captured goes; *obstacle is the modal window that takes it from the one there.
    QtmcpAimResult (*aim_at_point)(QtmcpCapture capture, double x, double y, QtmcpAim *aim, const void **obstacle);
    void (*raise)(const void *window);
    // The size in and out.
    void (*resize)(const void *window, uint32_t *width, uint32_t *height);
    // The app's own screen: logical pixels from 0,0, of a size that does not change; or what of it is captured. All
    // bounds and points of windows and elements are on it, but for those of `placement`, which are Qt's. False: none.
    bool (*screen)(QtmcpCapture capture, QtmcpScreen *screen);
    // What is to be added to Qt's global positions in a window to have them on that screen.
    void (*shift)(const void *window, double *x, double *y);
    // Visible, and minimised only where no other window is shown.
    bool (*is_shown)(const void *window);
    // Where the last mouse event was, on the app's own screen. False before the first.
    bool (*pointer)(double *x, double *y);
    // Keeps carets from blinking.
    void (*hold_caret)(bool on);
    // The real primary screen, in Qt's global coordinates. False: the app is not on X11.
    bool (*real_screen)(QtmcpScreen *screen);
    // The device pixel of the X screen that one of Qt's global positions is in.
    void (*device_pixel)(double x, double y, int32_t *device_x, int32_t *device_y);
    // Whether the X server has a window of this app at one of Qt's global positions, with nothing of others over it.
    bool (*is_ours_at)(double x, double y);
    // What is to be called in the place of Qt's function at `real`, so that things can be dragged where the platform has
    // no drag of its own; `real` itself for any other function, and where no button of ours is down. Any thread.
    const void *(*drag_stand_in)(const void *real);
    // Calls off what is being dragged.
    void (*end_drag)(void);
    // Asks a window to close as a window manager does. The app may refuse, or ask back in a dialog.
    void (*close)(const void *window);
    // The title of the window a person works in, as a text; nothing where none has one.
    void (*title)(const QtmcpSink *sink);
    // Tells the host, once, of the next window with a title that gets the focus.
    void (*await_title)(void);
    // The real screens, in logical pixels: a list of maps of name, x, y, width, height, ratio and primary.
    void (*screens)(const QtmcpSink *sink);
    // The whole of the app's own screen, whatever is captured of it. Does nothing to the app. False: none.
    bool (*own_screen)(QtmcpScreen *screen);
    // Paints over the text of secret fields. `image` is a QImage of the widget or QWindow `root` whose top left is at `x`,
    // `y` in it. To be called by whoever draws one; runs the app's code.
    void (*cover)(const void *root, void *image, double x, double y);
    void (*add_cover)(void (*cover)(const void *root, void *image, double x, double y));
};

// The fields of one kind of user interface whose text is secret.
struct QtmcpSecretTable {
    // Tells the host of every field that hides its text now.
    void (*find)(void);
    // Whether what an object says may be the text of a secret field: it is one, or it is around or in one.
    bool (*guards)(const void *object);
    // What a secret field holds, as a text. False: it is none of this part's.
    bool (*text)(const void *field, const QtmcpSink *sink);
    // Makes a field of one line secret, because a secret is about to come into it. Anything else stays as it is.
    void (*adopt)(const void *object);
};

// QtWidgets.
struct QtmcpWidgets {
    uint32_t abi;
    void (*top_levels)(const QtmcpObjects *objects);
    void (*related)(const void *object, const QtmcpObjects *objects);
    bool (*placement)(const void *object, QtmcpPlacement *placement);
    // Widgets, actions that are shown in a visible menu, menu bar or tool bar, and parts of widgets.
    QtmcpElementTable elements;
    bool (*grab)(const void *object, const QtmcpImage *image);
    const void *(*model_of)(const void *view);
    // The top-level widget or popup behind a QWindow, so that obstacles are named as people know them.
    const void *(*widget_of_window)(const void *window);
    // The QWindow of the window a widget is in; null when it has none.
    const void *(*window_of)(const void *widget);
    QtmcpSecretTable secrets;
};

// QtQml and QtQuick.
struct QtmcpQuick {
    uint32_t abi;
    bool (*is_item)(const void *object);
    // Visual children of an item; of a QQuickWindow, those of its content item. False: neither.
    bool (*children)(const void *object, const QtmcpObjects *objects);
    // Visual parent; the window for items at the top. False: not an item.
    bool (*parent)(const void *object, const void **parent);
    void (*qml_id)(const void *object, const QtmcpSink *sink);          // text, or nothing
    QtmcpResult (*context_property)(const void *object, const char *name, const QtmcpSink *sink);
    bool (*placement)(const void *object, QtmcpPlacement *placement);
    QtmcpElementTable elements;
    bool (*grab)(const void *object, const QtmcpImage *image);
    const void *(*model_of)(const void *view);
    // Frames begun by any QQuickWindow since watching began, and whether something is known to move: a busy StackView,
    // a popup between closed and open, a moving Flickable.
    void (*watch_frames)(bool on);
    uint64_t (*frame_count)(void);                                      // any thread
    bool (*is_moving)(void);
    QtmcpSecretTable secrets;
};

// What every part exports. Answers its table (QtmcpCore, QtmcpGui, …), or null when the ABI does not fit. The core is
// null for the core itself.
typedef const void *(*QtmcpPartEntry)(const QtmcpHost *host, const QtmcpCore *core, const QtmcpGui *gui);

}
