//! Proving what a position is worth, and solving puzzles.

use crate::backing::{Backing, Either};
use crate::state::State;
use crate::{Error, Game, Move, Position};
use game::Outcome;
use search::{
    Limits, Local, MOST_THREADS, Method, Progress, PuzzleMethod, PuzzlePlatform, PuzzleProgress,
    PuzzleTask, prove,
};
use search::{Stop, Stopper, Task, Unproved, Unsolved, Wins, solve_puzzle};
use std::sync::Arc;
use std::time::Duration;

/// Proves who wins a position with best play, or finds a cheapest solution of a puzzle.
/// Nothing is guessed.
///
/// ```
/// use multigame::{Game, Player, Solver};
///
/// let game = Game::load("three_mens_morris")?;
/// let solution = Solver::new(&game).solve(&game.start())?.unwrap();
/// assert_eq!(solution.outcome.winner(), Some(Player::First));
/// assert_eq!(solution.moves[0].text(), "b2");
///
/// let puzzle = Game::load("eight_puzzle")?;
/// let position = puzzle.position("1 4 2/3 . 5/6 7 8")?;
/// let solution = Solver::new(&puzzle).solve(&position)?.unwrap();
/// assert_eq!((solution.cost, solution.path.len()), (Some(2), 2));
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Solver<'g> {
    game: &'g Game,
    limits: Limits,
    memory: usize,
    threads: usize,
    method: Method,
    puzzle_method: PuzzleMethod,
    stopper: Stopper,
}

