//! The process that the app must not outlive: watched through a descriptor of it, which costs nothing until it ends.

use crate::fork::ClosedInChildren;
use qtmcp_wire::registry::start_time;
use std::os::fd::{AsFd, FromRawFd, OwnedFd};
use std::str::FromStr;
use std::time::Duration;
use tokio::io::unix::AsyncFd;

/// From SIGTERM to SIGKILL.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// What `QTMCP_OWNER` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pid: i32,
    start_time: u64,
}

impl FromStr for Owner {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (pid, start_time) = text.split_once(':').unwrap_or((text, ""));
        Ok(Self { pid: pid.parse()?, start_time: start_time.parse()? })
    }
}

/// An owner that is being watched.
pub(crate) struct Watch {
    /// `None` when it had ended already.
    process: Option<OwnedFd>,
}

impl Owner {
    /// Watches from now on; `None` where the system has no way to. From then on the probe ends the app, and the signal by
    /// which the preload had the kernel do so is not needed any more: an app would get it twice.
    pub(crate) fn watch(self) -> Option<Watch> {
        let process = match open(self.pid) {
            Ok(process) => self.is_alive().then_some(process),
            Err(error) if error.raw_os_error() == Some(libc::ESRCH) => None,
            Err(error) => {
                tracing::debug!("the owner cannot be watched: {error}");
                return None;
            }
        };
        // SAFETY: the number of a setting and its value; it is this thread's own, which has had it from the preload.
        unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, 0) };
        Some(Watch { process })
    }

    /// Whether the number still means the process that was meant.
    fn is_alive(self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
        start_time(&stat) == Some(self.start_time)
    }
}

impl Watch {
    /// Waits for the owner's end, and then ends the app.
    pub(crate) async fn serve(self) {
        if let Some(process) = self.process {
            let _closed_in_children = ClosedInChildren::new(&process);
            let ended = async {
                // SAFETY: the descriptor is open until this has ended.
                let process = unsafe { AsyncFd::register(process.as_fd()) }?;
                process.readable().await.map(drop)
            };
            if let Err(error) = ended.await {
                return tracing::debug!("the owner cannot be watched: {error}");
            }
        }
        send(libc::SIGTERM);
        tracing::info!("the process that started the app has ended, and the app ends with it");
        tokio::time::sleep(LAST_WORDS).await;
        send(libc::SIGKILL);
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
        Owner { pid: std::process::id() as i32, start_time: start_time(&stat).unwrap_or_default() }
    }

    #[test]
    fn an_owner_is_a_number_and_a_time() {
        assert_eq!("42:98765".parse(), Ok(Owner { pid: 42, start_time: 98765 }));
        assert!(["", "42", "42:", ":1", "a:b"].iter().all(|text| text.parse::<Owner>().is_err()));
    }

    #[test]
    fn a_number_that_now_means_another_process_is_an_owner_that_has_ended() {
        assert!(me().watch().is_some_and(|watch| watch.process.is_some()));
        let earlier = Owner { start_time: me().start_time - 1, ..me() };
        assert!(earlier.watch().is_some_and(|watch| watch.process.is_none()));
    }
}
