//! Games for programs that learn: moves with fixed numbers, positions as planes, and many games
//! that are stepped at once into arrays of the caller.

use crate::backing::{Backing, Either, either};
use crate::hidden_batch::{Common, HiddenBatch, Trouble};
use crate::state::State;
use crate::{Error, Game, Move, Position, Seen, Session};
use game::{Player, Rng};
use interp::Interp;
use native::Native;
use std::sync::Arc;
use training::{Actions, Outputs, Planes, Problem, TooMany, numbered_texts};

/// What a program that learns has to know of a game: the numbers of its moves, and its planes.
///
/// ```
/// use multigame::{Game, Spaces};
///
/// let spaces = Spaces::of(&Game::load("tictactoe")?)?;
/// assert_eq!(spaces.planes().names, ["own mark", "enemy mark", "the second player sees this"]);
/// assert_eq!(spaces.action_text(4).as_deref(), Some("b2"));
/// // Nine fields, and a few numbers for moves that have none of their own.
/// assert_eq!(spaces.n_actions(), 9 + 32);
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone)]
pub struct Spaces {
    game: Game,
    actions: Arc<Actions>,
    planes: Arc<Planes>,
}

impl Spaces {
    /// The spaces of a game; refused if it has too many moves to number them.
    pub fn of(game: &Game) -> Result<Spaces, Error> {
        let actions = match (game.facts().hidden, game.native()) {
            (true, _) => training::explored_texts(game.facts(), &tried(game)?),
            (false, Some(native)) => training::explored(native)?,
            (false, None) => training::explored(game.interp())?,
        };
        let actions = actions.map_err(|TooMany { actions }| {
            let message = format!("`{}` would have {actions} numbers of moves", game.name());
            let hint = format!(
                "at most {} are possible; a smaller board has fewer",
                training::MOST_ACTIONS
            );
            Error::refused(message, hint)
        })?;
        let planes = Planes::new(game.facts());
        Ok(Spaces { game: game.clone(), actions: actions.into(), planes: planes.into() })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many numbers moves have.
    pub fn n_actions(&self) -> usize {
        self.actions.len()
    }

    /// What the planes show.
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// What a number means, such as `e2e4`; nothing if there is no such number.
    pub fn action_text(&self, number: usize) -> Option<String> {
        self.actions.describe(self.game.facts(), number)
    }

    /// The numbers of the legal moves of a position, in the order of [`Position::moves`].
    ///
    /// ```
    /// use multigame::{Game, Spaces};
    ///
    /// let game = Game::load("othello")?;
    /// let numbered = Spaces::of(&game)?.numbered(&game.start())?;
    /// let texts: Vec<&str> = numbered.iter().map(|(_, made)| made.text()).collect();
    /// assert_eq!(texts, ["c4", "d3", "e6", "f5"]);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn numbered(&self, position: &Position) -> Result<Vec<(u32, Move)>, Error> {
        position.must_be_of(&self.game)?;
        let moves = position.moves()?;
        if self.actions.are_of_texts() {
            let texts: Vec<String> = moves.iter().map(|made| made.text().to_string()).collect();
            let numbers: Option<Vec<u32>> = self.numbered_texts(&texts).into_iter().collect();
            let numbers = numbers.ok_or_else(|| no_step(Problem::Unnumbered))?;
            return Ok(numbers.into_iter().zip(moves).collect());
        }
        let numbers = match &position.state {
            Either::Native(state) => self.numbers(state, &moves),
            Either::Interp(state) => self.numbers(state, &moves),
        };
        Ok(numbers.map_err(no_step)?.into_iter().zip(moves).collect())
    }

    fn numbers<G: Backing>(&self, state: &State<G>, moves: &[Move]) -> Result<Vec<u32>, Problem> {
        let to: Vec<G::Position> =
            moves.iter().filter_map(|made| G::unwrap(&made.to).cloned()).collect();
        training::numbered(&*state.game, &self.actions, &state.at, &to)
    }

    /// The numbers of texts, as of what may be tried in a game that hides something, in their order;
    /// nothing for texts for which there are too few numbers.
    pub fn numbered_texts(&self, texts: &[String]) -> Vec<Option<u32>> {
        numbered_texts(self.game.facts(), &self.actions, texts)
    }

    /// Writes a position as a player sees it who sees everything.
    pub fn write(&self, position: &Position, seen_by: Player, into: &mut [u8]) {
        self.planes.write_setup(self.game.facts(), &position.setup(), seen_by, None, into);
    }

    /// Writes what a player sees of a game that hides something.
    pub fn write_seen(&self, seen: &Seen, seen_by: Player, into: &mut [u8]) {
        let Seen { setup, fields } = seen;
        self.planes.write_setup(self.game.facts(), setup, seen_by, Some(fields), into);
    }

