//! The licences of the crates that are compiled into what is shipped: most ask to be handed on with the program.

use crate::layout::Layout;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The crates that become programs and libraries.
const SHIPPED: [&str; 3] = ["qtmcp", "qtmcp-qt", "qtmcp-preload"];
const DESKTOP: &str = "qtmcp-desktop";

/// Every licence text with the crates it is for.
pub(super) fn collect(layout: &Layout, desktop: bool) -> Result<String> {
    let mut command = Command::new("cargo");
    command.current_dir(layout.root()).args(["metadata", "--format-version", "1"]);
    command.args(["--filter-platform", &format!("{}-unknown-linux-gnu", std::env::consts::ARCH)]);
    if desktop {
        command.args(["--features", "qtmcp-desktop/desktop"]);
    }
    let output = command.output().context("cannot run cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let roots = SHIPPED.into_iter().chain(desktop.then_some(DESKTOP)).collect();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in linked(&metadata, &roots) {
        let (name, version) = (word(package, "name"), word(package, "version"));
        for text in texts_of(package)? {
            texts.entry(text).or_default().insert(format!("{name} {version}"));
        }
    }
    let mut groups: Vec<_> = texts.into_iter().map(|(text, crates)| (crates, text)).collect();
    groups.sort();
    let mut notices =
        String::from("QtMCP contains the following Rust crates, each under the licence below its name.\n");
    for (crates, text) in groups {
        let crates: Vec<_> = crates.into_iter().collect();
        // Writing to a string cannot fail.
        let _ = write!(notices, "\n{}\n{}\n\n{}\n", "=".repeat(100), crates.join(", "), text.trim_end());
    }
    Ok(notices)
}

/// The packages from elsewhere that end up in the machine code of `roots`.
fn linked<'a>(metadata: &'a Value, roots: &BTreeSet<&str>) -> Vec<&'a Value> {
    let list = |value: &'a Value| value.as_array().into_iter().flatten();
    let packages: BTreeMap<_, _> = list(&metadata["packages"]).map(|package| (word(package, "id"), package)).collect();
    let nodes: BTreeMap<_, _> = list(&metadata["resolve"]["nodes"]).map(|node| (word(node, "id"), node)).collect();
    let mut open: Vec<_> = packages.iter().filter(|(_, package)| roots.contains(word(package, "name"))).collect();
    let mut seen = BTreeSet::new();
    let mut linked = Vec::new();
    while let Some((id, package)) = open.pop() {
        // A macro runs in the compiler, and so do the crates behind it.
        let is_macro = list(&package["targets"]).any(|target| list(&target["kind"]).any(|kind| kind == "proc-macro"));
        if is_macro || !seen.insert(*id) {
            continue;
        }
        if package["source"].is_string() {
            linked.push(*package);
        }
        for dependency in nodes.get(id).into_iter().flat_map(|node| list(&node["deps"])) {
            if list(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null()) {
                open.extend(packages.get_key_value(word(dependency, "pkg")));
            }
        }
    }
    linked
}

/// The texts to hand on for one crate. Where there is a choice it is MIT, our own.
fn texts_of(package: &Value) -> Result<Vec<String>> {
    let directory = Path::new(word(package, "manifest_path")).parent().context("a manifest without a directory")?;
    let mut files = Vec::new();
    for entry in directory.read_dir().with_context(|| format!("cannot read {}", directory.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let tells = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"].iter().any(|word| name.starts_with(word));
        if tells && path.is_file() {
            files.push((name, path));
        }
    }
    files.sort();
    let expression = word(package, "license");
    if expression.contains(" OR ") && files.iter().any(|(name, _)| name.contains("MIT")) {
        files.retain(|(name, _)| name.contains("MIT"));
    }
    if files.is_empty() {
        let authors: Vec<_> = package["authors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        return Ok(vec![format!("{expression}, says its manifest; it has no text of its own. {}", authors.join(", "))]);
    }
    let read = |path: &Path| std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    files.iter().map(|(_, path)| read(path)).collect()
}

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_only_builds_or_tests_or_runs_in_the_compiler_is_not_shipped() {
        let package =
            |name: &str, kind: &str| json!({"id": name, "name": name, "source": "s", "targets": [{"kind": [kind]}]});
        let dependency = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [
                {"id": "qtmcp", "name": "qtmcp", "source": null, "targets": [{"kind": ["bin"]}]},
                package("linked", "lib"), package("deep", "lib"), package("builder", "lib"), package("tester", "lib"),
                package("derive", "proc-macro"), package("syn", "lib"), package("other", "lib"),
            ],
            "resolve": {"nodes": [
                {"id": "qtmcp", "deps": [dependency("linked", json!(null)), dependency("builder", json!("build")),
                    dependency("tester", json!("dev")), dependency("derive", json!(null))]},
                {"id": "linked", "deps": [dependency("deep", json!(null))]},
                {"id": "derive", "deps": [dependency("syn", json!(null))]},
            ]},
        });
        let names: Vec<_> = linked(&metadata, &["qtmcp"].into()).iter().map(|package| word(package, "name")).collect();
        assert_eq!(names, ["linked", "deep"]);
    }

    #[test]
    fn every_crate_that_is_shipped_is_named_once_or_more() {
        let notices = collect(&Layout::of_this_repository(), false).unwrap();
        for name in ["tokio 1.", "tungstenite 0.", "serde_json 1.", "clap_builder 4."] {
            assert!(notices.contains(name), "{name}");
        }
        for name in ["syn 2.", "zip 9."] {
            assert!(!notices.contains(name), "{name}");
        }
    }
}
