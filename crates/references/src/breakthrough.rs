//! Breakthrough on two sets of fields; the board is turned around after each
//! move, so that the player to move always goes up.

use crate::machine::Machine;
use crate::random::Random;
use crate::reference::{Outcome, Played, Reference};

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const LAST_ROW: u64 = 0xff << 56;

/// How far the three kinds of steps go: up and left, straight up, up and right.
const STEPS: [u32; 3] = [7, 8, 9];

/// A position: the pawns of the player to move, who goes up, and of the other.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    own: u64,
    other: u64,
}

impl Reference for Breakthrough {
    const NAME: &'static str = "breakthrough";
    type Scratch = ();

    fn start() -> Breakthrough {
        Breakthrough { own: 0xffff, other: 0xffff << 48 }
    }

    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut (),
        mut visit: impl FnMut(&mut Breakthrough, &mut ()),
    ) {
        if self.is_over() {
            return;
        }
        for (mut targets, step) in self.targets().into_iter().zip(STEPS) {
            while targets != 0 {
                let target = targets & targets.wrapping_neg();
                visit(&mut self.after(target, target >> step), scratch);
                targets ^= target;
            }
        }
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, (): &mut ()) -> u64 {
        if self.is_over() {
            return 0;
        }
        self.targets().into_iter().map(|targets| u64::from(targets.count_ones())).sum()
    }

    #[inline(always)]
    fn playout<M: Machine>(machine: M, random: &mut Random, (): &mut ()) -> Played {
        let mut position = Breakthrough::start();
        for ply in 0.. {
            let [left, straight, right] = position.targets();
            let lefts = left.count_ones();
            let sides = lefts + right.count_ones();
            let all = sides + straight.count_ones();
            if all == 0 {
                return Played { plies: ply, outcome: Outcome::win_of(ply + 1) };
            }
            let k = random.below(all);
            // Only one of the three sets has a member of its number; a number
            // below zero is greater than that of any member. This takes no
            // branches, which nobody could predict.
            let left = machine.select(left, k);
            let right = machine.select(right, k.wrapping_sub(lefts));
            let straight = machine.select(straight, k.wrapping_sub(sides));
            let target = left | straight | right;
            if target & LAST_ROW != 0 {
                return Played { plies: ply + 1, outcome: Outcome::win_of(ply) };
            }
            position = position.after(target, left >> 7 | straight >> 8 | right >> 9);
        }
        unreachable!("a pawn goes up in each turn, so that the game ends")
    }
}

impl Breakthrough {
    /// Whether the other player has just come to the last row.
    #[inline(always)]
    fn is_over(&self) -> bool {
        // Seen from here, the last row of the other is our first one.
        self.other & LAST_ROW.swap_bytes() != 0
    }

    /// Where a pawn can go, for each of [`STEPS`].
    #[inline(always)]
    fn targets(&self) -> [u64; 3] {
        let left = (self.own & !COLUMN_A) << 7 & !self.own;
        let straight = self.own << 8 & !(self.own | self.other);
        let right = (self.own & !COLUMN_H) << 9 & !self.own;
        [left, straight, right]
    }

    /// The position after a move, seen from the other side.
    #[inline(always)]
    fn after(&self, target: u64, from: u64) -> Breakthrough {
        let own = self.own ^ (target | from);
        Breakthrough { own: (self.other & !target).swap_bytes(), other: own.swap_bytes() }
    }
}
