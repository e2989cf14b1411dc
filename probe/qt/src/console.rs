//! What the app says: the last messages that went to Qt's handler, kept in a ring that outlives everything.
//!
//! A message may come on any thread, from a signal handler, during exit and in a fork. So nothing here waits for long,
//! and nothing is called that could say something itself.

use crate::abi::{self, Core};
use crate::policy::MAX_LOG_LINES;
use crate::{changes, fork, process, veil};
use qtmcp_guard::MASK;
use qtmcp_tool::{Console, ConsoleMessage, Level};
use std::cell::Cell;
use std::collections::VecDeque;
use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant, SystemTime};

/// How many messages are kept, repeats in a row being one.
static KEPT: AtomicUsize = AtomicUsize::new(MAX_LOG_LINES);

/// A longer text is cut.
const TEXT_BYTES: usize = 16 << 10;

/// All texts together, so that an app that says much at once does not grow by tens of megabytes.
const RING_BYTES: usize = 8 << 20;

/// A thread holds the ring for microseconds. One that has it for longer than this is not going on, and the message is
/// given up rather than the app held up.
const PATIENCE: Duration = Duration::from_millis(50);

static RING: Mutex<Ring> = Mutex::new(Ring::new());
/// Messages that found the ring taken.
static MISSED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Whether this thread is noting a message now: a signal handler may say something in the middle of it.
    static NOTING: Cell<bool> = const { Cell::new(false) };
}

/// Puts our handler in front of the app's.
pub(crate) fn watch(core: &Core, most: usize) {
    KEPT.store(most, Ordering::Relaxed);
    if let Some(mut ring) = ring() {
        ring.kept.reserve(most.min(MAX_LOG_LINES) + 1);
    }
    // SAFETY: may be called on any thread.
    if !unsafe { (core.watch_console)() } {
        tracing::warn!("without the app's messages: this Qt has no handler for them");
    }
}

/// Gives the handler back to the app.
pub(crate) fn unwatch(core: &Core) {
    // SAFETY: may be called on any thread.
    unsafe { (core.unwatch_console)() };
}

/// What an app must call in the place of the function at `real`.
pub(crate) fn stand_in(core: &Core, real: *const c_void) -> *const c_void {
    // SAFETY: may be called on any thread, with any address.
    let other = unsafe { (core.console_stand_in)(real) };
    if other.is_null() { real } else { other }
}

/// What the app said after the message with the number `after`.
pub(crate) fn since(core: &Core, after: u64) -> Console {
    // SAFETY: may be called on any thread.
    let is_replaced = unsafe { (core.is_console_replaced)() };
    let (kept, last, dropped) =
        ring().map_or_else(Default::default, |ring| (ring.since(after), ring.last_number, ring.dropped));
    Console {
        last,
        messages: kept.iter().map(|message| part_after(message, after)).collect(),
        dropped: dropped + MISSED.load(Ordering::Relaxed),
        incomplete: is_replaced.then(|| {
            "the app put a message handler into Qt past the probe; what it does not pass on is not here".into()
        }),
    }
}

/// Called by C++ with each message, before the app's own handler.
pub(crate) unsafe extern "C" fn message(message: *const abi::Message) {
    if fork::in_child() || message.is_null() {
        return;
    }
    if NOTING.replace(true) {
        MISSED.fetch_add(1, Ordering::Relaxed);
        return;
    }
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: C++ passes a record whose strings are valid for the call.
        let message = unsafe { read(&*message) };
        match ring() {
            Some(mut ring) => ring.push(message),
            None => drop(MISSED.fetch_add(1, Ordering::Relaxed)),
        }
        changes::spoken();
    }));
    NOTING.set(false);
}

/// The ring, unless it is held by somebody who does not let go.
fn ring() -> Option<MutexGuard<'static, Ring>> {
    let began = Instant::now();
    loop {
        match RING.try_lock() {
            Ok(ring) => return Some(ring),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => std::thread::yield_now(),
            Err(TryLockError::WouldBlock) => return None,
        }
    }
}

/// The message as of the ones after `after`: of a run of repeats, those that came later.
fn part_after(message: &ConsoleMessage, after: u64) -> ConsoleMessage {
    ConsoleMessage { count: message.count.min(message.number - after), ..message.clone() }
}

