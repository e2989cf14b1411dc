//! A screen of one's own: an X server that draws into memory, with a window manager on it.

use crate::{Launch, PATIENCE};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// An X server and its window manager; both end with this.
pub struct Screen {
    server: Child,
    manager: Child,
    display: String,
}

impl Screen {
    /// A screen of 1280×900 on a display that nobody else uses.
    #[must_use]
    pub fn start() -> Self {
        let mut server = Command::new("Xvfb");
        server.args(["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"]);
        server.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = server.spawn().unwrap_or_else(|error| panic!("Xvfb: {error}"));
        let mut number = String::new();
        if let Some(stdout) = server.stdout.take() {
            // It prints the number once it listens.
            let _ = BufReader::new(stdout).read_line(&mut number);
        }
        assert!(!number.trim().is_empty(), "the X server does not start");
        let display = format!(":{}", number.trim());
        let mut manager = Command::new("openbox");
        manager.arg("--sm-disable").env("DISPLAY", &display).env_remove("LD_PRELOAD");
        manager.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match manager.spawn() {
            Ok(manager) => {
                let screen = Self { server, manager, display };
                screen.wait_for_manager();
                screen
            }
            Err(error) => {
                end(&mut server);
                panic!("openbox: {error}");
            }
        }
    }

    /// A window that comes before its manager may never get the focus.
    fn wait_for_manager(&self) {
        let give_up = Instant::now() + PATIENCE;
        let is_there = || {
            let mut ask = Command::new("xprop");
            ask.args(["-root", "_NET_SUPPORTING_WM_CHECK"]).env("DISPLAY", &self.display).env_remove("LD_PRELOAD");
            let answer = ask.output().unwrap_or_else(|error| panic!("xprop: {error}"));
            String::from_utf8_lossy(&answer.stdout).contains("window id")
        };
        while !is_there() {
            assert!(Instant::now() < give_up, "the window manager does not start");
        }
    }

    /// The app on this screen.
    #[must_use]
    pub fn show(&self, launch: Launch) -> Launch {
        launch.platform("xcb").env("DISPLAY", &self.display)
    }

    /// What each key types, as X writes it down.
    #[must_use]
    pub fn keymap(&self) -> String {
        let mut ask = Command::new("xkbcomp");
        ask.args(["-xkb", &self.display, "-"]).stderr(Stdio::null()).env_remove("LD_PRELOAD");
        let answer = ask.output().unwrap_or_else(|error| panic!("xkbcomp: {error}"));
        String::from_utf8_lossy(&answer.stdout).into_owned()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        end(&mut self.manager);
        end(&mut self.server);
    }
}

fn end(process: &mut Child) {
    let _ = process.kill();
    let _ = process.wait();
}
