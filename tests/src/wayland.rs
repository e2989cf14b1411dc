//! A Wayland compositor of one's own, which draws nowhere.

use crate::{Home, Launch, PATIENCE};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// A compositor; it ends with this.
pub struct Wayland {
    server: Child,
    home: Home,
}

const SOCKET: &str = "wayland-of-this-test";

impl Wayland {
    /// A display of 1280×900.
    #[must_use]
    pub fn start() -> Self {
        let home = Home::new();
        let mut server = Command::new("weston");
        server.args(["--backend=headless-backend.so", "--width=1280", "--height=900", "--no-config", "--idle-time=0"]);
        server
            .arg(format!("--socket={SOCKET}"))
            .env("XDG_RUNTIME_DIR", home.dir().join("run"))
            .env_remove("LD_PRELOAD");
        server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let server = server.spawn().unwrap_or_else(|error| panic!("weston: {error}"));
        let mut display = Self { server, home };
        let give_up = Instant::now() + PATIENCE;
        while !display.home.dir().join("run").join(SOCKET).exists() {
            let ended = display.server.try_wait().ok().flatten();
            assert!(ended.is_none() && Instant::now() < give_up, "the compositor does not start: {ended:?}");
            std::thread::yield_now();
        }
        display
    }

    /// The app on this display.
    #[must_use]
    pub fn show(&self, launch: Launch) -> Launch {
        // There is no keyboard here, and Qt's own way to input methods on Wayland asks for one without looking.
        let launch = launch.platform("wayland").env("QT_IM_MODULE", "compose");
        launch.env("XDG_RUNTIME_DIR", self.home.dir().join("run")).env("WAYLAND_DISPLAY", SOCKET)
    }
}

impl Drop for Wayland {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
