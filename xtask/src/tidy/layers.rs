//! The layers: which crate may know which, read from `cargo metadata`.

use crate::layout::Layout;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Crates that compile or link C++ or a toolkit: with one of these, the workspace would need Qt to build.
const NATIVE_CODE: [&str; 9] =
    ["cc", "cmake", "cpp", "cpp_build", "cxx", "cxx-qt", "cxx-qt-build", "qmetaobject", "qttypes"];

pub(super) fn problems(layout: &Layout) -> Result<Vec<String>> {
    let output = Command::new("cargo")
        .current_dir(layout.root())
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("cannot run cargo metadata")?;
    anyhow::ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let workspace = Workspace::read(&metadata, layout);
    let mut problems = workspace.problems();
    for krate in workspace.crates.values() {
        let script = layout.at(&krate.directory).join("build.rs");
        if let Ok(text) = std::fs::read_to_string(&script)
            && ["qmake", "Qt5", "Qt6", "pkg_config"].iter().any(|word| text.contains(word))
        {
            problems.push(format!("{}: the workspace builds without Qt", layout.short(&script)));
        }
    }
    Ok(problems)
}

struct Workspace {
    crates: BTreeMap<String, Crate>,
}

struct Crate {
    /// From the root: `modes/native`.
    directory: String,
    /// Every direct dependency, for building and testing included.
    all: BTreeSet<String>,
    /// The direct dependencies of what it ships.
    shipped: BTreeSet<String>,
}

impl Workspace {
    fn read(metadata: &Value, layout: &Layout) -> Self {
        let mut crates = BTreeMap::new();
        for package in metadata["packages"].as_array().into_iter().flatten() {
            let manifest = std::path::Path::new(package["manifest_path"].as_str().unwrap_or_default());
            let directory = manifest.parent().map(|path| layout.short(path).to_string()).unwrap_or_default();
            let mut krate = Crate { directory, all: BTreeSet::new(), shipped: BTreeSet::new() };
            for dependency in package["dependencies"].as_array().into_iter().flatten() {
                let name = dependency["name"].as_str().unwrap_or_default().to_owned();
                if dependency["kind"] != "dev" {
                    krate.shipped.insert(name.clone());
                }
                krate.all.insert(name);
            }
            crates.insert(package["name"].as_str().unwrap_or_default().to_owned(), krate);
        }
        Self { crates }
    }

    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (name, krate) in &self.crates {
            let directory = krate.directory.as_str();
            let mut problem = |rule: &str| problems.push(format!("{directory}/Cargo.toml: {rule}"));
            if krate.all.contains("rmcp") && !["mcp", "tests", "evals"].contains(&directory) {
                problem("only mcp knows rmcp");
            }
            if let Some(native) = NATIVE_CODE.into_iter().find(|native| krate.all.contains(*native)) {
                problem(&format!("`{native}`: the workspace builds without Qt, and C++ is built by CMake"));
            }
            if name
                .split(['-', '_'])
                .any(|part| ["util", "utils", "common", "helpers", "manager", "core"].contains(&part))
            {
                problem(&format!("`{name}` says nothing; name it after what it holds"));
            }
            for known in self.reached(name).iter().map(|known| self.crates[known].directory.as_str()) {
                if !may_know(directory, known) {
                    problem(&format!("{directory} must not know {known}"));
                }
            }
        }
        problems
    }

    /// The crates of this workspace that `name` ships with.
    fn reached(&self, name: &str) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            for known in self.crates.get(&name).into_iter().flat_map(|krate| &krate.shipped) {
                if self.crates.contains_key(known) && reached.insert(known.clone()) {
                    open.push(known.clone());
                }
            }
        }
        reached
    }
}

/// Whether the crate in `directory` may depend on the one in `known`, directly or through others.
fn may_know(directory: &str, known: &str) -> bool {
    let pure = ["a11y", "vision"];
    let seam = |known: &str| pure.contains(&known) || ["probe/wire", "modes/tool"].contains(&known);
    match directory {
        "probe/wire" | "probe/guard" | "probe/preload" => false,
        "a11y" | "vision" => pure.contains(&known),
        "modes/tool" => seam(known) && known != directory,
        "probe/client" => ["probe/wire", "probe/guard"].contains(&known),
        "probe/desktop" => known == "vision",
        "probe/qt" => seam(known) || known.starts_with("modes/") || ["probe/desktop", "probe/guard"].contains(&known),
        // The one list of all modes.
        "modes/catalog" => seam(known) || (known.starts_with("modes/") && known != directory),
        "prompts" => seam(known),
        mode if mode.starts_with("modes/") => seam(known),
        // The edges: the command, the tests, the evals and xtask. Nothing links the probe but the tests of its own parts.
        _ => !["probe/qt", "probe/preload"].contains(&known) || directory == "tests",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_point_one_way() {
        for (one, other) in [
            ("modes/native", "modes/tool"),
            ("modes/tool", "vision"),
            ("probe/qt", "modes/native"),
            ("probe/qt", "probe/desktop"),
            ("probe/desktop", "vision"),
            ("probe/client", "probe/wire"),
            ("modes/catalog", "modes/native"),
            ("mcp", "modes/catalog"),
            ("mcp", "prompts"),
            ("mcp", "probe/client"),
        ] {
            assert!(may_know(one, other), "{one} → {other}");
            assert!(!may_know(other, one), "{other} → {one}");
        }
    }

    #[test]
    fn modes_do_not_know_each_other() {
        assert!(!may_know("modes/native", "modes/chrome"));
        assert!(!may_know("modes/chrome", "probe/client"));
    }

    #[test]
    fn what_a_crate_reaches_through_others_counts() {
        let krate = |directory: &str, shipped: &[&str]| Crate {
            directory: directory.into(),
            all: shipped.iter().map(|name| (*name).to_owned()).collect(),
            shipped: shipped.iter().map(|name| (*name).to_owned()).collect(),
        };
        let crates = [
            ("vision".to_owned(), krate("vision", &["wire"])),
            ("wire".to_owned(), krate("probe/wire", &["client"])),
            ("client".to_owned(), krate("probe/client", &["rmcp"])),
        ];
        let problems = Workspace { crates: crates.into() }.problems().join("\n");
        assert!(problems.contains("vision must not know probe/client"), "{problems}");
        assert!(problems.contains("only mcp knows rmcp"), "{problems}");
    }
}
