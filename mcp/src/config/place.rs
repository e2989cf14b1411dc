//! A client's file on disk: read as it is, replaced whole or not at all, the old one kept beside it.

use crate::console::Stop;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file itself where the path is a link to it, as those who keep their settings elsewhere have it.
pub(super) fn followed(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

/// The text of the file; `None` if there is none yet.
pub(super) fn read(file: &Path) -> Result<Option<String>, Stop> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed("read", file, &error)),
    }
}

/// Puts a new text in the place of the old one, and answers with the name of the old one's copy.
pub(super) fn replace(file: &Path, old: Option<&str>, new: &str) -> Result<Option<PathBuf>, Stop> {
    if let Some(dir) = file.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        fs::create_dir_all(dir).map_err(|error| failed("make", dir, &error))?;
    }
    let backup = old.map(|old| back_up(file, old)).transpose()?;
    let beside = with_ending(file, &format!("{}.new", std::process::id()));
    let written = write_whole(&beside, file, new).and_then(|()| fs::rename(&beside, file));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed("write", file, &error)
    })?;
    Ok(backup)
}

/// A copy under the first name that is free.
fn back_up(file: &Path, old: &str) -> Result<PathBuf, Stop> {
    let names = std::iter::once("bak".to_owned()).chain((2..1000).map(|number| format!("bak{number}")));
    for name in names {
        let backup = with_ending(file, &name);
        match File::create_new(&backup) {
            Ok(mut copy) => {
                let copied = copy_mode(file, &copy).and_then(|()| copy.write_all(old.as_bytes()));
                copied.map_err(|error| failed("write", &backup, &error))?;
                return Ok(backup);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed("write", &backup, &error)),
        }
    }
    Err(Stop::failure(format!("there are too many copies of {}: remove some", file.display())))
}

/// On disk before it gets its name, and with the rights of the file it stands for: there may be keys in it.
fn write_whole(beside: &Path, file: &Path, text: &str) -> io::Result<()> {
    let mut new = File::create(beside)?;
    copy_mode(file, &new)?;
    new.write_all(text.as_bytes())?;
    new.sync_all()
}

fn copy_mode(from: &Path, to: &File) -> io::Result<()> {
    match fs::metadata(from) {
        Ok(known) => to.set_permissions(known.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn failed(what: &str, file: &Path, error: &io::Error) -> Stop {
    Stop::failure(format!("cannot {what} {}: {error}", file.display()))
}
