//! Writes a game as PGN, with the seven tags that every reader expects.

use super::san::Choices;
use super::{PgnError, pgn_supported};
use crate::ids::Player;
use crate::line::Line;
use crate::play::Game;
use crate::result::GameResult;
use crate::setup::Setup;
use crate::turn::{Move, Outcome, RulesError, Turn};

/// The tags that come first, with what is written where nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The most characters on a line of moves.
const WIDTH: usize = 79;

/// Writes a game. Headers become tags; `result` counts where the rules do not
/// say how the game ended.
pub fn write_pgn<G: Game>(
    game: &G,
    line: &Line<G::Position>,
    headers: &[(String, String)],
    result: GameResult,
) -> Result<String, PgnError> {
    pgn_supported(game.facts()).map_err(|reason| error(reason, ""))?;
    write_pgn_words(game, line, headers, result, words(game, line)?)
}

/// Writes a game with other words than its moves between the tags and the result: moves with
/// variations and comments that begin where the line does.
pub fn write_pgn_words<G: Game>(
    game: &G,
    line: &Line<G::Position>,
    headers: &[(String, String)],
    result: GameResult,
    mut words: Vec<String>,
) -> Result<String, PgnError> {
    let facts = game.facts();
    pgn_supported(facts).map_err(|reason| error(reason, ""))?;
    let record = line.record(game).map_err(rules)?;
    let result = match record.result {
        GameResult::Unfinished => result,
        by_rules => by_rules,
    };
    // PGN knows no points.
    let result = match result {
        GameResult::Points(points) => GameResult::from(Outcome { value: points, scored: false }),
        other => other,
    };
    let mut text = String::new();
    let header = |key: &str| {
        let found = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.as_str())
    };
    for (key, unknown) in ROSTER {
        match key {
            "Result" => push_tag(&mut text, key, &result.to_string()),
            _ => push_tag(&mut text, key, header(key).unwrap_or(unknown)),
        }
    }
    push_tag(&mut text, "Variant", &facts.name);
    if let Some(start) = &record.start {
        push_tag(&mut text, "SetUp", "1");
        push_tag(&mut text, "FEN", start);
    }
    for (key, value) in headers {
        let own = ["setup", "fen", "variant"].iter().any(|own| key.eq_ignore_ascii_case(own));
        let in_roster = ROSTER.iter().any(|(name, _)| key.eq_ignore_ascii_case(name));
        if !own && !in_roster {
            push_tag(&mut text, &tag_key(key), value);
        }
    }
    text.push('\n');
    words.push(result.to_string());
    push_wrapped(&mut text, &words);
    Ok(text)
}

/// A move in short notation: how it is told from the other moves of its position.
pub fn write_san<G: Game>(
    game: &G,
    before: &Setup,
    moves: &[Move<G::Position>],
    text: &str,
) -> String {
    Choices::new(game.facts(), before, moves, |p| game.setup(p)).write(text)
}

/// Numbers and moves. White's moves have a number, and so has the first move.
fn words<G: Game>(game: &G, line: &Line<G::Position>) -> Result<Vec<String>, PgnError> {
    let facts = game.facts();
    let mut words = Vec::new();
    for (i, played) in line.moves().iter().enumerate() {
        let position = &line.positions()[i];
        let before = game.setup(position);
        let moves = match game.turn(position, &line.positions()[..i]).map_err(rules)? {
            Turn::Moves(moves) => moves,
            Turn::Over(_) => return Err(error("a move follows the end of the game".into(), "")),
        };
        match before.player {
            Player::First => words.push(format!("{}.", before.round)),
            Player::Second if i == 0 => words.push(format!("{}...", before.round)),
            Player::Second => {}
        }
        let choices = Choices::new(facts, &before, &moves, |p| game.setup(p));
        let mut word = choices.write(&played.text);
        if i + 1 == line.len() {
            let outcome = line.outcome(game).map_err(rules)?;
            if outcome.and_then(Outcome::winner) == Some(before.player) {
                word.push('#');
            }
        }
        words.push(word);
    }
    Ok(words)
}

fn push_tag(text: &mut String, key: &str, value: &str) {
    let value = value.split_whitespace().collect::<Vec<&str>>().join(" ");
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    text.push_str(&format!("[{key} \"{value}\"]\n"));
}

/// A key as PGN allows it: letters and digits, the first one large.
fn tag_key(key: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut name: String = key.chars().map(kept).collect();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

fn push_wrapped(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
}

fn error(message: String, hint: &str) -> PgnError {
    PgnError { line: 0, token: String::new(), message, hint: hint.to_string() }
}

fn rules(problem: RulesError) -> PgnError {
    error(problem.to_string(), &problem.hint)
}

#[cfg(test)]
mod tests {
    use super::super::read_pgn;
    use super::*;
    use crate::replay;
    use crate::samples::TakeTheKing;
    use expect_test::{Expect, expect};

    fn check(start: &str, moves: &str, expected: Expect) {
        let game = TakeTheKing::new();
        let record = crate::Record {
            game: "chess".to_string(),
            headers: vec![("white".to_string(), "A \"B\"".to_string())],
            start: Some(start.to_string()).filter(|text| !text.is_empty()),
            result: GameResult::Unfinished,
            moves: moves.split_whitespace().map(str::to_string).collect(),
        };
        let line = replay(&game, &record).unwrap();
        let text = write_pgn(&game, &line, &record.headers, record.result).unwrap();
        expected.assert_eq(&text);
        let read = read_pgn(&game, &text).unwrap();
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].moves, record.moves);
        assert_eq!(read[0].headers, record.headers);
        assert_eq!(read[0].start, line.record(&game).unwrap().start);
    }

    #[test]
    fn games_are_written_and_read_back() {
        check(
            "",
            "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 f1e2 c8g4 d2d4 g4e2 g1e2 e5f5 e1g1 b8c6 c1e3 e8c8 \
             d1d3 f5d3 c2d3 e7e5 d4e5 c6e5 f1e1 e5f3 g1h1 f3e1 a1e1 h7h6 e3h6 d8d3 h6g7 d3h3 g7h8 h3h2",
            expect![[r#"
                [Event "?"]
                [Site "?"]
                [Date "????.??.??"]
                [Round "?"]
                [White "A \"B\""]
                [Black "?"]
                [Result "*"]
                [Variant "chess"]

                1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5 4. Be2 Bg4 5. d4 Bxe2 6. Ngxe2 Qf5 7. O-O Nc6
                8. Be3 O-O-O 9. Qd3 Qxd3 10. cxd3 e5 11. dxe5 Nxe5 12. Rfe1 Nf3 13. Kh1 Nxe1
                14. Rxe1 h6 15. Bxh6 Rxd3 16. Bxg7 Rdh3 17. Bxh8 Rxh2 *
            "#]],
        );
    }

    #[test]
    fn games_that_begin_elsewhere_say_where() {
        check(
            "8/8/8/8/8/5k2/8/Q5B1 b - - 0 5",
            "f3g3 g1f2 g3f3 a1a8 f3g3 f2g3",
            expect![[r#"
            [Event "?"]
            [Site "?"]
            [Date "????.??.??"]
            [Round "?"]
            [White "A \"B\""]
            [Black "?"]
            [Result "1-0"]
            [Variant "chess"]
            [SetUp "1"]
            [FEN "8/8/8/8/8/5k2/8/Q5B1 b - - 0 5"]

            5... Kg3 6. Bf2 Kf3 7. Qa8 Kg3 8. Bxg3# 1-0
        "#]],
        );
    }
}
