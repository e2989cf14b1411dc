//! Every `QTMCP_*` environment variable: the one table that the probe, the documentation and `qtmcp` read from.

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The environment variable.
    pub name: &'static str,
    /// What holds when it is not set; empty for nothing.
    pub default: &'static str,
    /// What it may be.
    pub values: &'static str,
    /// What it does, in a sentence or two of Markdown.
    pub meaning: &'static str,
}

/// Every setting, in the order a reader wants them.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "QTMCP_PORT",
        default: "9999",
        values: "a port; `0` or `auto`; `off`",
        meaning: "The TCP port of the WebSocket. `0` and `auto` pick a free one, which the line on stderr at start \
                  shows; with `off` there is none. When a fixed port is taken, that is logged and the app is reached \
                  by its Unix socket alone. `qtmcp run` sets `auto` unless the variable is set.",
    },
    Setting {
        name: "QTMCP_BIND",
        default: "127.0.0.1",
        values: "an IP address",
        meaning: "The address to listen on. There is no authentication: on any address but a loopback one, whoever \
                  reaches the port controls the app.",
    },
    Setting {
        name: "QTMCP_ENABLED",
        default: "1",
        values: "`1`, `0`",
        meaning: "`0` makes the preload and the probe do nothing at all.",
    },
    Setting {
        name: "QTMCP_LOG_LEVEL",
        default: "info",
        values: "`error`, `warn`, `info`, `debug`, `trace`",
        meaning: "How much the probe says on stderr. `info` is one line at start; the app's own messages are not \
                  touched.",
    },
    Setting {
        name: "QTMCP_MODE",
        default: "native",
        values: "`native`, `computer_use`, `chrome`, `all`",
        meaning: "The mode a connection starts in: which tools `listTools` shows. `setMode` changes it for one \
                  connection.",
    },
    Setting {
        name: "QTMCP_DIALECT",
        default: "qt",
        values: "`qt`, `chrome`",
        meaning: "How Chrome mode words what it says: `[7] QToolButton \"New\"`, or as Claude in Chrome does, \
                  `button \"New\" [ref_7]`. Every tool of the mode also takes it as the argument `dialect`.",
    },
    Setting {
        name: "QTMCP_CAPTURE",
        default: "private",
        values: "`private`, `window`, `screen`",
        meaning: "What a screenshot shows: all windows of the app and nothing else, the active window with what has \
                  popped up from it, or the real screen with everything on it. `screen` needs X11 and \
                  `libqtmcp-desktop.so`, which `cargo xtask build --desktop` builds.",
    },
    Setting {
        name: "QTMCP_SCREEN",
        default: "",
        values: "a size such as `1280x800`",
        meaning: "The size, in logical pixels, of the app's own screen: the one that screenshots show and coordinates are \
                  on. Without it, the size that the primary screen has when it is first asked for.",
    },
    Setting {
        name: "QTMCP_FIT",
        default: "standard",
        values: "`xga`, `wxga`, `fwxga`, `standard`, `hires`, `full`, or a size",
        meaning: "How large the pictures of `computer` may be; larger screens are shrunk to it. `toolDefinitions` changes \
                  it for one connection.",
    },
    Setting {
        name: "QTMCP_INPUT",
        default: "app",
        values: "`app`, `desktop`",
        meaning: "Which way mouse and keys go: straight into the app, or through the desktop as a person's do, where \
                  they reach native dialogs and other applications too. `desktop` needs what `QTMCP_CAPTURE=screen` \
                  needs; keys go to whatever has the focus, and characters that no key types have a spare key lent to \
                  them until the last client leaves.",
    },
    Setting {
        name: "QTMCP_TIMEOUT_MS",
        default: "5000",
        values: "milliseconds",
        meaning: "The deadline of a call that brings none of its own. A call that has not begun by then never runs.",
    },
    Setting {
        name: "QTMCP_CHILDREN",
        default: "0",
        values: "`0`, `1`",
        meaning: "`1` leaves `LD_PRELOAD` in the environment, so that programs the app starts are probed as well; \
                  give them `QTMCP_PORT=auto`.",
    },
    Setting {
        name: "QTMCP_REGISTRY",
        default: "$XDG_RUNTIME_DIR/qtmcp",
        values: "a directory; `off`",
        meaning: "Where the probe has its Unix socket, `<pid>.sock`, and says that it is there, in `<pid>.json`; nobody but \
                  the user may enter it. Without `XDG_RUNTIME_DIR` it is `qtmcp-<uid>` in the directory for temporary \
                  files. With `off` there is neither socket nor entry.",
    },
    Setting {
        name: "QTMCP_ANNOUNCE",
        default: "",
        values: "a file name",
        meaning: "Once the probe listens, it writes `{\"pid\", \"url\", \"socket\", \"qtVersion\", \"version\"}` there, whole \
                  or not at all. `url` is null without a TCP port, `socket` without a Unix socket.",
    },
    Setting {
        name: "QTMCP_OWNER",
        default: "",
        values: "`<pid>:<start time>`",
        meaning: "The process that the app must not outlive, with the start time from its `/proc/<pid>/stat`. When it has \
                  ended, the probe ends the app: SIGTERM, and SIGKILL after 3 s. `qtmcp serve` sets it.",
    },
    Setting {
        name: "QTMCP_LIB_DIR",
        default: "",
        values: "a directory",
        meaning: "Where `qtmcp` looks for `libqtmcp.so`; without it, in `../lib` from itself.",
    },
    Setting {
        name: "QTMCP_MAX_MESSAGE_BYTES",
        default: "4194304",
        values: "bytes",
        meaning: "The largest message a client may send. A larger one ends its connection.",
    },
];
