//! The trait that everything plays against: a position goes in, its outcome or
//! its moves come out. Back ends implement it; searches, counters and programs
//! use it and see nothing of the rules.

use crate::boards::Boards;
use crate::closing::{TurnEnd, aged};
use crate::contents::Contents;
use crate::facts::{CounterFacts, Facts};
use crate::held::Held;
use crate::ids::{Field, Piece, Player};
use crate::packing::{Fold, Packer};
use crate::random::mix;
use crate::rows::Rows;
use crate::setup::Setup;
use crate::turn::{Change, Outcome, RulesError, SetupError, Turn, is_capture};
use crate::worker::Worker;
use std::fmt::Debug;
use std::hash::Hash;

/// No search that plays looks this many turns ahead.
pub const FAR_TURNS: i32 = 48;

/// A game that can be played.
pub trait Game: Send + Sync {
    /// A position. Equal positions are equal in everything that play depends on
    /// (the full state but for the history).
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// What the game declares.
    fn facts(&self) -> &Facts;

    /// The first position.
    fn start(&self) -> Self::Position;

    /// The position that a setup describes, if it is possible: this is the door
    /// at which everything that later stages take for granted is checked.
    fn position(&self, setup: &Setup) -> Result<Self::Position, SetupError>;

    /// The position as plain data.
    fn setup(&self, position: &Self::Position) -> Setup;

    /// 64 bits that nearly identify a position; see [`Signatures`](crate::Signatures),
    /// which says what they are made of. All implementations agree on them.
    fn signature(&self, position: &Self::Position) -> u64;

    /// The plain counters, which the signature leaves out, as one number: positions
    /// with the same signature that differ there may be worth something else.
    fn counters(&self, position: &Self::Position) -> u64 {
        let plain = |facts: &CounterFacts| facts.symbols.is_none();
        let declared = &self.facts().counters;
        if !declared.iter().any(plain) {
            return 0;
        }
        let setup = self.setup(position);
        let values = declared.iter().zip(&setup.counters).filter(|(facts, _)| plain(facts));
        values.fold(0, |all, (_, value)| mix(all ^ u64::from(value[0] as u32)))
    }

    /// The same, but counters that only bound how long a game lasts are left out where that
    /// is more than [`FAR_TURNS`] turns away: a search that looks less far ahead finds the
    /// same, however they stand. No evaluation of the rules looks at those that are left out.
    fn pressing_counters(&self, position: &Self::Position) -> u64 {
        self.counters(position)
    }

    /// The pieces of the first and of the second player on the board.
    fn pieces(&self, position: &Self::Position) -> [u32; 2] {
        let setup = self.setup(position);
        let pieces = || setup.board.iter().flatten();
        Player::BOTH.map(|player| {
            pieces().filter(|piece| piece.owner().player() == Some(player)).count() as u32
        })
    }

    /// A number that differs between positions with the same number of pieces of each player
    /// if there are more pieces of some kind in one of them than in the other (unless chance
    /// has it): what a turn changes that promotes a piece.
    fn makeup(&self, position: &Self::Position) -> u64 {
        let setup = self.setup(position);
        let tops = setup.board.iter().filter_map(|pieces| pieces.last());
        tops.fold(0, |sum, piece| sum.wrapping_add(mix(piece.kind().index() as u64 + 1)))
    }

