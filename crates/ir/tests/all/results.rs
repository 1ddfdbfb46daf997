//! Whether the results of a turn are different, without running it: what can be
//! proved, and what must not be.

use crate::common::{facts, one_turn, sound};
use ir::analyses::{distinct, distinct_parts};
use ir::{FuncId, Program};

/// A program with this turn.
fn program(text: &str) -> Program {
    one_turn(facts(), &format!("gen main(s0, v1, f2, d3) {{\nb0:\n{text}\n}}"))
}

fn proof(text: &str) -> Result<(), String> {
    distinct(&program(text), FuncId(0))
}

/// Asserts that nothing is proved, and why.
fn refused(text: &str, why: &str) {
    let proof = proof(text);
    assert!(proof.as_ref().is_err_and(|said| said.contains(why)), "{proof:?}");
}

const MOVE: &str = "
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  X7 = empty s0
  choose field in X7 -> b2(..)
b2(f8):
  s9 = lower s6, f8, all
  yield s9, f8, d3";

#[test]
fn moves_of_pieces_are_different() {
    assert_eq!(proof(MOVE), Ok(()));
}

#[test]
fn a_choice_that_does_not_show_is_refused() {
    let text = "
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  X6 = empty s0
  choose field in X6 -> b2(..)
b2(f7):
  s8 = put s0, f7, first v1, pawn
  yield s8, f7, d3";
    refused(text, "same position");
}

#[test]
fn a_piece_need_not_replace_another() {
    // Both branches lead to each empty field; that the second may also capture does not
    // make it different.
    let text = "
  X4 = pieces s0, first v1, pawn
  fork b1 | b3
b1:
  X5 = walk X4 by north
  X6 = empty s0
  X7 = X5 & X6
  choose field in X7 -> b2(..)
b2(f8):
  d9 = direction north
  f10 = back f8, d9
  s11 = lift s0, f10
  s12 = lower s11, f8, all
  yield s12, f2, d3
b3:
  X13 = walk X4 by north
  choose field in X13 -> b4(..)
b4(f14):
  d15 = direction north
  f16 = back f14, d15
  s17 = lift s0, f16
  s18 = lower s17, f14, all
  yield s18, f2, d3";
    refused(text, "same position");
}

#[test]
fn pieces_that_may_change_places_are_refused() {
    // Two empty fields get a pawn each, in either order.
    let text = "
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, first v1, pawn
  X7 = empty s6
  choose field in X7 -> b2(..)
b2(f8):
  s9 = put s6, f8, first v1, pawn
  yield s9, f8, d3";
    refused(text, "same position");
    // In one order if the second is always to the east of the first.
    let text = "
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, first v1, pawn
  d7 = direction east
  f8 = step f5, d7
  X9 = empty s6
  guard f8 in X9
  s10 = put s6, f8, first v1, pawn
  yield s10, f8, d3";
    assert_eq!(proof(text), Ok(()));
}

/// A pawn may be put back where it was; what follows is `rest`.
fn may_stay(rest: &str) -> String {
    format!(
        "
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  X7 = empty s6
  choose field in X7 -> b2(..)
b2(f8):
  s9 = lower s6, f8, all
{rest}"
    )
}

#[test]
fn a_piece_that_stays_where_it_is_makes_no_move() {
    assert_eq!(proof(&may_stay("  yield s9, f8, d3")), Ok(()));
}

#[test]
fn a_piece_that_may_stay_while_something_else_happens_is_refused() {
    let take = "
  X10 = pieces s9, second v1, pawn
  choose field in X10 -> b3(..)
b3(f11):
  s12 = clear s9, f11
  yield s12, f8, d3";
    // Whichever pawn stays, the same one is taken.
    refused(&may_stay(take), "same position");
    let elsewhere = format!(
        "
  X13 = only f5
  X14 = all
  X15 = X14 - X13
  guard f8 in X15{take}"
    );
    assert_eq!(proof(&may_stay(&elsewhere)), Ok(()));
    // It stays on the board, but not as it was.
    let promoted = "
  X10 = pieces s9, second v1, pawn
  choose field in X10 -> b3(..)
b3(f11):
  s12 = put s9, f8, first v1, knight
  yield s12, f8, d3";
    refused(&may_stay(promoted), "same position");
}

#[test]
fn whose_piece_enters_is_known_where_the_player_is() {
    let enter = |test: &str| {
        format!(
            "{test}
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = enter s0, f5, v1, pawn
  X7 = pieces s6, second v1, pawn
  choose field in X7 -> b2(..)
b2(f8):
  s9 = clear s6, f8
  yield s9, f8, d3"
        )
    };
    assert_eq!(proof(&enter("  guard v1 is first")), Ok(()));
    refused(&enter("  guard v1 is second"), "as it is");
    refused(&enter(""), "as it is");
}

#[test]
fn ways_that_never_lead_to_the_same_field_are_different() {
    let fork = |first: &str, second: &str| {
        format!(
            "
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  X7 = only f5
  X8 = empty s0
  fork b2 | b3
b2:
  X9 = {first}
  X10 = X9 & X8
  choose field in X10 -> b4(..)
b3:
  X11 = {second}
  X12 = X11 & X8
  choose field in X12 -> b4(..)
b4(f13):
  s14 = lower s6, f13, all
  yield s14, f13, d3"
        )
    };
    let rook = "slide X7 by north east south west through X8";
    let bishop = "slide X7 by northeast southeast southwest northwest through X8";
    let knight = "walk X7 by north.northeast north.northwest";
    assert_eq!(proof(&fork(rook, bishop)), Ok(()));
    assert_eq!(proof(&fork(rook, knight)), Ok(()));
    refused(&fork(rook, "walk X7 by north"), "same position");
    refused(&fork(bishop, "walk X7 by north.east"), "same position");
}

