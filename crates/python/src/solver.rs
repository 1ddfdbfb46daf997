//! Proofs and solutions.

use crate::error::refused;
use crate::moves::Move;
use crate::position::{Outcome, Position};
use crate::work::{stoppable, time};
use multigame::{Method, Solver};
use pyo3::prelude::*;

/// What was proved of a position.
#[pyclass(frozen, get_all, module = "multigame")]
pub(crate) struct Solution {
    /// The outcome with best play; of a puzzle, whether it can be solved.
    outcome: Outcome,
    /// The outcome in words.
    text: String,
    /// Moves that reach it.
    moves: Vec<Move>,
    /// In how many turns the game is won, if that is known.
    turns: Option<u32>,
    /// All moves of a cheapest solution, if it is a puzzle.
    path: Vec<Move>,
    /// What these moves cost together.
    cost: Option<i64>,
    /// How many positions were looked at.
    nodes: u64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("Solution({})", self.text)
    }
}

/// Proves who wins a position with best play, or finds a cheapest solution of a puzzle: nothing
/// is guessed. None if a limit was met first. Ctrl-C ends it.
///
/// >>> solve(Game.load("tictactoe").start()).text
/// 'draw'
#[pyfunction]
#[pyo3(signature = (position, *, nodes = None, seconds = None, memory = 1 << 30, threads = 1, method = "auto"))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: usize,
    threads: usize,
    method: &str,
) -> PyResult<Option<Solution>> {
    let known = Method::ALL.iter().find(|(_, name, _)| *name == method);
    let Some((chosen, ..)) = known else {
        let names: Vec<&str> = Method::ALL.iter().map(|(_, name, _)| *name).collect();
        let hint = format!("there are: {}", names.join(", "));
        return Err(refused(format!("no method is called `{method}`"), hint));
    };
    let game = position.0.game();
    let mut solver = Solver::new(game).memory(memory).threads(threads.max(1)).method(*chosen);
    if let Some(nodes) = nodes {
        solver = solver.nodes(nodes);
    }
    if let Some(seconds) = seconds {
        solver = solver.time(time(seconds)?);
    }
    let stopper = solver.stopper();
    let solved = stoppable(py, || stopper.stop(), || solver.solve(&position.0))?;
    Ok(solved.map(|solution| Solution {
        outcome: Outcome(solution.outcome),
        text: game.describe(solution.outcome),
        moves: solution.moves.into_iter().map(Move).collect(),
        turns: solution.turns,
        path: solution.path.into_iter().map(Move).collect(),
        cost: solution.cost,
        nodes: solution.nodes,
    }))
}
