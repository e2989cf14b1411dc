//! Which objects are alive: addresses in a sharded table, each with the number it was given when it came.
//!
//! The hooks call this on any thread while an object is half built or half gone, so nothing here ever looks behind an
//! address.

use crate::sync::{AtomicU64, Mutex, MutexGuard, Ordering, PoisonError};
use rustc_hash::FxHashMap;

/// Enough that threads making objects at full speed seldom meet.
const SHARDS: usize = 64;

/// An object that was alive: its address and which of the objects at that address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Tracked {
    pub(crate) address: usize,
    pub(crate) serial: u64,
}

/// The table of living objects.
pub(crate) struct Tracker {
    shards: Vec<Mutex<FxHashMap<usize, u64>>>,
    last_serial: AtomicU64,
}

impl Tracker {
    pub(crate) fn new() -> Self {
        Self::with_shards(SHARDS)
    }

    /// A tracker with fewer shards, for the model checker.
    pub(crate) fn with_shards(shards: usize) -> Self {
        Self { shards: (0..shards).map(|_| Mutex::new(FxHashMap::default())).collect(), last_serial: AtomicU64::new(0) }
    }

    /// An object came at `address`. One that is there already, unseen leaving, is replaced.
    pub(crate) fn insert(&self, address: usize) -> Tracked {
        let serial = self.next_serial();
        self.shard(address).insert(address, serial);
        Tracked { address, serial }
    }

    /// The object at `address` goes.
    pub(crate) fn remove(&self, address: usize) -> Option<Tracked> {
        let serial = self.shard(address).remove(&address)?;
        Some(Tracked { address, serial })
    }

    /// Objects have gone unseen, and nobody knows which: none is known any more. Those that are met again get new numbers.
    pub(crate) fn forget(&self) {
        self.shards.iter().for_each(|shard| lock(shard).clear());
    }

    /// The living object at `address`, as the hooks know it.
    pub(crate) fn get(&self, address: usize) -> Option<Tracked> {
        let serial = *self.shard(address).get(&address)?;
        Some(Tracked { address, serial })
    }

    /// The object at an address that the toolkit itself has just named. One made before the hooks were there is taken in.
    pub(crate) fn adopt(&self, address: usize) -> Tracked {
        let mut shard = self.shard(address);
        let serial = *shard.entry(address).or_insert_with(|| self.next_serial());
        Tracked { address, serial }
    }

    /// Runs `look` while the object is kept from going, or not at all if it has gone. `look` must not make or destroy
    /// objects.
    pub(crate) fn while_alive<R>(&self, object: Tracked, look: impl FnOnce(usize) -> R) -> Option<R> {
        let shard = self.shard(object.address);
        (shard.get(&object.address) == Some(&object.serial)).then(|| look(object.address))
    }

    /// Those objects for which `keep` holds, oldest first. The same rule binds `keep` as in [`Tracker::while_alive`].
    pub(crate) fn select(&self, mut keep: impl FnMut(usize) -> bool) -> Vec<Tracked> {
        let mut selected = Vec::new();
        for shard in &self.shards {
            let shard = lock(shard);
            let kept = shard.iter().filter(|(address, _)| keep(**address));
            selected.extend(kept.map(|(&address, &serial)| Tracked { address, serial }));
        }
        selected.sort_unstable_by_key(|tracked| tracked.serial);
        selected
    }

    /// Changes with every object that comes.
    pub(crate) fn births(&self) -> u64 {
        self.last_serial.load(Ordering::Relaxed)
    }

    /// How many objects are alive.
    pub(crate) fn count(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).len()).sum()
    }

    fn next_serial(&self) -> u64 {
        self.last_serial.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn shard(&self, address: usize) -> MutexGuard<'_, FxHashMap<usize, u64>> {
        // Objects are 16-byte aligned; the multiplication spreads neighbours over the shards.
        let spread = (address >> 4).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        lock(&self.shards[spread % self.shards.len()])
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
