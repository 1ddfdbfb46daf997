//! The search itself, wherever it runs: what is asked, how far it may go, and what is told on
//! the way. Whoever starts it hands over a listener, which may be a stream or a pipe.

#![allow(
    clippy::disallowed_methods,
    reason = "positions a second are shown: this is the edge, where the clock is read"
)]

use crate::catalog::Catalog;
use crate::limits::{CLOCK, DEEPEST, LINES, SECONDS, SOLVE, SOLVE_MEMORY, TABLE};
use crate::lines::{Asked, first, play};
use crate::refusal::Refusal;
use crate::values::{Progress, is_decided, shown};
use multigame::{Clock, Found, Game, Position, Search, Solver, Stopper};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is to be searched, and how far.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    pub(crate) asked: Asked,
    /// As the computer plays at this level.
    level: Option<u64>,
    /// As the computer plays by settings such as `algorithm=mcts exploration=1`.
    settings: Option<String>,
    /// The clock of the player to move.
    clock: Option<Left>,
    lines: Option<usize>,
    seconds: Option<f64>,
    depth: Option<u64>,
    /// What a low level chooses by; the number of moves if nobody says.
    seed: Option<u64>,
}

/// What is left on a clock, in seconds.
#[derive(Clone, Copy, Deserialize, Serialize)]
struct Left {
    left: f64,
    #[serde(default)]
    increment: f64,
}

/// What was proved of a position.
#[derive(Serialize)]
struct Solved {
    words: String,
    /// The moves that keep it.
    moves: Vec<String>,
    nodes: u64,
}

/// What a search ends with.
#[derive(Serialize)]
struct Done {
    /// The move to make, if there is one.
    #[serde(rename = "move")]
    chosen: Option<String>,
    seed: u64,
    /// Whether no limit ended it.
    complete: bool,
    /// Whether all that was asked about is decided.
    decided: bool,
}

/// Hears of what a search finds: the name of an event, and its JSON.
pub(crate) type Listener<'l> = &'l dyn Fn(&str, String);

/// Tells a search to stop, also if it has not begun.
#[derive(Clone, Default)]
pub(crate) struct Cancel(Arc<Mutex<(bool, Option<Stopper>)>>);

impl Cancel {
    pub(crate) fn stop(&self) {
        let mut inside = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inside.0 = true;
        if let Some(stopper) = &inside.1 {
            stopper.stop();
        }
    }

