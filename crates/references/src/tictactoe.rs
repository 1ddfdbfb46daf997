//! Tic-tac-toe on nine bits a player; a table knows the 512 sets that win.

use crate::machine::Machine;
use crate::random::{Lot, Random};
use crate::reference::{Outcome, Played, Reference};

const ALL: u32 = 0x1ff;

/// Whether a set of fields contains three in a row.
const WINS: [bool; 512] = {
    let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut wins = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            wins[set] |= set & lines[line] == lines[line];
            line += 1;
        }
        set += 1;
    }
    wins
};

/// A position: the marks of the player to move, and of the other.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe {
    own: u32,
    other: u32,
}

impl Reference for TicTacToe {
    const NAME: &'static str = "tictactoe";
    type Scratch = ();

    fn start() -> TicTacToe {
        TicTacToe { own: 0, other: 0 }
    }

    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut (),
        mut visit: impl FnMut(&mut TicTacToe, &mut ()),
    ) {
        let mut empty = self.open();
        while empty != 0 {
            let mark = empty & empty.wrapping_neg();
            visit(&mut TicTacToe { own: self.other, other: self.own | mark }, scratch);
            empty ^= mark;
        }
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, (): &mut ()) -> u64 {
        u64::from(self.open().count_ones())
    }

    #[inline(always)]
    fn playout<M: Machine>(machine: M, random: &mut Random, (): &mut ()) -> Played {
        let mut lot = Lot::new(random);
        let mut empty = u64::from(ALL);
        let mut marks = [0; 2];
        for ply in 0..9 {
            let mark = machine.select(empty, lot.below(9 - ply));
            empty ^= mark;
            let own = &mut marks[ply as usize % 2];
            *own |= mark;
            // Nobody has three marks before the fifth turn.
            if ply >= 4 && WINS[*own as usize & 511] {
                return Played { plies: ply + 1, outcome: Outcome::win_of(ply) };
            }
        }
        Played { plies: 9, outcome: Outcome::Draw }
    }
}

impl TicTacToe {
    /// The fields on which the player to move may put a mark.
    #[inline(always)]
    fn open(&self) -> u32 {
        if WINS[self.other as usize & 511] { 0 } else { ALL & !(self.own | self.other) }
    }
}
