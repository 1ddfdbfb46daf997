//! Lists of the moves that take pieces, turn them into others or end the game.

use super::NativeWorker;
use crate::code::Stopped;
use crate::emit::Driver;
use crate::position::Position;
use crate::runtime::Problem;
use game::{Expanded, Game, RulesError, Worker, retain_captures};

impl NativeWorker<'_> {
    /// Lists them, or all moves and then takes the others out, where code does not know
    /// which they are.
    pub(super) fn list_captures(
        &mut self,
        at: &Position,
        list: &mut Vec<Position>,
    ) -> Result<Expanded, RulesError> {
        if let Some(outcome) = self.game.outcome(at) {
            self.rest_on(None);
            return Ok(Expanded::Over(outcome));
        }
        match self.run_captures(at) {
            Ok(found) => Ok(self.listed_captures(at, list, found)),
            Err(_) => self.list_and_sift(at, list),
        }
    }

    /// The same for positions that the rules may not have been made for; nothing where they
    /// do something that they should not do.
    pub(super) fn captures_of_any(
        &mut self,
        at: &Position,
        list: &mut Vec<Position>,
    ) -> Option<Expanded> {
        match self.run_captures(at) {
            Ok(found) if self.game.outcome(at).is_none() => {
                Some(self.listed_captures(at, list, found))
            }
            Err(Stopped::Problem(code)) if code == Problem::Rules as i64 => None,
            _ => self.list_captures(at, list).ok(),
        }
    }

    fn run_captures(&mut self, at: &Position) -> Result<i64, Stopped> {
        // What lies under other pieces counts, and code looks at the tops only.
        if self.game.shared().layout.stacks.is_some() {
            return Err(Stopped::NoCode(String::new()));
        }
        let place = &mut self.captures[self.game.player(at).index()];
        Self::run(self.game, &mut self.memory, place, Driver::Captures, at)
    }

    /// What code has listed; `found` is what it said.
    fn listed_captures(&mut self, at: &Position, list: &mut Vec<Position>, found: i64) -> Expanded {
        let before = list.len();
        match self.listed(list) {
            Some(outcome) => Expanded::Over(outcome),
            None => {
                let sifted = retain_captures(self.game, at, list, before);
                Expanded::Moves { others: sifted || found & 1 == 1 }
            }
        }
    }

    fn list_and_sift(
        &mut self,
        at: &Position,
        list: &mut Vec<Position>,
    ) -> Result<Expanded, RulesError> {
        let before = list.len();
        Ok(match self.expand(at, list)? {
            Some(outcome) => Expanded::Over(outcome),
            None => {
                let others = retain_captures(self.game, at, list, before);
                Expanded::Moves { others }
            }
        })
    }
}
