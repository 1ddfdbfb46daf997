//! The passes that turn walking into sets, text to text: stretches of walking,
//! sets and counts of fields, what is asked before it is tried, and loops that
//! put the same piece on every field of a set.

mod common;
mod passes_sets_support;

use expect_test::expect;
use passes_sets_support::{EMPTY_AHEAD, check, made_by};

#[test]
fn fields_and_counts_are_sets() {
    let text = format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  X6 = fields walk(s0, v1, f5, d3)
  n7 = count walk(s0, v1, f5, d3)
  n8 = size X6
  guard n7 = n8
  choose field in X6 -> b2(..)
b2(f9):
  s10 = put s0, f9, own v1, knight
  yield s10, f9, d3
}}
gen walk(s0, v1, f2, d3) {{
b0:
  choose direction for v1 in {{north east}} -> b1(..)
b1(d4):
  n5 = 1
  repeat ahead(s0, v1, f2, d4) from n5 to infinity bound walk 512 -> b2(..)
b2(s6, f7, d8):
  yield s6, f7, d8
}}
{EMPTY_AHEAD}"
    );
    check(
        "questions_to_sets",
        &text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            X6 = empty s0
            X7 = only f5
            X8 = slide X7 by north east through X6
            X9 = X6 & X8
            n10 = size X9
            guard n10 = n10
            choose field in X9 -> b2(..)
        b2(f11):
            s12 = put s0, f11, own v1, knight
            yield s12, f11, d3
        }
    "#]],
    );
}

#[test]
fn fields_between_two_pieces_do_not_depend_on_the_new_one() {
    // A pawn is put; what lies between it and another in one direction is the
    // same, seen from before.
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, first v1, pawn
  X7 = fields between(s6, v1, f5, d3)
  choose field in X7 -> b2(..)
b2(f8):
  s9 = put s6, f8, first v1, pawn
  yield s9, f8, d3
}
gen between(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north} -> b1(..)
b1(d4):
  n5 = 1
  repeat enemy(s0, v1, f2, d4) from n5 to infinity bound walk 512 -> b2(..)
b2(s6, f7, d8):
  ask end(s6, v1, f7, d8) ? b4 : b3
b3:
  die
b4:
  yield s6, f7, d8
}
gen end(s0, v1, f2, d3) {
b0:
  n4 = 0
  repeat enemy(s0, v1, f2, d3) from n4 to infinity bound walk 512 -> b1(..)
b1(s5, f6, d7):
  f8 = step f6, d7
  X9 = pieces s5, first v1, pawn
  guard f8 in X9
  yield s5, f8, d7
}
gen enemy(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  X5 = pieces s0, second v1, pawn
  guard f4 in X5
  yield s0, f4, d3
}";
    check(
        "questions_to_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = put s0, f5, first v1, pawn
            X7 = pieces s0, second v1, pawn
            X8 = only f5
            X9 = slide X8 by north through X7
            X10 = X7 & X9
            X11 = pieces s0, first v1, pawn
            X12 = slide back X11 by north through X7
            X13 = X10 & X12
            choose field in X13 -> b2(..)
        b2(f14):
            s15 = put s6, f14, first v1, pawn
            yield s15, f14, d3
        }
    "#]],
    );
}

#[test]
fn what_runs_itself_is_asked_for_before_it_is_tried() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  try capture else idle(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}
gen idle(s0, v1, f2, d3) {
b0:
  s4 = pass s0
  yield s4, f2, d3
}
gen skip(s0, v1, f2, d3) {
b0:
  yield s0, f2, d3
}
gen capture(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  call chain(s0, v1, f5, d3) -> b2(..)
b2(s6, f7, d8):
  yield s6, f7, d8
}
gen chain(s0, v1, f2, d3) depth uses 65 'pieces on the board' {
b0:
  X4 = pieces s0, own v1, pawn
  guard f2 in X4
  choose direction for v1 in {north} -> b1(..)
b1(d5):
  s6 = lift s0, f2
  f7 = step f2, d5
  X8 = pieces s6, enemy v1, piece
  guard f7 in X8
  s9 = clear s6, f7
  f10 = step f7, d5
  X11 = empty s9
  guard f10 in X11
  s12 = lower s9, f10, all
  try chain else skip(s12, v1, f10, d5) -> b2(..)
b2(s13, f14, d15):
  yield s13, f14, d15
}";
    check(
        "questions_to_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            X5 = pieces s0, enemy v1, piece
            X6 = empty s0
            X7 = walk back X6 by north
            X8 = X5 & X7
            X9 = walk back X8 by north
            X10 = X4 & X9
            if some X10 ? b1 : b4
        b1:
            choose field in X10 -> b2(..)
        b2(f11):
            call chain(s0, v1, f11, d3) -> b3(..)
        b3(s12, f13, d14):
            jump b5(s12, f13, d14)
        b4:
            s15 = pass s0
            jump b5(s15, f2, d3)
        b5(s16, f17, d18):
            yield s16, f17, d18
        }
    "#]],
    );
}

