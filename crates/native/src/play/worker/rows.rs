//! The moves of a position as rows of words: what code has listed, without a position for each.

use super::NativeWorker;
use crate::code::Stopped;
use crate::emit::Driver;
use crate::position::Position;
use crate::runtime::Problem;
use game::{Game, Outcome, RulesError};

impl NativeWorker<'_> {
    /// What lists rows: without signatures unless rules that look back need them. Nothing occurs for
    /// the third time if nothing is past.
    #[inline]
    fn row_driver(&self) -> Driver {
        match (self.game.remembers(), self.past.is_empty() && self.game.asks_late()) {
            (false, _) => Driver::Bare,
            (true, true) => Driver::Alone,
            (true, false) => Driver::List,
        }
    }

    /// Lists where a turn can lead to.
    pub(super) fn list_rows(
        &mut self,
        at: &Position,
        rows: &mut Vec<u64>,
    ) -> Result<Option<Outcome>, RulesError> {
        if let Some(outcome) = self.game.outcome(at) {
            return Ok(Some(outcome));
        }
        let (driver, player) = (self.row_driver(), self.game.player(at));
        let lists = match driver {
            Driver::Bare => &mut self.bare,
            Driver::Alone => &mut self.alone,
            _ => &mut self.lists,
        };
        let place = &mut lists[player.index()];
        if place.is_none() {
            *place = self.game.driver(driver, player).ok();
        }
        match self.list_quickly(at, rows) {
            Some(over) => Ok(over),
            None => self.rows_instead(at, rows),
        }
    }

    /// The same by code that is made already; nothing if there is none or it gives up.
    #[inline]
    pub(super) fn list_quickly(
        &mut self,
        at: &Position,
        rows: &mut Vec<u64>,
    ) -> Option<Option<Outcome>> {
        let (game, words) = (self.game, at.words());
        let shared = game.shared();
        if let Some(outcome) = shared.layout.outcome(words) {
            return Some(Some(outcome));
        }
        let player = shared.layout.player_of(words).index();
        let lists = match self.row_driver() {
            Driver::Bare => &self.bare,
            Driver::Alone => &self.alone,
            _ => &self.lists,
        };
        let cell = lists[player].as_ref()?;
        let ctx = self.memory.as_mut()?.ctx();
        ctx.begin();
        game.run(ctx, cell, words, &[]).ok()?;
        if ctx.over_flag != 0 {
            return Some(Some(ctx.over()));
        }
        rows.clear();
        rows.extend_from_slice(ctx.kept.all(shared.words()));
        Some(None)
    }

    /// Lists as rows what the interpreter lists instead of code: positions.
    #[cold]
    fn rows_instead(
        &mut self,
        at: &Position,
        rows: &mut Vec<u64>,
    ) -> Result<Option<Outcome>, RulesError> {
        rows.clear();
        let driver = if self.game.remembers() { Driver::List } else { Driver::Bare };
        let mut list = Vec::new();
        let over = self.list(at, &mut list, driver)?;
        list.iter().for_each(|to| rows.extend_from_slice(to.words()));
        Ok(over)
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
