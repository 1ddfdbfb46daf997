//! Puzzles: the cheapest solution as moves, or that there is none.

use super::{ONE_THREAD, Stopped, shown, timed, work};
use crate::answer::give;
use crate::args::SolveArgs;
use crate::computer::texts;
use crate::engine::Engine;
use crate::position::Table;
use crate::report::Failure;
use crate::threads::Work;
use crate::words::count;
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
pub(super) fn solve<G: Engine>(args: &SolveArgs, table: &Table<G>) -> Result<u8, Failure> {
    let Some(method) = PuzzleMethod::from_name(&args.method) else {
        let refused = format!("`{}` is about two players, and this is a puzzle", args.method);
        let names = PuzzleMethod::ALL.map(|(_, name, _)| format!("`{name}`")).join(", ");
        return Err(Failure::new(refused).hint(format!("for puzzles there are {names}")));
    };
    let attempt = |threads, nodes| attempt(args, table, method, threads, nodes);
    let ((found, last), time) = timed(args, attempt);
    match found {
        Ok(puzzle) => {
            let again = || attempt(1, args.nodes).0.ok().map(|puzzle| puzzle.nodes);
            let parallel = work(args, &puzzle.threads, time, again);
            give(&Solved { parallel, ..solved(args, table, &puzzle)? }, args.json)
        }
        Err(why) => unsolved(args, table, &why, last),
    }
}

/// Tries to solve a puzzle with some threads; how far that came.
fn attempt<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    method: PuzzleMethod,
    threads: usize,
    nodes: Option<u64>,
) -> (Result<Puzzle<G::Position>, Unsolved>, PuzzleProgress) {
    let stopper = Stopper::default();
    let limits = Limits { time: args.time, nodes, ..Limits::default() };
    let memory = args.memory;
    let platform = PuzzlePlatform::Auto;
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
        |watch| search::solve_puzzle(&table.game, line.position(), line.past(), &task, watch),
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
        how: how.map_or("", |(_, _, sentence)| sentence),
        by_one_thread: puzzle.threads.len() < args.threads,
    })
}

/// Says why no solution was found.
fn unsolved<G: Game>(
    args: &SolveArgs,
    table: &Table<G>,
    why: &Unsolved,
    last: PuzzleProgress,
) -> Result<u8, Failure> {
    let stopped = match why {
        Unsolved::Stopped(stop) => Stopped::new(stop)?,
        Unsolved::Refused(reason, hint) => return Err(Failure::new(*reason).hint(*hint)),
        Unsolved::Lost(lost) => return Err(Failure::new(lost.to_string())),
        Unsolved::Memory => Stopped {
            reason: "the memory is full",
            hint: "`--memory` gives it more; `--method ida-star` needs little",
        },
    };
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
