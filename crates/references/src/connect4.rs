//! Connect four on 49 bits: seven columns of six fields, each with a spare bit
//! on top, so that one addition finds the lowest empty fields of all columns
//! and four shifts find four in a row.

use crate::machine::Machine;
use crate::random::Random;
use crate::reference::{Outcome, Played, Reference};

/// The lowest field of each column.
const BOTTOM: u64 = 0x0000_0408_1020_4081 | 1 << 42;
/// All fields, without the spare ones.
const ALL: u64 = BOTTOM * 0x3f;
/// The fields of each column.
const COLUMNS: [u64; 7] = {
    let mut columns = [0; 7];
    let mut column = 0;
    while column < 7 {
        columns[column] = 0x3f << (7 * column);
        column += 1;
    }
    columns
};
/// The number of fields.
const FIELDS: u32 = 42;

/// A position: the discs of the player to move, and of the other.
#[derive(Clone, Copy, Debug)]
pub struct Connect4 {
    own: u64,
    other: u64,
}

impl Reference for Connect4 {
    const NAME: &'static str = "connect4";
    type Scratch = ();

    fn start() -> Connect4 {
        Connect4 { own: 0, other: 0 }
    }

    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut (),
        mut visit: impl FnMut(&mut Connect4, &mut ()),
    ) {
        let mut open = self.open();
        while open != 0 {
            let disc = open & open.wrapping_neg();
            visit(&mut Connect4 { own: self.other, other: self.own | disc }, scratch);
            open ^= disc;
        }
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, (): &mut ()) -> u64 {
        u64::from(self.open().count_ones())
    }

    #[inline(always)]
    fn playout<M: Machine>(_: M, random: &mut Random, (): &mut ()) -> Played {
        let (mut own, mut other) = (0, 0);
        for ply in 0..FIELDS {
            // A full column is seldom hit before a game ends, and trying again
            // is faster than counting those that are not full.
            let disc = loop {
                let disc = landing(own | other) & COLUMNS[random.below(7) as usize];
                if disc != 0 {
                    break disc;
                }
            };
            own |= disc;
            if has_four(own) {
                return Played { plies: ply + 1, outcome: Outcome::win_of(ply) };
            }
            (own, other) = (other, own);
        }
        Played { plies: FIELDS, outcome: Outcome::Draw }
    }
}

impl Connect4 {
    /// The fields on which the disc of the player to move may come to lie.
    #[inline(always)]
    fn open(&self) -> u64 {
        if has_four(self.other) { 0 } else { landing(self.own | self.other) }
    }
}

/// The lowest empty fields of the columns that are not full.
#[inline(always)]
fn landing(discs: u64) -> u64 {
    (discs + BOTTOM) & ALL
}

/// Whether four discs are in a row: up, across, and on both diagonals.
#[inline(always)]
fn has_four(discs: u64) -> bool {
    let row = |step: u32| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step)
    };
    (row(1) | row(7) | row(6) | row(8)) != 0
}
