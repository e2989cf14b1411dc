//! The only thing this library ever prints: one line on stderr when something is wrong.

use libc::{c_void, iovec};
use std::ffi::CStr;

/// Writes the pieces as one line. Without formatting and without allocating, as it may run before `main`.
pub(super) fn complain(pieces: &[&CStr]) {
    let line = [c"qtmcp: "].into_iter().chain(pieces.iter().copied()).chain([c"\n"]);
    let mut parts = [iovec { iov_base: std::ptr::null_mut(), iov_len: 0 }; 8];
    let mut count = 0;
    for (part, piece) in parts.iter_mut().zip(line) {
        *part = iovec { iov_base: piece.as_ptr() as *mut c_void, iov_len: piece.count_bytes() };
        count += 1;
    }
    // SAFETY: the first `count` parts point at strings borrowed for the call; writev only reads them.
    unsafe { libc::writev(libc::STDERR_FILENO, parts.as_ptr(), count) };
}
