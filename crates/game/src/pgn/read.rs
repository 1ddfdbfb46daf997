//! Reads PGN: each game is replayed as it is read, and becomes a record with
//! moves in our own texts.

use super::lex::{Token, tokens};
use super::san::Choices;
use super::{PgnError, pgn_supported};
use crate::line::Line;
use crate::notation::parse_position;
use crate::play::Game;
use crate::record::{Record, without_number};
use crate::result::GameResult;
use crate::setup::Setup;
use crate::turn::{Move, Turn, describe_outcome};
use crate::words::visible;

/// Reads all games of a PGN text. Tags become headers, with keys in small
/// letters; comments, marks and variations are skipped.
pub fn read_pgn<G: Game>(game: &G, text: &str) -> Result<Vec<Record>, PgnError> {
    pgn_supported(game.facts()).map_err(|reason| error(0, "", reason, ""))?;
    let mut reader = Reader { game, tags: Vec::new(), line: None, records: Vec::new(), number: 0 };
    for (number, token) in tokens(text)? {
        reader.number = number;
        match token {
            Token::Tag(key, value) => {
                if reader.line.is_some() {
                    reader.finish(None)?;
                }
                reader.tags.push((number, key, value));
            }
            Token::Word(word) => reader.word(number, &word)?,
        }
    }
    if reader.line.is_some() || !reader.tags.is_empty() {
        reader.finish(None)?;
    }
    Ok(reader.records)
}

struct Reader<'a, G: Game> {
    game: &'a G,
    tags: Vec<(usize, String, String)>,
    /// The game that is being read, once it has a word.
    line: Option<Line<G::Position>>,
    records: Vec<Record>,
    /// The line of the text that is being read.
    number: usize,
}

impl<G: Game> Reader<'_, G> {
    fn tag(&self, key: &str) -> Option<(usize, &str)> {
        let found = self.tags.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(line, _, value)| (*line, value.as_str()))
    }

    fn start(&self) -> Result<G::Position, PgnError> {
        let Some((line, text)) = self.tag("FEN") else { return Ok(self.game.start()) };
        let setup = parse_position(self.game.facts(), text);
        setup.and_then(|setup| self.game.position(&setup)).map_err(|e| {
            let message = format!("the position of the tag FEN: {}", e.message);
            error(line, text, message, &e.hint)
        })
    }

    fn word(&mut self, number: usize, word: &str) -> Result<(), PgnError> {
        if self.line.is_none() {
            self.line = Some(Line::new(self.start()?));
        }
        if let Some(result) = GameResult::parse(word).filter(|_| !word.starts_with(['+', '-'])) {
            return self.finish(Some(result));
        }
        let word = without_number(word).trim_start_matches('.');
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        let is_mark = word.chars().all(|c| "!?+-=/\\".contains(c)) && word != "--";
        if is_number || is_mark || word == "e.p." {
            return Ok(());
        }
        match self.line.as_mut() {
            Some(line) => play(self.game, line, number, word),
            None => Ok(()),
        }
    }

    /// Closes the game that was being read.
    fn finish(&mut self, result: Option<GameResult>) -> Result<(), PgnError> {
        let line = match self.line.take() {
            Some(line) => line,
            None => Line::new(self.start()?),
        };
        let tagged = self.tag("Result").and_then(|(_, value)| GameResult::parse(value));
        let rules = |e: crate::turn::RulesError| error(0, "", e.to_string(), &e.hint);
        let mut record = line.record(self.game).map_err(rules)?;
        // A game that the rules do not end may have been given up or agreed drawn.
        let said = [result, tagged].into_iter().flatten().filter(|r| *r != GameResult::Unfinished);
        for said in said {
            match record.result {
                GameResult::Unfinished => record.result = said,
                known if known != said && !matches!(known, GameResult::Points(_)) => {
                    let message = format!("the result is given as {said}, and it is {known}");
                    return Err(error(self.number, "", message, "correct the result"));
                }
                _ => {}
            }
        }
        for (_, key, value) in std::mem::take(&mut self.tags) {
            let key = key.to_ascii_lowercase();
            let known = matches!(key.as_str(), "result" | "fen" | "setup" | "variant");
            if !known && !matches!(value.as_str(), "" | "?" | "????.??.??") {
                record.headers.push((key, value));
            }
        }
        self.records.push(record);
        Ok(())
    }
}

/// The move that a word of short notation names, in a game that has it.
pub fn read_san<'m, G: Game>(
    game: &'m G,
    before: &'m Setup,
    moves: &'m [Move<G::Position>],
    word: &str,
) -> Option<&'m Move<G::Position>> {
    pgn_supported(game.facts()).ok()?;
    let choices = Choices::new(game.facts(), before, moves, |p| game.setup(p));
    choices.read(word).ok()
}

