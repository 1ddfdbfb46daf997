//! A game as one thread searches it: positions after positions, without texts and,
//! where a back end can do so, without allocating or locking for a node.

use crate::{Held, Outcome, RulesError, random::Rng};

/// How a random game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish<P> {
    /// It came to its end.
    Over(Outcome),
    /// It was broken off in a position that has moves.
    BrokenOff(P),
}

/// What came of listing a part of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// The game is over.
    Over(Outcome),
    /// There are moves, and those that are wanted are in the list.
    Moves {
        /// Whether there are others.
        others: bool,
    },
}

/// What a thread needs to look ahead. It knows the positions on the way to the one
/// it looks at, because rules on repetition ask for them.
pub trait Worker {
    /// The positions of the game.
    type Position;

    /// Appends the positions that a turn can lead to to the list, each
    /// once, in an order that is always the same; or tells that the game is over.
    fn expand(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Result<Option<Outcome>, RulesError>;

    /// Like [`Worker::expand`], for positions that the rules may not have been made for;
    /// nothing where they do something that they should not do.
    fn try_expand(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Option<Option<Outcome>> {
        self.expand(at, list).ok()
    }

    /// Like [`Worker::try_expand`] at the beginning of a past, as rows of words, one position
    /// after another, in games whose positions are such; signatures may be wrong.
    fn try_rows(&mut self, _: &Self::Position, _rows: &mut Vec<u64>) -> Option<Option<Outcome>> {
        None
    }

    /// The number in the past of the oldest position because of which the last
    /// expansion came out as it did: those given at the start count from 0, those
    /// entered follow. Nothing if it would have come out so anywhere.
    fn ground(&self) -> Option<usize>;

    /// How the turn that led to a position has ended the game, if the position
    /// knows that; otherwise [`Worker::expand`] tells.
    fn outcome(&self, at: &Self::Position) -> Option<Outcome>;

    /// The same, or how the game is over because the rules say so at the start of the
    /// turn; see [`Game::early_outcome`](crate::Game::early_outcome).
    fn early_outcome(&mut self, at: &Self::Position) -> Option<Outcome> {
        self.outcome(at)
    }

    /// An evaluation for the player to move, by its number.
    fn evaluate(&mut self, at: &Self::Position, evaluation: usize) -> Result<i32, RulesError>;

    /// Like [`Worker::expand`], for those who do not ask for the signatures of the
    /// positions nor of those that follow: they may be wrong.
    fn expand_bare(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Result<Option<Outcome>, RulesError> {
        self.expand(at, list)
    }

    /// Like [`Worker::expand_bare`], as rows of words, one position after another, in place of what
    /// the list holds; nothing where positions are no [rows](crate::Game::rows). Signatures are
    /// right if the one of the position is and the rules look back, but not where they ask for a
    /// third time at least ([`Rows::repeats`](crate::Rows::repeats)) and nothing was entered.
    fn expand_rows(
        &mut self,
        _: &Self::Position,
        _rows: &mut Vec<u64>,
    ) -> Option<Result<Option<Outcome>, RulesError>> {
        None
    }

    /// Like [`Worker::expand_rows`] as long as nothing gets in the way; nothing where only that can
    /// tell, as in the first turn.
    #[inline]
    fn quick_rows(&mut self, _: &Self::Position, _rows: &mut Vec<u64>) -> Option<Option<Outcome>> {
        None
    }

    /// Like [`Worker::expand`], of those moves only that take pieces, turn them into others or
    /// end the game ([`is_capture`](crate::Game::is_capture),
    /// [`turns_pieces`](crate::Game::turns_pieces), [`outcome`](crate::Game::outcome)); they
    /// are in the same order.
    fn expand_captures(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Result<Expanded, RulesError>;

    /// Like [`Worker::expand_captures`], for positions that the rules may not have been made
    /// for; nothing where they do something that they should not do.
    fn try_captures(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Option<Expanded> {
        self.expand_captures(at, list).ok()
    }

    /// Like [`Worker::expand`], and appends what each of the moves costs to the
    /// other list: the least of several ways to make it.
    fn expand_with_costs(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
        costs: &mut Vec<i32>,
    ) -> Result<Option<Outcome>, RulesError>;

    /// The greatest lower bound that the rules give for what is still to be paid, at
    /// least 0.
    fn bound(&mut self, at: &Self::Position) -> Result<i32, RulesError>;

    /// Visits all that lies below a position of a puzzle as far as the cost goes, if
    /// the back end can do that at once, and faster than [`Worker::expand`] and
    /// [`Worker::bound`] could for each position.
    fn dive(&mut self, _: &Dive<'_, Self::Position>) -> Result<Option<Dived>, RulesError> {
        Ok(None)
    }

    /// Plays random moves, each equally likely, until the game is over or has lasted
    /// this many more turns. The same generator gives the same game.
    fn playout(
        &mut self,
        at: &Self::Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<Finish<Self::Position>, RulesError>;

    /// The same, for callers that do not ask for the signature of the position where the
    /// game was broken off; and notes what the players hold in its last position.
    fn playout_bare(
        &mut self,
        at: &Self::Position,
        rng: &mut Rng,
        max_turns: u32,
        held: &mut Held,
    ) -> Result<Finish<Self::Position>, RulesError>;

    /// The position at this place of the list of [`Worker::expand_bare`], if the back end
    /// can make it without making the others.
    fn successor(
        &mut self,
        _: &Self::Position,
        _place: usize,
    ) -> Result<Option<Self::Position>, RulesError> {
        Ok(None)
    }

    /// The position belongs to the past now, as its moves are looked at.
    fn enter(&mut self, at: &Self::Position);

    /// The position that was entered last does not belong to the past any more.
    fn leave(&mut self);
}

/// What is to be visited: depth first, each position whose cost and bound together
/// are not more than what is left.
#[derive(Clone, Copy, Debug)]
pub struct Dive<'p, P> {
    /// Where it begins; this position is not counted.
    pub at: &'p P,
    /// The position before that one, to which no move may lead back. In the same
    /// way no move leads back to where the move before it came from.
    pub before: Option<&'p P>,
    /// What may still be paid.
    pub left: i32,
    /// More positions than that are not visited.
    pub most: u64,
}

/// What a dive has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dived {
    /// Positions that were visited, or seen to be too far away.
    pub nodes: u64,
    /// Whether the puzzle can be solved for what is left. Then some of the positions
    /// were not visited.
    pub solved: bool,
    /// By how much the least cost and bound were more than what was left, if some
    /// position was too far away.
    pub above: Option<i32>,
    /// Whether there were more positions than were to be visited. Then the rest
    /// means nothing.
    pub gave_up: bool,
}
