//! What a learned evaluation looks at, found from the declarations of a game: each field by
//! itself, groups of fields in straight lines and in small boxes, reserves and counters.
//!
//! A group has a table with an entry for whatever its fields can hold. Every entry has two
//! weights: one for positions with the first player to move, one for the others; and two of
//! each if there are stages.

use crate::groups::{Found, groups};
use crate::look::{Look, Stages};
use game::{Facts, Field, Piece, Player, Symmetry};

/// Counts beyond this one are treated alike.
const MOST_COUNTED: i32 = 31;

/// The parts of the way from one stage to the other.
pub(crate) const WHOLE: u16 = 256;

/// A group of fields and where its table begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its fields: the first one counts least in the number of an entry.
    pub fields: Vec<Field>,
    /// Its first entry.
    pub first: usize,
    /// Its form, by which groups are alike wherever they are; single fields have none.
    pub(crate) form: Option<usize>,
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
    /// How far a position is from the stage of few pieces to that of many, by the number of
    /// its pieces, in parts of [`WHOLE`].
    late: Vec<u16>,
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

impl Plan {
    /// All that is looked at in a game.
    pub fn new(facts: &Facts, look: Look) -> Plan {
        let pieces: Vec<Piece> = facts.pieces().collect();
        let n_codes = pieces.len() + 1;
        let mut codes = vec![0; 3 * facts.kinds.len()];
        pieces.iter().zip(1..).for_each(|(piece, code)| codes[piece.index()] = code);
        // The first entry is for every position.
        let mut n_entries = 1;
        let groups = groups(&facts.board, look).into_iter().map(|Found { fields, form }| {
            let first = n_entries;
            n_entries += n_codes.pow(fields.len() as u32);
            Group { fields, first, form }
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
        let late = (0..=facts.board.n_fields()).map(|n| late(look.stages, n)).collect();
        Plan { look, n_codes, codes, pieces, groups, numbers, n_entries, late, starts, touched }
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

    /// How many weights an entry has for one player to move.
    pub fn n_stages(&self) -> usize {
        1 + usize::from(self.look.stages.is_some())
    }

    /// How far a position with this many pieces is from the stage of few to that of many, in
    /// parts of [`WHOLE`].
    #[inline]
    pub(crate) fn late(&self, n_pieces: usize) -> u16 {
        self.late[n_pieces]
    }

    /// The fields of the board.
    pub(crate) fn n_fields(&self) -> usize {
        self.starts.len() - 1
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

/// How far a position with this many pieces is from one stage to the other.
fn late(stages: Option<Stages>, n_pieces: usize) -> u16 {
    let Some(Stages { few, many }) = stages else { return 0 };
    let (few, many) = (usize::from(few), usize::from(many));
    let above = n_pieces.clamp(few, many) - few;
    (above * usize::from(WHOLE) / (many - few)) as u16
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

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Board, KindFacts};

    fn facts(columns: usize, rows: usize, kinds: &[&str]) -> Facts {
        let mut facts = Facts::new(
            "test",
            Board::grid(columns, rows, game::Cyclic::NEITHER, false, |_, _| false),
        );
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
        // Tic-tac-toe: three in a row, and no more.
        let small = facts(3, 3, &["mark"]);
        assert_eq!(Look::most(&small).line, 3);
    }

    #[test]
    fn lines_from_edge_to_edge_are_groups_if_one_likes() {
        let look = Look { line: 8, edges: true, ..Look::default() };
        let plan = Plan::new(&facts(8, 8, &["disc"]), look);
        let of_length = |n: usize| plan.groups().iter().filter(|it| it.fields.len() == n).count();
        // Rows, columns and the long diagonals; all other diagonals are there four times.
        assert_eq!([3, 4, 5, 6, 7, 8].map(of_length), [4, 4, 4, 4, 4, 18]);
    }

    #[test]
    fn stages_go_over_into_each_other() {
        let look = Look { stages: Some(Stages { few: 2, many: 10 }), ..Look::default() };
        let plan = Plan::new(&facts(4, 4, &["man"]), look);
        assert_eq!([0, 2, 4, 6, 10, 16].map(|n| plan.late(n)), [0, 0, 64, 128, WHOLE, WHOLE]);
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
