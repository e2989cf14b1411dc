//! The probe's Unix socket and the file that tells of it, in directories that only this user may enter. Both go when the app ends; of an
//! app that is killed they stay, and whoever looks next removes them.

use crate::fork;
use crate::fork::ClosedInChildren;
use qtmcp_guard::private::{self, make_private, user};
use qtmcp_guard::token::Token;
use qtmcp_wire::PROTOCOL;
use qtmcp_wire::registry::{Entry, Hidden, entry_file, start_time};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::Duration;
use tokio::net::{UnixListener, UnixStream};

/// Whoever has a socket of our name answers at once, if anybody does.
const ANSWERS_WITHIN: Duration = Duration::from_millis(200);

/// What is to be removed at the end, in the form that needs no memory and no lock.
static SOCKET_FILE: OnceLock<CString> = OnceLock::new();
static ENTRY_FILE: OnceLock<CString> = OnceLock::new();
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
    _closed_in_children: ClosedInChildren,
}

impl Socket {
    /// Listens there. The directory is made if need be, and nobody else may enter it.
    pub(crate) async fn open(path: &Path) -> io::Result<Self> {
        let directory = path.parent().filter(|directory| directory.is_absolute());
        make_private(directory.ok_or_else(|| io::Error::other("it is no absolute path"))?)?;
        // What is there was left by an earlier process of our number, or by the program that this process was before. In
        // another container, with numbers of its own, it may be alive.
        let answer = tokio::time::timeout(ANSWERS_WITHIN, UnixStream::connect(path)).await;
        if !matches!(answer, Ok(Err(_))) {
            return Err(io::Error::new(io::ErrorKind::AddrInUse, "another process has this socket"));
        }
        if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        remove_at_exit(&SOCKET_FILE, path)?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        let closed_in_children = ClosedInChildren::new(&listener);
        Ok(Self { listener, path: path.to_owned(), _closed_in_children: closed_in_children })
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
}

impl Drop for Socket {
    fn drop(&mut self) {
        remove();
    }
}

/// Where this process is reached, and by what token.
pub(crate) struct Reached<'a> {
    pub(crate) socket: Option<&'a Path>,
    pub(crate) url: Option<String>,
    pub(crate) token: Option<&'a Token>,
}

/// The entry of this process, which goes with this.
pub(crate) struct Registered {
    file: PathBuf,
}

impl Registered {
    /// Tells whoever looks that this process is here.
    pub(crate) fn new(directory: &Path, reached: Reached<'_>, qt_version: &str) -> io::Result<Self> {
        make_private(directory)?;
        let pid = std::process::id();
        let stat = fs::read_to_string("/proc/self/stat")?;
        let mut state = state();
        let entry = Entry {
            pid,
            start_time: start_time(&stat).unwrap_or_default(),
            socket: reached.socket.map(Path::to_owned),
            url: reached.url,
            program: program(),
            title: state.title.clone(),
            qt_version: qt_version.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: PROTOCOL,
            token: reached.token.map(|token| Hidden(token.reveal().to_owned())),
        };
        let file = entry_file(directory, pid);
        remove_at_exit(&ENTRY_FILE, &file)?;
        write_whole(&file, &entry)?;
        state.entry = Some((file.clone(), entry));
        Ok(Self { file })
    }

    /// The file that it is in.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        state().entry = None;
        remove();
    }
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

/// Writes a file that appears whole or not at all, and that only its user may read.
pub(crate) fn write_whole(file: &Path, content: &impl serde::Serialize) -> io::Result<()> {
    private::write_whole(file, &serde_json::to_vec(content)?)
}

fn remove_at_exit(slot: &OnceLock<CString>, path: &Path) -> io::Result<()> {
    static WATCHED: Once = Once::new();
    let _ = slot.set(CString::new(path.as_os_str().as_bytes())?);
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
    if ARE_REMOVED.swap(true, Ordering::Relaxed) {
        return;
    }
    for file in [&SOCKET_FILE, &ENTRY_FILE].into_iter().filter_map(OnceLock::get) {
        // SAFETY: a C string that lives as long as the process.
        unsafe { libc::unlink(file.as_ptr()) };
    }
}

fn state() -> MutexGuard<'static, State> {
    ENTRY.lock().unwrap_or_else(PoisonError::into_inner)
}
