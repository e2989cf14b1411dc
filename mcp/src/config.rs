//! `qtmcp config`: the entry that makes an MCP client start `qtmcp serve`, printed or put into the client's file.

mod client;
mod merge;
mod place;

use crate::console::{self, Stop};
use crate::exit::{Exit, exit_codes};
use crate::options;
use clap::Args;
use client::{Client, Scope};
use merge::Merged;
use qtmcp_tool::Mode;
use serde_json::{Map, Value, json};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Print, or write, the configuration of an MCP client for your app
///
/// The JSON goes to stdout and where to put it to stderr. With --write it is merged into the client's file: everything
/// else in it stays as it is, and a copy of the file is kept beside it.
#[derive(Args)]
#[command(after_help = concat!("Examples:
  qtmcp config claude-code -- ./build/myapp
  qtmcp config claude-desktop --mode chrome --write -- kcalc
  qtmcp config cursor --env QT_QPA_PLATFORM=offscreen -- python3 app.py
  qtmcp config vscode --write

Without an app the agent starts one itself, with the tool launch_app, of those that --allow-launch names. Paths of files become absolute, for clients start
servers in directories of their own. Claude Desktop hands down only a few variables, so those of your display are
written into its entry.

", exit_codes!()))]
pub(crate) struct Config {
    /// The client to configure
    client: Client,

    /// The name of the entry; the app's without it
    #[arg(long)]
    name: Option<String>,

    /// The mode the server starts in
    #[arg(long, value_name = "MODE", value_parser = options::mode_parser())]
    mode: Option<Mode>,

    /// Let the agent launch this program too: a name in PATH or a path; may be repeated
    #[arg(long, value_name = "PROGRAM", value_delimiter = ',')]
    allow_launch: Vec<String>,

    /// A variable for the server and the app; without a value, the one it has here
    #[arg(long, value_name = "NAME[=VALUE]")]
    env: Vec<String>,

    /// For all projects of this user, not only the one in this directory
    #[arg(long)]
    user: bool,

    /// Merge the entry into the client's file
    #[arg(long)]
    write: bool,

    /// The file to merge it into, instead of the client's usual one
    #[arg(long, value_name = "PATH", requires = "write")]
    file: Option<PathBuf>,

    /// The application and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "APP")]
    app: Vec<OsString>,
}

impl Config {
    pub(crate) fn run(self) -> Result<Exit, Stop> {
        let name = self.name.clone().unwrap_or_else(|| default_name(&self.app));
        let entry = self.entry()?;
        let scope = if self.user { Scope::User } else { Scope::Project };
        if self.write {
            let file = match self.file {
                Some(file) => file,
                None => self.client.file(scope).map_err(|why| Stop::usage(why.tell(&name, &entry)))?,
            };
            return write(&file, self.client.key(), &name, &entry);
        }
        console::print(&format!("{:#}", json!({self.client.key(): {&name: &entry}})))?;
        match self.client.file(scope) {
            Ok(file) => console::note(format!("for {}; --write puts it there", file.display())),
            Err(why) => console::note(why.tell(&name, &entry)),
        }
        if self.client == Client::ClaudeCode && scope == Scope::Project {
            console::note(format!("or run: {}", client::claude_command("project", &name, &entry)));
        }
        Ok(Exit::Success)
    }

    fn entry(&self) -> Result<Value, Stop> {
        let mut args = vec!["serve".to_owned()];
        for program in &self.allow_launch {
            args.extend(["--allow-launch".to_owned(), program.clone()]);
        }
        if !self.app.is_empty() {
            args.push("--".to_owned());
            for word in absolute(&self.app) {
                let word = word.into_string().map_err(|word| {
                    Stop::usage(format!("`{}` is not UTF-8, which JSON needs", word.to_string_lossy()))
                })?;
                args.push(word);
            }
        }
        let mut entry = Map::new();
        if self.client.has_type() {
            entry.insert("type".into(), "stdio".into());
        }
        entry.insert("command".into(), command()?.into());
        entry.insert("args".into(), args.into());
        let variables = self.variables()?;
        if !variables.is_empty() {
            entry.insert("env".into(), variables.into());
        }
        Ok(entry.into())
    }

