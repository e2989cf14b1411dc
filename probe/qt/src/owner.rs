//! The process that the app must not outlive: watched through a descriptor of it, and through a pipe of which it has the
//! other end, both of which cost nothing until it ends.

use crate::fork::ClosedInChildren;
use qtmcp_wire::registry::start_time;
use std::os::fd::{AsFd, FromRawFd, OwnedFd, RawFd};
use std::str::FromStr;
use std::time::Duration;
use tokio::io::unix::AsyncFd;

/// From SIGTERM to SIGKILL.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// What `QTMCP_OWNER` names: `<pid>:<start time>`, and `:<descriptor>:<inode>` of a pipe where the owner has made one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pid: i32,
    start_time: u64,
    tie: Option<Tie>,
}

/// Our end of a pipe that is at its end when the owner is. It means the same in every container, where a process's number
/// means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tie {
    descriptor: RawFd,
    inode: u64,
}

impl FromStr for Owner {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.splitn(4, ':');
        let mut next = || parts.next().unwrap_or_default();
        let (pid, start_time) = (next().parse()?, next().parse()?);
        let tie = match (next(), next()) {
            ("", "") => None,
            (descriptor, inode) => Some(Tie { descriptor: descriptor.parse()?, inode: inode.parse()? }),
        };
        Ok(Self { pid, start_time, tie })
    }
}

/// An owner that is being watched. Without either there is none any more.
pub(crate) struct Watch {
    tie: Option<OwnedFd>,
    process: Option<OwnedFd>,
}

impl Owner {
    /// Watches from now on; `None` where the system has no way to. From then on the probe ends the app, and the signal by
    /// which the preload had the kernel do so is not needed any more: an app would get it twice.
    pub(crate) fn watch(self) -> Option<Watch> {
        let tie = self.tie.and_then(Tie::take);
        let process = match open(self.pid) {
            Ok(process) => self.is_alive().then_some(process),
            Err(error) if error.raw_os_error() == Some(libc::ESRCH) => None,
            Err(error) => {
                tracing::debug!("the owner cannot be watched by its number: {error}");
                tie.as_ref()?;
                None
            }
        };
        // SAFETY: the number of a setting and its value; it is this thread's own, which has had it from the preload.
        unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, 0) };
        Some(Watch { tie, process })
    }

    /// Whether the number still means the process that was meant.
    fn is_alive(self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
        start_time(&stat) == Some(self.start_time)
    }
}

impl Tie {
    /// The pipe, from here on this process's own; `None` where the number means another file by now.
    fn take(self) -> Option<OwnedFd> {
        // SAFETY: a record of plain numbers, which `fstat` fills.
        let mut status: libc::stat = unsafe { std::mem::zeroed() };
        // SAFETY: the record outlives the call; a bad descriptor is an error it reports.
        let is_open = unsafe { libc::fstat(self.descriptor, &mut status) } == 0;
        if !is_open || status.st_mode & libc::S_IFMT != libc::S_IFIFO || status.st_ino != self.inode {
            return None;
        }
        // SAFETY: a number and a flag; programs that the app starts are nobody's.
        unsafe { libc::fcntl(self.descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
        // SAFETY: it was opened for us by our launcher, and no code of the app knows of it.
        Some(unsafe { OwnedFd::from_raw_fd(self.descriptor) })
    }
}

impl Watch {
    /// Waits for the owner's end, and then ends the app.
    pub(crate) async fn serve(self) {
        if self.tie.is_some() || self.process.is_some() {
            tokio::select! {
                () = end_of(self.tie.as_ref()) => {}
                () = end_of(self.process.as_ref()) => {}
            }
        }
        send(libc::SIGTERM);
        tracing::info!("the process that started the app has ended, and the app ends with it");
        tokio::time::sleep(LAST_WORDS).await;
        send(libc::SIGKILL);
    }
}

/// Waits until the descriptor says that the owner has ended; for ever where there is none.
async fn end_of(watched: Option<&OwnedFd>) {
    let Some(watched) = watched else { return std::future::pending().await };
    let _closed_in_children = ClosedInChildren::new(watched);
    let ended = async {
        // SAFETY: the descriptor is open until this has ended.
        let watched = unsafe { AsyncFd::register(watched.as_fd()) }?;
        watched.readable().await.map(drop)
    };
    if let Err(error) = ended.await {
        tracing::debug!("the owner cannot be watched: {error}");
        std::future::pending().await
    }
}

/// To this process, as if from outside: our own thread takes no signals, so one of the app's does.
fn send(signal: i32) {
    // SAFETY: numbers only.
    unsafe { libc::kill(libc::getpid(), signal) };
}

fn open(pid: i32) -> std::io::Result<OwnedFd> {
    // SAFETY: numbers only.
    let opened = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
    if opened < 0 {
        return Err(std::io::Error::last_os_error());
    }
    #[allow(clippy::cast_possible_truncation)]
    // SAFETY: the call has just made the descriptor, for us alone.
    Ok(unsafe { OwnedFd::from_raw_fd(opened as i32) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn me() -> Owner {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        Owner { pid: std::process::id() as i32, start_time: start_time(&stat).unwrap_or_default(), tie: None }
    }

    #[test]
    fn an_owner_is_a_number_and_a_time_and_may_have_a_pipe() {
        let owner = Owner { pid: 42, start_time: 98765, tie: None };
        assert_eq!("42:98765".parse(), Ok(owner));
        let tie = Some(Tie { descriptor: 7, inode: 1234 });
        assert_eq!("42:98765:7:1234".parse(), Ok(Owner { tie, ..owner }));
        let wrong = ["", "42", "42:", ":1", "a:b", "1:2:3", "1:2:3:", "1:2:3:4:5"];
        assert!(wrong.iter().all(|text| text.parse::<Owner>().is_err()));
    }

    #[test]
    fn a_number_that_now_means_another_process_is_an_owner_that_has_ended() {
        assert!(me().watch().is_some_and(|watch| watch.process.is_some()));
        let earlier = Owner { start_time: me().start_time - 1, ..me() };
        assert!(earlier.watch().is_some_and(|watch| watch.process.is_none()));
    }

    #[test]
    fn a_descriptor_that_now_means_another_file_is_no_pipe_of_the_owner() -> std::io::Result<()> {
        use std::os::fd::IntoRawFd;
        use std::os::unix::fs::MetadataExt;
        let (reader, _writer) = std::io::pipe()?;
        let reader = std::fs::File::from(OwnedFd::from(reader));
        let inode = reader.metadata()?.ino();
        let descriptor = reader.into_raw_fd();
        assert!(Tie { descriptor, inode: inode + 1 }.take().is_none());
        assert!(Tie { descriptor: RawFd::MAX, inode }.take().is_none());
        let elsewhere = Owner { start_time: 0, tie: Some(Tie { descriptor, inode }), ..me() };
        assert!(elsewhere.watch().is_some_and(|watch| watch.tie.is_some() && watch.process.is_none()));
        Ok(())
    }
}
