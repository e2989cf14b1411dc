//! The MCP project's Inspector, as a command: lists, calls, reads and gets, in both eras, over stdio and over HTTP.

use qtmcp_tests::{Home, PATIENCE, Qt, Serve, Value, built, code, json, node_program, product};
use tokio::time::timeout;

const INSPECTOR: &str = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
/// What the inspector ends with when a tool answers that it failed.
const IS_ERROR: i32 = 5;

#[tokio::test]
async fn the_inspector_works_in_the_older_era_over_http_qt6() {
    over_http("legacy", Qt::Six).await;
}

#[tokio::test]
async fn the_inspector_works_in_the_newer_era_over_http_qt5() {
    over_http("modern", Qt::Five).await;
}

#[tokio::test]
async fn the_inspector_works_in_the_older_era_over_stdio_qt5() {
    over_stdio("legacy", Qt::Five).await;
}

#[tokio::test]
async fn the_inspector_works_in_the_newer_era_over_stdio_qt6() {
    over_stdio("modern", Qt::Six).await;
}

async fn over_http(era: &'static str, qt: Qt) {
    let server = Serve::new(["--".into(), built(qt, "gallery")]).on_http().await;
    let target = Target { home: Home::new(), words: vec![server.url.clone()], era };
    lists_and_calls(&target).await;
    reads_and_gets(&target).await;
    assert_eq!(server.terminate().await, 0);
}

/// Every request has a server and an app of its own.
async fn over_stdio(era: &'static str, qt: Qt) {
    let words = [product("bin/qtmcp"), "serve".into(), "--".into(), built(qt, "gallery")];
    let target = Target { home: Home::new(), words: words.map(|word| word.display().to_string()).into(), era };
    lists_and_calls(&target).await;
    reads_and_gets(&target).await;
}

/// What the inspector is to talk to.
struct Target {
    home: Home,
    words: Vec<String>,
    era: &'static str,
}

impl Target {
    /// Runs a method that must succeed, and answers with its result.
    async fn run(&self, method: &str, options: &[&str]) -> Value {
        let (code, result) = self.outcome(method, options).await;
        assert_eq!(code, 0, "{method} {options:?}: {result}");
        result
    }

    /// Runs a method, and answers with the inspector's exit code and the result that it prints.
    async fn outcome(&self, method: &str, options: &[&str]) -> (i32, Value) {
        let mut command = node_program("inspector", INSPECTOR);
        // It keeps files in the user's directory.
        command.arg("--cli").env("HOME", self.home.dir());
        for (name, value) in self.home.variables() {
            command.arg("-e").arg(format!("{name}={}", value.to_string_lossy()));
        }
        command.args(["--protocol-era", self.era, "--format", "json", "--quiet", "--method", method]).args(options);
        command.args(&self.words);
        let output = timeout(PATIENCE, command.output()).await.unwrap().unwrap();
        let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let said: Value = serde_json::from_str(&said)
            .unwrap_or_else(|error| panic!("{method} {options:?}: {error}\n{said}\n{errors}"));
        (code(output.status), said["result"].clone())
    }

    async fn call(&self, tool: &str, arguments: Value) -> (i32, Value) {
        let arguments = arguments.to_string();
        self.outcome("tools/call", &["--tool-name", tool, "--tool-args-json", &arguments]).await
    }
}

async fn lists_and_calls(target: &Target) {
    // Strictly: it fails when a schema is one that some client cannot read.
    let tools = target.run("tools/list", &["--strict"]).await;
    let names: Vec<_> = tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    for name in ["getObjectTree", "click", "screenshot", "launch_app", "set_mode"] {
        assert!(names.contains(&name), "{names:?}");
    }

    let (code, age) = target.call("getProperty", json!({"id": "ageSpin", "property": "value"})).await;
    assert_eq!((code, &age["structuredContent"]["value"]), (0, &json!(30)), "{age}");
    let (code, picture) = target.call("screenshot", json!({"id": "nameEdit"})).await;
    let pictures = picture["content"].as_array().unwrap().iter().filter(|block| block["type"] == "image");
    assert_eq!(pictures.map(|block| &block["mimeType"]).collect::<Vec<_>>(), ["image/png"], "{code} {picture}");
    let (code, fault) = target.call("getProperty", json!({"id": "noSuchThing", "property": "text"})).await;
    assert_eq!((code, &fault["isError"]), (IS_ERROR, &json!(true)), "{fault}");
    assert_eq!(fault["structuredContent"]["code"], "not_found", "{fault}");
}

async fn reads_and_gets(target: &Target) {
    let resources = target.run("resources/list", &[]).await;
    let uris: Vec<_> = resources["resources"].as_array().unwrap().iter().map(|resource| &resource["uri"]).collect();
    assert!(uris.contains(&&json!("qtmcp://page")), "{resources}");
    let page = target.run("resources/read", &["--uri", "qtmcp://page"]).await;
    assert!(page["contents"][0]["text"].as_str().unwrap().contains("Submit"), "{page}");

    let prompts = target.run("prompts/list", &[]).await;
    let names: Vec<_> = prompts["prompts"].as_array().unwrap().iter().map(|prompt| &prompt["name"]).collect();
    assert!(names.contains(&&json!("native")), "{prompts}");
    let prompt = target.run("prompts/get", &["--prompt-name", "native"]).await;
    assert_eq!(prompt["messages"][0]["role"], "user", "{prompt}");
}
