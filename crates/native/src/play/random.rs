//! Random games played by code.

use crate::code::{Native, Stopped};
use crate::compile::late::{Cell, Mode, Request};
use crate::emit::Driver;
use crate::position::Position;
use crate::runtime::{Ctx, Problem};
use game::{Finish, Game, Held, Outcome, Player, Rng, RulesError, Turn};
use std::sync::Arc;

/// The most turns of a random game whose rules look at earlier positions.
const MOST_PAST: u64 = 1 << 20;

/// This many random games are played by code that was made in little time. Good code
/// takes longer to make than these games would take less.
const QUICK_GAMES: u64 = 100;

/// What random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Turns in all of them.
    pub plies: u64,
    /// Games that the first player won, that the second won, and all others.
    pub wins: [u64; 3],
}

impl Native {
    /// Makes all code that [`Native::playouts`] may need, so that nothing is made
    /// while games are played.
    pub fn prepare_playouts(&self) {
        let mode = Mode::of(Driver::Playout, self.remembers());
        // The caller is told what is wrong.
        let _ready = self.shared().complete(&[Request::of(Driver::Playout, Player::First, mode)]);
    }

    /// Plays random games, every move equally likely.
    pub fn playouts(
        &self,
        position: &Position,
        seed: u64,
        games: u64,
        max_turns: u64,
    ) -> Result<Tally, RulesError> {
        let rng = Rng::new(seed);
        let mut tally = Tally::default();
        let played = self.with_memory(|ctx| {
            (ctx.rng, ctx.wins) = (rng.state(), [0; 3]);
            let most = self.room_for(ctx, 0, max_turns);
            let mut cell = self.code_to_play(games).map_err(Stopped::NoCode)?;
            // Rules that look back see one game only.
            let at_once = if self.remembers() { 1 } else { games };
            while tally.games < games {
                ctx.forget_past();
                tally.plies += self.play(ctx, &mut cell, position.words(), [most, at_once])? as u64;
                tally.games += at_once;
            }
            tally.wins = ctx.wins;
            Ok(tally)
        });
        played.or_else(|stopped| self.games_by_turns(position, rng, games, max_turns, &stopped))
    }

    /// Plays one random game in the memory of a thread that knows the positions
    /// before it, and knows no others afterwards. Notes what the players hold at its end,
    /// if somebody asks for that, and then nobody asks for signatures.
    pub(crate) fn play_out(
        &self,
        ctx: &mut Ctx,
        cell: &mut Arc<Cell>,
        position: &Position,
        rng: &mut Rng,
        max_turns: u32,
        held: Option<&mut Held>,
    ) -> Result<Finish<Position>, Stopped> {
        ctx.begin();
        ctx.rng = rng.state();
        let before = ctx.n_past as usize;
        let most = self.room_for(ctx, before, u64::from(max_turns));
        let played = self.play(ctx, cell, position.words(), [most, 1]);
        ctx.shorten_past(self.shared(), before);
        played?;
        *rng = Rng::from_state(ctx.rng);
        // SAFETY: the driver has left the address of the last position, which lies in
        // the memory of the thread.
        let last = unsafe { std::slice::from_raw_parts(ctx.last, self.shared().words()) };
        // A turn that cannot be made tells how the game has ended, too.
        let over = (ctx.over_flag != 0).then(|| ctx.over());
        let is_bare = held.is_some();
        if let Some(held) = held {
            *held = self.shared().layout.held(last);
        }
        Ok(match self.shared().layout.outcome(last).or(over) {
            Some(outcome) => Finish::Over(outcome),
            None if is_bare => Finish::BrokenOff(self.wrap(last)),
            None => Finish::BrokenOff(self.signed(last)),
        })
    }

    /// Plays random games by code, and from then on by code that assumes nothing where there is
    /// something on the board that the rules do not leave there. Nothing is drawn before that is
    /// known.
    fn play(
        &self,
        ctx: &mut Ctx,
        cell: &mut Arc<Cell>,
        position: &[u64],
        args: [u64; 2],
    ) -> Result<i64, Stopped> {
        let played = self.run(ctx, cell, position, &args);
        let assumed = Problem::Assumed as i64;
        if !matches!(played, Err(Stopped::Problem(problem)) if problem == assumed) {
            return played;
        }
        ctx.problem = 0;
        let Request { routine, mode } = cell.request;
        let any = Request { routine, mode: Mode { assumes: false, ..mode } };
        *cell = self.shared().routine(&[any]).map_err(Stopped::NoCode)?;
        self.run(ctx, cell, position, &args)
    }

    /// What plays this many random games. The first ones are not worth good code,
    /// unless it is there.
    fn code_to_play(&self, games: u64) -> Result<Arc<Cell>, String> {
        let mode = Mode::of(Driver::Playout, self.remembers());
        let good = Request::of(Driver::Playout, Player::First, mode);
        let request = match self.played_with(games) <= QUICK_GAMES && !self.shared().is_made(good) {
            true => Request::of(Driver::Playout, Player::First, Mode { quick: true, ..mode }),
            false => good,
        };
        self.shared().routine(&[request])
    }

