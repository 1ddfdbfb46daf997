//! What the tests of passes share: programs around a turn, passes that are run by their names,
//! and a look at what they make.

use crate::common::{facts, one_turn, sound};
use expect_test::Expect;
use game::Facts;
use ir::passes::PASSES;
use ir::{FuncId, Program, print_func, verify};

/// Runs a pass, after which the program must still be sound.
pub(crate) fn run(program: &mut Program, pass: &str) {
    let pass = PASSES.iter().find(|it| it.name == pass).expect("a pass");
    pass.run(program);
    assert_eq!(verify(program), Ok(()), "{}", ir::print(program));
}

/// What a pass makes of the turn.
pub(crate) fn made_by(pass: &str, text: &str) -> String {
    made_on(facts(), pass, text)
}

fn made_on(facts: Facts, pass: &str, text: &str) -> String {
    let mut program = one_turn(facts, text);
    run(&mut program, pass);
    shown(&program, |name| name == "main")
}

/// Checks what a pass makes of the turn.
pub(crate) fn check(pass: &str, text: &str, expected: Expect) {
    check_on(facts(), pass, text, expected);
}

/// The same in another game.
pub(crate) fn check_on(facts: Facts, pass: &str, text: &str, expected: Expect) {
    expected.assert_eq(&made_on(facts, pass, text));
}

/// A program of a turn and an evaluation, with these functions around them.
pub(crate) fn with_evaluation(text: &str) -> Program {
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
    sound(facts(), &text)
}

/// Checks what these passes make of the turn, and what is left beside it.
pub(crate) fn check_all(passes: &[&str], text: &str, expected: Expect) {
    let mut program = with_evaluation(text);
    passes.iter().for_each(|pass| run(&mut program, pass));
    expected.assert_eq(&shown(&program, |name| name != "one" && name != "two"));
}

/// The functions with such names, as text.
pub(crate) fn shown(program: &Program, which: impl Fn(&str) -> bool) -> String {
    let funcs = program.funcs.iter().enumerate().filter(|(_, func)| which(&func.name));
    let texts: Vec<String> = funcs.map(|(i, _)| print_func(program, FuncId(i as u32))).collect();
    texts.join("\n")
}

/// A turn that passes if the question `q` is answered with yes where it points.
pub(crate) fn asks(question: &str) -> String {
    format!(
        "gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  ask q(s0, v1, f5, d3) ? b2 : b3
b2:
  s6 = pass s0
  yield s6, f5, d3
b3:
  yield s0, f5, d3
}}
{question}"
    )
}

/// Checks what becomes of the block that asks; the turn around it is always the same.
pub(crate) fn question(text: &str, expected: Expect) {
    let made = made_by("questions_to_sets", &asks(text));
    let asking = made.split_once("-> b1(..)\n").expect("a choice").1;
    let (asking, answered) = asking.split_at(asking.rfind("\nb2:").expect("an answer") + 1);
    assert!(answered.ends_with("b3:\n    yield s0, f5, d3\n}\n"), "{made}");
    expected.assert_eq(asking);
}

/// One step, and a test of what is there.
pub(crate) const EMPTY_AHEAD: &str = "
gen ahead(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  X5 = empty s0
  guard f4 in X5
  yield s0, f4, d3
}";
