//! Our own log: whole lines on stderr, apart from the app's messages and never through Qt.

use std::fmt;
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Begins logging at `level`; a second call changes nothing.
pub(crate) fn begin(level: tracing::Level) {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        // A stderr that nobody reads any more is no reason to complain about it there, which would be a panic.
        .log_internal_errors(false)
        .event_format(Line)
        .finish();
    // Fails when it was set before, by an earlier start of the probe.
    let _ = tracing::subscriber::set_global_default(subscriber);
}

/// `qtmcp: message`, with the level where it is no plain information.
struct Line;

impl<S, N> FormatEvent<S, N> for Line
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut out: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        match *event.metadata().level() {
            tracing::Level::INFO => write!(out, "qtmcp: ")?,
            level => write!(out, "qtmcp: {}: ", level.as_str().to_lowercase())?,
        }
        context.field_format().format_fields(out.by_ref(), event)?;
        writeln!(out)
    }
}
