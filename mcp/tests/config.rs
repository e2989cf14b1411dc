//! `qtmcp config` as a user meets it: what is printed for each client, and what becomes of the client's file.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A user and a project of the test's own.
struct Desk {
    dir: PathBuf,
}

struct Ended {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Desk {
    fn new(test: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("config").join(test);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Self { dir: dir.canonicalize().unwrap() }
    }

    fn config(&self, arguments: &[&str]) -> Ended {
        self.config_with(&[], arguments)
    }

    /// As in a desktop session that has these variables.
    fn config_with(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Ended {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qtmcp"));
        command.arg("config").args(arguments).current_dir(&self.dir).env("HOME", &self.dir);
        for name in ["XDG_CONFIG_HOME", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"] {
            command.env_remove(name);
        }
        let output = command.envs(variables.iter().copied()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ended { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    fn printed(&self, arguments: &[&str]) -> Value {
        let ended = self.config(arguments);
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        serde_json::from_str(&ended.stdout).unwrap()
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.dir.join(file)).unwrap()
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.dir.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn files(&self) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(&self.dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn this() -> &'static str {
    env!("CARGO_BIN_EXE_qtmcp")
}

#[test]
fn each_client_gets_the_entry_it_reads() {
    let desk = Desk::new("printed");
    let plain = json!({"command": this(), "args": ["serve", "--", "kcalc"]});
    let typed = json!({"type": "stdio", "command": this(), "args": ["serve", "--", "kcalc"]});
    assert_eq!(desk.printed(&["claude-desktop", "--", "kcalc"]), json!({"mcpServers": {"kcalc": plain}}));
    assert_eq!(desk.printed(&["cursor", "--", "kcalc"]), json!({"mcpServers": {"kcalc": plain}}));
    assert_eq!(desk.printed(&["claude-code", "--", "kcalc"]), json!({"mcpServers": {"kcalc": typed}}));
    assert_eq!(desk.printed(&["vscode", "--", "kcalc"]), json!({"servers": {"kcalc": typed}}));
    assert_eq!(desk.printed(&["cursor"]), json!({"mcpServers": {"qtmcp": {"command": this(), "args": ["serve"]}}}));
    assert_eq!(desk.files(), Vec::<String>::new(), "printing writes nothing");
}

#[test]
fn where_it_goes_is_said_beside_it() {
    let desk = Desk::new("where");
    let told = |arguments: &[&str]| desk.config(arguments).stderr;
    let home = desk.dir.display();
    assert!(told(&["claude-desktop"]).contains(&format!("{home}/.config/Claude/claude_desktop_config.json")));
    assert!(told(&["cursor"]).contains("for .cursor/mcp.json"));
    assert!(told(&["cursor", "--user"]).contains(&format!("{home}/.cursor/mcp.json")));
    assert!(told(&["vscode"]).contains("for .vscode/mcp.json"));
    assert!(told(&["vscode", "--user"]).contains(&format!("{home}/.config/Code/User/mcp.json")));
    let claude_code = told(&["claude-code", "--name", "it's"]);
    assert!(claude_code.contains("for .mcp.json"), "{claude_code}");
    assert!(claude_code.contains(r"claude mcp add-json --scope project 'it'\''s' '{"), "{claude_code}");
    assert!(told(&["claude-code", "--user"]).contains("claude mcp add-json --scope user qtmcp "));
}

#[test]
fn name_mode_variables_and_files_are_as_given() {
    let desk = Desk::new("given");
    desk.write("app.py", "");
    let arguments =
        ["cursor", "--mode", "chrome", "--env", "A=b=c", "--env", "HOME", "--", "python3", "app.py", "--mode", "x"];
    let script = desk.dir.join("app.py");
    let expected = json!({"command": this(), "args": ["serve", "--", "python3", script, "--mode", "x"],
        "env": {"QTMCP_MODE": "chrome", "A": "b=c", "HOME": desk.dir}});
    assert_eq!(desk.printed(&arguments), json!({"mcpServers": {"app": expected}}));
    let relative = desk.printed(&["cursor", "--name", "mine", "--", "./build/app"]);
    assert_eq!(relative["mcpServers"]["mine"]["args"][2], json!(desk.dir.join("build/app")));
    for wrong in [
        &["cursor", "--mode", "crome"][..],
        &["emacs"],
        &["cursor", "--env", "NO_SUCH_VARIABLE"],
        &["cursor", "--env", "=x"],
    ] {
        assert_eq!(desk.config(wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn claude_desktop_gets_the_display_it_would_not_hand_down() {
    let desk = Desk::new("display");
    let session = [("DISPLAY", ":7"), ("XDG_RUNTIME_DIR", "/run/user/7")];
    let env = |client: &str| {
        let printed: Value = serde_json::from_str(&desk.config_with(&session, &[client]).stdout).unwrap();
        printed["mcpServers"]["qtmcp"]["env"].clone()
    };
    assert_eq!(env("claude-desktop"), json!({"DISPLAY": ":7", "XDG_RUNTIME_DIR": "/run/user/7"}));
    assert_eq!(env("claude-code"), Value::Null);
}

#[test]
fn a_name_that_only_this_shell_finds_is_not_what_a_client_is_told() {
    let desk = Desk::new("path");
    symlink(this(), desk.dir.join("qtmcp")).unwrap();
    let path = desk.dir.to_str().unwrap();
    let printed: Value = serde_json::from_str(&desk.config_with(&[("PATH", path)], &["cursor"]).stdout).unwrap();
    assert_eq!(printed["mcpServers"]["qtmcp"]["command"], this());
}

#[test]
fn a_file_is_made_with_its_directory_and_a_second_time_changes_nothing() {
    let desk = Desk::new("made");
    for (arguments, file) in [
        (&["claude-desktop", "--write", "--", "kcalc"][..], ".config/Claude/claude_desktop_config.json"),
        (&["claude-code", "--write", "--", "kcalc"], ".mcp.json"),
        (&["cursor", "--write", "--", "kcalc"], ".cursor/mcp.json"),
        (&["cursor", "--write", "--user", "--", "kcalc"], ".cursor/mcp.json"),
        (&["vscode", "--write", "--", "kcalc"], ".vscode/mcp.json"),
        (&["vscode", "--write", "--user", "--", "kcalc"], ".config/Code/User/mcp.json"),
    ] {
        let ended = desk.config(arguments);
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        assert!(ended.stdout.contains(file), "{}", ended.stdout);
        let written = desk.read(file);
        let without: Vec<_> = arguments.iter().copied().filter(|argument| *argument != "--write").collect();
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), desk.printed(&without));
        assert!(desk.config(arguments).stdout.contains("has `kcalc` already"));
        assert_eq!(desk.read(file), written);
        assert!(!desk.dir.join(format!("{file}.bak")).exists(), "there was nothing to keep");
    }
}

#[test]
fn what_was_there_stays_and_is_kept_beside_it() {
    let desk = Desk::new("merged");
    let old = "{\n    \"zeta\": 1.50,\n    \"mcpServers\": {\n        \"other\": {\"command\": \"x\"}\n    },\n    \"alpha\": []\n}\n";
    desk.write("mine.json", old);
    fs::set_permissions(desk.dir.join("mine.json"), PermissionsExt::from_mode(0o600)).unwrap();
    let write = |app: &str| desk.config(&["cursor", "--write", "--file", "mine.json", "--name", "app", "--", app]);
    assert_eq!(write("kcalc").code, 0);
    let new = desk.read("mine.json");
    assert!(new.starts_with("{\n    \"zeta\": 1.50,\n    \"mcpServers\": {\n        \"other\": {\"command\": \"x\"},\n        \"app\": {\n            \"command\""), "{new}");
    assert!(new.ends_with("\n        }\n    },\n    \"alpha\": []\n}\n"), "{new}");
    assert_eq!(desk.read("mine.json.bak"), old);
    let mode = |file: &str| fs::metadata(desk.dir.join(file)).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode("mine.json"), mode("mine.json.bak")], [0o600; 2], "there may be keys in it");

    assert_eq!(write("designer").code, 0);
    assert_eq!(desk.read("mine.json"), new.replace("kcalc", "designer"));
    assert_eq!(desk.read("mine.json.bak2"), new);
    assert_eq!(write("designer").code, 0);
    assert_eq!(desk.files(), ["mine.json", "mine.json.bak", "mine.json.bak2"]);
}

#[test]
fn a_link_stays_a_link() {
    let desk = Desk::new("link");
    desk.write("dotfiles/mcp.json", "{}");
    symlink("dotfiles/mcp.json", desk.dir.join(".mcp.json")).unwrap();
    assert_eq!(desk.config(&["claude-code", "--write", "--", "kcalc"]).code, 0);
    assert!(desk.dir.join(".mcp.json").is_symlink());
    assert!(desk.read("dotfiles/mcp.json").contains("kcalc"));
}

#[test]
fn a_file_that_is_no_json_is_not_touched() {
    let desk = Desk::new("refused");
    for (text, why) in [
        ("{\n  // mine\n  \"servers\": {}\n}", "comments"),
        ("{\"servers\": {},}", "comments"),
        ("{\"servers\": ", "not JSON"),
        ("[]", "no object"),
        ("{\"servers\": 7}", "`servers` is no object"),
    ] {
        desk.write("mcp.json", text);
        let ended = desk.config(&["vscode", "--write", "--file", "mcp.json", "--", "kcalc"]);
        assert_eq!((ended.code, ended.stdout.as_str()), (1, ""), "{text}");
        assert!(ended.stderr.contains("mcp.json was not touched") && ended.stderr.contains(why), "{}", ended.stderr);
        assert_eq!(desk.read("mcp.json"), text);
    }
    assert_eq!(desk.files(), ["mcp.json"]);
    assert_eq!(desk.config(&["claude-code", "--user", "--write"]).code, 2, "that file is Claude Code's own");
    assert_eq!(desk.config(&["cursor", "--file", "x.json"]).code, 2, "a file is for writing");
    let directory = desk.config(&["cursor", "--write", "--file", "."]);
    assert_eq!(directory.code, 1, "{}", directory.stderr);
}
