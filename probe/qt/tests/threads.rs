//! The object tracker and the job's ticket with the standard library's locks; `loom.rs` runs them under the model checker.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

#[path = "../src/job.rs"]
mod job;
#[path = "../src/sync.rs"]
mod sync;
#[path = "../src/tracker.rs"]
mod tracker;

use job::{GiveUp, Job, Ticket};
use std::sync::Arc;
use tracker::Tracker;

#[test]
fn an_address_used_again_is_another_object() {
    let tracker = Tracker::new();
    let first = tracker.insert(0x1000);
    tracker.remove(0x1000);
    let second = tracker.insert(0x1000);
    assert_ne!(first, second);
    assert_eq!(tracker.while_alive(first, |_| ()), None);
    assert_eq!(tracker.while_alive(second, |address| address), Some(0x1000));
    assert_eq!(tracker.count(), 1);
}

#[test]
fn an_adopted_object_keeps_the_number_it_has() {
    let tracker = Tracker::new();
    let seen = tracker.insert(0x20);
    assert_eq!(tracker.adopt(0x20), seen);
    let unseen = tracker.adopt(0x40);
    assert_eq!(tracker.get(0x40), Some(unseen));
    assert_eq!(tracker.count(), 2);
}

#[test]
fn what_is_forgotten_is_another_object_when_it_is_met_again() {
    let tracker = Tracker::new();
    let before = tracker.insert(0x20);
    tracker.forget();
    assert_eq!((tracker.while_alive(before, |_| ()), tracker.count()), (None, 0));
    assert_ne!(tracker.adopt(0x20), before);
}

#[test]
fn selection_is_in_order_of_birth() {
    let tracker = Tracker::new();
    let all: Vec<_> = (1..500).rev().map(|nth| tracker.insert(nth * 16)).collect();
    assert_eq!(tracker.select(|_| true), all);
    assert_eq!(tracker.select(|address| address == 16).len(), 1);
}

#[test]
fn many_threads_leave_nothing_behind() {
    let tracker = Tracker::new();
    std::thread::scope(|scope| {
        for thread in 0..8_usize {
            let tracker = &tracker;
            scope.spawn(move || {
                for round in 0..20_000_usize {
                    let address = (thread << 32) | ((round % 97) << 4);
                    let object = tracker.insert(address);
                    assert_eq!(tracker.get(address), Some(object));
                    assert_eq!(tracker.remove(address), Some(object));
                }
            });
        }
        for _ in 0..50 {
            tracker.select(|_| true);
        }
    });
    assert_eq!(tracker.count(), 0);
}

#[test]
fn a_job_given_up_on_never_runs() {
    let ticket = Ticket::new();
    let job = Job::new(Arc::clone(&ticket), Box::new(|| panic!("ran late")));
    assert_eq!(ticket.give_up(), GiveUp::NeverRuns);
    job.run();
}

#[test]
fn giving_up_on_a_job_that_is_done_says_so() {
    let ticket = Ticket::new();
    Job::new(Arc::clone(&ticket), Box::new(|| ())).run();
    assert_eq!(ticket.give_up(), GiveUp::Done);
    assert!(!ticket.is_running());
}
