//! The programs from npm that `cargo xtask setup` brings, with the Node they need.

use crate::surroundings::target;
use std::path::PathBuf;
use std::process::Stdio;
use tokio::process::Command;

/// A command that runs such a program, `inspector` or `conformance-2026-07-28`, by the script it starts with.
#[must_use]
pub fn node_program(name: &str, script: &str) -> Command {
    let mut command = Command::new(node());
    command.arg(packages(name).join(script)).stdin(Stdio::null()).kill_on_drop(true);
    command
}

fn packages(name: &str) -> PathBuf {
    let dir = target(&format!("npm/{name}"));
    assert!(dir.join("complete").exists(), "{} is missing: run `cargo xtask setup` first", dir.display());
    dir.join("node_modules")
}

/// The package that has it, the only one there, has the platform in its name.
fn node() -> PathBuf {
    let packages = packages("node");
    let entries = packages.read_dir().unwrap_or_else(|error| panic!("{}: {error}", packages.display()));
    let found = entries.flatten().map(|package| package.path().join("bin/node")).find(|node| node.exists());
    found.unwrap_or_else(|| panic!("{} has no node: run `cargo xtask setup` again", packages.display()))
}
