//! Directories and files that nobody but this user can enter, read or change.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Whether this is a directory of that user which only he may enter. What a link points at does not count: whoever made
/// the link could change it.
#[must_use]
pub fn is_private(dir: &Path, user: u32) -> bool {
    let found = fs::symlink_metadata(dir);
    found.is_ok_and(|found| found.is_dir() && found.uid() == user && found.mode() & 0o077 == 0)
}

/// Makes the directory, for us alone. One that is there already must be just that.
pub fn make_private(dir: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    if is_private(dir, user()) {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is not a directory of this user that only he may enter"))
}

/// The user that this process acts as.
#[must_use]
pub fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Writes a file that appears whole or not at all, and that only this user may read.
pub fn write_whole(file: &Path, content: &[u8]) -> io::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    // One that is there already keeps its mode, whoever may read it by that.
    match fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part)?.write_all(content)?;
    fs::rename(&part, file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    fn scratch(test: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("qtmcp-private-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        make_private(&dir).unwrap();
        dir
    }

    #[test]
    fn a_directory_is_private_when_it_is_ours_closed_and_no_link() {
        let dir = scratch("dir");
        assert!(is_private(&dir, user()) && !is_private(&dir, user() + 1));
        symlink(&dir, dir.join("link")).unwrap();
        assert!(!is_private(&dir.join("link"), user()) && !is_private(&dir.join("nothing"), user()));
        for mode in [0o755, 0o770, 0o701] {
            fs::set_permissions(&dir, fs::Permissions::from_mode(mode)).unwrap();
            assert!(!is_private(&dir, user()), "{mode:o}");
            assert_eq!(make_private(&dir).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        }
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o700)).unwrap();
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn what_is_written_only_its_user_may_read() {
        let dir = scratch("file");
        let file = dir.join("1.json");
        // Left there by an earlier process, for everybody to read.
        fs::write(dir.join("1.json.part"), "old").unwrap();
        fs::set_permissions(dir.join("1.json.part"), fs::Permissions::from_mode(0o644)).unwrap();
        write_whole(&file, b"one").unwrap();
        write_whole(&file, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        fs::remove_dir_all(dir).unwrap();
    }
}
