//! What becomes of the results of a turn: moves, outcomes, and errors of the rules.

use super::{check, facts, interp, read, successors};
use crate::Interp;
use game::{Game, MemoryFacts, Setup, Turn};

/// A turn on a board of two fields with kings, in the body given: it starts
/// with s0, v1, f2, d3 and the fields a1 (f5), b1 (f7).
fn game(body: &str) -> Interp {
    let mut facts = facts(2, 1, &[("king", "K", "k"), ("queen", "Q", "q")]);
    facts.memories = vec![
        MemoryFacts { name: "now".to_string(), turns: 0, gone: false },
        MemoryFacts { name: "next".to_string(), turns: 1, gone: false },
    ];
    facts.start = Setup::empty(&facts);
    let text = format!(
        "entry main = main
gen main(s0, v1, f2, d3) {{
b0:
  X4 = {{a1}}
  choose field in X4 -> b1(..)
b1(f5):
  X6 = {{b1}}
  choose field in X6 -> b2(..)
b2(f7):
{body}
}}"
    );
    interp(facts, &text)
}

#[test]
fn hand_must_be_empty() {
    let game = game("s8 = lift s0, f5\n yield s8, f5, d3");
    check(&game, "K1 w", "hand-not-empty: the turn `a1` ends with a piece in the hand");
    check(&game, "2 w", "stuck: there is no move and no outcome");
}

#[test]
fn an_outcome_without_a_change_is_about_the_position() {
    let game = game("s8 = outcome s0, v1, win\n yield s8, f5, d3");
    check(&game, "K1 w", "over 1");
    check(&game, "K1 b", "over -1");
}

#[test]
fn outcomes_must_agree() {
    let over = "s8 = outcome s0, v1, win\n s9 = outcome s0, v1, draw";
    check(
        &game(&format!("{over}\n fork b3 | b4\nb3:\n yield s8, f5, d3\nb4:\n yield s9, f5, d3")),
        "K1 w",
        "two-outcomes: the position is a win for white and a draw",
    );
    let moves = "s8 = put s0, f5, own v1, queen\n s9 = outcome s8, v1, win";
    check(
        &game(&format!("{moves}\n fork b3 | b4\nb3:\n yield s8, f5, d3\nb4:\n yield s9, f5, d3")),
        "K1 w",
        "two-outcomes: the move `a1` ends the game (a win for white) and, made another way, does not",
    );
    check(
        &game(&format!(
            "{over}\n s10 = put s0, f5, own v1, queen\n fork b3 | b4\nb3:\n yield s9, f5, d3\nb4:\n yield s10, f5, d3"
        )),
        "K1 w",
        "over-and-moves: the position is a draw and has the move `a1`",
    );
}

#[test]
fn one_text_names_one_move() {
    let both = "s8 = lift s0, f5\n s9 = put s8, f7, own v1, queen\n s10 = lower s9, f5, all
 s11 = lift s0, f5\n s12 = put s11, f7, enemy v1, queen\n s13 = lower s12, f5, all
 fork b3 | b4\nb3:\n yield s10, f5, d3\nb4:\n yield s13, f5, d3";
    check(
        &game(both),
        "K1 w",
        "same-text: two moves are called `a1/b1a1`: one leads to `KQ b - 1`, the other to `Kq b - 1`",
    );
}

#[test]
fn one_move_may_have_several_texts() {
    let twice = "s8 = lift s0, f5\n s9 = lower s8, f7, all
 s10 = clear s0, f5\n s11 = put s10, f7, own v1, king
 fork b3 | b4\nb3:\n yield s9, f5, d3\nb4:\n yield s11, f5, d3";
    let game = game(twice);
    let Turn::Moves(moves) = game.turn(&read(&game, "K1 w"), &[]).unwrap() else { panic!() };
    assert_eq!(moves.len(), 1);
    assert_eq!((moves[0].text.as_str(), &moves[0].synonyms[..]), ("a1b1", &["xa1/b1".into()][..]));
}

