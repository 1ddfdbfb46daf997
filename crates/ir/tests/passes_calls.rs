//! The passes that come first, text to text: one copy for each player, callees
//! in the places of their calls, decisions instead of tries.

mod common;

use common::facts;
use expect_test::{Expect, expect};
use ir::passes::PASSES;
use ir::{FuncId, Program, parse, print_func, verify};

/// A program of a turn and an evaluation, with these functions around them.
fn program(text: &str) -> Program {
    let text = format!(
        "entry main = main\nentry evaluation = one\n{text}
num one(s0, v1, f2, d3) {{
b0:
  n4 = call two(s0, v1, f2, d3)
  n5 = call two(s0, v1, f2, d3)
  n6 = n4 + n5
  return n6
}}
num two(s0, v1, f2, d3) {{
b0:
  X4 = zone far, v1
  n5 = size X4
  return n5
}}"
    );
    let program = parse(facts(), &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&program), Ok(()));
    program
}

fn run(program: &mut Program, pass: &str) {
    let pass = PASSES.iter().find(|it| it.name == pass).unwrap();
    (pass.run)(program);
    assert_eq!(verify(program), Ok(()), "{}", ir::print(program));
}

/// Checks what these passes make of the turn, and what is left beside it.
fn check(passes: &[&str], text: &str, expected: Expect) {
    let mut program = program(text);
    passes.iter().for_each(|pass| run(&mut program, pass));
    expected.assert_eq(&shown(&program, |name| name != "one" && name != "two"));
}

fn shown(program: &Program, which: impl Fn(&str) -> bool) -> String {
    let funcs = program.funcs.iter().enumerate().filter(|(_, func)| which(&func.name));
    let texts: Vec<String> = funcs.map(|(i, _)| print_func(program, FuncId(i as u32))).collect();
    texts.join("\n")
}

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
    check(
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
    let mut program = program("gen main(s0, v1, f2, d3) {\nb0:\n  die\n}");
    program.facts.players.truncate(1);
    let before = program.clone();
    run(&mut program, "split_sides");
    assert_eq!(program, before);
}

#[test]
fn evaluations_are_split_and_their_parts_inlined() {
    let mut program = program("gen main(s0, v1, f2, d3) {\nb0:\n  die\n}");
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

#[test]
fn bodies_replace_calls() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  call leap(s6, v1, f5, d3) -> b2(.., f5)
b2(s7, f8, d9, f10):
  s11 = lower s7, f8
  s12 = remember s11, f10, passed
  yield s12, f8, d9
}
gen leap(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north east} -> b1(..)
b1(d4):
  f5 = step f2, d4
  fork b2 | b3
b2:
  d6 = rotate d4, 45
  jump b4(s0, f5, d6)
b3:
  d7 = rotate d4, -45
  jump b4(s0, f5, d7)
b4(s8, f9, d10):
  f11 = step f9, d10
  yield s8, f11, d10
}";
    check(
        &["inline_calls"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = lift s0, f5
            choose direction for v1 in {north east} -> b2(..)
        b2(d7):
            f8 = step f5, d7
            fork b3 | b4
        b3:
            d9 = rotate d7, 45
            jump b5(d9)
        b4:
            d10 = rotate d7, -45
            jump b5(d10)
        b5(d11):
            f12 = step f8, d11
            s13 = lower s6, f12
            s14 = remember s13, f5, passed
            yield s14, f2, d3
        }
    "#]],
    );
}

#[test]
fn a_function_that_runs_itself_stays() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  call far(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  s7 = clear s4, f5
  yield s7, f5, d6
}
gen far(s0, v1, f2, d3) depth times 8 {
b0:
  call on(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  fork b2 | b3
b2:
  yield s4, f5, d6
b3:
  call far(s4, v1, f5, d6) -> b4(..)
b4(s7, f8, d9):
  yield s7, f8, d9
}
gen on(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  yield s0, f4, d3
}";
    check(
        &["inline_calls"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            call far(s0, v1, f2, d3) -> b1(..)
        b1(s4, f5, d6):
            s7 = clear s4, f5
            yield s7, f2, d3
        }

        gen far(s0, v1, f2, d3) depth times 8 {
        b0:
            f4 = step f2, d3
            fork b1 | b2
        b1:
            yield s0, f4, d3
        b2:
            call far(s0, v1, f4, d3) -> b3(..)
        b3(s5, f6, d7):
            yield s5, f6, d3
        }
    "#]],
    );
}

