//! What a learned evaluation looks at, found from the declarations of a game: each field by
//! itself, groups of fields in straight lines and in small boxes, reserves and counters.
//!
//! A group has a table with an entry for whatever its fields can hold. Every entry has two
//! weights: one for positions with the first player to move, one for the others.

use game::{Board, Facts, Field, Piece, Player, Shape, Symmetry};
use rustc_hash::FxHashSet;

/// A table for one group may have this many entries.
const MOST_OF_A_GROUP: usize = 1024;
/// All tables together may have this many: what is looked up often should stay in the cache
/// of a processor.
const MOST_ENTRIES: usize = 1 << 18;
/// Counts beyond this one are treated alike.
const MOST_COUNTED: i32 = 31;

/// Which groups of fields are looked at, and whether the players share weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The fields of a group in a straight line; 0 if there are none.
    pub line: usize,
    /// Boxes of two by two fields.
    pub squares: bool,
    /// Boxes of two by three fields.
    pub oblongs: bool,
    /// Weights are shared by symmetries that exchange the players, too.
    pub shares_players: bool,
}

/// A group of fields and where its table begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its fields: the first one counts least in the number of an entry.
    pub fields: Vec<Field>,
    /// Its first entry.
    pub first: usize,
}

/// A number that a position holds beside the board, and where its table begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Whose it is.
    pub(crate) player: Player,
    pub(crate) low: i32,
    pub(crate) n_values: usize,
    pub(crate) first: usize,
}

/// All that is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    look: Look,
    n_codes: usize,
    /// The code of each piece, by [`Piece::index`]; an empty field has 0.
    codes: Vec<u8>,
    pieces: Vec<Piece>,
    groups: Vec<Group>,
    /// Numbers in the order of [`game::Game::numbers`].
    pub(crate) numbers: Vec<Number>,
    n_entries: usize,
    /// Where the groups of each field begin in the list of all, with one end more.
    starts: Vec<u32>,
    touched: Vec<Touched>,
}

/// A group that a field belongs to, and what its code counts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touched {
    pub(crate) group: u32,
    pub(crate) power: u32,
}

impl Look {
    /// What suits a game. The larger boxes are left out: in othello and in breakthrough they
    /// cost more time than what they know is worth.
    pub fn new(facts: &Facts) -> Look {
        Look { oblongs: false, ..Look::most(facts) }
    }

    /// As much as keeps tables small.
    pub fn most(facts: &Facts) -> Look {
        let n_codes = facts.pieces().count() + 1;
        let fits = |n: u32| n_codes.checked_pow(n).is_some_and(|all| all <= MOST_OF_A_GROUP);
        let is_there = |line: &usize| {
            let look = Look { line: *line, squares: false, oblongs: false, shares_players: true };
            groups(&facts.board, look).len() > facts.board.n_fields()
        };
        let line = (2..=4).rev().filter(|&n| fits(n as u32)).find(is_there).unwrap_or(0);
        let look = Look { line, squares: fits(4), oblongs: fits(6), shares_players: true };
        let smaller = [
            look,
            Look { oblongs: false, ..look },
            Look { oblongs: false, squares: false, ..look },
            Look { oblongs: false, squares: false, line: line.min(3), ..look },
            Look { oblongs: false, squares: false, line: line.min(2), ..look },
        ];
        let small = |look: &Look| Plan::new(facts, *look).n_entries <= MOST_ENTRIES;
        let none = Look { oblongs: false, squares: false, line: 0, ..look };
        smaller.into_iter().find(small).unwrap_or(none)
    }
}

impl Plan {
    /// All that is looked at in a game.
    pub fn new(facts: &Facts, look: Look) -> Plan {
        let pieces: Vec<Piece> = facts.pieces().collect();
        let n_codes = pieces.len() + 1;
        let mut codes = vec![0; 3 * facts.kinds.len()];
        pieces.iter().zip(1..).for_each(|(piece, code)| codes[piece.index()] = code);
        // The first entry is for every position.
        let mut n_entries = 1;
        let groups = groups(&facts.board, look).into_iter().map(|fields| {
            let first = n_entries;
            n_entries += n_codes.pow(fields.len() as u32);
            Group { fields, first }
        });
        let groups: Vec<Group> = groups.collect();
        let numbers = numbers(facts).into_iter().map(|(player, low, high)| {
            let n_values = (i64::from(high) - i64::from(low)).clamp(0, i64::from(MOST_COUNTED));
            let (n_values, first) = (n_values as usize + 1, n_entries);
            n_entries += n_values;
            Number { player, low, n_values, first }
        });
        let numbers = numbers.collect();
        let (starts, touched) = touched(facts.board.n_fields(), &groups, n_codes);
        Plan { look, n_codes, codes, pieces, groups, numbers, n_entries, starts, touched }
    }

    /// Which groups are looked at.
    pub fn look(&self) -> Look {
        self.look
    }

    /// The groups of fields.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The entries of all tables.
    pub fn n_entries(&self) -> usize {
        self.n_entries
    }

    /// What a field can hold, with nothing.
    pub(crate) fn n_codes(&self) -> usize {
        self.n_codes
    }

    /// The code of what a field holds.
    #[inline]
    pub(crate) fn code(&self, piece: Option<Piece>) -> u8 {
        piece.map_or(0, |piece| self.codes[piece.index()])
    }

    /// The piece of a code.
    pub(crate) fn piece(&self, code: usize) -> Option<Piece> {
        code.checked_sub(1).map(|i| self.pieces[i])
    }

