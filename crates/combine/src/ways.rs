//! The ways to win of both players, and how far a position is from each: a way is
//! a list of fields with what they must hold, so that what is missing can be
//! counted, and what a move brings or destroys can be seen from the fields it changes.

use game::{Facts, Field, Game, Insight, Piece, Player, RulesError, WayToWin};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a board holds, each field as a number: 0 is empty, then the pieces.
pub(crate) type Codes = Vec<u8>;

/// What a field must hold, as a mask over the numbers of what it may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) field: Field,
    pub(crate) allowed: u64,
}

impl Wanted {
    pub(crate) fn is_met_by(self, code: u8) -> bool {
        self.allowed >> code & 1 == 1
    }
}

/// A way to win with its needs as masks; in the order of the needs of the way.
#[derive(Debug)]
pub(crate) struct Way {
    pub(crate) needs: Vec<Wanted>,
    pub(crate) told: WayToWin,
}

impl Way {
    /// What is missing, if it is not more than that.
    fn missing(&self, board: &[u8], most: usize) -> Option<Vec<Wanted>> {
        let mut missing = Vec::new();
        for need in &self.needs {
            if !need.is_met_by(board[need.field.index()]) {
                if missing.len() == most {
                    return None;
                }
                missing.push(*need);
            }
        }
        Some(missing)
    }

    /// Whether these changes of the board destroy something that it needs.
    pub(crate) fn is_destroyed_by(&self, changes: &[(Field, u8)]) -> bool {
        are_destroyed_by(&self.needs, changes)
    }
}

/// Whether these changes of the board destroy something that is wanted.
pub(crate) fn are_destroyed_by(wanted: &[Wanted], changes: &[(Field, u8)]) -> bool {
    let is_broken = |want: &Wanted| {
        changes.iter().any(|(field, code)| *field == want.field && !want.is_met_by(*code))
    };
    wanted.iter().any(is_broken)
}

/// A way that little is missing from.
#[derive(Clone, Debug)]
pub(crate) struct Near {
    pub(crate) way: Rc<Way>,
    pub(crate) missing: Vec<Wanted>,
}

impl Near {
    /// Whether these changes of the board bring all that is missing and destroy
    /// nothing.
    pub(crate) fn is_completed_by(&self, changes: &[(Field, u8)]) -> bool {
        self.missing.iter().all(|need| brings(changes, *need)) && !self.way.is_destroyed_by(changes)
    }

    /// Whether these changes bring something that is missing and destroy nothing.
    pub(crate) fn is_helped_by(&self, changes: &[(Field, u8)]) -> bool {
        self.missing.iter().any(|need| brings(changes, *need)) && !self.way.is_destroyed_by(changes)
    }
}

fn brings(changes: &[(Field, u8)], need: Wanted) -> bool {
    changes.iter().any(|(field, code)| *field == need.field && need.is_met_by(*code))
}

/// The ways that these changes complete.
pub(crate) fn completed<'n>(
    near: &'n [Near],
    changes: &'n [(Field, u8)],
) -> impl Iterator<Item = Rc<Way>> + 'n {
    near.iter().filter(|near| near.is_completed_by(changes)).map(|near| near.way.clone())
}

/// All that was read from the rules so far about winning.
pub(crate) struct Ways<'a, I: Insight> {
    insight: &'a I,
    most_missing: usize,
    pieces: Vec<Piece>,
    /// By what is beside the board, and by player.
    known: FxHashMap<(u64, Player), Rc<[Rc<Way>]>>,
    /// How often there were none.
    in_vain: usize,
}

impl<'a, I: Insight> Ways<'a, I> {
    pub(crate) fn new(insight: &'a I, facts: &Facts, most_missing: usize) -> Ways<'a, I> {
        let pieces = facts.pieces().take(MOST_PIECES).collect();
        Ways { insight, most_missing, pieces, known: FxHashMap::default(), in_vain: 0 }
    }

    /// The number of what a field holds.
    pub(crate) fn code(&self, top: Option<Piece>) -> u8 {
        let number = |piece| self.pieces.iter().position(|known| *known == piece);
        top.map_or(0, |piece| number(piece).map_or(UNKNOWN, |i| i as u8 + 1))
    }

    /// What the board of a position holds.
    pub(crate) fn codes<G: Game<Position = I::Position>>(
        &self,
        game: &G,
        at: &I::Position,
    ) -> Codes {
        let board = game.setup(at).board;
        board.iter().map(|stack| self.code(stack.last().copied())).collect()
    }

    /// The ways to win of a player that so little is missing from.
    pub(crate) fn near(
        &mut self,
        at: &I::Position,
        board: &[u8],
        player: Player,
        most: usize,
    ) -> Result<Vec<Near>, RulesError> {
        let ways = self.of(at, player)?;
        let near = |way: &Rc<Way>| {
            let missing = way.missing(board, most)?;
            Some(Near { way: way.clone(), missing })
        };
        Ok(ways.iter().filter_map(near).collect())
    }

    fn of(&mut self, at: &I::Position, player: Player) -> Result<Rc<[Rc<Way>]>, RulesError> {
        let key = (self.insight.beside_the_board(at), player);
        if let Some(ways) = self.known.get(&key) {
            return Ok(ways.clone());
        }
        // Reading takes time: where it tells nothing, or something else each time, it ends.
        let is_worth_it = self.known.len() < MOST_READINGS && self.in_vain < MOST_IN_VAIN;
        let told = match is_worth_it {
            true => self.insight.ways_to_win(at, player, self.most_missing)?,
            false => Vec::new(),
        };
        self.in_vain += usize::from(told.is_empty());
        let ways: Rc<[Rc<Way>]> = told.into_iter().map(|told| Rc::new(self.way(told))).collect();
        self.known.insert(key, ways.clone());
        Ok(ways)
    }

    fn way(&self, told: WayToWin) -> Way {
        let mask = |allowed: &[Option<Piece>]| {
            allowed.iter().fold(0, |mask, top| mask | 1 << self.code(*top))
        };
        let wanted = told
            .takes
            .needs
            .iter()
            .map(|need| Wanted { field: need.field, allowed: mask(&need.allowed) });
        Way { needs: wanted.collect(), told }
    }
}

/// The rules are read so often at most in one search.
const MOST_READINGS: usize = 200;
/// They are not read again if there was nothing to be found so often.
const MOST_IN_VAIN: usize = 2;

/// More kinds of pieces than a mask has room for are all the same to us.
const MOST_PIECES: usize = 62;
const UNKNOWN: u8 = 63;
