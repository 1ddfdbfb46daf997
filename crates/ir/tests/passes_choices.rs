//! The passes about choices, text to text: tests that become part of a set,
//! targets instead of sources, questions that are skipped, choices in two.

mod common;

use common::facts;
use expect_test::{Expect, expect};
use ir::passes::PASSES;
use ir::{FuncId, Program, parse, print_func, verify};

/// A program with this turn.
fn program(text: &str) -> Program {
    let text = format!(
        "entry main = main\nentry evaluation = one\n{text}
num one(s0, v1, f2, d3) {{
b0:
  n4 = 1
  return n4
}}"
    );
    let program = parse(facts(), &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&program), Ok(()));
    program
}

/// Checks what these passes make of the turn.
fn check(passes: &[&str], text: &str, expected: Expect) {
    let mut program = program(text);
    for name in passes {
        let pass = PASSES.iter().find(|pass| pass.name == *name).expect("a pass");
        (pass.run)(&mut program);
        assert_eq!(verify(&program), Ok(()), "{}", ir::print(&program));
    }
    expected.assert_eq(&print_func(&program, FuncId(0)));
}

#[test]
fn tests_of_the_chosen_field_become_part_of_the_set() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, piece
  n5 = 1
  choose field in X4 -> b1(..)
b1(f6):
  guard matches s0, f6, start
  guard kind s0, f6, pawn
  n7 = counter s0, v1, quiet
  guard n7 = n5
  s8 = set s0, v1, quiet, n5
  X9 = zone far, v1
  guard f6 in X9
  yield s8, f6, d3
}";
    check(
        &["guards_into_sets"],
        text,
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = pieces s0, first v1, piece
                n5 = 1
                X6 = matching s0, start
                X7 = X4 & X6
                X8 = pieces s0, any v1, pawn
                X9 = X7 & X8
                n10 = counter s0, v1, quiet
                guard n10 = n5
                X11 = zone far, v1
                X12 = X9 & X11
                choose field in X12 -> b1(..)
            b1(f13):
                s14 = set s0, v1, quiet, n5
                yield s14, f13, d3
            }
        "#]],
    );
}

#[test]
fn what_is_known_is_not_asked() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  s7 = remember s6, f5, passed
  guard kind s0, f5, pawn
  X8 = memory s7, passed
  choose field in X8 -> b2(..)
b2(f9):
  s10 = lower s7, f9, all
  if kind s10, f9, pawn ? b3 : b4
b3:
  X11 = pieces s10, second v1, piece
  if f9 in X11 ? b4 : b5
b4:
  s12 = clear s10, f9
  yield s12, f9, d3
b5:
  s13 = become s10, f9, knight
  yield s13, f9, d3
}";
    check(
        &["guards_into_sets"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = lift s0, f5
            s7 = remember s6, f5, passed
            s8 = lower s7, f5, all
            s9 = become s8, f5, knight
            yield s9, f5, d3
        }
    "#]],
    );
}

#[test]
fn a_test_behind_a_join_goes_to_every_choice() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  X5 = pieces s0, first v1, knight
  fork b1 | b3
b1:
  choose field in X4 -> b2(..)
b2(f6):
  s7 = lift s0, f6
  X8 = only f6
  X9 = walk X8 by north east
  choose field in X9 -> b5(.., s7)
b3:
  choose field in X5 -> b4(..)
b4(f10):
  s11 = clear s0, f10
  jump b5(f10, s11)
b5(f12, s13):
  X14 = pieces s13, second v1, piece
  guard f12 in X14
  s15 = put s13, f12, first v1, pawn
  yield s15, f12, d3
}";
    check(
        &["guards_into_sets"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = pieces s0, first v1, knight
            fork b1 | b3
        b1:
            choose field in X4 -> b2(..)
        b2(f6):
            s7 = lift s0, f6
            X8 = only f6
            X9 = walk X8 by north east
            X10 = pieces s7, second v1, piece
            X11 = X9 & X10
            choose field in X11 -> b5(.., s7)
        b3:
            choose field in X5 -> b4(..)
        b4(f12):
            s13 = clear s0, f12
            X14 = pieces s13, second v1, piece
            guard f12 in X14
            jump b5(f12, s13)
        b5(f15, s16):
            s17 = put s16, f15, first v1, pawn
            yield s17, f15, d3
        }
    "#]],
    );
}

#[test]
fn a_test_that_depends_on_the_choice_stays() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, piece
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  X7 = empty s6
  guard f5 in X7
  ask main.1(s0, v1, f5, d3) ? b2 : b3
b2:
  X8 = zone far, v1
  guard f5 in X8
  s9 = lower s6, f5, all
  yield s9, f5, d3