    /// Plays random games again turn by turn, after something went wrong in one of
    /// them: what that is, or where the interpreter can play instead, what the games
    /// came to.
    fn games_by_turns(
        &self,
        start: &Position,
        mut rng: Rng,
        games: u64,
        max_turns: u64,
        stopped: &Stopped,
    ) -> Result<Tally, RulesError> {
        let mut tally = Tally::default();
        for _ in 0..games {
            let (finish, _, plies) = self.game_by_turns(start, &[], &mut rng, max_turns)?;
            tally.games += 1;
            tally.plies += plies;
            let winner = match finish {
                Finish::Over(outcome) => outcome.winner(),
                Finish::BrokenOff(_) => None,
            };
            tally.wins[winner.map_or(2, Player::index)] += 1;
        }
        match self.fallback() {
            Some(_) => Ok(tally),
            None => Err(self.explain(start, &[], stopped)),
        }
    }

    /// Plays a random game turn by turn, with the moves that code would draw: how it went,
    /// its last position and its turns; what is wrong if it comes upon an error.
    pub(crate) fn game_by_turns(
        &self,
        start: &Position,
        before: &[Position],
        rng: &mut Rng,
        max_turns: u64,
    ) -> Result<(Finish<Position>, Position, u64), RulesError> {
        let (mut at, mut past) = (start.clone(), before.to_vec());
        let mut over = None;
        for _ in 0..max_turns {
            match self.random_successor(&at, &past, rng) {
                Ok(Some(next)) => past.push(std::mem::replace(&mut at, next)),
                Ok(None) => {
                    over = self.over(&at, &past)?;
                    break;
                }
                // The turn after the one that was drawn is looked at, too.
                Err(error) => return Err(self.error_after(&at, &mut past).unwrap_or(error)),
            }
        }
        let plies = (past.len() - before.len()) as u64;
        Ok(match over.or_else(|| self.outcome(&at)) {
            Some(outcome) => (Finish::Over(outcome), at, plies),
            None => (Finish::BrokenOff(at.clone()), at, plies),
        })
    }

    /// The outcome of a position in which a random game has ended.
    fn over(&self, at: &Position, past: &[Position]) -> Result<Option<Outcome>, RulesError> {
        if let Some(outcome) = self.outcome(at) {
            return Ok(Some(outcome));
        }
        Ok(match self.turn(at, past)? {
            Turn::Over(outcome) => Some(outcome),
            Turn::Moves(_) => None,
        })
    }

    /// What is wrong in a position or in one that a turn leads to.
    fn error_after(&self, at: &Position, past: &mut Vec<Position>) -> Option<RulesError> {
        let moves = match self.turn(at, past) {
            Err(error) => return Some(error),
            Ok(Turn::Over(_)) => return None,
            Ok(Turn::Moves(moves)) => moves,
        };
        past.push(at.clone());
        let going_on = moves.iter().filter(|played| played.outcome.is_none());
        going_on.map(|played| self.turn(&played.to, past)).find_map(Result::err)
    }

    /// Makes room for the positions of a random game; how many turns it may last.
    fn room_for(&self, ctx: &mut Ctx, past: usize, max_turns: u64) -> u64 {
        let most = if self.remembers() { max_turns.min(MOST_PAST) } else { max_turns };
        let positions = if self.remembers() { most as usize } else { 0 };
        ctx.reserve_past(self.shared(), past + positions + 2);
        most
    }

    /// A random position that a turn can lead to, each equally likely; nothing if
    /// the game is over. The code is that of [`Native::playouts`].
    pub fn random_successor(
        &self,
        position: &Position,
        past: &[Position],
        rng: &mut Rng,
    ) -> Result<Option<Position>, RulesError> {
        if self.shared().layout.outcome(position.words()).is_some() {
            return Ok(None);
        }
        let played = self.with_memory(|ctx| {
            ctx.rng = rng.state();
            self.remember(ctx, past);
            self.room_for(ctx, past.len(), 1);
            let mut cell = self.driver(Driver::Playout, Player::First).map_err(Stopped::NoCode)?;
            let turns = self.play(ctx, &mut cell, position.words(), [1, 1])?;
            *rng = Rng::from_state(ctx.rng);
            // SAFETY: the driver has left the address of the last position, which
            // lies in the memory of the thread.
            let last = unsafe { std::slice::from_raw_parts(ctx.last, self.shared().words()) };
            Ok((turns > 0).then(|| self.signed(last)))
        });
        played.or_else(|stopped| {
            let listed = self.list_instead(position, past, &stopped)?;
            Ok(listed.ok().filter(|list| !list.is_empty()).map(|mut list| {
                let drawn = rng.below(list.len());
                list.swap_remove(drawn)
            }))
        })
    }

    /// A position with its signature, which random games do not keep.
    fn signed(&self, words: &[u64]) -> Position {
        let mut words = words.to_vec();
        self.shared().sign(&mut words);
        self.wrap(&words)
    }
}