/// A turn that walks and then does something.
fn walks(behind: &str) -> String {
    format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  choose direction for v1 in {{north east}} -> b2(..)
b2(d7):
  n8 = 0
  repeat ahead(s6, v1, f5, d7) from n8 to infinity bound walk 512 -> b3(..)
b3(s9, f10, d11):
  f12 = step f10, d11
  X13 = pieces s9, own v1, piece
  X14 = all
  X15 = X14 - X13
  guard f12 in X15
{behind}
}}
{EMPTY_AHEAD}"
    )
}

#[test]
fn a_stretch_of_walking_is_a_choice() {
    check(
        "walks_to_sets",
        &walks("  s16 = lower s9, f12, all\n  yield s16, f12, d11"),
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = pieces s0, own v1, knight
                choose field in X4 -> b1(..)
            b1(f5):
                s6 = lift s0, f5
                X7 = only f5
                X8 = empty s6
                X9 = slide X7 by north east through X8
                X10 = pieces s6, own v1, piece
                X11 = X9 - X10
                choose field in X11 -> b2(..)
            b2(f12):
                s13 = lower s6, f12, all
                yield s13, f12, d3
            }
        "#]],
    );
}

#[test]
fn a_direction_that_lives_on_is_written_out() {
    let behind = "
  s16 = lower s9, f12, all
  f17 = step f12, d11
  s18 = put s16, f17, own v1, pawn
  yield s18, f17, d11";
    check(
        "walks_to_sets",
        &walks(behind),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = lift s0, f5
            fork b2 | b4
        b2:
            d7 = direction north
            X8 = only f5
            X9 = empty s6
            X10 = slide X8 by north through X9
            X11 = pieces s6, own v1, piece
            X12 = X10 - X11
            choose field in X12 -> b3(..)
        b3(f13):
            s14 = lower s6, f13, all
            f15 = step f13, d7
            s16 = put s14, f15, own v1, pawn
            yield s16, f15, d7
        b4:
            d17 = direction east
            X18 = only f5
            X19 = empty s6
            X20 = slide X18 by east through X19
            X21 = pieces s6, own v1, piece
            X22 = X20 - X21
            choose field in X22 -> b5(..)
        b5(f23):
            s24 = lower s6, f23, all
            f25 = step f23, d17
            s26 = put s24, f25, own v1, pawn
            yield s26, f25, d17
        }
    "#]],
    );
}

#[test]
fn a_counter_that_is_set_on_the_way_is_not_lost() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  n6 = 0
  repeat hop(s0, v1, f5, d3) from n6 to infinity bound uses 99 'counter' -> b2(..)
b2(s7, f8, d9):
  s10 = put s7, f8, own v1, pawn
  yield s10, f8, d9
}
gen hop(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north} -> b1(..)
b1(d4):
  f5 = step f2, d4
  n6 = 5
  s7 = set s0, v1, quiet, n6
  yield s7, f5, d4
}";
    check(
        "walks_to_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            n6 = 0
            repeat hop(s0, v1, f5, d3) from n6 to infinity bound uses 99 'counter' -> b2(..)
        b2(s7, f8, d9):
            s10 = put s7, f8, own v1, pawn
            yield s10, f8, d9
        }
    "#]],
    );
}

/// A loop over the empty fields, with this body and what follows.
fn each(body: &str, behind: &str) -> String {
    format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = empty s0
  each X4 do turn(s0, v1, f2, d3) -> b1(..)
b1(s5):
{behind}
}}
gen turn(s0, v1, f2, d3) {{
b0:
{body}
}}"
    )
}