b3:
  s10 = lower s6, f5, all
  yield s10, f5, d3
}
gen main.1(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  yield s0, f4, d3
}";
    check(
        &["guards_into_sets"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, piece
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = lift s0, f5
            X7 = empty s6
            guard f5 in X7
            ask main.1(s0, v1, f5, d3) ? b2 : b3
        b2:
            X8 = zone far, v1
            guard f5 in X8
            s9 = lower s6, f5, all
            yield s9, f5, d3
        b3:
            s10 = lower s6, f5, all
            yield s10, f5, d3
        }
    "#]],
    );
}

#[test]
fn pushes_become_shifts() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  d7 = direction north
  f8 = step f5, d7
  X9 = empty s6
  guard f8 in X9
  s10 = remember s6, f8, passed
  f11 = step f8, d7
  X12 = empty s10
  guard f11 in X12
  s13 = lower s10, f11, all
  yield s13, f11, d7
}";
    check(
        &["sources_to_targets"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = walk X4 by north
            X6 = empty s0
            X7 = X5 & X6
            X8 = walk X7 by north
            X9 = X8 & X6
            choose field in X9 -> b1(..)
        b1(f10):
            d11 = direction north
            f12 = back f10, d11
            f13 = back f12, d11
            s14 = lift s0, f13
            s15 = remember s14, f12, passed
            s16 = lower s15, f10, all
            yield s16, f10, d11
        }
    "#]],
    );
}

#[test]
fn each_of_a_few_ways_gets_a_choice() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  X7 = only f5
  X8 = walk X7 by northeast northwest.north
  X9 = pieces s6, second v1, piece
  X10 = X8 & X9
  choose field in X10 -> b2(..)
b2(f11):
  s12 = lower s6, f11, all
  yield s12, f11, d3
}";
    check(
        &["sources_to_targets"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = pieces s0, second v1, piece
            fork b1 | b3
        b1:
            X6 = walk X4 by northeast
            X7 = X6 & X5
            choose field in X7 -> b2(..)
        b2(f8):
            d9 = direction northeast
            f10 = back f8, d9
            s11 = lift s0, f10
            s12 = lower s11, f8, all
            yield s12, f8, d3
        b3:
            X13 = walk X4 by northwest.north
            X14 = X13 & X5
            choose field in X14 -> b4(..)
        b4(f15):
            d16 = direction north
            f17 = back f15, d16
            d18 = direction northwest
            f19 = back f17, d18
            s20 = lift s0, f19
            s21 = lower s20, f15, all
            yield s21, f15, d3
        }
    "#]],
    );
}

#[test]
fn a_fork_behind_a_choice_is_done_before_it() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  d7 = direction northeast
  d8 = direction northwest
  fork b2(d7) | b2(d8)
b2(d9):
  f10 = step f5, d9
  X11 = all
  X12 = pieces s6, first v1, piece
  X13 = X11 - X12
  guard f10 in X13
  s14 = lower s6, f10, all
  yield s14, f10, d9
}";
    check(
        &["sources_to_targets"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            fork b1 | b3
        b1:
            X5 = walk X4 by northeast
            X6 = all
            X7 = pieces s0, first v1, piece
            X8 = X6 - X7
            X9 = X5 & X8
            choose field in X9 -> b2(..)
        b2(f10):
            d11 = direction northeast
            f12 = back f10, d11
            s13 = lift s0, f12
            s14 = lower s13, f10, all
            yield s14, f10, d11
        b3:
            X15 = walk X4 by northwest
            X16 = all
            X17 = pieces s0, first v1, piece
            X18 = X16 - X17
            X19 = X15 & X18
            choose field in X19 -> b4(..)
        b4(f20):
            d21 = direction northwest
            f22 = back f20, d21
            s23 = lift s0, f22
            s24 = lower s23, f20, all
            yield s24, f20, d21
        }
    "#]],
    );
}

#[test]
fn a_source_that_does_not_matter_is_forgotten() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  X6 = only f5
  X7 = walk X6 by north northeast east southeast south southwest west northwest
  X8 = empty s0
  X9 = X7 & X8
  choose field in X9 -> b2(..)
b2(f10):
  s11 = put s0, f10, first v1, pawn
  yield s11, f10, d3
}";
    check(
        &["sources_to_targets"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = empty s0
            X6 = walk X4 by north northeast east southeast south southwest west northwest
            X7 = X6 & X5
            choose field in X7 -> b1(..)
        b1(f8):
            s9 = put s0, f8, first v1, pawn
            yield s9, f8, d3
        }
    "#]],
    );
}

