//! Pitrat's figures (shared/truth/pitrat.md): the same wins or shorter ones, found by
//! threats alone in few positions; and long wins of gomoku that chance has made.

use crate::support;
use combine::{Settings, find};
use game::{Game, Line, Turn};
use insight::Reader;

#[test]
fn the_moves_of_figure_2() {
    let game = support::load("three_mens_morris");
    let found = support::FIGURE_2.map(|text| {
        let at = support::position(&game, text);
        let report = support::search(&game, &at, Settings::default());
        let combination = report.combination.expect("it is there");
        (combination.first.text.clone(), combination.n_moves())
    });
    // In the last one the move of the paper wins as fast as this one does.
    let expected = [("b2c2", 2), ("c3c2", 2), ("a3a2", 2)];
    assert_eq!(found, expected.map(|(text, n)| (text.to_string(), n)));
}

/// "Thus, the program wins if it is playing first and can put its first man in the
/// center."
#[test]
fn whoever_has_the_center_of_three_mens_morris_wins_by_threats() {
    let game = support::load("three_mens_morris");
    let reader = Reader::native(&game).expect("rules that can be read");
    let mut line = Line::new(game.start());
    line.play(&game, "b2").expect("a move");
    let Turn::Moves(replies) = line.turn(&game).expect("sound rules") else { panic!("over") };
    assert_eq!(replies.len(), 8);
    for reply in replies {
        let settings = Settings { most_nodes: 100_000, ..Settings::default() };
        let report = find(&game, &reader, &reply.to, &[], settings, &mut |_| true);
        let report = report.expect("sound rules");
        assert!(report.combination.is_some(), "{}", reply.text);
    }
}

#[test]
fn the_smothered_mate_of_figure_4() {
    let game = support::load("chess");
    let at = support::position(&game, support::FIGURE_4);
    let report = support::search(&game, &at, Settings::default());
    let combination = report.combination.expect("it is there");
    assert_eq!(combination.n_moves(), 5);
}

#[test]
fn the_mate_of_figure_3() {
    let game = support::load("chess");
    let at = support::position(&game, support::FIGURE_3);
    let report = support::search(&game, &at, Settings::default());
    let combination = report.combination.expect("it is there");
    assert!(combination.n_moves() <= 8);
}

/// Wins by fours, and by fours and threes, of at least 15 turns: found by threats. Those
/// by fours alone are proved by df-pn, which looks at every move, in no time; the other
/// takes it too long for a test (`examples/table.rs` tells how long).
#[test]
fn long_wins_of_gomoku_are_found_and_proved() {
    let game = support::load("gomoku9");
    let reader = Reader::native(&game).expect("rules that can be read");
    let insight = support::Cached::new(&game, &reader);
    for (seed, needs_quiet) in [(36, true), (757, false), (1061, false), (2555, false)] {
        assert!(support::LONG_WINS.contains(&seed));
        let at = support::strewn(&game, seed).expect("a position");
        let plies = |quiet: bool| {
            let settings = Settings { quiet, most_nodes: 40_000, ..Settings::default() };
            let report = find(&game, &insight, &at, &[], settings, &mut |_| true);
            report.expect("sound rules").combination.map(|combination| combination.n_plies())
        };
        assert_eq!(plies(false).is_none(), needs_quiet, "{seed}");
        assert!(plies(needs_quiet).is_some_and(|plies| plies >= 15), "{seed}");
        if !needs_quiet {
            assert_eq!(support::is_won(&game, &at, 300_000), Some(true), "{seed}");
        }
    }
}

/// The generator makes such positions again.
#[test]
fn chance_makes_long_wins() {
    let game = support::load("gomoku9");
    let reader = Reader::native(&game).expect("rules that can be read");
    let insight = support::Cached::new(&game, &reader);
    let make = |seed| support::strewn(&game, 700 + seed);
    let settings = Settings { most_nodes: 20_000, ..Settings::default() };
    let found = support::with_long_wins(&game, &insight, make, (15, 1), settings);
    assert_eq!(found, support::strewn(&game, 757).into_iter().collect::<Vec<_>>());
}
