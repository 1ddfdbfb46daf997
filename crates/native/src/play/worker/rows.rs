//! The moves of a position as rows of words: what code has listed, without a position for each.

use super::NativeWorker;
use crate::code::Stopped;
use crate::emit::Driver;
use crate::position::Position;
use crate::runtime::Problem;
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

    /// Lists where a turn can lead to at the beginning of a past; nothing where the rules do what
    /// they should not do.
    pub(super) fn rows_of_any(
        &mut self,
        at: &Position,
        rows: &mut Vec<u64>,
    ) -> Option<Option<Outcome>> {
        // Nothing has occurred three times before a turn that nothing precedes.
        let game = self.game;
        let is_late = || game.program().least_repeats().is_none_or(|times| times >= 3);
        let is_alone = *self.asks_late.get_or_insert_with(is_late) && self.past.is_empty();
        let (driver, lists) = match is_alone {
            true => (Driver::Alone, &mut self.alone),
            false => (Driver::List, &mut self.lists),
        };
        let place = &mut lists[self.game.player(at).index()];
        match Self::run(self.game, &mut self.memory, place, driver, at) {
            Ok(_) if self.game.outcome(at).is_none() => {
                let ctx = self.memory.as_mut()?.ctx();
                if ctx.over_flag != 0 {
                    return Some(Some(ctx.over()));
                }
                rows.extend_from_slice(ctx.kept.all(self.game.shared().words()));
                Some(None)
            }
            Err(Stopped::Problem(code)) if code == Problem::Rules as i64 => None,
            _ => {
                let mut list = Vec::new();
                let over = self.list(at, &mut list, Driver::List).ok()?;
                list.iter().for_each(|to| rows.extend_from_slice(to.words()));
                Some(over)
            }
        }
    }
}
