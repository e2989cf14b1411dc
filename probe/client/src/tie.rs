//! What ties an app to this process: a pipe that nobody writes to. The app has the one end and this process the other,
//! which the kernel closes when this process ends, however early that is and whatever container the app is in.

use std::fs::File;
use std::io::{self, PipeWriter};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::MetadataExt;

/// Both ends of a pipe, neither of which a program that is started inherits.
pub(crate) struct Tie {
    theirs: File,
    ours: PipeWriter,
}

/// Our end. The app ends when this is dropped.
pub(crate) struct Held {
    _ours: PipeWriter,
}

impl Tie {
    pub(crate) fn new() -> io::Result<Self> {
        let (theirs, ours) = io::pipe()?;
        Ok(Self { theirs: File::from(OwnedFd::from(theirs)), ours })
    }

    /// How the app finds its end: the descriptor, and what tells it from another file that got the same number.
    pub(crate) fn name(&self) -> io::Result<String> {
        Ok(format!("{}:{}", self.theirs.as_raw_fd(), self.theirs.metadata()?.ino()))
    }

    /// Starts a program that inherits its end, on the thread that starts all of them: none of the others gets it as well.
    pub(crate) fn give<R>(self, start: impl FnOnce() -> R) -> (R, Held) {
        // Without it the app still has the number of this process.
        let _ = rustix::io::fcntl_setfd(&self.theirs, rustix::io::FdFlags::empty());
        (start(), Held { _ours: self.ours })
    }
}