#[test]
fn short_repeats_are_written_out() {
    let text = |rounds: &str| {
        format!(
            "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  choose direction for v1 in {{north}} -> b2(..)
b2(d6):
  {rounds} bound times 2 -> b3(..)
b3(s9, f10, d11):
  s12 = put s9, f10, own v1, pawn
  yield s12, f10, d11
}}
gen on(s0, v1, f2, d3) {{
b0:
  f4 = step f2, d3
  X5 = empty s0
  guard f4 in X5
  yield s0, f4, d3
}}"
        )
    };
    let twice = "n7 = 2\n  n8 = 2\n  repeat on(s0, v1, f5, d6) from n7 to n8";
    check(
        &["inline_calls"],
        &text(twice),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            d6 = direction north
            f7 = step f5, d6
            X8 = empty s0
            guard f7 in X8
            f9 = step f7, d6
            guard f9 in X8
            s10 = put s0, f9, own v1, pawn
            yield s10, f2, d3
        }
    "#]],
    );
    let at_most_once = "n7 = 0\n  n8 = 1\n  repeat on(s0, v1, f5, d6) from n7 to n8";
    check(
        &["inline_calls"],
        &text(at_most_once),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            d6 = direction north
            fork b3(f5) | b2
        b2:
            f7 = step f5, d6
            X8 = empty s0
            guard f7 in X8
            jump b3(f7)
        b3(f9):
            s10 = put s0, f9, own v1, pawn
            yield s10, f2, d3
        }
    "#]],
    );
    let any = "n7 = 0\n  n8 = 9\n  repeat on(s0, v1, f5, d6) from n7 to n8";
    check(
        &["inline_calls"],
        &text(any),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            d6 = direction north
            n7 = 0
            n8 = 9
            repeat on(s0, v1, f5, d6) from n7 to n8 bound times 2 -> b2(..)
        b2(s9, f10, d11):
            s12 = put s9, f10, own v1, pawn
            yield s12, f2, d3
        }

        gen on(s0, v1, f2, d3) {
        b0:
            f4 = step f2, d3
            X5 = empty s0
            guard f4 in X5
            yield s0, f4, d3
        }
    "#]],
    );
}

/// The first part of a `try`, and what comes of it.
fn check_try(first: &str, expected: Expect) {
    let text = format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  try first else skip(s0, v1, f5, d3) -> b2(..)
b2(s6, f7, d8):
  s9 = put s6, f7, own v1, knight
  yield s9, f7, d8
}}
gen first(s0, v1, f2, d3) {{
b0:
{first}
}}
gen skip(s0, v1, f2, d3) {{
b0:
  yield s0, f2, d3
}}"
    );
    check(&["tries_to_ifs"], &text, expected);
}

#[test]
fn a_guard_decides() {
    check_try(
        "X4 = zone far, v1\nguard f2 in X4\nn5 = 0\ns6 = set s0, v1, quiet, n5\nyield s6, f2, d3",
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = pieces s0, own v1, pawn
                choose field in X4 -> b1(..)
            b1(f5):
                X6 = zone far, v1
                if f5 in X6 ? b2 : b3(s0)
            b2:
                n7 = 0
                s8 = set s0, v1, quiet, n7
                jump b3(s8)
            b3(s9):
                s10 = put s9, f5, own v1, knight
                yield s10, f2, d3
            }
        "#]],
    );
}

#[test]
fn a_step_in_a_known_direction_decides() {
    check_try(
        "d4 = direction north\nf5 = step f2, d4\nyield s0, f5, d4",
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            d6 = direction north
            X7 = {a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 f7 g7 h7}
            if f5 in X7 ? b2 : b3(f5)
        b2:
            f8 = step f5, d6
            jump b3(f8)
        b3(f9):
            s10 = put s0, f9, own v1, knight
            yield s10, f2, d3
        }
    "#]],
    );
}

