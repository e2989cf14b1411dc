//! Our own log: whole lines on stderr, apart from the app's messages and never through Qt.

use crate::process;
use std::borrow::Cow;
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

/// A longer line is cut: it may hold words of the app or of a client.
const LINE_BYTES: usize = 4 << 10;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = match process::engine().map(|engine| &engine.veil.named).filter(|named| !named.is_empty()) {
            Some(named) => named.mask_text(&String::from_utf8_lossy(bytes)).into_owned().into_bytes().into(),
            None => Cow::Borrowed(bytes),
        };
        without_sigpipe(|| io::stderr().write_all(&cut(&line))).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A line that is not too long, ending where a character does.
fn cut(line: &[u8]) -> Cow<'_, [u8]> {
    if line.len() <= LINE_BYTES {
        return Cow::Borrowed(line);
    }
    let is_begun = |at: &usize| line.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let end = (0..=LINE_BYTES).rev().find(|at| !is_begun(at)).unwrap_or(0);
    let rest = format!("… ({} bytes)\n", line.len());
    Cow::Owned([&line[..end], rest.as_bytes()].concat())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_a_character_and_stays_one_line() {
        let short = [b'x'; LINE_BYTES];
        assert_eq!(&*cut(&short), &short);
        let long = "x".to_owned() + &"日".repeat(LINE_BYTES);
        let cut = cut(long.as_bytes());
        let text = std::str::from_utf8(&cut).unwrap_or_default();
        assert!(text.starts_with("x日") && text.ends_with("日… (12289 bytes)\n"), "{}", text.len());
        assert!(text.len() < LINE_BYTES + 32);
    }
}
