//! How the command ends: the one list of exit codes, shown in `qtmcp --help`.

use std::process::ExitCode;

/// The exit codes of `qtmcp`. `qtmcp run` becomes the app, whose exit code is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// It worked.
    Success = 0,
    /// It did not: the app answered with a fault, `doctor` found a problem, a file could not be read or written.
    Failure = 1,
    /// The command line is wrong. Clap ends with this code, too.
    Usage = 2,
    /// There is no app with the probe, or not one alone.
    NoApp = 3,
    /// The app did not answer in time, or ended before it did.
    NoAnswer = 4,
    /// There is such a program, but it cannot be run: as shells have it.
    NotExecutable = 126,
    /// There is no such program: as shells have it.
    NotFound = 127,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// The part of a help text that tells them, for `concat!`.
macro_rules! exit_codes {
    () => {
        "Exit codes:
  0    it worked
  1    it did not: the app answered with a fault, doctor found a problem, a file could not be read or written
  2    the command line is wrong
  3    no app with the probe runs, or several do and none is named
  4    the app did not answer in time, or ended before it did
  126  the program cannot be run (run only)
  127  there is no such program (run only)"
    };
}
pub(crate) use exit_codes;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_code() {
        use Exit::*;
        let told: Vec<u8> =
            exit_codes!().lines().skip(1).filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect();
        assert_eq!(told, [Success, Failure, Usage, NoApp, NoAnswer, NotExecutable, NotFound].map(|exit| exit as u8));
    }
}
