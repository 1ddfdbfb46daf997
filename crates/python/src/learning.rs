//! Games as environments: what is stepped is the batch of the library, and what it writes into
//! are arrays of numpy that are made once, so that a step copies nothing.

use crate::error::{raised, refused};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use multigame::Outputs;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The numbers of moves and the planes of a game.
///
/// >>> spaces = Spaces(Game.load("tictactoe"))
/// >>> spaces.n_actions, spaces.shape
/// (41, (3, 3, 3))
/// >>> spaces.action_text(4)
/// 'b2'
#[pyclass(frozen, module = "multigame")]
#[derive(Clone)]
pub(crate) struct Spaces(pub(crate) multigame::Spaces);

#[pymethods]
impl Spaces {
    #[new]
    fn new(py: Python<'_>, game: &Game) -> PyResult<Spaces> {
        crate::work::interruptible(py, |_| multigame::Spaces::of(&game.0)).map(Spaces)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.game().clone())
    }

    /// How many numbers moves have.
    #[getter]
    fn n_actions(&self) -> usize {
        self.0.n_actions()
    }

    /// The shape of an observation: planes, rows, columns.
    #[getter]
    pub(crate) fn shape(&self) -> (usize, usize, usize) {
        let planes = self.0.planes();
        (planes.len(), planes.shape[0], planes.shape[1])
    }

    /// What each plane shows.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.0.planes().names.clone()
    }

    /// The highest number that each plane can hold: divide by it to have numbers up to 1.
    #[getter]
    fn highest<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, &self.0.planes().highest)
    }

    /// What a number means, such as "e2e4"; moves without a number of their own are "other 1", ….
    fn action_text(&self, action: usize) -> PyResult<String> {
        let text = self.0.action_text(action);
        text.ok_or_else(|| refused(format!("there is no action {action}"), ""))
    }

    /// The legal moves of a position by their numbers.
    fn legal(&self, position: &Position) -> PyResult<Vec<(u32, Move)>> {
        let numbered = self.0.numbered(&position.0).map_err(raised)?;
        Ok(numbered.into_iter().map(|(number, made)| (number, Move(made))).collect())
    }

    /// The numbers of texts that may be tried in a game that hides something; None for those that
    /// have none.
    fn numbered_texts(&self, texts: Vec<String>) -> Vec<Option<u32>> {
        self.0.numbered_texts(&texts)
    }

    /// A position as planes, as a player sees it; the player to move if none is named.
    #[pyo3(signature = (position, player = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let player = match player {
            Some(player) => crate::hidden::player(self.0.game(), player)?,
            None => position.0.player(),
        };
        if self.0.game().facts().hidden {
            return Err(refused(
                "players of this game do not see positions",
                "`observe_session` gives what a player sees",
            ));
        }
        self.written(py, |into| self.0.write(&position.0, player, into))
    }

    /// What a player sees of a game under way that hides something, as planes.
    fn observe_session<'py>(
        &self,
        py: Python<'py>,
        session: &crate::hidden::Session,
        player: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (player, seen) = session.seen_by(player)?;
        self.written(py, |into| self.0.write_seen(&seen, player, into))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl Spaces {
    /// Planes that are written by somebody.
    fn written<'py>(
        &self,
        py: Python<'py>,
        write: impl FnOnce(&mut [u8]),
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut numbers = vec![0; self.0.planes().size()];
        write(&mut numbers);
        let (planes, rows, columns) = self.shape();
        Ok(PyArray1::from_vec(py, numbers).reshape([planes, rows, columns])?.into_any())
    }
}

/// Many games that are stepped at once. The arrays are written again by every step; Python may read
/// them, and copies what it wants to change.
///
/// `threads` share the games; `limit` breaks games off after this many turns.
///
/// >>> batch = Batch(Spaces(Game.load("tictactoe")), 4, seed=1)
/// >>> batch.reset()
/// >>> batch.step(batch.draw())
/// >>> batch.players.tolist()
/// [1, 1, 1, 1]
#[pyclass(module = "multigame")]
pub(crate) struct Batch {
    games: multigame::Batch,
    size: usize,
    mask: Shown<PyArray2<u8>>,
    observations: Shown<PyArray4<u8>>,
    rewards: Shown<PyArray2<f32>>,
    done: Shown<PyArray1<u8>>,
    players: Shown<PyArray1<u8>>,
    drawn: Py<PyArray1<i64>>,
}

/// An array that steps write, and what Python sees of it, which cannot be written.
struct Shown<A> {
    array: Py<A>,
    seen: Py<PyAny>,
}

impl<A> Shown<A> {
    fn new(array: Bound<'_, A>) -> PyResult<Shown<A>> {
        let seen = array.as_any().call_method0("view")?;
        let flags = PyDict::new(array.py());
        flags.set_item("write", false)?;
        seen.call_method("setflags", (), Some(&flags))?;
        Ok(Shown { seen: seen.unbind(), array: array.unbind() })
    }
}

