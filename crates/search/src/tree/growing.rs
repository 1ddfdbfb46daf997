//! What algorithms that grow a tree in memory ask of a game: lists without signatures, single
//! successors, and random games that look at the limits on their way.

use super::Tree;
use crate::limits::{Pace, Stop, now};
use game::{Finish, Game, Held, Outcome, Rng, Worker};

impl<G: Game> Tree<'_, G> {
    /// Plays a random game of at most this many turns, a few at once, so that limits are
    /// looked at: how it went, and what the players hold at its end. However many turns are
    /// played at once, the game is the same.
    pub(crate) fn playout(
        &mut self,
        at: &G::Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<(Finish<G::Position>, Held), Stop> {
        let mut held = Held::default();
        // Rules that ask for the past need the whole game at once.
        if self.way.is_some() {
            let finish = self.worker.playout_bare(at, rng, max_turns, &mut held)?;
            return Ok((finish, held));
        }
        let (mut pace, mut left) = (self.pace, max_turns);
        let mut finish = self.play_some(at, rng, &mut pace, &mut left, &mut held)?;
        // Games of one search begin with turns that take about as long as each other;
        // their ends may be faster.
        if matches!(finish, Finish::BrokenOff(_)) {
            self.pace = pace;
        }
        while left > 0
            && let Finish::BrokenOff(at) = &finish
        {
            self.watch.check_all(self.nodes)?;
            finish = self.play_some(at, rng, &mut pace, &mut left, &mut held)?;
        }
        Ok((finish, held))
    }

    /// Plays as many turns of a random game as can be made without a look at limits.
    fn play_some(
        &mut self,
        at: &G::Position,
        rng: &mut Rng,
        pace: &mut Pace,
        left: &mut u32,
        held: &mut Held,
    ) -> Result<Finish<G::Position>, Stop> {
        let (turns, began) = (pace.turns().min(*left), now());
        let finish = self.worker.playout_bare(at, rng, turns, held)?;
        *pace = pace.after(began.elapsed());
        *left -= turns;
        Ok(finish)
    }

    /// Lists the positions that a turn can lead to, without entering the position; their
    /// signatures may be wrong unless they have to be whole.
    pub(crate) fn list(
        &mut self,
        at: &G::Position,
        is_whole: bool,
    ) -> Result<Result<Vec<G::Position>, Outcome>, Stop> {
        let mut list = self.spare.pop().unwrap_or_default();
        let over = match is_whole {
            true => self.worker.expand(at, &mut list)?,
            false => self.worker.expand_bare(at, &mut list)?,
        };
        if let Some(outcome) = over {
            self.recycle(list);
            return Ok(Err(outcome));
        }
        Ok(Ok(list))
    }

    /// The position at a place of the list that [`Tree::list`] gives; nothing if there is
    /// none. Its signature may be wrong.
    pub(crate) fn successor(
        &mut self,
        at: &G::Position,
        place: usize,
    ) -> Result<Option<G::Position>, Stop> {
        if let Some(to) = self.worker.successor(at, place)? {
            return Ok(Some(to));
        }
        let Ok(mut list) = self.list(at, false)? else { return Ok(None) };
        let to = (place < list.len()).then(|| list.swap_remove(place));
        self.recycle(list);
        Ok(to)
    }
}