#[test]
fn a_choice_that_was_split_is_still_different() {
    let split = |rest: &str| {
        format!(
            "
  X4 = pieces s0, first v1, pawn
  X5 = zone far, v1
  X6 = memory s0, passed
  X7 = X4 & X5
  X8 = X4 - {rest}
  fork b1 | b2
b1:
  choose field in X7 -> b3(..)
b2:
  choose field in X8 -> b3(..)
b3(f9):
  s10 = clear s0, f9
  yield s10, f9, d3"
        )
    };
    assert_eq!(proof(&split("X5")), Ok(()));
    refused(&split("X6"), "same position");
}

#[test]
fn a_piece_that_was_moved_is_what_it_was() {
    // One that stays what it is and one that is promoted are never the same,
    // because the one that is promoted was a pawn.
    let promotes = |which: &str| {
        format!(
            "
  X4 = pieces s0, first v1, {{pawn knight}}
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  X7 = empty s0
  choose field in X7 -> b2(..)
b2(f8):
  s9 = lower s6, f8, all
  fork b4(s9) | b3
b3:
  guard kind s9, f8, {which}
  s10 = become s9, f8, knight
  jump b4(s10)
b4(s11):
  yield s11, f8, d3"
        )
    };
    assert_eq!(proof(&promotes("pawn")), Ok(()));
    refused(&promotes("knight"), "same position");
}

/// The parts of a turn that are proved, and those that are not, by their blocks.
fn parts(program: &Program) -> [Vec<u32>; 2] {
    let parts = distinct_parts(program, FuncId(0)).unwrap_or_else(|why| panic!("{why}"));
    let which = |proved: bool| {
        let such = parts.iter().filter(|part| part.proof.is_ok() == proved);
        such.map(|part| part.block.0).collect()
    };
    [which(true), which(false)]
}

#[test]
fn what_is_after_another_decision_is_another_part() {
    // Two knights that are taken in either order, or else a pawn that is.
    let text = "
  X4 = pieces s0, first v1, knight
  if some X4 ? b1 : b4
b1:
  choose field in X4 -> b2(..)
b2(f5):
  s6 = clear s0, f5
  X7 = pieces s6, first v1, knight
  choose field in X7 -> b3(..)
b3(f8):
  s9 = clear s6, f8
  yield s9, f8, d3
b4:
  X10 = pieces s0, first v1, pawn
  choose field in X10 -> b5(..)
b5(f11):
  s12 = clear s0, f11
  yield s12, f11, d3";
    refused(text, "same position");
    assert_eq!(parts(&program(text)), [vec![4], vec![1]]);
}

#[test]
fn of_a_fork_all_branches_are_one_part() {
    // The same pawn is taken either way.
    let text = "
  X4 = pieces s0, first v1, pawn
  fork b1 | b2
b1:
  choose field in X4 -> b3(..)
b2:
  choose field in X4 -> b3(..)
b3(f5):
  s6 = clear s0, f5
  yield s6, f5, d3";
    assert_eq!(parts(&program(text)), [vec![], vec![0]]);
}

#[test]
fn a_part_that_runs_itself_says_nothing_about_the_others() {
    let text = "
entry main = main
entry evaluation = one
gen main(s0, v1, f2, d3) {
b0:
  try take else put(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}
gen take(s0, v1, f2, d3) depth uses 65 'pieces on the board' {
b0:
  X4 = pieces s0, second v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = clear s0, f5
  try take else skip(s6, v1, f5, d3) -> b2(..)
b2(s7, f8, d9):
  yield s7, f8, d9
}
gen skip(s0, v1, f2, d3) {
b0:
  yield s0, f2, d3
}
gen put(s0, v1, f2, d3) {
b0:
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, first v1, pawn
  yield s6, f5, d3
}
num one(s0, v1, f2, d3) {
b0:
  n4 = 1
  return n4
}";
    let program = sound(facts(), text);
    let parts = distinct_parts(&program, FuncId(0)).unwrap_or_else(|why| panic!("{why}"));
    let shown: Vec<(&str, u32, bool)> = parts
        .iter()
        .map(|it| (program.funcs[it.func.index()].name.as_str(), it.block.0, it.proof.is_ok()))
        .collect();
    assert_eq!(shown, [("take", 0, false), ("put", 0, true)]);
}

#[test]
fn a_piece_from_the_reserve_is_the_players() {
    // An enemy pawn is taken when one of our own has come in.
    let turn = |player: &str| {
        format!(
            "
  guard v1 is {player}
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = enter s0, f5, v1, pawn
  X7 = pieces s6, second v1, pawn
  choose field in X7 -> b2(..)
b2(f8):
  s9 = clear s6, f8
  yield s9, f8, d3"
        )
    };
    assert_eq!(proof(&turn("first")), Ok(()));
    refused(&turn("second"), "as it is");
}
