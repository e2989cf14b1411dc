//! What the environment says about us.

use std::ffi::CStr;

/// False where `QTMCP_ENABLED` says so.
pub(super) fn enabled() -> bool {
    !variable(c"QTMCP_ENABLED").is_some_and(means_no)
}

/// True in a process that was started with us in `LD_PRELOAD`, false in one that merely links us.
pub(super) fn preloaded() -> bool {
    variable(c"LD_PRELOAD").is_some_and(names_us)
}

fn means_no(value: &[u8]) -> bool {
    [&b"0"[..], b"false", b"off", b"no"].iter().any(|no| value.trim_ascii().eq_ignore_ascii_case(no))
}

fn names_us(list: &[u8]) -> bool {
    // ld.so separates the list by colons and by spaces.
    list.split(|byte| matches!(byte, b':' | b' '))
        .any(|entry| entry.rsplit(|byte| *byte == b'/').next() == Some(b"libqtmcp.so"))
}

pub(super) fn variable(name: &CStr) -> Option<&'static [u8]> {
    // SAFETY: `name` is a C string. The answer is read at once, on a thread that may read its environment: the
    // constructor, before `main`, or the caller of `qtmcp_start`.
    let value = unsafe { libc::getenv(name.as_ptr()) };
    if value.is_null() {
        return None;
    }
    // SAFETY: getenv answered with a C string of the environment.
    Some(unsafe { CStr::from_ptr(value) }.to_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_no_switches_it_off() {
        assert!([&b"0"[..], b"false", b"OFF", b"no", b" 0 "].iter().all(|value| means_no(value)));
        assert!(![&b"1"[..], b"", b"true", b"00", b"nope"].iter().any(|value| means_no(value)));
    }

    #[test]
    fn the_preload_list_is_read_as_the_linker_reads_it() {
        assert!(
            [&b"libqtmcp.so"[..], b"/a/libqtmcp.so", b"/x/libasan.so:/a/libqtmcp.so", b"x.so ./libqtmcp.so y.so"]
                .iter()
                .all(|list| names_us(list))
        );
        assert!(
            ![&b""[..], b"/a/notlibqtmcp.so", b"/libqtmcp.so/x.so", b"libqtmcp.so.1"].iter().any(|list| names_us(list))
        );
    }
}
