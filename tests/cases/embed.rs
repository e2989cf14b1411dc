//! An application that starts the probe itself, built the way its author would build it.

use qtmcp_tests::{Launch, Qt, Run, eventually, json, launch, on_both, product};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The example, built against the product's header and pkg-config file; gone when dropped.
struct Greeter(PathBuf);

impl Greeter {
    fn build(qt: Qt) -> Self {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("examples/embed");
        let name = format!("qtmcp-greeter-{}-{}", qt.major(), std::process::id());
        let program = std::env::temp_dir().join(name);
        let lib = product("lib");
        let made = Command::new("make")
            .current_dir(&example)
            .arg(format!("QT={}", qt.major()))
            .arg(format!("QTMCP={}", lib.parent().unwrap().display()))
            .arg(format!("OUT={}", program.display()))
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        Self(program)
    }
}

impl Drop for Greeter {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

on_both! {
    async fn an_app_can_start_the_probe_itself(qt: Qt) {
        let greeter = Greeter::build(qt);

        // Linking alone does nothing.
        let mut dormant = Run::plain(&greeter.0).env("QTMCP_PORT", "auto").start();
        let mapped = || std::fs::read_to_string(format!("/proc/{}/maps", dormant.id().unwrap())).unwrap_or_default();
        eventually("a window", async || mapped().contains("libqoffscreen").then_some(())).await;
        assert!(mapped().contains("libqtmcp.so") && !mapped().contains("libqtmcp-probe.so"));
        dormant.kill().await.unwrap();

        // The launcher preloads the library into what it starts, and cargo puts its own build of it before the product's;
        // here the app must do without both.
        let without = ["-u", "LD_PRELOAD", "-u", "LD_LIBRARY_PATH", greeter.0.to_str().unwrap(), "--qtmcp"];
        let app = launch(Launch::new("env").args(without).platform("offscreen")).await;
        app.set("name", "text", json!("Ada")).await;
        app.click("greet").await;
        app.becomes("greeting", "text", json!("Hello, Ada!")).await;
    }
}
