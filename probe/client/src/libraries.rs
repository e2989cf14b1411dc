//! Where libqtmcp.so and the probe lie, and how they get into a program.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

const PRELOAD: &str = "libqtmcp.so";

/// The directory that holds libqtmcp.so with the probe beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Libraries {
    dir: PathBuf,
}

impl Libraries {
    /// Looks where `QTMCP_LIB_DIR` says; otherwise in `../lib` from this program, as installed, and then for
    /// `target/qtmcp/lib` upwards from this program and from the current directory, as built.
    pub fn find() -> Result<Self, LibrariesError> {
        if let Some(dir) = std::env::var_os("QTMCP_LIB_DIR").filter(|dir| !dir.is_empty()) {
            return Self::in_dir(dir);
        }
        let exe = std::env::current_exe().and_then(|exe| exe.canonicalize()).ok();
        let looked = candidates(exe.as_deref(), std::env::current_dir().ok().as_deref());
        match looked.iter().find_map(|dir| Self::in_dir(dir).ok()) {
            Some(found) => Ok(found),
            None => Err(LibrariesError::NotFound),
        }
    }

    /// Those in `dir`, which must hold libqtmcp.so.
    pub fn in_dir(dir: impl AsRef<Path>) -> Result<Self, LibrariesError> {
        let dir = dir.as_ref();
        let absolute = dir.canonicalize().ok().filter(|dir| dir.join(PRELOAD).is_file());
        absolute.map(|dir| Self { dir }).ok_or_else(|| LibrariesError::NotIn(dir.to_owned()))
    }

    /// The directory, absolute.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The value of `LD_PRELOAD` that puts the probe before what is preloaded already.
    pub fn ld_preload(&self, already: Option<&OsStr>) -> Result<OsString, LibrariesError> {
        let library = self.dir.join(PRELOAD);
        // ld.so separates its list by colons and by spaces, and knows no way to quote them.
        if library.as_os_str().as_encoded_bytes().iter().any(|byte| matches!(byte, b':' | b' ')) {
            return Err(LibrariesError::Unspeakable(library));
        }
        let mut value = library.into_os_string();
        if let Some(already) = already.filter(|already| !already.is_empty()) {
            if is_first(already, &value) {
                return Ok(already.to_owned());
            }
            value.push(":");
            value.push(already);
        }
        Ok(value)
    }
}

/// Why the libraries cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibrariesError {
    /// Nowhere to be found.
    NotFound,
    /// Not in the directory that was named.
    NotIn(PathBuf),
    /// Their path cannot be written into `LD_PRELOAD`.
    Unspeakable(PathBuf),
}

impl fmt::Display for LibrariesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibrariesError::NotFound => write!(
                f,
                "{PRELOAD} is neither in ../lib beside this program nor in target/qtmcp/lib: run `cargo xtask build`, \
                 or set QTMCP_LIB_DIR to its directory"
            ),
            LibrariesError::NotIn(dir) => write!(f, "there is no {PRELOAD} in {}", dir.display()),
            LibrariesError::Unspeakable(path) => {
                write!(f, "LD_PRELOAD cannot hold a path with a space or a colon: {}", path.display())
            }
        }
    }
}

impl std::error::Error for LibrariesError {}

fn candidates(exe: Option<&Path>, current: Option<&Path>) -> Vec<PathBuf> {
    let installed = exe.and_then(|exe| Some(exe.parent()?.parent()?.join("lib")));
    let built = exe.into_iter().chain(current).flat_map(Path::ancestors).map(|dir| dir.join("target/qtmcp/lib"));
    installed.into_iter().chain(built).collect()
}

fn is_first(list: &OsStr, library: &OsStr) -> bool {
    let rest = list.as_encoded_bytes().strip_prefix(library.as_encoded_bytes());
    rest.is_some_and(|rest| matches!(rest.first(), None | Some(b':' | b' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_installed_place_comes_before_the_built_ones() {
        let places = candidates(Some(Path::new("/a/bin/qtmcp")), Some(Path::new("/w")));
        let expected = ["/a/lib", "/a/bin/qtmcp/target/qtmcp/lib", "/a/bin/target/qtmcp/lib", "/a/target/qtmcp/lib"];
        assert_eq!(places[..4], expected.map(PathBuf::from));
        assert!(places.contains(&PathBuf::from("/w/target/qtmcp/lib")));
    }

    #[test]
    fn what_is_preloaded_already_stays_behind_ours() {
        let libraries = Libraries { dir: "/l".into() };
        let value = |already: Option<&str>| libraries.ld_preload(already.map(OsStr::new));
        assert_eq!(value(None), Ok("/l/libqtmcp.so".into()));
        assert_eq!(value(Some("")), Ok("/l/libqtmcp.so".into()));
        assert_eq!(value(Some("a.so b.so")), Ok("/l/libqtmcp.so:a.so b.so".into()));
        assert_eq!(value(Some("/l/libqtmcp.so:a.so")), Ok("/l/libqtmcp.so:a.so".into()));
        assert_eq!(value(Some("/l/libqtmcp.so.1")), Ok("/l/libqtmcp.so:/l/libqtmcp.so.1".into()));
    }

    #[test]
    fn a_path_the_linker_cannot_read_is_refused() {
        let libraries = Libraries { dir: "/my files".into() };
        assert!(matches!(libraries.ld_preload(None), Err(LibrariesError::Unspeakable(_))));
    }

    #[test]
    fn a_directory_without_the_library_is_named_in_the_error() {
        let error = Libraries::in_dir("/nowhere").unwrap_err();
        assert_eq!(error.to_string(), "there is no libqtmcp.so in /nowhere");
    }
}
