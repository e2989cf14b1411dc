//! The contents of a package: its files by their paths in it.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    File(Vec<u8>),
    Program(Vec<u8>),
    /// What the link says, relative to its directory.
    Link(String),
}

impl Entry {
    /// The permissions every packer gives it.
    pub(super) fn mode(&self) -> u32 {
        match self {
            Entry::File(_) => 0o644,
            Entry::Program(_) | Entry::Link(_) => 0o755,
        }
    }
}

/// In the order of their paths, so that packages come out alike.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents(BTreeMap<String, Entry>);

impl Contents {
    pub(super) fn add(&mut self, path: impl Into<String>, entry: Entry) {
        self.0.insert(path.into(), entry);
    }

    /// Everything of `other`, its paths beginning with `prefix`.
    pub(super) fn include(&mut self, prefix: &str, other: &Contents) {
        self.0.extend(other.iter().map(|(path, entry)| (format!("{prefix}{path}"), entry.clone())));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.0.iter().map(|(path, entry)| (path.as_str(), entry))
    }

    /// How much disk they take, in the blocks of 1024 bytes that Debian counts.
    pub(super) fn kilobytes(&self) -> usize {
        let size = |entry: &Entry| match entry {
            Entry::File(bytes) | Entry::Program(bytes) => bytes.len().div_ceil(1024),
            Entry::Link(_) => 1,
        };
        self.0.values().map(size).sum()
    }

    /// Writes them below `root`, whatever the umask is, with one time for all.
    pub(super) fn write(&self, root: &Path, time: u64) -> Result<()> {
        for (path, entry) in self.iter() {
            let path = root.join(path);
            make_directories(root, &path)?;
            match entry {
                Entry::File(bytes) | Entry::Program(bytes) => {
                    fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
                    fs::set_permissions(&path, Permissions::from_mode(entry.mode()))?;
                    set_time(&path, time)?;
                }
                Entry::Link(target) => symlink(target, &path)?,
            }
        }
        Ok(())
    }
}

fn make_directories(root: &Path, file: &Path) -> Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(root))?;
    for directory in file.ancestors().skip(1).take_while(|directory| directory.starts_with(root)) {
        fs::set_permissions(directory, Permissions::from_mode(0o755))?;
    }
    Ok(())
}

fn set_time(path: &Path, time: u64) -> Result<()> {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(time);
    File::options().write(true).open(path)?.set_times(FileTimes::new().set_modified(time).set_accessed(time))?;
    Ok(())
}
