//! Lines of play counted by code, and the positions after one turn.

use crate::code::{Native, Stopped};
use crate::compile::late::{Mode, Request};
use crate::emit::Driver;
use crate::play::worker::NativeWorker;
use crate::position::Position;
use game::{Game, Outcome, Player, RulesError, Worker};

/// The greatest depth to which code counts by calling itself.
const MOST_DEPTH: u32 = 64;

impl Native {
    /// The positions that a turn can lead to, each once, with their outcomes; or
    /// the outcome of the position itself.
    pub fn successors(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Result<Vec<Position>, Outcome>, RulesError> {
        if let Some(outcome) = self.shared().layout.outcome(position.words()) {
            return Ok(Err(outcome));
        }
        let words = self.shared().words();
        let listed = self.with_memory(|ctx| {
            self.remember(ctx, past);
            self.call(ctx, Driver::List, position.words(), &[])?;
            if ctx.over_flag != 0 {
                let (value, scored) = (ctx.over_value as i32, ctx.over_flag == 2);
                return Ok(Err(Outcome { value, scored }));
            }
            let rows = ctx.kept.all(words).chunks_exact(words);
            Ok(Ok(rows.map(|w| self.wrap(w)).collect::<Vec<_>>()))
        });
        listed.or_else(|stopped| self.list_instead(position, past, &stopped))
    }

    /// Makes the code that [`Native::perft`] needs, so that counting takes no
    /// longer the first time.
    pub fn prepare_perft(&self, position: &Position, depth: u32, counted: bool) {
        let player = self.player_of(position.words());
        // The caller is told what is wrong.
        let _ready = match self.is_distinct() {
            true => self.shared().complete(&self.wanted_to_count(player, depth, counted)),
            false => self.prepare(Driver::List, player),
        };
    }

    /// Counts the lines of play to a depth; `counted`: without making the last moves.
    pub fn perft(
        &self,
        position: &Position,
        past: &[Position],
        depth: u32,
        counted: bool,
    ) -> Result<u64, RulesError> {
        if depth == 0 {
            return Ok(1);
        }
        if self.shared().layout.outcome(position.words()).is_some() {
            return Ok(0);
        }
        if depth > MOST_DEPTH {
            return game::perft(self, position, past, depth);
        }
        if !self.is_distinct() {
            if depth > 1 {
                // The caller is told what is wrong.
                let _ready = self.prepare(Driver::List, self.player_of(position.words()));
            }
            return self.perft_by_list(position, past, depth);
        }
        let wanted = self.wanted_to_count(self.player_of(position.words()), depth, counted);
        // What counts the moves of one turn does not ask how deep.
        let args = [u64::from(depth)];
        let args = if counted && depth == 1 { &args[..0] } else { &args };
        let answer = self.with_memory(|ctx| {
            self.remember(ctx, past);
            ctx.reserve_past(self.shared(), past.len() + depth as usize + 2);
            let cell = self.shared().routine(&wanted).map_err(Stopped::NoCode)?;
            self.run(ctx, &cell, position.words(), args)
        });
        match answer {
            Ok(leaves) => Ok(leaves as u64),
            // Somewhere below something is wrong: counted step by step it is found.
            Err(_) => self.perft_by_list(position, past, depth),
        }
    }

    /// What is called to count lines of play: first what counts them, then what
    /// it will call if players take turns.
    fn wanted_to_count(&self, player: Player, depth: u32, counted: bool) -> Vec<Request> {
        let driver = if counted { Driver::PerftCounted } else { Driver::Perft };
        let mode = Mode::of(driver, self.remembers());
        let mut sides = vec![player];
        if self.facts().n_players() == 2 {
            sides.push(player.other());
        }
        let mut wanted = Vec::new();
        for turns in 0..depth.min(3) {
            let last = counted && turns + 1 == depth;
            let driver = if last { Driver::Count } else { driver };
            wanted.push(Request::of(driver, sides[turns as usize % sides.len()], mode));
        }
        if counted && depth > 3 {
            wanted.extend(sides.iter().map(|&side| Request::of(Driver::Count, side, mode)));
        }
        let mut seen = Vec::new();
        wanted.retain(|request| {
            !seen.contains(request) && {
                seen.push(*request);
                true
            }
        });
        wanted
    }

    /// Counts where the same position may be reached by several results.
    fn perft_by_list(
        &self,
        position: &Position,
        past: &[Position],
        depth: u32,
    ) -> Result<u64, RulesError> {
        count_lists(&mut NativeWorker::new(self, past), position, depth, &mut Vec::new())
    }

    /// Makes the code for a task of both players at a time, if it is not there.
    fn prepare(&self, driver: Driver, first: Player) -> Result<(), String> {
        let mode = Mode::of(driver, self.remembers());
        let players = [first, first.other()];
        let wanted = players.map(|player| Request::of(driver, player, mode));
        self.shared().routine(&wanted[..self.facts().n_players()]).map(drop)
    }
}

/// Counts lines of play with lists that lie after each other.
fn count_lists(
    worker: &mut NativeWorker<'_>,
    at: &Position,
    depth: u32,
    lists: &mut Vec<Position>,
) -> Result<u64, RulesError> {
    let start = lists.len();
    if worker.expand(at, lists)?.is_some() {
        return Ok(0);
    }
    let end = lists.len();
    let mut leaves = (end - start) as u64;
    if depth > 1 {
        leaves = 0;
        worker.enter(at);
        for i in start..end {
            let next = lists[i].clone();
            leaves += count_lists(worker, &next, depth - 1, lists)?;
        }
        worker.leave();
    }
    lists.truncate(start);
    Ok(leaves)
}
