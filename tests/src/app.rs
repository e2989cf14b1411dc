//! A running app and the calls a test makes to it.

use crate::{CallError, Client, Code, Launch, LaunchedApp, PATIENCE, Value, json};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// A major version of Qt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Qt {
    /// 5.15.
    Five,
    /// 6.
    Six,
}

impl Qt {
    /// As a number.
    #[must_use]
    pub fn major(self) -> u32 {
        match self {
            Qt::Five => 5,
            Qt::Six => 6,
        }
    }
}

/// A test program by its name.
#[must_use]
pub fn built(qt: Qt, name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let program = root.join(format!("target/apps/qt{}/{name}", qt.major()));
    assert!(program.exists(), "{} is missing: run `cargo xtask build --apps` first", program.display());
    program
}

/// The Widgets gallery, offscreen.
#[must_use]
pub fn gallery(qt: Qt) -> Launch {
    Launch::new(built(qt, "gallery")).platform("offscreen")
}

/// The QML gallery, offscreen. Qt 5 renders QML offscreen in software only.
#[must_use]
pub fn qml_gallery(qt: Qt) -> Launch {
    Launch::new(built(qt, "qml-gallery")).platform("offscreen").env("QT_QUICK_BACKEND", "software")
}

/// One of the small test programs, offscreen.
#[must_use]
pub fn small(qt: Qt, name: &str) -> Launch {
    Launch::new(built(qt, name)).platform("offscreen")
}

/// Where a program is in `PATH`.
#[must_use]
pub fn on_path(program: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join(program)).find(|path| path.exists())
}

/// Starts the app and waits until its event loop turns; the test fails with the app's own words when it does not come
/// up. A probe listens from the application object's constructor on, when there are no windows yet.
pub async fn launch(launch: Launch) -> TestApp {
    let app = match launch.launch().await {
        Ok(app) => TestApp(app),
        Err(error) => panic!("the app did not come up: {error}"),
    };
    crate::eventually("an event loop that turns", async || {
        let status = app.call("status", json!({})).await;
        (status["responsive"] == true).then_some(())
    })
    .await;
    app
}

/// A running app whose calls must succeed.
pub struct TestApp(LaunchedApp);

impl Deref for TestApp {
    type Target = LaunchedApp;

    fn deref(&self) -> &LaunchedApp {
        &self.0
    }
}

impl DerefMut for TestApp {
    fn deref_mut(&mut self) -> &mut LaunchedApp {
        &mut self.0
    }
}

impl TestApp {
    /// Calls a method that must succeed.
    pub async fn call(&self, method: &str, params: Value) -> Value {
        succeed(&self.client, method, params).await
    }

    /// Calls a method that must fail, and answers with the fault's code, message and next step.
    pub async fn fault(&self, method: &str, params: Value) -> (Code, String, String) {
        match self.client.call(method, params.clone()).await {
            Err(CallError::Rpc { fault: Some(fault), .. }) => (fault.code, fault.message, fault.next),
            other => panic!("{method} {params} should fail with a fault, but: {other:?}"),
        }
    }

    /// Reads a property.
    pub async fn get(&self, id: &str, property: &str) -> Value {
        self.call("getProperty", json!({"id": id, "property": property})).await["value"].clone()
    }

    /// Sets a property and answers with what it is then.
    pub async fn set(&self, id: &str, property: &str, value: Value) -> Value {
        self.call("setProperty", json!({"id": id, "property": property, "value": value})).await["newValue"].clone()
    }

    /// Calls a method of an object and answers with its result.
    pub async fn invoke(&self, id: &str, method: &str, args: Value) -> Value {
        self.call("invokeMethod", json!({"id": id, "method": method, "args": args})).await["result"].clone()
    }

    /// The path of an object in its full form.
    pub async fn path(&self, id: &str) -> String {
        let info = self.call("getObjectInfo", json!({"id": id})).await;
        info["id"].as_str().unwrap_or_else(|| panic!("{info}")).to_owned()
    }

    /// Clicks the middle of an object.
    pub async fn click(&self, id: &str) -> Value {
        self.call("click", json!({"id": id})).await
    }

    /// Waits until a property has a value.
    pub async fn becomes(&self, id: &str, property: &str, value: Value) {
        let timeout_ms = PATIENCE.as_millis() as u64;
        self.call("waitFor", json!({"id": id, "property": property, "value": value, "timeoutMs": timeout_ms})).await;
    }

    /// Waits until an object is there.
    pub async fn appears(&self, id: &str) {
        let timeout_ms = PATIENCE.as_millis() as u64;
        self.call("waitFor", json!({"id": id, "state": "visible", "timeoutMs": timeout_ms})).await;
    }

    /// Where a named object is: x, y, width and height.
    pub async fn place(&self, id: &str) -> Place {
        let global = self.call("getGeometry", json!({"id": id})).await["global"].clone();
        ["x", "y", "width", "height"].map(|side| global[side].as_f64().unwrap_or_else(|| panic!("{id} at {global}")))
    }

    /// How often the app has said a line on stdout.
    #[must_use]
    pub fn times(&self, line: &str) -> usize {
        self.stdout().lines().filter(|said| *said == line).count()
    }

    /// Waits until the app has said a line on stdout.
    pub async fn said(&self, line: &str) {
        crate::eventually(&format!("`{line}` on stdout"), async || (self.times(line) > 0).then_some(())).await;
    }

    /// Chooses Quit in the gallery and answers with the exit code. The reply to the call may be lost with the app.
    pub async fn quit(&mut self) -> i32 {
        let _ = self.client.call("invokeMethod", json!({"id": "quitAction", "method": "trigger"})).await;
        match self.wait_exit(PATIENCE).await {
            Ok(status) => crate::code(status),
            Err(error) => panic!("{error}; it said: {}", self.stderr()),
        }
    }

    /// Brings a page of the Widgets gallery to the front, by its object name.
    pub async fn show_page(&self, page: &str) {
        self.call("invokeMethod", json!({"id": "tabs", "method": "setCurrentWidget", "args": [page]})).await;
        self.appears(page).await;
    }
}

/// Where a thing is, in logical pixels: x, y, width and height.
pub type Place = [f64; 4];

/// Calls a method that must succeed, on a client of one's own.
pub async fn succeed(client: &Client, method: &str, params: Value) -> Value {
    match client.call(method, params.clone()).await {
        Ok(result) => result,
        Err(error) => panic!("{method} {params}: {error}"),
    }
}
