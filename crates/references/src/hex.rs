//! Hex on 121 bits a player, with the stones that are joined to the player's
//! first edge in a set of their own: most stones touch none of these and need
//! no search, and a stone that does only searches what it joins to them.

use crate::machine::Machine;
use crate::random::Random;
use crate::reference::{Outcome, Played, Reference};

const SIDE: usize = 11;
const FIELDS: usize = SIDE * SIDE;
const ALL: u128 = (1 << FIELDS) - 1;
const FIRST_COLUMN: u128 = {
    let (mut column, mut row) = (0, 0);
    while row < SIDE {
        column |= 1 << (row * SIDE);
        row += 1;
    }
    column
};
const LAST_COLUMN: u128 = FIRST_COLUMN << (SIDE - 1);
const FIRST_ROW: u128 = (1 << SIDE) - 1;
const LAST_ROW: u128 = FIRST_ROW << (FIELDS - SIDE);

const RED: usize = 0;
const BLUE: usize = 1;
/// The edges from which and to which red, then blue, builds.
const NEAR: [u128; 2] = [FIRST_ROW, FIRST_COLUMN];
const FAR: [u128; 2] = [LAST_ROW, LAST_COLUMN];

/// The fields beside each field.
static BESIDE: [u128; FIELDS] = {
    let mut beside = [0; FIELDS];
    let mut field = 0;
    while field < FIELDS {
        beside[field] = around(1 << field);
        field += 1;
    }
    beside
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

/// The stones of a player, and those of them from which a chain leads to the near
/// edge.
#[derive(Clone, Copy, Debug, Default)]
struct Stones {
    all: u128,
    joined: u128,
}

/// A position; `ply` is even if red is to move.
#[derive(Clone, Copy, Debug)]
pub struct Hex {
    red: Stones,
    blue: Stones,
    ply: u32,
}

impl Reference for Hex {
    const NAME: &'static str = "hex";
    type Scratch = ();

    fn start() -> Hex {
        Hex { red: Stones::default(), blue: Stones::default(), ply: 0 }
    }

    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut (),
        mut visit: impl FnMut(&mut Hex, &mut ()),
    ) {
        let mut empty = self.open();
        while empty != 0 {
            let field = empty.trailing_zeros() as usize;
            let mut next = *self;
            if self.ply.is_multiple_of(2) {
                next.red.place(RED, field);
            } else {
                next.blue.place(BLUE, field);
            }
            next.ply += 1;
            visit(&mut next, scratch);
            empty &= empty - 1;
        }
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, (): &mut ()) -> u64 {
        u64::from(self.open().count_ones())
    }

    #[inline(always)]
    fn playout<M: Machine>(_: M, random: &mut Random, (): &mut ()) -> Played {
        // The empty fields are the first ones of the list.
        let mut list = FIELD_LIST;
        let mut empty = FIELDS;
        let mut draw = || {
            let k = random.below(empty as u32) as usize;
            empty -= 1;
            let field = list[k];
            list[k] = list[empty];
            usize::from(field)
        };
        let (mut red, mut blue) = (Stones::default(), Stones::default());
        for ply in (0..).step_by(2) {
            if red.place(RED, draw()) {
                return Played { plies: ply + 1, outcome: Outcome::First };
            }
            if blue.place(BLUE, draw()) {
                return Played { plies: ply + 2, outcome: Outcome::Second };
            }
        }
        unreachable!("a full board joins two edges")
    }
}

impl Hex {
    /// The fields on which the player to move may put a stone.
    #[inline(always)]
    fn open(&self) -> u128 {
        let won = (self.red.joined & FAR[RED]) | (self.blue.joined & FAR[BLUE]);
        if won != 0 { 0 } else { ALL & !(self.red.all | self.blue.all) }
    }
}

impl Stones {
    /// Puts a stone of this player on a field, and tells whether this joins the
    /// edges.
    #[inline(always)]
    fn place(&mut self, player: usize, field: usize) -> bool {
        let stone = 1 << field;
        self.all |= stone;
        let touched = (BESIDE[field] & self.joined) | (stone & NEAR[player]);
        touched != 0 && self.join(player, field)
    }

    /// Takes up a stone, and all that hangs on it, among the joined ones.
    #[inline(always)]
    fn join(&mut self, player: usize, field: usize) -> bool {
        self.joined |= 1 << field;
        let mut loose = self.all & !self.joined;
        let mut front = BESIDE[field] & loose;
        while front != 0 {
            self.joined |= front;
            loose ^= front;
            front = around(front) & loose;
        }
        self.joined & FAR[player] != 0
    }
}

/// The fields beside those of a set (and some of the set).
#[inline(always)]
const fn around(set: u128) -> u128 {
    let right = (set & !LAST_COLUMN) << 1;
    let left = (set & !FIRST_COLUMN) >> 1;
    // One row up is the field itself and the one to its left, one row down the
    // field and the one to its right.
    let up = (set | left) << SIDE;
    let down = (set | right) >> SIDE;
    (right | left | up | down) & ALL
}
