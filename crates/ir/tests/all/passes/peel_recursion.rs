//! What the passes make of a rule that runs itself, text to text: the ring of
//! functions becomes one, its first round stands where it is called, and only
//! another round is a call.

use super::support::run;
use crate::common::{facts, sound};
use expect_test::{Expect, expect};
use ir::passes::PASSES;
use ir::{FuncId, Program, print_func};

/// Captures go on as long as there is one, unless the piece is promoted.
const CAPTURES: &str = "
entry main = main
entry evaluation = one
gen main(s0, v1, f2, d3) {
b0:
  try capture else stay(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}
gen capture(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, piece
  choose field in X4 -> b1(..)
b1(f5):
  call chain(s0, v1, f5, d3) -> b2(..)
b2(s6, f7, d8):
  n9 = 0
  s10 = set s6, v1, quiet, n9
  yield s10, f7, d8
}
gen chain(s0, v1, f2, d3) depth uses 65 'pieces on the board' {
b0:
  call jump(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  try crown else chain.1(s4, v1, f5, d6) -> b2(..)
b2(s7, f8, d9):
  yield s7, f8, d9
}
gen chain.1(s0, v1, f2, d3) depth uses 65 'pieces on the board' {
b0:
  try chain else skip(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}
gen jump(s0, v1, f2, d3) {
b0:
  fork b1 | b2
b1:
  X4 = pieces s0, first v1, pawn
  guard f2 in X4
  d5 = direction north
  jump b4(d5)
b2:
  X6 = pieces s0, first v1, knight
  guard f2 in X6
  choose direction for v1 in {north south} -> b3(..)
b3(d7):
  jump b4(d7)
b4(d8):
  s9 = lift s0, f2
  f10 = step f2, d8
  X11 = pieces s9, second v1, piece
  guard f10 in X11
  s12 = clear s9, f10
  f13 = step f10, d8
  X14 = empty s12
  guard f13 in X14
  s15 = lower s12, f13, all
  yield s15, f13, d8
}
gen crown(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  guard f2 in X4
  X5 = {a8 b8 c8 d8 e8 f8 g8 h8}
  guard f2 in X5
  s6 = become s0, f2, knight
  yield s6, f2, d3
}
gen skip(s0, v1, f2, d3) {
b0:
  yield s0, f2, d3
}
gen stay(s0, v1, f2, d3) {
b0:
  s4 = pass s0
  yield s4, f2, d3
}
num one(s0, v1, f2, d3) {
b0:
  n4 = 1
  return n4
}";

/// The program after some passes.
fn after(passes: &[&str]) -> Program {
    let mut program = sound(facts(), CAPTURES);
    passes.iter().for_each(|pass| run(&mut program, pass));
    program
}

/// Checks a function after some passes.
fn check(passes: &[&str], func: &str, expected: Expect) {
    let program = after(passes);
    let id = program.funcs.iter().position(|it| it.name == func).expect("a function");
    expected.assert_eq(&print_func(&program, FuncId(id as u32)));
}

#[test]
fn of_a_ring_only_the_function_stays_that_is_run_from_outside() {
    let program = after(&["inline_calls", "tries_to_ifs"]);
    let names: Vec<&str> = program.funcs.iter().map(|func| func.name.as_str()).collect();
    assert_eq!(names, ["main", "capture", "chain", "skip", "stay", "one"]);
}

#[test]
fn the_first_round_stands_where_it_is_called() {
    check(
        &["inline_calls", "tries_to_ifs", "peel_recursion"],
        "capture",
        expect![[r#"
        gen capture(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, piece
            choose field in X4 -> b1(..)
        b1(f5):
            fork b2 | b3
        b2:
            X6 = pieces s0, first v1, pawn
            guard f5 in X6
            d7 = direction north
            jump b5(d7)
        b3:
            X8 = pieces s0, first v1, knight
            guard f5 in X8
            choose direction for v1 in {north south} -> b4(..)
        b4(d9):
            jump b5(d9)
        b5(d10):
            s11 = lift s0, f5
            f12 = step f5, d10
            X13 = pieces s11, second v1, piece
            guard f12 in X13
            s14 = clear s11, f12
            f15 = step f12, d10
            X16 = empty s14
            guard f15 in X16
            s17 = lower s14, f15, all
            X18 = pieces s17, first v1, pawn
            if f15 in X18 ? b6 : b8
        b6:
            X19 = {a8 b8 c8 d8 e8 f8 g8 h8}
            if f15 in X19 ? b7 : b8
        b7:
            s20 = become s17, f15, knight
            jump b10(s20)
        b8:
            try chain else skip(s17, v1, f15, d10) -> b9(..)
        b9(s21, f22, d23):
            jump b10(s21)
        b10(s24):
            n25 = 0
            s26 = set s24, v1, quiet, n25
            yield s26, f2, d3
        }
    "#]],
    );
}

#[test]
fn only_another_round_is_a_call() {
    let passes: Vec<&str> = PASSES.iter().map(|pass| pass.name).collect();
    check(
        &passes,
        "main@first",
        expect![[r#"
        gen main@first(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, piece
            X5 = pieces s0, first v1, pawn
            X6 = pieces s0, second v1, piece
            X7 = empty s0
            X8 = walk back X7 by north
            X9 = X6 & X8
            X10 = walk back X9 by north
            X11 = X5 & X10
            X12 = pieces s0, first v1, knight
            X13 = walk back X7 by south
            X14 = X6 & X13
            X15 = walk back X14 by south
            X16 = X10 | X15
            X17 = X12 & X16
            X18 = X11 | X17
            X19 = X4 & X18
            if some X19 ? b1 : b21
        b1:
            fork b2 | b10
        b2:
            X20 = X19 & X5
            X21 = walk X20 by north
            X22 = X21 & X6
            X23 = walk X22 by north
            X24 = X23 & X7
            X25 = {a8 b8 c8 d8 e8 f8 g8 h8}
            X26 = X24 & X25
            X27 = X24 - X25
            fork b3 | b5
        b3:
            choose field in X26 -> b4(..)
        b4(f28):
            d29 = direction north
            f30 = back f28, d29
            f31 = back f30, d29
            s32 = lift s0, f31
            s33 = clear s32, f30
            s34 = lower s33, f28, all
            s35 = become s34, f28, knight
            n36 = 0
            s37 = set s35, v1, quiet, n36
            jump b22(s37)
        b5:
            choose field in X27 -> b6(..)
        b6(f38):
            d39 = direction north
            f40 = back f38, d39
            f41 = back f40, d39
            s42 = lift s0, f41
            s43 = clear s42, f40
            s44 = lower s43, f38, all
            s45 = lift s44, f38, all
            X46 = pieces s45, second v1, piece
            X47 = empty s45
            X48 = walk back X47 by north
            X49 = X46 & X48
            X50 = walk back X49 by north
            if f38 in X50 ? b7 : b9(s44)
        b7:
            call chain@first(s44, v1, f38, d39) -> b8(..)
        b8(s51, f52, d53):
            jump b9(s51)
        b9(s54):
            n55 = 0
            s56 = set s54, v1, quiet, n55
            jump b22(s56)
        b10:
            X57 = X19 & X12
            fork b11 | b16
        b11:
            X58 = walk X57 by north
            X59 = X58 & X6
            X60 = walk X59 by north
            X61 = X60 & X7
            choose field in X61 -> b12(..)
        b12(f62):
            d63 = direction north
            f64 = back f62, d63
            f65 = back f64, d63
            s66 = lift s0, f65
            s67 = clear s66, f64
            s68 = lower s67, f62, all
            s69 = lift s68, f62, all
            X70 = pieces s69, second v1, piece
            X71 = empty s69
            X72 = walk back X71 by north
            X73 = X70 & X72
            X74 = walk back X73 by north
            X75 = walk back X71 by south
            X76 = X70 & X75
            X77 = walk back X76 by south
            X78 = X74 | X77
            if f62 in X78 ? b13 : b15(s68)
        b13:
            call chain@first(s68, v1, f62, d63) -> b14(..)
        b14(s79, f80, d81):
            jump b15(s79)
        b15(s82):
            n83 = 0
            s84 = set s82, v1, quiet, n83
            jump b22(s84)
        b16:
            X85 = walk X57 by south
            X86 = X85 & X6
            X87 = walk X86 by south
            X88 = X87 & X7
            choose field in X88 -> b17(..)
        b17(f89):
            d90 = direction south
            f91 = back f89, d90
            f92 = back f91, d90
            s93 = lift s0, f92
            s94 = clear s93, f91
            s95 = lower s94, f89, all
            s96 = lift s95, f89, all
            X97 = pieces s96, second v1, piece
            X98 = empty s96
            X99 = walk back X98 by north
            X100 = X97 & X99
            X101 = walk back X100 by north
            X102 = walk back X98 by south
            X103 = X97 & X102
            X104 = walk back X103 by south
            X105 = X101 | X104
            if f89 in X105 ? b18 : b20(s95)
        b18:
            call chain@first(s95, v1, f89, d90) -> b19(..)
        b19(s106, f107, d108):
            jump b20(s106)
        b20(s109):
            n110 = 0
            s111 = set s109, v1, quiet, n110
            jump b22(s111)
        b21:
            s112 = pass s0
            jump b22(s112)
        b22(s113):
            yield s113, f2, d3
        }
    "#]],
    );
}
