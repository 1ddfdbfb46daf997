//! Pitrat's figures (shared/truth/pitrat.md): his wins or shorter ones, found by
//! threats alone in few positions.

mod support;

use combine::{Settings, find};
use game::{Game, Line, Turn};
use multigame::Reader;

#[test]
fn the_moves_of_figure_2() {
    let game = support::load("three_mens_morris");
    let found = support::FIGURE_2.map(|text| {
        let at = support::position(&game, text);
        let report = support::search(&game, &at, Settings::default());
        let combination = report.combination.expect("it is there");
        (combination.first.text.clone(), combination.n_moves())
    });
    // In the last one his move wins as fast as this one does.
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