#[test]
fn memory_ages_and_the_turn_goes_on() {
    let body = "s8 = remember s0, f5, now\n s9 = remember s8, f7, next\n s10 = pass s9";
    let pass = game(&format!("{body}\n yield s10, f5, d3"));
    assert_eq!(successors(&pass, "K1 w - 1"), ["pass K1 b b1 1"]);
    assert_eq!(successors(&pass, "K1 b - 1"), ["pass K1 w b1 2"]);
    let again = game(&format!("{body}\n s11 = again s10\n yield s11, f5, d3"));
    assert_eq!(successors(&again, "K1 b - 1"), ["pass K1 b b1 1"]);
    let aged = game("s8 = pass s0\n yield s8, f5, d3");
    assert_eq!(successors(&aged, "K1 w b1 1"), ["pass K1 b - 1"]);
}

#[test]
fn a_board_as_it_was_is_no_move() {
    let back = "s8 = lift s0, f5\n s9 = lower s8, f5, all";
    let unmoved = game(&format!("{back}\n yield s9, f5, d3"));
    check(&unmoved, "K1 w", "stuck: there is no move and no outcome");
    let error = unmoved.turn(&read(&unmoved, "K1 w"), &[]).expect_err("nothing moves");
    assert!(error.hint.starts_with("what the rules find leaves everything as it was"));
    // With an outcome it says something about the new position.
    let won = format!("{back}\n s10 = outcome s9, v1, win\n yield s10, f5, d3");
    check(&game(&won), "K1 w", "a1a1(1)");
}

#[test]
fn a_finger_that_points_nowhere_ends_the_path() {
    check(
        &game("s8 = put s0, f2, own v1, queen\n yield s8, f2, d3"),
        "K1 w",
        "stuck: there is no move and no outcome",
    );
    check(
        &game("f8 = step f5, d3\n yield s0, f8, d3"),
        "K1 w",
        "stuck: there is no move and no outcome",
    );
}

/// A fox is the first player's only: when the second runs the same rule, or
/// wants to make one for the enemy of the first, nothing can be placed.
#[test]
fn a_piece_that_its_owner_cannot_have_ends_the_path() {
    let fox = |whose: &str| {
        let mut facts = facts(2, 1, &[("fox", "F", "f"), ("hound", "H", "h")]);
        facts.kinds[0].symbols[1] = None;
        facts.start = Setup::empty(&facts);
        let text = format!(
            "entry main = main
gen main(s0, v1, f2, d3) {{
b0:
  X4 = {{a1}}
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, {whose} v1, fox
  yield s6, f5, d3
}}"
        );
        interp(facts, &text)
    };
    check(&fox("own"), "1H w", "a1");
    check(&fox("own"), "1H b", "stuck: there is no move and no outcome");
    check(&fox("enemy"), "1H w", "stuck: there is no move and no outcome");
    check(&fox("enemy"), "1H b", "a1");
}

#[test]
fn promotions_and_removals_are_written() {
    let body = "s8 = lift s0, f5\n s9 = lower s8, f7, all\n s10 = become s9, f7, queen";
    check(&game(&format!("{body}\n yield s10, f7, d3")), "K1 w", "a1b1q");
    let body = "s8 = lift s0, f5\n s9 = lower s8, f7, all\n s10 = put s9, f7, own v1, queen";
    check(&game(&format!("{body}\n yield s10, f7, d3")), "K1 w", "a1b1q");
    let body = "s8 = lift s0, f5\n s9 = lower s8, f7, all\n s10 = clear s9, f7";
    check(&game(&format!("{body}\n yield s10, f7, d3")), "K1 w", "a1b1xb1");
    let body = "s8 = clear s0, f5\n s9 = hush s8, like s0\n s10 = put s9, f7, own v1, queen";
    check(&game(&format!("{body}\n yield s10, f7, d3")), "K1 w", "b1");
}
