//! Where the probes of one user announce themselves, and what an announcement holds: the same rules for the probe that
//! writes it and for whoever looks for one.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a probe says of itself in `<directory>/<pid>.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The process.
    pub pid: u32,
    /// When it began, as the kernel counts: together with the number it never means another process.
    pub start_time: u64,
    /// The Unix socket of its probe, if it has one.
    pub socket: Option<PathBuf>,
    /// Its TCP address, if it has one.
    pub url: Option<String>,
    /// The file name of the program as it was started.
    pub program: String,
    /// The title of its first window that had one; empty until then.
    #[serde(default)]
    pub title: String,
    /// The version of its Qt.
    pub qt_version: String,
    /// The version of its probe.
    pub version: String,
    /// The protocol it speaks; 0 for a probe that does not say.
    #[serde(default)]
    pub protocol: u32,
    /// What a client must show that is not let in without it. Only this user can read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Hidden>,
}

/// Text that does not show itself in messages.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hidden(pub String);

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl Entry {
    /// Its address for a client: its socket, or without one the TCP address. An entry has either.
    #[must_use]
    pub fn address(&self) -> String {
        match &self.socket {
            Some(socket) => format!("unix:{}", socket.display()),
            None => self.url.clone().unwrap_or_default(),
        }
    }
}

/// The file that announces the process `pid`.
#[must_use]
pub fn entry_file(directory: &Path, pid: u32) -> PathBuf {
    directory.join(format!("{pid}.json"))
}

/// The socket of the process `pid`.
#[must_use]
pub fn socket_file(directory: &Path, pid: u32) -> PathBuf {
    directory.join(format!("{pid}.sock"))
}

/// The directory of this user, by an environment that `get` reads; `None` when `QTMCP_REGISTRY` switches it off. It need
/// not exist.
pub fn directory(get: impl Fn(&str) -> Option<OsString>, uid: u32) -> Option<PathBuf> {
    let set = |name: &str| get(name).filter(|value| !value.is_empty());
    match set("QTMCP_REGISTRY") {
        Some(off) if off == "off" => return None,
        Some(dir) => return Some(dir.into()),
        None => {}
    }
    let runtime = set("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|dir| dir.is_absolute() && is_of(dir, uid));
    let temporary = || set("TMPDIR").map_or_else(|| PathBuf::from("/tmp"), PathBuf::from);
    Some(runtime.map_or_else(|| temporary().join(format!("qtmcp-{uid}")), |dir| dir.join("qtmcp")))
}

/// Whether this is a directory of that user: with `su` one has that of another.
#[cfg(unix)]
fn is_of(dir: &Path, uid: u32) -> bool {
    use std::os::unix::fs::MetadataExt;
    dir.metadata().is_ok_and(|found| found.is_dir() && found.uid() == uid)
}

#[cfg(not(unix))]
fn is_of(dir: &Path, _: u32) -> bool {
    dir.is_dir()
}

/// When a process began, from the text of its `/proc/<pid>/stat`; `None` for one that has ended and is not yet waited for.
#[must_use]
pub fn start_time(stat: &str) -> Option<u64> {
    // The name, second of the fields, may hold anything, spaces and brackets too.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split_ascii_whitespace();
    let has_ended = matches!(fields.next()?, "Z" | "X");
    let began = fields.nth(18)?.parse().ok()?;
    (!has_ended).then_some(began)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory_of(pairs: &[(&str, &str)]) -> Option<PathBuf> {
        directory_for(7, pairs)
    }

    fn directory_for(uid: u32, pairs: &[(&str, &str)]) -> Option<PathBuf> {
        directory(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into()), uid)
    }

    #[test]
    fn the_directory_is_the_users_own() {
        let here = std::env::temp_dir();
        let here = here.to_str().unwrap();
        let owner = std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(here).unwrap());
        assert_eq!(directory_for(owner, &[("XDG_RUNTIME_DIR", here)]), Some(Path::new(here).join("qtmcp")));
        let of_another = directory_for(owner + 1, &[("XDG_RUNTIME_DIR", here), ("TMPDIR", "/t")]);
        assert_eq!(of_another, Some(format!("/t/qtmcp-{}", owner + 1).into()));
        for nowhere in ["", "relative", "/does/not/exist"] {
            let fallback = directory_of(&[("XDG_RUNTIME_DIR", nowhere), ("TMPDIR", "/t")]);
            assert_eq!(fallback, Some("/t/qtmcp-7".into()), "{nowhere:?}");
        }
        assert_eq!(directory_of(&[]), Some("/tmp/qtmcp-7".into()));
        assert_eq!(directory_of(&[("XDG_RUNTIME_DIR", here), ("QTMCP_REGISTRY", "/r")]), Some("/r".into()));
        assert_eq!(directory_of(&[("QTMCP_REGISTRY", "off")]), None);
    }

    #[test]
    fn a_start_is_read_whatever_the_program_is_called() {
        let stat = |name: &str, state: char| {
            format!(
                "42 ({name}) {state} 1 42 42 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 3 0 98765 1000 5 18446744073709551615"
            )
        };
        assert_eq!(start_time(&stat("kcalc", 'S')), Some(98765));
        assert_eq!(start_time(&stat("a ) Z 1 (b", 'R')), Some(98765));
        assert_eq!(start_time(&stat("gone", 'Z')), None, "it has ended");
        assert_eq!(start_time("42 (x"), None);
    }
}
