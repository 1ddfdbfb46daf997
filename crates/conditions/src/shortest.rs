//! Of several ways in which the rules come to an outcome, the one that needs the fewest
//! fields: it is the one that is easiest to see. On a board that goes around, a piece may
//! strike another from both sides.

use crate::Conditions;
use crate::condition::Condition;
use crate::forcing::Forcing;
use crate::held::Log;
use game::{Outcome, RulesError};
use interp::Position;
use ir::drive::Stop;

/// This many ways are compared.
const MOST_WAYS: usize = 16;

impl Conditions<'_> {
    /// What [`Conditions::why_over`] tells of a position without a past, but with the
    /// conditions of the way that needs the fewest fields.
    pub fn why_over_shortest(
        &self,
        position: &Position,
    ) -> Result<Option<(Outcome, Vec<Condition>)>, RulesError> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        let run = self.recording(position, &[]).forcing(Forcing::new(self.facts()).every_way());
        let mut ways: Vec<(Outcome, Log)> = Vec::new();
        // A limit that is met ends it: what is known by then is compared.
        let _ = run.turn(Log::forcing(position, 0), &mut |conf| {
            if let Some(outcome) = conf.s.outcome
                && !(conf.s.changed || conf.s.passed)
            {
                ways.push((outcome, conf.trail.clone()));
            }
            if ways.len() < MOST_WAYS { Ok(()) } else { Err(Stop::Enough) }
        });
        let told = ways.into_iter().map(|(outcome, log)| (outcome, self.conditions(&log)));
        let is_field = |condition: &&Condition| matches!(condition, Condition::Field { .. });
        let n_fields = |conditions: &[Condition]| conditions.iter().filter(is_field).count();
        match told.min_by_key(|(_, conditions)| n_fields(conditions)) {
            Some(told) => Ok(Some(told)),
            None => self.why_over(position, &[]),
        }
    }
}
