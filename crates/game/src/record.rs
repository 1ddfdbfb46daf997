//! Records of games: one text format for all games, read generously and
//! written plainly.
//!
//! ```text
//! multigame record 1
//! game: tictactoe
//! date: 2024-02-29
//! start: X2/3/3 b 1
//! result: 0-1
//! moves:
//! 1. b2 a1
//! 2. c1
//! ```
//!
//! A line `key: value` before `moves:` is a header; `start` is left out for the
//! game's own start. In the moves, numbers are for the eye only, and the lines
//! may be cut anywhere; the result may also stand after the last of them. A
//! line that begins with `//` is a comment, and so is the rest of a line of
//! moves from a word that does.

use crate::result::GameResult;
use std::fmt;

/// A recorded game: texts only, not checked against any rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// Further headers, as key and value, in order.
    pub headers: Vec<(String, String)>,
    /// The first position, if it is not the game's own start.
    pub start: Option<String>,
    /// How it ended.
    pub result: GameResult,
    /// The texts of the moves.
    pub moves: Vec<String>,
}

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

const TITLE: &str = "multigame record";
const VERSION: &str = "1";

impl Record {
    /// The value of a header.
    pub fn header(&self, key: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.as_str())
    }

    /// Reads a record.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader::default();
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            reader.line = i + 1;
            reader.read(line.trim())?;
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    record: Record,
    /// What has been said of the result.
    result: Option<GameResult>,
    line: usize,
    seen: Vec<String>,
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    BeforeTitle,
    Headers,
    Moves,
}

impl Reader {
    fn error<T>(&self, message: String, hint: &str) -> Result<T, RecordError> {
        Err(RecordError { line: self.line.max(1), message, hint: hint.to_string() })
    }

    fn read(&mut self, line: &str) -> Result<(), RecordError> {
        if line.is_empty() || line.starts_with("//") {
            return Ok(());
        }
        match self.state {
            State::BeforeTitle => self.title(line),
            State::Headers => self.header(line),
            State::Moves => self.moves(line),
        }
    }

    fn title(&mut self, line: &str) -> Result<(), RecordError> {
        let version = line.strip_prefix(TITLE).map(str::trim);
        match version {
            Some(VERSION) => {
                self.state = State::Headers;
                Ok(())
            }
            Some(other) if !other.is_empty() => {
                let message = format!("this is version `{other}` of the record format");
                self.error(message, "this program reads version 1")
            }
            _ => {
                let hint = "its first line is `multigame record 1`";
                self.error("this is not a record of a game".to_string(), hint)
            }
        }
    }

    fn header(&mut self, line: &str) -> Result<(), RecordError> {
        let Some((key, value)) = line.split_once(':') else {
            let hint = "a header is `key: value`; moves follow a line `moves:`";
            return self.error(format!("`{}` is not a header", shortened(line)), hint);
        };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        if key == "moves" {
            self.state = State::Moves;
            return self.moves(value);
        }
        if key.is_empty() {
            return self.error("a header has no key".to_string(), "write `key: value`");
        }
        if self.seen.contains(&key) {
            return self.error(format!("`{key}` is said twice"), "leave one of them out");
        }
        self.seen.push(key.clone());
        match key.as_str() {
            "game" => self.record.game = value.to_string(),
            "start" => self.record.start = Some(value.to_string()).filter(|v| !v.is_empty()),
            "result" => match GameResult::parse(value) {
                Some(result) => self.result = Some(result),
                None => {
                    let message = format!("`{}` is not a result", shortened(value));
                    return self.error(message, "results are 1-0, 0-1, 1/2-1/2, *, or points: +12");
                }
            },
            _ => self.record.headers.push((key, value.to_string())),
        }
        Ok(())
    }

    fn moves(&mut self, line: &str) -> Result<(), RecordError> {
        for word in line.split_whitespace().take_while(|word| !word.starts_with("//")) {
            let word = without_number(word);
            // A result may end the moves, as it does in PGN.
            match GameResult::parse(word) {
                Some(result) if word != "-" => self.result_after_moves(result)?,
                _ if word.is_empty() => {}
                _ => self.record.moves.push(word.to_string()),
            }
        }
        Ok(())
    }