#[test]
fn choices_behind_the_last_test_stay() {
    check_try(
        "guard kind s0, f2, pawn
fork b1 | b2
b1:
s4 = become s0, f2, knight
yield s4, f2, d3
b2:
s5 = clear s0, f2
yield s5, f2, d3",
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = pieces s0, own v1, pawn
                choose field in X4 -> b1(..)
            b1(f5):
                if kind s0, f5, pawn ? b2 : b5(s0)
            b2:
                fork b3 | b4
            b3:
                s6 = become s0, f5, knight
                jump b5(s6)
            b4:
                s7 = clear s0, f5
                jump b5(s7)
            b5(s8):
                s9 = put s8, f5, own v1, knight
                yield s9, f2, d3
            }
        "#]],
    );
}

#[test]
fn what_may_end_later_is_tried() {
    // The counter may be at its end, the choice may be empty, the direction is
    // not known, or nothing can be said about the piece.
    let stays = [
        "n4 = counter s0, v1, quiet\nn5 = 1\nn6 = n4 + n5\ns7 = set s0, v1, quiet, n6\nyield s7, f2, d3",
        "X4 = zone far, v1\nchoose field in X4 -> b1(..)\nb1(f5):\nyield s0, f5, d3",
        "f4 = step f2, d3\nyield s0, f4, d3",
        "s4 = become s0, f2, knight\nyield s4, f2, d3",
        "n4 = 200\ns5 = set s0, v1, quiet, n4\nyield s5, f2, d3",
    ];
    for first in stays {
        let mut program = program(&format!(
            "gen main(s0, v1, f2, d3) {{\nb0:\n  try first else skip(s0, v1, f2, d3) -> b1(..)\nb1(s4, f5, d6):\n  yield s4, f5, d6\n}}
gen first(s0, v1, f2, d3) {{\nb0:\n{first}\n}}
gen skip(s0, v1, f2, d3) {{\nb0:\n  yield s0, f2, d3\n}}"
        ));
        run(&mut program, "tries_to_ifs");
        assert!(print_func(&program, FuncId(0)).contains("try first else skip"), "{first}");
    }
}

#[test]
fn a_question_that_only_tests_decides() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  ask either(s0, v1, f5, d3) ? b2 : b3
b2:
  s6 = clear s0, f5
  yield s6, f5, d3
b3:
  s7 = become s0, f5, knight
  yield s7, f5, d3
}
gen either(s0, v1, f2, d3) {
b0:
  fork b1 | b2
b1:
  n4 = counter s0, v1, quiet
  n5 = 9
  guard n4 > n5
  jump b3
b2:
  guard occurred s0, 3
  jump b3
b3:
  X6 = zone far, v1
  guard f2 in X6
  s7 = pass s0
  yield s7, f2, d3
}";
    check(
        &["tries_to_ifs"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            n6 = counter s0, v1, quiet
            n7 = 9
            if n6 > n7 ? b3 : b2
        b2:
            if occurred s0, 3 ? b3 : b5
        b3:
            X8 = zone far, v1
            if f5 in X8 ? b4 : b5
        b4:
            s9 = clear s0, f5
            yield s9, f2, d3
        b5:
            s10 = become s0, f5, knight
            yield s10, f2, d3
        }
    "#]],
    );
}

#[test]
fn tests_of_several_blocks_that_lead_to_one_place_are_asked_in_turn() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  X6 = zone far, v1
  fork b2 | b4
b2:
  X7 = memory s0, passed
  if f5 in X7 ? b3 : b6
b3:
  die
b4:
  guard f5 in X6
  ask ahead(s0, v1, f5, d3) ? b6 : b5
b5:
  die
b6:
  s8 = clear s0, f5
  yield s8, f5, d3
}
gen ahead(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north} -> b1(..)
b1(d4):
  f5 = step f2, d4
  yield s0, f5, d4
}";
    check(
        &["tries_to_ifs"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            X6 = zone far, v1
            X7 = memory s0, passed
            if f5 in X7 ? b2 : b4
        b2:
            guard f5 in X6
            ask ahead(s0, v1, f5, d3) ? b4 : b3
        b3:
            die
        b4:
            s8 = clear s0, f5
            yield s8, f2, d3
        }

        gen ahead(s0, v1, f2, d3) {
        b0:
            d4 = direction north
            f5 = step f2, d4
            yield s0, f2, d3
        }
    "#]],
    );
}