    /// The code of what a code becomes under a symmetry.
    pub(crate) fn image(&self, code: usize, symmetry: &Symmetry) -> usize {
        usize::from(self.code(self.piece(code).map(|piece| symmetry.piece(piece))))
    }

    /// The groups that a field belongs to.
    #[inline]
    pub(crate) fn touched(&self, field: usize) -> &[Touched] {
        &self.touched[self.starts[field] as usize..self.starts[field + 1] as usize]
    }
}

/// The groups of each field.
fn touched(n_fields: usize, groups: &[Group], n_codes: usize) -> (Vec<u32>, Vec<Touched>) {
    let mut of_fields = vec![Vec::new(); n_fields];
    for (group, i) in groups.iter().zip(0..) {
        let mut power = 1;
        for field in &group.fields {
            of_fields[field.index()].push(Touched { group: i, power });
            power *= n_codes as u32;
        }
    }
    let mut starts = vec![0];
    for of_field in &of_fields {
        starts.push(starts[starts.len() - 1] + of_field.len() as u32);
    }
    (starts, of_fields.concat())
}

/// Reserves and counters of the players: whose each is, and its least and greatest value.
/// Plain counters belong to nobody: mostly they count turns to a draw.
fn numbers(facts: &Facts) -> Vec<(Player, i32, i32)> {
    let reserve = facts.reserve.iter().flat_map(|_| Player::BOTH.map(|player| (player, 0, 255)));
    let counters = facts.counters.iter().filter(|counter| counter.symbols.is_some());
    let counters =
        counters.flat_map(|counter| Player::BOTH.map(|player| (player, counter.low, counter.high)));
    reserve.chain(counters).collect()
}

/// All groups of fields: single ones first.
fn groups(board: &Board, look: Look) -> Vec<Vec<Field>> {
    let fields = || (0..board.n_fields()).map(|i| Field(i as u16));
    let mut groups: Vec<Vec<Field>> = fields().map(|field| vec![field]).collect();
    let mut seen = FxHashSet::default();
    let mut add = |group: Option<Vec<Field>>| {
        let Some(group) = group else { return };
        let mut sorted = group.clone();
        sorted.sort();
        sorted.dedup();
        // A line that comes around to where it began has fewer fields.
        if sorted.len() == group.len() && seen.insert(sorted) {
            groups.push(group);
        }
    };
    let walk = |from: Field, direction: usize, n: usize| -> Option<Vec<Field>> {
        let mut line = vec![from];
        for _ in 1..n {
            line.push(board.steps[direction][line[line.len() - 1].index()]?);
        }
        Some(line)
    };
    for direction in 0..board.directions.len() {
        if look.line > 1 {
            fields().for_each(|field| add(walk(field, direction, look.line)));
        }
    }
    // A box has so many fields along one direction and so many along the other.
    let boxed = |from: Field, (along, n_along): (usize, usize), (up, n_up): (usize, usize)| {
        let rows = walk(from, up, n_up)?;
        let rows = rows.into_iter().map(|field| walk(field, along, n_along));
        Some(rows.collect::<Option<Vec<_>>>()?.concat())
    };
    for (along, up) in sides(board.shape) {
        for field in fields() {
            if look.squares {
                add(boxed(field, (along, 2), (up, 2)));
            }
            if look.oblongs {
                add(boxed(field, (along, 3), (up, 2)));
                add(boxed(field, (along, 2), (up, 3)));
            }
        }
    }
    groups
}

/// The pairs of directions in which boxes extend, by the order of directions of a board.
fn sides(shape: Shape) -> Vec<(usize, usize)> {
    match shape {
        // East and north.
        Shape::Square => vec![(2, 0)],
        // Neighbors around a cell, which is north, northeast, east, and then their opposites.
        Shape::Hexagonal => vec![(1, 0), (2, 1), (2, 0), (3, 2)],
        Shape::Lines => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::KindFacts;

    fn facts(columns: usize, rows: usize, kinds: &[&str]) -> Facts {
        let mut facts =
            Facts::new("test", Board::grid(columns, rows, (false, false), false, |_, _| false));
        facts.kinds = kinds.iter().map(|name| KindFacts::of_players(name, name, name)).collect();
        facts
    }

    #[test]
    fn groups_follow_from_the_board_and_what_fields_can_hold() {
        let count = |facts: &Facts| {
            let plan = Plan::new(facts, Look::most(facts));
            [1, 2, 4, 6]
                .map(|n| plan.groups().iter().filter(|group| group.fields.len() == n).count())
        };
        // Othello: 130 lines of four and 49 squares; 42 boxes lie and 42 stand.
        assert_eq!(count(&facts(8, 8, &["disc"])), [64, 0, 130 + 49, 84]);
        // Chess: neighbors.
        let kinds = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        assert_eq!(count(&facts(8, 8, &kinds)), [64, 56 + 56 + 49 + 49, 0, 0]);
    }

    #[test]
    fn every_field_knows_its_groups() {
        let facts = facts(4, 4, &["man"]);
        let plan = Plan::new(&facts, Look::new(&facts));
        for (i, group) in plan.groups().iter().enumerate() {
            for (power, field) in group.fields.iter().enumerate() {
                let touched = plan.touched(field.index());
                let power = 3_u32.pow(power as u32);
                assert!(touched.contains(&Touched { group: i as u32, power }));
            }
        }
    }
}
