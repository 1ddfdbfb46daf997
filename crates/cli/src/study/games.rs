//! One game of a study: the search plays against an opponent that does not, and each
//! of its turns is measured.

#![allow(clippy::disallowed_methods, reason = "this is the edge: searches are timed here")]

use super::super::args::{Opponent, StudyArgs};
use super::super::engine::Engine;
use super::super::report::Failure;
use super::super::watch::stoppable;
use super::plan::Case;
use game::{Line, Rng, Turn, Worker};
use search::{Limits, Search, Stop, Value};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// One turn of the search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measured {
    /// The number of the turn in the game, from 1.
    pub(super) turn: usize,
    pub(super) played: String,
    pub(super) value: Value,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// What its threads had nothing to do, together.
    pub(super) idle: Duration,
}

/// How a game of a study ended for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Won,
    Lost,
    Drawn,
    /// There were as many turns as the study wants.
    Turns,
}

impl End {
    pub(super) const ALL: [End; 4] = [End::Won, End::Lost, End::Drawn, End::Turns];

    pub(super) fn name(self) -> &'static str {
        match self {
            End::Won => "won",
            End::Lost => "lost",
            End::Drawn => "drawn",
            End::Turns => "open",
        }
    }
}

/// A game of a study.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Played {
    pub(super) turns: Vec<Measured>,
    pub(super) end: End,
}

/// How far the game under way is.
#[derive(Debug, Default)]
pub(super) struct Now {
    pub(super) turns: AtomicU64,
    pub(super) nodes: AtomicU64,
}

/// What is drawn in a game, and how long it may last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) seed: u64,
    pub(super) most_turns: u32,
}

impl Bounds {
    /// The bounds of the game of a number.
    pub(super) fn of(args: &StudyArgs, number: u32) -> Bounds {
        Bounds { seed: args.seed.wrapping_add(u64::from(number)), most_turns: args.turns }
    }
}

/// Plays one game from a line; nothing if Ctrl-C ended it, or `show`, which is called now and
/// then meanwhile.
pub(super) fn play<G: Engine>(
    game: &G,
    start: &Line<G::Position>,
    case: &Case,
    bounds: Bounds,
    mut show: impl FnMut(&Now) -> ControlFlow<()> + Send,
) -> Result<Option<Played>, Failure> {
    let search = Search::new(game, case.settings)?;
    let now = Now::default();
    let stopper = search.stopper();
    let look = || {
        if show(&now).is_break() {
            stopper.stop();
        }
    };
    stoppable(&stopper, look, || turns(&search, game, start, case, bounds, &now))
}

/// All turns of a game.
fn turns<G: Engine>(
    search: &Search<'_, G>,
    game: &G,
    start: &Line<G::Position>,
    case: &Case,
    bounds: Bounds,
    now: &Now,
) -> Result<Option<Played>, Failure> {
    let (mut line, mut random) = (start.clone(), Rng::new(bounds.seed));
    let mut turns = Vec::new();
    loop {
        let moves = match line.turn(game)? {
            Turn::Moves(moves) => moves,
            Turn::Over(outcome) => {
                let end = match outcome.for_player(case.player).signum() {
                    1 => End::Won,
                    0 => End::Drawn,
                    _ => End::Lost,
                };
                return Ok(Some(Played { turns, end }));
            }
        };
        if line.player(game) != case.player {
            let chosen = match case.opponent {
                Opponent::First => first(game, &line)?,
                Opponent::Random => random.choose(&moves).map(|played| played.to.clone()),
            };
            let chosen = moves.into_iter().find(|played| Some(&played.to) == chosen.as_ref());
            line.push(chosen.ok_or_else(no_move)?);
            continue;
        }
        if turns.len() >= bounds.most_turns as usize {
            return Ok(Some(Played { turns, end: End::Turns }));
        }
        let Some((chosen, mut measured)) = turn(search, &line, case.depth)? else {
            return Ok(None);
        };
        measured.turn = line.len() + 1;
        now.turns.store(turns.len() as u64 + 1, Ordering::Relaxed);
        now.nodes.fetch_add(measured.nodes, Ordering::Relaxed);
        let chosen = moves.into_iter().find(|played| played.to == chosen).ok_or_else(no_move)?;
        measured.played = chosen.text.clone();
        turns.push(measured);
        line.push(chosen);
    }
}

/// Where the first move leads in the order of the rules, which is the order in which
/// searches try moves; people see them in the order of their texts.
fn first<G: Engine>(game: &G, line: &Line<G::Position>) -> Result<Option<G::Position>, Failure> {
    let mut list = Vec::new();
    game.worker(line.past()).expand(line.position(), &mut list)?;
    Ok(list.into_iter().next())
}

fn no_move() -> Failure {
    Failure::bug("a search of the study gave no move")
}

/// Searches one turn; nothing if it was stopped.
fn turn<G: Engine>(
    search: &Search<'_, G>,
    line: &Line<G::Position>,
    depth: u32,
) -> Result<Option<(G::Position, Measured)>, Failure> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let began = Instant::now();
    let report = search.best(line.position(), line.past(), &limits, &mut |_| {});
    let time = began.elapsed();
    match report.stop {
        Some(Stop::Rules(error)) => return Err((*error).into()),
        Some(_) => return Ok(None),
        None => {}
    }
    let threads = report.parallel.map(|parallel| parallel.threads).unwrap_or_default();
    let idle = threads.iter().map(|thread| thread.idle).sum();
    let best = report.best.and_then(|best| Some((best.positions.into_iter().next()?, best.value)));
    let Some((to, value)) = best else { return Err(no_move()) };
    let nodes = report.nodes;
    Ok(Some((to, Measured { turn: 0, played: String::new(), value, nodes, time, idle })))
}
