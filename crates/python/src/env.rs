//! One game under way for a program that learns: what a step writes stays in Rust, and becomes an
//! array of numpy when Python asks for it, because to borrow arrays costs more than a step.

use crate::error::{raised, refused};
use crate::learning::Spaces;
use crate::position::Position;
use multigame::Outputs;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// One game under way, stepped move by move, as cheaply as Python allows.
///
/// >>> env = Env(Spaces(Game.load("tictactoe")))
/// >>> env.reset()
/// >>> env.step(4)
/// False
/// >>> env.player
/// 1
#[pyclass(module = "multigame")]
pub(crate) struct Env {
    /// A batch of one game.
    games: multigame::Batch,
    mask: Vec<u8>,
    planes: Vec<u8>,
    rewards: [f32; 2],
    done: [u8; 1],
    player: [u8; 1],
}

impl Env {
    /// Lets something write what the game shows.
    fn with_outputs(
        &mut self,
        write: impl FnOnce(&mut multigame::Batch, Outputs<'_>) -> Result<(), multigame::Error>,
    ) -> PyResult<()> {
        let out = Outputs {
            mask: &mut self.mask,
            planes: &mut self.planes,
            rewards: &mut self.rewards,
            done: &mut self.done,
            player: &mut self.player,
        };
        // Python's lock is kept: to give it away and take it again costs more than a step.
        write(&mut self.games, out).map_err(raised)
    }
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (spaces, *, limit = 1_000_000, seed = 1))]
    fn new(spaces: &Spaces, limit: u32, seed: u64) -> PyResult<Env> {
        Ok(Env {
            games: spaces.0.batch(1, 1, limit, seed).map_err(raised)?,
            mask: vec![0; spaces.0.n_actions()],
            planes: vec![0; spaces.0.planes().size()],
            rewards: [0.0; 2],
            done: [0],
            player: [0],
        })
    }

    /// Begins again.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, seed: Option<u64>) -> PyResult<()> {
        self.with_outputs(|games, out| games.reset(seed, out))
    }

    /// Makes a move, and says whether the game has ended; then the next one has begun, and
    /// `rewards` tell how the old one ended.
    fn step(&mut self, action: i64) -> PyResult<bool> {
        self.with_outputs(|games, out| games.step(&[action], out))?;
        Ok(self.done[0] != 0)
    }

    /// A legal move, each equally likely.
    fn draw(&mut self) -> PyResult<i64> {
        let mut drawn = [0];
        self.games.draw(&mut drawn).map_err(raised)?;
        Ok(drawn[0])
    }

    /// The position.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        let position = self.games.position(0).map_err(raised)?;
        position.map(Position).ok_or_else(|| refused("there is no game", ""))
    }

    /// 1, 0 or -1 for both players, if the last step has ended a game.
    #[getter]
    fn rewards(&self) -> (f32, f32) {
        (self.rewards[0], self.rewards[1])
    }

    /// The number of the player to move.
    #[getter]
    fn player(&self) -> usize {
        usize::from(self.player[0])
    }

    /// For each number, 1 if it is a legal move; a new array, which later steps leave alone.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, &self.mask)
    }

    /// The planes, as the player to move sees them; a new array, which later steps leave alone.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (planes, rows, columns) = self.spaces().shape();
        let array = PyArray1::from_slice(py, &self.planes);
        Ok(array.reshape([planes, rows, columns])?.into_any())
    }

    /// What the numbers and the planes mean.
    #[getter]
    fn spaces(&self) -> Spaces {
        Spaces(self.games.spaces().clone())
    }
}
