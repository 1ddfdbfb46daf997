//! Pitrat's figures 3 and 4: his mates, found by checks alone.

use combine::{Report, Settings, find};
use game::Game;
use multigame::{Reader, library, load_text};
use native::Native;

/// What is found in a position of a game.
fn search(game: &str, position: &str, settings: Settings) -> Report<native::Position> {
    let text = library::find(game).expect("a game that is built in");
    let loaded = load_text(&text).ok().expect("rules without a mistake");
    let native = Native::new(loaded.game, &[]).expect("a game with code");
    let reader = Reader::native(&native).expect("rules that can be read");
    let setup = game::parse_position(native.facts(), position).expect("a position");
    let at = native.position(&setup).expect("a possible position");
    find(&native, &reader, &at, &[], settings, &mut |_| true).expect("sound rules")
}

#[test]
fn the_smothered_mate_of_figure_4() {
    let report = search("chess", "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1", Settings::default());
    let combination = report.combination.expect("it is there");
    println!("{} {} {:?}", report.nodes, report.checked, combination.line());
    assert_eq!(combination.n_moves(), 5);
}

#[test]
fn the_mate_of_figure_3() {
    let position = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 1";
    let report = search("chess", position, Settings::default());
    let combination = report.combination.expect("it is there");
    println!("{} {} {:?}", report.nodes, report.checked, combination.line());
    assert!(combination.n_moves() <= 8);
}
