//! The game of the amazons on the 58 lines of the board, sixteen bits each, with
//! walls around: two bit scans tell how far a line is free on both sides of a
//! field, and one table row of a vector register lists the fields.
//!
//! There are two programs. One lists all moves and takes one, as programs for
//! this game do; the other counts them and finds the one that it needs.

use crate::machine::Machine;
use crate::random::Random;
use crate::reference::{Outcome, Played, Reference};

const SIDE: usize = 10;
const FIELDS: usize = SIDE * SIDE;
/// Rows, columns, rising and falling diagonals.
const LINES: usize = 2 * SIDE + 2 * (2 * SIDE - 1);
/// An amazon sees no more than 35 fields, nor does an arrow.
const MOST_TARGETS: usize = 35;
const MOST_MOVES: usize = 4 * MOST_TARGETS * MOST_TARGETS;
/// What is written for a line at once, though nine fields are the most.
const ROW: usize = 16;

/// Where a field is on its four lines: the numbers of the lines, and its bit.
#[derive(Clone, Copy)]
struct Place {
    lines: [u8; 4],
    bits: [u8; 4],
}

static PLACES: [Place; FIELDS] = {
    let mut places = [Place { lines: [0; 4], bits: [0; 4] }; FIELDS];
    let mut field = 0;
    while field < FIELDS {
        let (row, column) = (field / SIDE, field % SIDE);
        let rising = 2 * SIDE + (row + SIDE - 1 - column);
        let falling = 4 * SIDE - 1 + (row + column);
        // Bit 0 is a wall.
        let bit = column as u8 + 1;
        places[field] = Place {
            lines: [row as u8, (SIDE + column) as u8, rising as u8, falling as u8],
            bits: [bit, row as u8 + 1, bit, bit],
        };
        field += 1;
    }
    places
};

/// The lines of the empty board: every bit that is no field is a wall.
const EMPTY: [u16; LINES] = {
    let mut lines = [u16::MAX; LINES];
    let mut field = 0;
    while field < FIELDS {
        let place = PLACES[field];
        let mut lane = 0;
        while lane < 4 {
            lines[place.lines[lane] as usize] ^= 1 << place.bits[lane];
            lane += 1;
        }
        field += 1;
    }
    lines
};

/// From one field of a line to the next one.
const STEPS: [i16; 4] = [1, SIDE as i16, SIDE as i16 + 1, 1 - SIDE as i16];

/// For each kind of line: what to add to a field, and to the code of a move, to
/// get the fields of a line that is free `below` fields down and `above` up.
static OFFSETS: [[[[u16; ROW]; SIDE]; SIDE]; 4] = {
    let mut offsets = [[[[0; ROW]; SIDE]; SIDE]; 4];
    let mut lane = 0;
    while lane < 4 {
        let mut cell = 0;
        while cell < SIDE * SIDE {
            let (below, above) = (cell / SIDE, cell % SIDE);
            let mut n = 0;
            while n < below + above && n < ROW {
                let far = if n < below { -(n as i16) - 1 } else { (n - below) as i16 + 1 };
                offsets[lane][below][above][n] = (STEPS[lane] * far) as u16;
                n += 1;
            }
            cell += 1;
        }
        lane += 1;
    }
    offsets
};

/// A position; `LISTED` says which of the two programs plays. A bit of a line is
/// set where an amazon or an arrow is.
#[derive(Clone, Debug)]
pub struct Amazons<const LISTED: bool> {
    lines: [u16; LINES],
    amazons: [[u8; 4]; 2],
    ply: u32,
}

/// The codes of the moves of the positions from the root of a tree to the node. The list is
/// longer than what is in use, `used` tells where the next one goes.
#[derive(Default, Debug)]
pub struct Scratch {
    moves: Vec<u16>,
    used: usize,
}

/// What is done for each flight of an amazon. A trait, because closures are not
/// sure to be compiled for the machine around them.
trait Visitor {
    /// `code` is that of the move that shoots an arrow to where the amazon is.
    fn visit<const LISTED: bool>(&mut self, board: &Amazons<LISTED>, code: u16);
}

