//! The pass `split_sides`: one copy of every function for each player.

use super::support::{check_all, run, shown, with_evaluation};
use expect_test::expect;

#[test]
fn each_player_gets_copies() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, pawn
  X5 = zone far, v1
  X6 = X4 - X5
  choose field in X6 -> b1(..)
b1(f7):
  choose direction for v1 in {north} {south} -> b2(..)
b2(d8):
  f9 = step f7, d8
  v10 = other v1
  ask strong(s0, v10, f9, d8) ? b4 : b3
b3:
  s11 = put s0, f9, enemy v10, pawn
  yield s11, f9, d8
b4:
  die
}
gen strong(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, knight
  guard f2 in X4
  yield s0, f2, d3
}";
    check_all(
        &["split_sides"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            if v1 is first ? b1 : b2
        b1:
            call main@first(s0, v1, f2, d3) -> b3(..)
        b2:
            call main@second(s0, v1, f2, d3) -> b3(..)
        b3(s4, f5, d6):
            yield s4, f5, d6
        }

        gen main@first(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = {g8 h8}
            X6 = X4 - X5
            choose field in X6 -> b1(..)
        b1(f7):
            d8 = direction north
            f9 = step f7, d8
            v10 = other v1
            ask strong@second(s0, v10, f9, d8) ? b2 : b3
        b2:
            die
        b3:
            s11 = put s0, f9, first v1, pawn
            yield s11, f9, d8
        }

        gen strong@first(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, knight
            guard f2 in X4
            yield s0, f2, d3
        }

        num one@first(s0, v1, f2, d3) {
        b0:
            n4 = call two@first(s0, v1, f2, d3)
            n5 = n4 + n4
            return n5
        }

        num two@first(s0, v1, f2, d3) {
        b0:
            X4 = {g8 h8}
            n5 = size X4
            return n5
        }

        gen main@second(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, second v1, pawn
            X5 = {a1 b1}
            X6 = X4 - X5
            choose field in X6 -> b1(..)
        b1(f7):
            d8 = direction south
            f9 = step f7, d8
            v10 = other v1
            ask strong@first(s0, v10, f9, d8) ? b2 : b3
        b2:
            die
        b3:
            s11 = put s0, f9, second v1, pawn
            yield s11, f9, d8
        }

        gen strong@second(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, second v1, knight
            guard f2 in X4
            yield s0, f2, d3
        }

        num one@second(s0, v1, f2, d3) {
        b0:
            n4 = call two@second(s0, v1, f2, d3)
            n5 = n4 + n4
            return n5
        }

        num two@second(s0, v1, f2, d3) {
        b0:
            X4 = {a1 b1}
            n5 = size X4
            return n5
        }
    "#]],
    );
}

#[test]
fn one_copy_is_enough_for_one_player() {
    let mut program = with_evaluation("gen main(s0, v1, f2, d3) {\nb0:\n  die\n}");
    program.facts.players.truncate(1);
    let before = program.clone();
    run(&mut program, "split_sides");
    assert_eq!(program, before);
}

#[test]
fn evaluations_are_split_and_their_parts_inlined() {
    let mut program = with_evaluation("gen main(s0, v1, f2, d3) {\nb0:\n  die\n}");
    run(&mut program, "split_sides");
    run(&mut program, "inline_calls");
    let one = shown(&program, |name| name.starts_with("one") || name.starts_with("two"));
    expect![[r#"
        num one(s0, v1, f2, d3) {
        b0:
            if v1 is first ? b1 : b2
        b1:
            n4 = call one@first(s0, v1, f2, d3)
            return n4
        b2:
            n5 = call one@second(s0, v1, f2, d3)
            return n5
        }

        num one@first(s0, v1, f2, d3) {
        b0:
            X4 = {g8 h8}
            n5 = size X4
            n6 = n5 + n5
            return n6
        }

        num one@second(s0, v1, f2, d3) {
        b0:
            X4 = {a1 b1}
            n5 = size X4
            n6 = n5 + n5
            return n6
        }
    "#]]
    .assert_eq(&one);
}