/// More bytes than that for masks and observations are refused.
const MOST_BYTES: usize = 1 << 33;

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (spaces, size, *, threads = 1, limit = 1_000_000, seed = 1))]
    fn new(
        py: Python<'_>,
        spaces: &Spaces,
        size: usize,
        threads: usize,
        limit: u32,
        seed: u64,
    ) -> PyResult<Batch> {
        let (n_actions, (planes, rows, columns)) = (spaces.n_actions(), spaces.shape());
        let most = MOST_BYTES / n_actions.saturating_add(planes * rows * columns).max(1);
        if !(1..=most).contains(&size) {
            let hint = format!("ask for 1 to {most} games");
            return Err(refused(format!("{size} games cannot be stepped at once"), hint));
        }
        if threads == 0 {
            return Err(refused("`threads` must be at least 1", ""));
        }
        let games = spaces.0.batch(size, threads, limit, seed).map_err(raised)?;
        let observations = PyArray4::zeros(py, [size, planes, rows, columns], false);
        Ok(Batch {
            games,
            size,
            mask: Shown::new(PyArray2::zeros(py, [size, n_actions], false))?,
            observations: Shown::new(observations)?,
            rewards: Shown::new(PyArray2::zeros(py, [size, 2], false))?,
            done: Shown::new(PyArray1::zeros(py, [size], false))?,
            players: Shown::new(PyArray1::zeros(py, [size], false))?,
            drawn: PyArray1::zeros(py, [size], false).unbind(),
        })
    }

    /// Begins all games again; with a seed, `draw` draws the same moves again.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.with_outputs(py, |games, out| games.reset(seed, out))
    }

    /// Makes a move in every game. A game that is over begins again in the same step: `done` and
    /// `rewards` tell of the old game, everything else of the new one. The actions are an array of
    /// whole numbers, or a list.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let size = self.size;
        let mut step = |actions: &[i64]| match actions.len() == size {
            true => self.with_outputs(py, |games, out| games.step(actions, out)),
            false => Err(refused(format!("{} actions for {size} games", actions.len()), "")),
        };
        if let Ok(array) = actions.cast::<PyArray1<i64>>()
            && let Ok(actions) = array.try_readonly()
            && let Ok(actions) = actions.as_slice()
        {
            return step(actions);
        }
        // What an array of 64 bits is not becomes a list, by Python's own rules for numbers.
        let hint = "`actions` has a whole number for each game, as `draw()` has";
        let list = actions.extract::<Vec<i64>>();
        let list = list.map_err(|_| refused("these are no actions", hint))?;
        step(&list)
    }

    /// A legal move for every game, each equally likely; the array is written again next time.
    fn draw<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let drawn = self.drawn.bind(py).clone();
        self.games.draw(drawn.readwrite().as_slice_mut()?).map_err(raised)?;
        Ok(drawn)
    }

    /// The position of a game.
    fn position(&self, game: usize) -> PyResult<Position> {
        let position = self.games.position(game).map_err(raised)?;
        position.map(Position).ok_or_else(|| refused(format!("there is no game {game}"), ""))
    }

    /// What the numbers and the planes mean.
    #[getter]
    fn spaces(&self) -> Spaces {
        Spaces(self.games.spaces().clone())
    }

    /// For each game and number, 1 if it is a legal move.
    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyAny> {
        self.mask.seen.clone_ref(py)
    }

    /// For each game its planes, as the player to move sees them.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.observations.seen.clone_ref(py)
    }

    /// For each game 1, 0 or -1 for both players, if it has just ended.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.rewards.seen.clone_ref(py)
    }

    /// For each game 0, or 1 if one has just ended, or 2 if it was broken off.
    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyAny> {
        self.done.seen.clone_ref(py)
    }

    /// For each game who is to move: 0 or 1.
    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyAny> {
        self.players.seen.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.size
    }
}

impl Batch {
    /// Lets something write into the arrays, without Python's lock.
    fn with_outputs(
        &mut self,
        py: Python<'_>,
        write: impl FnOnce(&mut multigame::Batch, Outputs<'_>) -> Result<(), multigame::Error> + Send,
    ) -> PyResult<()> {
        let mut mask = self.mask.array.bind(py).readwrite();
        let mut planes = self.observations.array.bind(py).readwrite();
        let mut rewards = self.rewards.array.bind(py).readwrite();
        let mut done = self.done.array.bind(py).readwrite();
        let mut player = self.players.array.bind(py).readwrite();
        let out = Outputs {
            mask: mask.as_slice_mut()?,
            planes: planes.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            done: done.as_slice_mut()?,
            player: player.as_slice_mut()?,
        };
        let games = &mut self.games;
        py.detach(|| write(games, out)).map_err(raised)
    }
}
