//! Applications nobody here wrote, driven in Computer Use mode by somebody who has a screen, a mouse and a keyboard: what
//! to click is found on the picture by its marks, and what came of it is looked up outside the app.

mod calculators;
mod designer;
mod drawing;
mod qt5;
mod qt6;
mod quick;

use qtmcp_tests::{
    CallError, Code, Computer, Home, OnScreen, PATIENCE, Picture, Screen, Value, code, eventually, json,
};
use std::path::{Path, PathBuf};

type Point = [i64; 2];

/// An app at which somebody sits who sees no more than its screen.
struct Seat {
    computer: Computer,
    home: Home,
}

/// Something that has its number in the picture.
struct Mark {
    number: u64,
    element: String,
    at: Point,
}

impl Seat {
    /// Starts an app in a home of its own, without a display.
    async fn take(program: impl AsRef<Path>, args: &[&str]) -> Self {
        Self::take_in(Home::new(), program, args).await
    }

    /// As [`Seat::take`], in a home where something is already.
    async fn take_in(home: Home, program: impl AsRef<Path>, args: &[&str]) -> Self {
        // No larger than what pictures fit into: a pixel of a picture is a pixel of the screen.
        let launch = home.launch(program.as_ref()).args(args).screen(1280, 800);
        Self { computer: Computer::open(launch).await, home }
    }

    /// As [`Seat::take`], on an X server.
    async fn take_at(screen: &Screen, program: impl AsRef<Path>, args: &[&str]) -> Self {
        let home = Home::new();
        let launch = screen.show(home.launch(program.as_ref()).args(args));
        Self { computer: Computer::open(launch).await, home }
    }

    /// Where a file of this name is, or will be, in the user's directory.
    fn file(&self, name: &str) -> PathBuf {
        self.home.dir().join(name)
    }

    /// What has a number in the picture now.
    async fn marks(&self) -> Vec<Mark> {
        let seen = self.computer.act(json!({"action": "screenshot", "marks": true})).await;
        let marks = seen.answer["marks"].as_array().cloned().unwrap_or_default();
        let mark = |mark: &Value| Mark {
            number: mark["ref"].as_u64().unwrap(),
            element: mark["element"].as_str().unwrap().to_owned(),
            at: [mark["x"].as_i64().unwrap(), mark["y"].as_i64().unwrap()],
        };
        marks.iter().map(mark).collect()
    }

    /// The marks of all elements whose words begin so, such as `button "Save"`, once there is one.
    async fn find_all(&self, start: &str) -> Vec<Mark> {
        let mut last = Last(Vec::new());
        eventually(start, async || {
            let marks = self.marks().await;
            last.0 = marks.iter().map(|mark| mark.element.clone()).collect();
            let found: Vec<Mark> = marks.into_iter().filter(|mark| mark.element.starts_with(start)).collect();
            (!found.is_empty()).then_some(found)
        })
        .await
    }

    /// The mark of the element whose words begin so, once there is one.
    async fn find(&self, start: &str) -> Mark {
        self.find_all(start).await.remove(0)
    }

    /// Clicks the pixel in the middle of the element whose words begin so, which must be what the click is said to hit.
    async fn click(&self, start: &str) -> Picture {
        self.press("left_click", start).await
    }

    /// As [`Seat::click`], with any of the clicks.
    async fn press(&self, action: &str, start: &str) -> Picture {
        let mark = self.find(start).await;
        let seen = self.computer.act(json!({"action": action, "coordinate": mark.at})).await;
        let hit = format!("[{}]", mark.number);
        assert!(seen.text.lines().next().unwrap().ends_with(&hit), "{} is to be hit, but: {}", mark.element, seen.text);
        seen.picture()
    }

    /// Drags from a pixel to another.
    async fn drag(&self, from: Point, to: Point) -> String {
        let drag = json!({"action": "left_click_drag", "start_coordinate": from, "coordinate": to});
        self.computer.act(drag).await.text
    }

    /// Presses keys.
    async fn keys(&self, keys: &str) {
        self.computer.act(json!({"action": "key", "text": keys})).await;
    }

    /// Types text, and answers with what is said.
    async fn types(&self, text: &str) -> String {
        self.computer.act(json!({"action": "type", "text": text})).await.text
    }

    /// Types over what the field whose words begin so has in it.
    async fn fill(&self, start: &str, text: &str) {
        self.press("triple_click", start).await;
        self.types(text).await;
    }

    /// Gives the open file dialog a name in the user's directory.
    async fn save_as(&self, name: &str) -> PathBuf {
        let path = self.file(name);
        self.fill("textbox \"File name\"", path.to_str().unwrap()).await;
        self.click("button \"Save\"").await;
        path
    }

    /// A member of the computer toolset, as an agent's loop passes it on, that must succeed.
    async fn tool_use(&self, name: &str, input: Value) -> Value {
        let call = json!({"name": name, "toolset_name": "computer", "input": input});
        let answer = self.computer.call("toolUse", call).await;
        assert_eq!(answer["is_error"], false, "{name}: {answer}");
        answer["content"].clone()
    }

    /// Leaves by an action, which the app may be gone too soon to answer, and sees the app end as it should.
    /// What the user had stays for a look.
    async fn leave(self, action: Value) -> Home {
        self.call_last("computer", action).await;
        self.ended().await
    }

    /// Ends the app without its screen, where that has nothing to end it by.
    async fn end_from_outside(self) -> Home {
        self.call_last("invokeMethod", json!({"id": "QApplication", "method": "quit"})).await;
        self.ended().await
    }

    async fn call_last(&self, method: &str, params: Value) {
        match self.computer.client.call(method, params.clone()).await {
            Err(CallError::Rpc { fault: Some(fault), .. }) if fault.code != Code::AppGone => {
                panic!("{method} {params}: {fault:?}")
            }
            _ => {}
        }
    }

    async fn ended(mut self) -> Home {
        let status = self.computer.wait_exit(PATIENCE).await;
        let status = status.unwrap_or_else(|error| panic!("{error}\n{}", self.computer.stderr()));
        assert_eq!(code(status), 0, "{}", self.computer.stderr());
        self.home
    }

    /// Leaves by keys.
    async fn leave_by_keys(self, keys: &str) -> Home {
        self.leave(json!({"action": "key", "text": keys})).await
    }

    /// Leaves by a click on the element whose words begin so.
    async fn leave_by_click(self, start: &str) -> Home {
        let at = self.find(start).await.at;
        self.leave(json!({"action": "left_click", "coordinate": at})).await
    }

    /// Leaves by an entry of a menu.
    async fn leave_by_menu(self, menu: &str, entry: &str) -> Home {
        self.click(&format!("menuitem \"{menu}\"")).await;
        self.leave_by_click(&format!("menuitem \"{entry}\"")).await
    }
}

/// What had marks when something did not come, told with the failure.
struct Last(Vec<String>);

impl Drop for Last {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the marks were\n{}", self.0.join("\n"));
        }
    }
}

/// The content of a file, once it holds this.
async fn file_with(path: &Path, text: &str) -> String {
    eventually(&format!("`{text}` in {}", path.display()), async || {
        let bytes = std::fs::read(path).ok()?;
        let content = String::from_utf8_lossy(&bytes).into_owned();
        content.contains(text).then_some(content)
    })
    .await
}
