//! Single moves and random games of one thread, for searches that grow a tree.

use super::NativeWorker;
use crate::code::Stopped;
use crate::emit::Driver;
use crate::position::Position;
use game::{Finish, Game, Held, Rng, RulesError};

impl NativeWorker<'_> {
    /// Plays a random game by code whose address is kept.
    fn play_out(
        &mut self,
        at: &Position,
        rng: &mut Rng,
        max_turns: u32,
        held: Option<&mut Held>,
    ) -> Result<Finish<Position>, Stopped> {
        let cell = match &mut self.plays {
            Some(cell) => cell,
            place => {
                let player = self.game.player(at);
                let cell = self.game.driver(Driver::Playout, player).map_err(Stopped::NoCode)?;
                place.insert(cell)
            }
        };
        let memory = self.memory.as_mut().ok_or(Stopped::Problem(0))?;
        self.game.play_out(memory.ctx(), cell, at, rng, max_turns, held)
    }

    /// Plays a random game, by turns if code cannot. Notes what the players hold at its
    /// end, if somebody asks for that.
    pub(super) fn play(
        &mut self,
        at: &Position,
        rng: &mut Rng,
        max_turns: u32,
        mut held: Option<&mut Held>,
    ) -> Result<Finish<Position>, RulesError> {
        if let Some(outcome) = self.game.outcome(at) {
            held.into_iter().for_each(|held| *held = self.game.held(at));
            return Ok(Finish::Over(outcome));
        }
        let before = rng.clone();
        let played = self.play_out(at, rng, max_turns, held.as_deref_mut());
        played.or_else(|stopped| {
            *rng = before;
            let turns = u64::from(max_turns);
            let (finish, last, _) = self.game.game_by_turns(at, &self.past, rng, turns)?;
            held.into_iter().for_each(|held| *held = self.game.held(&last));
            match self.game.fallback() {
                Some(_) => Ok(finish),
                None => Err(self.game.explain(at, &self.past, &stopped)),
            }
        })
    }

    /// The position after the move of a number, made alone; nothing if code cannot do that.
    pub(super) fn pick(&mut self, at: &Position, place: usize) -> Option<Position> {
        // Where moves may be the same, numbers count them more than once; and what looks
        // back expects to be told of the past.
        let is_numbered = self.game.is_distinct() && !self.game.remembers();
        if !is_numbered || self.game.outcome(at).is_some() {
            return None;
        }
        let cell = match &self.picks[self.game.player(at).index()] {
            Some(cell) => cell,
            None => match self.game.driver(Driver::Pick, self.game.player(at)) {
                Ok(cell) => self.picks[self.game.player(at).index()].insert(cell),
                // All positions can be made instead.
                Err(_) => return None,
            },
        };
        let memory = self.memory.as_mut()?;
        memory.ctx().begin();
        let words = &mut self.picked;
        words.resize(self.game.shared().words(), 0);
        let args = [place as u64, words.as_mut_ptr() as u64];
        match self.game.run(memory.ctx(), cell, at.words(), &args) {
            Ok(1) => Some(self.game.wrap(words)),
            _ => None,
        }
    }
}
