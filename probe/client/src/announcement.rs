//! How a probe tells its launcher where it listens: a file that `QTMCP_ANNOUNCE` names.

use serde::Deserialize;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// What a probe writes once it listens.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Announcement {
    pub(crate) pid: u32,
    pub(crate) url: Option<String>,
    pub(crate) socket: Option<PathBuf>,
    pub(crate) qt_version: String,
}

/// A private directory for one announcement; gone when this is dropped.
pub(crate) struct Place {
    dir: PathBuf,
}

impl Place {
    pub(crate) fn new() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let name = format!("qtmcp-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
            let dir = std::env::temp_dir().join(name);
            match create_private(&dir) {
                Ok(()) => return Ok(Self { dir }),
                // Left over by an earlier process with the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.dir.join("announcement.json")
    }

    /// `None` until the probe has written it.
    pub(crate) fn read(&self) -> io::Result<Option<Announcement>> {
        match fs::read(self.file()) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

fn create_private(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}
