//! Whether somebody reads the app by its accessibility: the probe does. QML items keep what they need for that only where
//! the answer is yes from the start, so Qt Quick is told yes. Everybody else gets Qt's own answer: views of Qt Widgets
//! and the app itself do much more where they are read. Nothing is switched on in Qt, so no bridge to a screen reader is
//! made.

use super::asker::{self, Asker};
use super::mapped::{self, Module};
use super::{FORKED, RUNNING, STARTING, STATE, look};
use libc::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering, fence};

/// More libraries than ask in one process; with more than these the earliest known is looked up again.
const ROOM: usize = 12;

static KNOWN: Known = Known::new();

pub(super) extern "C" fn before_is_active(caller: *const c_void) -> *const c_void {
    look();
    let state = STATE.load(Ordering::Acquire);
    if state == FORKED {
        // The linker must not be asked in a fork, and without a probe nobody reads Qt Quick.
        return KNOWN.in_fork(caller as usize).unwrap_or(no as *const c_void);
    }
    let now = mapped::generation();
    let answer = KNOWN.of(caller as usize, now).unwrap_or_else(|| {
        let found = find(caller);
        KNOWN.keep(&found, now);
        found
    });
    if answer.is_quick && matches!(state, STARTING | RUNNING) { yes as *const c_void } else { answer.real }
}

fn find(caller: *const c_void) -> Answer {
    let Asker { start, end, is_quick } = asker::at(caller as usize);
    let real = mapped::meant_by(caller, Module::Gui, c"_ZN11QAccessible8isActiveEv").unwrap_or(no as *const c_void);
    Answer { start, end, is_quick, real }
}

/// What code in [start, end) is answered with.
struct Answer {
    start: usize,
    end: usize,
    is_quick: bool,
    /// The function of the Qt that this code is linked with.
    real: *const c_void,
}

/// The libraries that have asked. Items and views ask often, so each is looked up again only when libraries came or went.
/// Threads ask without waiting for each other, and a fork may come at any time: what is being written counts as unknown.
struct Known {
    /// Odd while somebody writes.
    version: AtomicU64,
    generation: AtomicU64,
    kept: AtomicUsize,
    slots: [Slot; ROOM],
}

struct Slot {
    start: AtomicUsize,
    /// 0 in one that is free.
    end: AtomicUsize,
    is_quick: AtomicUsize,
    real: AtomicPtr<c_void>,
}

impl Slot {
    const fn free() -> Self {
        Self {
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            is_quick: AtomicUsize::new(0),
            real: AtomicPtr::new(ptr::null_mut()),
        }
    }
}

impl Known {
    const fn new() -> Self {
        Self {
            version: AtomicU64::new(0),
            generation: AtomicU64::new(0),
            kept: AtomicUsize::new(0),
            slots: [const { Slot::free() }; ROOM],
        }
    }

    fn of(&self, caller: usize, generation: u64) -> Option<Answer> {
        self.read(|known| {
            let is_current = known.generation.load(Ordering::Relaxed) == generation;
            is_current.then(|| known.find(caller)).flatten()
        })
    }

    /// Qt's own function, as far as it is known without the linker. The probe keeps its Qt loaded; where both majors are
    /// mapped, only a caller that has asked before is known to mean one of them.
    fn in_fork(&self, caller: usize) -> Option<*const c_void> {
        self.read(|known| {
            let of_another = || {
                let first = known.slots.first().filter(|_| !mapped::seen_both())?;
                Some(first.real.load(Ordering::Relaxed).cast_const()).filter(|real| !real.is_null())
            };
            known.find(caller).map(|answer| answer.real).or_else(of_another)
        })
    }

    fn find(&self, caller: usize) -> Option<Answer> {
        let slot = self
            .slots
            .iter()
            .find(|slot| (slot.start.load(Ordering::Relaxed)..slot.end.load(Ordering::Relaxed)).contains(&caller))?;
        Some(Answer {
            start: slot.start.load(Ordering::Relaxed),
            end: slot.end.load(Ordering::Relaxed),
            is_quick: slot.is_quick.load(Ordering::Relaxed) != 0,
            real: slot.real.load(Ordering::Relaxed),
        })
    }

