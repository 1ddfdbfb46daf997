//! Games that new users wrote from the documents alone, in the files that they
//! left, with the counts that their own programs gave.

use game::{Game, parse_position, perft};
use multigame::Text;
use multigame::parts::Loaded;
use std::path::PathBuf;

#[allow(clippy::disallowed_methods, reason = "tests read files")]
fn read(name: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/trial/{name}.mg"));
    std::fs::read_to_string(path).ok()
}

fn load(name: &str) -> Loaded {
    let text = Text::new(name, &read(name).expect("one of the files"))
        .with_bases(|base| Some((base.into(), read(base)?)));
    multigame::parts::load_text(&text).ok().unwrap_or_else(|| panic!("{name} does not load"))
}

fn check(name: &str, counts: &[u64]) {
    let loaded = load(name);
    assert!(loaded.warnings.is_empty(), "{name} has warnings");
    for (depth, &count) in (1..).zip(counts) {
        let counted = perft(&loaded.game, &loaded.game.start(), &[], depth).expect(name);
        assert_eq!(counted, count, "{name}, depth {depth}");
    }
}

#[test]
fn konane_on_three_boards() {
    check("konane", &[4, 12, 28, 172, 892, 7124]);
    check("konane6", &[4, 12, 28, 156, 668, 4192, 22676]);
    let small = [4, 12, 16, 52, 120, 376, 972, 2808, 6124, 13040, 20356, 24172, 17244, 8652, 1248];
    check("konane4", &small);
}

#[test]
fn knightthrough_on_two_boards() {
    check("knightthrough", &[40, 1600, 63520]);
    check("knightthrough6", &[28, 784, 21616]);
}

#[test]
fn a_sowing_game_and_its_variant() {
    check("sow", &[4, 16, 54, 195, 638, 2168, 7182, 23471]);
    check("sow_small", &[3, 7, 14, 35, 66, 156, 323, 703, 1517, 3200, 6869, 14293, 0, 0]);
}

/// Stacks are spread over several fields, one or more pieces on each: the texts
/// tell how many where there is a choice.
#[test]
fn a_game_of_stacks() {
    check("tak", &[9, 72, 1200, 17600]);
}

#[test]
fn tictactoe_on_a_torus() {
    check("torus", &[9, 72, 504, 3024, 15120, 51840]);
}

/// Sown either way, four seeds on a ring of eight end on the same field: the
/// texts tell the fields between.
#[test]
fn moves_that_end_alike_are_told_apart() {
    let loaded = load("ring");
    let setup = parse_position(loaded.game.facts(), "4o . . ./. . . . b").expect("a position");
    let position = loaded.game.position(&setup).expect("a possible one");
    let game::Turn::Moves(moves) = loaded.game.turn(&position, &[]).expect("sound rules") else {
        panic!("the game is not over");
    };
    let texts: Vec<&str> = moves.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(texts, ["a2a1b1c1d1", "a2b2c2d2d1"]);
}
