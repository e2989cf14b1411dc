//! What goes into every package: the programs and libraries of the built tree, stripped, and the papers that belong to
//! them.

use super::contents::{Contents, Entry};
use super::{manual, notices};
use crate::layout::{Layout, Qt};
use crate::step;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// The version of every crate here, so of the packages too.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

const DESKTOP: &str = "libqtmcp-desktop.so";

pub(super) struct Product {
    /// `bin/qtmcp` and `lib/*.so`: they find each other by these two directories.
    pub(super) programs: Contents,
    /// For programs that link the library: `include/` and `lib/pkgconfig/`.
    pub(super) development: Contents,
    /// The licence, ours and of all that is linked in.
    pub(super) licences: Contents,
    /// The README and the pages it names.
    pub(super) documents: Contents,
    /// Below `share`: the manual and the completions of shells.
    pub(super) shell: Contents,
}

impl Product {
    /// Reads a tree as `cargo xtask build` leaves it.
    pub(super) fn read(layout: &Layout, tree: &Path, workshop: &Path, desktop: bool) -> Result<Self> {
        check_version(tree)?;
        let mut development = Contents::default();
        for path in ["include/qtmcp.h", "lib/pkgconfig/qtmcp.pc"] {
            development.add(path, Entry::File(read(&tree.join(path))?));
        }
        let mut licences = Contents::default();
        licences.add("LICENSE", Entry::File(read(&layout.at("LICENSE"))?));
        licences.add("THIRD-PARTY.txt", Entry::File(notices::collect(layout, desktop)?.into_bytes()));
        Ok(Self {
            programs: programs(tree, workshop, desktop)?,
            development,
            licences,
            documents: documents(layout)?,
            shell: manual::make(tree)?,
        })
    }

    /// Whether the part for the real screen and real input is in it.
    pub(super) fn has_desktop(&self) -> bool {
        self.programs.iter().any(|(path, _)| path.ends_with(DESKTOP))
    }
}

/// The libraries of a package by their names.
fn libraries(desktop: bool) -> Vec<String> {
    let mut names = vec!["libqtmcp.so".to_owned(), "libqtmcp-probe.so".to_owned()];
    for qt in Qt::ALL {
        let major = qt.major();
        names.extend(["", "-gui", "-widgets", "-quick"].map(|part| format!("libqtmcp-qt{major}{part}.so")));
    }
    names.extend(desktop.then(|| DESKTOP.to_owned()));
    names
}

/// In the tree they keep their symbols for backtraces; those are a quarter of their size.
fn programs(tree: &Path, workshop: &Path, desktop: bool) -> Result<Contents> {
    let mut names = vec!["bin/qtmcp".to_owned()];
    names.extend(libraries(desktop).into_iter().map(|name| format!("lib/{name}")));
    let mut programs = Contents::default();
    for name in names {
        let stripped = workshop.join("stripped");
        let mut strip = Command::new("strip");
        strip.args(["--strip-unneeded", "--remove-section=.comment", "--enable-deterministic-archives", "-o"]);
        strip.arg(&stripped).arg(tree.join(&name));
        let output = strip.output().context("cannot run strip (`cargo xtask setup build` installs it)")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}: {}", step::shown(&strip), said.trim());
        let bytes = read(&stripped)?;
        let entry = if name.starts_with("bin/") { Entry::Program(bytes) } else { Entry::File(bytes) };
        programs.add(name, entry);
    }
    Ok(programs)
}

fn documents(layout: &Layout) -> Result<Contents> {
    let mut documents = Contents::default();
    for name in ["README.md", "CHANGELOG.md", "ARCHITECTURE.md"] {
        documents.add(name, Entry::File(read(&layout.at(name))?));
    }
    let mut open = vec![layout.at("docs")];
    while let Some(directory) = open.pop() {
        for entry in directory.read_dir().with_context(|| format!("cannot read {}", directory.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                documents.add(layout.short(&path).to_string(), Entry::File(read(&path)?));
            }
        }
    }
    Ok(documents)
}

/// A tree of another version would be sold under a wrong name.
fn check_version(tree: &Path) -> Result<()> {
    let said = manual::ask(tree, &["--version"])?;
    ensure!(
        said.trim() == format!("qtmcp {VERSION}"),
        "{} has {}, not {VERSION}: `cargo xtask build` makes it anew",
        tree.display(),
        said.trim()
    );
    Ok(())
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
