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
        meaning: "The address to listen on. On any address but a loopback one everybody needs the token, and the \
                  connection is not encrypted: whoever can listen to the network reads it. From another machine an SSH \
                  tunnel is safer.",
    },
    Setting {
        name: "QTMCP_SOCKET",
        default: "<registry>/<pid>.sock",
        values: "a file name; `off`",
        meaning: "Where the probe has its Unix socket. Its directory must belong to the user, and nobody else may enter it; \
                  otherwise there is no socket, and the log says so. With `off` there is none.",
    },
    Setting {
        name: "QTMCP_AUTH",
        default: "auto",
        values: "`auto`, `token`, `none`",
        meaning: "Who must show the token: everybody but the app's own user on loopback; everybody; or nobody, which holds \
                  for loopback addresses alone. Whose socket it is that connects is looked up in the kernel. A tunnel or \
                  a forwarder that runs as the user is the user. The same holds for `qtmcp serve --http`.",
    },
    Setting {
        name: "QTMCP_TOKEN",
        default: "",
        values: "16 to 512 characters without spaces",
        meaning: "The token. Without it one is made at every start and written into the registry's `<pid>.json`, which only \
                  the user can read; for `qtmcp serve --http` into `http-<pid>.json`. Clients send it as \
                  `Authorization: Bearer`, as `?token=` or in a first message, `authenticate`; `qtmcp` takes it from the \
                  registry, or from this variable.",
    },
    Setting {
        name: "QTMCP_ALLOW_ORIGIN",
        default: "",
        values: "origins, with commas between them",
        meaning: "Which web pages may connect, such as `http://localhost:6274`, or `http://localhost:*` for every port. \
                  Without it none may. For `qtmcp serve --http` it is `--allow-origin`.",
    },
    Setting {
        name: "QTMCP_ALLOW_HOST",
        default: "",
        values: "host names, with commas between them",
        meaning: "By which names clients may call this machine in their `Host` header, beside `localhost` and the IP address \
                  they connect to. For `qtmcp serve --http` too.",
    },
    Setting {
        name: "QTMCP_ACCESS",
        default: "full",
        values: "`full`, `act`, `read`",
        meaning: "How much clients may do. `act` is what a person at the screen could do, without `setProperty` and \
                  `invokeMethod`; `read` is looking. Other tools are not offered and answer `denied`. A connection can ask \
                  for less with `?access=read`, never for more. With any other value nobody gets in.",
    },
    Setting {
        name: "QTMCP_DENY",
        default: "",
        values: "patterns, separated by commas or line ends",
        meaning: "What clients are not to know of: `Class`, `#name`, `.property`, or together, `QLineEdit#pin.text`, with `*` \
                  for any characters. A class stands for those derived from it, a name is an object name or a QML id. A \
                  pattern without a property hides the object and all in it: no tool lists, finds or touches it, and pictures \
                  have it painted over. One with a property hides that. If a pattern cannot be understood, nobody gets in.",
    },
    Setting {
        name: "QTMCP_AUDIT",
        default: "",
        values: "a file name",
        meaning: "Every call adds a line of JSON there: `time`, `client`, `tool`, `arguments`, `outcome`, `ms`. What is typed, set \
                  or looked for is told by its length only. The file is made readable for its owner alone; if it cannot be \
                  opened, or is another user's, nobody gets in.",
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
        values: "`<pid>:<start time>`, `<pid>:<start time>:<descriptor>:<inode>`",
        meaning: "The process that the app must not outlive, with the start time from its `/proc/<pid>/stat`. When it has \
                  ended, the probe ends the app: SIGTERM, and SIGKILL after 3 s. The descriptor, known by its inode, is the \
                  app's end of a pipe of which the process has the other: it tells of an end that came before the app \
                  began, and in a container too. `qtmcp serve` sets all four.",
    },
    Setting {
        name: "QTMCP_SECRETS",
        default: "",
        values: "a file name",
        meaning: "Lines such as `NAME=value`, in a file that nobody else may read or write. Clients type a value as \
                  `<secret>NAME</secret>` and never see one: wherever a value would leave, its name stands in the same form, \
                  and in pictures what shows it is painted over. `qtmcp serve` and the probe read the same file; one \
                  that is not understood lets nobody in.",
    },
    Setting {
        name: "QTMCP_REVEAL",
        default: "0",
        values: "`0`, `1`",
        meaning: "`1` shows what password fields hold, in text and in pictures. Without it nothing of that leaves the app, \
                  and a field that hid its text once counts as one for as long as it lives.",
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
        meaning: "The largest message a client may send, to the probe or to `qtmcp serve`. A larger one ends its connection; on \
                  stdin it is refused and the next one is read.",
    },
    Setting {
        name: "QTMCP_MAX_DEPTH",
        default: "64",
        values: "1 to 127",
        meaning: "How deep the JSON of a message may be nested. A deeper one is refused before anything is made of it.",
    },
    Setting {
        name: "QTMCP_MAX_CONNECTIONS",
        default: "128",
        values: "1 to 10000",
        meaning: "How many clients there may be at a time. One more is refused with the status 503. Whoever has not shown \
                  the token yet takes no place: sixteen such may wait, ten seconds each.",
    },
    Setting {
        name: "QTMCP_MAX_IN_FLIGHT",
        default: "8",
        values: "1 to 1000",
        meaning: "How many calls of one client run at a time, those that wait for something included. Some more are read and wait, \
                  so that they can be cancelled; further ones stay unread. `ping` and `status` never wait.",
    },
    Setting {
        name: "QTMCP_MAX_REFS",
        default: "100000",
        values: "a number",
        meaning: "How many refs are remembered. Past that, those are forgotten that were longest of no use, windows last; such \
                  a ref answers `stale_ref`, and its element gets another number when it is next shown.",
    },
    Setting {
        name: "QTMCP_MAX_EVENTS",
        default: "10000",
        values: "a number",
        meaning: "How many events a client may leave unread. Further ones are dropped, and counted in the event \
                  `eventsDropped`.",
    },
    Setting {
        name: "QTMCP_MAX_LOG_LINES",
        default: "2000",
        values: "a number",
        meaning: "How many messages of the app are kept for `read_console_messages`, together no more than 8 MiB.",
    },
];
