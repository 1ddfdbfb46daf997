//! What can be measured: one interface for everything that plays a game, and the interpreter
//! as its first user.

#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use super::super::position::load_found;
use super::super::terminal;
use super::plan::Task;
use game::{Game, Rng, RulesError, perft, perft_with, playout};
use interp::Interp;
use multigame::Text;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A count may take so long to reach its first leaf: on a machine that has other work to
/// do, the time of a measurement may be over before.
const FIRST_LEAF: Duration = Duration::from_secs(10);

/// Work that was done, and the time it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// Games that were played or leaves that were counted.
    pub(super) amount: u64,
    pub(super) time: Duration,
    /// How many turns the games had together, or the whole count if it was
    /// reached.
    pub(super) detail: Option<u64>,
}

/// Why there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Ctrl-C was pressed.
    Stopped,
    /// Something that the user should know, a sentence without a period.
    Message(String),
    /// Something that the user has seen already.
    Told,
}

/// Something that plays one game.
pub(super) trait Runner {
    /// What it is called in tables.
    fn name(&self) -> &'static str;

    /// How long it takes from the text of the rules to the first turn counted, if
    /// it is made from rules.
    fn first_count(&mut self) -> Result<Option<Duration>, Trouble> {
        Ok(None)
    }

    /// The same to the end of the first random game, if code is made for that.
    fn first_game(&mut self) -> Result<Option<Duration>, Trouble> {
        Ok(None)
    }

    /// How many bytes a position has, if that is known.
    fn position_bytes(&self) -> Option<usize> {
        None
    }

    /// Plays random games for about this time.
    fn playouts(&mut self, task: &Task, seed: u64, time: Duration) -> Result<Done, Trouble>;

    /// Counts again and again for about this time.
    fn perft(&mut self, task: &Task, time: Duration) -> Result<Done, Trouble>;
}

/// The interpreter.
pub(super) struct Interpreter<'a> {
    text: &'a Text,
    game: Interp,
}

pub(super) const INTERPRETER: &str = "interpreter";

impl<'a> Interpreter<'a> {
    pub(super) fn new(text: &'a Text, game: Interp) -> Interpreter<'a> {
        Interpreter { text, game }
    }

    fn start(&self, task: &Task) -> Result<interp::Position, Trouble> {
        self.game.position(&task.setup).map_err(|why| Trouble::Message(why.message))
    }
}

impl From<RulesError> for Trouble {
    fn from(error: RulesError) -> Trouble {
        Trouble::Message(error.to_string())
    }
}

/// The same game, loaded from its text.
pub(super) fn loaded_again(text: &Text) -> Result<Interp, Trouble> {
    let again = || Trouble::Message("the rules do not load a second time".into());
    load_found(text).map(|loaded| loaded.game).map_err(|_| again())
}

/// Repeats work until its time is over. Work gives what it did and its detail.
pub(super) fn repeat(
    time: Duration,
    mut work: impl FnMut() -> Result<(u64, u64), Trouble>,
    join: impl Fn(u64, u64) -> u64,
) -> Result<Done, Trouble> {
    let (mut amount, mut detail) = (0, 0);
    let began = Instant::now();
    while amount == 0 || began.elapsed() < time {
        let (more, said) = work()?;
        (amount, detail) = (amount + more, join(detail, said));
        if terminal::interrupted() {
            return Err(Trouble::Stopped);
        }
    }
    Ok(Done { amount, time: began.elapsed(), detail: Some(detail) })
}

impl Runner for Interpreter<'_> {
    fn name(&self) -> &'static str {
        INTERPRETER
    }

    fn first_count(&mut self) -> Result<Option<Duration>, Trouble> {
        let began = Instant::now();
        let game = loaded_again(self.text)?;
        perft(&game, &game.start(), &[], 1)?;
        Ok(Some(began.elapsed()))
    }

    fn playouts(&mut self, task: &Task, seed: u64, time: Duration) -> Result<Done, Trouble> {
        let (start, mut random) = (self.start(task)?, Rng::new(seed));
        let work = || {
            let played = playout(&self.game, &start, &[], &mut random, task.depth as usize)?;
            Ok((1, played.moves.len() as u64))
        };
        repeat(time, work, |turns, more| turns + more)
    }

    /// Making a leaf is how the interpreter counts it, so both counts are one to
    /// it. It may be too slow to reach the end: then the leaves so far count.
    fn perft(&mut self, task: &Task, time: Duration) -> Result<Done, Trouble> {
        let start = self.start(task)?;
        let mut done = Done::default();
        let began = Instant::now();
        while done.amount == 0 || began.elapsed() < time {
            let mut watch = |leaves| match terminal::interrupted()
                || began.elapsed() >= if leaves == 0 { time.max(FIRST_LEAF) } else { time }
            {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let counted = perft_with(&self.game, &start, &[], task.depth, &mut watch)?;
            done.amount += counted.leaves;
            if terminal::interrupted() {
                return Err(Trouble::Stopped);
            }
            if counted.leaves == 0 {
                return Err(Trouble::Message("there is nothing to count".into()));
            }
            if !counted.stopped {
                done.detail = Some(counted.leaves);
            }
        }
        Ok(Done { time: began.elapsed(), ..done })
    }
}
