//! The apps of this user that have a probe, found by what their probes wrote into the registry directory.

use qtmcp_guard::private::{is_private, user};
pub use qtmcp_wire::registry::Entry;
use qtmcp_wire::registry::{self, directory, entry_file, socket_file};
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// A Unix socket's address has room for no more, its end included.
const LONGEST_SOCKET_BYTES: usize = 108;

/// An entry is a few hundred bytes; what is larger is none.
const LARGEST_ENTRY_BYTES: u64 = 64 << 10;

/// Where probes announce themselves; `None` when `QTMCP_REGISTRY` is `off`. It need not exist.
#[must_use]
pub fn dir() -> Option<PathBuf> {
    directory(|name| std::env::var_os(name), user())
}

/// Every app that runs and has a socket, by its process number. What those left that have ended is removed.
#[must_use]
pub fn list() -> Vec<Entry> {
    dir().map_or_else(Vec::new, |dir| list_in(&dir))
}

/// As [`list`], for another directory than the user's own.
#[must_use]
pub fn list_in(dir: &Path) -> Vec<Entry> {
    // What others may write is not believed, and not ours to tidy.
    if !is_private(dir, user()) {
        return Vec::new();
    }
    let Ok(files) = fs::read_dir(dir) else { return Vec::new() };
    let mut entries: Vec<Entry> = files.flatten().filter_map(|file| read(dir, &file.path())).collect();
    entries.sort_unstable_by_key(|entry| entry.pid);
    entries
}

/// The app with this process number.
#[must_use]
pub fn find(pid: u32) -> Option<Entry> {
    list().into_iter().find(|entry| entry.pid == pid)
}

/// The token of the app at this address, if it is one of those that have announced themselves in `dir`. The address must be
/// the very one: on any other, somebody else may listen, and must not be given it.
pub(crate) fn token_of(dir: &Path, address: &str) -> Option<String> {
    let entry = list_in(dir).into_iter().find(|entry| is_at(entry, address))?;
    entry.token.map(|token| token.0)
}

fn is_at(entry: &Entry, address: &str) -> bool {
    if let Some(path) = address.strip_prefix("unix:") {
        return entry.socket.as_deref() == Some(Path::new(path));
    }
    let place = |url: &str| -> Option<SocketAddr> { url.strip_prefix("ws://")?.trim_end_matches('/').parse().ok() };
    place(address).is_some_and(|wanted| entry.url.as_deref().and_then(place) == Some(wanted))
}

/// Whether a process of this number runs; one that has ended and was not waited for does not.
#[must_use]
pub fn is_running(pid: u32) -> bool {
    start_time(pid).is_some()
}