    /// The fields on which two positions differ, with the top pieces that they hold in the
    /// first and in the second; appended to the list.
    fn changes(&self, from: &Self::Position, to: &Self::Position, list: &mut Vec<Change>) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        self.differences(to, from, &mut before);
        self.differences(from, to, &mut after);
        let both = before.into_iter().zip(after);
        list.extend(both.map(|((field, before), (_, after))| Change { field, before, after }));
    }

    /// Whether a turn from one position to another took something: the opponent of whoever
    /// made it has fewer pieces on the board, and both together have fewer. So pieces that
    /// change sides are not taken.
    fn is_capture(&self, from: &Self::Position, to: &Self::Position) -> bool {
        is_capture(self.player(from), self.pieces(from), self.pieces(to))
    }

    /// Whether a turn from one position to another turned pieces into others, as promotions
    /// do: both players have as many as before, but of other kinds.
    fn turns_pieces(&self, from: &Self::Position, to: &Self::Position) -> bool {
        self.pieces(from) == self.pieces(to) && self.makeup(from) != self.makeup(to)
    }

    /// The fields on which a position differs from an earlier one, with the top piece
    /// that they hold now; appended to the list.
    fn differences(
        &self,
        from: &Self::Position,
        to: &Self::Position,
        list: &mut Vec<(Field, Option<Piece>)>,
    ) {
        let (before, now) = (self.setup(from), self.setup(to));
        let boards = before.board.iter().zip(&now.board).enumerate();
        let changed = boards.filter(|(_, (before, now))| before != now);
        list.extend(changed.map(|(i, (_, now))| (Field(i as u16), now.last().copied())));
    }

    /// What each player has beside the board, appended to the list: what is in reserve, then
    /// their counters, each for the first and for the second player.
    fn numbers(&self, position: &Self::Position, list: &mut Vec<i32>) {
        let setup = self.setup(position);
        list.extend(setup.reserve.iter().flatten().map(|count| i32::from(*count)));
        let counters = setup.counters.iter().zip(&self.facts().counters);
        let of_players = counters.filter(|(_, counter)| counter.symbols.is_some());
        list.extend(of_players.flat_map(|(values, _)| values));
    }

    /// Reads all that a position holds, in place of what was read before.
    fn contents(&self, position: &Self::Position, into: &mut Contents) {
        into.read(self.facts(), &self.setup(position));
    }

    /// How positions are rows of words, if they are; then [`Worker::expand_rows`] lists such.
    fn rows(&self) -> Option<Rows> {
        None
    }

    /// The words of a position of a game that has [rows](Game::rows).
    fn row<'p>(&self, _: &'p Self::Position) -> &'p [u64] {
        &[]
    }

    /// The position with the words of a row, which were those of a position.
    fn position_of_row(&self, _: &[u64]) -> Option<Self::Position> {
        None
    }

    /// Gives a position its signature, where that may be wrong.
    fn sign(&self, at: &mut Self::Position) {
        if let Ok(signed) = self.position(&self.setup(at)) {
            *at = signed;
        }
    }

    /// Makes a position the one of a row, in which the words of the old one are afterward; says no
    /// if their numbers of words differ.
    fn swap_row(&self, at: &mut Self::Position, row: &mut [u64]) -> bool {
        let Some(position) = self.position_of_row(row) else { return false };
        let was = std::mem::replace(at, position);
        let is_row = self.row(&was).len() == row.len();
        match is_row {
            true => row.copy_from_slice(self.row(&was)),
            false => *at = was,
        }
        is_row
    }

    /// The position with these pieces on the board in place of all others, and nothing
    /// remembered; nothing if there can be no such position. Its signature may be wrong.
    fn arranged(&self, like: &Self::Position, pieces: &[(Piece, Field)]) -> Option<Self::Position> {
        crate::contents::arranged(self, like, pieces)
    }

    /// What reads and makes boards as sets of fields, if this back end keeps such. Of counters
    /// that are left out, by their numbers, nothing is compared.
    fn boards<'g>(&'g self, _left_out: &[bool]) -> Option<Box<dyn Boards<Self::Position> + 'g>> {
        None
    }

    /// The fields whose top piece belongs to each player.
    fn held(&self, position: &Self::Position) -> Held {
        let setup = self.setup(position);
        let mut held = Held::default();
        for (i, pieces) in setup.board.iter().enumerate() {
            if let Some(player) = pieces.last().and_then(|piece| piece.owner().player()) {
                held.insert(player, Field(i as u16));
            }
        }
        held
    }

    /// Who is to move.
    fn player(&self, position: &Self::Position) -> Player;

    /// The outcome or the moves. `past` holds the earlier positions of the game,
    /// oldest first, without this one; only rules on repetition read it.
    fn turn(
        &self,
        position: &Self::Position,
        past: &[Self::Position],
    ) -> Result<Turn<Self::Position>, RulesError>;

    /// As [`Game::turn`], with the number in the past of the oldest position because
    /// of which it is so; nothing if it would be so without any.
    fn grounded_turn(
        &self,
        position: &Self::Position,
        past: &[Self::Position],
    ) -> Result<(Turn<Self::Position>, Option<usize>), RulesError> {
        let turn = self.turn(position, past)?;
        if past.is_empty() || !self.asks_for_past() || self.turn(position, &[])? == turn {
            return Ok((turn, None));
        }
        for oldest in (1..past.len()).rev() {
            if self.turn(position, &past[oldest..])? == turn {
                return Ok((turn, Some(oldest)));
            }
        }
        Ok((turn, Some(0)))
    }

    /// An evaluation for the player to move, by its number in [`Facts::evaluations`].
    fn evaluate(&self, position: &Self::Position, evaluation: usize) -> Result<i32, RulesError>;

    /// A lower bound of the remaining cost, by its number in [`Facts::bounds`].
    fn bound(&self, position: &Self::Position, bound: usize) -> Result<i32, RulesError>;

    /// Whether some rule looks at earlier positions, so that positions alone do
    /// not say everything.
    fn asks_for_past(&self) -> bool;

    /// How the turn that led to a position has ended the game, if the position
    /// knows that; otherwise [`Game::turn`] tells.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// How the game has ended, as far as the position alone tells without its moves: by
    /// [`Game::outcome`], or because the rules say so at the start of the turn, as they do
    /// of a player whose king is gone. Ends by repetition or because there is no move, and
    /// draws where nobody can win or lose like that, are told by [`Game::turn`].
    fn early_outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.outcome(position)
    }

    /// The position after a pass, whatever the rules say about passing: the same one with
    /// the other player to move, a turn later. Nothing if the game is over, if there is
    /// no other player, or if there can be no such position. It need not be one that the
    /// rules were made for: the other player may be able to take a king there.
    fn passed(&self, position: &Self::Position) -> Option<Self::Position> {
        let facts = self.facts();
        if facts.n_players() != 2 || self.outcome(position).is_some() {
            return None;
        }
        let mut setup = self.setup(position);
        let end = TurnEnd { changed: false, passed: true, again: false, outcome: None };
        setup.round = end.next_round(facts, setup.player, setup.round);
        setup.player = setup.player.other();
        setup.memories.iter_mut().for_each(|memory| *memory = aged(*memory));
        self.position(&setup).ok()
    }

    /// What packs whole positions into numbers, if they are small enough. If
    /// symmetries are folded, all images of a position have the same number.
    fn packer<'g>(&'g self, _fold: Fold) -> Option<Box<dyn Packer<Self::Position> + 'g>> {
        None
    }

    /// Appends a position as bytes to the list, for those who have no memory left for it,
    /// or who send it to another machine; says no if this back end cannot do that.
    fn write_position(&self, _position: &Self::Position, _bytes: &mut Vec<u8>) -> bool {
        false
    }

    /// The position that was written as these bytes, with everything that it holds;
    /// nothing if they are not those of a position.
    fn read_position(&self, _bytes: &[u8]) -> Option<Self::Position> {
        None
    }

    /// What searches the game in one thread.
    type Worker<'g>: Worker<Position = Self::Position>
    where
        Self: 'g;

    /// A worker after these positions, the oldest first.
    fn worker<'g>(&'g self, past: &[Self::Position]) -> Self::Worker<'g>;
}
