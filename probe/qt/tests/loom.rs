//! The object tracker and the job's ticket, in every interleaving of a few threads.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering};
    pub(crate) use loom::sync::{Arc, Mutex, MutexGuard};
    pub(crate) use std::sync::PoisonError;
}

#[path = "../src/job.rs"]
mod job;
#[path = "../src/tracker.rs"]
mod tracker;

use job::{GiveUp, Job, Ticket};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use tracker::Tracker;

#[test]
fn a_job_runs_exactly_when_giving_up_did_not_stop_it() {
    loom::model(|| {
        let runs = Arc::new(AtomicUsize::new(0));
        let ticket = Ticket::new();
        let job = {
            let runs = Arc::clone(&runs);
            Job::new(
                Arc::clone(&ticket),
                Box::new(move || {
                    runs.fetch_add(1, Ordering::SeqCst);
                }),
            )
        };
        let runner = thread::spawn(move || job.run());
        let outcome = ticket.give_up();
        runner.join().unwrap();
        let expected = usize::from(outcome != GiveUp::NeverRuns);
        assert_eq!(runs.load(Ordering::SeqCst), expected);
        assert!(!ticket.is_running());
    });
}

#[test]
fn what_is_alive_under_the_lock_stays_alive_under_it() {
    loom::model(|| {
        let tracker = Arc::new(Tracker::with_shards(1));
        let object = tracker.insert(16);
        let alive = Arc::new(AtomicUsize::new(1));
        let remover = {
            let (tracker, alive) = (Arc::clone(&tracker), Arc::clone(&alive));
            thread::spawn(move || {
                tracker.remove(16);
                // Stands for the memory being freed, which follows the hook.
                alive.store(0, Ordering::SeqCst);
            })
        };
        if let Some(seen) = tracker.while_alive(object, |_| alive.load(Ordering::SeqCst)) {
            assert_eq!(seen, 1);
        }
        remover.join().unwrap();
        assert_eq!(tracker.count(), 0);
    });
}

#[test]
fn an_address_reused_by_another_thread_is_never_the_old_object() {
    loom::model(|| {
        let tracker = Arc::new(Tracker::with_shards(1));
        let old = tracker.insert(16);
        let maker = {
            let tracker = Arc::clone(&tracker);
            thread::spawn(move || {
                tracker.remove(16);
                tracker.insert(16)
            })
        };
        let seen = tracker.get(16);
        let new = maker.join().unwrap();
        assert!(seen.is_none() || seen == Some(old) || seen == Some(new));
        assert!(tracker.while_alive(old, |_| ()).is_none());
        assert!(tracker.while_alive(new, |_| ()).is_some());
        assert_eq!(tracker.count(), 1);
    });
}

#[test]
fn adopting_and_removing_at_once_keep_the_count_right() {
    loom::model(|| {
        let tracker = Arc::new(Tracker::with_shards(1));
        let adopter = {
            let tracker = Arc::clone(&tracker);
            thread::spawn(move || tracker.adopt(16))
        };
        tracker.insert(16);
        tracker.remove(16);
        let _adopted = adopter.join().unwrap();
        assert_eq!(tracker.count(), tracker.select(|_| true).len());
    });
}
