//! `QTMCP_AUDIT`: one line of JSON for each call, in a file that only its owner can read.

use crate::redact::{redact, short};
use rustix::fs::OFlags;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

/// Arguments that are longer than this, redacted as they are, are told by their size.
const MOST_ARGUMENT_BYTES: usize = 4 << 10;

/// The file that calls are noted in.
#[derive(Debug)]
pub struct Audit {
    file: File,
    has_failed: AtomicBool,
}

/// One call, when it is done.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Who called.
    pub client: &'a str,
    /// What was called.
    pub tool: &'a str,
    /// With what; see [`redact`].
    pub arguments: &'a Value,
    /// `ok`, or the code of the fault.
    pub outcome: &'a str,
    /// How long it took.
    pub took: Duration,
}

impl Audit {
    /// Opens a file to add to, and makes it if need be. One that belongs to another user is not taken, nor a link of
    /// another user's to wherever: what was done here would be there for them to read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = match path.symlink_metadata() {
            Ok(found) if found.is_symlink() && is_trusted(found.uid()) => path.canonicalize()?,
            Ok(found) if found.is_symlink() => return Err(refused("it is a link that another user has made")),
            _ => path.to_owned(),
        };
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
        let file = OpenOptions::new().append(true).create(true).mode(0o600).custom_flags(flags).open(&path)?;
        let found = file.metadata()?;
        let is_device = found.file_type().is_char_device();
        if !found.is_file() && !is_device {
            return Err(refused("it is no file"));
        }
        if !is_trusted(found.uid()) {
            return Err(refused("it belongs to another user"));
        }
        if found.is_file() && found.mode() & 0o077 != 0 {
            file.set_permissions(Permissions::from_mode(0o600))?;
        }
        Ok(Self { file, has_failed: AtomicBool::new(false) })
    }

    /// Adds a line, in one write. What cannot be written is lost; the first time the reason is given, so that it is told
    /// once.
    pub fn note(&self, call: &Call<'_>) -> Result<(), io::Error> {
        let line = line(SystemTime::now(), call);
        let written = (&self.file)
            .write(line.as_bytes())
            .and_then(|count| if count == line.len() { Ok(()) } else { Err(io::ErrorKind::WriteZero.into()) });
        match written {
            Err(error) if !self.has_failed.swap(true, Ordering::Relaxed) => Err(error),
            _ => Ok(()),
        }
    }
}

impl AsRawFd for Audit {
    fn as_raw_fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }
}

/// The process at the other end of a Unix socket and its user, when the connection was made.
#[must_use]
pub fn process_at(socket: impl AsFd) -> Option<(i32, u32)> {
    let peer = rustix::net::sockopt::socket_peercred(socket).ok()?;
    Some((peer.pid.as_raw_nonzero().get(), peer.uid.as_raw()))
}

