//! A position as a value: it prints, offers its moves, and plays them.

mod reasons;

use crate::backing::{Backing, Either, Playouts, either};
use crate::state::State;
use crate::{Error, Game, Move, Piece};
use game::Game as _;
use game::{Outcome, Player, Setup, write_position};
use interp::Interp;
use native::Native;
pub use reasons::Reason;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of a game, with the positions before it as far as the rules look back.
///
/// It prints in the notation that [`Game::position`] reads, which does not say how a game has
/// ended: read again, the end of a game is a position like others, unless the rules see the end
/// on the board. Equal positions are equal in everything that play depends on but the rules and
/// what came before.
///
/// ```
/// let game = multigame::Game::load("chess")?;
/// let mut position = game.start();
/// position.try_play("e2e4")?;
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
/// assert_eq!(position.moves()?.len(), 20);
/// assert!(position.outcome()?.is_none());
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone)]
pub struct Position {
    game: Game,
    pub(crate) state: Either<State<Native>, State<Interp>>,
}

/// A game that was played at random from a position to its end.
///
/// ```
/// let game = multigame::Game::load("tictactoe")?;
/// let played = game.start().random_game(7)?;
/// assert_eq!(played.end.outcome()?, played.outcome);
/// assert!(played.moves.len() >= 5);
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomGame {
    /// The texts of the moves.
    pub moves: Vec<String>,
    /// The position after them.
    pub end: Position,
    /// How it ended; nothing if it was broken off after 10,000 turns.
    pub outcome: Option<Outcome>,
}

impl Position {
    pub(crate) fn start<G: Backing>(
        game: &Game,
        backing: &Arc<G>,
        wrap: impl Fn(State<G>) -> Either<State<Native>, State<Interp>>,
    ) -> Position {
        Position { game: game.clone(), state: wrap(State::new(backing, backing.start())) }
    }

    pub(crate) fn of<G: Backing>(
        game: &Game,
        backing: &Arc<G>,
        setup: &Setup,
        wrap: impl Fn(State<G>) -> Either<State<Native>, State<Interp>>,
    ) -> Result<Position, Error> {
        let at = backing.position(setup)?;
        Ok(Position { game: game.clone(), state: wrap(State::new(backing, at)) })
    }

    /// The game whose position it is.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who is to move.
    pub fn player(&self) -> Player {
        either!(&self.state, it => it.game.player(&it.at))
    }

    /// The name of the player to move.
    pub fn player_name(&self) -> &str {
        self.game.player_name(self.player())
    }

    /// The legal moves, in ascending order of their texts; none if the game is over.
    pub fn moves(&self) -> Result<Vec<Move>, Error> {
        Ok(either!(&self.state, it => it.moves())?)
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Result<Option<Outcome>, Error> {
        Ok(either!(&self.state, it => it.over())?)
    }

    /// The legal move of a text; where the game can be written as PGN, also in its short
    /// notation. The error says why there is no such move.
    ///
    /// ```
    /// let game = multigame::Game::load("chess")?;
    /// let position = game.start();
    /// assert_eq!(position.parse_move("Nf3")?.text(), "g1f3");
    /// let error = position.parse_move("e2e5").unwrap_err();
    /// assert!(error.to_string().contains("e2"));
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, Error> {
        either!(&self.state, it => it.parse_move(text))
    }

    /// Whether this is a legal move of the position, and not of another one or of a position of
    /// another [`Game`], even one that was made from the same rules.
    pub fn is_legal(&self, chosen: &Move) -> bool {
        either!(&self.state, it => it.successor(chosen).is_some())
    }

    /// Makes a move of this position.
    ///
    /// # Panics
    ///
    /// If it is a move of another position; see [`Position::is_legal`].
    pub fn play(&mut self, chosen: &Move) {
        let made = either!(&mut self.state, it => it.play(chosen));
        assert!(made, "`{chosen}` is a move of another position");
    }

    /// Makes the move of a text, and gives it; the position stays as it is if there is no
    /// such move.
    ///
    /// ```
    /// let mut position = multigame::Game::load("tictactoe")?.start();
    /// position.try_play("b2")?;
    /// assert!(position.try_play("b2").is_err());
    /// assert_eq!(position.to_string(), "3/1X1/3 b 1");
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn try_play(&mut self, text: &str) -> Result<Move, Error> {
        let chosen = self.parse_move(text)?;
        self.play(&chosen);
        Ok(chosen)
    }

    /// The position after a move of this one.
    ///
    /// # Panics
    ///
    /// If it is a move of another position; see [`Position::is_legal`].
    #[must_use]
    pub fn after(&self, chosen: &Move) -> Position {
        let mut after = self.clone();
        after.play(chosen);
        after
    }

    /// The number of lines of play of this many turns.
    ///
    /// ```
    /// let game = multigame::Game::load("chess")?;
    /// assert_eq!(game.start().perft(3)?, 8902);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn perft(&self, depth: u32) -> Result<u64, Error> {
        Ok(either!(&self.state, it => it.perft(depth))?)
    }

