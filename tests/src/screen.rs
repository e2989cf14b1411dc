//! A screen of one's own: an X server that draws into memory, with a window manager on it.

use crate::Launch;
use std::io::{self, BufRead, BufReader, Lines};
use std::iter::MapWhile;
use std::process::{Child, ChildStdout, Command, Stdio};

/// An X server and its window manager; both end with this.
pub struct Screen {
    server: Child,
    manager: Child,
    display: String,
    // Whoever still has something to say must not find the pipe closed.
    _words: Words,
}

/// What a process says, line by line.
type Words = MapWhile<Lines<BufReader<ChildStdout>>, fn(io::Result<String>) -> Option<String>>;

impl Screen {
    /// A screen of 1280×900 on a display that nobody else uses.
    #[must_use]
    pub fn start() -> Self {
        let mut server = Command::new("Xvfb");
        server.args(["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"]);
        server.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = server.spawn().unwrap_or_else(|error| panic!("Xvfb: {error}"));
        // It prints the number once it listens.
        let number = lines(&mut server).next().unwrap_or_else(|| panic!("the X server does not start"));
        let display = format!(":{}", number.trim());
        let mut manager = Command::new("openbox");
        manager.args(["--sm-disable", "--startup", "echo ready"]).env("DISPLAY", &display).env_remove("LD_PRELOAD");
        manager.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        match manager.spawn() {
            Ok(mut manager) => {
                let mut words = lines(&mut manager);
                // It claims the screen earlier, but a window that comes before it is ready may never get the focus.
                let is_ready = words.any(|line| line == "ready");
                let screen = Self { server, manager, display, _words: words };
                assert!(is_ready, "the window manager does not start");
                screen
            }
            Err(error) => {
                end(&mut server);
                panic!("openbox: {error}");
            }
        }
    }

    /// The app on this screen.
    #[must_use]
    pub fn show(&self, launch: Launch) -> Launch {
        launch.platform("xcb").env("DISPLAY", &self.display)
    }

    /// What `DISPLAY` must be for an app to come up here.
    #[must_use]
    pub fn display(&self) -> &str {
        &self.display
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

fn lines(process: &mut Child) -> Words {
    let stdout = process.stdout.take().unwrap_or_else(|| panic!("the process has no stdout"));
    BufReader::new(stdout).lines().map_while(Result::ok as fn(io::Result<String>) -> Option<String>)
}

fn end(process: &mut Child) {
    let _ = process.kill();
    let _ = process.wait();
}