/// When a process began, as the kernel counts; `None` when it does not run.
pub(crate) fn start_time(pid: u32) -> Option<u64> {
    registry::start_time(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The directory, made if need be, when a probe that we launch can have its socket there.
pub(crate) fn usable_dir() -> Option<PathBuf> {
    let dir = dir()?;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&dir).ok()?;
    let dir = dir.canonicalize().ok()?;
    let has_room = socket_file(&dir, u32::MAX).as_os_str().len() < LONGEST_SOCKET_BYTES;
    (is_private(&dir, user()) && has_room).then_some(dir)
}

/// The entry in a file, if its process still runs. What a process of that number left is removed: its entry and its socket,
/// and nothing else, since the directory may be one that somebody keeps other things in.
fn read(dir: &Path, file: &Path) -> Option<Entry> {
    let pid: u32 = file.file_stem()?.to_str()?.parse().ok()?;
    let found = fs::symlink_metadata(file).ok()?;
    // A socket whose process is gone, and gone before it wrote its entry.
    if file == socket_file(dir, pid) && found.file_type().is_socket() && !is_running(pid) && !answers(file) {
        let _ = fs::remove_file(file);
    }
    if file != entry_file(dir, pid) || !found.is_file() || found.len() > LARGEST_ENTRY_BYTES {
        return None;
    }
    let entry: Entry = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    if entry.pid != pid || (entry.socket.is_none() && entry.url.is_none()) {
        return None;
    }
    // One in another container has a number that means nothing here, and is there all the same.
    if start_time(pid) == Some(entry.start_time) || entry.socket.as_deref().is_some_and(answers) {
        return Some(entry);
    }
    let _ = fs::remove_file(file);
    // A socket elsewhere is left to whoever listens there next.
    let socket = socket_file(dir, pid);
    if fs::symlink_metadata(&socket).is_ok_and(|found| found.file_type().is_socket()) {
        let _ = fs::remove_file(socket);
    }
    None
}

fn answers(socket: &Path) -> bool {
    UnixStream::connect(socket).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use qtmcp_wire::registry::Hidden;
    use std::os::unix::net::UnixListener;

    struct Dir(PathBuf);

    impl Dir {
        fn new(name: &str) -> Self {
            let dir = std::env::temp_dir().join(format!("qtmcp-registry-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&dir);
            fs::DirBuilder::new().mode(0o700).create(&dir).unwrap();
            Self(dir)
        }

        fn write(&self, pid: u32, start_time: u64) {
            let entry = Entry {
                pid,
                start_time,
                socket: Some(socket_file(&self.0, pid)),
                url: Some("ws://127.0.0.1:9999".into()),
                program: "gallery".into(),
                title: String::new(),
                qt_version: "6.4.2".into(),
                version: "0".into(),
                protocol: 1,
                token: Some(Hidden(format!("token of {pid}"))),
            };
            fs::write(entry_file(&self.0, pid), serde_json::to_vec(&entry).unwrap()).unwrap();
            self.socket(pid);
        }

        /// A socket that nobody listens on any more.
        fn socket(&self, pid: u32) {
            drop(UnixListener::bind(socket_file(&self.0, pid)).unwrap());
        }

        fn files(&self) -> usize {
            fs::read_dir(&self.0).unwrap().count()
        }
    }

    impl Drop for Dir {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_the_dead_left_behind_is_removed() {
        let dir = Dir::new("stale");
        let me = std::process::id();
        dir.write(me, start_time(me).unwrap());
        // No process has this number, and none of the next has its own start.
        dir.write(u32::MAX - 1, 1);
        dir.write(1, u64::MAX);
        dir.socket(u32::MAX - 2);
        let found: Vec<u32> = list_in(&dir.0).iter().map(|entry| entry.pid).collect();
        assert_eq!((found, dir.files()), (vec![me], 2));
    }

    #[test]
    fn what_somebody_keeps_there_is_left_alone() {
        let dir = Dir::new("kept");
        for name in ["README.json", "2024.pdf", "99.txt", "4294967000.json", "4294967001.sock", "7"] {
            fs::write(dir.0.join(name), "of somebody else").unwrap();
        }
        rustix::fs::mknodat(rustix::fs::CWD, dir.0.join("8.json"), rustix::fs::FileType::Fifo, 0o600.into(), 0)
            .unwrap();
        assert_eq!((list_in(&dir.0), dir.files()), (Vec::new(), 7));
    }

    #[test]
    fn an_app_with_numbers_of_its_own_is_there_while_it_answers() {
        let dir = Dir::new("container");
        dir.write(u32::MAX - 1, 1);
        fs::remove_file(socket_file(&dir.0, u32::MAX - 1)).unwrap();
        let listener = UnixListener::bind(socket_file(&dir.0, u32::MAX - 1)).unwrap();
        assert_eq!(list_in(&dir.0).len(), 1);
        drop(listener);
        assert_eq!((list_in(&dir.0), dir.files()), (Vec::new(), 0));
    }

    #[test]
    fn a_token_is_found_by_the_very_address_of_its_app() {
        let dir = Dir::new("token");
        let me = std::process::id();
        dir.write(me, start_time(me).unwrap());
        let socket = format!("unix:{}", socket_file(&dir.0, me).display());
        let token = Some(format!("token of {me}"));
        assert_eq!(token_of(&dir.0, &socket), token);
        assert_eq!(token_of(&dir.0, "ws://127.0.0.1:9999/"), token);
        for other in
            ["ws://localhost:9999", "ws://127.0.0.1:9998", "ws://[::1]:9999", "ws://127.0.0.2:9999", "unix:/tmp/x"]
        {
            assert_eq!(token_of(&dir.0, other), None, "{other}");
        }
        assert!(!format!("{:?}", list_in(&dir.0)).contains("token of"), "it does not show itself");
    }

    #[test]
    fn a_directory_that_others_may_enter_is_left_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = Dir::new("open");
        let me = std::process::id();
        dir.write(me, start_time(me).unwrap());
        dir.write(u32::MAX - 1, 1);
        fs::set_permissions(&dir.0, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!((list_in(&dir.0), dir.files()), (Vec::new(), 4));
    }

    #[test]
    fn a_process_runs_until_it_has_ended() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        assert!(is_running(child.id()) && !is_running(u32::MAX - 1));
        child.kill().unwrap();
        let pid = child.id();
        // It is still to be waited for.
        while is_running(pid) {
            std::thread::yield_now();
        }
        child.wait().unwrap();
    }
}
