//! Privileges that a file gives to whoever runs it. The kernel marks such a process, and ld.so preloads nothing into it.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

const SETUID: u32 = 0o4000;
const SETGID: u32 = 0o2000;

/// What the file gives to this user, in words; `None` if that is nothing new.
pub(super) fn of(file: &Path) -> Option<&'static str> {
    let known = fs::metadata(file).ok()?;
    let user = rustix::process::getuid().as_raw();
    let group = rustix::process::getgid().as_raw();
    if known.mode() & SETUID != 0 && known.uid() != user {
        return Some("runs as another user (setuid)");
    }
    // Without the right to execute it, the bit means locks and not a group.
    if known.mode() & SETGID != 0 && known.mode() & 0o010 != 0 && known.gid() != group {
        return Some("runs as another group (setgid)");
    }
    let has_capabilities = rustix::fs::getxattr(file, "security.capability", &mut [0_u8; 64]).is_ok();
    // Root has them all already.
    (has_capabilities && user != 0).then_some("has file capabilities")
}
