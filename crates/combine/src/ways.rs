//! The ways to win of both players, and how far a position is from each: a way is
//! a list of fields with what they must hold, so that what is missing can be
//! counted, and what a move brings or destroys can be seen from the fields it changes.

use crate::moves::changes;
use game::{Facts, Field, Game, Insight, Piece, Player, RulesError, WayToWin};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// What a board holds, each field as a number: 0 is empty, then the pieces.
pub(crate) type Codes = Vec<u8>;

/// What a field must hold, as a mask over the numbers of what it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) field: Field,
    pub(crate) allowed: u64,
}

impl Wanted {
    pub(crate) fn is_met_by(self, code: u8) -> bool {
        self.allowed >> code & 1 == 1
    }
}

/// A change of a field; changes are sorted by their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Change {
    pub(crate) field: Field,
    /// The number of what it holds then.
    pub(crate) code: u8,
}

/// What a move changes on the board.
pub(crate) type Changes = Vec<Change>;

/// A way to win with its needs as masks; in the order of the needs of the way.
#[derive(Debug)]
pub(crate) struct Way {
    pub(crate) needs: Vec<Wanted>,
    pub(crate) told: Arc<WayToWin>,
    /// If it takes several moves of one player: what each of them changes.
    pub(crate) series: Vec<Changes>,
}

impl Way {
    /// What is missing.
    fn missing(&self, board: &[u8]) -> Vec<Wanted> {
        let is_missing = |need: &&Wanted| !need.is_met_by(board[need.field.index()]);
        self.needs.iter().filter(is_missing).copied().collect()
    }

    /// How many moves of the winner it takes.
    pub(crate) fn n_moves(&self) -> u32 {
        self.series.len().max(1) as u32
    }

    /// Whether it takes more than one move that wins at once.
    pub(crate) fn takes_more(&self) -> bool {
        self.told.late || !self.series.is_empty()
    }

    /// Whether some of these changes are what it needs.
    pub(crate) fn is_held_by(&self, changes: &[Change]) -> bool {
        self.needs.iter().any(|need| brings(changes, *need))
    }

    /// Whether these changes of the board destroy something that it needs.
    pub(crate) fn is_destroyed_by(&self, changes: &[Change]) -> bool {
        are_destroyed_by(&self.needs, changes)
    }
}

/// Whether these changes of the board destroy something that is wanted.
pub(crate) fn are_destroyed_by(wanted: &[Wanted], changes: &[Change]) -> bool {
    let is_broken =
        |want: &Wanted| changes.iter().any(|it| it.field == want.field && !want.is_met_by(it.code));
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
    pub(crate) fn is_completed_by(&self, changes: &[Change]) -> bool {
        self.missing.iter().all(|need| brings(changes, *need)) && !self.way.is_destroyed_by(changes)
    }

    /// Whether these changes bring something that is missing and destroy nothing.
    pub(crate) fn is_helped_by(&self, changes: &[Change]) -> bool {
        self.missing.iter().any(|need| brings(changes, *need)) && !self.way.is_destroyed_by(changes)
    }
}

/// Whether these changes bring what a field must hold.
pub(crate) fn brings(changes: &[Change], need: Wanted) -> bool {
    changes.iter().any(|it| it.field == need.field && need.is_met_by(it.code))
}

/// The ways that these changes complete.
pub(crate) fn completed<'n>(
    near: &'n [Near],
    changes: &'n [Change],
) -> impl Iterator<Item = Rc<Way>> + 'n {
    near.iter().filter(|near| near.is_completed_by(changes)).map(|near| near.way.clone())
}

/// The pieces of a game by number.
#[derive(Clone, Debug)]
pub(crate) struct Pieces(Vec<Piece>);

impl Pieces {
    pub(crate) fn new(facts: &Facts) -> Pieces {
        Pieces(facts.pieces().take(MOST_PIECES).collect())
    }

    /// The number of what a field holds.
    pub(crate) fn code(&self, top: Option<Piece>) -> u8 {
        let number = |piece| self.0.iter().position(|known| *known == piece);
        top.map_or(0, |piece| number(piece).map_or(UNKNOWN, |i| i as u8 + 1))
    }
}

/// Ways to win, and how far the board that was looked at last is from each of them: the
/// next board differs in few fields, and few ways need something of these.
struct Counted {
    ways: Vec<Rc<Way>>,
    /// For each field, the ways that need something of it, by number, and what they need.
    by_field: Vec<Vec<(u32, Wanted)>>,
    board: Codes,
    /// How many needs of each way the board does not meet.
    n_missing: Vec<u16>,
}

impl Counted {
    fn new(ways: Vec<Rc<Way>>, board: &[u8]) -> Counted {
        let mut by_field = vec![Vec::new(); board.len()];
        for (i, way) in ways.iter().enumerate() {
            way.needs.iter().for_each(|need| by_field[need.field.index()].push((i as u32, *need)));
        }
        let n_missing = ways.iter().map(|way| way.missing(board).len() as u16).collect();
        Counted { ways, by_field, board: board.to_vec(), n_missing }
    }

