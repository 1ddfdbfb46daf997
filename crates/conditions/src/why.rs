//! Why a move is there, and why a position is over: the conditions that the rules
//! found on the way to it (Pitrat, section 3), and whether they hold elsewhere.

use crate::Conditions;
use crate::condition::Condition;
use crate::held::Log;
use game::{Outcome, RulesError};
use interp::Position;
use interp::machine::{Offer, counter_slot};
use ir::drive::Stop;

impl Conditions<'_> {
    /// The moves of a position, each with its conditions; no moves if the
    /// position is over. The conditions are those of the way that gave the
    /// move its name.
    pub fn why(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Vec<(String, Vec<Condition>)>, RulesError> {
        match self.recorded_offer(position, past)? {
            Offer::Over(_) => Ok(Vec::new()),
            Offer::Moves(moves) => Ok(moves
                .into_iter()
                .map(|(made, way)| (made.text, self.conditions(&way.trail)))
                .collect()),
        }
    }

    /// What a position offers, each move with the record of the way that gave it its name.
    pub(crate) fn recorded_offer(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Offer<Log>, RulesError> {
        self.interp.offer_of(&self.recording(position, past), Log::EMPTY)
    }

    /// The outcome of a position that is over, with its conditions; nothing if
    /// it is not over, or if a move has ended the game.
    pub fn why_over(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Option<(Outcome, Vec<Condition>)>, RulesError> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        let run = self.recording(position, past);
        let mut found = None;
        let flow = run.turn(Log::EMPTY, &mut |conf| match conf.s.outcome {
            Some(outcome) if !(conf.s.changed || conf.s.passed) => {
                found = Some((outcome, conf.trail.clone()));
                Err(Stop::Enough)
            }
            _ => Ok(()),
        });
        self.interp.settle(position, flow)?;
        Ok(found.map(|(outcome, log)| (outcome, self.conditions(&log))))
    }

    /// Whether a condition holds in a position. Of comparisons other than those
    /// of a counter, the numbers are conditions of their own.
    pub fn holds(&self, condition: &Condition, position: &Position) -> bool {
        let (facts, parts) = (self.facts(), position.parts());
        match condition {
            Condition::Field { field, allowed } => allowed.allows(parts.top(*field)),
            Condition::Memory { memory, field } => parts.memory(*memory) == Some(*field),
            Condition::Counter { counter, player, op, value } => {
                let slot = counter_slot(facts, *counter, *player);
                op.holds(parts.counters[counter.index()][slot], *value)
            }
            Condition::Reserve { kind, player, least } => facts
                .reserve_index(*kind)
                .is_some_and(|entry| parts.reserve[entry][player.index()] >= *least),
            Condition::Compared { .. } => true,
            Condition::No { reads, .. } | Condition::Same { reads, .. } => reads.hold(position),
        }
    }
}
