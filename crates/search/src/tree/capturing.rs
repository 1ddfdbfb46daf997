//! What captures there are, for what happens at the horizon: lists that hold nothing else,
//! and what was seen of captures up to now.

use super::Tree;
use crate::captures::Captures;
use crate::limits::Stop;
use crate::value::Value;
use crate::way::Ground;
use game::{Expanded, Game, Worker};

/// The moves of a position that take pieces, turn them into others or end the game.
pub(crate) struct Changing<P> {
    /// Where they lead.
    pub(crate) list: Vec<P>,
    /// Whether there are other moves.
    pub(crate) others: bool,
}

impl<G: Game> Tree<'_, G> {
    /// Like [`Tree::enter`], and lists only moves that take pieces, turn them into others or
    /// end the game.
    pub(crate) fn enter_changing(
        &mut self,
        at: &G::Position,
        ply: usize,
    ) -> Result<Result<Changing<G::Position>, Value>, Stop> {
        if let Some(value) = self.known(at, ply) {
            self.ground = Ground::NONE;
            return Ok(Err(value));
        }
        let mut list = self.spare.pop().unwrap_or_default();
        let expanded = self.worker.expand_captures(at, &mut list)?;
        self.ground = self.ground_here();
        match expanded {
            Expanded::Over(outcome) => {
                self.spare.push(list);
                Ok(Err(self.settings.outcomes.of(outcome, self.player(at), ply)))
            }
            Expanded::Moves { others } => {
                if self.settings.heuristics.quiescence && !self.captures.optional {
                    self.look_for_captures(at, &list, others);
                }
                self.pass(at);
                Ok(Ok(Changing { list, others }))
            }
        }
    }

    /// Whether a move takes something.
    #[inline]
    pub(crate) fn is_capture(&self, at: &G::Position, child: &G::Position) -> bool {
        self.game.is_capture(at, child)
    }

    /// Whether a move turns pieces into others and takes nothing.
    #[inline]
    pub(crate) fn turns_pieces(&self, at: &G::Position, child: &G::Position) -> bool {
        self.game.turns_pieces(at, child)
    }

    /// What was seen of captures.
    #[inline]
    pub(crate) fn captures(&self) -> Captures {
        self.captures
    }

    /// Looks for captures until it is known what there is to know about them. There may be
    /// other moves beside these, which capture nothing.
    pub(super) fn look_for_captures(
        &mut self,
        at: &G::Position,
        list: &[G::Position],
        others: bool,
    ) {
        let n_captures = list.iter().filter(|to| self.is_capture(at, to)).count();
        self.captures.note(list.len() + usize::from(others), n_captures);
    }

    /// The position after a pass, if the rules can make something of it: the opponent has
    /// moves there, and none of them does what cannot happen in a game.
    pub(crate) fn passed(&mut self, at: &G::Position) -> Option<G::Position> {
        let passed = self.game.passed(at)?;
        let mut list = self.spare.pop().unwrap_or_default();
        let expanded = self.worker.try_captures(&passed, &mut list);
        self.recycle(list);
        matches!(expanded?, Expanded::Moves { .. }).then_some(passed)
    }
}
