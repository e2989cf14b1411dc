//! What the system knows of a process: its memory, its descriptors, its threads, its environment.

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;

/// What a process holds at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holdings {
    /// Resident memory that is no file's: what a leak adds to. Pages of libraries come and go with what other programs do.
    pub(crate) anonymous_bytes: u64,
    pub(crate) descriptors: usize,
    pub(crate) threads: usize,
}

impl Holdings {
    pub(crate) fn of(pid: u32) -> Result<Self> {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
        let count = |directory| -> Result<usize> { Ok(fs::read_dir(format!("/proc/{pid}/{directory}"))?.count()) };
        Ok(Self { anonymous_bytes: anonymous_bytes(&rollup)?, descriptors: count("fd")?, threads: count("task")? })
    }
}

fn anonymous_bytes(rollup: &str) -> Result<u64> {
    let line = rollup.lines().find_map(|line| line.strip_prefix("Anonymous:")).context("no Anonymous")?;
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kibibytes << 10)
}

/// Ends a process of ours without a chance to say a word.
pub(crate) fn kill(pid: u32) -> Result<()> {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw).context("no process")?;
    kill_process(pid, Signal::KILL).with_context(|| format!("cannot kill process {pid:?}"))
}

/// The processes whose environment has this, as `NAME=value`.
pub(crate) fn with_variable(variable: &str) -> Vec<u32> {
    let Ok(all) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = all.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|line| line == variable.as_bytes())
    };
    pids.filter(has).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_what_is_no_files() {
        assert_eq!(anonymous_bytes("Rss:  9 kB\nAnonymous:          5 kB\nKSM:   0 kB\n").ok(), Some(5 << 10));
        assert!(anonymous_bytes("Rss:  9 kB\n").is_err());
    }

    #[test]
    fn this_process_runs_and_holds_something() {
        let holdings = Holdings::of(std::process::id()).unwrap();
        assert!(holdings.anonymous_bytes > 0 && holdings.descriptors > 2 && holdings.threads > 0, "{holdings:?}");
        let path = format!("PATH={}", std::env::var("PATH").unwrap());
        assert!(with_variable(&path).contains(&std::process::id()));
    }
}
