//! Waiting for the UI to come to rest after an act: bounded, and honest about what still moves.

use crate::engine::Engine;
use qtmcp_tool::Settled;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Longer than one frame of 16 ms, so that a running animation shows at least once.
const WINDOW: Duration = Duration::from_millis(20);
/// Timers denser than one in 4 ms are work in slices, not a clock.
const DENSE_TIMERS: u64 = WINDOW.as_millis() as u64 / 4;
/// How long only ticks, or only QML frames, must go on to be called an animation.
const ANIMATING_TICKS: Duration = Duration::from_millis(100);
const ANIMATING_FRAMES: Duration = Duration::from_millis(480);
const LONGEST: Duration = Duration::from_secs(1);
/// However long the GUI thread is blocked, the counting ends when it comes back.
const A_TURN_COMES: Duration = Duration::from_secs(3600);

#[derive(Clone, Copy, PartialEq)]
struct Counts {
    ticks: u64,
    timers: u64,
    structural: u64,
    frames: u64,
}

/// Waits; a second at the most.
pub(crate) async fn settle(engine: &Arc<Engine>) -> Settled {
    let began = Instant::now();
    let deadline = began + LONGEST;
    let moving = Arc::new(AtomicBool::new(false));
    let watching = Watching { engine: Arc::clone(engine), armed: Arc::default(), application: engine.gone_count() };
    let look = |first: bool| {
        let (moving, armed) = (Arc::clone(&moving), Arc::clone(&watching.armed));
        move |engine: &Engine| {
            if first {
                armed.store(true, Ordering::Relaxed);
                watch(engine, true);
            }
            moving.store(is_moving(engine), Ordering::Relaxed);
        }
    };
    if !engine.fence(deadline, look(true)).await {
        return unanswered(engine);
    }
    let mut ticking_since = None;
    loop {
        let before = counts(engine);
        tokio::time::sleep(WINDOW).await;
        if !engine.fence(deadline, look(false)).await {
            break unanswered(engine);
        }
        let after = counts(engine);
        let busy = if after.structural != before.structural {
            Some("events keep coming")
        } else if after.timers - before.timers > DENSE_TIMERS {
            Some("timers fire without pause")
        } else if moving.load(Ordering::Relaxed) {
            Some("something is moving")
        } else {
            None
        };
        match busy {
            None if after == before => break Settled::Quiet,
            None => {
                let since = *ticking_since.get_or_insert(Instant::now());
                let enough = if after.frames == before.frames { ANIMATING_TICKS } else { ANIMATING_FRAMES };
                if since.elapsed() + WINDOW >= enough {
                    break Settled::Animating;
                }
            }
            Some(_) => ticking_since = None,
        }
        if Instant::now() >= deadline {
            break Settled::StillBusy(busy.unwrap_or("something keeps repainting").to_owned());
        }
    }
}

fn unanswered(engine: &Engine) -> Settled {
    match engine.has_application() {
        true => Settled::StillBusy("the GUI thread is busy".to_owned()),
        false => Settled::Ending,
    }
}

/// Ends the counting when the wait ends, also when its client has gone in the middle of it.
struct Watching {
    engine: Arc<Engine>,
    /// Whether the counting has begun; the job that begins it may itself come late or never.
    armed: Arc<AtomicBool>,
    /// The application it is for; its end ends the counting too.
    application: u64,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let (engine, armed, application) = (Arc::clone(&self.engine), Arc::clone(&self.armed), self.application);
        self.engine.spawn(async move {
            let disarm = move |engine: &Engine| {
                if armed.swap(false, Ordering::Relaxed) && engine.gone_count() == application {
                    watch(engine, false);
                }
            };
            engine.fence(Instant::now() + A_TURN_COMES, disarm).await;
        });
    }
}

/// On the GUI thread: several waits may overlap; the first starts the counting and the last ends it.
pub(crate) fn watch(engine: &Engine, on: bool) {
    let others = if on {
        engine.settling.fetch_add(1, Ordering::Relaxed)
    } else {
        engine.settling.fetch_sub(1, Ordering::Relaxed) - 1
    };
    crate::hooks::as_ours(|| {
        if others == 0 {
            // SAFETY: on the GUI thread.
            unsafe { (engine.parts.core.watch_events)(on) };
        }
        // Asked for by each: this part may have come after the first.
        if let Some(quick) = engine.parts.quick()
            && (on || others == 0)
        {
            // SAFETY: on the GUI thread.
            unsafe { (quick.watch_frames)(on) };
        }
    });
}

fn is_moving(engine: &Engine) -> bool {
    // SAFETY: on the GUI thread.
    let waiting = engine.parts.gui().is_some_and(|gui| unsafe { (gui.has_override_cursor)() });
    // SAFETY: on the GUI thread.
    waiting || engine.parts.quick().is_some_and(|quick| unsafe { (quick.is_moving)() })
}

fn counts(engine: &Engine) -> Counts {
    let mut counts = Counts { ticks: 0, timers: 0, structural: 0, frames: 0 };
    // SAFETY: the counters may be read on any thread.
    unsafe { (engine.parts.core.event_counts)(&mut counts.ticks, &mut counts.timers, &mut counts.structural) };
    if let Some(quick) = engine.parts.quick() {
        // SAFETY: as above.
        counts.frames = unsafe { (quick.frame_count)() };
    }
    counts
}
