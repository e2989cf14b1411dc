//! An MCP server that is started as a manifest says, spoken to on stdio.

use qtmcp_tests::{Home, Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Runs a command that must succeed and answers with what it wrote.
pub(crate) fn succeed(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) struct Server {
    process: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    count: u64,
}

impl Server {
    /// Starts it as a desktop application would that unpacked the extension to `dir` and asked its user.
    pub(crate) fn start(manifest: &Value, dir: &Path, home: &Home, answers: &[(&str, &str)]) -> Self {
        let filled = |text: &Value| fill(text.as_str().unwrap(), manifest, dir, answers);
        let config = &manifest["server"]["mcp_config"];
        let mut command = crate::bare(Path::new(&filled(&config["command"])), home);
        command.args(config["args"].as_array().unwrap().iter().map(filled));
        command.envs(config["env"].as_object().unwrap().iter().map(|(name, value)| (name, filled(value))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let (stdin, stdout) = (process.stdin.take(), BufReader::new(process.stdout.take().unwrap()));
        let mut server = Self { process, stdin, stdout, count: 0 };
        let client = json!({"name": "test", "version": "1"});
        server.call("initialize", json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}));
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    /// The result of a request.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.count += 1;
        let id = self.count;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert_ne!(self.stdout.read_line(&mut line).unwrap(), 0, "the server ended before it answered {method}");
            let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            if message["id"] == id && message.get("method").is_none() {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    pub(crate) fn tool(&mut self, name: &str, arguments: Value) -> Value {
        self.call("tools/call", json!({"name": name, "arguments": arguments}))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input ends it, and the app with it.
        drop(self.stdin.take());
        let _ = self.process.wait();
    }
}

/// As the extensions' own library replaces variables: what was not answered has its default, and an argument that is a
/// variable and nothing else stays as it is when that is empty.
fn fill(text: &str, manifest: &Value, dir: &Path, answers: &[(&str, &str)]) -> String {
    let mut filled = text.replace("${__dirname}", dir.to_str().unwrap());
    for (name, setting) in manifest["user_config"].as_object().unwrap() {
        let given = answers.iter().find(|(answered, _)| answered == name).map(|(_, value)| *value);
        let value = given.or(setting["default"].as_str()).unwrap_or("");
        let variable = format!("${{user_config.{name}}}");
        if !(filled == variable && value.is_empty()) {
            filled = filled.replace(&variable, value);
        }
    }
    filled
}
