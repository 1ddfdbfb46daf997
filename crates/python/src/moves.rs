//! A move as a value.

use crate::position::Outcome;
use pyo3::prelude::*;

/// A legal move of a position. `str(move)` is the text that names it there.
#[pyclass(frozen, eq, module = "multigame")]
#[derive(Clone, PartialEq)]
pub(crate) struct Move(pub(crate) multigame::Move);

#[pymethods]
impl Move {
    /// The text that names it; no other move of its position has it.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// Other texts that name it.
    #[getter]
    fn synonyms(&self) -> Vec<String> {
        self.0.synonyms().to_vec()
    }

    /// How the game ends with this move, if it does.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Outcome)
    }

    /// What it costs, in a puzzle.
    #[getter]
    fn cost(&self) -> i32 {
        self.0.cost()
    }

    fn __str__(&self) -> &str {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.0.text())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A move, or the text of one.
#[derive(FromPyObject)]
pub(crate) enum Named {
    Move(Py<Move>),
    Text(String),
}
