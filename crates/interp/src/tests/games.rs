//! Whole games: figure 1 of the Multigame paper, counted.

use super::{check, facts, interp};
use crate::Interp;
use game::Game;

/// Figure 1, as it would be lowered by hand.
pub(super) const TICTACTOE: &str = "
entry main = main
gen main(s0, v1, f2, d3) {
b0:
  try new_mark else main.1(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}
gen main.1(s0, v1, f2, d3) {
b0:
  s4 = outcome s0, v1, draw
  yield s4, f2, d3
}
gen new_mark(s0, v1, f2, d3) {
b0:
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, own v1, mark
  ask three_in_a_row(s6, v1, f5, d3) ? b2 : b3
b2:
  s7 = outcome s6, v1, win
  yield s7, f5, d3
b3:
  yield s6, f5, d3
}
gen three_in_a_row(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, mark
  choose field in X4 -> b1(..)
b1(f5):
  choose direction for v1 in {north northeast east southeast south southwest west northwest} -> b2(..)
b2(d6):
  n7 = 2
  repeat three_in_a_row.1(s0, v1, f5, d6) from n7 to n7 bound times 2 -> b3(..)
b3(s8, f9, d10):
  yield s8, f9, d10
}
gen three_in_a_row.1(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  X5 = pieces s0, own v1, mark
  guard f4 in X5
  yield s0, f4, d3
}
";

pub(super) fn tictactoe() -> Interp {
    interp(facts(3, 3, &[("mark", "X", "O")]), TICTACTOE)
}

#[test]
fn tictactoe_is_counted() {
    let game = tictactoe();
    let counts: Vec<u64> =
        (1..=7).map(|depth| game::perft(&game, &game.start(), &[], depth).unwrap()).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720, 148_176]);
}

#[test]
fn a_move_that_wins_says_so() {
    check(&tictactoe(), "3/OO1/XX1 w", "a3 b3 c1(1) c2 c3");
    check(&tictactoe(), "3/OO1/XX1 b", "a3 b3 c1 c2(-1) c3");
    check(&tictactoe(), "OXO/XXO/XOX w", "over 0");
}
