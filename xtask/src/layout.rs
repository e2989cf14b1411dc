//! Where things are in the repository and where the build puts them.

use std::path::{Path, PathBuf};

/// A major version of Qt that everything is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Qt {
    Five,
    Six,
}

impl Qt {
    pub(crate) const ALL: [Qt; 2] = [Qt::Five, Qt::Six];

    pub(crate) fn major(self) -> u32 {
        match self {
            Qt::Five => 5,
            Qt::Six => 6,
        }
    }

    /// What `qmake` of this version is called.
    pub(crate) fn qmake(self) -> &'static str {
        match self {
            Qt::Five => "qmake",
            Qt::Six => "qmake6",
        }
    }

    /// The development package whose absence means that this version is missing.
    pub(crate) fn package(self) -> &'static str {
        match self {
            Qt::Five => "qtbase5-dev",
            Qt::Six => "qt6-base-dev",
        }
    }
}

impl std::str::FromStr for Qt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Qt::ALL.into_iter().find(|qt| qt.major().to_string() == text).ok_or_else(|| "5 or 6".to_owned())
    }
}

/// The repository's directories.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    root: PathBuf,
}

impl Layout {
    /// The repository this program was started from.
    pub(crate) fn of_this_repository() -> Self {
        // The variable is right even when the repository was moved after this program was compiled.
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let manifest = PathBuf::from(manifest);
        let root = manifest.parent().map(Path::to_path_buf).unwrap_or(manifest);
        Self { root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.join(path)
    }

    /// A directory of the build. It does not follow `CARGO_TARGET_DIR`, so that tests and users always find the tree.
    pub(crate) fn target(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.join("target").join(path)
    }

    /// The tree a user runs from.
    pub(crate) fn product(&self, path: impl AsRef<Path>) -> PathBuf {
        self.target("qtmcp").join(path)
    }

    /// The test applications for one Qt.
    pub(crate) fn apps(&self, qt: Qt) -> PathBuf {
        self.target(format!("apps/qt{}", qt.major()))
    }

    /// A path as one would type it at the repository's root.
    pub(crate) fn short<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}