/// Counts moves.
struct Counted(u32);

impl Visitor for Counted {
    #[inline(always)]
    fn visit<const LISTED: bool>(&mut self, board: &Amazons<LISTED>, code: u16) {
        self.0 += board.freedom(decode(code).1);
    }
}

/// Writes down the moves.
struct Listed<'a> {
    moves: &'a mut [u16],
    used: usize,
}

impl Visitor for Listed<'_> {
    #[inline(always)]
    fn visit<const LISTED: bool>(&mut self, board: &Amazons<LISTED>, code: u16) {
        self.used += board.write(decode(code).1, code, &mut self.moves[self.used..]);
    }
}

/// Writes down the flights, and how many moves there are up to each.
struct Flights {
    upto: [u32; 4 * MOST_TARGETS],
    codes: [u16; 4 * MOST_TARGETS],
    n: usize,
}

impl Visitor for Flights {
    #[inline(always)]
    fn visit<const LISTED: bool>(&mut self, board: &Amazons<LISTED>, code: u16) {
        let before = if self.n == 0 { 0 } else { self.upto[self.n - 1] };
        self.upto[self.n] = before + board.freedom(decode(code).1);
        self.codes[self.n] = code;
        self.n += 1;
    }
}

/// A list of fields with room for a whole row at its end.
type Targets = [u16; MOST_TARGETS + ROW];

impl<const LISTED: bool> Reference for Amazons<LISTED> {
    const NAME: &'static str = if LISTED { "amazons" } else { "amazons_counted" };
    type Scratch = Scratch;

    fn start() -> Self {
        let amazons = [[3, 6, 30, 39], [60, 69, 93, 96]];
        let mut position = Amazons { lines: EMPTY, amazons, ply: 0 };
        for field in amazons.as_flattened() {
            position.flip(usize::from(*field));
        }
        position
    }

    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut Scratch,
        mut visit: impl FnMut(&mut Self, &mut Scratch),
    ) {
        let first = scratch.used;
        self.list(scratch);
        for index in first..scratch.used {
            let code = scratch.moves[index];
            let from = self.play(code);
            visit(self, scratch);
            self.take_back(code, from);
        }
        scratch.used = first;
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, _: &mut Scratch) -> u64 {
        let mut counted = Counted(0);
        self.clone().each_flight(&mut counted);
        u64::from(counted.0)
    }

    #[inline(always)]
    fn playout<M: Machine>(_: M, random: &mut Random, scratch: &mut Scratch) -> Played {
        let mut position = Self::start();
        loop {
            let code =
                if LISTED { position.pick_listed(random, scratch) } else { position.pick(random) };
            match code {
                Some(code) => position.play(code),
                None => break,
            };
        }
        Played { plies: position.ply, outcome: Outcome::win_of(position.ply + 1) }
    }
}

impl<const LISTED: bool> Amazons<LISTED> {
    /// One of the moves, from a list of all.
    #[inline(always)]
    fn pick_listed(&mut self, random: &mut Random, scratch: &mut Scratch) -> Option<u16> {
        scratch.used = 0;
        self.list(scratch);
        let k = random.below(scratch.used as u32) as usize;
        scratch.moves[..scratch.used].get(k).copied()
    }

    /// One of the moves, found by counting.
    #[inline(always)]
    fn pick(&mut self, random: &mut Random) -> Option<u16> {
        let mut flights =
            Flights { upto: [0; 4 * MOST_TARGETS], codes: [0; 4 * MOST_TARGETS], n: 0 };
        self.each_flight(&mut flights);
        let upto = &flights.upto[..flights.n];
        let k = random.below(upto.last().copied().unwrap_or(0));
        // Fewer are full when the number is among the later ones.
        let index = upto.iter().filter(|&&upto| upto <= k).count();
        let &code = flights.codes[..flights.n].get(index)?;
        let before = if index == 0 { 0 } else { upto[index - 1] };
        let (amazon, to, _) = decode(code);
        let from = usize::from(self.own()[amazon]);
        self.flip(from);
        let mut targets: Targets = [0; MOST_TARGETS + ROW];
        self.write(to, code, &mut targets);
        self.flip(from);
        Some(targets[(k - before) as usize])
    }

