//! Replays a record through a game: every move is checked, and what is wrong is
//! said with the number of the move.

use crate::line::{Line, PlayError};
use crate::notation::parse_position;
use crate::play::Game;
use crate::record::Record;
use crate::result::GameResult;
use crate::words::visible;

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the move, from 1, counting each player's; nothing if the
    /// mistake is not in a move.
    pub number: Option<usize>,
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.number {
            Some(number) => write!(f, "move {number}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ReplayError {}

/// The game of a record, with each move in its proper text.
pub fn replay<G: Game>(game: &G, record: &Record) -> Result<Line<G::Position>, ReplayError> {
    let facts = game.facts();
    if record.game != facts.name {
        return Err(ReplayError {
            number: None,
            message: format!("the record is of `{}`, not of `{}`", record.game, facts.name),
            hint: "replay it with the game that it names".to_string(),
        });
    }
    let mut line = Line::new(first_position(game, record)?);
    for (i, text) in record.moves.iter().enumerate() {
        let player = facts.player_name(line.player(game)).to_string();
        if let Err(error) = line.play(game, text) {
            let message = match &error {
                PlayError::Over { .. } => format!("{error}, and `{}` follows", visible(text)),
                PlayError::Illegal(_) | PlayError::Rules(_) => {
                    format!("`{}` by {player}: {error}", visible(text))
                }
            };
            let hint = error.hint().to_string();
            return Err(ReplayError { number: Some(i + 1), message, hint });
        }
    }
    check_result(game, record, &line)?;
    Ok(line)
}

fn first_position<G: Game>(game: &G, record: &Record) -> Result<G::Position, ReplayError> {
    let Some(text) = &record.start else { return Ok(game.start()) };
    let setup = parse_position(game.facts(), text);
    setup.and_then(|setup| game.position(&setup)).map_err(|error| ReplayError {
        number: None,
        message: format!("the start `{text}`: {}", error.message),
        hint: error.hint,
    })
}

/// A game may be broken off, given up or agreed drawn at any time; but where the
/// rules say how it ended, the record must agree.
fn check_result<G: Game>(
    game: &G,
    record: &Record,
    line: &Line<G::Position>,
) -> Result<(), ReplayError> {
    let outcome = line.outcome(game).map_err(|error| ReplayError {
        number: None,
        message: error.to_string(),
        hint: error.hint,
    })?;
    let Some(outcome) = outcome else { return Ok(()) };
    let by_rules = GameResult::from(outcome);
    let plain = GameResult::from(crate::turn::Outcome { scored: false, ..outcome });
    if [by_rules, plain, GameResult::Unfinished].contains(&record.result) {
        return Ok(());
    }
    Err(ReplayError {
        number: None,
        message: format!("the record says {}, but the game ended {by_rules}", record.result),
        hint: "correct the result, or leave it out".to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::TicTacToe;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let game = TicTacToe::new();
        let record = Record::parse(&format!("multigame record 1\n{text}")).unwrap();
        match replay(&game, &record) {
            Ok(line) => expected.assert_eq(&line.record(&game).unwrap().to_string()),
            Err(error) => expected.assert_eq(&format!("{error}\n{}\n", error.hint)),
        }
    }

    #[test]
    fn records_are_replayed() {
        check(
            "game: tictactoe\nstart: X2/3/3 b\nmoves: A1 b2 b1 C3 C1",
            expect![[r#"
                multigame record 1
                game: tictactoe
                start: X2/3/3 b 1
                result: 0-1
                moves:
                1. a1 b2
                2. b1 c3
                3. c1
            "#]],
        );
    }

    #[test]
    fn a_game_may_be_given_up() {
        let game = TicTacToe::new();
        let text = "multigame record 1\ngame: tictactoe\nresult: 1-0\nmoves: b2";
        let line = replay(&game, &Record::parse(text).unwrap()).unwrap();
        assert_eq!(line.outcome(&game), Ok(None));
    }

    #[test]
    fn mistakes_are_found_by_move() {
        check(
            "game: chess\nmoves:",
            expect![[r#"
                the record is of `chess`, not of `tictactoe`
                replay it with the game that it names
            "#]],
        );
        check(
            "game: tictactoe\nmoves: b2 b2",
            expect![[r#"
                move 2: `b2` by black: b2 is not empty: there is a mark of white
                the legal moves are a1, a2, a3, b1, b3, c1, c2, c3
            "#]],
        );
        check(
            "game: tictactoe\nmoves: a1 b1 a2 b2 a3 b3",
            expect![[r#"
                move 6: the game is over: white wins, and `b3` follows

            "#]],
        );
        check(
            "game: tictactoe\nresult: 0-1\nmoves: a1 b1 a2 b2 a3",
            expect![[r#"
                the record says 0-1, but the game ended 1-0
                correct the result, or leave it out
            "#]],
        );
        check(
            "game: tictactoe\nstart: X2/3\nmoves: a1",
            expect![[r#"
                the start `X2/3`: there are 2 rows, the board has 3
                rows are written from the top, with `/` between
            "#]],
        );
    }
}