#[test]
fn the_same_piece_is_put_at_once() {
    let body = "  s4 = put s0, f2, own v1, pawn\n  yield s4, f2, d3";
    let hush = "  s6 = hush s5, like s0\n  yield s6, f2, d3";
    check(
        "each_to_sets",
        &each(body, hush),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            s5 = putall s0, X4, own v1, pawn
            yield s5, f2, d3
        }
    "#]],
    );
    // Without the hush the text of the move would be another.
    check(
        "each_to_sets",
        &each(body, "  yield s5, f2, d3"),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            each X4 do turn(s0, v1, f2, d3) -> b1(..)
        b1(s5):
            yield s5, f2, d3
        }
    "#]],
    );
    // Nobody's pawn has no sign, so this has no result.
    let body = "  s4 = put s0, f2, nobody v1, pawn\n  yield s4, f2, d3";
    check(
        "each_to_sets",
        &each(body, hush),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            each X4 do turn(s0, v1, f2, d3) -> b1(..)
        b1(s5):
            s6 = hush s5, like s0
            yield s6, f2, d3
        }
    "#]],
    );
}

#[test]
fn branches_that_meet_before_the_others_are_a_stretch() {
    let text = format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  fork b2 | b3 | b6
b2:
  d6 = direction north
  jump b4(d6)
b3:
  d7 = direction south
  jump b4(d7)
b4(d8):
  n9 = 1
  repeat ahead(s0, v1, f5, d8) from n9 to infinity bound walk 512 -> b5(..)
b5(s10, f11, d12):
  s13 = put s10, f11, own v1, pawn
  yield s13, f11, d12
b6:
  s14 = clear s0, f5
  yield s14, f5, d3
}}
{EMPTY_AHEAD}"
    );
    check(
        "walks_to_sets",
        &text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            fork b2 | b4
        b2:
            X6 = empty s0
            X7 = only f5
            X8 = slide X7 by north south through X6
            X9 = X6 & X8
            choose field in X9 -> b3(..)
        b3(f10):
            s11 = put s0, f10, own v1, pawn
            yield s11, f10, d3
        b4:
            s12 = clear s0, f5
            yield s12, f5, d3
        }
    "#]],
    );
}

/// A turn that passes if there is a field in the last of these sets.
fn row(sets: &[&str]) -> String {
    let (last, next) = (4 + sets.len(), 5 + sets.len());
    let sets = sets.iter().enumerate().map(|(i, set)| format!("  X{} = {set}\n", 5 + i));
    let sets: String = sets.collect();
    format!(
        "gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, pawn
{sets}  guard some X{last}
  s{next} = pass s0
  yield s{next}, f2, d3
}}"
    )
}

#[test]
fn rows_are_sets_of_their_own() {
    let text = row(&[
        "walk back X4 by north",
        "X4 & X5",
        "walk back X6 by north",
        "walk back X4 by east",
        "X8 & X4",
        "walk back X9 by east",
        "walk back X4 by west",
        "X7 | X10",
        "X12 | X11",
        "X13 & X4",
    ]);
    check(
        "rows",
        &text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            X5 = rows X4 by west times 1
            X6 = rows X4 by north east times 2
            X7 = X5 | X6
            guard some X7
            s8 = pass s0
            yield s8, f2, d3
        }
    "#]],
    );
}

#[test]
fn what_is_no_row_stays() {
    let (north, cut) = ("walk back X4 by north", "X4 & X5");
    for sets in [
        // Another direction, another set, something that is used twice.
        vec![north, cut, "walk back X6 by east", "X4 & X7"],
        vec!["empty s0", "walk back X5 by north", "X4 & X6", "walk back X7 by north", "X4 & X8"],
        vec![north, cut, "walk back X6 by north", "X4 & X7", "X8 - X6"],
        // Something else beside it, the other way, and only one step.
        vec![north, cut, "walk back X6 by north", "empty s0", "X7 | X8", "X4 & X9"],
        vec!["walk X4 by north", cut, "walk X6 by north", "X4 & X7"],
        vec![north, cut],
    ] {
        let made = made_by("rows", &row(&sets));
        assert!(made.contains("walk") && !made.contains("rows"), "{made}");
    }
}
