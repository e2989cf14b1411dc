//! What the system knows of a process: alive or not, its memory, its CPU time.

use rustix::process::{Pid, kill_process, kill_process_group};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
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

/// The memory of a living process that is no file's: what a leak adds to. Pages of libraries come and go with what other
/// programs do.
#[must_use]
pub fn anonymous_bytes(pid: u32) -> u64 {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = rollup.lines().find_map(|line| line.strip_prefix("Anonymous:"));
    let kibibytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or_else(|| panic!("no memory of process {pid}")) << 10
}

/// How many files a process has open.
#[must_use]
pub fn open_descriptors(pid: u32) -> usize {
    count(pid, "fd")
}

/// How many threads a process has.
#[must_use]
pub fn threads(pid: u32) -> usize {
    count(pid, "task")
}

fn count(pid: u32, directory: &str) -> usize {
    let entries = fs::read_dir(format!("/proc/{pid}/{directory}"));
    entries.unwrap_or_else(|error| panic!("process {pid}: {error}")).count()
}

/// The processes that were started with a variable of this value.
#[must_use]
pub fn with_variable(name: &str, value: &OsStr) -> Vec<u32> {
    let wanted = [name.as_bytes(), b"=", value.as_bytes()].concat();
    let processes = fs::read_dir("/proc").unwrap_or_else(|error| panic!("/proc: {error}")).flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted)
    };
    pids.filter(has).collect()
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
