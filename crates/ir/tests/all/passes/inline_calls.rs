//! The pass `inline_calls`: bodies of functions in the places of their calls.

use super::support::{check_all, made_by};
use expect_test::expect;

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
    check_all(
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
    check_all(
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
    check_all(
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
    check_all(
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
    check_all(
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

/// Whether a repeat of a body that walks nowhere stays a repeat.
fn stays_a_repeat(body: &str, low: i32, high: i32) -> bool {
    let text = format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  n6 = {low}
  n7 = {high}
  repeat again(s0, v1, f5, d3) from n6 to n7 bound times {high} -> b2(..)
b2(s8, f9, d10):
  yield s8, f9, d10
}}
gen again(s0, v1, f2, d3) {{
b0:
  {body}
}}"
    );
    made_by("inline_calls", &text).contains("repeat again")
}

#[test]
fn rounds_that_may_come_back_are_not_written_out() {
    let put = "s4 = put s0, f2, own v1, pawn\n  d5 = rotate d3, 180\n  yield s4, f2, d5";
    assert!(stays_a_repeat(put, 0, 3));
    assert!(stays_a_repeat(put, 0, 1));
    assert!(!stays_a_repeat(put, 2, 2));
    let clear = "f4 = step f2, d3\n  s5 = clear s0, f4\n  yield s5, f4, d3";
    assert!(!stays_a_repeat(clear, 0, 3));
    let promote = "s4 = become s0, f2, pawn\n  d5 = rotate d3, 180\n  yield s4, f2, d5";
    assert!(stays_a_repeat(promote, 0, 1));
    let other = format!("guard kind s0, f2, knight\n  {promote}");
    assert!(!stays_a_repeat(&other, 0, 1));
    assert!(stays_a_repeat(&other, 0, 2));
    let same = format!("guard kind s0, f2, pawn\n  {promote}");
    assert!(stays_a_repeat(&same, 0, 1));
    let moved = "choose direction for v1 in {north east} -> b1(..)\nb1(d4):\n  f5 = step f2, d4\n  \
                 s6 = put s0, f5, own v1, pawn\n  yield s6, f5, d4";
    assert!(stays_a_repeat(moved, 1, 1));
}
