//! What a position says without its moves: what it is worth, how it is over, and what stands
//! on the board.

use super::Tree;
use crate::captures::Pieces;
use crate::limits::Stop;
use crate::settings::Evaluation;
use crate::value::{DECIDED, Value};
use crate::way::Ground;
use game::{Game, Outcome, Player, Worker};

impl<G: Game> Tree<'_, G> {
    /// The value of a position at the horizon, for the player to move.
    #[inline]
    pub fn horizon(&mut self, at: &G::Position, ply: usize) -> Result<Value, Stop> {
        self.ground = Ground::NONE;
        if !self.settings.evaluates_ends
            && let Some(value) = self.ended(at, ply)
        {
            return Ok(value);
        }
        match self.known(at, ply) {
            Some(value) => Ok(value),
            None => self.evaluate(at),
        }
    }

    /// What tables say of a position, for the player to move.
    #[inline]
    pub(super) fn known(&self, at: &G::Position, ply: usize) -> Option<Value> {
        let (outcome, turns) = self.known.as_ref()?(at)?;
        Some(self.settings.outcomes.of(outcome, Player::First, ply + turns as usize))
    }

    /// The evaluation of a position for the player to move.
    #[inline]
    pub fn evaluate(&mut self, at: &G::Position) -> Result<Value, Stop> {
        self.watch.tick(self.nodes)?;
        let key = match self.evaluated.is_on() {
            // A function of the library's user may look at all that there is.
            true if self.own.is_some() => self.game.signature(at) ^ self.game.counters(at),
            true => self.game.signature(at) ^ self.game.pressing_counters(at),
            false => 0,
        };
        if let Some(value) = self.evaluated.get(key) {
            return Ok(value);
        }
        let value = match self.settings.evaluation {
            Evaluation::Rules(n) => self.worker.evaluate(at, n)?,
            Evaluation::Own => self.own.as_ref().map_or(0, |own| own(self.game, at)),
            Evaluation::None => 0,
        };
        // Whatever it says, it is no proof of a win.
        let value = value.clamp(1 - DECIDED, DECIDED - 1);
        self.evaluated.put(key, value);
        Ok(value)
    }

    /// What a position is worth if the game is over there, as far as that can be told
    /// without listing its moves.
    #[inline]
    pub fn ended(&mut self, at: &G::Position, ply: usize) -> Option<Value> {
        let outcome = self.outcome(at)?;
        Some(self.settings.outcomes.of(outcome, self.player(at), ply))
    }

    /// The pieces on the board.
    #[inline]
    pub(crate) fn pieces(&self, at: &G::Position) -> Pieces {
        Pieces(self.game.pieces(at))
    }

    /// How the game is over in a position, as far as that can be told without listing its
    /// moves: by the turn that led there, or by what the rules say at the start of the next.
    #[inline]
    pub(crate) fn outcome(&mut self, at: &G::Position) -> Option<Outcome> {
        self.worker.early_outcome(at)
    }
}