/// # Safety
/// The strings are valid.
unsafe fn read(message: &abi::Message) -> ConsoleMessage {
    let text = if message.text.is_null() {
        &[]
    } else {
        // SAFETY: by the caller's promise.
        unsafe { std::slice::from_raw_parts(message.text, message.length) }
    };
    // SAFETY: by the caller's promise.
    let (category, file) = unsafe { (string(message.category), string(message.file)) };
    ConsoleMessage {
        number: 0,
        time: SystemTime::now(),
        level: level(message.kind),
        category: if category.is_empty() { "default".into() } else { category },
        text: kept(text),
        place: place(&file, message.line),
        count: 1,
    }
}

/// # Safety
/// Null, or a C string.
unsafe fn string(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: by the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Qt's `QtMsgType` is not in order of seriousness.
fn level(kind: u32) -> Level {
    match kind {
        0 => Level::Debug,
        2 => Level::Critical,
        3 => Level::Fatal,
        4 => Level::Info,
        _ => Level::Warning,
    }
}

/// `main.cpp:12`, or nothing where the app was built without.
fn place(file: &str, line: i32) -> String {
    match file.rsplit(['/', '\\']).next() {
        None | Some("") => String::new(),
        Some(name) if line > 0 => format!("{name}:{line}"),
        Some(name) => name.to_owned(),
    }
}

/// The text as it is kept. Secrets are taken out of a long one before it is cut; out of others when they are read.
fn kept(text: &[u16]) -> String {
    if veil::is_entering() {
        return MASK.to_owned();
    }
    match process::engine() {
        Some(engine) if text.len() > TEXT_BYTES / 4 && !engine.veil.is_idle() => {
            let whole = String::from_utf16_lossy(text);
            cut(&engine.veil.hide(&whole).encode_utf16().collect::<Vec<u16>>())
        }
        _ => cut(text),
    }
}

/// The text as UTF-8, with its length where it is too long to be kept.
fn cut(text: &[u16]) -> String {
    let mut kept = String::new();
    for character in char::decode_utf16(text.iter().copied()) {
        let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
        if kept.len() + character.len_utf8() > TEXT_BYTES {
            kept += &format!("… ({} characters)", text.len());
            break;
        }
        kept.push(character);
    }
    kept
}

/// The last messages, the oldest first.
struct Ring {
    /// Shared, so that whoever reads them holds the ring only as long as it takes to count references.
    kept: VecDeque<Arc<ConsoleMessage>>,
    bytes: usize,
    last_number: u64,
    dropped: u64,
}

impl Ring {
    const fn new() -> Self {
        Self { kept: VecDeque::new(), bytes: 0, last_number: 0, dropped: 0 }
    }

    fn push(&mut self, message: ConsoleMessage) {
        self.last_number += 1;
        if let Some(last) = self.kept.back_mut().filter(|last| is_repeat(last, &message)) {
            let last = Arc::make_mut(last);
            (last.number, last.time, last.count) = (self.last_number, message.time, last.count + 1);
            return;
        }
        self.bytes += message.text.len();
        self.kept.push_back(Arc::new(ConsoleMessage { number: self.last_number, ..message }));
        let most = KEPT.load(Ordering::Relaxed);
        while self.kept.len() > most || self.bytes > RING_BYTES {
            let Some(oldest) = self.kept.pop_front() else { break };
            self.bytes -= oldest.text.len();
            self.dropped += oldest.count;
        }
    }

    fn since(&self, after: u64) -> Vec<Arc<ConsoleMessage>> {
        let first = self.kept.partition_point(|message| message.number <= after);
        self.kept.range(first..).cloned().collect()
    }
}

fn is_repeat(last: &ConsoleMessage, next: &ConsoleMessage) -> bool {
    (last.level, &last.category, &last.place, &last.text) == (next.level, &next.category, &next.place, &next.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> ConsoleMessage {
        ConsoleMessage {
            number: 0,
            time: SystemTime::UNIX_EPOCH,
            level: Level::Debug,
            category: "default".into(),
            text: text.into(),
            place: String::new(),
            count: 1,
        }
    }

    fn ring_of(texts: impl IntoIterator<Item = String>) -> Ring {
        let mut ring = Ring::new();
        texts.into_iter().for_each(|text| ring.push(said(&text)));
        ring
    }

    fn shown(ring: &Ring, after: u64) -> Vec<(u64, String, u64)> {
        let messages = ring.since(after);
        let parts = messages.iter().map(|message| part_after(message, after));
        parts.map(|message| (message.number, message.text, message.count)).collect()
    }

    #[test]
    fn repeats_in_a_row_are_counted() {
        let ring = ring_of(["a", "b", "b", "b", "a"].map(String::from));
        assert_eq!(shown(&ring, 0), [(1, "a".into(), 1), (4, "b".into(), 3), (5, "a".into(), 1)]);
    }

    #[test]
    fn of_a_run_of_repeats_only_the_later_ones_count() {
        let ring = ring_of(["a", "b", "b", "b"].map(String::from));
        assert_eq!(shown(&ring, 2), [(4, "b".into(), 2)]);
        assert_eq!(shown(&ring, 4), []);
        assert_eq!(shown(&ring, 99), []);
    }

    #[test]
    fn alike_means_level_category_and_place_too() {
        let mut ring = ring_of(["a".into()]);
        ring.push(ConsoleMessage { level: Level::Warning, ..said("a") });
        ring.push(ConsoleMessage { category: "app".into(), ..said("a") });
        ring.push(ConsoleMessage { place: "main.cpp:3".into(), ..said("a") });
        assert_eq!(ring.kept.len(), 4);
    }

    #[test]
    fn the_oldest_go_and_are_counted() {
        let ring = ring_of((0..MAX_LOG_LINES + 10).map(|nth| nth.to_string()));
        assert_eq!((ring.kept.len(), ring.dropped), (MAX_LOG_LINES, 10));
        assert_eq!(ring.kept[0].text, "10");
        // A run counts as many times as it was said.
        let mut ring = ring_of(["same", "same"].map(String::from));
        (0..MAX_LOG_LINES).for_each(|nth| ring.push(said(&nth.to_string())));
        assert_eq!(ring.dropped, 2);
    }

    #[test]
    fn long_texts_push_out_more_than_one() {
        let ring = ring_of((0..MAX_LOG_LINES).map(|nth| format!("{nth:>TEXT_BYTES$}")));
        assert_eq!((ring.kept.len(), ring.bytes), (RING_BYTES / TEXT_BYTES, RING_BYTES));
        assert_eq!(ring.dropped as usize, MAX_LOG_LINES - ring.kept.len());
    }

    #[test]
    fn a_text_too_long_is_cut_at_a_character_and_says_its_length() {
        let utf16 = |text: String| text.encode_utf16().collect::<Vec<_>>();
        assert_eq!(cut(&utf16("x".repeat(TEXT_BYTES))), "x".repeat(TEXT_BYTES));
        let long = cut(&utf16("x".to_owned() + &"日".repeat(TEXT_BYTES)));
        assert!(long.starts_with("x日") && long.ends_with("日… (16385 characters)"), "{}", &long[..10]);
        assert!(long.len() < TEXT_BYTES + 32);
        assert_eq!(cut(&[0xd800, 'a' as u16]), "\u{fffd}a");
    }

    #[test]
    fn a_place_is_the_files_name_and_the_line() {
        assert_eq!(place("../src/main.cpp", 12), "main.cpp:12");
        assert_eq!(place("qrc:/qml/Main.qml", 3), "Main.qml:3");
        assert_eq!((place("", 0), place("main.cpp", 0)), (String::new(), "main.cpp".into()));
    }

    #[test]
    fn a_message_from_within_a_message_is_missed_and_counted() {
        let text: Vec<u16> = "from a signal handler".encode_utf16().collect();
        let null = std::ptr::null();
        let raw =
            abi::Message { kind: 1, line: 0, file: null, category: null, text: text.as_ptr(), length: text.len() };
        let before = MISSED.load(Ordering::Relaxed);
        NOTING.set(true);
        // SAFETY: the record is valid for the call.
        unsafe { message(&raw) };
        NOTING.set(false);
        assert_eq!(MISSED.load(Ordering::Relaxed), before + 1);
        // SAFETY: as above.
        unsafe { message(&raw) };
        let kept = ring().map(|ring| ring.since(0)).unwrap_or_default();
        assert!(kept.iter().any(|kept| kept.text == "from a signal handler" && kept.category == "default"));
    }
}
