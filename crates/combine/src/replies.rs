//! How the opponent can answer a move: every move that they have, and where one of them
//! gives them another turn, all that they can do with it, up to where the winner is to move.

use crate::moves::{Offer, Played};
use crate::threats::Expander;
use game::{Game, Insight, RulesError, Worker};
use rustc_hash::FxHashSet;

/// Turns in a row of the opponent are followed up to this number.
pub(crate) const MOST_IN_A_ROW: u32 = 20;

/// What they can do with them, up to this number of positions.
const MOST_ENDS: usize = 3000;

/// How the opponent can answer a move.
pub(crate) enum Replies<P> {
    /// They have lost already.
    Lost,
    /// They win or save themselves at once, or play on for too long.
    Escapes,
    /// Neither.
    Open(Open<P>),
}

/// Answers that decide nothing.
pub(crate) struct Open<P> {
    /// With what changes on the board, all moves in a row together.
    pub(crate) replies: Vec<Played<P>>,
    /// Whether they have others, with which they lose at once.
    pub(crate) others_lose: bool,
}

impl<P> Open<P> {
    /// The positions after them.
    pub(crate) fn ends(self) -> Vec<P> {
        self.replies.into_iter().map(|reply| reply.to).collect()
    }
}

impl<G: Game, I: Insight<Position = G::Position>> Expander<'_, G, I> {
    /// How the opponent can answer a move.
    pub(crate) fn replies(&mut self, at: &G::Position) -> Result<Replies<G::Position>, RulesError> {
        let mut open = Open { replies: Vec::new(), others_lose: false };
        if !self.follow(at, MOST_IN_A_ROW, &mut open)? {
            return Ok(Replies::Escapes);
        }
        if self.again {
            let mut seen = FxHashSet::default();
            open.replies.retain(|reply: &Played<G::Position>| seen.insert(reply.to.clone()));
            for reply in &mut open.replies {
                reply.changes = self.changes(at, &reply.to);
            }
        }
        if self.faults.late {
            self.leave_out_lost(at, &mut open)?;
        }
        Ok(if open.replies.is_empty() { Replies::Lost } else { Replies::Open(open) })
    }

    /// Leaves out the answers after which the winner has won before moving.
    fn leave_out_lost(
        &mut self,
        at: &G::Position,
        open: &mut Open<G::Position>,
    ) -> Result<(), RulesError> {
        self.worker.enter(at);
        let n_replies = open.replies.len();
        let mut kept = Vec::with_capacity(n_replies);
        for reply in open.replies.drain(..) {
            let is_lost = !self.is_over()
                && matches!(self.moves(&reply.to)?, Offer::Over(outcome) if self.wins(Some(outcome)));
            if !is_lost {
                kept.push(reply);
            }
        }
        self.worker.leave();
        open.others_lose |= kept.len() < n_replies;
        open.replies = kept;
        Ok(())
    }

    /// Collects the positions in which the winner is to move again; gives whether the
    /// opponent cannot escape on the way.
    fn follow(
        &mut self,
        at: &G::Position,
        in_a_row: u32,
        open: &mut Open<G::Position>,
    ) -> Result<bool, RulesError> {
        let moves = match self.moves(at)? {
            Offer::Over(outcome) => return Ok(self.wins(Some(outcome))),
            Offer::Moves(moves) => moves,
        };
        let mut again = Vec::new();
        let is_open = |reply: &Played<G::Position>| {
            self.worker.outcome(&reply.to).is_none() && self.game.player(&reply.to) == self.winner
        };
        // Positions may be large, and mostly there is nothing to sort out.
        if open.replies.is_empty() && moves.iter().all(is_open) {
            open.replies = moves;
            return Ok(true);
        }
        for reply in moves {
            match self.worker.outcome(&reply.to) {
                outcome @ Some(_) if self.wins(outcome) => open.others_lose = true,
                Some(_) => return Ok(false),
                None if self.game.player(&reply.to) == self.winner => open.replies.push(reply),
                None => again.push(reply.to),
            }
        }
        for to in again {
            self.again = true;
            if in_a_row == 0 || open.replies.len() > MOST_ENDS || self.is_over() {
                self.cut = true;
                return Ok(false);
            }
            self.worker.enter(at);
            let is_caught = self.follow(&to, in_a_row - 1, open)?;
            self.worker.leave();
            if !is_caught {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
