//! Where libqtmcp.so and the probe lie, and how they get into a program.

use crate::alias;
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

    /// The value of `LD_PRELOAD` that puts the probe before what is preloaded already. Where ld.so could not read the
    /// path, it goes by a link that is made for it.
    pub fn ld_preload(&self, already: Option<&OsStr>) -> Result<OsString, LibrariesError> {
        let mut library = self.dir.join(PRELOAD);
        if !alias::is_speakable(&library) {
            let link = alias::of(&self.dir).ok_or(LibrariesError::Unspeakable(library))?;
            library = link.join(PRELOAD);
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
    /// Their path cannot be written into `LD_PRELOAD`, and there is no place for a link to them.
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
                write!(
                    f,
                    "LD_PRELOAD cannot hold a path with a space or a colon: {}; move qtmcp, or set XDG_RUNTIME_DIR to a \
                     directory of yours alone where a link to it can be made",
                    path.display()
                )
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

    #[cfg(unix)]
    #[test]
    fn a_path_the_linker_cannot_read_goes_by_a_link() {
        let dir = std::env::temp_dir().join(format!("my files {}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let value = PathBuf::from(Libraries { dir: dir.clone() }.ld_preload(None).unwrap());
        assert!(alias::is_speakable(&value), "{}", value.display());
        let link = value.parent().unwrap();
        assert_eq!(std::fs::read_link(link).unwrap(), dir);
        assert_eq!(value.file_name(), Some(OsStr::new(PRELOAD)));
        std::fs::remove_file(link).unwrap();
        std::fs::remove_dir(dir).unwrap();
    }

    #[test]
    fn a_directory_without_the_library_is_named_in_the_error() {
        let error = Libraries::in_dir("/nowhere").unwrap_err();
        assert_eq!(error.to_string(), "there is no libqtmcp.so in /nowhere");
    }
}
