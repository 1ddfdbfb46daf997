//! How many moves each rule makes in the first position, if a turn consisted of it alone.

use crate::document::Document;
use game::{Game, Turn};
use interp::{Interp, Limits};
use ir::FuncId;
use rules::lower;
use syntax::Span;

/// A rule may do this much work; editors ask often, and one rule of many may be slow.
const STEPS: u64 = 300_000;

/// More rules than these are not tried.
const MAX_RULES: usize = 100;

impl Document {
    /// The names of rules of this text that make moves at the start, and how many. Rules that
    /// are only parts of moves, and those that take long, are left out.
    pub fn moves_at_start(&self) -> Vec<(Span, usize)> {
        let Some(rules) = &self.rules else { return Vec::new() };
        let program = lower(rules);
        let own = rules.rules.iter().enumerate().filter(|(_, rule)| !rule.inherited);
        let mut found = Vec::new();
        for (i, rule) in own.take(MAX_RULES) {
            // The functions of rules come first, in their order.
            let mut alone = program.clone();
            alone.entries.main = FuncId(i as u32);
            let Ok(game) = Interp::new(alone) else { continue };
            let game = game.with_limits(Limits { steps: STEPS, ..Limits::default() });
            if let Ok(Turn::Moves(moves)) = game.turn(&game.start(), &[])
                && !moves.is_empty()
            {
                found.push((rule.span, moves.len()));
            }
        }
        // Instances of a rule with parameters share its name; there is no one number for them.
        let all = found.clone();
        found.retain(|(span, _)| all.iter().filter(|(other, _)| other == span).count() == 1);
        found
    }
}
