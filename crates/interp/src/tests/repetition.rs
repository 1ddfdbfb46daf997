//! When positions are the same: memory counts only where it still allows a move.

use super::{facts, interp, offer, read};
use crate::Interp;
use game::{CounterFacts, MemoryFacts, Setup};

/// A king may step east or west; stepping onto the remembered field wins. The
/// third occurrence is a draw, told by the position itself.
const KING: &str = "
entry main = main
gen main(s0, v1, f2, d3) {
b0:
  try third else moves(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}
gen third(s0, v1, f2, d3) {
b0:
  guard occurred s0, 3
  s4 = outcome s0, v1, draw
  yield s4, f2, d3
}
gen moves(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, king
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  choose direction for v1 in {east west} -> b2(..)
b2(d7):
  f8 = step f5, d7
  try taken else free(s6, v1, f8, d7) -> b3(..)
b3(s9, f10, d11):
  s12 = lower s9, f10, all
  yield s12, f10, d11
}
gen taken(s0, v1, f2, d3) {
b0:
  X4 = memory s0, trap
  guard f2 in X4
  s5 = outcome s0, v1, win
  yield s5, f2, d3
}
gen free(s0, v1, f2, d3) {
b0:
  yield s0, f2, d3
}
";

fn game() -> Interp {
    let mut facts = facts(4, 2, &[("king", "K", "k")]);
    let counter = |name: &str, symbols| CounterFacts {
        name: name.to_string(),
        symbols,
        low: 0,
        high: 9,
        gone: false,
    };
    let both = Some(["A", "a"].map(str::to_string));
    facts.counters = vec![counter("rights", both), counter("quiet", None)];
    facts.memories = vec![MemoryFacts { name: "trap".to_string(), turns: 1, gone: false }];
    facts.start = Setup::empty(&facts);
    interp(facts, KING)
}

/// Checks whether a position is over when the other one has occurred twice.
fn check(position: &str, past: &str, expected: &str) {
    let game = game();
    let past = read(&game, past);
    let past = [past.clone(), read(&game, "4/3K w - - 0"), past];
    assert_eq!(offer(&game, &read(&game, position), &past), expected);
}

#[test]
fn the_same_position_for_the_third_time() {
    check("k3/K3 w - - 0", "k3/K3 w - - 0", "over 0");
    check("k3/K3 w - - 0", "k3/K3 b - - 0", "a1b1");
    check("k3/K3 w - - 0", "k3/1K2 w - - 0", "a1b1");
}

#[test]
fn counters_are_compared_if_they_have_symbols() {
    check("k3/K3 w - - 5", "k3/K3 w - - 0", "over 0");
    check("k3/K3 w A - 0", "k3/K3 w - - 0", "a1b1");
}

#[test]
fn memory_is_compared_if_it_allows_something() {
    check("k3/K3 w - d1 0", "k3/K3 w - - 0", "over 0");
    check("k3/K3 w - b1 0", "k3/K3 w - - 0", "a1b1(1)");
    check("k3/K3 w - - 0", "k3/K3 w - b1 0", "a1b1");
}

#[test]
fn a_repetition_can_be_seen_before_it_is_made() {
    let text = KING.replace("yield s12, f10, d11", "guard occurred s12, 3\n  yield s12, f10, d11");
    let game = interp(game().program().facts.clone(), &text);
    let (a, b) = (read(&game, "k3/1K2 w - - 0"), read(&game, "k3/K3 b - - 0"));
    let past = [b.clone(), a.clone(), b];
    assert_eq!(offer(&game, &a, &past), "b1a1");
}
