//! The apps whose pages are written in several ways: those of the tests, and those that Debian ships.

use crate::layout::{Layout, Qt};
use anyhow::{Context, Result};
use qtmcp_client::{Launch, LaunchedApp, Libraries};
use serde_json::{Value, json};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// An app, and what of it is shown.
pub(super) struct Subject {
    pub(super) name: &'static str,
    pub(super) qt: Qt,
    origin: Origin,
    /// Its file, from the place on that its origin says.
    program: &'static str,
    arguments: &'static [&'static str],
}

#[derive(Clone, Copy)]
enum Origin {
    /// Built here.
    Tests,
    /// In `PATH`, or where it says.
    Debian,
    /// Among the examples of its Qt.
    Examples,
}

const fn of(
    name: &'static str,
    qt: Qt,
    origin: Origin,
    program: &'static str,
    arguments: &'static [&'static str],
) -> Subject {
    Subject { name, qt, origin, program, arguments }
}

pub(super) const SUBJECTS: &[Subject] = &[
    of("gallery, Form", Qt::Six, Origin::Tests, "gallery", &[]),
    of("gallery, Table", Qt::Six, Origin::Tests, "gallery", &["--tab", "Table"]),
    of("gallery, Fields", Qt::Six, Origin::Tests, "gallery", &["--page", "Fields"]),
    of("gallery, Records", Qt::Five, Origin::Tests, "gallery", &["--page", "Records"]),
    of("addressform", Qt::Five, Origin::Tests, "addressform", &[]),
    of("qml-gallery, Form", Qt::Six, Origin::Tests, "qml-gallery", &[]),
    of("qml-gallery, Controls", Qt::Five, Origin::Tests, "qml-gallery", &["--page", "Controls"]),
    of("featherpad", Qt::Five, Origin::Debian, "featherpad", &[]),
    of("kcalc", Qt::Five, Origin::Debian, "kcalc", &[]),
    of("keepassxc", Qt::Five, Origin::Debian, "keepassxc", &[]),
    of("kwrite", Qt::Five, Origin::Debian, "kwrite", &[]),
    of("speedcrunch", Qt::Five, Origin::Debian, "speedcrunch", &[]),
    of("linguist", Qt::Five, Origin::Debian, "/usr/lib/qt5/bin/linguist", &[]),
    of("quick controls", Qt::Five, Origin::Examples, "quickcontrols2/gallery/gallery", &[]),
    of("assistant", Qt::Six, Origin::Debian, "/usr/lib/qt6/bin/assistant", &[]),
    of("designer", Qt::Six, Origin::Debian, "/usr/lib/qt6/bin/designer", &[]),
    of("focuswriter", Qt::Six, Origin::Debian, "focuswriter", &[]),
    of("qt6ct", Qt::Six, Origin::Debian, "qt6ct", &[]),
    of("AusweisApp2", Qt::Six, Origin::Debian, "AusweisApp2", &["--port", "0"]),
];

/// How long an app may take until its window stays as it is.
const PATIENCE: Duration = Duration::from_secs(15);

/// A page that is the same after this long has come to rest.
const REST: Duration = Duration::from_millis(400);

/// More characters than any page here has.
const ALL: usize = 10_000_000;

impl Subject {
    /// What `read_page` answers in the `qt` dialect and in the `chrome` dialect, of the window it opens first.
    pub(super) async fn read(&self, layout: &Layout) -> Result<(Value, Value)> {
        let home = Home::new()?;
        let mut launch = Launch::new(self.program(layout)?).args(self.arguments).platform("offscreen");
        launch = launch.libraries(Libraries::in_dir(layout.product("lib"))?).env("QT_QUICK_BACKEND", "software");
        launch = home.variables().into_iter().fold(launch, |launch, (name, value)| launch.env(name, value));
        let app = launch.launch().await?;
        let qt = at_rest(&app).await?;
        let chrome = app.client.call("read_page", json!({"dialect": "chrome", "max_chars": ALL})).await?;
        Ok((qt, chrome))
    }

    fn program(&self, layout: &Layout) -> Result<PathBuf> {
        Ok(match self.origin {
            Origin::Tests => layout.apps(self.qt).join(self.program),
            Origin::Debian => self.program.into(),
            Origin::Examples => {
                let asked = Command::new(self.qt.qmake()).args(["-query", "QT_INSTALL_EXAMPLES"]).output();
                let answer = asked.with_context(|| format!("cannot run {}", self.qt.qmake()))?;
                Path::new(String::from_utf8_lossy(&answer.stdout).trim()).join(self.program)
            }
        })
    }
}

/// The page once it does not change any more, or as it is after a while.
async fn at_rest(app: &LaunchedApp) -> Result<Value> {
    let deadline = Instant::now() + PATIENCE;
    let mut before = Value::Null;
    loop {
        // Until there is a window, this is a fault.
        let read = app.client.call("read_page", json!({"dialect": "qt", "max_chars": ALL})).await;
        if Instant::now() >= deadline {
            return Ok(read?);
        }
        let page = read.unwrap_or_default();
        if !page.is_null() && page == before {
            return Ok(page);
        }
        before = page;
        tokio::time::sleep(REST).await;
    }
}

/// A user's directories, empty at first and gone with this, so that an app finds no settings and leaves none.
struct Home(PathBuf);

impl Home {
    fn new() -> Result<Self> {
        let home = Self(std::env::temp_dir().join(format!("qtmcp-bench-{}", std::process::id())));
        let _ = std::fs::remove_dir_all(&home.0);
        for part in ["config", "cache", "data", "run", "tmp"] {
            // Qt makes another run-time directory when others may read this one.
            std::fs::DirBuilder::new().recursive(true).mode(0o700).create(home.0.join(part))?;
        }
        Ok(home)
    }

    fn variables(&self) -> [(&'static str, PathBuf); 9] {
        [
            ("HOME", self.0.clone()),
            ("XDG_CONFIG_HOME", self.0.join("config")),
            ("XDG_CACHE_HOME", self.0.join("cache")),
            ("XDG_DATA_HOME", self.0.join("data")),
            ("XDG_RUNTIME_DIR", self.0.join("run")),
            ("TMPDIR", self.0.join("tmp")),
            // Where nobody listens: an app must not find the bus of whoever measures.
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent".into()),
            ("LC_ALL", "C.UTF-8".into()),
            ("LANGUAGE", "en".into()),
        ]
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
