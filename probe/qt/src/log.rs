//! Our own log: whole lines on stderr, apart from the app's messages and never through Qt.

use std::fmt;
use std::io::{self, Write};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Begins logging at `level`; a second call changes nothing.
pub(crate) fn begin(level: tracing::Level) {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(|| Stderr)
        // A stderr that nobody reads any more is no reason to complain about it there, which would be a panic.
        .log_internal_errors(false)
        .event_format(Line)
        .finish();
    // Fails when it was set before, by an earlier start of the probe.
    let _ = tracing::subscriber::set_global_default(subscriber);
}

/// Stderr without the signal that a pipe sends when nobody reads it any more: the app would end by it, and for our words.
struct Stderr;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        without_sigpipe(|| io::stderr().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn without_sigpipe<R>(work: impl FnOnce() -> R) -> R {
    // SAFETY: each set is plain memory that a call fills before it is read; the mask is this thread's own and comes back as
    // it was. A signal that was waiting before is the app's and is left to it.
    unsafe {
        let mut pipe: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        let mut waiting: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut pipe);
        libc::sigaddset(&mut pipe, libc::SIGPIPE);
        libc::sigpending(&mut waiting);
        libc::pthread_sigmask(libc::SIG_BLOCK, &pipe, &mut before);
        let done = work();
        if libc::sigismember(&waiting, libc::SIGPIPE) != 1 {
            let at_once = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            libc::sigtimedwait(&pipe, std::ptr::null_mut(), &at_once);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        done
    }
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