    /// This many games from the start, on this many threads, each broken off after this many turns.
    ///
    /// ```
    /// use multigame::{Game, Spaces};
    ///
    /// let spaces = Spaces::of(&Game::load("connect4")?)?;
    /// let (n, actions) = (16, spaces.n_actions());
    /// let mut batch = spaces.batch(n, 1, 100, 7)?;
    /// let (mut mask, mut planes) = (vec![0; n * actions], vec![0; n * spaces.planes().size()]);
    /// let (mut rewards, mut done, mut player) = (vec![0.0; 2 * n], vec![0; n], vec![0; n]);
    /// let mut chosen = vec![0; n];
    /// for step in 0..50 {
    ///     let out = multigame::Outputs {
    ///         mask: &mut mask,
    ///         planes: &mut planes,
    ///         rewards: &mut rewards,
    ///         done: &mut done,
    ///         player: &mut player,
    ///     };
    ///     if step == 0 { batch.reset(None, out)? } else { batch.step(&chosen, out)? }
    ///     batch.draw(&mut chosen)?;
    /// }
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn batch(
        &self,
        size: usize,
        threads: usize,
        limit: u32,
        seed: u64,
    ) -> Result<Batch, Error> {
        if self.game.facts().hidden {
            let games = HiddenBatch::new(&self.game, size, threads, limit, seed)?;
            return Ok(Batch { spaces: self.clone(), games: Games::Hidden(games) });
        }
        let (actions, planes) = (self.actions.clone(), self.planes.clone());
        let start = self.game.start();
        let games = match &start.state {
            Either::Native(state) => {
                let game = state.game.clone();
                Either::Native(training::Batch::new(
                    game, actions, planes, size, threads, limit, seed,
                ))
            }
            Either::Interp(state) => {
                let game = state.game.clone();
                Either::Interp(training::Batch::new(
                    game, actions, planes, size, threads, limit, seed,
                ))
            }
        };
        Ok(Batch { spaces: self.clone(), games: Games::Open(games) })
    }
}

/// Many games that are stepped at once; see [`Spaces::batch`]. In a game that hides something a move
/// is an attempt, which may be refused, and arrays hold what the player to move perceives.
pub struct Batch {
    spaces: Spaces,
    games: Games,
}

/// The games of a batch.
enum Games {
    Open(Either<training::Batch<Native>, training::Batch<Interp>>),
    Hidden(HiddenBatch),
}

impl Spaces {
    fn common(&self) -> Common<'_> {
        Common { game: &self.game, actions: &self.actions, planes: &self.planes }
    }
}

impl Batch {
    /// What the numbers and the planes mean.
    pub fn spaces(&self) -> &Spaces {
        &self.spaces
    }

    /// Begins all games again.
    pub fn reset(&mut self, seed: Option<u64>, out: Outputs<'_>) -> Result<(), Error> {
        match &mut self.games {
            Games::Open(games) => either!(games, it => it.reset(seed, out)).map_err(no_step),
            Games::Hidden(games) => {
                games.reset(self.spaces.common(), seed, out).map_err(no_attempt)
            }
        }
    }

    /// Makes a move in every game; one that is over begins again at once.
    pub fn step(&mut self, chosen: &[i64], out: Outputs<'_>) -> Result<(), Error> {
        match &mut self.games {
            Games::Open(games) => either!(games, it => it.step(chosen, out)).map_err(no_step),
            Games::Hidden(games) => {
                games.step(self.spaces.common(), chosen, out).map_err(no_attempt)
            }
        }
    }

    /// Draws a legal move for every game, each equally likely.
    pub fn draw(&mut self, into: &mut [i64]) -> Result<(), Error> {
        match &mut self.games {
            Games::Open(games) => either!(games, it => it.draw(into)).map_err(no_step),
            Games::Hidden(games) => games.draw(into).map_err(no_attempt),
        }
    }

    /// The position of a game; nothing if there is no such game. Refused in games that hide
    /// something.
    pub fn position(&self, lane: usize) -> Result<Option<Position>, Error> {
        let start = self.spaces.game.start();
        let state = match (&self.games, &start.state) {
            (Games::Open(Either::Native(games)), Either::Native(state)) => {
                let found = games.position(lane).map_err(no_step)?;
                found.map(|(at, past)| Either::Native(state.after(at, past)))
            }
            (Games::Open(Either::Interp(games)), Either::Interp(state)) => {
                let found = games.position(lane).map_err(no_step)?;
                found.map(|(at, past)| Either::Interp(state.after(at, past)))
            }
            (Games::Hidden(_), _) => {
                let hint = "the arrays hold what the player to move perceives";
                return Err(Error::refused("players of this game do not see positions", hint));
            }
            _ => None,
        };
        Ok(state.map(|state| Position::from_state(&self.spaces.game, state)))
    }
}

/// What may be tried in some random games.
fn tried(game: &Game) -> Result<Vec<Vec<String>>, Error> {
    const GAMES: u64 = 16;
    const MOST_TURNS: usize = 60;
    let mut positions = Vec::new();
    for seed in 0..GAMES {
        let (mut session, mut rng) = (Session::new(game)?, Rng::new(seed));
        for _ in 0..MOST_TURNS {
            let tries = session.tries()?;
            let Some(text) = rng.choose(&tries).cloned() else { break };
            positions.push(tries);
            session.attempt(&text)?;
        }
    }
    Ok(positions)
}

fn no_attempt(why: Trouble) -> Error {
    match why {
        Trouble::Step(problem) => no_step(problem),
        Trouble::Play(error) => error,
    }
}

fn no_step(why: Problem) -> Error {
    match why {
        Problem::Illegal { lane, number } => Error::refused(
            format!("{number} is no legal move of game {lane}"),
            "the mask has a 1 for each number that is one",
        ),
        Problem::Rules(error) => Error::Play(error),
        Problem::Unnumbered => Error::refused(
            "a position has too many moves that no number tells apart",
            "play this game by positions and moves",
        ),
        Problem::OverAtOnce => Error::refused("the game is over before anybody can move", ""),
        Problem::NotBegun => Error::refused("the games have not begun", "call `reset` first"),
        Problem::Length { array, expected } => {
            Error::refused(format!("`{array}` must have a length of {expected}"), "")
        }
        Problem::NoThread(why) => {
            Error::refused(format!("no thread could be started: {why}"), "ask for fewer threads")
        }
    }
}
