//! All that lies below a position of a puzzle, visited by one call of code.

use super::NativeWorker;
use crate::emit::Driver;
use crate::emit::dive::{GAVE_UP, SOLVED};
use crate::position::Position;
use game::{Dive, Dived, Game};

/// A dive calls itself once for each move, so it may be no deeper than that.
const MOST_LEFT: i32 = 400;

impl NativeWorker<'_> {
    /// Visits what lies below a position, if code can do so.
    pub(super) fn dive_at_once(&mut self, dive: &Dive<'_, Position>) -> Option<Dived> {
        let game = self.game;
        let whole = game.facts().n_players() == 1 && !game.remembers() && game.is_distinct();
        if !whole || game.shared().sets_costs || dive.left > MOST_LEFT {
            return None;
        }
        let cell = match &self.dives {
            Some(cell) => cell,
            None => match game.driver(Driver::Dive, game.player(dive.at)) {
                Ok(cell) => self.dives.insert(cell),
                // The search can do without.
                Err(_) => return None,
            },
        };
        let Some(memory) = &mut self.memory else { return None };
        // No position is before the first: none has such words.
        let nowhere = Position::new(&vec![u64::MAX; dive.at.words().len()], 0);
        let before = dive.before.unwrap_or(&nowhere);
        let ctx = memory.ctx();
        ctx.begin();
        ctx.dive_left = dive.most.min(i64::MAX as u64) as i64;
        ctx.dive_above = i64::MAX;
        let all = ctx.dive_left;
        let args = [before.words().as_ptr() as u64, dive.left as u64];
        match game.run(ctx, cell, dive.at.words(), &args) {
            Ok(found) => Some(Dived {
                nodes: (all - ctx.dive_left) as u64,
                solved: found == SOLVED,
                above: i32::try_from(ctx.dive_above).ok(),
                gave_up: found == GAVE_UP,
            }),
            // The search finds out which position it was by visiting them one by one.
            Err(_) => None,
        }
    }
}
