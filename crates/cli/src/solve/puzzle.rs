//! Puzzles: the cheapest solution as moves, or that there is none.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the speed is measured here")]

use super::{FEW, ONE_THREAD, work};
use crate::args::SolveArgs;
use crate::engine::Engine;
use crate::json;
use crate::position::Table;
use crate::report::Failure;
use crate::terminal::{self, Progress, count};
use crate::threads::Work;
use game::{Game, Turn};
use search::{
    Limits, Puzzle, PuzzleMethod, PuzzleProgress, PuzzleTask, Solution, Stop, Stopper, Unsolved,
};
use serde_json::json;
use std::time::Instant;

/// Solves a puzzle.
pub(super) fn solve<G: Engine>(args: &SolveArgs, table: &Table<G>) -> Result<u8, Failure> {
    let Some(method) = PuzzleMethod::from_name(&args.method) else {
        let refused = format!("`{}` is about two players, and this is a puzzle", args.method);
        let names = PuzzleMethod::ALL.map(|(_, name, _)| format!("`{name}`")).join(", ");
        return Err(Failure::new(refused).hint(format!("for puzzles there are {names}")));
    };
    if args.compare {
        // The code of the puzzle is made when it is first needed, which is work of nobody.
        let _ = attempt(args, table, (method, 1), Some(FEW));
    }
    let began = Instant::now();
    let (solved, last) = attempt(args, table, (method, args.threads), args.nodes);
    let time = began.elapsed();
    match solved {
        Ok(puzzle) => {
            let again = || attempt(args, table, (method, 1), args.nodes).0.ok();
            let work = work(args, &puzzle.threads, time, || again().map(|puzzle| puzzle.nodes));
            show(args, table, &puzzle, work).map(|()| 0)
        }
        Err(why) => unsolved(args, table, &why, last),
    }
}

/// Tries to solve a puzzle with some threads; how far that came.
fn attempt<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    (method, threads): (PuzzleMethod, usize),
    nodes: Option<u64>,
) -> (Result<Puzzle<G::Position>, Unsolved>, PuzzleProgress) {
    let stopper = Stopper::default();
    let limits = Limits { time: args.time, nodes, ..Limits::default() };
    let memory = args.memory;
    let task = PuzzleTask { method, limits, memory, threads, stopper: stopper.clone() };
    let mut progress = Progress::new();
    let mut last = PuzzleProgress::default();
    terminal::wait_for_interrupt();
    let mut watch = |now: PuzzleProgress| {
        last = now;
        progress.show(|time| {
            let rate = now.nodes as f64 / time.as_secs_f64().max(0.001);
            let PuzzleProgress { bound, nodes, positions } = now;
            let kept = match positions {
                0 => String::new(),
                _ => format!(", {positions} positions in memory"),
            };
            format!("at least {bound}: {nodes} nodes, {rate:.0} a second{kept}")
        });
        if terminal::interrupted() {
            stopper.stop();
        }
    };
    let line = &table.line;
    let solved = search::solve_puzzle(&table.game, line.position(), line.past(), &task, &mut watch);
    progress.clear();
    (solved, last)
}

/// The texts of the moves of a solution.
fn texts<G: Game>(
    table: &Table<G>,
    solution: &Solution<G::Position>,
) -> Result<Vec<String>, Failure> {
    let mut past = table.line.past().to_vec();
    let mut at = table.line.position().clone();
    let mut texts = Vec::new();
    for to in &solution.path {
        if let Turn::Moves(moves) = table.game.turn(&at, &past)? {
            let made = moves.into_iter().find(|played| played.to == *to);
            texts.extend(made.map(|played| played.text));
        }
        past.push(std::mem::replace(&mut at, to.clone()));
    }
    Ok(texts)
}

fn show<G: Game>(
    args: &SolveArgs,
    table: &Table<G>,
    puzzle: &Puzzle<G::Position>,
    work: Option<Work<'_>>,
) -> Result<(), Failure> {
    let moves = puzzle.solution.as_ref().map(|solution| texts(table, solution)).transpose()?;
    let Puzzle { nodes, positions, .. } = puzzle;
    if args.json {
        return json::print(&json!({
            "game": table.game.facts().name,
            "position": table.position_text(),
            "solved": moves.is_some(),
            "length": moves.as_ref().map(Vec::len),
            "cost": puzzle.solution.as_ref().map(|solution| solution.cost),
            "moves": moves,
            "method": puzzle.method.name(),
            "threads": puzzle.threads.len(),
            "nodes": nodes,
            "positions": positions,
            "parallel": work.map(|work| work.answer()),
        }));
    }
    let mut text = match (&moves, &puzzle.solution) {
        (Some(moves), Some(solution)) => {
            let n = moves.len() as u64;
            let cost = match solution.cost == n as i64 {
                true => String::new(),
                false => format!(" that cost {}", solution.cost),
            };
            format!("solved in {}{cost}\nmoves: {}\n", count(n, "move"), moves.join(" "))
        }
        _ => "there is no solution\n".to_string(),
    };
    let how = PuzzleMethod::ALL.iter().find(|(method, ..)| *method == puzzle.method);
    let how = how.map_or("", |(_, _, sentence)| sentence);
    let kept = match positions {
        0 => String::new(),
        _ => format!(", {}", count(*positions, "position")),
    };
    text += &format!("how: {how}; {}{kept}\n", count(*nodes, "node"));
    text += &work.map_or(String::new(), |work| work.text("node"));
    if puzzle.threads.len() < args.threads {
        text += ONE_THREAD;
    }
    terminal::print(&text)
}

/// Says why no solution was found.
fn unsolved<G: Game>(
    args: &SolveArgs,
    table: &Table<G>,
    why: &Unsolved,
    last: PuzzleProgress,
) -> Result<u8, Failure> {
    let PuzzleProgress { bound, nodes, positions } = last;
    let nodes_made = count(nodes, "node");
    let far = format!("not solved after {nodes_made}; a solution costs at least {bound}");
    let (reason, hint) = match why {
        Unsolved::Stopped(Stop::Told) => (json::STOPPED, "it begins anew next time"),
        Unsolved::Stopped(Stop::Rules(error)) => return Err((**error).clone().into()),
        Unsolved::Refused(reason, hint) => return Err(Failure::new(*reason).hint(hint)),
        Unsolved::Stopped(Stop::Time) => ("the time is over", "`--time` gives it more"),
        Unsolved::Stopped(Stop::Nodes) => ("the nodes are used up", "`--nodes` gives it more"),
        Unsolved::Memory => {
            ("the memory is full", "`--memory` gives it more; `--method ida-star` needs little")
        }
    };
    if args.json {
        json::print(&json!({
            "game": table.game.facts().name,
            "position": table.position_text(),
            "solved": null,
            "reason": reason,
            "at_least": bound,
            "nodes": nodes,
            "positions": positions,
        }))?;
    }
    super::give_up(args, matches!(why, Unsolved::Stopped(Stop::Told)), &far, reason, hint)
}
