//! Pitrat's figures 3 and 4: his mates, found by checks alone.

mod support;

use combine::Settings;

#[test]
fn the_smothered_mate_of_figure_4() {
    let game = support::load("chess");
    let at = support::position(&game, "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1");
    let report = support::search(&game, &at, Settings::default());
    let combination = report.combination.expect("it is there");
    assert_eq!(combination.n_moves(), 5);
}

#[test]
fn the_mate_of_figure_3() {
    let position = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 1";
    let game = support::load("chess");
    let at = support::position(&game, position);
    let report = support::search(&game, &at, Settings::default());
    let combination = report.combination.expect("it is there");
    assert!(combination.n_moves() <= 8);
}
