//! Positions of one turn, kept until one of them is taken. Those that may be the
//! same are kept once, and found again by a hash table that is not cleared but
//! starts over with each turn.

use super::memory::Pages;
use crate::runtime::{Ctx, Problem};

/// How many positions of a turn are kept.
pub(crate) const MOST: u64 = 1 << 16;

/// The positions that were kept. Generated code knows the first three parts: it
/// begins a turn by setting the number to 0 and counting the turn, and writes
/// positions itself that need not be compared.
#[repr(C)]
pub(crate) struct Kept {
    positions: u64,
    n: u64,
    turn: u64,
    memory: Pages,
    /// For each place of the table the turn in which it was taken, and the number
    /// of the position.
    table: Vec<(u32, u32)>,
    /// The last turn in which the table was used.
    used: u64,
}

/// What became of a position that is different from all others.
#[derive(Debug, PartialEq, Eq)]
enum Addition {
    New,
    TooMany,
}

impl Kept {
    pub(crate) const POSITIONS: usize = std::mem::offset_of!(Kept, positions);
    pub(crate) const N: usize = std::mem::offset_of!(Kept, n);
    pub(crate) const TURN: usize = std::mem::offset_of!(Kept, turn);

    /// Room for positions of this many words; nothing if the machine has no memory left.
    pub(crate) fn new(words: usize) -> Option<Kept> {
        let memory = Pages::new(8 * words * MOST as usize)?;
        let table = vec![(0, 0); 256];
        Some(Kept { positions: memory.start(), n: 0, turn: 1, memory, table, used: 0 })
    }

    /// The address of the first position, as generated code sees it.
    #[cfg(test)]
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// The positions that were kept, each of this many words.
    #[inline]
    pub(crate) fn all(&self, words: usize) -> &[u64] {
        &self.memory.all()[..self.n as usize * words]
    }

    /// The position of a number.
    fn position(&self, number: usize, words: usize) -> &[u64] {
        &self.memory.all()[number * words..][..words]
    }

    /// Keeps a position unless one is kept that differs at most where the mask has
    /// no bits: whether it is new, or the one that is kept.
    fn keep(&mut self, position: &[u64], mask: &[u64]) -> Result<Addition, &[u64]> {
        let (n, words) = (self.n as usize, position.len());
        self.begin();
        let (last, turn) = (self.table.len() - 1, self.turn as u32);
        let mut place = hash(position, mask) as usize & last;
        while self.table[place].0 == turn {
            let number = self.table[place].1 as usize;
            let kept = self.position(number, words);
            let same = |i: usize| (kept[i] ^ position[i]) & mask[i] == 0;
            if (0..mask.len()).all(same) {
                return Err(self.position(number, words));
            }
            place = (place + 1) & last;
        }
        if self.n >= MOST {
            return Ok(Addition::TooMany);
        }
        self.table[place] = (turn, n as u32);
        self.memory.all_mut()[n * words..][..words].copy_from_slice(position);
        self.n += 1;
        if 2 * (n + 1) > self.table.len() {
            self.grow(words, mask);
        }
        Ok(Addition::New)
    }

    /// In a new turn no place of the table is taken. The table knows turns by 32
    /// bits only, so it is cleared when these begin again.
    fn begin(&mut self) {
        if self.turn >> 32 != self.used >> 32 || self.turn as u32 == 0 {
            self.turn |= 1;
            self.table.fill((0, 0));
        }
        self.used = self.turn;
    }

    fn grow(&mut self, words: usize, mask: &[u64]) {
        self.table = vec![(0, 0); 2 * self.table.len()];
        let (last, turn) = (self.table.len() - 1, self.turn as u32);
        for i in 0..self.n as usize {
            let mut place = hash(self.position(i, words), mask) as usize & last;
            while self.table[place].0 == turn {
                place = (place + 1) & last;
            }
            self.table[place] = (turn, i as u32);
        }
    }
}

fn hash(position: &[u64], mask: &[u64]) -> u64 {
    let words = position.iter().zip(mask);
    let mixed = words.fold(0u64, |hash, (word, mask)| {
        (hash.rotate_left(23) ^ (word & mask)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    mixed >> 32
}

/// Keeps a position unless it is kept already: 1 if it is new, 0 if not. Equal
/// positions with different outcomes are an error of the rules.
pub(crate) extern "C" fn keep(ctx: *mut Ctx, position: *const u64) -> i64 {
    // SAFETY: generated code hands on the memory of its thread.
    let ctx = unsafe { &mut *ctx };
    // SAFETY: the shared part outlives the memory of all threads, and nobody
    // changes it.
    let shared = unsafe { &*ctx.shared };
    // SAFETY: the code gives the address of a position that it has just made.
    let position = unsafe { std::slice::from_raw_parts(position, shared.words()) };
    let mask = &shared.undecided;
    match ctx.kept.keep(position, mask) {
        Ok(Addition::New) => 1,
        Ok(Addition::TooMany) => {
            ctx.problem = Problem::Results as i64;
            i64::MIN
        }
        Err(kept) if kept[..mask.len()] == position[..mask.len()] => 0,
        Err(_) => {
            ctx.problem = Problem::Rules as i64;
            i64::MIN
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_is_kept_once_in_each_turn() {
        let mut kept = Kept::new(3).unwrap();
        let mask = [u64::MAX, 0xff];
        for turn in 0..3 {
            kept.n = 0;
            kept.turn += 1;
            for i in 0..1000 {
                assert!(kept.keep(&[i, turn << 8, 7], &mask).is_ok(), "{turn} {i}");
                assert_eq!(kept.keep(&[i, 3 << 8, 8], &mask), Err(&[i, turn << 8, 7][..]));
            }
            assert_eq!(kept.n, 1000);
        }
    }

    #[test]
    fn turns_may_be_more_than_their_numbers() {
        let mut kept = Kept::new(1).unwrap();
        for turn in [u64::from(u32::MAX), 1 << 32, (1 << 32) + 2, 5 << 32] {
            (kept.turn, kept.n) = (turn, 0);
            assert_eq!(kept.keep(&[1], &[u64::MAX]), Ok(Addition::New), "{turn}");
            assert!(kept.keep(&[1], &[u64::MAX]).is_err(), "{turn}");
        }
    }
}
