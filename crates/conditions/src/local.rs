//! All moves that there can ever be on a board, where each depends on what a few fields hold
//! and on nothing else: what tells whether parts of a position have nothing to do with each
//! other.
//!
//! One lenient run of a turn in which anything may be missing finds them. If the run was cut,
//! or a move asks for anything beside single fields with one content each, there is no such
//! list.

use crate::Conditions;
use crate::condition::Condition;
use crate::contents::Contents;
use game::{Facts, LocalMove, Piece, Player, RulesError};
use interp::Position;
use ir::drive::Drive;

impl Conditions<'_> {
    /// The moves of a player, if all are local: none of them ends the game, passes or goes on
    /// with the same player. At most so much work is done.
    pub fn local_moves(
        &self,
        at: &Position,
        player: Player,
        max_steps: u64,
    ) -> Result<Option<Vec<LocalMove>>, RulesError> {
        let now = Position::new(at.parts().clone(), player, None, at.round());
        let (facts, most) = (self.facts(), at.parts().tops.len());
        let (mut moves, mut are_local) = (Vec::new(), true);
        let all = self.forced(&now, most, max_steps, &mut |run, conf, held| {
            let state = &conf.s;
            if !state.changed && !state.passed {
                return Ok(());
            }
            run.meter().keep(moves.len() + 1)?;
            let is_plain = state.outcome.is_none() && !state.passed && !state.again;
            let needs = self.conditions(&conf.trail);
            let needs = needs.iter().map(|condition| match condition {
                Condition::Field { field, allowed } => Some((*field, only(facts, allowed)?)),
                _ => None,
            });
            let written = held.written().iter();
            let writes = written.map(|field| (field, state.parts.top(field))).collect();
            match needs.collect::<Option<Vec<_>>>() {
                Some(needs) if is_plain => moves.push(LocalMove { needs, writes }),
                _ => are_local = false,
            }
            Ok(())
        });
        moves.sort();
        moves.dedup();
        Ok((all && are_local).then_some(moves))
    }
}

/// What a field holds, if it may hold only one thing.
fn only(facts: &Facts, allowed: &Contents) -> Option<Option<Piece>> {
    let mut all = std::iter::once(None).chain(facts.pieces().map(Some));
    let first = all.find(|content| allowed.allows(*content))?;
    all.all(|content| !allowed.allows(content)).then_some(first)
}
