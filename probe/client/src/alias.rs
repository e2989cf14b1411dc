//! A second path for a directory whose own cannot be written into `LD_PRELOAD`: ld.so separates its list by spaces and
//! colons and knows no way to quote them. Desktop extensions, for one, are unpacked below `Claude Extensions`.

use std::path::{Path, PathBuf};

/// Whether ld.so reads this path as one.
pub(crate) fn is_speakable(path: &Path) -> bool {
    !path.as_os_str().as_encoded_bytes().iter().any(|byte| matches!(byte, b':' | b' '))
}

/// A link to `dir` in a directory that is this user's alone; `None` where there is no place for one.
#[cfg(unix)]
pub(crate) fn of(dir: &Path) -> Option<PathBuf> {
    let user = rustix::process::getuid().as_raw();
    let of_user = format!("qtmcp-{user}");
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(|runtime| Path::new(&runtime).join("qtmcp"));
    let places = [runtime, Some(std::env::temp_dir().join(&of_user)), Some(Path::new("/tmp").join(&of_user))];
    places.into_iter().flatten().find_map(|place| link(&place, dir, user))
}

#[cfg(not(unix))]
pub(crate) fn of(_: &Path) -> Option<PathBuf> {
    None
}

#[cfg(unix)]
fn link(place: &Path, dir: &Path, user: u32) -> Option<PathBuf> {
    use qtmcp_guard::private::is_private;
    use std::fs;
    use std::os::unix::fs::{DirBuilderExt, symlink};
    if !is_speakable(place) || !place.is_absolute() {
        return None;
    }
    // That it is there already is fine; who owns it is looked at in any case: another could put another library there.
    let _ = fs::DirBuilder::new().mode(0o700).create(place);
    if !is_private(place, user) {
        return None;
    }
    let link = place.join(format!("lib-{:016x}", fingerprint(dir)));
    if fs::read_link(&link).is_ok_and(|target| target == dir) {
        return Some(link);
    }
    forget_those_gone(place);
    // Made aside and moved into place, since another launch may be using it at this moment.
    let new = link.with_extension(std::process::id().to_string());
    let _ = fs::remove_file(&new);
    symlink(dir, &new).ok()?;
    fs::rename(&new, &link).ok()?;
    Some(link)
}

/// Removes the links to what was moved or deleted since.
#[cfg(unix)]
fn forget_those_gone(place: &Path) {
    let entries = place.read_dir().into_iter().flatten().flatten();
    let links =
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("lib-")).map(|entry| entry.path());
    for link in links.filter(|link| link.is_symlink() && !link.exists()) {
        let _ = std::fs::remove_file(link);
    }
}

/// FNV-1a: the same in every build of this program, so that links are not multiplied.
#[cfg(unix)]
fn fingerprint(path: &Path) -> u64 {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn scratch(test: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("qtmcp-alias-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn a_directory_gets_one_link_that_is_kept_mended_and_forgotten_with_it() {
        let (base, user) = (scratch("kept"), rustix::process::getuid().as_raw());
        let (place, dir, other) = (base.join("place"), base.join("my files: all"), base.join("my other files"));
        for dir in [&dir, &other] {
            fs::create_dir(dir).unwrap();
        }
        let first = link(&place, &dir, user).unwrap();
        assert!(is_speakable(&first));
        assert_eq!(fs::read_link(&first).unwrap(), dir);
        assert_eq!(link(&place, &dir, user).unwrap(), first);
        fs::remove_file(&first).unwrap();
        symlink("/", &first).unwrap();
        assert_eq!(link(&place, &dir, user).unwrap(), first);
        assert_eq!(fs::read_link(&first).unwrap(), dir);
        fs::remove_dir(&dir).unwrap();
        let second = link(&place, &other, user).unwrap();
        let left: Vec<_> = place.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, [second]);
        fs::remove_dir_all(base).unwrap();
    }

    #[test]
    fn a_place_that_others_can_write_to_or_chose_is_not_used() {
        let (base, user) = (scratch("others"), rustix::process::getuid().as_raw());
        let (open, chosen) = (base.join("open"), base.join("chosen"));
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, Permissions::from_mode(0o777)).unwrap();
        fs::create_dir(base.join("private")).unwrap();
        fs::set_permissions(base.join("private"), Permissions::from_mode(0o700)).unwrap();
        symlink(base.join("private"), &chosen).unwrap();
        for place in [open, chosen, base.join("with space")] {
            assert_eq!(link(&place, Path::new("/a b"), user), None, "{}", place.display());
        }
        assert_eq!(link(&base.join("private"), Path::new("/a b"), user + 1), None);
        assert!(link(&base.join("private"), Path::new("/a b"), user).is_some());
        fs::remove_dir_all(base).unwrap();
    }
}
