//! Multigame for Python: the types of the library as classes, games as environments of
//! programs that learn, and errors as exceptions. The Python half of the package is in
//! `python/multigame`: adapters to other libraries, type stubs, what a user imports.
//!
//! Nothing here decides anything about games. Long work runs on a thread of its own without
//! Python's lock, while the thread that was called looks whether somebody pressed Ctrl-C.

mod env;
mod error;
mod found;
mod game;
mod hidden;
mod learning;
mod moves;
mod position;
mod search;
mod solver;
mod work;

use pyo3::prelude::*;

/// Board games from a page of rules.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::env::Env;
    #[pymodule_export]
    use crate::error::{MultigameError, PlayError, RulesError};
    #[pymodule_export]
    use crate::found::{Found, Line};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::hidden::{Histories, Observation, Session};
    #[pymodule_export]
    use crate::learning::{Batch, Spaces};
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::position::{Outcome, Piece, Position};
    #[pymodule_export]
    use crate::search::Search;
    #[pymodule_export]
    use crate::solver::{Solution, solve};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
