//! Applications nobody here wrote, as Debian ships them, each driven through a task in Chrome mode: every step goes by
//! what the page says at that moment, and what came of it is looked up outside the app.

mod calculators;
mod qt5;
mod qt6;
mod quick;
mod tools;

use qtmcp_tests::{CallError, Code, Home, PATIENCE, TestApp, Value, code, eventually, json, launch};
use std::path::{Path, PathBuf};

/// An app at which somebody sits who sees no more than the page.
struct Desk {
    app: TestApp,
    home: Home,
}

impl Desk {
    /// Starts an app in a home of its own and waits for its window.
    async fn open(program: impl AsRef<Path>, args: &[&str]) -> Self {
        Self::open_in(Home::new(), program, args).await
    }

    /// As [`Desk::open`], in a home where something is already.
    async fn open_in(home: Home, program: impl AsRef<Path>, args: &[&str]) -> Self {
        let launched =
            home.launch(program.as_ref()).args(args).env("QTMCP_MODE", "chrome").env("QTMCP_DIALECT", "chrome");
        let desk = Self { app: launch(launched).await, home };
        eventually("a window", async || desk.app.call("tabs_context", json!({})).await["activeWindow"].as_u64()).await;
        desk
    }

    /// Where a file of this name is, or will be, in the user's directory.
    fn file(&self, name: &str) -> PathBuf {
        self.home.dir().join(name)
    }

    /// What the page says.
    async fn page(&self) -> String {
        let page = self.app.call("read_page", json!({})).await;
        page["tree"].as_str().unwrap().to_owned()
    }

    /// The ref of the element whose line begins so, such as `button "Save"`, once there is one that can be used.
    async fn number(&self, start: &str) -> u64 {
        self.numbers(start).await[0]
    }

    /// The refs of all elements whose lines begin so, once there is one that can be used.
    async fn numbers(&self, start: &str) -> Vec<u64> {
        self.lines(start, |line| line.trim_start().starts_with(start)).await
    }

    /// The refs of the fields for secrets, once there is one that can be used.
    async fn secrets(&self) -> Vec<u64> {
        self.lines("a field for a secret", |line| line.contains("type=\"password\"")).await
    }

    /// The ref of the row with a cell of this text, once there is one.
    async fn row(&self, cell: &str) -> u64 {
        let has = |line: &str| {
            let cells = line.split("  [ref_").next().unwrap_or_default();
            line.contains("  [ref_") && cells.split(" | ").any(|shown| shown.trim() == cell)
        };
        self.lines(&format!("a row with `{cell}`"), has).await[0]
    }

