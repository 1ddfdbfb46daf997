//! Positions as planes: small numbers on the fields of the board, one plane for each thing that
//! a game declares, seen by one of the players.

mod follow;

pub(crate) use follow::{RowPlanes, Seen};

use game::{Contents, Facts, Field, Game, Owner, Piece, Player, Setup};

/// What the planes of a game are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    /// What each plane shows, in words.
    pub names: Vec<String>,
    /// The highest number that each plane can hold.
    pub highest: Vec<u8>,
    /// The rows and columns of a plane.
    pub shape: [usize; 2],
    /// Where each field is in a plane.
    places: Vec<usize>,
    /// The plane of each piece by its index, as the first and as the second player see it.
    pieces: [Vec<usize>; 2],
    /// How many planes the own pieces have; those of the enemy follow, in the same order.
    n_own: usize,
    /// The first plane of each group that follows the pieces.
    reserves: usize,
    counters: usize,
    memories: usize,
    heights: Option<usize>,
    seen: Option<usize>,
    turn: usize,
}

/// A plane that does not exist.
const NONE: usize = usize::MAX;

impl Planes {
    /// The planes of a game.
    pub fn new(facts: &Facts) -> Planes {
        let (shape, places) = places(facts);
        let mut planes = Planes {
            names: Vec::new(),
            highest: Vec::new(),
            shape,
            places,
            pieces: [vec![NONE; 3 * facts.kinds.len()], vec![NONE; 3 * facts.kinds.len()]],
            n_own: 0,
            reserves: 0,
            counters: 0,
            memories: 0,
            heights: None,
            seen: None,
            turn: 0,
        };
        planes.add_pieces(facts);
        planes.reserves = planes.len();
        for entry in &facts.reserve {
            let kind = &facts.kinds[entry.kind.index()].name;
            for whose in ["own", "enemy"] {
                planes.add(format!("{whose} {kind} in reserve"), u8::MAX);
            }
        }
        planes.counters = planes.len();
        for counter in &facts.counters {
            let highest = u8::try_from(i64::from(counter.high) - i64::from(counter.low));
            let whose: &[&str] =
                if counter.symbols.is_some() { &["own ", "enemy "] } else { &[""] };
            for whose in whose {
                planes.add(format!("{whose}counter {}", counter.name), highest.unwrap_or(u8::MAX));
            }
        }
        planes.memories = planes.len();
        for memory in &facts.memories {
            planes.add(format!("remembered {}", memory.name), 1);
        }
        planes.heights = facts.stacks.map(|most| planes.add("pieces on the field".into(), most));
        planes.seen = facts.hidden.then(|| planes.add("field is seen".into(), 1));
        planes.turn = planes.add("the second player sees this".into(), 1);
        planes
    }

    fn add_pieces(&mut self, facts: &Facts) {
        let whose = [
            ("own", [Owner::First, Owner::Second]),
            ("enemy", [Owner::Second, Owner::First]),
            ("nobody's", [Owner::Nobody, Owner::Nobody]),
        ];
        let exists: Vec<Piece> = facts.pieces().collect();
        for (whose, owners) in whose {
            for (i, kind) in facts.kinds.iter().enumerate() {
                let pieces = owners.map(|owner| Piece::new(game::Kind(i as u8), owner));
                if !pieces.iter().any(|piece| exists.contains(piece)) {
                    continue;
                }
                let highest = facts.stacks.unwrap_or(1);
                let plane = self.add(format!("{whose} {}", kind.name), highest);
                for (seen_by, piece) in self.pieces.iter_mut().zip(pieces) {
                    seen_by[piece.index()] = plane;
                }
            }
            if whose == "own" {
                self.n_own = self.len();
            }
        }
    }

    fn add(&mut self, name: String, highest: u8) -> usize {
        self.names.push(name);
        self.highest.push(highest);
        self.names.len() - 1
    }

    /// How many planes there are.
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// How many numbers a position is.
    pub fn size(&self) -> usize {
        self.len() * self.area()
    }

    fn area(&self) -> usize {
        self.shape[0] * self.shape[1]
    }

    /// Writes a position as a player sees it who sees everything.
    pub fn write<G: Game>(
        &self,
        game: &G,
        at: &G::Position,
        seen_by: Player,
        contents: &mut Contents,
        into: &mut [u8],
    ) {
        let facts = game.facts();
        if facts.stacks.is_some() {
            return self.write_setup(facts, &game.setup(at), seen_by, None, into);
        }
        into.fill(0);
        game.contents(at, contents);
        let (area, planes) = (self.area(), &self.pieces[seen_by.index()]);
        for &(piece, field) in &contents.pieces {
            into[planes[piece.index()] * area + self.places[field.index()]] = 1;
        }
        self.write_beside(facts, contents, seen_by, into);
    }

