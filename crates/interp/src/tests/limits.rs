//! Rules that do not end are stopped with an error, on the small stack of a
//! test thread.

use super::{facts, interp, offer};
use crate::Limits;
use game::Game;

/// Passes after calling itself forever, each call inside the result of the one before.
const DEEP: &str = "
entry main = main
gen main(s0, v1, f2, d3) depth times 1000000 {
b0:
  call onward(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  call main(s4, v1, f5, d6) -> b2(..)
b2(s7, f8, d9):
  s10 = pass s7
  yield s10, f8, d9
}
gen onward(s0, v1, f2, d3) {
b0:
  yield s0, f2, d3
}
";

/// The same with the heaviest constructs around each call.
const HEAVY: &str = "
entry main = main
gen main(s0, v1, f2, d3) depth times 1000000 {
b0:
  X4 = all
  choose field in X4 -> b1(..)
b1(f5):
  fork b2 | b2
b2:
  choose direction for v1 in {north} -> b3(..)
b3(d6):
  n7 = 1
  repeat again(s0, v1, f5, d6) from n7 to n7 bound times 1 -> b4(..)
b4(s8, f9, d10):
  X11 = {a1}
  each X11 do again(s8, v1, f9, d10) -> b5(..)
b5(s12):
  best measure of again(s12, v1, f9, d10) -> b6(..)
b6(s13, f14, d15):
  yield s13, f14, d15
}
gen again(s0, v1, f2, d3) depth times 1000000 {
b0:
  n4 = count main(s0, v1, f2, d3)
  ask main(s0, v1, f2, d3) ? b1 : b2
b1:
  try main else main(s0, v1, f2, d3) -> b3(..)
b2:
  die
b3(s5, f6, d7):
  yield s5, f6, d7
}
num measure(s0, v1, f2, d3) depth times 1000000 {
b0:
  n4 = count main(s0, v1, f2, d3)
  return n4
}
";

/// Picks a field and follows a results chain that nests a frame of every kind
/// at each level.
const CHAIN: &str = "
entry main = main
gen main(s0, v1, f2, d3) depth times 1000000 {
b0:
  X4 = all
  choose field in X4 -> b1(..)
b1(f5):
  fork b2 | b3
b2:
  choose direction for v1 in {north} -> b4(..)
b3:
  die
b4(d6):
  try main else main(s0, v1, f5, d6) -> b5(..)
b5(s7, f8, d9):
  yield s7, f8, d9
}
";

/// A step north and back again, up to a thousand million times, in every order.
const LONG: &str = "
entry main = main
gen main(s0, v1, f2, d3) {
b0:
  n4 = 2000000000
  X5 = {a1}
  choose field in X5 -> b1(..)
b1(f6):
  repeat walk(s0, v1, f6, d3) from n4 to n4 bound times 2000000000 -> b2(..)
b2(s7, f8, d9):
  yield s7, f8, d9
}
gen walk(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north east south west} -> b1(..)
b1(d4):
  f5 = step f2, d4
  yield s0, f5, d4
}
";

#[track_caller]
fn check(program: &str, limits: Limits, expected: &str) {
    let interp = interp(facts(2, 2, &[("man", "M", "m")]), program).with_limits(limits);
    assert_eq!(offer(&interp, &interp.start(), &[]), expected);
}

#[test]
fn recursion_without_end_is_stopped() {
    let limits = Limits::default();
    let expected =
        format!("too-deep-recursion: rules call each other more than {} deep", limits.depth);
    for program in [DEEP, HEAVY, CHAIN] {
        check(program, limits, &expected);
    }
}

#[test]
fn a_long_turn_is_stopped() {
    let limits = Limits { steps: 10_000, ..Limits::default() };
    check(LONG, limits, "too-long: a turn was not done after 10000 steps");
}