    /// The same, for callers that may want to stop: nothing if they say no when they are asked
    /// whether to go on, which happens before each small part of the count.
    ///
    /// ```
    /// let position = multigame::Game::load("chess")?.start();
    /// assert_eq!(position.perft_while(3, &mut || true)?, Some(8902));
    /// assert_eq!(position.perft_while(20, &mut || false)?, None);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn perft_while(
        &self,
        depth: u32,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<u64>, Error> {
        Ok(either!(&self.state, it => it.perft_while(depth, goes_on))?)
    }

    /// The same after each move, one turn less deep.
    ///
    /// ```
    /// let game = multigame::Game::load("tictactoe")?;
    /// let divided = game.start().divide(2)?;
    /// assert!(divided.iter().all(|(_, lines)| *lines == 8));
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn divide(&self, depth: u32) -> Result<Vec<(Move, u64)>, Error> {
        let moves = if depth == 0 { Vec::new() } else { self.moves()? };
        let count = |made: Move| {
            let lines = self.after(&made).perft(depth - 1)?;
            Ok((made, lines))
        };
        moves.into_iter().map(count).collect()
    }

    /// Plays this many games from here at random, every move equally likely. A seed gives
    /// the same games every time; the two back ends draw different ones. Each game is played
    /// as if it began here: rules on repetition do not see the moves that led to this position.
    pub fn playouts(&self, games: u64, seed: u64) -> Result<Playouts, Error> {
        Ok(either!(&self.state, it => it.playouts(games, seed))?)
    }

    /// Plays one game from here at random, and tells its moves. A seed gives the same game
    /// every time.
    pub fn random_game(&self, seed: u64) -> Result<RandomGame, Error> {
        let (moves, state) = match &self.state {
            Either::Native(it) => {
                let (moves, end) = it.random_game(seed)?;
                (moves, Either::Native(end))
            }
            Either::Interp(it) => {
                let (moves, end) = it.random_game(seed)?;
                (moves, Either::Interp(end))
            }
        };
        let end = Position { game: self.game.clone(), state };
        let outcome = end.outcome()?;
        Ok(RandomGame { moves, end, outcome })
    }

