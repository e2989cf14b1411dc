//! What the system knows of a process: alive or not, its memory, its CPU time.

use rustix::process::{Pid, kill_process, kill_process_group};
use std::fs;
use std::time::Duration;

pub use rustix::process::Signal;

/// The memory of a process.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Resident now, in bytes.
    pub resident_bytes: u64,
    /// The most it ever was.
    pub peak_bytes: u64,
}

/// Whether the process runs; a zombie does not.
#[must_use]
pub fn is_alive(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !after_name(&stat).starts_with('Z'))
}

/// Sends a signal to a process that this test is the owner of.
pub fn kill(pid: u32, signal: Signal) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw).unwrap_or_else(|| panic!("no process id: {pid}"));
    kill_process(pid, signal).unwrap_or_else(|error| panic!("kill {pid:?}: {error}"));
}

/// Sends a signal to every process of a group, by the number of its first.
pub fn kill_group(first: u32, signal: Signal) {
    let group = i32::try_from(first).ok().and_then(Pid::from_raw).unwrap_or_else(|| panic!("no process id: {first}"));
    kill_process_group(group, signal).unwrap_or_else(|error| panic!("kill of group {first}: {error}"));
}

/// The memory of a living process.
#[must_use]
pub fn memory(pid: u32) -> Memory {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let kibibytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.trim_start_matches(':').split_whitespace().next()?.parse::<u64>().ok())
    };
    let bytes = |name: &str| kibibytes(name).unwrap_or_else(|| panic!("no {name} of process {pid}")) << 10;
    Memory { resident_bytes: bytes("VmRSS"), peak_bytes: bytes("VmHWM") }
}

/// The CPU time all threads of a process have used.
#[must_use]
pub fn cpu_time(pid: u32) -> Duration {
    let nanoseconds = |task: fs::DirEntry| {
        let schedstat = fs::read_to_string(task.path().join("schedstat")).ok()?;
        schedstat.split_whitespace().next()?.parse::<u64>().ok()
    };
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).unwrap_or_else(|error| panic!("process {pid}: {error}"));
    Duration::from_nanos(tasks.flatten().filter_map(nanoseconds).sum())
}

fn after_name(stat: &str) -> &str {
    stat.rsplit_once(") ").map_or("", |(_, rest)| rest)
}