    /// Whether there are planes of what is not on the board.
    fn has_beside(&self) -> bool {
        self.turn > self.reserves
    }

    /// Writes what is not on the board.
    #[inline]
    fn write_beside(&self, facts: &Facts, contents: &Contents, seen_by: Player, into: &mut [u8]) {
        self.fill(into, self.turn, i64::from(seen_by == Player::Second));
        if self.has_beside() {
            self.write_numbers(facts, contents, seen_by, into);
        }
    }

    /// Writes reserves, counters and remembered fields.
    fn write_numbers(&self, facts: &Facts, contents: &Contents, seen_by: Player, into: &mut [u8]) {
        let (reserve, own) = contents.numbers.split_at(2 * facts.reserve.len());
        for (i, &count) in reserve.iter().enumerate() {
            self.fill(into, self.reserves + (i ^ seen_by.index()), i64::from(count));
        }
        let (mut own, mut plain) = (own.iter(), contents.plain.iter());
        let mut plane = self.counters;
        for counter in &facts.counters {
            let values: [Option<&i32>; 2] = match counter.symbols.is_some() {
                true => [own.next(), own.next()],
                false => [plain.next(), None],
            };
            let n = values.iter().flatten().count();
            for (i, value) in values.into_iter().flatten().enumerate() {
                let whose = if n == 2 { i ^ seen_by.index() } else { 0 };
                self.fill(into, plane + whose, i64::from(*value) - i64::from(counter.low));
            }
            plane += n;
        }
        for (memory, field) in &contents.remembered {
            into[(self.memories + memory) * self.area() + self.places[field.index()]] = 1;
        }
    }

    /// Writes a setup as a player sees it, with the fields that they see if those are not all.
    pub fn write_setup(
        &self,
        facts: &Facts,
        setup: &Setup,
        seen_by: Player,
        seen: Option<&game::FieldSet>,
        into: &mut [u8],
    ) {
        into.fill(0);
        let (area, planes) = (self.area(), &self.pieces[seen_by.index()]);
        for (i, stack) in setup.board.iter().enumerate() {
            for piece in stack {
                let place = &mut into[planes[piece.index()] * area + self.places[i]];
                *place = place.saturating_add(1);
            }
            if let Some(plane) = self.heights {
                into[plane * area + self.places[i]] = u8::try_from(stack.len()).unwrap_or(u8::MAX);
            }
            if let Some(plane) = self.seen
                && seen.is_none_or(|seen| seen.contains(Field(i as u16)))
            {
                into[plane * area + self.places[i]] = 1;
            }
        }
        for (entry, counts) in setup.reserve.iter().enumerate() {
            for (i, count) in counts.iter().enumerate() {
                let plane = self.reserves + 2 * entry + (i ^ seen_by.index());
                self.fill(into, plane, i64::from(*count));
            }
        }
        let mut plane = self.counters;
        for (counter, values) in facts.counters.iter().zip(&setup.counters) {
            let n = if counter.symbols.is_some() { 2 } else { 1 };
            for (i, value) in values.iter().enumerate().take(n) {
                let whose = if n == 2 { i ^ seen_by.index() } else { 0 };
                self.fill(into, plane + whose, i64::from(*value) - i64::from(counter.low));
            }
            plane += n;
        }
        self.remember(setup, into);
        self.fill(into, self.turn, i64::from(seen_by == Player::Second));
    }

    fn remember(&self, setup: &Setup, into: &mut [u8]) {
        for (i, memory) in setup.memories.iter().enumerate() {
            if let Some((field, _)) = memory {
                into[(self.memories + i) * self.area() + self.places[field.index()]] = 1;
            }
        }
    }

    /// A plane that is the same everywhere.
    #[inline]
    fn fill(&self, into: &mut [u8], plane: usize, value: i64) {
        let value = shown(value);
        if value != 0 {
            into[plane * self.area()..][..self.area()].fill(value);
        }
    }
}

/// How a number is shown in a plane.
#[inline]
fn shown(value: i64) -> u8 {
    u8::try_from(value.max(0)).unwrap_or(u8::MAX)
}

/// Rows and columns as the board is drawn, and where each field is.
fn places(facts: &Facts) -> ([usize; 2], Vec<usize>) {
    let rows = &facts.board.rows;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(1);
    let mut places = vec![0; facts.board.n_fields()];
    for (y, row) in rows.iter().enumerate() {
        for (x, field) in row.iter().enumerate() {
            if let Some(field) = field {
                places[field.index()] = y * columns + x;
            }
        }
    }
    ([rows.len().max(1), columns.max(1)], places)
}
