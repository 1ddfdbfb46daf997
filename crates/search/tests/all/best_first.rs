//! Best-first minimax: right where the value is known, the same every time, with what it
//! learned before, and with all positions that it looked at.

use crate::support::{after, best, nodes};
use game::{Game, Turn};
use native::Native;
use search::{Algorithm, Evaluation, Heuristics, Platform, Search, Settings, Verdict, Wanted};

fn settings(game: &Native, algorithm: Algorithm) -> Settings {
    Settings {
        algorithm,
        heuristics: Heuristics::NONE,
        table_bytes: 16 << 20,
        ..Settings::new(game.facts())
    }
}

/// Tic-tac-toe in which the middle is worth something.
fn middle() -> Native {
    let rules = "extends tictactoe
        value middle = count [ find own mark in row 2, points at own mark in column b ].
        evaluation lead = middle - as opponent middle.";
    testing::compiled(testing::load_text("test", rules).expect("sound rules"))
}

/// The text of the best move, and what its value says.
fn answer(game: &Native, algorithm: Algorithm, moves: &str, n: u64) -> (String, Verdict) {
    let search = Search::new(game, settings(game, algorithm)).expect("valid");
    let line = after(game, moves);
    let found = best(&search, &line, &nodes(n)).best.expect("a line");
    let Ok(Turn::Moves(moves)) = line.turn(game) else { panic!("no moves") };
    let played = moves.into_iter().find(|played| played.to == found.positions[0]);
    (played.expect("a legal move").text, Verdict::of(found.value))
}

#[test]
fn wins_are_proved_and_taken() {
    let connect4 = testing::compiled(testing::load("connect4"));
    for algorithm in [Algorithm::Ubfm, Algorithm::Descent] {
        let (text, verdict) = answer(&connect4, algorithm, "d1 a1 c1 a2", 20_000);
        assert!(["b1", "e1"].contains(&text.as_str()), "{algorithm:?} {text}");
        assert_eq!(verdict, Verdict::Wins(3), "{algorithm:?}");
        // All of the game: a draw, and then the search is complete.
        let game = middle();
        let search = Search::new(&game, settings(&game, algorithm)).expect("valid");
        let report = best(&search, &after(&game, ""), &nodes(1_000_000));
        assert_eq!((report.stop, report.best.expect("a line").value), (None, 0));
        assert_eq!(answer(&game, algorithm, "b2 a1 c1", 20_000), ("a3".into(), Verdict::Open(0)));
    }
}

#[test]
fn it_goes_where_the_evaluation_is_best() {
    let game = middle();
    // Nothing but the moves of the root is known after so few positions.
    let (text, _) = answer(&game, Algorithm::Ubfm, "", 20);
    assert_eq!(text, "b2");
}

#[test]
fn it_finds_the_same_again_and_goes_on_with_it() {
    let game = testing::compiled(testing::load("othello"));
    let search = Search::new(&game, settings(&game, Algorithm::Ubfm)).expect("valid");
    let start = after(&game, "");
    let first = best(&search, &start, &nodes(3_000));
    search.forget();
    assert_eq!(best(&search, &start, &nodes(3_000)), first);
    let mut line = after(&game, "");
    for to in &first.best.expect("a line").positions[..2] {
        let Ok(Turn::Moves(moves)) = line.turn(&game) else { panic!("no moves") };
        line.push(moves.into_iter().find(|played| played.to == *to).expect("legal"));
    }
    let kept = best(&search, &line, &nodes(30)).depth;
    search.forget();
    assert!(kept > best(&search, &line, &nodes(30)).depth + 1);
    // A search of some moves finds only those.
    let Ok(Turn::Moves(moves)) = line.turn(&game) else { panic!("no moves") };
    let among = [moves[1].to.clone()];
    let (at, past) = (line.position(), line.past());
    let some =
        search.lines_among(Wanted { lines: 2, among: &among }, at, past, &nodes(500), &mut |_| {});
    assert_eq!(some.best.expect("a line").positions[0], among[0]);
    assert!(some.others.is_empty());
}

#[test]
fn what_was_looked_at_is_shown_with_its_value() {
    let game = middle();
    let search = Search::new(&game, settings(&game, Algorithm::Descent)).expect("valid");
    let line = after(&game, "a1 b1 a2 b2");
    let report = best(&search, &line, &nodes(200));
    let mut seen = Vec::new();
    search.explored(&mut |at, value| seen.push((at.clone(), value)));
    let value = report.best.expect("a line").value;
    assert_eq!(seen[0], (line.position().clone(), value));
    assert!(seen.iter().all(|(at, _)| matches!(game.turn(at, &[]), Ok(Turn::Moves(_)))));
    // From the start it sees more than the first moves.
    let search = Search::new(&game, settings(&game, Algorithm::Descent)).expect("valid");
    best(&search, &after(&game, ""), &nodes(200));
    let mut n = 0;
    search.explored(&mut |_, _| n += 1);
    assert!(n > 9, "{n}");
}

#[test]
fn little_memory_is_enough() {
    let game = testing::compiled(testing::load("amazons6"));
    let settings = Settings { table_bytes: 1, ..settings(&game, Algorithm::Ubfm) };
    let search = Search::new(&game, settings).expect("valid");
    let report = best(&search, &after(&game, ""), &nodes(10_000_000));
    assert!(report.best.is_some() && report.stop.is_some());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let game = middle();
    let plain = settings(&game, Algorithm::Ubfm);
    let refused = |settings: Settings| settings.check(game.facts()).err().map(|why| why.message);
    assert_eq!(refused(plain), None);
    let killers = Heuristics { killers: true, ..Heuristics::NONE };
    for (settings, why) in [
        (Settings { heuristics: killers, ..plain }, "a tree of its own"),
        (Settings { threads: 2, platform: Platform::SharedTree, ..plain }, "one thread"),
        (Settings { threads: 2, ..plain }, "one thread"),
        (Settings { evaluation: Evaluation::None, ..plain }, "there is none"),
    ] {
        let message = refused(settings).expect("refused");
        assert!(message.contains(why), "{message}");
    }
}
