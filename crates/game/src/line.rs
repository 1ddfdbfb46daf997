//! A game in progress: its positions, its moves, how it ended; moves are made
//! by text and taken back.

use crate::ids::Player;
use crate::notation::{MoveError, parse_move, write_position};
use crate::pgn::read_san;
use crate::play::Game;
use crate::record::Record;
use crate::result::GameResult;
use crate::turn::{Message, Move, Outcome, RulesError, Turn, describe_outcome};

/// A game from a first position to where it stands.
///
/// ```
/// # use game::*;
/// fn two_moves<G: Game>(game: &G) -> Result<(), PlayError> {
///     let mut line = Line::new(game.start());
///     line.play(game, "e2e4")?;
///     line.play(game, "e7e5")?;
///     line.undo();
///     assert_eq!(line.texts().collect::<Vec<_>>(), ["e2e4"]);
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<P> {
    /// One more than moves; never empty.
    positions: Vec<P>,
    moves: Vec<Played>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its text.
    pub text: String,
    /// How the game ended, if this move ended it.
    pub outcome: Option<Outcome>,
    /// What it cost, in a puzzle.
    pub cost: i32,
    /// What the referee said.
    pub told: Vec<Message>,
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over: the player's mistake.
    Over {
        /// How it ended.
        outcome: Outcome,
        /// The same in words.
        words: String,
    },
    /// The text names no legal move: the player's mistake.
    Illegal(MoveError),
    /// The rules went wrong: their author's mistake.
    Rules(RulesError),
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayError::Over { words, .. } => write!(f, "the game is over: {words}"),
            PlayError::Illegal(error) => error.fmt(f),
            PlayError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

impl PlayError {
    /// What to do about it; may be empty.
    pub fn hint(&self) -> &str {
        match self {
            PlayError::Over { .. } => "",
            PlayError::Illegal(error) => &error.hint,
            PlayError::Rules(error) => &error.hint,
        }
    }
}

impl From<RulesError> for PlayError {
    fn from(error: RulesError) -> PlayError {
        PlayError::Rules(error)
    }
}

impl<P: Clone + Eq> Line<P> {
    /// A game that begins with this position.
    pub fn new(start: P) -> Line<P> {
        Line { positions: vec![start], moves: Vec::new() }
    }

    /// The position now.
    pub fn position(&self) -> &P {
        &self.positions[self.moves.len()]
    }

    /// The positions before, oldest first: what rules on repetition read.
    pub fn past(&self) -> &[P] {
        &self.positions[..self.moves.len()]
    }

    /// All positions from the first to the one now.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The moves that were made.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The texts of the moves.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|played| played.text.as_str())
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// What the moves cost together.
    pub fn cost(&self) -> i64 {
        self.moves.iter().map(|played| i64::from(played.cost)).sum()
    }

    /// The outcome or the moves now.
    pub fn turn<G: Game<Position = P>>(&self, game: &G) -> Result<Turn<P>, RulesError> {
        match self.moves.last().and_then(|played| played.outcome) {
            Some(outcome) => Ok(Turn::Over(outcome)),
            None => game.turn(self.position(), self.past()),
        }
    }

    /// How the game ended, if it has.
    pub fn outcome<G: Game<Position = P>>(&self, game: &G) -> Result<Option<Outcome>, RulesError> {
        match self.turn(game)? {
            Turn::Over(outcome) => Ok(Some(outcome)),
            Turn::Moves(_) => Ok(None),
        }
    }

    /// Who is to move.
    pub fn player<G: Game<Position = P>>(&self, game: &G) -> Player {
        game.player(self.position())
    }

    /// Makes a move of the position now.
    pub fn push(&mut self, chosen: Move<P>) {
        self.positions.push(chosen.to);
        self.moves.push(Played {
            text: chosen.text,
            outcome: chosen.outcome,
            cost: chosen.cost,
            told: chosen.told,
        });
    }

    /// Makes the move of this text, or of this short notation where the game can be
    /// written as PGN; a game that is over, and a text that names no legal move,
    /// leave the line as it is.
    pub fn play<G: Game<Position = P>>(
        &mut self,
        game: &G,
        text: &str,
    ) -> Result<&Played, PlayError> {
        let moves = match self.turn(game)? {
            Turn::Over(outcome) => {
                let words = describe_outcome(game.facts(), outcome);
                return Err(PlayError::Over { outcome, words });
            }
            Turn::Moves(moves) => moves,
        };
        let setup = game.setup(self.position());
        let found = parse_move(game.facts(), &setup, &moves, text)
            .or_else(|error| read_san(game, &setup, &moves, text).ok_or(error))
            .map_err(PlayError::Illegal)?;
        self.push(found.clone());
        Ok(&self.moves[self.moves.len() - 1])
    }

    /// Takes the last move back, and gives it.
    pub fn undo(&mut self) -> Option<Played> {
        let undone = self.moves.pop()?;
        self.positions.pop();
        Some(undone)
    }

    /// The game as a record. The result is that of the game if it is over.
    pub fn record<G: Game<Position = P>>(&self, game: &G) -> Result<Record, RulesError> {
        let facts = game.facts();
        let first = &self.positions[0];
        let start = *first != game.start() || game.setup(first).round != facts.start.round;
        Ok(Record {
            game: facts.name.clone(),
            headers: Vec::new(),
            start: start.then(|| write_position(facts, &game.setup(first))),
            result: self.outcome(game)?.map_or(GameResult::Unfinished, GameResult::from),
            moves: self.texts().map(str::to_string).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::TicTacToe;

    #[test]
    fn moves_are_made_and_taken_back() {
        let game = TicTacToe::new();
        let mut line = Line::new(game.start());
        for text in ["b2", "A1", "b3", "a2"] {
            line.play(&game, text).unwrap();
        }
        assert_eq!(line.past().len(), 4);
        assert_eq!(line.player(&game), Player::First);
        let error = line.play(&game, "b2").unwrap_err();
        assert_eq!(error.to_string(), "b2 is not empty: there is a mark of white");
        line.play(&game, "b1").unwrap();
        let error = line.play(&game, "c1").unwrap_err();
        assert_eq!(error.to_string(), "the game is over: white wins");
        assert_eq!(line.outcome(&game).unwrap().and_then(Outcome::winner), Some(Player::First));
        assert_eq!(line.undo().map(|played| played.text), Some("b1".to_string()));
        assert_eq!(line.outcome(&game), Ok(None));
        assert_eq!(line.texts().collect::<Vec<_>>(), ["b2", "a1", "b3", "a2"]);
        assert_eq!(line.cost(), 4);
        while line.undo().is_some() {}
        assert_eq!((line.position(), line.len()), (&game.start(), 0));
    }
}
