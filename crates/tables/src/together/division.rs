//! Which rank has which positions of a table: stretches of numbers that are whole blocks of its
//! file, so that each rank compresses its own.

use crate::file::LENGTH;
use std::ops::Range;

/// The positions of a table among ranks. Those that remember something have no numbers; they
/// have ids after all numbers, which say who met them.
#[derive(Clone, Debug)]
pub(super) struct Division {
    pub(super) rank: usize,
    pub(super) ranks: usize,
    size: u64,
    /// The numbers of this rank.
    pub(super) own: Range<u64>,
}

impl Division {
    pub(super) fn new(rank: usize, ranks: usize, size: u64) -> Division {
        let n_blocks = u128::from(size.div_ceil(LENGTH));
        let start = |rank: usize| {
            let block = rank as u128 * n_blocks / ranks as u128;
            size.min(block as u64 * LENGTH)
        };
        Division { rank, ranks, size, own: start(rank)..start(rank + 1) }
    }

    /// How many numbers are those of this rank.
    pub(super) fn n_own(&self) -> u64 {
        self.own.end - self.own.start
    }

    /// The rank that has the position of an id.
    pub(super) fn owner(&self, id: u64) -> usize {
        match id.checked_sub(self.size) {
            Some(place) => (place % self.ranks as u64) as usize,
            None => {
                let (block, n_blocks) = (id / LENGTH, self.size.div_ceil(LENGTH));
                ((u128::from(block + 1) * self.ranks as u128 - 1) / u128::from(n_blocks)) as usize
            }
        }
    }

    /// The place of an id among the positions of this rank, if it has it.
    pub(super) fn place(&self, id: u64) -> Option<u32> {
        let place = match id.checked_sub(self.size) {
            Some(place) => self.n_own() + place / self.ranks as u64,
            None => id.checked_sub(self.own.start)?,
        };
        (self.owner(id) == self.rank).then_some(place as u32)
    }

    /// The id of a place.
    pub(super) fn id(&self, place: u64) -> u64 {
        match place.checked_sub(self.n_own()) {
            Some(extra) => self.size + extra * self.ranks as u64 + self.rank as u64,
            None => self.own.start + place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_belongs_to_one_rank() {
        for ranks in [1, 2, 3, 7] {
            for size in [1, LENGTH - 1, LENGTH, 3 * LENGTH + 5, 20 * LENGTH] {
                let all: Vec<Division> =
                    (0..ranks).map(|rank| Division::new(rank, ranks, size)).collect();
                let n_own: u64 = all.iter().map(Division::n_own).sum();
                assert_eq!(n_own, size, "{ranks} ranks");
                for id in (0..size + 10).step_by(97).chain([size - 1, size, size + 1]) {
                    let owners = all.iter().filter(|it| it.place(id).is_some());
                    let owners: Vec<usize> = owners.map(|it| it.rank).collect();
                    assert_eq!(owners, [all[0].owner(id)], "{id} of {size}, {ranks} ranks");
                    let owner = &all[owners[0]];
                    let place = owner.place(id).map(u64::from);
                    assert_eq!(place.map(|place| owner.id(place)), Some(id));
                }
            }
        }
    }
}
