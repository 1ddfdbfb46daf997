//! Looking ahead. A search keeps the game that it looks at, and what it remembers of it.

use crate::error::{raised, refused};
use crate::found::Found;
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::work::{stoppable, time};
use multigame::{Algorithm, Search as Searching};
use pyo3::prelude::*;
use self_cell::self_cell;

self_cell!(
    struct Kept {
        owner: multigame::Game,

        #[not_covariant]
        dependent: Searching,
    }
);

/// Searches positions of a game for the best move, and remembers from one to the next.
///
/// The limits are `depth` in turns, `nodes`, `seconds` (beyond the time that compiling takes), or a `level` from 1 to 10; without one
/// it searches until something is decided, or until Ctrl-C. `lines` asks for more than the best
/// move. `settings` are lines as in a file of settings, such as "algorithm = mcts".
///
/// >>> game = Game.load("tictactoe")
/// >>> Search(game, depth=9).best(game.start()).score
/// 0
#[pyclass(frozen, module = "multigame")]
pub(crate) struct Search {
    kept: Kept,
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (game, *, depth = None, nodes = None, seconds = None, level = None, lines = 1,
        algorithm = None, evaluation = None, threads = 1, memory = None, settings = None))]
    #[allow(clippy::too_many_arguments, reason = "Python gives them by their names")]
    fn new(
        game: &Game,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        level: Option<u8>,
        lines: usize,
        algorithm: Option<&str>,
        evaluation: Option<&str>,
        threads: usize,
        memory: Option<usize>,
        settings: Option<&str>,
    ) -> PyResult<Search> {
        let algorithm = algorithm.map(named).transpose()?;
        let time = seconds.map(time).transpose()?;
        let level = match level {
            Some(0 | 11..) => return Err(refused("a level is a number from 1 to 10", "")),
            level => level,
        };
        if threads == 0 || lines == 0 {
            return Err(refused("`threads` and `lines` must be at least 1", ""));
        }
        let kept = Kept::try_new(game.0.clone(), |game| {
            let mut search = Searching::new(game);
            if let Some(algorithm) = algorithm {
                search = search.algorithm(algorithm);
            }
            if let Some(text) = settings {
                search = search.with_file(text)?;
            }
            if let Some(name) = evaluation {
                search = search.evaluation(name)?;
            }
            if let Some(bytes) = memory {
                search = search.memory(bytes);
            }
            if threads > 1 {
                search = search.threads(threads);
            }
            // A level has limits of its own, which others replace.
            search = search.lines(lines);
            if let Some(level) = level {
                search = search.level(level);
            }
            if let Some(depth) = depth {
                search = search.depth(depth);
            }
            if let Some(nodes) = nodes {
                search = search.nodes(nodes);
            }
            if let Some(time) = time {
                search = search.time(time);
            }
            Ok(search)
        });
        Ok(Search { kept: kept.map_err(raised)? })
    }

    /// The best move of a position. Ctrl-C ends it.
    fn best(&self, py: Python<'_>, position: &Position) -> PyResult<Found> {
        self.found(py, position).map(Found::from)
    }

    /// The move that a player of the level makes: at low levels not always the best.
    #[pyo3(signature = (position, seed = 1))]
    fn choose(&self, py: Python<'_>, position: &Position, seed: u64) -> PyResult<Option<Move>> {
        let found = self.found(py, position)?;
        let chosen = self.kept.with_dependent(|_, search| search.chosen(&found, seed).cloned());
        Ok(chosen.map(Move))
    }
}

impl Search {
    fn found(&self, py: Python<'_>, position: &Position) -> PyResult<multigame::Found> {
        self.kept.with_dependent(|_, search| {
            let stopper = search.stopper();
            let found = stoppable(py, || stopper.stop(), || search.best(&position.0));
            stopper.reset();
            found
        })
    }
}

fn named(name: &str) -> PyResult<Algorithm> {
    Algorithm::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Algorithm::ALL.iter().map(|(_, name, _)| *name).collect();
        let hint = format!("there are: {}", names.join(", "));
        refused(format!("no algorithm is called `{name}`"), hint)
    })
}
