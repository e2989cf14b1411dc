//! What several commands' options have in common.

use crate::console::Stop;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use qtmcp_tool::{Access, Mode};
use std::future::Future;
use std::time::Duration;

/// Reads a mode; the shell's completion and the help know them, too.
pub(crate) fn mode_parser() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(Mode::as_str)).try_map(|name| name.parse::<Mode>())
}

/// Reads how much is allowed.
pub(crate) fn access_parser() -> impl TypedValueParser<Value = Access> {
    PossibleValuesParser::new(Access::ALL.map(Access::as_str)).try_map(|name| name.parse::<Access>())
}

/// Reads a time in seconds, such as `0.5`.
pub(crate) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or("a time is a number of seconds above 0")
}

/// Runs what talks to an app, on this thread.
pub(crate) fn block_on<R>(work: impl Future<Output = Result<R, Stop>>) -> Result<R, Stop> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Stop::failure(format!("no event loop: {error}")))?.block_on(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_of_seconds() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "-1", "soon", "inf", "1e99", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
