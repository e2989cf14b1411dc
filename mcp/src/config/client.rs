//! The MCP clients: what each calls its servers, and where it keeps them.

use clap::ValueEnum;
use serde_json::Value;
use std::env;
use std::path::PathBuf;

/// A client that can be configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Client {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    #[value(name = "vscode")]
    VsCode,
}

/// Whom an entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Project,
    User,
}

/// Why there is no file to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoFile {
    /// The client changes that file all the time itself.
    AskClaude,
    /// Nothing says where the user's files are.
    Homeless,
}

impl NoFile {
    pub(super) fn tell(self, name: &str, entry: &Value) -> String {
        match self {
            NoFile::AskClaude => {
                format!("Claude Code keeps a user's servers itself; run: {}", claude_command("user", name, entry))
            }
            NoFile::Homeless => "HOME is not set, so the client's file is not known: name it with --file".to_owned(),
        }
    }
}

impl Client {
    /// The member that holds the servers.
    pub(super) fn key(self) -> &'static str {
        match self {
            Client::VsCode => "servers",
            Client::ClaudeDesktop | Client::ClaudeCode | Client::Cursor => "mcpServers",
        }
    }

    /// Whether an entry says how the client reaches the server. Claude Desktop and Cursor know it by the command.
    pub(super) fn has_type(self) -> bool {
        matches!(self, Client::ClaudeCode | Client::VsCode)
    }

    /// Variables of the desktop session that the client does not hand down to its servers.
    pub(super) fn display_variables(self) -> &'static [&'static str] {
        match self {
            Client::ClaudeDesktop => &["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"],
            Client::ClaudeCode | Client::Cursor | Client::VsCode => &[],
        }
    }

    /// The client's file. Claude Desktop has no projects.
    pub(super) fn file(self, scope: Scope) -> Result<PathBuf, NoFile> {
        let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|dir| dir.is_absolute());
        let home = || set("HOME").ok_or(NoFile::Homeless);
        let settings = || set("XDG_CONFIG_HOME").map_or_else(|| home().map(|home| home.join(".config")), Ok);
        match (self, scope) {
            (Client::ClaudeDesktop, _) => Ok(settings()?.join("Claude/claude_desktop_config.json")),
            (Client::ClaudeCode, Scope::Project) => Ok(".mcp.json".into()),
            (Client::ClaudeCode, Scope::User) => Err(NoFile::AskClaude),
            (Client::Cursor, Scope::Project) => Ok(".cursor/mcp.json".into()),
            (Client::Cursor, Scope::User) => Ok(home()?.join(".cursor/mcp.json")),
            (Client::VsCode, Scope::Project) => Ok(".vscode/mcp.json".into()),
            (Client::VsCode, Scope::User) => Ok(settings()?.join("Code/User/mcp.json")),
        }
    }
}

/// What adds an entry with Claude Code's own command.
pub(super) fn claude_command(scope: &str, name: &str, entry: &Value) -> String {
    format!("claude mcp add-json --scope {scope} {} {}", quoted(name), quoted(&entry.to_string()))
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_command_to_paste_means_what_it_says() {
        let command = claude_command("user", "my app", &json!({"args": ["it's"]}));
        assert_eq!(command, r#"claude mcp add-json --scope user 'my app' '{"args":["it'\''s"]}'"#);
        assert_eq!(quoted("kcalc-2.0"), "kcalc-2.0");
        assert_eq!(quoted(""), "''");
    }
}
