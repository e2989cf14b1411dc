//! The probe's Unix socket and the file that tells of it, in the directory of this user. Both go when the app ends; of an
//! app that is killed they stay, and whoever looks next removes them.

use crate::fork;
use crate::fork::ClosedInChildren;
use qtmcp_wire::registry::{Entry, entry_file, socket_file, start_time};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::Duration;
use tokio::net::{UnixListener, UnixStream};

/// Whoever has a socket of our name answers at once, if anybody does.
const ANSWERS_WITHIN: Duration = Duration::from_millis(200);

/// What is to be removed at the end, in the form that needs no memory and no lock.
static FILES: OnceLock<[CString; 2]> = OnceLock::new();
static ARE_REMOVED: AtomicBool = AtomicBool::new(false);
static ENTRY: Mutex<State> = Mutex::new(State { entry: None, title: String::new() });

struct State {
    entry: Option<(PathBuf, Entry)>,
    /// May be known before there is an entry to put it in.
    title: String,
}

/// The socket of this process.
pub(crate) struct Socket {
    listener: UnixListener,
    path: PathBuf,
    directory: PathBuf,
    _closed_in_children: ClosedInChildren,
}

impl Socket {
    /// Listens in `directory`, which is made if need be.
    pub(crate) async fn open(directory: &Path) -> io::Result<Self> {
        make_private(directory)?;
        let path = socket_file(directory, std::process::id());
        // What is there was left by an earlier process of our number, or by the program that this process was before. In
        // another container, with numbers of its own, it may be alive.
        let answer = tokio::time::timeout(ANSWERS_WITHIN, UnixStream::connect(&path)).await;
        if !matches!(answer, Ok(Err(_))) {
            return Err(io::Error::new(io::ErrorKind::AddrInUse, "another process has the socket of our number"));
        }
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path)?;
        remove_at_exit(&path, &entry_file(directory, std::process::id()))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
        let closed_in_children = ClosedInChildren::new(&listener);
        Ok(Self { listener, path, directory: directory.to_owned(), _closed_in_children: closed_in_children })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The next client of our own user; others are turned away.
    pub(crate) async fn accept(&self) -> io::Result<UnixStream> {
        loop {
            let (stream, _) = self.listener.accept().await?;
            match stream.peer_cred() {
                Ok(peer) if peer.uid() == user() => return Ok(stream),
                Ok(peer) => tracing::warn!("a client of another user ({}) was turned away", peer.uid()),
                Err(error) => tracing::warn!("a client that does not say whose it is was turned away: {error}"),
            }
        }
    }

    /// Tells whoever looks that this process is here.
    pub(crate) fn announce(&self, url: Option<String>, qt_version: &str) -> io::Result<()> {
        let pid = std::process::id();
        let stat = fs::read_to_string("/proc/self/stat")?;
        let mut state = state();
        let entry = Entry {
            pid,
            start_time: start_time(&stat).unwrap_or_default(),
            socket: self.path.clone(),
            url,
            program: program(),
            title: state.title.clone(),
            qt_version: qt_version.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let file = entry_file(&self.directory, pid);
        write_whole(&file, &entry)?;
        state.entry = Some((file, entry));
        Ok(())
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        state().entry = None;
        remove();
    }
}

/// The user that this process acts as.
pub(crate) fn user() -> u32 {
    // SAFETY: a number the kernel always has.
    unsafe { libc::geteuid() }
}

/// The file name of the program as it was started.
pub(crate) fn program() -> String {
    let started = std::env::args_os().next().unwrap_or_default();
    Path::new(&started).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Puts the app's title into its entry, now or once there is one. An empty one changes nothing.
pub(crate) fn set_title(title: &str) {
    let mut state = state();
    if title.is_empty() || state.title == title {
        return;
    }
    title.clone_into(&mut state.title);
    let Some((file, entry)) = &mut state.entry else { return };
    title.clone_into(&mut entry.title);
    if !ARE_REMOVED.load(Ordering::Relaxed)
        && let Err(error) = write_whole(file, entry)
    {
        tracing::debug!("{}: {error}", file.display());
    }
}

/// Writes a file that appears whole or not at all.
pub(crate) fn write_whole(file: &Path, content: &impl serde::Serialize) -> io::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, serde_json::to_vec(content)?)?;
    fs::rename(&part, file)
}

/// Makes the directory, for us alone. One that is there already must be just that.
fn make_private(directory: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)?;
    // Not what a link points at: whoever made the link could change it.
    let found = fs::symlink_metadata(directory)?;
    if found.is_dir() && found.uid() == user() && found.mode() & 0o077 == 0 {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is not a directory of this user that only he may enter"))
}

fn remove_at_exit(socket: &Path, entry: &Path) -> io::Result<()> {
    static WATCHED: Once = Once::new();
    let name = |path: &Path| CString::new(path.as_os_str().as_bytes());
    let _ = FILES.set([name(socket)?, name(entry)?]);
    // They may have been removed when the probe was stopped, before it was started again.
    ARE_REMOVED.store(false, Ordering::Relaxed);
    WATCHED.call_once(|| {
        // SAFETY: the function is never unloaded, and does nothing that is not allowed while the process ends.
        unsafe { libc::atexit(at_exit) };
    });
    Ok(())
}

extern "C" fn at_exit() {
    // A child that was forked ends as well, and the files are its parent's.
    if !fork::in_child() {
        remove();
    }
}

fn remove() {
    let Some(files) = FILES.get() else { return };
    if ARE_REMOVED.swap(true, Ordering::Relaxed) {
        return;
    }
    for file in files {
        // SAFETY: a C string that lives as long as the process.
        unsafe { libc::unlink(file.as_ptr()) };
    }
}

fn state() -> MutexGuard<'static, State> {
    ENTRY.lock().unwrap_or_else(PoisonError::into_inner)
}