/// A pawn or a knight moves; the knight must not be attacked by a pawn from afar.
const SHOT: &str = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  X5 = pieces s0, first v1, knight
  X6 = empty s0
  fork b1 | b3
b1:
  choose field in X4 -> b2(..)
b2(f7):
  s8 = lift s0, f7
  choose field in X6 -> b5(.., s8)
b3:
  choose field in X5 -> b4(..)
b4(f9):
  s10 = lift s0, f9
  choose field in X6 -> b5(.., s10)
b5(f11, s12):
  s13 = lower s12, f11, all
  X14 = pieces s13, first v1, knight
  X15 = empty s13
  X16 = slide back X14 by north south through X15
  X17 = pieces s13, second v1, pawn
  X18 = X16 & X17
  if some X18 ? b6 : b7
b6:
  die
b7:
  X19 = zone far, v1
  if f11 in X19 ? b8 : b9
b8:
  s20 = outcome s13, v1, win
  yield s20, f11, d3
b9:
  yield s13, f11, d3
}";

#[test]
fn a_question_is_skipped_where_the_answer_cannot_have_changed() {
    check(
        &["footprints"],
        SHOT,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = pieces s0, first v1, knight
            X6 = empty s0
            X7 = slide back X5 by north south through X6
            X8 = pieces s0, second v1, pawn
            X9 = X7 & X8
            X10 = all
            X11 = ifsome X9, X10
            X12 = X7 - X6
            X13 = X11 | X12
            fork b1 | b9
        b1:
            choose field in X4 -> b2(..)
        b2(f14):
            s15 = lift s0, f14
            choose field in X6 -> b3(..)
        b3(f16):
            s17 = lower s15, f16, all
            if f14 in X13 ? b4 : b6
        b4:
            X18 = pieces s17, first v1, knight
            X19 = empty s17
            X20 = slide back X18 by north south through X19
            X21 = pieces s17, second v1, pawn
            X22 = X20 & X21
            if some X22 ? b5 : b6
        b5:
            die
        b6:
            X23 = zone far, v1
            if f16 in X23 ? b7 : b8
        b7:
            s24 = outcome s17, v1, win
            yield s24, f16, d3
        b8:
            yield s17, f16, d3
        b9:
            choose field in X5 -> b10(..)
        b10(f25):
            s26 = lift s0, f25
            choose field in X6 -> b11(..)
        b11(f27):
            s28 = lower s26, f27, all
            X29 = pieces s28, first v1, knight
            X30 = empty s28
            X31 = slide back X29 by north south through X30
            X32 = pieces s28, second v1, pawn
            X33 = X31 & X32
            if some X33 ? b12 : b13
        b12:
            die
        b13:
            X34 = zone far, v1
            if f27 in X34 ? b14 : b15
        b14:
            s35 = outcome s28, v1, win
            yield s35, f27, d3
        b15:
            yield s28, f27, d3
        }
    "#]],
    );
}

#[test]
fn a_choice_is_split_by_what_is_known_before_it() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  X5 = zone far, v1
  choose field in X4 -> b1(..)
b1(f6):
  d7 = direction north
  f8 = step f6, d7
  s9 = lift s0, f6
  s10 = lower s9, f8, all
  X11 = {a8 b8 c8 d8 e8 f8 g8 h8}
  if f8 in X11 ? b2 : b5(s10)
b2:
  if some X5 ? b3 : b4
b3:
  s12 = become s10, f8, knight
  jump b5(s12)
b4:
  jump b5(s10)
b5(s13):
  yield s13, f8, d3
}";
    check(
        &["split_choices"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = zone far, v1
            X6 = {a8 b8 c8 d8 e8 f8 g8 h8}
            X7 = walk back X6 by north
            X8 = X4 & X7
            X9 = X4 - X7
            fork b1 | b6
        b1:
            if some X5 ? b2 : b4
        b2:
            choose field in X8 -> b3(..)
        b3(f10):
            d11 = direction north
            f12 = step f10, d11
            s13 = lift s0, f10
            s14 = lower s13, f12, all
            s15 = become s14, f12, knight
            yield s15, f12, d3
        b4:
            choose field in X8 -> b5(..)
        b5(f16):
            d17 = direction north
            f18 = step f16, d17
            s19 = lift s0, f16
            s20 = lower s19, f18, all
            yield s20, f18, d3
        b6:
            choose field in X9 -> b7(..)
        b7(f21):
            d22 = direction north
            f23 = step f21, d22
            s24 = lift s0, f21
            s25 = lower s24, f23, all
            yield s25, f23, d3
        }
    "#]],
    );
}
