//! Puzzles: the cheapest solution as moves, or that there is none.

use super::{FEW, ONE_THREAD, Stopped, as_journal, shown, silent, timed, work};
use crate::answer::give;
use crate::args::SolveArgs;
use crate::computer::texts;
use crate::engine::Engine;
use crate::position::Table;
use crate::ranks::journal::JournalFile;
use crate::ranks::{Shares, note_shares};
use crate::report::Failure;
use crate::settings::usual_threads;
use crate::threads::Work;
use crate::words::count;
use ::ranks::Team;
use game::Game;
use search::{
    Limits, Puzzle, PuzzleMethod, PuzzlePlatform, PuzzleProgress, PuzzleTask, Solution, Stopper,
    Unsolved,
};
use serde::Serialize;
use std::fmt::{self, Display};

/// The cheapest solution, or that there is none.
#[derive(Serialize)]
struct Solved {
    game: String,
    position: String,
    solved: bool,
    length: Option<usize>,
    cost: Option<i64>,
    moves: Option<Vec<String>>,
    method: &'static str,
    threads: usize,
    nodes: u64,
    positions: u64,
    parallel: Option<Work>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<Shares>,
    #[serde(skip)]
    how: &'static str,
    /// Whether one thread did it though there were more.
    #[serde(skip)]
    by_one_thread: bool,
}

impl Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.moves, self.cost) {
            (Some(moves), Some(cost)) => {
                let n = moves.len();
                write!(f, "solved in {}", count(n, "move"))?;
                if cost != n as i64 {
                    write!(f, " that cost {cost}")?;
                }
                writeln!(f, "\nmoves: {}", moves.join(" "))?;
            }
            _ => writeln!(f, "there is no solution")?,
        }
        write!(f, "how: {}; {}", self.how, count(self.nodes, "node"))?;
        if self.positions > 0 {
            write!(f, ", {}", count(self.positions, "position"))?;
        }
        writeln!(f)?;
        if let Some(work) = &self.parallel {
            work.fmt(f)?;
        }
        f.write_str(if self.by_one_thread { ONE_THREAD } else { "" })
    }
}

/// How far the search for a solution came that was not finished.
#[derive(Serialize)]
struct Unfinished {
    game: String,
    position: String,
    solved: Option<bool>,
    reason: &'static str,
    at_least: i64,
    nodes: u64,
    positions: u64,
}

/// Solves a puzzle.
pub(super) fn solve<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    team: &mut Team<'_>,
) -> Result<u8, Failure> {
    let Some(method) = PuzzleMethod::from_name(&args.method) else {
        let refused = format!("`{}` is about two players, and this is a puzzle", args.method);
        let names = PuzzleMethod::ALL.map(|(_, name, _)| format!("`{name}`")).join(", ");
        return Err(Failure::new(refused).hint(format!("for puzzles there are {names}")));
    };
    let alone = |nodes| attempt(args, table, method, 1, nodes, &mut Team::alone(), None).0.ok();
    let warm_up = || drop(alone(Some(FEW)));
    let mut journal = args.position.journal(args.checkpoint.as_deref(), team)?;
    let usual = || if journal.is_some() { 1 } else { usual(method) };
    let threads = args.threads.unwrap_or_else(usual);
    let ((found, last), time) = timed(args, warm_up, || {
        attempt(args, table, method, threads, args.nodes, team, journal.as_mut())
    });
    if !team.is_first() {
        return silent(found.err().map(|why| stopped(&why)));
    }
    match found {
        Ok(puzzle) => {
            let shares = puzzle.ranks.iter().flat_map(|all| &all.ranks);
            let ranks = Shares::new(shares.map(|it| (it.nodes, it.messages, it.bytes)));
            let again = || alone(args.nodes).map(|puzzle| puzzle.nodes);
            let parallel = work(args, &puzzle.threads, time, again);
            let parallel = parallel.filter(|_| ranks.is_none() || args.compare);
            note_shares(ranks.as_ref());
            give(&Solved { parallel, ranks, ..solved(args, table, &puzzle)? }, args.json)
        }
        Err(why) => unsolved(args, table, &why, last),
    }
}

/// How many threads a method uses that nobody gave a number of.
fn usual(method: PuzzleMethod) -> usize {
    match method {
        PuzzleMethod::AStar | PuzzleMethod::IdaStarTable => 1,
        PuzzleMethod::Auto | PuzzleMethod::IdaStar => usual_threads(),
    }
}