    fn result_after_moves(&mut self, result: GameResult) -> Result<(), RecordError> {
        match self.result.replace(result) {
            Some(other) if other != result => {
                let message = format!("the result is {result} here, and {other} before");
                self.error(message, "correct one of them, or leave it out")
            }
            _ => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Record, RecordError> {
        match self.state {
            State::BeforeTitle => {
                let hint = "its first line is `multigame record 1`";
                self.error("this is not a record of a game".to_string(), hint)
            }
            State::Headers | State::Moves if self.record.game.is_empty() => {
                let hint = "write the name of the game as `game: NAME`, before the moves";
                self.error("the record does not say which game it is".to_string(), hint)
            }
            State::Headers | State::Moves => {
                self.record.result = self.result.unwrap_or_default();
                Ok(self.record)
            }
        }
    }
}

/// The word without a move number (`3.`, `3...`, `3)`) before it.
pub(crate) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.len() < word.len() && rest.starts_with(['.', ')', '…']) {
        true => rest.trim_start_matches(['.', ')', '…']),
        false => word,
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The record as text; [`Record::parse`] reads it back.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE} {VERSION}")?;
        writeln!(f, "game: {}", one_line(&self.game))?;
        for (key, value) in &self.headers {
            // A key that means something else here would not be read back.
            let key = one_line(key).replace(':', " ").trim().to_ascii_lowercase();
            let taken = matches!(key.as_str(), "" | "game" | "start" | "result" | "moves");
            if !taken && !key.starts_with("//") {
                writeln!(f, "{key}: {}", one_line(value))?;
            }
        }
        if let Some(start) = &self.start {
            writeln!(f, "start: {}", one_line(start))?;
        }
        writeln!(f, "result: {}", self.result)?;
        writeln!(f, "moves:")?;
        for (i, pair) in self.moves.chunks(2).enumerate() {
            writeln!(f, "{}. {}", i + 1, pair.join(" "))?;
        }
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        match Record::parse(text) {
            Ok(record) => {
                let written = record.to_string();
                expected.assert_eq(&written);
                assert_eq!(Record::parse(&written), Ok(record));
            }
            Err(error) => expected.assert_eq(&format!("{error}\n{}\n", error.hint)),
        }
    }

    #[test]
    fn records_are_read_generously() {
        check(
            "\u{feff}// by hand\r\nmultigame record 1\r\n\nGame: chess\nSite: http://example.org // x\n\
             moves: 1.e2e4 e7e5 2. g1f3 // a developing move\n\n2... b8c6 3) f1b5 1/2-1/2",
            expect![[r#"
                multigame record 1
                game: chess
                site: http://example.org // x
                result: 1/2-1/2
                moves:
                1. e2e4 e7e5
                2. g1f3 b8c6
                3. f1b5
            "#]],
        );
        check(
            "multigame record 1\ngame: chess\nresult: 1-0\nmoves: e2e4 1-0",
            expect![[r#"
                multigame record 1
                game: chess
                result: 1-0
                moves:
                1. e2e4
            "#]],
        );
        check(
            "multigame record 1\ngame: othello\nstart: 8/8 b 3\nresult: -12\nmoves:\nd3 pass - 2a1b1",
            expect![[r#"
                multigame record 1
                game: othello
                start: 8/8 b 3
                result: -12
                moves:
                1. d3 pass
                2. - 2a1b1
            "#]],
        );
    }

    #[test]
    fn mistakes_are_found_by_line() {
        check(
            "",
            expect![[r#"
                line 1: this is not a record of a game
                its first line is `multigame record 1`
            "#]],
        );
        check(
            "multigame record 2\n",
            expect![[r#"
                line 1: this is version `2` of the record format
                this program reads version 1
            "#]],
        );
        check(
            "multigame record 1\n\nchess\n",
            expect![[r#"
                line 3: `chess` is not a header
                a header is `key: value`; moves follow a line `moves:`
            "#]],
        );
        check(
            "multigame record 1\ngame: a\nresult: white won\n",
            expect![[r#"
                line 3: `white won` is not a result
                results are 1-0, 0-1, 1/2-1/2, *, or points: +12
            "#]],
        );
        check(
            "multigame record 1\ngame: a\ngame: b\n",
            expect![[r#"
                line 3: `game` is said twice
                leave one of them out
            "#]],
        );
        check(
            "multigame record 1\ngame: a\nresult: *\nmoves:\n1. e2e4\n1-0\n",
            expect![[r#"
                line 6: the result is 1-0 here, and * before
                correct one of them, or leave it out
            "#]],
        );
        check(
            "multigame record 1\ngame: a\nmoves: e2e4 1-0 0-1\n",
            expect![[r#"
                line 3: the result is 0-1 here, and 1-0 before
                correct one of them, or leave it out
            "#]],
        );
        check(
            "multigame record 1\nmoves:\n1. e2e4\n",
            expect![[r#"
                line 3: the record does not say which game it is
                write the name of the game as `game: NAME`, before the moves
            "#]],
        );
    }
}
