//! The process that this one must not outlive, where `QTMCP_OWNER` names it. The probe watches it from inside a Qt
//! application; for everything else that was started with us, a wrapper script or a program whose Qt comes late, the kernel
//! sends a signal when the parent ends.

use super::settings::variable;
use libc::{c_int, c_ulong, pid_t};

const OWNER: &std::ffi::CStr = c"QTMCP_OWNER";

/// What the variable says: `<pid>:<start time>`, and for an owner of our own kind `:<descriptor>:<inode>` of a pipe of
/// which it has the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owner {
    pid: pid_t,
    start_time: u64,
    tie: Option<Tie>,
}

/// The end of a pipe that nobody writes to, and that the kernel closes on the other side when the owner ends. Unlike a
/// number it means the same in every container, and it tells of an owner that has ended before we began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tie {
    descriptor: c_int,
    inode: u64,
}

/// In the constructor, before the program has threads.
pub(super) fn follow() {
    let Some(owner) = variable(OWNER).and_then(parse) else { return };
    let tie = owner.tie.filter(Tie::is_there);
    let is_cut = || tie.is_some_and(Tie::is_cut);
    if is_cut() {
        return end();
    }
    let is_seen = is_alive(owner.pid, owner.start_time);
    if !is_seen && tie.is_none() {
        // Most likely in another container, where its number means nothing or another process: nobody can watch it here.
        // SAFETY: the program has no threads yet that could read the environment.
        unsafe { libc::unsetenv(OWNER.as_ptr()) };
        return;
    }
    // SAFETY: numbers only.
    let is_parent = || unsafe { libc::getppid() } == owner.pid;
    if !is_seen || !is_parent() {
        return;
    }
    // SAFETY: numbers only.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM as c_ulong) };
    // It may have ended before that, and then no signal comes.
    if !is_parent() || is_cut() {
        end();
    }
}

fn end() {
    // SAFETY: numbers only.
    unsafe { libc::kill(libc::getpid(), libc::SIGTERM) };
}

impl Tie {
    /// Whether the number still means that pipe: a program in between may have closed it and opened another file.
    fn is_there(&self) -> bool {
        // SAFETY: a record of plain numbers, which `fstat` fills.
        let mut status: libc::stat = unsafe { std::mem::zeroed() };
        // SAFETY: the record outlives the call; a bad descriptor is an error it reports.
        let is_open = unsafe { libc::fstat(self.descriptor, &mut status) } == 0;
        is_open && status.st_mode & libc::S_IFMT == libc::S_IFIFO && status.st_ino == self.inode
    }

    /// Whether the other end is closed.
    fn is_cut(self) -> bool {
        let mut look = libc::pollfd { fd: self.descriptor, events: 0, revents: 0 };
        // SAFETY: one record, which outlives the call.
        unsafe { libc::poll(&mut look, 1, 0) == 1 && look.revents & libc::POLLHUP != 0 }
    }
}

fn parse(value: &[u8]) -> Option<Owner> {
    let mut parts = value.split(|byte| *byte == b':');
    let pid = pid_t::try_from(number(parts.next()?)?).ok()?;
    let start_time = number(parts.next()?)?;
    let tie = match (parts.next(), parts.next(), parts.next()) {
        (None, ..) => None,
        (Some(descriptor), Some(inode), None) => {
            Some(Tie { descriptor: c_int::try_from(number(descriptor)?).ok()?, inode: number(inode)? })
        }
        _ => return None,
    };
    Some(Owner { pid, start_time, tie })
}

fn number(digits: &[u8]) -> Option<u64> {
    let digit = |number: u64, byte: &u8| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    };
    if digits.is_empty() { None } else { digits.iter().try_fold(0, digit) }
}

/// Whether the number means the process that began then.
fn is_alive(pid: pid_t, start_time: u64) -> bool {
    // More than the line is ever long, but for its last numbers.
    let mut line = [0_u8; 512];
    let read = read_stat(pid, &mut line);
    line.get(..read).and_then(start_time_in) == Some(start_time)
}

/// The 22nd of the fields; the second, a name in brackets, may hold anything.
fn start_time_in(line: &[u8]) -> Option<u64> {
    let name_end = line.iter().rposition(|byte| *byte == b')')?;
    number(line.get(name_end + 2..)?.split(|byte| *byte == b' ').nth(19)?)
}

/// Without allocating, as it may run before `main`.
fn read_stat(pid: pid_t, line: &mut [u8]) -> usize {
    let mut path = *b"/proc/0000000000/stat\0";
    // Leading zeros are no number to the kernel, so the digits go to the end and the name begins further right.
    let mut rest = pid.unsigned_abs();
    let mut begin = 16;
    while rest > 0 && begin > 6 {
        begin -= 1;
        if let Some(place) = path.get_mut(begin) {
            *place = b'0' + (rest % 10) as u8;
        }
        rest /= 10;
    }
    let Some(shift) = begin.checked_sub(6) else { return 0 };
    path.copy_within(0..6, shift);
    let Some(path) = path.get(shift..) else { return 0 };
    // SAFETY: the path ends with a zero; the buffer is as long as is said.
    unsafe {
        let file: c_int = libc::open(path.as_ptr().cast(), libc::O_RDONLY | libc::O_CLOEXEC);
        if file < 0 {
            return 0;
        }
        let read = libc::read(file, line.as_mut_ptr().cast(), line.len());
        libc::close(file);
        usize::try_from(read).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_a_number_and_a_time_and_may_have_a_pipe() {
        assert_eq!(parse(b"42:98765"), Some(Owner { pid: 42, start_time: 98765, tie: None }));
        let tie = Some(Tie { descriptor: 7, inode: 1234 });
        assert_eq!(parse(b"42:98765:7:1234"), Some(Owner { pid: 42, start_time: 98765, tie }));
        let wrong: [&[u8]; 10] = [
            b"",
            b"42",
            b"42:",
            b":1",
            b"a:1",
            b"99999999999:1",
            b"1:2:3",
            b"1:2:",
            b"1:2:3:4:5",
            b"1:2:99999999999:4",
        ];
        assert!(wrong.iter().all(|value| parse(value).is_none()));
    }

    #[test]
    fn a_pipe_is_known_by_its_inode_and_cut_when_its_other_end_is_closed() -> std::io::Result<()> {
        use std::os::fd::{AsRawFd, OwnedFd};
        use std::os::unix::fs::MetadataExt;
        let (reader, writer) = std::io::pipe()?;
        let reader = std::fs::File::from(OwnedFd::from(reader));
        let tie = Tie { descriptor: reader.as_raw_fd(), inode: reader.metadata()?.ino() };
        assert!(tie.is_there() && !tie.is_cut());
        assert!(!Tie { inode: tie.inode + 1, ..tie }.is_there() && !Tie { descriptor: c_int::MAX, ..tie }.is_there());
        drop(writer);
        assert!(tie.is_there() && tie.is_cut());
        Ok(())
    }

    #[test]
    fn a_process_is_known_by_its_start() {
        let mut line = [0; 512];
        let me = pid_t::try_from(std::process::id()).unwrap_or(0);
        let read = read_stat(me, &mut line);
        let start = line.get(..read).and_then(start_time_in);
        assert!(start.is_some_and(|start| is_alive(me, start) && !is_alive(me, start + 1)));
        assert!(!is_alive(0, 0) && !is_alive(pid_t::MAX, 0));
        assert_eq!(start_time_in(b"7 (a ) b) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 55 9"), Some(55));
    }
}