/// Tries to solve a puzzle with some threads; how far that came.
fn attempt<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    method: PuzzleMethod,
    threads: usize,
    nodes: Option<u64>,
    team: &mut Team<'_>,
    journal: Option<&mut Option<JournalFile>>,
) -> (Result<Puzzle<G::Position>, Unsolved>, PuzzleProgress) {
    let stopper = Stopper::default();
    let limits = Limits { time: args.time, nodes, ..Limits::default() };
    let memory = args.memory;
    let platform = platform(args, team);
    let task = PuzzleTask { method, limits, memory, threads, platform, stopper: stopper.clone() };
    let show = |now: PuzzleProgress, rate: f64| {
        let PuzzleProgress { bound, nodes, positions } = now;
        let kept = match positions {
            0 => String::new(),
            _ => format!(", {positions} positions in memory"),
        };
        format!("at least {bound}: {nodes} nodes, {rate:.0} a second{kept}")
    };
    let line = &table.line;
    shown(
        &stopper,
        PuzzleProgress::default(),
        |now| now.nodes,
        show,
        |watch| {
            let (at, past) = (line.position(), line.past());
            let game = &table.game;
            match journal {
                Some(file) => {
                    let journal = file.as_mut().map(as_journal);
                    search::solve_puzzle_with_journal(
                        team,
                        game,
                        line.into(),
                        &task,
                        journal,
                        watch,
                    )
                }
                None => search::solve_puzzle_with_team(team, game, at, past, &task, watch),
            }
        },
    )
}

fn solved<G: Game>(
    args: &SolveArgs,
    table: &Table<G>,
    puzzle: &Puzzle<G::Position>,
) -> Result<Solved, Failure> {
    let texts = |solution: &Solution<G::Position>| texts(&table.game, &table.line, &solution.path);
    let moves = puzzle.solution.as_ref().map(texts).transpose()?;
    let how = PuzzleMethod::ALL.iter().find(|(method, ..)| *method == puzzle.method);
    Ok(Solved {
        game: table.game.facts().name.clone(),
        position: table.position_text(),
        solved: moves.is_some(),
        length: moves.as_ref().map(Vec::len),
        cost: puzzle.solution.as_ref().map(|solution| solution.cost),
        moves,
        method: puzzle.method.name(),
        threads: puzzle.threads.len(),
        nodes: puzzle.nodes,
        positions: puzzle.positions,
        parallel: None,
        ranks: None,
        how: how.map_or("", |(_, _, sentence)| sentence),
        by_one_thread: args.threads.is_some_and(|n| puzzle.threads.len() < n),
    })
}

/// Which ranks visit what: as the user wants it, if there are several.
fn platform(args: &SolveArgs, team: &Team<'_>) -> PuzzlePlatform {
    let chosen = args.platform.as_deref().filter(|_| team.size() > 1);
    chosen.and_then(PuzzlePlatform::from_name).unwrap_or(PuzzlePlatform::Auto)
}

/// Why no solution was found; a failure if no limit is the cause.
fn stopped(why: &Unsolved) -> Result<Stopped, Failure> {
    match why {
        Unsolved::Stopped(stop) => Stopped::new(stop),
        Unsolved::Refused(reason, hint) => Err(Failure::new(*reason).hint(*hint)),
        Unsolved::Lost(lost) => Err(lost.clone().into()),
        Unsolved::Memory => Ok(Stopped {
            reason: "the memory is full",
            hint: "`--memory` gives it more; `--method ida-star` needs little",
        }),
    }
}

/// Says why no solution was found.
fn unsolved<G: Game>(
    args: &SolveArgs,
    table: &Table<G>,
    why: &Unsolved,
    last: PuzzleProgress,
) -> Result<u8, Failure> {
    let stopped = stopped(why)?;
    let PuzzleProgress { bound, nodes, positions } = last;
    let nodes_made = count(nodes, "node");
    let far = format!("not solved after {nodes_made}; a solution costs at least {bound}");
    let answer = Unfinished {
        game: table.game.facts().name.clone(),
        position: table.position_text(),
        solved: None,
        reason: stopped.reason,
        at_least: bound,
        nodes,
        positions,
    };
    stopped.give_up(&answer, &far, args.json)
}
