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
    "x11-utils",
    "libgl1-mesa-dri",
    "python3-pyqt5",
    "python3-venv",
];

const APPS: &[&str] = &[
    "featherpad",
    "kcalc",
    "keepassxc",
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

/// A Python environment with a Qt of its own, under `target/venvs`.
pub(crate) struct Environment {
    pub(crate) name: &'static str,
    /// What pip is asked for.
    pub(crate) requirement: &'static str,
}

pub(crate) const ENVIRONMENTS: &[Environment] = &[
    Environment { name: "pyside6-newest", requirement: "PySide6-Essentials" },
    Environment { name: "pyside6-6.8", requirement: "PySide6-Essentials==6.8.*" },
    Environment { name: "pyside6-6.5", requirement: "PySide6-Essentials==6.5.*" },
];
