//! An app as Computer Use sees it: a screen of pixels, and coordinates on its pictures.

use crate::{Launch, Picture, Place, TestApp, Value, eventually, json, launch};
use std::ops::{Deref, DerefMut};

/// What an app is started with that decides how large its screen and the pictures of it are.
pub trait OnScreen {
    /// Device pixels for each logical one.
    #[must_use]
    fn ratio(self, ratio: f64) -> Self;

    /// The size of the private screen in logical pixels.
    #[must_use]
    fn screen(self, width: u32, height: u32) -> Self;

    /// The budget that pictures fit into at first.
    #[must_use]
    fn fit(self, budget: &str) -> Self;
}

impl OnScreen for Launch {
    fn ratio(self, ratio: f64) -> Self {
        self.env("QT_SCALE_FACTOR", ratio.to_string())
    }

    fn screen(self, width: u32, height: u32) -> Self {
        self.env("QTMCP_SCREEN", format!("{width}x{height}"))
    }

    fn fit(self, budget: &str) -> Self {
        self.env("QTMCP_FIT", budget)
    }
}

/// An app driven by what can be seen of it.
pub struct Computer(TestApp);

impl Deref for Computer {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

impl DerefMut for Computer {
    fn deref_mut(&mut self) -> &mut TestApp {
        &mut self.0
    }
}

/// What an action was answered with.
pub struct Seen {
    /// The line that says what was done and what was hit.
    pub text: String,
    /// The whole answer.
    pub answer: Value,
}

impl Seen {
    /// The picture that came with it.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let shot = &self.answer["screenshot"];
        assert_eq!((&shot["type"], &shot["media_type"]), (&json!("base64"), &json!("image/png")), "{}", self.text);
        Picture::encoded(&shot["data"])
    }
}

impl Computer {
    /// Starts an app in Computer Use mode and waits until a window of it has the focus: a window manager moves windows
    /// before it gives it to them.
    pub async fn open(app: Launch) -> Self {
        let computer = Self::start(app).await;
        eventually("a window with the focus", async || {
            for (class, property) in [("QWidget", "isActiveWindow"), ("QWindow", "active")] {
                let focused = json!({"className": class, "property": property, "value": true});
                let found = computer.call("findByProperty", focused).await;
                if found["objects"].as_array().is_some_and(|found| !found.is_empty()) {
                    return Some(());
                }
            }
            None
        })
        .await;
        computer
    }

    /// Starts an app that may have no window.
    pub async fn start(app: Launch) -> Self {
        Self(launch(app.env("QTMCP_MODE", "computer_use")).await)
    }

    /// An action that must succeed.
    pub async fn act(&self, arguments: Value) -> Seen {
        let answer = self.call("computer", arguments).await;
        assert_eq!(answer["success"], true, "{answer}");
        Seen { text: answer["text"].as_str().unwrap_or_default().to_owned(), answer }
    }

    /// An action that must succeed, without a picture after it, and what it says.
    pub async fn quietly(&self, mut arguments: Value) -> String {
        arguments["screenshot"] = json!(false);
        let seen = self.act(arguments).await;
        assert_eq!(seen.answer["screenshot"], Value::Null, "no picture was asked for");
        seen.text
    }

    /// A picture of the screen.
    pub async fn look(&self) -> Picture {
        self.act(json!({"action": "screenshot"})).await.picture()
    }

    /// The message of an action that must fail.
    pub async fn refuses(&self, arguments: Value) -> String {
        self.fault("computer", arguments).await.1
    }

    /// The size that pictures have, and coordinates therefore go up to; another budget from now on if one is given.
    pub async fn display(&self, fit: Option<&str>) -> (u32, u32) {
        let mut arguments = json!({"type": "computer_20250124"});
        if let Some(fit) = fit {
            arguments["fit"] = json!(fit);
        }
        let definitions = self.call("toolDefinitions", arguments).await;
        let entry = &definitions["tools"][0];
        let side = |name: &str| {
            let side = entry[name].as_u64().and_then(|side| u32::try_from(side).ok());
            side.unwrap_or_else(|| panic!("no {name} in {definitions}"))
        };
        (side("display_width_px"), side("display_height_px"))
    }
}

/// The pixel of a picture in which the middle of a place is, when the picture shows a whole screen of this size.
#[must_use]
pub fn pixel(place: Place, screen: (u32, u32), picture: (u32, u32)) -> [u32; 2] {
    let [x, y, width, height] = place;
    let scaled = |middle: f64, picture: u32, screen: u32| (middle * f64::from(picture) / f64::from(screen)) as u32;
    [scaled(x + width / 2.0, picture.0, screen.0), scaled(y + height / 2.0, picture.1, screen.1)]
}
