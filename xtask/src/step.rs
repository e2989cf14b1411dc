//! A step of a task: a command with a name, its time on one line, its output only when it fails, and a sign of life
//! while it takes long.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a long step shows the last line of its output.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
const LONGEST_SHOWN_LINE: usize = 100;

/// Runs a command quietly and answers with its standard output.
pub(crate) fn run(name: &str, command: &mut Command) -> Result<String> {
    let began = Instant::now();
    let outcome = watch(name, command)?;
    let seconds = began.elapsed().as_secs_f64();
    if outcome.status.success() {
        eprintln!("  {name:<34} {seconds:6.1} s");
        return Ok(outcome.stdout);
    }
    eprintln!("  {name:<34} {seconds:6.1} s  FAILED\n\n{}", outcome.log.trim_end());
    bail!("{name}: `{}` ended with {}", shown(command), outcome.status);
}

/// Runs a command quietly and answers with all that it said, and whether it succeeded: for one whose failure is a finding.
pub(crate) fn outcome(name: &str, command: &mut Command) -> Result<(String, bool)> {
    let began = Instant::now();
    let outcome = watch(name, command)?;
    let verdict = if outcome.status.success() { "" } else { "  FAILED" };
    eprintln!("  {name:<34} {:6.1} s{verdict}", began.elapsed().as_secs_f64());
    Ok((outcome.log, outcome.status.success()))
}

/// Runs a command that talks to the user itself.
pub(crate) fn show(command: &mut Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).status().with_context(|| cannot_start(command))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Whether a program is on the path.
pub(crate) fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

struct Outcome {
    status: ExitStatus,
    stdout: String,
    log: String,
}

fn watch(name: &str, command: &mut Command) -> Result<Outcome> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| cannot_start(command))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let log = Arc::new(Mutex::new(String::new()));
    let done = Arc::new((Mutex::new(false), Condvar::new()));

    std::thread::scope(|scope| {
        let errors = scope.spawn(|| stderr.map(|pipe| keep(pipe, &log)));
        let signs = scope.spawn(|| show_signs_of_life(name, &log, &done));
        let stdout = stdout.map(|pipe| keep(pipe, &log)).unwrap_or_default();
        let status = child.wait();
        // A panic in a reader loses the log and nothing else.
        let _ = errors.join();
        *locked(&done.0) = true;
        done.1.notify_all();
        let _ = signs.join();
        let log = std::mem::take(&mut *locked(&log));
        Ok(Outcome { status: status?, stdout, log })
    })
}

fn keep(pipe: impl Read, log: &Mutex<String>) -> String {
    let mut own = String::new();
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    while matches!(pipe.read_until(b'\n', &mut line), Ok(length) if length > 0) {
        let text = String::from_utf8_lossy(&line);
        own.push_str(&text);
        // Cargo's machine-readable lines are for us, not for the reader of a failure.
        if !text.starts_with("{\"") {
            locked(log).push_str(&text);
        }
        line.clear();
    }
    own
}

fn show_signs_of_life(name: &str, log: &Mutex<String>, done: &(Mutex<bool>, Condvar)) {
    let began = Instant::now();
    let mut ended = locked(&done.0);
    while !*ended {
        let (guard, timeout) = done.1.wait_timeout(ended, SIGN_OF_LIFE).unwrap_or_else(PoisonError::into_inner);
        ended = guard;
        if timeout.timed_out() && !*ended {
            let last: String =
                locked(log).lines().last().unwrap_or_default().trim().chars().take(LONGEST_SHOWN_LINE).collect();
            eprintln!("    {name}: {:.0} s … {last}", began.elapsed().as_secs_f64());
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start `{}`: is it installed? (`cargo xtask setup`)", command.get_program().to_string_lossy())
}