/// What was proved of a position.
///
/// ```
/// use multigame::{Game, Solver};
///
/// let game = Game::load("tictactoe")?;
/// let solution = Solver::new(&game).solve(&game.start())?.unwrap();
/// assert_eq!(game.describe(solution.outcome), "draw");
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    /// The outcome with best play; of a puzzle, whether it can be solved.
    pub outcome: Outcome,
    /// Moves that reach it; none if the game is over, or lost whatever is played.
    pub moves: Vec<Move>,
    /// In how many turns the game is won, if that is known.
    pub turns: Option<u32>,
    /// All moves of a cheapest solution, if it is a puzzle.
    pub path: Vec<Move>,
    /// What these moves cost together.
    pub cost: Option<i64>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl<'g> Solver<'g> {
    /// A solver that chooses the method, with a gigabyte of memory and no other limits.
    pub fn new(game: &'g Game) -> Solver<'g> {
        Solver {
            game,
            limits: Limits::default(),
            memory: 1 << 30,
            threads: 1,
            method: Method::Auto,
            puzzle_method: PuzzleMethod::Auto,
            stopper: Stopper::default(),
        }
    }

    /// At most this many positions; with 0 nothing is proved.
    pub fn nodes(mut self, nodes: u64) -> Solver<'g> {
        self.limits.nodes = Some(nodes);
        self
    }

    /// No longer than that.
    pub fn time(mut self, time: Duration) -> Solver<'g> {
        self.limits.time = Some(time);
        self
    }

    /// With this many bytes.
    pub fn memory(self, bytes: usize) -> Solver<'g> {
        Solver { memory: bytes, ..self }
    }

    /// On this many threads, from 1 to 256, if the method can use them.
    pub fn threads(self, threads: usize) -> Solver<'g> {
        Solver { threads, ..self }
    }

    /// By another method, for games of two players.
    pub fn method(self, method: Method) -> Solver<'g> {
        Solver { method, ..self }
    }

    /// By another method, for puzzles.
    pub fn puzzle_method(self, puzzle_method: PuzzleMethod) -> Solver<'g> {
        Solver { puzzle_method, ..self }
    }

    /// What the position is worth; nothing if a limit of nodes or time was met first, or if
    /// another thread has stopped it.
    pub fn solve(&self, position: &Position) -> Result<Option<Solution>, Error> {
        self.solve_with_progress(position, |_| {})
    }

    /// The same, and shows now and then how far the work is.
    ///
    /// ```
    /// use multigame::{Game, Solver};
    ///
    /// let game = Game::load("tictactoe")?;
    /// let solver = Solver::new(&game);
    /// let stopper = solver.stopper();
    /// let enough = |progress: multigame::Progress| {
    ///     if progress.nodes > 100_000 {
    ///         stopper.stop();
    ///     }
    /// };
    /// assert!(solver.solve_with_progress(&game.start(), enough)?.is_some());
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn solve_with_progress(
        &self,
        position: &Position,
        mut on_progress: impl FnMut(Progress),
    ) -> Result<Option<Solution>, Error> {
        position.must_be_of(self.game)?;
        if !(1..=MOST_THREADS).contains(&self.threads) {
            let message = format!("the number of threads is not between 1 and {MOST_THREADS}");
            return Err(Error::refused(message, "give another number"));
        }
        match &position.state {
            Either::Native(state) => self.run(state, &mut on_progress),
            Either::Interp(state) => self.run(state, &mut on_progress),
        }
    }

    /// A handle that stops the solver, and its clones, from another thread. It stays stopped
    /// until [`Stopper::reset`].
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    fn run<G: Backing>(
        &self,
        state: &State<G>,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Solution>, Error> {
        match self.game.facts().n_players() {
            1 => self.puzzle(state, on_progress),
            _ => self.prove(state, on_progress),
        }
    }

    fn prove<G: Backing>(
        &self,
        state: &State<G>,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Solution>, Error> {
        let Solver { method, limits, memory, threads, .. } = *self;
        let stopper = self.stopper();
        // Rules that go wrong here go wrong in the proof, which says how.
        let (game, at, reader) = (&*state.game, &state.at, state.game.reader());
        let wins = reader.as_ref().and_then(|reader| Wins::read(game, reader, at).ok().flatten());
        let local = reader.as_ref().and_then(|reader| Local::read(game, reader, at).ok().flatten());
        let (wins, local) = (wins.map(Arc::new), local.map(Arc::new));
        let task = Task { method, limits, memory, threads, symmetries: true, wins, local, stopper };
        let proof = match prove(&*state.game, &state.at, &state.past, &task, on_progress) {
            Ok(proof) => proof,
            Err(Unproved::Stopped(stop)) => return stopped(stop),
            Err(why) => return Err(unproved(&why)),
        };
        let first = |to: &G::Position| state.moves_through(std::slice::from_ref(to));
        let moves = proof.moves.iter().map(first).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Solution {
            outcome: proof.outcome,
            moves: moves.into_iter().flatten().collect(),
            turns: proof.turns,
            path: Vec::new(),
            cost: None,
            nodes: proof.nodes,
        }))
    }

    fn puzzle<G: Backing>(
        &self,
        state: &State<G>,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Solution>, Error> {
        let Solver { puzzle_method: method, limits, memory, threads, .. } = *self;
        let (platform, stopper) = (PuzzlePlatform::Auto, self.stopper());
        let task = PuzzleTask { method, limits, memory, threads, platform, stopper };
        let mut on_progress = |PuzzleProgress { nodes, positions, .. }: PuzzleProgress| {
            on_progress(Progress { nodes, positions });
        };
        let solved = solve_puzzle(&*state.game, &state.at, &state.past, &task, &mut on_progress);
        let puzzle = match solved {
            Ok(puzzle) => puzzle,
            Err(Unsolved::Stopped(stop)) => return stopped(stop),
            Err(Unsolved::Memory) => return Err(Error::Memory),
            Err(Unsolved::Refused(why, hint)) => return Err(Error::refused(why, hint)),
            Err(Unsolved::Lost(lost)) => {
                return Err(Error::refused(lost.to_string(), "start all ranks again"));
            }
        };
        let (path, cost) = match &puzzle.solution {
            Some(solution) => (state.moves_through(&solution.path)?, Some(solution.cost)),
            None => (Vec::new(), None),
        };
        let value = if cost.is_some() { 1 } else { -1 };
        Ok(Some(Solution {
            outcome: Outcome { value, scored: false },
            moves: path.first().cloned().into_iter().collect(),
            turns: cost.map(|_| path.len() as u32),
            path,
            cost,
            nodes: puzzle.nodes,
        }))
    }
}

/// Limits are no mistake, and rules that go wrong are one.
fn stopped(stop: Stop) -> Result<Option<Solution>, Error> {
    match stop {
        Stop::Rules(error) => Err(Error::Play(error)),
        _ => Ok(None),
    }
}

fn unproved(why: &Unproved) -> Error {
    match why {
        Unproved::Memory => Error::Memory,
        Unproved::Cyclic => Error::refused(
            "positions come back, so there is no end to go to",
            "sweep, or use df-pn",
        ),
        Unproved::NoSum => {
            Error::refused("positions of this game are no sums", "use another method")
        }
        Unproved::Deep => Error::refused("the game goes deeper than the method can", "use df-pn"),
        Unproved::Hidden => Error::refused(
            "the players do not see everything, so positions have no value",
            "ask for the histories that a player thinks possible",
        ),
        Unproved::Stopped(_)
        | Unproved::Puzzle
        | Unproved::Lost(_)
        | Unproved::Unwritable
        | Unproved::Checkpoint(_) => Error::Bug("a solver that did not choose".into()),
    }
}
