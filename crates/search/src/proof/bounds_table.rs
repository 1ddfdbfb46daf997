//! What alpha-beta knows of positions, wherever that is kept.

use super::store::Store;
use std::hash::Hash;
use std::sync::Mutex;

/// What is known of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The hint of the best move; another move may have the same.
    pub(super) best: u8,
}

/// A table of positions that are compared whole, up to symmetries.
pub(super) trait BoundsTable<P>: Sync {
    /// What stands for a position.
    type Key: Clone + PartialEq;

    fn key(&self, at: &P) -> Self::Key;

    /// A few bits by which a position is found among others.
    fn hint(&self, key: &Self::Key) -> u8;

    /// A number for the fields that a move changes; 0 if that is not known.
    fn place(&self, _from: &P, _to: &P) -> u64 {
        0
    }

    /// Says that a position will be asked for soon.
    fn fetch(&self, _key: &Self::Key) {}

    fn get(&self, key: &Self::Key) -> Option<Bounds>;

    /// Notes what is known of a position, and how much work it was.
    fn put(&self, key: Self::Key, work: u64, bounds: Bounds);

    /// How many positions are known.
    fn len(&self) -> u64;

    /// Whether it would be better to go on with a greater table.
    fn is_full(&self) -> bool {
        false
    }
}

impl<P: Clone + Eq + Hash + Send> BoundsTable<P> for Mutex<Store<P, Bounds>> {
    type Key = P;

    fn key(&self, at: &P) -> P {
        at.clone()
    }

    fn hint(&self, key: &P) -> u8 {
        super::ground::hash(key) as u8
    }

    fn get(&self, key: &P) -> Option<Bounds> {
        self.lock().ok()?.get(key)
    }

    fn put(&self, key: P, work: u64, bounds: Bounds) {
        if let Ok(mut store) = self.lock() {
            store.put(key, work, bounds);
        }
    }

    fn len(&self) -> u64 {
        self.lock().map_or(0, |store| store.len() as u64)
    }
}