    /// What an evaluation says of the position, for the player to move: one of the rules, or
    /// the one that was learned and comes with the game.
    ///
    /// ```
    /// let game = multigame::Game::load("othello")?;
    /// assert_eq!(game.evaluations(), ["learned", "position", "mobility"]);
    /// assert_eq!(game.start().evaluate("mobility")?, 0);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn evaluate(&self, evaluation: &str) -> Result<i32, Error> {
        let Some(n) = self.game.evaluations().iter().position(|name| name == evaluation) else {
            return Err(self.unknown("evaluation", evaluation, self.game.evaluations()));
        };
        Ok(either!(&self.state, it => it.game.evaluate(&it.at, n))?)
    }

    /// A lower bound of what is still to be paid, in a puzzle whose rules have one.
    pub fn bound(&self, bound: &str) -> Result<i32, Error> {
        let bounds = &self.game.facts().bounds;
        let Some(n) = bounds.iter().position(|name| name == bound) else {
            return Err(self.unknown("bound", bound, bounds));
        };
        Ok(either!(&self.state, it => it.game.bound(&it.at, n))?)
    }

    fn unknown(&self, what: &str, name: &str, known: &[String]) -> Error {
        let hint = match known {
            [] => format!("`{}` has none", self.game.name()),
            _ => format!("there are: {}", known.join(", ")),
        };
        Error::refused(format!("no {what} is called `{name}`"), hint)
    }

    /// The piece on a field, the uppermost if there are several.
    ///
    /// ```
    /// use multigame::Player;
    ///
    /// let position = multigame::Game::load("chess")?.start();
    /// let king = position.piece_at("e1").unwrap();
    /// assert_eq!((king.name(), king.owner()), ("king", Some(Player::First)));
    /// assert_eq!(position.piece_at("e4"), None);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn piece_at(&self, field: &str) -> Option<Piece> {
        self.stack_at(field).pop()
    }

    /// All pieces on a field, from the bottom; none if there is no such field.
    pub fn stack_at(&self, field: &str) -> Vec<Piece> {
        let facts = self.game.facts();
        let Some(field) = facts.board.field(field) else { return Vec::new() };
        let stack = &self.setup().board[field.index()];
        stack.iter().map(|piece| Piece::new(facts, *piece)).collect()
    }

    /// The fields that are not empty, with the uppermost piece of each.
    ///
    /// ```
    /// let position = multigame::Game::load("othello")?.start();
    /// assert_eq!(position.pieces().len(), 4);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn pieces(&self) -> Vec<(String, Piece)> {
        let facts = self.game.facts();
        let tops = self.setup().board.into_iter().enumerate();
        tops.filter_map(|(i, stack)| {
            let name = facts.board.name(game::Field(i as u16)).to_string();
            Some((name, Piece::new(facts, *stack.last()?)))
        })
        .collect()
    }

    /// 64 bits that nearly identify the position: the same in every run, and by both back
    /// ends.
    pub fn signature(&self) -> u64 {
        either!(&self.state, it => it.game.signature(&it.at))
    }

    /// The position as the interpreter knows it, with its past.
    pub(crate) fn interpreted(&self) -> Result<(interp::Position, Vec<interp::Position>), Error> {
        let read = |setup: &Setup| self.game.interp().position(setup);
        Ok(either!(&self.state, it => {
            let past: Result<Vec<_>, _> =
                it.past.iter().map(|earlier| read(&it.game.setup(earlier))).collect();
            (read(&it.setup())?, past?)
        }))
    }

    /// Says no unless it is a position of this game.
    pub(crate) fn must_be_of(&self, game: &Game) -> Result<(), Error> {
        match self.game.is_same(game) {
            true => Ok(()),
            false => Err(Error::refused(
                "the position belongs to another game",
                "each `Game` that is loaded is one of its own; use `position.game()`",
            )),
        }
    }

    pub(crate) fn from_state(game: &Game, state: Either<State<Native>, State<Interp>>) -> Position {
        Position { game: game.clone(), state }
    }

    /// The position as plain data: board, counters, memories, reserves.
    pub fn setup(&self) -> Setup {
        either!(&self.state, it => it.setup())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&write_position(self.game.facts(), &self.setup()))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} {self})", self.game.name())
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        match (&self.state, &other.state) {
            (Either::Native(a), Either::Native(b)) => a.at == b.at,
            (Either::Interp(a), Either::Interp(b)) => a.at == b.at,
            _ => self.setup() == other.setup(),
        }
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.signature());
    }
}
