//! What happens to us in a child that forks without `exec`: our descriptors are closed and our hooks do nothing.

use std::os::fd::{AsRawFd, RawFd};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// One for each connection, in or at the door, and the listeners; past that a child keeps a copy, which only delays the
/// peer's end of file.
const KEPT: usize = 512;

static DESCRIPTORS: [AtomicI32; KEPT] = [const { AtomicI32::new(-1) }; KEPT];
/// What each descriptor stood for: a number that was closed here and given to the app is the app's.
static INODES: [AtomicU64; KEPT] = [const { AtomicU64::new(0) }; KEPT];
static IN_CHILD: AtomicBool = AtomicBool::new(false);

/// Whether this process is a fork of the one the probe started in. Then no lock of ours may be touched: a thread that
/// does not exist here may hold it.
pub(crate) fn in_child() -> bool {
    IN_CHILD.load(Ordering::Relaxed)
}

/// Asks to be told of forks; once per process.
pub(crate) fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // SAFETY: the handler is async-signal-safe, as a forked child demands.
        unsafe { libc::pthread_atfork(None, None, Some(child)) };
    });
}

/// Closes a descriptor in forked children for as long as it lives.
pub(crate) struct ClosedInChildren(usize);

impl ClosedInChildren {
    pub(crate) fn new(descriptor: &impl AsRawFd) -> Self {
        let descriptor: RawFd = descriptor.as_raw_fd();
        let taken = DESCRIPTORS
            .iter()
            .position(|slot| slot.compare_exchange(-1, descriptor, Ordering::AcqRel, Ordering::Relaxed).is_ok());
        if let Some(taken) = taken {
            INODES[taken].store(inode(descriptor), Ordering::Release);
        }
        Self(taken.unwrap_or(KEPT))
    }
}

impl Drop for ClosedInChildren {
    fn drop(&mut self) {
        if let (Some(slot), Some(inode)) = (DESCRIPTORS.get(self.0), INODES.get(self.0)) {
            inode.store(0, Ordering::Release);
            slot.store(-1, Ordering::Release);
        }
    }
}

extern "C" fn child() {
    IN_CHILD.store(true, Ordering::Relaxed);
    for (slot, known) in DESCRIPTORS.iter().zip(&INODES) {
        let descriptor = slot.swap(-1, Ordering::Relaxed);
        let known = known.swap(0, Ordering::Relaxed);
        if descriptor >= 0 && known != 0 && inode(descriptor) == known {
            // SAFETY: the descriptor is the child's own copy of one of ours, which no code of the child knows.
            unsafe { libc::close(descriptor) };
        }
    }
}

/// The file behind a descriptor, or 0. Async-signal-safe.
fn inode(descriptor: RawFd) -> u64 {
    // SAFETY: a record of plain numbers, which `fstat` fills.
    let mut status: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: the record outlives the call; a bad descriptor is an error it reports.
    if unsafe { libc::fstat(descriptor, &mut status) } == 0 { status.st_ino } else { 0 }
}
