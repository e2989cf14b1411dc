//! What is around an app that nobody here wrote: a home of its own, the Qt it is for, the Python environments that have a
//! Qt of their own, and a way to end it that needs no probe.

use crate::{Launch, Qt};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory of Debian's Qt by the name that qmake has for it, such as `QT_INSTALL_LIBS`.
#[must_use]
pub fn qt_dir(qt: Qt, name: &str) -> PathBuf {
    let qmake = match qt {
        Qt::Five => "qmake",
        Qt::Six => "qmake6",
    };
    let answer = Command::new(qmake).args(["-query", name]).output();
    let answer = answer.unwrap_or_else(|error| panic!("{qmake}: {error}"));
    PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim())
}

/// The directory of a Python environment, such as `pyside6-newest`.
#[must_use]
pub fn environment(name: &str) -> PathBuf {
    let dir = target(&format!("venvs/{name}"));
    assert!(dir.join("complete").exists(), "{} is missing: run `cargo xtask setup` first", dir.display());
    dir
}

/// Variables that make an app close its windows and quit soon after it has shown one, by a plugin that Qt loads.
#[must_use]
pub fn closing_by_itself(qt: Qt) -> [(&'static str, OsString); 2] {
    let plugins = target(&format!("apps/qt{}/plugins", qt.major()));
    let plugin = plugins.join("generic/libcloser.so");
    assert!(plugin.exists(), "{} is missing: run `cargo xtask build --apps` first", plugin.display());
    [("QT_PLUGIN_PATH", plugins.into()), ("QT_QPA_GENERIC_PLUGINS", "closer".into())]
}

/// A user's directories, empty at first and gone with this, so that an app finds no settings and leaves none.
pub struct Home {
    dir: PathBuf,
}

impl Home {
    /// A new one.
    #[must_use]
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("qtmcp-home-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let dir = std::env::temp_dir().join(name);
        // Left over by an earlier process with the same number.
        let _ = fs::remove_dir_all(&dir);
        for part in ["config", "cache", "data", "state", "run", "tmp"] {
            let part = dir.join(part);
            // Nobody but its owner may read the run-time directory, or Qt makes another.
            let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&part);
            made.unwrap_or_else(|error| panic!("{}: {error}", part.display()));
        }
        Self { dir }
    }

    /// The user's directory.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What an app must have in its environment to live here, without a screen and in plain English.
    #[must_use]
    pub fn variables(&self) -> Vec<(&'static str, OsString)> {
        let dir = |part: &str| self.dir.join(part).into_os_string();
        vec![
            ("HOME", self.dir.clone().into()),
            ("XDG_CONFIG_HOME", dir("config")),
            ("XDG_CACHE_HOME", dir("cache")),
            ("XDG_DATA_HOME", dir("data")),
            ("XDG_STATE_HOME", dir("state")),
            ("XDG_RUNTIME_DIR", dir("run")),
            // Some keep here the lock that makes them the only one of their kind.
            ("TMPDIR", dir("tmp")),
            // Where nobody listens: otherwise apps look for the bus of whoever runs the tests.
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent".into()),
            ("LC_ALL", "C.UTF-8".into()),
            ("LANGUAGE", "en".into()),
            ("QT_QPA_PLATFORM", "offscreen".into()),
            // Qt 5 renders QML offscreen in software only.
            ("QT_QUICK_BACKEND", "software".into()),
            // Nor here, so that no app calls home.
            ("http_proxy", "http://127.0.0.1:9".into()),
            ("https_proxy", "http://127.0.0.1:9".into()),
        ]
    }

    /// An app that will live here.
    #[must_use]
    pub fn launch(&self, program: impl Into<OsString>) -> Launch {
        self.variables().into_iter().fold(Launch::new(program), |launch, (name, value)| launch.env(name, value))
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

pub(crate) fn target(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    root.join("target").join(path)
}