    /// Counts for another board.
    fn look_at(&mut self, board: &[u8]) {
        for (i, (old, new)) in self.board.iter_mut().zip(board).enumerate() {
            if old == new {
                continue;
            }
            for (way, need) in &self.by_field[i] {
                let n_missing = &mut self.n_missing[*way as usize];
                *n_missing -= u16::from(!need.is_met_by(*old));
                *n_missing += u16::from(!need.is_met_by(*new));
            }
            *old = *new;
        }
    }

    /// The ways that no more than that is missing from.
    fn near(&self, most: usize) -> Vec<Near> {
        let is_near = |(_, n): &(&Rc<Way>, &u16)| usize::from(**n) <= most;
        let near = self.ways.iter().zip(&self.n_missing).filter(is_near);
        near.map(|(way, _)| Near { way: way.clone(), missing: way.missing(&self.board) }).collect()
    }
}

/// All that was read from the rules so far about winning.
pub(crate) struct Ways<'a, I: Insight> {
    insight: &'a I,
    most_missing: usize,
    pub(crate) pieces: Pieces,
    /// By what is beside the board, and by player.
    known: FxHashMap<(u64, Player), Counted>,
    /// The position that was looked at last, and its board.
    last: Option<(I::Position, Codes)>,
    /// How often there were none.
    in_vain: usize,
    /// Whether there were some.
    any: bool,
    /// Whether there are ways that show only when the opponent's turn begins.
    pub(crate) late: bool,
}

impl<'a, I: Insight> Ways<'a, I> {
    pub(crate) fn new(insight: &'a I, facts: &Facts, most_missing: usize) -> Ways<'a, I> {
        let pieces = Pieces::new(facts);
        Ways {
            insight,
            most_missing,
            pieces,
            known: FxHashMap::default(),
            last: None,
            in_vain: 0,
            any: false,
            late: false,
        }
    }

    /// What the board of a position holds: what the one before held, but for what
    /// differs.
    pub(crate) fn codes<G: Game<Position = I::Position>>(
        &mut self,
        game: &G,
        at: &I::Position,
    ) -> Codes {
        let codes = match self.last.take() {
            Some((last, mut codes)) => {
                for Change { field, code } in changes(game, &self.pieces, &last, at) {
                    codes[field.index()] = code;
                }
                codes
            }
            None => {
                let board = game.setup(at).board;
                board.iter().map(|stack| self.pieces.code(stack.last().copied())).collect()
            }
        };
        self.last = Some((at.clone(), codes.clone()));
        codes
    }

    /// The ways to win of a player that so little is missing from.
    pub(crate) fn near(
        &mut self,
        at: &I::Position,
        board: &[u8],
        player: Player,
        most: usize,
    ) -> Result<Vec<Near>, RulesError> {
        if self.are_none() {
            return Ok(Vec::new());
        }
        let ways = self.of(at, board, player)?;
        ways.look_at(board);
        Ok(ways.near(most))
    }

    /// Whether nobody has ways to win, as far as will ever be known.
    pub(crate) fn are_none(&self) -> bool {
        !self.any && self.in_vain >= MOST_IN_VAIN
    }

    /// Whether a player has ways to win.
    pub(crate) fn are_there(
        &mut self,
        at: &I::Position,
        board: &[u8],
        player: Player,
    ) -> Result<bool, RulesError> {
        Ok(!self.of(at, board, player)?.ways.is_empty())
    }

    fn of(
        &mut self,
        at: &I::Position,
        board: &[u8],
        player: Player,
    ) -> Result<&mut Counted, RulesError> {
        let key = (self.insight.beside_the_board(at), player);
        if !self.known.contains_key(&key) {
            // Reading takes time: where it tells nothing, or something else each time, it
            // ends.
            let is_worth_it = self.known.len() < MOST_READINGS && self.in_vain < MOST_IN_VAIN;
            let told = match is_worth_it {
                true => self.insight.ways_to_win(at, player, self.most_missing)?,
                false => Arc::new([]),
            };
            self.in_vain += usize::from(told.is_empty());
            self.any |= !told.is_empty();
            self.late |= told.iter().any(|way| way.late);
            let ways = told.iter().map(|told| Rc::new(self.way(told))).collect();
            self.known.insert(key, Counted::new(ways, board));
        }
        Ok(self.known.entry(key).or_insert_with(|| Counted::new(Vec::new(), board)))
    }

    fn way(&self, told: &Arc<WayToWin>) -> Way {
        let mask = |allowed: &[Option<Piece>]| {
            allowed.iter().fold(0, |mask, top| mask | 1 << self.pieces.code(*top))
        };
        let wanted = told
            .takes
            .needs
            .iter()
            .map(|need| Wanted { field: need.field, allowed: mask(&need.allowed) });
        Way { needs: wanted.collect(), told: told.clone(), series: Vec::new() }
    }
}

/// The rules are read so often at most in one search.
const MOST_READINGS: usize = 200;
/// They are not read again if there was nothing to be found so often.
const MOST_IN_VAIN: usize = 2;

/// More kinds of pieces than a mask has room for are all the same to us.
const MOST_PIECES: usize = 62;
const UNKNOWN: u8 = 63;
