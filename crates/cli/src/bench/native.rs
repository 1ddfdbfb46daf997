//! Native code, as the benchmark sees it: made afresh for every measurement of
//! compiling, kept for all others.

#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use super::super::args::What;
use super::plan::Task;
use super::runner::{Done, Runner, Trouble, loaded_again, repeat};
use game::Game;
use interp::Interp;
use multigame::Text;
use native::{Native, Position};
use std::time::{Duration, Instant};

pub(super) const NATIVE: &str = "native";

/// Games are played in batches, which keep the clock out of short ones.
const MOST_GAMES: u64 = 1 << 10;

/// The most turns of the first game: it is about the code, not about the game.
const FIRST_GAME: u64 = 1000;

/// Code that was made from the rules, and what it was made from.
pub(super) struct NativeRunner<'a> {
    text: &'a Text,
    off: &'a [String],
    code: Native,
}

impl<'a> NativeRunner<'a> {
    /// An error says why there is no code, a sentence without a period.
    pub(super) fn new(
        text: &'a Text,
        off: &'a [String],
        game: Interp,
    ) -> Result<NativeRunner<'a>, String> {
        Ok(NativeRunner { text, off, code: Native::new(game, off)? })
    }

    /// The same game from its text, of which no code is made yet.
    fn fresh(&self) -> Result<Native, Trouble> {
        Native::new(loaded_again(self.text)?, self.off).map_err(Trouble::Message)
    }

    fn start(&self, task: &Task) -> Result<Position, Trouble> {
        self.code.position(&task.setup).map_err(|why| Trouble::Message(why.message))
    }
}

impl Runner for NativeRunner<'_> {
    fn name(&self) -> &'static str {
        NATIVE
    }

    /// Code is made when it is first called, so it is called once.
    fn first_count(&mut self) -> Result<Option<Duration>, Trouble> {
        let began = Instant::now();
        let code = self.fresh()?;
        code.perft(&code.start(), &[], 1, true)?;
        Ok(Some(began.elapsed()))
    }

    fn first_game(&mut self) -> Result<Option<Duration>, Trouble> {
        let began = Instant::now();
        let code = self.fresh()?;
        code.playouts(&code.start(), 1, 1, FIRST_GAME)?;
        Ok(Some(began.elapsed()))
    }

    fn position_bytes(&self) -> Option<usize> {
        Some(self.code.packed_bytes())
    }

    fn playouts(&mut self, task: &Task, seed: u64, time: Duration) -> Result<Done, Trouble> {
        let start = self.start(task)?;
        // What games need is compiled before the clock runs.
        self.code.prepare_playouts();
        let (mut games, mut seed) = (1, seed);
        let work = || {
            let tally = self.code.playouts(&start, seed, games, task.depth.into())?;
            (games, seed) = ((games * 2).min(MOST_GAMES), seed.wrapping_add(1 << 32));
            Ok((tally.games, tally.plies))
        };
        repeat(time, work, |turns, more| turns + more)
    }

    fn perft(&mut self, task: &Task, time: Duration) -> Result<Done, Trouble> {
        let (start, counted) = (self.start(task)?, task.what == What::Counted);
        self.code.prepare_perft(&start, task.depth, counted);
        let work = || match self.code.perft(&start, &[], task.depth, counted)? {
            0 => Err(Trouble::Message("there is nothing to count".into())),
            leaves => Ok((leaves, leaves)),
        };
        repeat(time, work, |_, leaves| leaves)
    }
}