    /// Adds the codes of all moves to the list.
    #[inline(always)]
    fn list(&mut self, scratch: &mut Scratch) {
        let end = scratch.used + MOST_MOVES + ROW;
        if scratch.moves.len() < end {
            scratch.moves.resize(end, 0);
        }
        let mut listed = Listed { moves: &mut scratch.moves, used: scratch.used };
        self.each_flight(&mut listed);
        scratch.used = listed.used;
    }

    /// Calls `visitor` for each field to which an amazon of the player to move
    /// can go, with a board that she has left.
    #[inline(always)]
    fn each_flight(&mut self, visitor: &mut impl Visitor) {
        let mut targets: Targets = [0; MOST_TARGETS + ROW];
        for amazon in 0..4 {
            let from = usize::from(self.own()[amazon]);
            self.flip(from);
            let n = self.write(from, from as u16, &mut targets);
            for &to in &targets[..n] {
                visitor.visit(self, (amazon << 14) as u16 | to << 7 | to);
            }
            self.flip(from);
        }
    }

    /// Writes `code`, changed by the way to it, for each field that can be seen
    /// from `field`, and tells how many there are.
    #[inline(always)]
    fn write(&self, field: usize, code: u16, list: &mut [u16]) -> usize {
        let mut n = 0;
        for (lane, offsets) in OFFSETS.iter().enumerate() {
            let (below, above) = self.free(field, lane);
            let mut row = offsets[below][above];
            for entry in &mut row {
                *entry = entry.wrapping_add(code);
            }
            list[n..n + ROW].copy_from_slice(&row);
            n += below + above;
        }
        n
    }

    /// How many fields can be seen from a field.
    #[inline(always)]
    fn freedom(&self, field: usize) -> u32 {
        let mut n = 0;
        for lane in 0..4 {
            let (below, above) = self.free(field, lane);
            n += below + above;
        }
        n as u32
    }

    /// How many fields are free on both sides of a field on one of its lines.
    #[inline(always)]
    fn free(&self, field: usize, lane: usize) -> (usize, usize) {
        let Place { lines, bits } = &PLACES[field];
        let line = u32::from(self.lines[usize::from(lines[lane])]);
        let bit = u32::from(bits[lane]);
        let below = (line << (32 - bit)).leading_zeros();
        let above = (line >> (bit + 1)).trailing_zeros();
        (below as usize, above as usize)
    }

    #[inline(always)]
    fn own(&self) -> &[u8; 4] {
        &self.amazons[self.ply as usize % 2]
    }

    /// Makes a move and gives the field that the amazon has left.
    #[inline(always)]
    fn play(&mut self, code: u16) -> usize {
        let (amazon, to, arrow) = decode(code);
        let place = &mut self.amazons[self.ply as usize % 2][amazon];
        let from = usize::from(*place);
        *place = to as u8;
        self.ply += 1;
        self.flip(from);
        self.flip(to);
        self.flip(arrow);
        from
    }

    #[inline(always)]
    fn take_back(&mut self, code: u16, from: usize) {
        let (amazon, to, arrow) = decode(code);
        self.flip(arrow);
        self.flip(to);
        self.flip(from);
        self.ply -= 1;
        self.amazons[self.ply as usize % 2][amazon] = from as u8;
    }

    /// Puts something on a field, or takes it off.
    #[inline(always)]
    fn flip(&mut self, field: usize) {
        let Place { lines, bits } = PLACES[field];
        for (line, bit) in lines.into_iter().zip(bits) {
            self.lines[usize::from(line)] ^= 1 << bit;
        }
    }
}

/// What the code of a move says: which amazon goes where, and shoots where.
#[inline(always)]
fn decode(code: u16) -> (usize, usize, usize) {
    (usize::from(code >> 14), usize::from(code >> 7 & 127), usize::from(code & 127))
}