    fn stops(&self, stopper: Stopper) {
        let mut inside = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if inside.0 {
            stopper.stop();
        }
        inside.1 = Some(stopper);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

/// A page that waits for an answer: when it goes away this is dropped, and stops the work.
pub(crate) struct Page(Cancel);

impl Page {
    pub(crate) fn new(work: &Cancel) -> Page {
        Page(work.clone())
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Question {
    /// Says no to numbers that mean nothing.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let refuse = |what: &str, hint: &str| Err(Refusal::bad(what, hint));
        let is_time = |time: f64, most: f64| (0.0..=most).contains(&time);
        if self.level.is_some_and(|level| !(1..=10).contains(&level)) {
            return refuse("there is no such level", "levels are from 1 to 10");
        }
        if self.lines.is_some_and(|lines| !(1..=LINES).contains(&lines)) {
            return refuse("this many lines cannot be shown", &format!("`lines` is 1 to {LINES}"));
        }
        if self.seconds.is_some_and(|seconds| !is_time(seconds, SECONDS)) {
            return refuse(
                "no search takes this many seconds",
                &format!("`seconds` is 0 to {SECONDS}"),
            );
        }
        if self.depth.is_some_and(|depth| !(1..=DEEPEST).contains(&depth)) {
            return refuse("no search has this depth", &format!("`depth` is 1 to {DEEPEST}"));
        }
        if self.clock.is_some_and(|it| !is_time(it.left, CLOCK) || !is_time(it.increment, CLOCK)) {
            return refuse(
                "no clock shows this",
                &format!("`left` and `increment` are 0 to {CLOCK}"),
            );
        }
        Ok(())
    }

    /// Whether a move is wanted, and not an analysis.
    fn is_play(&self) -> bool {
        self.level.is_some() || self.settings.is_some()
    }

    /// How it is searched.
    fn search<'g>(&self, game: &'g Game, n_moves: usize) -> Result<Search<'g>, Refusal> {
        let search = Search::new(game);
        let search = match &self.settings {
            // Words instead of lines, as `multigame match` takes them.
            Some(text) => {
                search.with_file(&text.split_whitespace().collect::<Vec<_>>().join("\n"))?
            }
            None => search,
        };
        let search = search.memory(TABLE).threads(1);
        let search = match self.level {
            Some(level) => search.level(level.min(10) as u8),
            None => {
                // A depth is limit enough for a move.
                let usual = match self.is_play() && self.depth.is_none() {
                    true => 1.0,
                    false => SECONDS,
                };
                let time = Duration::from_secs_f64(self.seconds.unwrap_or(usual));
                let n_lines = if self.is_play() { 1 } else { self.lines.unwrap_or(3) };
                search.lines(n_lines.min(n_moves.max(1))).time(time)
            }
        };
        let search = match self.clock {
            Some(Left { left, increment }) => search.clock(Clock {
                left: Duration::from_secs_f64(left),
                increment: Duration::from_secs_f64(increment),
                moves_to_go: None,
            }),
            None => search,
        };
        Ok(match self.depth {
            Some(depth) => search.depth(depth.min(DEEPEST) as u32),
            None => search,
        })
    }
}

/// Answers a question, and tells what is found on the way.
pub(crate) fn search(
    catalog: &Catalog,
    question: &Question,
    listener: Listener<'_>,
    cancel: &Cancel,
) -> Result<(), Refusal> {
    let asked = &question.asked;
    let entry = catalog.find(&asked.wanted)?;
    let game = entry.played()?;
    let mut position = first(game, asked)?;
    play(&mut position, &asked.moves)?;
    let moves = position.moves()?;
    let seed = question.seed.unwrap_or(asked.moves.len() as u64);
    let is_solved = !question.is_play()
        && question.depth.is_none()
        && !moves.is_empty()
        && solve(game, &position, listener, cancel)?;
    let search = question.search(game, moves.len())?;
    cancel.stops(search.stopper());
    let (began, stopper) = (Instant::now(), search.stopper());
    let is_all = |found: &Found| is_decided(&position, found, is_solved);
    let mut progress = |found: &Found| {
        tell(listener, "found", &shown(&position, found, began.elapsed()));
        if !question.is_play() && is_all(found) {
            stopper.stop();
        }
    };
    // There is nothing to think about if there is no choice.
    let is_forced = question.is_play() && moves.len() <= 1;
    let found = match is_forced {
        true => None,
        false => Some(search.best_with_progress(&position, &mut progress)?),
    };
    if let Some(found) = &found {
        let last: Progress = shown(&position, found, began.elapsed());
        tell(listener, "found", &last);
    }
    let chosen = found.as_ref().and_then(|found| search.chosen(found, seed)).or(moves.first());
    let chosen = chosen.map(|made| made.text().to_string());
    let decided = found.as_ref().is_none_or(is_all);
    let complete = decided || found.is_none_or(|found| found.is_complete());
    tell(listener, "done", &Done { chosen, seed, complete, decided });
    Ok(())
}

/// Tries for a moment to prove what the position is worth; whether it was proved.
fn solve(
    game: &Game,
    position: &Position,
    listener: Listener<'_>,
    cancel: &Cancel,
) -> Result<bool, Refusal> {
    let solver = Solver::new(game).time(SOLVE).memory(SOLVE_MEMORY);
    cancel.stops(solver.stopper());
    // A game whose proof needs more than there is stays an open one.
    let Ok(Some(solution)) = solver.solve(position) else { return Ok(false) };
    if cancel.is_stopped() {
        return Ok(false);
    }
    let turns = match solution.turns {
        Some(1) => " in 1 turn".to_string(),
        Some(turns) => format!(" in {turns} turns"),
        None => String::new(),
    };
    let outcome = match (game.facts().n_players(), solution.cost) {
        (1, Some(_)) => "it can be solved".to_string(),
        (1, None) => "it cannot be solved".to_string(),
        _ => game.describe(solution.outcome),
    };
    let moves = match solution.path.is_empty() {
        true => solution.moves.iter(),
        false => solution.path.iter(),
    };
    let moves = moves.map(|made| made.text().to_string()).collect();
    tell(listener, "solved", &Solved { words: outcome + &turns, moves, nodes: solution.nodes });
    Ok(true)
}

fn tell(listener: Listener<'_>, name: &str, what: &impl Serialize) {
    listener(name, serde_json::to_string(what).unwrap_or_default());
}