    async fn lines(&self, what: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<u64> {
        let mut last = Last(String::new());
        eventually(what, async || {
            last.0 = self.page().await;
            let usable = last.0.lines().filter(|line| is_wanted(line) && !line.contains(" disabled"));
            let found: Vec<u64> = usable.filter_map(ref_in).collect();
            (!found.is_empty()).then_some(found)
        })
        .await
    }

    /// Waits until a line of the page holds this.
    async fn sees(&self, text: &str) {
        let wanted = json!({"text": text, "timeoutMs": PATIENCE.as_millis() as u64});
        if let Err(error) = self.app.client.call("wait_for", wanted).await {
            panic!("{error}; the page is\n{}", self.page().await);
        }
    }

    /// Waits until a window's title holds this.
    async fn window(&self, title: &str) {
        let wanted = json!({"window": title, "timeoutMs": PATIENCE.as_millis() as u64});
        self.app.call("wait_for", wanted).await;
    }

    /// Clicks the element whose line begins so, and answers with what that did.
    async fn click(&self, start: &str) -> String {
        let number = self.number(start).await;
        told(&self.app.call("click", json!({"ref": number})).await)
    }

    /// Sets the element whose line begins so, and answers with what that did.
    async fn set(&self, start: &str, value: impl Into<Value>) -> String {
        let number = self.number(start).await;
        self.set_number(number, value).await
    }

    /// Sets an element.
    async fn set_number(&self, number: u64, value: impl Into<Value>) -> String {
        told(&self.app.call("form_input", json!({"ref": number, "value": value.into()})).await)
    }

    /// The ref of the list, tree or table with these columns, once it is there.
    async fn view(&self, columns: &[&str]) -> u64 {
        eventually(&format!("a view of {columns:?}"), async || {
            let page = self.page().await;
            let lines: Vec<&str> = page.lines().collect();
            let heads = |line: &str| -> Vec<String> {
                line.split(" | ")
                    .map(|head| head.split(" [ref_").next().unwrap_or_default().trim().to_owned())
                    .collect()
            };
            let at = lines.iter().position(|line| heads(line) == columns)?;
            ref_in(lines[at - 1])
        })
        .await
    }

    /// The refs of a row's cells.
    async fn cells(&self, row: u64) -> Vec<u64> {
        let page = self.app.call("read_page", json!({"ref_id": row})).await;
        let lines = page["tree"].as_str().unwrap().lines();
        lines.filter(|line| line.trim_start().starts_with("cell ")).filter_map(ref_in).collect()
    }

    /// The element that a search in words finds first.
    async fn find(&self, query: &str) -> u64 {
        eventually(query, async || {
            let found = self.app.call("find", json!({"query": query})).await;
            found["matches"][0]["ref"].as_u64()
        })
        .await
    }

    /// Chooses from the menus.
    async fn menu(&self, path: &str) -> String {
        told(&self.app.call("navigate", json!({"action": "menu", "target": path})).await)
    }

    /// Presses keys.
    async fn keys(&self, keys: &str) -> String {
        told(&self.app.call("computer", json!({"action": "key", "text": keys})).await)
    }

    /// Answers the open file dialog.
    async fn choose(&self, path: &Path) -> String {
        told(&self.app.call("file_upload", json!({"paths": [path.to_str().unwrap()]})).await)
    }

    /// Leaves by a call, which the app may be gone too soon to answer, and sees the app end as it should.
    /// What the user had stays for a look.
    async fn leave(mut self, method: &str, params: Value) -> Home {
        match self.app.client.call(method, params.clone()).await {
            Err(CallError::Rpc { fault: Some(fault), .. }) if fault.code != Code::AppGone => {
                panic!("{method} {params}: {fault:?}")
            }
            _ => {}
        }
        let status = self.app.wait_exit(PATIENCE).await;
        let status = status.unwrap_or_else(|error| panic!("{error}\n{}", self.app.stderr()));
        assert_eq!(code(status), 0, "{}", self.app.stderr());
        self.home
    }

    /// Leaves by the menus.
    async fn leave_by_menu(self, path: &str) -> Home {
        self.leave("navigate", json!({"action": "menu", "target": path})).await
    }

    /// Leaves by keys.
    async fn leave_by_keys(self, keys: &str) -> Home {
        self.leave("computer", json!({"action": "key", "text": keys})).await
    }

    /// Leaves by closing the window of this path, as its frame does: offscreen there is no frame.
    async fn leave_by_closing(self, window: &str) -> Home {
        self.leave("invokeMethod", json!({"id": window, "method": "close"})).await
    }

    /// Leaves by a click.
    async fn leave_by_click(self, start: &str) -> Home {
        let number = self.number(start).await;
        self.leave("click", json!({"ref": number})).await
    }
}

/// The page as it was when something did not come, told with the failure.
struct Last(String);

impl Drop for Last {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the page was\n{}", self.0);
        }
    }
}

/// The ref in a line of a page.
fn ref_in(line: &str) -> Option<u64> {
    let (_, rest) = line.rsplit_once("[ref_")?;
    rest.split(']').next()?.parse().ok()
}

/// What an answer says.
fn told(answer: &Value) -> String {
    answer["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}")).to_owned()
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