/// Ourselves, and root, who can read everything anyway.
fn is_trusted(uid: u32) -> bool {
    uid == 0 || uid == rustix::process::geteuid().as_raw()
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

fn line(time: SystemTime, call: &Call<'_>) -> String {
    let mut arguments = redact(call.arguments);
    let bytes = arguments.to_string().len();
    if bytes > MOST_ARGUMENT_BYTES {
        arguments = Value::from(format!("[{bytes} bytes]"));
    }
    let line = json!({
        "time": timestamp(time),
        "client": short(call.client),
        "tool": short(call.tool),
        "arguments": arguments,
        "outcome": short(call.outcome),
        "ms": u64::try_from(call.took.as_millis()).unwrap_or(u64::MAX),
    });
    format!("{line}\n")
}

/// Such as `2026-01-15T09:30:00.250Z`.
fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = date(since.as_secs() / 86_400);
    let (seconds, milliseconds) = (since.as_secs() % 86_400, since.subsec_millis());
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

/// Year, month and day of a day counted from 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    loop {
        let length = 365 + u64::from(is_leap(year));
        if days < length {
            break;
        }
        (days, year) = (days - length, year + 1);
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        (days, month) = (days - length, month + 1);
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    const CALL: Call<'static> = Call {
        client: "somebody",
        tool: "ping",
        arguments: &Value::Null,
        outcome: "ok",
        took: Duration::from_millis(12),
    };

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("qtmcp-audit-{}-{name}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_line_is_one_object_with_all_there_is_to_know() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_millis(1_768_469_400_250);
        let call = Call { arguments: &json!({"id": "a\nb", "value": "geheim"}), ..CALL };
        let expected = "{\"time\":\"2026-01-15T09:30:00.250Z\",\"client\":\"somebody\",\"tool\":\"ping\",\
                        \"arguments\":{\"id\":\"a\\nb\",\"value\":\"[6 characters]\"},\"outcome\":\"ok\",\"ms\":12}\n";
        let told: Value = serde_json::from_str(&line(time, &call)).unwrap();
        assert_eq!(told, serde_json::from_str::<Value>(expected).unwrap());
        assert_eq!(line(time, &call).matches('\n').count(), 1);
    }

    #[test]
    fn dates_are_right_around_leap_days_and_ends_of_years() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!((date(11_015), date(11_016), date(11_017)), ((2000, 2, 28), (2000, 2, 29), (2000, 3, 1)));
        assert_eq!((date(20_453), date(20_454)), ((2025, 12, 31), (2026, 1, 1)));
        assert_eq!(date(47_540), (2100, 2, 28));
        assert_eq!(date(47_541), (2100, 3, 1));
    }

    #[test]
    fn a_line_has_an_end_whatever_is_called_with() {
        let many: Vec<String> = (0..60).map(|nth| format!("{nth}{}", "x".repeat(1000))).collect();
        let call = Call { client: &"c".repeat(9000), tool: &"t".repeat(9000), arguments: &json!(many), ..CALL };
        assert!(line(SystemTime::now(), &call).len() < MOST_ARGUMENT_BYTES + 1024);
    }

    #[test]
    fn a_file_is_made_for_its_owner_alone_and_added_to() {
        let scratch = Scratch::new("made");
        let path = scratch.0.join("log");
        for _ in 0..2 {
            Audit::open(&path).unwrap().note(&CALL).unwrap();
        }
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
    }

    #[test]
    fn neither_a_directory_nor_a_pipe_nobody_reads_is_taken() {
        let scratch = Scratch::new("kinds");
        assert!(Audit::open(&scratch.0).is_err());
        let pipe = scratch.0.join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR).unwrap();
        assert!(Audit::open(&pipe).is_err());
    }

    #[test]
    fn a_link_of_ones_own_is_followed_and_another_users_is_not() {
        let scratch = Scratch::new("links");
        let (target, link) = (scratch.0.join("target"), scratch.0.join("link"));
        std::fs::write(&target, "").unwrap();
        symlink(&target, &link).unwrap();
        Audit::open(&link).unwrap().note(&CALL).unwrap();
        assert_eq!(std::fs::read_to_string(&target).unwrap().lines().count(), 1);
        if !rustix::process::geteuid().is_root() {
            return eprintln!("not tested: only root can make what belongs to another user");
        }
        std::os::unix::fs::lchown(&link, Some(65534), Some(65534)).unwrap();
        assert_eq!(Audit::open(&link).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        std::os::unix::fs::lchown(&target, Some(65534), Some(65534)).unwrap();
        let refused = Audit::open(&target).unwrap_err();
        assert!(refused.to_string().contains("another user"), "{refused}");
    }

    #[test]
    fn a_full_disk_is_told_of_once() {
        let full = Audit::open(Path::new("/dev/full")).unwrap();
        assert_eq!(full.note(&CALL).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(full.note(&CALL).is_ok() && full.note(&CALL).is_ok());
    }
}
