//! Fields that hold several pieces: sowing, carrying, covering.

use super::{facts, interp, read, successors};
use crate::Interp;
use game::{Game, KindFacts, Setup};

/// Takes all seeds of a field and sows them one by one eastward.
const SOW: &str = "
entry main = main
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, nobody v1, seed
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5, all
  choose direction for v1 in {east} -> b2(..)
b2(d7):
  n8 = hand s6
  repeat sow(s6, v1, f5, d7) from n8 to n8 bound times 255 -> b3(..)
b3(s9, f10, d11):
  yield s9, f10, d11
}
gen sow(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  n5 = 1
  s6 = lower s0, f4, n5
  yield s6, f4, d3
}
";

/// Carries the top two pieces one field east, if there is room.
const CARRY: &str = "
entry main = main
gen main(s0, v1, f2, d3) {
b0:
  X4 = all
  choose field in X4 -> b1(..)
b1(f5):
  n6 = 2
  s7 = lift s0, f5, n6
  choose direction for v1 in {east} -> b2(..)
b2(d8):
  f9 = step f5, d8
  s10 = lower s7, f9, all
  yield s10, f9, d8
}
";

fn stacking(text: &str, most: u8) -> Interp {
    let mut facts = facts(4, 1, &[("man", "M", "m")]);
    facts.kinds.push(KindFacts::of_nobody("seed", "o"));
    facts.stacks = Some(most);
    facts.start = Setup::empty(&facts);
    interp(facts, text)
}

/// A position with these pieces on its fields, from the bottom of each.
fn check(game: &Interp, fields: [&str; 4], expected: &[(&str, [&str; 4])]) {
    let facts = game.facts();
    let mut setup = Setup::empty(facts);
    for (field, text) in setup.board.iter_mut().zip(fields) {
        *field = text.chars().map(|c| facts.piece(&c.to_string()).unwrap()).collect();
    }
    let position = game.position(&setup).unwrap();
    let game::Turn::Moves(moves) = game.turn(&position, &[]).unwrap() else { panic!() };
    let found: Vec<(String, Vec<String>)> = moves
        .iter()
        .map(|m| {
            let board = game.setup(&m.to).board;
            let drawn = board.iter().map(|s| s.iter().map(|p| facts.symbol(*p)).collect());
            (m.text.clone(), drawn.collect())
        })
        .collect();
    let expected: Vec<(String, Vec<String>)> = expected
        .iter()
        .map(|(text, board)| (text.to_string(), board.map(str::to_string).to_vec()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn sowing_is_written_by_its_ends() {
    let game = stacking(SOW, 9);
    check(
        &game,
        ["ooo", "o", "", ""],
        &[("a1d1", ["", "oo", "o", "o"]), ("b1c1", ["ooo", "", "o", ""])],
    );
}

#[test]
fn a_part_is_taken_from_the_top_and_keeps_its_order() {
    let game = stacking(CARRY, 4);
    check(
        &game,
        ["oMm", "Mo", "", ""],
        &[("2a1b1", ["o", "MoMm", "", ""]), ("b1c1", ["oMm", "", "Mo", ""])],
    );
}

#[test]
fn a_full_field_takes_nothing() {
    let game = stacking(CARRY, 3);
    check(&game, ["oMm", "Mo", "", ""], &[("b1c1", ["oMm", "", "Mo", ""])]);
}

#[test]
fn without_stacks_a_piece_takes_the_place_of_another() {
    let carry = CARRY.replace("n6 = 2", "n6 = 1");
    let game = interp(facts(4, 1, &[("man", "M", "m")]), &carry);
    assert_eq!(successors(&game, "Mm2 w"), ["a1b1 1M2 b 1", "b1c1 M1m1 b 1"]);
    assert_eq!(game.setup(&read(&game, "Mm2 w")).board[1].len(), 1);
}
