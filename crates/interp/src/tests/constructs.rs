//! Repeats, loops over fields, best results and counts, as values of positions.

use super::{facts, interp, read};
use crate::Interp;
use game::Game;

/// Walks and changes on a board of 4 × 4 fields; `measure` is what is asked.
fn game(measure: &str) -> Interp {
    let mut facts = facts(4, 4, &[("man", "M", "m")]);
    facts.evaluations = vec!["measure".to_string()];
    let text = format!(
        "entry main = idle
entry evaluation = measure
gen idle(s0, v1, f2, d3) {{
b0:
  s4 = pass s0
  yield s4, f2, d3
}}
gen men(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, man
  choose field in X4 -> b1(..)
b1(f5):
  yield s0, f5, d3
}}
gen near(s0, v1, f2, d3) {{
b0:
  choose direction for v1 in {{north east south west}} -> b1(..)
b1(d4):
  f5 = step f2, d4
  X6 = empty s0
  guard f5 in X6
  yield s0, f5, d4
}}
gen flood(s0, v1, f2, d3) {{
b0:
  call men(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  n7 = 0
  repeat near(s4, v1, f5, d6) from n7 to infinity bound walk 144 -> b2(..)
b2(s8, f9, d10):
  yield s8, f9, d10
}}
gen twice(s0, v1, f2, d3) {{
b0:
  call men(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  n7 = 2
  repeat near(s4, v1, f5, d6) from n7 to n7 bound times 2 -> b2(..)
b2(s8, f9, d10):
  yield s8, f9, d10
}}
gen turned(s0, v1, f2, d3) {{
b0:
  s4 = put s0, f2, enemy v1, man
  yield s4, f2, d3
}}
gen removed_or_turned(s0, v1, f2, d3) {{
b0:
  fork b1 | b2
b1:
  s4 = clear s0, f2
  yield s4, f2, d3
b2:
  call turned(s0, v1, f2, d3) -> b3(..)
b3(s5, f6, d7):
  yield s5, f6, d7
}}
gen each_man(s0, v1, f2, d3) {{
b0:
  X4 = fields men(s0, v1, f2, d3)
  each X4 do removed_or_turned(s0, v1, f2, d3) -> b1(..)
b1(s5):
  yield s5, f2, d3
}}
num enemies(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, enemy v1, man
  n5 = size X4
  return n5
}}
gen most(s0, v1, f2, d3) {{
b0:
  best enemies of each_man(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}}
gen foe(s0, v1, f2, d3) {{
b0:
  choose direction for v1 in {{north east south west}} -> b1(..)
b1(d4):
  f5 = step f2, d4
  X6 = pieces s0, enemy v1, man
  guard f5 in X6
  yield s0, f5, d4
}}
num measure(s0, v1, f2, d3) {{
b0:
  {measure}
  return n4
}}"
    );
    interp(facts, &text)
}

fn check(measure: &str, position: &str, expected: i32) {
    let game = game(measure);
    assert_eq!(game.evaluate(&read(&game, position), 0), Ok(expected));
}

#[test]
fn counts_ignore_the_direction() {
    check("n4 = count men(s0, v1, f2, d3)", "4/4/M3/M2m w", 2);
    check("n4 = count flood(s0, v1, f2, d3)", "4/4/4/M3 w", 16);
    check("n4 = count flood(s0, v1, f2, d3)", "4/4/mm2/M1m1 w", 2);
    check("n4 = count flood(s0, v1, f2, d3)", "4/4/mm2/M1m1 b", 15);
}

#[test]
fn exactly_two_rounds() {
    // Back where it began is impossible: the man itself is there.
    check("n4 = count twice(s0, v1, f2, d3)", "4/4/4/M3 w", 3);
    check("n4 = count twice(s0, v1, f2, d3)", "4/4/1m2/M3 w", 2);
    check("n4 = count twice(s0, v1, f2, d3)", "4/4/m3/Mm2 w", 0);
}

#[test]
fn a_loop_over_fields_tries_all_ways() {
    check("n4 = count each_man(s0, v1, f2, d3)", "4/4/M3/M2M w", 8);
    check("n4 = count each_man(s0, v1, f2, d3)", "4/4/4/4 w", 1);
    check("n4 = count most(s0, v1, f2, d3)", "4/4/M3/M2M w", 1);
    check("n4 = sum enemies at each_man(s0, v1, f2, d3)", "4/4/M3/M2M w", 12);
    check("n4 = sum enemies at most(s0, v1, f2, d3)", "4/4/M3/M2M w", 3);
}

#[test]
fn steps_to_a_goal() {
    let steps = "X5 = {a1}\n  n4 = call steps(s0, v1, f2, d3)";
    let text = "num steps(s0, v1, f2, d3) {
b0:
  n4 = sum distance at men(s0, v1, f2, d3)
  return n4
}
num distance(s0, v1, f2, d3) {
b0:
  n4 = steps near until foe(s0, v1, f2, d3)
  return n4
}";
    let program = game("n4 = 0").program().clone();
    let printed = ir::print(&program).replace("n4 = 0\n", &format!("{steps}\n"));
    let facts = program.facts.clone();
    let game = interp(facts, &format!("{printed}\n{text}"));
    let distance = |position| game.evaluate(&read(&game, position), 0);
    assert_eq!(distance("4/4/4/Mm2 w"), Ok(0));
    assert_eq!(distance("4/4/3m/M3 w"), Ok(3));
    assert_eq!(distance("4/4/4/M3 w"), Ok(i32::MAX));
}