    fn read<R>(&self, look: impl Fn(&Self) -> Option<R>) -> Option<R> {
        let before = self.version.load(Ordering::Acquire);
        let found = look(self)?;
        fence(Ordering::Acquire);
        (before.is_multiple_of(2) && self.version.load(Ordering::Relaxed) == before).then_some(found)
    }

    /// Code that stands alone is not worth the room. Where another thread writes, this is looked up once more next time.
    fn keep(&self, answer: &Answer, generation: u64) {
        let version = self.version.load(Ordering::Relaxed);
        let is_mine = answer.start < answer.end
            && version.is_multiple_of(2)
            && self.version.compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed).is_ok();
        if !is_mine {
            return;
        }
        fence(Ordering::Release);
        if self.generation.swap(generation, Ordering::Relaxed) != generation {
            self.kept.store(0, Ordering::Relaxed);
            self.slots.iter().for_each(|slot| slot.end.store(0, Ordering::Relaxed));
        }
        let next = self.kept.fetch_add(1, Ordering::Relaxed) % ROOM;
        if let Some(slot) = self.slots.get(next) {
            slot.start.store(answer.start, Ordering::Relaxed);
            slot.end.store(answer.end, Ordering::Relaxed);
            slot.is_quick.store(answer.is_quick.into(), Ordering::Relaxed);
            slot.real.store(answer.real.cast_mut(), Ordering::Relaxed);
        }
        self.version.store(version + 2, Ordering::Release);
    }
}

extern "C" fn yes() -> bool {
    true
}

extern "C" fn no() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(start: usize, is_quick: bool) -> Answer {
        Answer { start, end: start + 10, is_quick, real: start as *const c_void }
    }

    #[test]
    fn an_answer_holds_for_its_own_code_until_libraries_change() {
        let known = Known::new();
        known.keep(&answer(100, true), 1);
        known.keep(&answer(200, false), 1);
        let quick = |caller, generation| known.of(caller, generation).map(|answer| answer.is_quick);
        assert_eq!([quick(100, 1), quick(109, 1), quick(205, 1)], [Some(true), Some(true), Some(false)]);
        assert_eq!([quick(99, 1), quick(110, 1), quick(0, 1), quick(105, 2)], [None; 4]);
        known.keep(&answer(300, false), 2);
        assert_eq!([quick(105, 2), quick(205, 2), quick(305, 2)], [None, None, Some(false)]);
    }

    #[test]
    fn with_no_room_left_the_earliest_makes_way() {
        let known = Known::new();
        (1..=ROOM + 1).for_each(|number| known.keep(&answer(number * 100, false), 1));
        assert!(known.of(100, 1).is_none());
        (2..=ROOM + 1).for_each(|number| assert!(known.of(number * 100, 1).is_some(), "{number}"));
    }

    #[test]
    fn what_is_being_written_is_unknown() {
        let known = Known::new();
        known.keep(&answer(100, true), 1);
        known.version.fetch_add(1, Ordering::Relaxed);
        known.keep(&answer(200, true), 1);
        assert!(known.of(105, 1).is_none() && known.in_fork(105).is_none());
        known.version.fetch_add(1, Ordering::Relaxed);
        assert!(known.of(105, 1).is_some() && known.of(205, 1).is_none());
    }

    #[test]
    fn a_fork_is_answered_by_what_was_known_before() {
        let known = Known::new();
        assert_eq!(known.in_fork(105), None);
        known.keep(&answer(100, true), 1);
        known.keep(&answer(200, false), 1);
        assert_eq!(known.in_fork(205), Some(200 as *const c_void));
        // Code that never asked means the same Qt.
        assert_eq!(known.in_fork(300), Some(100 as *const c_void));
    }

    #[test]
    fn threads_never_see_half_of_an_answer() {
        let known = Known::new();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let known = &known;
                scope.spawn(move || {
                    for turn in 0..20_000_usize {
                        let start = (turn * 7 + thread) % 40 * 100 + 100;
                        known.keep(&answer(start, start.is_multiple_of(200)), turn as u64 / 50);
                        if let Some(found) = known.of(start + 5, turn as u64 / 50) {
                            assert_eq!((found.start, found.real as usize), (start, start));
                            assert_eq!(found.is_quick, start.is_multiple_of(200));
                        }
                    }
                });
            }
        });
    }
}
