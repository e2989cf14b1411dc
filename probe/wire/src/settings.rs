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
        values: "a port; `0` or `auto`",
        meaning: "The TCP port of the WebSocket. `0` and `auto` pick a free one, which the line on stderr at start \
                  shows. When a fixed port is taken, that is logged and the app runs on without the socket. \
                  `qtmcp run` sets `auto` unless the variable is set.",
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
        name: "QTMCP_ANNOUNCE",
        default: "",
        values: "a file name",
        meaning: "Once the probe listens, it writes `{\"pid\", \"url\", \"qtVersion\", \"version\"}` there, whole or not \
                  at all.",
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
