//! What a search has found, as Python sees it.

use crate::moves::Move;
use pyo3::prelude::*;

/// A move, the best play after it, and what it is worth to the player to move.
#[pyclass(frozen, get_all, module = "multigame")]
#[derive(Clone)]
pub(crate) struct Line {
    /// The moves of both sides; at least one.
    moves: Vec<Move>,
    /// Its value, as the search counts.
    score: i32,
    /// What the value says, such as "wins in 3 turns" or "worth +25".
    verdict: String,
    /// The share of the points that random games promise, from 0 to 1; None if they were not asked.
    win_share: Option<f64>,
}

/// What a search has found.
#[pyclass(frozen, get_all, module = "multigame")]
#[derive(Clone)]
pub(crate) struct Found {
    /// The best move; None if the game is over.
    best: Option<Move>,
    /// The best lines, the better ones first.
    lines: Vec<Line>,
    /// The value for the player to move.
    score: i32,
    /// What the value says.
    verdict: String,
    /// How many turns deep everything was searched.
    depth: u32,
    /// How many positions were looked at.
    nodes: u64,
    /// Whether no limit of nodes or time ended the search.
    is_complete: bool,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|made| made.0.text()).collect();
        format!("Line({:?}, {})", moves.join(" "), self.verdict)
    }
}

#[pymethods]
impl Found {
    fn __repr__(&self) -> String {
        let best = self.best.as_ref().map_or("None", |best| best.0.text());
        format!("Found({best}, {}, depth={})", self.verdict, self.depth)
    }
}

impl From<multigame::Found> for Found {
    fn from(found: multigame::Found) -> Found {
        let line = |line: &multigame::Line| Line {
            moves: line.moves().iter().cloned().map(Move).collect(),
            score: line.score(),
            verdict: line.verdict().to_string(),
            win_share: line.win_share(),
        };
        Found {
            best: found.best().cloned().map(Move),
            lines: found.lines().iter().map(line).collect(),
            score: found.score(),
            verdict: found.verdict().to_string(),
            depth: found.depth(),
            nodes: found.nodes(),
            is_complete: found.is_complete(),
        }
    }
}
