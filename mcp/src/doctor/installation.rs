//! What belongs to QtMCP itself: the probe's libraries, whether they are all there and can be loaded.

use super::elf::Platform;
use super::report::Report;
use qtmcp_client::Libraries;
use std::fs;
use std::io::Read;
use std::path::Path;

const PROBE: [&str; 2] = ["libqtmcp.so", "libqtmcp-probe.so"];
const MAJORS: [u32; 2] = [5, 6];
const PARTS: [&str; 4] = ["", "-gui", "-widgets", "-quick"];
const REPAIR: &str = "Unpack the archive again, or run `cargo xtask build`.";

/// What there is to put into a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Installation {
    /// What the libraries are made for; unknown where there are none.
    pub(super) platform: Option<Platform>,
    /// The versions of Qt that there are parts for.
    pub(super) majors: Vec<u32>,
}

/// Looks at the libraries that `qtmcp run` would use.
pub(super) fn examine(report: &mut Report) -> Installation {
    let libraries = match Libraries::find() {
        Ok(libraries) => libraries,
        Err(error) => {
            report.problem("missing_payload", error.to_string(), "Set QTMCP_LIB_DIR, or install QtMCP again.");
            return Installation { platform: None, majors: MAJORS.to_vec() };
        }
    };
    let dir = libraries.dir();
    if let Err(error) = libraries.ld_preload(None) {
        report.problem(
            "preload_path",
            error.to_string(),
            "Move QtMCP to a directory without spaces and colons in its path.",
        );
    }
    let is_noexec =
        rustix::fs::statvfs(dir).is_ok_and(|mount| mount.f_flag.contains(rustix::fs::StatVfsMountFlags::NOEXEC));
    if is_noexec {
        report.problem(
            "noexec",
            format!("{} is on a file system mounted `noexec`: no library can be loaded from it", dir.display()),
            "Move QtMCP to another file system.",
        );
    }
    let missing: Vec<_> = PROBE.into_iter().filter(|name| !dir.join(name).is_file()).map(str::to_owned).collect();
    let majors = parts(report, dir, missing);
    if !majors.is_empty() {
        let versions: Vec<_> = majors.iter().map(|major| format!("Qt {major}")).collect();
        report.good("libraries", format!("the probe for {} is in {}", versions.join(" and "), dir.display()));
    }
    Installation { platform: platform(&dir.join(PROBE[0])), majors }
}

/// The majors whose parts are all there. A major without any was not built; one with some is broken.
fn parts(report: &mut Report, dir: &Path, mut missing: Vec<String>) -> Vec<u32> {
    let name = |major: u32, part: &str| format!("libqtmcp-qt{major}{part}.so");
    let is_there = |major: u32, part: &str| dir.join(name(major, part)).is_file();
    let begun: Vec<u32> = MAJORS.into_iter().filter(|&major| PARTS.iter().any(|part| is_there(major, part))).collect();
    for &major in &begun {
        missing.extend(PARTS.iter().filter(|part| !is_there(major, part)).map(|part| name(major, part)));
    }
    if begun.is_empty() {
        missing.extend(MAJORS.map(|major| name(major, "")));
    }
    if !missing.is_empty() {
        let message = format!("the installation in {} is incomplete, it lacks {}", dir.display(), missing.join(", "));
        report.problem("missing_payload", message, REPAIR);
    }
    for major in MAJORS.into_iter().filter(|major| !begun.contains(major) && !begun.is_empty()) {
        report.warning("one_qt", format!("there is no probe for Qt {major} in {}", dir.display()), REPAIR);
    }
    begun.into_iter().filter(|&major| PARTS.iter().all(|part| is_there(major, part))).collect()
}

fn platform(library: &Path) -> Option<Platform> {
    let mut head = [0; 20];
    fs::File::open(library).and_then(|mut file| file.read_exact(&mut head)).ok()?;
    Platform::of(&head)
}
