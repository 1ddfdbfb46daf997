//! The moves of a position as rows of words: what code has listed, without a position for each.

use super::NativeWorker;
use crate::emit::Driver;
use crate::position::Position;
use game::{Game, Outcome, RulesError};

impl NativeWorker<'_> {
    /// Lists where a turn can lead to, without signatures unless rules that look back need them.
    pub(super) fn list_rows(
        &mut self,
        at: &Position,
        rows: &mut Vec<u64>,
    ) -> Result<Option<Outcome>, RulesError> {
        if let Some(outcome) = self.game.outcome(at) {
            return Ok(Some(outcome));
        }
        let (driver, lists) = match self.game.remembers() {
            true => (Driver::List, &mut self.lists),
            false => (Driver::Bare, &mut self.bare),
        };
        let place = &mut lists[self.game.player(at).index()];
        if Self::run(self.game, &mut self.memory, place, driver, at).is_err() {
            // What the interpreter lists instead are positions.
            let mut list = Vec::new();
            let over = self.list(at, &mut list, driver)?;
            list.iter().for_each(|to| rows.extend_from_slice(to.words()));
            return Ok(over);
        }
        let Some(memory) = &mut self.memory else { return Ok(None) };
        let ctx = memory.ctx();
        if ctx.over_flag != 0 {
            return Ok(Some(ctx.over()));
        }
        rows.extend_from_slice(ctx.kept.all(self.game.shared().words()));
        Ok(None)
    }
}
