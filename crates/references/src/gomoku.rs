//! Go-moku on the 88 lines of the board, sixteen bits each: a new stone sets one
//! bit in four lines, which fit into one word and are searched for five at once.

use crate::machine::Machine;
use crate::random::Random;
use crate::reference::{Outcome, Played, Reference};

const SIDE: usize = 15;
const FIELDS: usize = SIDE * SIDE;
/// Rows, columns, rising and falling diagonals.
const LINES: usize = 2 * SIDE + 2 * (2 * SIDE - 1);

/// Where a field is on its four lines.
#[derive(Clone, Copy)]
struct Place {
    /// The row, the column and the two diagonals.
    lines: [u8; 4],
    /// The bit of the field in its column.
    column_bit: u16,
    /// The bit of the field in its other lines.
    bit: u16,
}

static PLACES: [Place; FIELDS] = {
    let mut places = [Place { lines: [0; 4], column_bit: 0, bit: 0 }; FIELDS];
    let mut field = 0;
    while field < FIELDS {
        let (row, column) = (field / SIDE, field % SIDE);
        let rising = 2 * SIDE + (row + SIDE - 1 - column);
        let falling = 4 * SIDE - 1 + (row + column);
        places[field] = Place {
            lines: [row as u8, (SIDE + column) as u8, rising as u8, falling as u8],
            column_bit: 1 << row,
            bit: 1 << column,
        };
        field += 1;
    }
    places
};

static FIELD_LIST: [u8; FIELDS] = {
    let mut list = [0; FIELDS];
    let mut field = 0;
    while field < FIELDS {
        list[field] = field as u8;
        field += 1;
    }
    list
};

/// A position: the lines of both players, and whether the last stone won. The
/// bit above the fifteen of a line is never set, so that no row runs from one
/// line of a word into the next.
#[derive(Clone, Debug)]
pub struct Gomoku {
    lines: [[u16; LINES]; 2],
    ply: u32,
    won: bool,
}

impl Reference for Gomoku {
    const NAME: &'static str = "gomoku";
    type Scratch = ();

    fn start() -> Gomoku {
        Gomoku { lines: [[0; LINES]; 2], ply: 0, won: false }
    }

    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut (),
        mut visit: impl FnMut(&mut Gomoku, &mut ()),
    ) {
        if self.won {
            return;
        }
        for row in 0..SIDE {
            let mut empty = !(self.lines[0][row] | self.lines[1][row]) & 0x7fff;
            while empty != 0 {
                let field = row * SIDE + empty.trailing_zeros() as usize;
                self.won = self.flip(field);
                self.ply += 1;
                visit(self, scratch);
                self.ply -= 1;
                self.won = false;
                self.flip(field);
                empty &= empty - 1;
            }
        }
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, (): &mut ()) -> u64 {
        if self.won { 0 } else { FIELDS as u64 - u64::from(self.ply) }
    }

    #[inline(always)]
    fn playout<M: Machine>(_: M, random: &mut Random, (): &mut ()) -> Played {
        let mut position = Gomoku::start();
        // The empty fields are the first ones of the list.
        let mut list = FIELD_LIST;
        for empty in (1..=FIELDS).rev() {
            let k = random.below(empty as u32) as usize;
            let field = list[k];
            list[k] = list[empty - 1];
            let ply = position.ply;
            if position.flip(usize::from(field)) {
                return Played { plies: ply + 1, outcome: Outcome::win_of(ply) };
            }
            position.ply += 1;
        }
        Played { plies: FIELDS as u32, outcome: Outcome::Draw }
    }
}

impl Gomoku {
    /// Puts a stone of the player to move on a field, or takes it off again,
    /// and tells whether there are five in a row on a line through the field.
    #[inline(always)]
    fn flip(&mut self, field: usize) -> bool {
        let Place { lines, column_bit, bit } = PLACES[field];
        let own = &mut self.lines[self.ply as usize % 2];
        let mut word = 0;
        for (lane, (line, bit)) in lines.into_iter().zip([bit, column_bit, bit, bit]).enumerate() {
            own[usize::from(line)] ^= bit;
            word |= u64::from(own[usize::from(line)]) << (16 * lane);
        }
        let pairs = word & word >> 1;
        let fours = pairs & pairs >> 2;
        fours & word >> 4 != 0
    }
}