fn play<G: Game>(
    game: &G,
    line: &mut Line<G::Position>,
    number: usize,
    word: &str,
) -> Result<(), PgnError> {
    let turn = line.turn(game).map_err(|e| error(number, word, e.to_string(), &e.hint))?;
    let moves = match turn {
        Turn::Moves(moves) => moves,
        Turn::Over(outcome) => {
            let words = describe_outcome(game.facts(), outcome);
            let message = format!("the game is over: {words}, and `{}` follows", visible(word));
            return Err(error(number, word, message, ""));
        }
    };
    let before = game.setup(line.position());
    let choices = Choices::new(game.facts(), &before, &moves, |p| game.setup(p));
    let found =
        choices.read(word).map_err(|(message, hint)| error(number, word, message, &hint))?;
    line.push(found.clone());
    Ok(())
}

fn error(line: usize, token: &str, message: String, hint: &str) -> PgnError {
    PgnError { line, token: token.to_string(), message, hint: hint.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::TakeTheKing;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        match read_pgn(&TakeTheKing::new(), text) {
            Ok(records) => {
                let shown: Vec<String> = records.iter().map(Record::to_string).collect();
                expected.assert_eq(&shown.join("\n"));
            }
            Err(error) => expected.assert_eq(&format!("{error} [{}]\n", error.token)),
        }
    }

    #[test]
    fn games_are_read() {
        check(
            "[Event \"A match\"]\n[Date \"????.??.??\"]\n[White \"A\"]\n[Result \"1-0\"]\n\n\
             1. e4! e5 {good} 2. Ng1-f3 (2. f4 exf4 (2... d5)) 2... Nc6 $5 3.Bb5 a6\n\
             4.Bxc6 dxc6 5. 0-0 f6?? 6. d4 exd4 7. Nxd4+ c5 1-0\n\n\
             [Event \"Another\"]\n\n1. d4 d5 2. e2e4 *",
            expect![[r#"
                multigame record 1
                game: chess
                event: A match
                white: A
                result: 1-0
                moves:
                1. e2e4 e7e5
                2. g1f3 b8c6
                3. f1b5 a7a6
                4. b5c6 d7c6
                5. e1g1 f7f6
                6. d2d4 e5d4
                7. f3d4 c6c5

                multigame record 1
                game: chess
                event: Another
                result: *
                moves:
                1. d2d4 d7d5
                2. e2e4
            "#]],
        );
    }

    #[test]
    fn games_may_begin_anywhere() {
        check(
            "[SetUp \"1\"]\n[FEN \"r3k3/6P1/8/8/8/1N6/8/K4N2 b - - 3 7\"]\n\n\
             7... O-O-O 8. g8=N Rxg8 9. Nbd2 1/2-1/2",
            expect![[r#"
                multigame record 1
                game: chess
                start: r3k3/6P1/8/8/8/1N6/8/K4N2 b - - 3 7
                result: 1/2-1/2
                moves:
                1. e8c8 g7g8n
                2. d8g8 b3d2
            "#]],
        );
        check(
            "[FEN \"8/8 w\"]\n*",
            expect![[r#"
            line 1: the position of the tag FEN: there are 2 rows, the board has 8 [8/8 w]
        "#]],
        );
        check("  \n", expect![""]);
    }

    #[test]
    fn mistakes_are_found_by_line() {
        check(
            "1. e4\ne6 2. Ke3",
            expect![[r#"
            line 2: white has no move `Ke3` [Ke3]
        "#]],
        );
        check(
            "1. Nd2",
            expect![[r#"
            line 1: white has no move `Nd2` [Nd2]
        "#]],
        );
        check(
            "[FEN \"8/8/8/8/8/1N6/8/5N2 w\"]\n1. Nd2",
            expect![[r#"
            line 2: `Nd2` can mean several moves of white [Nd2]
        "#]],
        );
        check(
            "[FEN \"8/6P1/8/8/8/8/8/8 w\"]\n1. g8",
            expect![[r#"
            line 2: `g8` can mean several moves of white [g8]
        "#]],
        );
        check(
            "1. hello",
            expect![[r#"
            line 1: `hello` is no move [hello]
        "#]],
        );
        check(
            "1. --",
            expect![[r#"
            line 1: white cannot pass here [--]
        "#]],
        );
        check(
            "1. e4 d6 2. Bb5 a6 3. Bxe8 a5",
            expect![[r#"
            line 1: the game is over: white wins, and `a5` follows [a5]
        "#]],
        );
    }
}
