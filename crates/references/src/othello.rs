//! Othello on two sets of fields; the eight directions are filled as four pairs
//! at once, in arrays that the compiler turns into vector registers.

use crate::machine::Machine;
use crate::random::Random;
use crate::reference::{Outcome, Played, Reference};

/// Across, up, and the two diagonals, each in both senses.
const STEPS: [u64; 4] = [1, 8, 7, 9];
/// Fields through which a line in that direction can go on: discs on the edge
/// columns end all lines but the vertical ones.
const INNER: [u64; 4] =
    [0x7e7e_7e7e_7e7e_7e7e, u64::MAX, 0x7e7e_7e7e_7e7e_7e7e, 0x7e7e_7e7e_7e7e_7e7e];

type Lanes = [u64; 4];

/// A position: the discs of the player to move, and of the other.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    own: u64,
    other: u64,
}

impl Reference for Othello {
    const NAME: &'static str = "othello";
    type Scratch = ();

    fn start() -> Othello {
        Othello { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36 }
    }

    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut (),
        mut visit: impl FnMut(&mut Othello, &mut ()),
    ) {
        let mut moves = self.moves();
        if moves == 0 && self.passed().moves() != 0 {
            visit(&mut self.passed(), scratch);
        }
        while moves != 0 {
            let disc = moves & moves.wrapping_neg();
            visit(&mut self.after(disc), scratch);
            moves ^= disc;
        }
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, (): &mut ()) -> u64 {
        match self.moves().count_ones() {
            0 => u64::from(self.passed().moves() != 0),
            moves => u64::from(moves),
        }
    }

    #[inline(always)]
    fn playout<M: Machine>(machine: M, random: &mut Random, (): &mut ()) -> Played {
        let mut position = Othello::start();
        let mut passed = false;
        for ply in 0.. {
            let moves = position.moves();
            if moves != 0 {
                let k = random.below(moves.count_ones());
                position = position.after(machine.select(moves, k));
                passed = false;
            } else if passed {
                // The first of two passes was no turn, the game had ended.
                return Played { plies: ply - 1, outcome: position.result(ply) };
            } else {
                position = position.passed();
                passed = true;
            }
        }
        unreachable!("each turn fills a field or is followed by one that does")
    }
}

impl Othello {
    /// The same discs with the other player to move.
    #[inline(always)]
    fn passed(&self) -> Othello {
        Othello { own: self.other, other: self.own }
    }

    /// The empty fields on which a disc turns others over.
    #[inline(always)]
    fn moves(&self) -> u64 {
        let (up, down) = self.chains(self.own);
        let mut ends = 0;
        for lane in 0..4 {
            ends |= up[lane] << STEPS[lane] | down[lane] >> STEPS[lane];
        }
        ends & !(self.own | self.other)
    }

    /// The position after putting down a disc.
    #[inline(always)]
    fn after(&self, disc: u64) -> Othello {
        let (up, down) = self.chains(disc);
        let mut turned = 0;
        for lane in 0..4 {
            let capped_up = up[lane] << STEPS[lane] & self.own != 0;
            let capped_down = down[lane] >> STEPS[lane] & self.own != 0;
            turned |= if capped_up { up[lane] } else { 0 };
            turned |= if capped_down { down[lane] } else { 0 };
        }
        Othello { own: self.other ^ turned, other: self.own ^ (turned | disc) }
    }

    /// The discs of the other player that follow one of `from` without a gap,
    /// for each direction in its two senses. Doubling the stride makes three
    /// steps of the six that a line can need.
    #[inline(always)]
    fn chains(&self, from: u64) -> (Lanes, Lanes) {
        let (mut up, mut down) = ([0; 4], [0; 4]);
        for lane in 0..4 {
            let step = STEPS[lane];
            let through = self.other & INNER[lane];
            let mut above = through & from << step;
            let mut below = through & from >> step;
            above |= through & above << step;
            below |= through & below >> step;
            let two_above = through & through << step;
            let two_below = through & through >> step;
            above |= two_above & above << (2 * step);
            below |= two_below & below >> (2 * step);
            above |= two_above & above << (2 * step);
            below |= two_below & below >> (2 * step);
            up[lane] = above;
            down[lane] = below;
        }
        (up, down)
    }

    /// Who has more discs; the player to move is the one who makes turn `ply`.
    #[inline(always)]
    fn result(&self, ply: u32) -> Outcome {
        match self.own.count_ones().cmp(&self.other.count_ones()) {
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::win_of(ply),
            std::cmp::Ordering::Less => Outcome::win_of(ply + 1),
        }
    }
}
