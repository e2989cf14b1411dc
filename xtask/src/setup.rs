//! `cargo xtask setup`: installs what is missing, and only that. Takes no time worth mentioning when nothing is.

use crate::layout::Layout;
use crate::packages::{ENVIRONMENTS, Environment, Group, NODE_PROGRAMS};
use crate::step;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

#[derive(clap::Args)]
pub(crate) struct Setup {
    /// Only these groups of packages; all of them, and the tools, when none is given.
    #[arg(value_enum)]
    groups: Vec<Group>,
}

impl Setup {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        let groups = if self.groups.is_empty() { &Group::ALL } else { self.groups.as_slice() };
        ensure(layout, groups)?;
        if self.groups.is_empty() {
            ensure_tool("cargo-deny", &[])?;
        }
        eprintln!("setup: nothing is missing");
        Ok(())
    }
}

/// Installs what is missing of `groups`.
pub(crate) fn ensure(layout: &Layout, groups: &[Group]) -> Result<()> {
    let mut missing = missing_packages(groups)?;
    // Any npm will do, and Debian's brings hundreds of packages.
    if groups.contains(&Group::Test) && !step::is_installed("npm") {
        missing.push("npm");
    }
    if !missing.is_empty() {
        install(&missing)?;
    }
    if groups.contains(&Group::Test) {
        for environment in ENVIRONMENTS {
            ensure_environment(layout, environment)?;
        }
        for program in NODE_PROGRAMS {
            ensure_node_program(layout, program)?;
        }
        // Without the part that updates itself, since that brings TLS and archives to compile.
        ensure_tool("cargo-nextest", &["--no-default-features", "--features", "default-no-update"])?;
    }
    Ok(())
}

fn missing_packages(groups: &[Group]) -> Result<Vec<&'static str>> {
    let wanted: Vec<_> = groups.iter().flat_map(|group| group.packages()).copied().collect();
    // It fails when it knows one of the packages not at all; what it prints is right all the same.
    let output = Command::new("dpkg-query")
        .args(["--show", "--showformat=${Package} ${db:Status-Status}\\n"])
        .args(&wanted)
        .output()
        .context(
            "cannot run dpkg-query; on a system that is not Debian, install the packages in xtask/src/packages.rs",
        )?;
    let output = String::from_utf8_lossy(&output.stdout);
    let installed: BTreeSet<_> = output.lines().filter_map(|line| line.strip_suffix(" installed")).collect();
    Ok(wanted.into_iter().filter(|package| !installed.contains(package)).collect())
}

fn install(missing: &[&str]) -> Result<()> {
    if !is_root() {
        bail!(
            "packages are missing; install them with\n\n  sudo apt-get install -y --no-install-recommends {}\n",
            missing.join(" ")
        );
    }
    eprintln!("setup: {} packages are missing: {}", missing.len(), missing.join(" "));
    let mut updated = false;
    if !has_package_lists() {
        update_lists()?;
        updated = true;
    }
    let outcome = apt_get_install(missing);
    // Old lists name versions that the mirror no longer has.
    if outcome.is_err() && !updated {
        update_lists()?;
        return apt_get_install(missing);
    }
    outcome
}

fn update_lists() -> Result<()> {
    step::run("apt-get update", Command::new("apt-get").arg("update")).map(drop)
}

fn apt_get_install(packages: &[&str]) -> Result<()> {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").args(["install", "-y", "--no-install-recommends"]).args(packages);
    step::run("apt-get install", &mut command).map(drop)
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn has_package_lists() -> bool {
    let Ok(entries) = Path::new("/var/lib/apt/lists").read_dir() else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().contains("_Packages"))
}

fn ensure_environment(layout: &Layout, environment: &Environment) -> Result<()> {
    let Environment { name, requirement } = environment;
    let directory = layout.target("venvs").join(name);
    let complete = directory.join("complete");
    if std::fs::read_to_string(&complete).is_ok_and(|done| done == *requirement) {
        return Ok(());
    }
    // Debian's own Python, since the older PySide has no wheels for Pythons newer than that.
    let mut create = Command::new("/usr/bin/python3");
    create.args(["-m", "venv", "--clear"]).arg(&directory);
    step::run(&format!("python environment {name}"), &mut create)?;
    let mut pip = Command::new(directory.join("bin/python"));
    pip.args(["-m", "pip", "install", "--no-input", "--disable-pip-version-check", requirement]);
    step::run(&format!("pip install {requirement}"), &mut pip)?;
    std::fs::write(complete, requirement)?;
    Ok(())
}

fn ensure_node_program(layout: &Layout, program: &Environment) -> Result<()> {
    let Environment { name, requirement } = program;
    let directory = layout.target("npm").join(name);
    let complete = directory.join("complete");
    if std::fs::read_to_string(&complete).is_ok_and(|done| done == *requirement) {
        return Ok(());
    }
    if directory.exists() {
        std::fs::remove_dir_all(&directory)?;
    }
    std::fs::create_dir_all(&directory)?;
    let mut npm = Command::new("npm");
    npm.current_dir(&directory).arg("install").arg("--prefix").arg(&directory);
    npm.args(["--ignore-scripts", "--no-package-lock", "--no-save", "--no-audit", "--no-fund", requirement]);
    step::run(&format!("npm install {name}"), &mut npm)?;
    std::fs::write(complete, requirement)?;
    Ok(())
}

/// Installs a tool of cargo's that is missing.
pub(crate) fn ensure_tool(tool: &str, options: &[&str]) -> Result<()> {
    if step::is_installed(tool) {
        return Ok(());
    }
    let mut command = Command::new("cargo");
    command.args(["install", "--locked", tool]).args(options);
    step::run(&format!("cargo install {tool}"), &mut command).map(drop)
}
