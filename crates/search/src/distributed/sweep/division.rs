//! Which rank owns a position: positions fall into shards by hash, and shards to ranks in
//! turn.
//!
//! A position is named by its shard and its number there. That name holds whoever owns the
//! shard, so that work which was begun by some ranks can be continued by others.

use crate::proof::ground::hash;
use game::bytes::Reader;
use std::hash::Hash;

/// A position: its shard, its number there, and one more bit for whatever is said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Id(pub(crate) u64);

impl Id {
    pub(crate) fn new(shard: u32, number: u32, flag: bool) -> Id {
        Id(u64::from(number) | u64::from(shard) << 32 | u64::from(flag) << 63)
    }

    pub(crate) fn shard(self) -> u32 {
        (self.0 >> 32) as u32 & (u32::MAX >> 1)
    }

    pub(crate) fn number(self) -> usize {
        self.0 as u32 as usize
    }

    pub(crate) fn flag(self) -> bool {
        self.0 >> 63 == 1
    }

    pub(crate) fn with(self, flag: bool) -> Id {
        Id(self.0 << 1 >> 1 | u64::from(flag) << 63)
    }

    pub(crate) fn put(self, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.0.to_le_bytes());
    }

    pub(crate) fn read(from: &mut Reader<'_>) -> Option<Id> {
        let (bytes, rest) = from.0.split_first_chunk()?;
        from.0 = rest;
        Some(Id(u64::from_le_bytes(*bytes)))
    }
}

/// A rank has at least this many shards, so that one more or less makes no difference.
const SHARDS_OF_A_RANK: usize = 64;
/// There are at least this many shards: few ranks may become more.
const FEWEST_SHARDS: usize = 256;

/// What this rank owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    pub(crate) n_shards: usize,
    pub(crate) rank: usize,
    pub(crate) size: usize,
}

impl Division {
    /// The division for this many ranks.
    pub(crate) fn new(rank: usize, size: usize) -> Division {
        let n_shards = (size * SHARDS_OF_A_RANK).next_power_of_two().max(FEWEST_SHARDS);
        Division { n_shards, rank, size }
    }

    /// The shard of a position.
    pub(crate) fn shard<K: Hash>(&self, name: &K) -> u32 {
        // The lower bits of the hash find the position within its shard.
        let spread = u128::from(game::mix(hash(name)));
        ((spread * self.n_shards as u128) >> 64) as u32
    }

    /// The rank that owns a shard.
    pub(crate) fn owner(&self, shard: u32) -> usize {
        shard as usize % self.size
    }

    /// Where a shard is in the list of those that its owner has.
    pub(crate) fn place(&self, shard: u32) -> usize {
        shard as usize / self.size
    }

    /// The shards of this rank, in the order of the list.
    pub(crate) fn mine(&self) -> impl Iterator<Item = u32> + use<> {
        (self.rank..self.n_shards).step_by(self.size).map(|shard| shard as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shard_has_one_owner_and_one_place() {
        for size in [1, 2, 3, 7, 100, 1000] {
            let first = Division::new(0, size);
            let mut seen = 0;
            for rank in 0..size {
                let division = Division { rank, ..first };
                for (place, shard) in division.mine().enumerate() {
                    assert_eq!((division.owner(shard), division.place(shard)), (rank, place));
                    seen += 1;
                }
            }
            assert_eq!(seen, first.n_shards);
        }
    }

    #[test]
    fn positions_are_spread_evenly() {
        let division = Division::new(0, 8);
        let mut counts = [0_u32; 8];
        // Numbers of positions often differ in a few digits only.
        for name in 0..100_000_u64 {
            counts[division.owner(division.shard(&(name * 3_u64.pow(20))))] += 1;
        }
        assert!(counts.iter().all(|n| (11_500..13_500).contains(n)), "{counts:?}");
    }

    #[test]
    fn names_keep_what_they_are_made_of() {
        let id = Id::new(65_535, u32::MAX, true);
        assert_eq!((id.shard(), id.number(), id.flag()), (65_535, u32::MAX as usize, true));
        assert_eq!(id.with(false), Id::new(65_535, u32::MAX, false));
        let mut bytes = Vec::new();
        id.put(&mut bytes);
        assert_eq!(Id::read(&mut Reader(&bytes)), Some(id));
    }
}
