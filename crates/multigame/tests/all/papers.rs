//! The programs that the papers print run as they are printed.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use conditions::{Condition, Conditions};
use game::{Game, Turn, parse_position, perft};
use interp::Interp;
use std::fs;
use std::path::PathBuf;

const FIGURE_1: &str = include_str!("../papers/multigame_figure1.mg");
const FIGURE_2: &str = include_str!("../papers/multigame_figure2.mg");

/// The programs between fences in the paper's text, if it lies beside the
/// project, as it does where the project is developed.
fn fences_of_the_paper() -> Option<Vec<String>> {
    let seeds = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/seeds");
    let paper = fs::read_dir(seeds)
        .ok()?
        .filter_map(Result::ok)
        .find(|entry| entry.file_name().to_string_lossy().starts_with("000_"))?;
    let text = fs::read_to_string(paper.path()).ok()?;
    let inside = text.split("```").skip(1).step_by(2);
    Some(inside.map(|program| program.trim_start_matches('\n').trim_end().to_string()).collect())
}

#[test]
fn the_copies_are_the_papers_own_text() {
    if let Some(programs) = fences_of_the_paper() {
        assert_eq!(programs[0], FIGURE_1.trim_end());
        assert_eq!(programs[1], FIGURE_2.trim_end());
    }
}

#[test]
fn figure_1_is_tictactoe() {
    assert_eq!(games::text("tictactoe"), Some(FIGURE_1));
    let game = testing::load("tictactoe");
    let counts: Vec<u64> =
        (1..=5).map(|depth| perft(&game, &game.start(), &[], depth).expect("it counts")).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120]);
}

/// Figure 2 with pieces and a start added, and nothing else changed.
fn figure_2() -> Interp {
    let text = format!(
        "dimensions (8,8)
         pieces {{ king 'K' 'k'  rook 'R' 'r'  bishop 'B' 'b'  knight 'N' 'n'  pawn 'P' 'p' }}
         start {{ 8/8/8/8/8/8/8/8 }}
         main = try [ either knight_move or bishop_move ] else draw.
         {FIGURE_2}"
    );
    testing::load_text("figure2", &text).expect("figure 2 compiles")
}

fn moves(game: &Interp, position: &str) -> Vec<String> {
    let setup = parse_position(game.facts(), position).expect("a position");
    let position = game.position(&setup).expect("a possible one");
    match game.turn(&position, &[]).expect("it plays") {
        Turn::Over(_) => Vec::new(),
        Turn::Moves(moves) => moves.into_iter().map(|m| m.text).collect(),
    }
}

/// The knight of the paper's section 2: on b8, with a white rook on a6, an own
/// piece on c6 and an empty d7.
#[test]
fn figure_2_moves_the_knight_as_the_paper_says() {
    let game = figure_2();
    assert_eq!(moves(&game, "1n6/P7/R1p5/8/8/8/8/8 b"), ["b8a6", "b8d7"]);
    assert_eq!(moves(&game, "1n6/P7/R1p5/8/8/8/8/8 w"), [""; 0]);
}

#[test]
fn figure_2_moves_bishops_to_the_first_piece() {
    let game = figure_2();
    let expected = ["a1b2", "a1c3", "a1d4"];
    assert_eq!(moves(&game, "8/8/8/8/3p4/8/8/B7 w"), expected);
    assert_eq!(moves(&game, "8/8/8/4p3/3P4/8/8/B7 w"), expected[..2]);
}

/// Pitrat's figure 1: a black bishop on f3, the white king on h1.
#[test]
fn the_conditions_of_pitrats_capture() {
    let game = figure_2();
    let facts = game.facts();
    let setup = parse_position(facts, "8/8/8/8/8/5b2/8/7K b").expect("a position");
    let position = game.position(&setup).expect("a possible one");
    let why = Conditions::of(&game).why(&position, &[]).expect("it plays");
    let (_, conditions) = why.iter().find(|(text, _)| text == "f3h1").expect("the capture");
    let player = game.player(&position);
    let mut words: Vec<String> =
        conditions.iter().map(|condition| condition.describe(facts, player)).collect();
    words.sort();
    assert_eq!(words, ["enemy piece on h1", "g2 is empty", "own bishop on f3"]);
}

/// Forcing in Pitrat's figure 1: a white man on g2 would make the capture there.
#[test]
fn what_forcing_finds_in_pitrats_figure() {
    let game = figure_2();
    let facts = game.facts();
    let setup = parse_position(facts, "8/8/8/8/8/5b2/8/7K b").expect("a position");
    let position = game.position(&setup).expect("a possible one");
    let wishes = Conditions::of(&game).if_only(&position, 1, 1000, &mut || true).expect("it plays");
    assert!(!wishes.is_cut);
    let player = game.player(&position);
    let describe = |all: &[Condition]| -> Vec<String> {
        all.iter().map(|condition| condition.describe(facts, player)).collect()
    };
    let on_g2 = wishes.found.iter().filter(|wish| wish.text.as_deref() == Some("f3g2"));
    let on_g2: Vec<_> =
        on_g2.map(|wish| (describe(&wish.if_only), describe(&wish.conditions))).collect();
    let strings = |all: &[&str]| all.iter().map(|it| it.to_string()).collect::<Vec<_>>();
    assert_eq!(on_g2, [(strings(&["enemy piece on g2"]), strings(&["own bishop on f3"]))]);
}