    fn variables(&self) -> Result<Map<String, Value>, Stop> {
        let mut variables = Map::new();
        if let Some(mode) = self.mode {
            variables.insert("QTMCP_MODE".into(), mode.as_str().into());
        }
        for name in self.client.display_variables() {
            if let Some(value) = env::var(name).ok().filter(|value| !value.is_empty()) {
                variables.insert((*name).into(), value.into());
            }
        }
        for given in &self.env {
            let (name, value) = match given.split_once('=') {
                Some((name, value)) => (name, value.to_owned()),
                None => {
                    let here =
                        env::var(given).map_err(|_| Stop::usage(format!("there is no variable `{given}` here")))?;
                    (given.as_str(), here)
                }
            };
            if name.is_empty() {
                return Err(Stop::usage(format!("`{given}` is no variable: write NAME or NAME=VALUE")));
            }
            variables.insert(name.into(), value.into());
        }
        Ok(variables)
    }
}

fn write(file: &Path, key: &str, name: &str, entry: &Value) -> Result<Exit, Stop> {
    let file = place::followed(file);
    let old = place::read(&file)?;
    let merged = merge::merge(old.as_deref().unwrap_or_default(), key, name, entry);
    match merged.map_err(|why| Stop::failure(format!("{} was not touched: {why}", file.display())))? {
        Merged::Same => console::print(&format!("{} has `{name}` already", file.display()))?,
        Merged::Changed(text) => {
            let backup = place::replace(&file, old.as_deref(), &text)?;
            let kept = backup.map_or_else(String::new, |backup| format!("; the old one is {}", backup.display()));
            console::print(&format!("`{name}` is in {}{kept}", file.display()))?
        }
    };
    Ok(Exit::Success)
}

/// Where every program looks for others, also one that the desktop has started and not a shell with a `PATH` of its own.
const EVERYWHERE: [&str; 2] = ["/usr/local/bin", "/usr/bin"];

/// How the client starts this program: by its name, where that finds it.
fn command() -> Result<String, Stop> {
    let this = env::current_exe().map_err(|error| Stop::failure(format!("where is this program? {error}")))?;
    let here = this.canonicalize().ok();
    let found = EVERYWHERE.iter().map(|dir| Path::new(dir).join("qtmcp")).find(|file| file.is_file());
    if here.is_some() && found.and_then(|file| file.canonicalize().ok()) == here {
        return Ok("qtmcp".to_owned());
    }
    let text = this.into_os_string().into_string();
    text.map_err(|path| Stop::failure(format!("`{}` is not UTF-8, which JSON needs", path.to_string_lossy())))
}

/// Files by their whole path, the other words as they are. A program without a slash is looked up in `PATH`.
fn absolute(app: &[OsString]) -> Vec<OsString> {
    let whole = |word: &OsString| std::path::absolute(word).map_or_else(|_| word.clone(), PathBuf::into_os_string);
    let is_path = |word: &OsString| word.as_encoded_bytes().contains(&b'/');
    app.iter()
        .enumerate()
        .map(|(at, word)| match at {
            0 if is_path(word) => whole(word),
            0 => word.clone(),
            _ if Path::new(word).is_file() => whole(word),
            _ => word.clone(),
        })
        .collect()
}

/// The app's name; that of the script where an interpreter runs one.
fn default_name(app: &[OsString]) -> String {
    let stem = |word: &OsString| Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let Some(program) = app.first().and_then(stem) else { return "qtmcp".to_owned() };
    let script = app.iter().skip(1).find(|word| Path::new(word).extension().is_some_and(|it| it == "py"));
    match script.and_then(stem) {
        Some(script) if program.starts_with("python") => script,
        _ => program,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn an_entry_is_called_after_the_app() {
        for (app, name) in [
            (&[][..], "qtmcp"),
            (&["kcalc"], "kcalc"),
            (&["./build/my-app", "--x"], "my-app"),
            (&["python3", "-X", "dev", "src/app.py"], "app"),
            (&["python3", "-m", "app"], "python3"),
        ] {
            assert_eq!(default_name(&words(app)), name);
        }
    }

    #[test]
    fn only_files_become_absolute() {
        let here = env::current_dir().unwrap();
        let file = |name: &str| here.join(name).into_os_string();
        let app = absolute(&words(&["./myapp", "Cargo.toml", "--flag", "kcalc"]));
        assert_eq!(app, [file("myapp"), file("Cargo.toml"), "--flag".into(), "kcalc".into()]);
        assert_eq!(absolute(&words(&["kcalc"])), words(&["kcalc"]));
    }
}
