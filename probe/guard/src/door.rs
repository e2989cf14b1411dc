//! How many come in at a time. Whoever has not shown that he may come in waits at the door, where there is little room, and
//! takes no place of those who have.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

/// How long somebody may stand at the door.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Those who need no token and are still to say what they want, where there are fewer places than this.
const OWN_AT_THE_DOOR: usize = 64;
/// Those who need the token and have not shown it.
const STRANGERS_AT_THE_DOOR: usize = 16;

/// Where there is no room at the door, somebody who has just come is given this long before he must go. Strangers get
/// less: whoever comes meanwhile, one of our own too, waits.
const OWN_GRACE: Duration = Duration::from_secs(1);
const STRANGERS_GRACE: Duration = Duration::from_millis(20);

/// The way in to a fixed number of places.
pub struct Door {
    places: Arc<Semaphore>,
    most: usize,
    own: Arc<Threshold>,
    strangers: Arc<Threshold>,
}

/// Who is at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Somebody who needs no token.
    Own,
    /// Somebody who does.
    Stranger,
}

/// A place inside, until it is dropped.
pub type Place = OwnedSemaphorePermit;

/// Somebody at the door, until this is dropped or he is let in.
pub struct Visitor {
    places: Arc<Semaphore>,
    threshold: Arc<Threshold>,
    pushed: Arc<Notify>,
    give_up: Instant,
    is_in: AtomicBool,
}

/// Why somebody must leave the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// He took too long.
    Late,
    /// There was no room, and he had been there the longest.
    Pushed,
}

struct Threshold {
    most: usize,
    grace: Duration,
    waiting: Mutex<VecDeque<Waiting>>,
    left: Notify,
}

struct Waiting {
    since: Instant,
    pushed: Arc<Notify>,
}

impl Door {
    /// A door to `most` places.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        let (own, strangers) = (
            Threshold::new(most.max(OWN_AT_THE_DOOR), OWN_GRACE),
            Threshold::new(STRANGERS_AT_THE_DOOR, STRANGERS_GRACE),
        );
        Self { places, most, own: Arc::new(own), strangers: Arc::new(strangers) }
    }

    /// How many places there are in all.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// Somebody comes. Where too many of his kind stand at the door, the one who has been there the longest goes: those who
    /// say nothing cannot keep out those who come after them.
    pub async fn come(&self, who: Who) -> Visitor {
        let threshold = Arc::clone(match who {
            Who::Own => &self.own,
            Who::Stranger => &self.strangers,
        });
        let pushed = threshold.make_room().await;
        let give_up = Instant::now() + PATIENCE;
        Visitor { places: Arc::clone(&self.places), threshold, pushed, give_up, is_in: AtomicBool::new(false) }
    }
}

impl Visitor {
    /// Lets him in; `None` when every place is taken.
    #[must_use]
    pub fn enter(&self) -> Option<Place> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        self.is_in.store(true, Ordering::Relaxed);
        self.leave_the_door();
        Some(place)
    }

    /// Completes when he must go, which nobody must who is in.
    pub async fn turned_away(&self) -> Turned {
        let turned = match timeout_at(self.give_up, self.pushed.notified()).await {
            Ok(()) => Turned::Pushed,
            Err(_) => Turned::Late,
        };
        if self.is_in.load(Ordering::Relaxed) {
            std::future::pending().await
        }
        turned
    }

    fn leave_the_door(&self) {
        self.threshold.waiting().retain(|other| !Arc::ptr_eq(&other.pushed, &self.pushed));
        self.threshold.left.notify_one();
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.leave_the_door();
    }
}

impl Threshold {
    fn new(most: usize, grace: Duration) -> Self {
        Self { most, grace, waiting: Mutex::default(), left: Notify::new() }
    }

    /// Waits for room, and has the oldest go where none comes; answers with what tells the new one to go in his turn.
    async fn make_room(&self) -> Arc<Notify> {
        let pushed = Arc::new(Notify::new());
        loop {
            let give_up = {
                let mut waiting = self.waiting();
                let oldest =
                    waiting.front().filter(|_| waiting.len() >= self.most).map(|oldest| oldest.since + self.grace);
                match oldest {
                    Some(give_up) if give_up > Instant::now() => give_up,
                    is_full => {
                        if is_full.is_some() {
                            waiting.pop_front().inspect(|oldest| oldest.pushed.notify_one());
                        }
                        waiting.push_back(Waiting { since: Instant::now(), pushed: Arc::clone(&pushed) });
                        return pushed;
                    }
                }
            };
            let _ = timeout_at(give_up, self.left.notified()).await;
        }
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn there_are_as_many_places_as_were_asked_for() {
        let door = Door::new(2);
        let (first, second) = (door.come(Who::Own).await, door.come(Who::Own).await);
        let place = first.enter().unwrap();
        let third = door.come(Who::Own).await;
        let _other = second.enter().unwrap();
        assert!(third.enter().is_none());
        drop(place);
        assert!(third.enter().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_takes_no_place_and_no_room_of_the_others() {
        let door = Door::new(1);
        let mut waiting = Vec::new();
        for _ in 0..100 {
            waiting.push(door.come(Who::Stranger).await);
        }
        let own = door.come(Who::Own).await;
        let turned = waiting.iter().filter(|visitor| visitor.turned_away().now_or_never() == Some(Turned::Pushed));
        assert_eq!(turned.count(), 100 - STRANGERS_AT_THE_DOOR, "the oldest of them");
        assert_eq!(waiting[99].turned_away().now_or_never(), None);
        assert_eq!(own.turned_away().now_or_never(), None);
        assert!(own.enter().is_some());
        drop(waiting);
        assert_eq!(door.strangers.waiting().len(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn many_who_come_at_once_are_all_let_in() {
        let door = Arc::new(Door::new(STRANGERS_AT_THE_DOOR * 10));
        let mut coming = tokio::task::JoinSet::new();
        for _ in 0..STRANGERS_AT_THE_DOOR * 10 {
            let visitor = door.come(Who::Stranger).await;
            coming.spawn(async move {
                tokio::task::yield_now().await;
                assert_eq!(visitor.turned_away().now_or_never(), None, "he had no time");
                visitor.enter().unwrap()
            });
        }
        assert_eq!(coming.join_all().await.len(), STRANGERS_AT_THE_DOOR * 10);
    }

    #[tokio::test(start_paused = true)]
    async fn patience_ends_for_those_at_the_door_alone() {
        let door = Door::new(2);
        let (late, inside) = (door.come(Who::Own).await, door.come(Who::Own).await);
        let _place = inside.enter();
        assert_eq!(late.turned_away().await, Turned::Late);
        assert!(tokio::time::timeout(PATIENCE * 10, inside.turned_away()).await.is_err());
    }
}
