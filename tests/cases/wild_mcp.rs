//! Applications nobody here wrote, as Debian ships them, driven through `qtmcp serve` by somebody who knows no more than the
//! tools' answers; what came of it is looked up outside the app.

mod apps;
mod editors;
mod modes;

use qtmcp_tests::{Answer, Era, Home, Mcp, Serve, Transport, Value, eventually, is_alive, json};
use std::path::{Path, PathBuf};

/// A server whose apps live in a home of their own, and a client of it.
struct Office {
    mcp: Mcp,
    home: Home,
}

impl Office {
    /// Starts a server in this mode, with an app if one is named.
    async fn open(mode: &str, app: &[&str]) -> Self {
        Self::open_in(Home::new(), mode, app).await
    }

    /// As [`Office::open`], in a home where something is already.
    async fn open_in(home: Home, mode: &str, app: &[&str]) -> Self {
        let mcp = server(&home, mode, app).start().await;
        Self { mcp, home }
    }

    /// As [`Office::open_in`], over HTTP and in the newer era.
    async fn open_on_http(home: Home, mode: &str, app: &[&str]) -> Self {
        let mcp = server(&home, mode, app).start_by(Transport::Http, Era::Discover).await;
        Self { mcp, home }
    }

    /// Where a file of this name is, or will be, in the user's directory.
    fn file(&self, name: &str) -> PathBuf {
        self.home.dir().join(name)
    }

    /// Calls a tool that must succeed and answers with what it says.
    async fn call(&self, tool: &str, arguments: Value) -> String {
        self.mcp.call(tool, arguments).await.text
    }

    /// Calls a tool by which the app may end, too soon for an answer.
    async fn call_last(&self, tool: &str, arguments: Value) {
        self.mcp.call(tool, arguments).await;
    }

    /// The element that a search in words finds first, once there is one.
    async fn find(&self, query: &str) -> u64 {
        eventually(query, async || first_ref(&self.call("find", json!({"query": query})).await)).await
    }

    /// Clicks what a search in words finds, and answers with what that did.
    async fn click(&self, query: &str) -> String {
        let number = self.find(query).await;
        self.call("click", json!({"ref": number})).await
    }

    /// Sets what a search in words finds, once nothing covers it, and answers with what that did.
    async fn set(&self, query: &str, value: impl Into<Value>) -> String {
        let (number, value) = (self.find(query).await, value.into());
        eventually(&format!("{query} uncovered"), async || {
            let set = self.mcp.ask("form_input", json!({"ref": number, "value": value})).await.unwrap();
            // Some show a picture over everything while they start.
            let is_covered = set.is_error && set.structure["code"] == "covered";
            assert!(!set.is_error || is_covered, "{}", set.text);
            (!set.is_error).then_some(set.text)
        })
        .await
    }

    /// Types into what has the focus, and answers with what that did.
    async fn types(&self, text: &str) -> String {
        self.call("computer", json!({"action": "type", "text": text})).await
    }

    /// Presses keys, and answers with what that did.
    async fn keys(&self, keys: &str) -> String {
        self.call("computer", json!({"action": "key", "text": keys})).await
    }

    /// Chooses from the menus, and answers with what that did.
    async fn menu(&self, path: &str) -> String {
        self.call("navigate", json!({"target": path})).await
    }

    /// Starts one more app, which is then the selected one, and answers with its number.
    async fn launch(&self, program: &str, args: &[&str]) -> u64 {
        number(&self.mcp.call("launch_app", json!({"program": program, "args": args})).await)
    }

    /// Goes over to another app.
    async fn select(&self, app: u64) {
        self.mcp.call("select_app", json!({"app": app})).await;
    }

    /// The process of the selected app.
    async fn pid(&self) -> u32 {
        let status = self.mcp.call("app_status", json!({})).await.structure;
        u32::try_from(status["pid"].as_u64().unwrap_or_default()).unwrap_or_default()
    }

    /// How the selected app ended, once it has.
    async fn end(&self) -> String {
        eventually("the app's end", async || {
            let status = self.mcp.call("app_status", json!({})).await.structure;
            status["end"].as_str().map(str::to_owned)
        })
        .await
    }

    /// Hangs up and waits for the server, which ends its apps first: they write to the home until then.
    async fn leave(self) -> Home {
        let Self { mcp, home } = self;
        let pid = mcp.pid();
        mcp.close().await;
        eventually("the server's end", async || (!is_alive(pid)).then_some(())).await;
        home
    }
}

fn server(home: &Home, mode: &str, app: &[&str]) -> Serve {
    let mut args = vec!["--mode", mode];
    if !app.is_empty() {
        args.push("--");
        args.extend(app);
    }
    home.variables().into_iter().fold(Serve::new(args), |serve, (name, value)| serve.env(name, value))
}

/// The first ref that an answer names.
fn first_ref(answer: &str) -> Option<u64> {
    answer.split_once('[')?.1.split_once(']')?.0.parse().ok()
}

/// What an app's number is.
fn number(answer: &Answer) -> u64 {
    answer.structure["app"].as_u64().unwrap_or_else(|| panic!("no number: {}", answer.text))
}

/// The content of a file, once it holds this.
async fn file_with(path: &Path, text: &str) -> String {
    eventually(&format!("`{text}` in {}", path.display()), async || {
        let content = std::fs::read_to_string(path).ok()?;
        content.contains(text).then_some(content)
    })
    .await
}
